//! Values of single properties.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::error::SgfFault;
use super::raw_node::{Property, Value, excerpt};
use crate::rules::{BoardSize, Color, Move, Point};

/// Longest time that is read, in seconds: some 30 years.
const MAX_SECONDS: u64 = 1_000_000_000;

/// Times in old versions of SGF are minutes if they are smaller than this number: ten hours,
/// or else ten minutes, given in seconds.
pub(super) const MINUTES_BELOW: u64 = 600;

/// Unit of a time that names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// FF[3] and later.
    Seconds,
    /// FF[1] and FF[2], where the number is small.
    MinutesIfSmall,
}

/// SGF's two letters of a point: column from the left, row from the top.
pub(super) fn write_point(point: Point, size: BoardSize) -> String {
    let letter = |n: u8| char::from(b'a' + n);
    let from_top = size.lines() - 1 - point.row();
    [letter(point.column()), letter(from_top)].iter().collect()
}

/// A move: a point, or a pass as `[]`, `[ ]` or `[tt]`.
pub(super) fn read_move(
    value: &Value<'_>,
    color: Color,
    size: BoardSize,
) -> Result<Move, SgfFault> {
    match value.raw.trim_ascii() {
        // Boards have at most 19 lines, so "tt" is never a point.
        b"" | b"tt" => Ok(Move::Pass),
        text => match read_point(text, size)? {
            Some(point) => Ok(Move::Play(point)),
            None => Err(SgfFault::MalformedMove {
                color,
                text: excerpt(text),
            }),
        },
    }
}

/// The points of a list's value: none for `[]`, one, or all in a rectangle `[aa:cc]`.
pub(super) fn read_points(
    property: &Property<'_>,
    value: &Value<'_>,
    size: BoardSize,
) -> Result<impl Iterator<Item = Point>, SgfFault> {
    let text = value.raw.trim_ascii();
    let malformed = || SgfFault::MalformedPoint {
        property: property.shown(),
        text: excerpt(text),
    };
    let corner = |text| read_point(text, size)?.ok_or_else(malformed);
    let corners = match text.iter().position(|b| *b == b':') {
        _ if text.is_empty() => None,
        Some(colon) => Some((corner(&text[..colon])?, corner(&text[colon + 1..])?)),
        None => Some((corner(text)?, corner(text)?)),
    };
    Ok(corners.into_iter().flat_map(rectangle))
}

/// The points of a value, a point or a rectangle; none where it names none on the board.
pub(super) fn points_in(text: &str, size: BoardSize) -> Vec<Point> {
    let corner = |text: &str| read_point(text.as_bytes(), size).ok().flatten();
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    let corners = corner(first).zip(corner(last));
    corners.into_iter().flat_map(rectangle).collect()
}

/// `None` if the text is not two letters.
fn read_point(text: &[u8], size: BoardSize) -> Result<Option<Point>, SgfFault> {
    let [column, from_top] = *text.trim_ascii() else {
        return Ok(None);
    };
    if !column.is_ascii_alphabetic() || !from_top.is_ascii_alphabetic() {
        return Ok(None);
    }
    // Capitals are lines 27 to 52 and fail with everything else beyond the board.
    let line = |letter: u8| letter.checked_sub(b'a').filter(|n| *n < size.lines());
    line(column)
        .zip(line(from_top))
        .and_then(|(column, from_top)| Point::new(column, size.lines() - 1 - from_top))
        .map(Some)
        .ok_or_else(|| SgfFault::OffBoard {
            text: excerpt(text),
            size,
        })
}

/// All points between two corners, in any order of the corners.
fn rectangle((a, b): (Point, Point)) -> impl Iterator<Item = Point> {
    let columns = between(a.column(), b.column());
    between(a.row(), b.row()).flat_map(move |row| {
        columns
            .clone()
            .filter_map(move |column| Point::new(column, row))
    })
}

fn between(a: u8, b: u8) -> RangeInclusive<u8> {
    a.min(b)..=a.max(b)
}

/// The board: "9" or "9:9".
pub(super) fn read_size(text: &str) -> Result<BoardSize, SgfFault> {
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let lines = |text: &str| text.trim().parse().ok().and_then(BoardSize::new);
    lines(columns)
        .filter(|size| lines(rows) == Some(*size))
        .ok_or_else(|| SgfFault::UnknownSize {
            size: text.chars().take(20).collect(),
        })
}

/// A color by its first letter.
pub(super) fn read_color(text: &str) -> Option<Color> {
    match text.trim().bytes().next()?.to_ascii_uppercase() {
        b'B' => Some(Color::Black),
        b'W' => Some(Color::White),
        _ => None,
    }
}

/// A time to think: "3000", "3000.5", "50:00", "1:30:00", "50 min", "1h", "1h30m".
///
/// In whole seconds, fractions dropped. `None` for anything else, and for times beyond 30 years.
pub(super) fn read_duration(text: &str, unit: Unit) -> Option<Duration> {
    let text = text.trim().to_ascii_lowercase();
    let seconds = if text.contains(':') {
        read_clock(&text)?
    } else if text.ends_with(|c: char| c.is_ascii_alphabetic()) {
        read_units(&text)?
    } else {
        let millis = read_thousandths(&text)?;
        match unit {
            Unit::MinutesIfSmall if millis < MINUTES_BELOW * 1000 => millis * 60 / 1000,
            Unit::MinutesIfSmall | Unit::Seconds => millis / 1000,
        }
    };
    (seconds <= MAX_SECONDS).then(|| Duration::from_secs(seconds))
}

/// "m:ss" or "h:mm:ss".
fn read_clock(text: &str) -> Option<u64> {
    if text.split(':').count() > 3 {
        return None;
    }
    text.split(':').try_fold(0, |seconds, part| {
        Some(seconds * 60 + read_thousandths(part)? / 1000)
    })
}

/// "20 min", "1 hour 30 minutes", "90s".
fn read_units(text: &str) -> Option<u64> {
    let mut millis = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let (number, after) = split_where(rest, |c| c.is_ascii_alphabetic());
        let (unit, after) = split_where(after, |c| !c.is_ascii_alphabetic());
        let seconds = match unit {
            "h" | "hr" | "hrs" | "hour" | "hours" => 3600,
            "m" | "min" | "mins" | "minute" | "minutes" => 60,
            "s" | "sec" | "secs" | "second" | "seconds" => 1,
            _ => return None,
        };
        millis = read_thousandths(number)?
            .checked_mul(seconds)?
            .checked_add(millis)?;
        rest = after.trim_start_matches([' ', '.', ',']);
    }
    Some(millis / 1000)
}

fn split_where(text: &str, stop: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(stop).unwrap_or(text.len()))
}

/// A number without sign in thousandths, further digits dropped; at most nine whole digits, so
/// that sums of a few such numbers fit with room to spare.
fn read_thousandths(text: &str) -> Option<u64> {
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || !digits(whole) || !digits(fraction) {
        return None;
    }
    let thousandths = format!("{:0<3}", &fraction[..fraction.len().min(3)]);
    Some(whole.parse::<u64>().ok()? * 1000 + thousandths.parse::<u64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(raw: &[u8]) -> Value<'_> {
        Value { start: 0, raw }
    }

    #[test]
    fn points_read_back_on_every_board() {
        for lines in BoardSize::MIN..=BoardSize::MAX {
            let size = BoardSize::new(lines).unwrap();
            for point in Point::all(size) {
                let text = write_point(point, size);
                let read = read_move(&value(text.as_bytes()), Color::Black, size);
                assert_eq!(read, Ok(Move::Play(point)));
            }
        }
        let top_left = Point::parse("A19").unwrap();
        assert_eq!(write_point(top_left, BoardSize::NINETEEN), "aa");
    }

    #[test]
    fn passes_and_faults() {
        let nine = BoardSize::new(9).unwrap();
        for pass in ["", " ", "\n", "tt", " tt "] {
            let read = read_move(&value(pass.as_bytes()), Color::White, nine);
            assert_eq!(read, Ok(Move::Pass), "{pass:?}");
        }
        for text in ["jj", "aj", "AA", "aA", "zz"] {
            let fault = read_move(&value(text.as_bytes()), Color::White, nine).unwrap_err();
            assert!(
                matches!(fault, SgfFault::OffBoard { .. }),
                "{text}: {fault}"
            );
        }
        for text in ["a", "aaa", "a1", "D4 ", "\u{FF41}", "a\\a", "aa:bb"] {
            let fault = read_move(&value(text.as_bytes()), Color::White, nine).unwrap_err();
            assert!(
                matches!(fault, SgfFault::MalformedMove { .. }),
                "{text}: {fault}"
            );
        }
    }

    #[test]
    fn sizes() {
        for text in ["19", " 19 ", "19:19", "19: 19"] {
            assert_eq!(read_size(text), Ok(BoardSize::NINETEEN), "{text:?}");
        }
        for text in ["", "1", "20", "19:13", "19:", "256", "-19", "19x19"] {
            assert!(read_size(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn times_with_and_without_units() {
        for (text, old, new) in [
            ("50", 3000, 50),
            ("1.5", 90, 1),
            ("599", 35940, 599),
            ("600", 600, 600),
            ("3000.9", 3000, 3000),
            ("50:00", 3000, 3000),
            ("1:30:05", 5405, 5405),
            ("20 min", 1200, 1200),
            ("1h", 3600, 3600),
            ("1 hour, 30 Minutes", 5400, 5400),
            ("1.5h", 5400, 5400),
            ("90 sec.", 0, 0),
            ("90 sec", 90, 90),
            ("0", 0, 0),
        ] {
            let seconds = |unit| read_duration(text, unit).map_or(0, |time| time.as_secs());
            assert_eq!(seconds(Unit::MinutesIfSmall), old, "{text}");
            assert_eq!(seconds(Unit::Seconds), new, "{text}");
        }
        for text in [
            "",
            "none",
            "h",
            "1:2:3:4",
            "-5",
            "1e9",
            "9999999999",
            "999999999h",
            "5 moves",
            ":",
        ] {
            assert_eq!(read_duration(text, Unit::Seconds), None, "{text:?}");
        }
    }
}
