//! The properties of the root that are no position, into what is known of a game.

use super::charset::Charset;
use super::raw_node::{Node, Value};
use super::remark::{SgfRemark, shown};
use super::values::{self, Unit};
use crate::record::{GameInfo, GameResult, is_date};
use crate::rules::read_komi;

/// All of the root that is no position; what cannot be understood stays unknown.
pub(super) fn read_info(
    root: &Node<'_>,
    charset: Charset,
    remarks: &mut Vec<SgfRemark>,
) -> GameInfo {
    let version = root
        .first(b"FF")
        .map_or(1, |value| match value.raw.trim_ascii() {
            b"3" => 3,
            b"4" => 4,
            _ => 1,
        });
    let unit = if version < 3 {
        Unit::MinutesIfSmall
    } else {
        Unit::Seconds
    };
    let mut info = GameInfo::default();
    for property in &root.properties {
        let facts: [&[u8]; 15] = [
            b"SZ", b"PB", b"PW", b"BR", b"WR", b"DT", b"PC", b"EV", b"GN", b"RO", b"RU", b"KM",
            b"HA", b"TM", b"RE",
        ];
        let is_fact = facts.contains(&property.name());
        if is_fact && property.values.len() > 1 {
            let property = property.shown();
            remarks.push(SgfRemark::FurtherValues { property });
        }
        let values = property.values.iter();
        for value in values.take(if is_fact { 1 } else { usize::MAX }) {
            if let Some(text) = line(value, charset) {
                set_info(&mut info, property.name(), text, unit, remarks);
            } else {
                match property.name() {
                    b"DT" => remarks.push(SgfRemark::UnknownDate(String::new())),
                    b"KM" => remarks.push(SgfRemark::UnknownKomi(String::new())),
                    _ => {}
                }
            }
        }
    }
    read_sina_info(&mut info, root, charset, remarks);
    if info.round.is_none()
        && let Some(round) = info.name.as_deref().and_then(strip_round)
    {
        info.round = Some(round.to_owned());
        info.name = None;
    }
    info
}

/// The names that a Chinese server had for what FF\[4\] calls KM, EV and DT; where those are given
/// too they hold.
fn read_sina_info(
    info: &mut GameInfo,
    root: &Node<'_>,
    charset: Charset,
    remarks: &mut Vec<SgfRemark>,
) {
    let text = |name: &[u8]| root.first(name).and_then(|value| line(value, charset));
    if root.first(b"KM").is_none()
        && let Some(komi) = text(b"KO")
    {
        set_komi(info, &komi, remarks);
    }
    info.event = info.event.take().or_else(|| text(b"TE"));
    info.date = info.date.take().or_else(|| text(b"RD"));
}

fn set_info(
    info: &mut GameInfo,
    name: &[u8],
    text: String,
    unit: Unit,
    remarks: &mut Vec<SgfRemark>,
) {
    match name {
        b"PB" => info.players.black.name = Some(text),
        b"PW" => info.players.white.name = Some(text),
        b"BR" => info.players.black.rank = Some(text),
        b"WR" => info.players.white.rank = Some(text),
        b"DT" => {
            if !is_date(&text) {
                remarks.push(SgfRemark::UnknownDate(shown(&text)));
            }
            info.date = Some(text);
        }
        b"PC" => info.place = Some(text),
        b"EV" => info.event = Some(text),
        b"GN" => info.name = Some(text),
        b"RO" => info.round = Some(strip_round(&text).unwrap_or(&text).to_owned()),
        b"RU" => info.rules = Some(text),
        b"KM" => set_komi(info, &text, remarks),
        b"HA" => {
            info.handicap = text.parse().unwrap_or_else(|_| {
                remarks.push(SgfRemark::UnknownHandicap(shown(&text)));
                0
            });
        }
        b"TM" => {
            info.time_limit = values::read_duration(&text, unit);
            if info.time_limit.is_none() {
                remarks.push(SgfRemark::UnknownTime(shown(&text)));
            }
        }
        b"RE" => {
            info.result = GameResult::read_leniently(&text);
            if info.result.is_less_than(&text) {
                let read = info.result.to_string();
                let text = shown(&text);
                remarks.push(SgfRemark::UnknownResult { text, read });
            }
        }
        _ => {}
    }
}

fn set_komi(info: &mut GameInfo, text: &str, remarks: &mut Vec<SgfRemark>) {
    let read = read_komi(text);
    info.komi = read.map(|read| read.komi);
    match read {
        Some(read) if read.is_converted => remarks.push(SgfRemark::ConvertedKomi {
            text: shown(text),
            komi: read.komi,
        }),
        Some(_) => {}
        None => remarks.push(SgfRemark::UnknownKomi(shown(text))),
    }
}

/// "1" of "round 1", as the FJK form names its games.
fn strip_round(text: &str) -> Option<&str> {
    let (word, round) = text.split_once(' ')?;
    word.eq_ignore_ascii_case("round").then(|| round.trim())
}

/// A value of one line; `None` if there is nothing in it.
fn line(value: &Value<'_>, charset: Charset) -> Option<String> {
    let text = charset.decode(&charset.unescape(value.raw));
    let text = text.replace("\r\n", "\n").replace(char::is_control, " ");
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
