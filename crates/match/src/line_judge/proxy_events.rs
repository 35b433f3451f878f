//! A match between two others as a program reads it: the events of `match --json`, as far as they
//! are anybody's who only watches. The names are part of the interface.

use std::io::Write;

use serde_json::{Value, json};
use sgmp_proto::{Instant, Ruling};

use crate::line_judge::judged_piece::{JudgedPiece, Observation};
use crate::play::{Outcome, Pause, Terms};
use crate::port::PortSpec;
use crate::spectators::json_events::{
    JsonLines, agreed, color, end_name, frame, moved, pause_charged, settled,
};
use sgmp_board::rules::Color;

/// The events of a proxy as lines of JSON, by times that do not go back.
pub struct ProxyEvents<W> {
    lines: JsonLines<W>,
    /// The time of the last line: what passed is told a moment later, and time does not go back.
    latest: Instant,
}

impl<W: Write> ProxyEvents<W> {
    /// Lines go to `out`.
    pub const fn new(out: W) -> Self {
        Self {
            lines: JsonLines::new(out),
            latest: Instant::ZERO,
        }
    }

    fn write(&mut self, at: Instant, event: &str, fields: Value) {
        self.latest = self.latest.max(at);
        self.lines.write(self.latest, event, fields);
    }

    /// Tells a piece of the line with what was judged of it.
    pub fn told(&mut self, told: &JudgedPiece, terms: &Terms) {
        let (name, mut fields) = match (told.piece.frame(), told.ruling) {
            (Some(heard), Some(ruling)) => {
                let mut fields = frame(heard);
                fields["ruling"] = ruling_name(ruling).into();
                ("heard", fields)
            }
            _ => {
                let (bytes, error) = (told.piece.hex(), told.piece.remark());
                ("garbled", json!({ "bytes": bytes, "error": error }))
            }
        };
        fields["from"] = color(told.from).into();
        self.write(told.at, name, fields);
        for observation in &told.observations {
            self.observed(told.at, observation, terms);
        }
    }

    /// Something is to be said.
    pub fn observed(&mut self, at: Instant, observation: &Observation, terms: &Terms) {
        if let Some((name, fields)) = observed(observation, terms) {
            self.write(at, name, fields);
        }
    }

    /// A flag has fallen.
    pub fn over_time(&mut self, now: Instant, late: Color) {
        let fields = json!({ "color": color(late) });
        self.write(now, "over_time", fields);
    }

    /// A side has gone and is waited for.
    pub fn link_down(&mut self, now: Instant, port: &PortSpec, what: &str) {
        let fields = json!({ "port": port.to_string(), "what": what });
        self.write(now, "link_down", fields);
    }

    /// Tells that a port is back after [`Self::link_down`].
    pub fn link_up(&mut self, now: Instant, port: &PortSpec) {
        let fields = json!({ "port": port.to_string() });
        self.write(now, "link_up", fields);
    }

    /// The record could not be written.
    pub fn record_failed(&mut self, now: Instant, error: &str) {
        self.lines
            .write(now, "record_failed", json!({ "error": error }));
    }

    /// The rules say who has won.
    pub fn settled(&mut self, now: Instant, outcome: &Outcome) {
        let (end, reason) = (end_name(&outcome.end), outcome.end.to_string());
        let ended = json!({ "end": end, "reason": reason });
        self.write(now, "ended", ended);
        self.write(now, "result", settled(outcome));
    }

    /// The judge's word on a pause.
    pub fn pause_charged(&mut self, now: Instant, pause: &Pause, terms: &Terms) {
        let fields = pause_charged(pause, terms.main_time);
        self.write(now, "pause_charged", fields);
    }

    /// Tells the sums, in the last line.
    pub fn totals(&mut self, now: Instant, moves: usize, violations: usize) {
        let fields = json!({ "moves": moves, "violations": violations });
        self.write(now, "totals", fields);
    }
}

/// Name and value of an observation that not every frame allows.
fn observed(observation: &Observation, terms: &Terms) -> Option<(&'static str, Value)> {
    match observation {
        Observation::Garbled { .. } | Observation::SentAgain { .. } => None,
        Observation::Violation { from, words, what } => Some((
            "violation",
            json!({ "from": color(*from), "message": words, "what": what.to_string() }),
        )),
        Observation::Begins => Some(("ready", agreed(terms))),
        Observation::Joined => Some(("joined", json!({}))),
        Observation::Resumed { moves } => Some(("resumed", json!({ "moves": moves }))),
        Observation::Missed { moves, .. } => Some(("missed", json!({ "moves": moves }))),
        Observation::Seen { color: mover, mv } => Some((
            "seen",
            json!({ "color": color(*mover), "move": mv.to_string() }),
        )),
        Observation::Illegal {
            color: mover,
            mv,
            why,
        } => Some((
            "illegal",
            json!({ "color": color(*mover), "move": mv.to_string(), "why": why.to_string() }),
        )),
        Observation::Moved(to) => Some((
            "move",
            moved(to.number, (to.color, to.mv), to.captured, to.used),
        )),
    }
}

const fn ruling_name(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::New => "new",
        Ruling::Acknowledgement => "acknowledgement",
        Ruling::Repeat => "repeat",
        Ruling::Resend => "resend",
        Ruling::Crossed => "crossed",
        Ruling::OutOfPlace => "out_of_place",
        Ruling::Idle => "idle",
        Ruling::Nudge => "nudge",
        Ruling::Return => "return",
    }
}

#[cfg(test)]
mod tests {
    use sgmp_proto::{Bit, Frame, Message, Vertex, WireMove};

    use super::*;
    use crate::line_judge::referee::Referee;
    use crate::port::CableEnd;
    use sgmp_board::rules::{BoardSize, ByColor, Game, Komi, Rules};

    const BLACK: CableEnd = CableEnd::A;
    const WHITE: CableEnd = CableEnd::B;

    fn terms() -> Terms {
        Terms {
            color: Color::Black,
            size: BoardSize::NINETEEN,
            komi: Komi::from_half_points(11),
            rules: Rules::Japanese.into(),
            main_time: std::time::Duration::from_secs(3000),
            used: std::time::Duration::ZERO,
            names: ByColor::new("Kuro".to_owned(), "Shiro".to_owned()),
            event: String::new(),
            place: String::new(),
            round: "1".to_owned(),
            date: "2000-11-03".to_owned(),
            handicap: sgmp_proto::Handicap::EVEN,
            dialect: crate::play::Dialect::Fjk,
        }
    }

    /// The call's example, noise in it, and a move on a stone behind it.
    fn passed() -> Vec<(CableEnd, Vec<u8>)> {
        let vertex = Vertex::Point { column: 2, row: 16 };
        let taken = WireMove::new(Color::Black, vertex, BoardSize::NINETEEN);
        let again = Frame::new(Bit::One, Bit::One, Message::Move(taken));
        vec![
            (BLACK, vec![0x01, 0xa1, 0xa0, 0x80]),
            (WHITE, vec![0x03, 0xbe, 0xb0, 0x8b]),
            (BLACK, vec![0x02, 0xc4, 0xc0, 0x82]),
            (WHITE, vec![0x00, 0xb8, 0xb0, 0x88]),
            (BLACK, vec![0x01, 0xc2, 0xc0, 0x81]),
            (WHITE, vec![0x02, 0x88, 0x87, 0xff]),
            (BLACK, vec![0x00, 0x85, 0xd2, 0xb3]),
            (WHITE, vec![0x00, 0x86, 0x87, 0xfe]),
            (WHITE, vec![0x00, 0x86, 0x87, 0xff]),
            (WHITE, vec![0x01, 0x92, 0xd4, 0xbd]),
            (BLACK, again.to_bytes().to_vec()),
        ]
    }

    /// Its name and its own fields.
    fn shape(line: &str) -> String {
        let value: Value = serde_json::from_str(line).expect("JSON");
        let fields = value.as_object().expect("an object");
        let own = fields
            .keys()
            .filter(|key| !["v", "t", "event"].contains(&key.as_str()));
        let own: Vec<_> = own.map(String::as_str).collect();
        format!(
            "{}: {}",
            fields["event"].as_str().expect("a name"),
            own.join(" ")
        )
    }

    #[test]
    fn names_and_fields_are_part_of_the_interface() {
        let (terms, mut written) = (terms(), Vec::new());
        let game = Game::new(terms.size, terms.komi);
        let mut referee = Referee::new(game, terms.size.into(), terms.main_time, false);
        let mut events = ProxyEvents::new(&mut written);
        for (from, bytes) in passed() {
            for told in referee.watch(from, Instant::ZERO, &bytes) {
                events.told(&told, &terms);
            }
        }
        let port: PortSpec = "pty".parse().expect("a port");
        events.over_time(Instant::ZERO, Color::White);
        events.link_down(Instant::ZERO, &port, "gone");
        events.link_up(Instant::ZERO, &port);
        events.record_failed(Instant::ZERO, "no room");
        events.totals(Instant::ZERO, 2, 1);
        let text = String::from_utf8(written).expect("UTF-8");
        let mut shapes: Vec<_> = text.lines().map(shape).collect();
        shapes.sort();
        shapes.dedup();
        let expected = [
            "garbled: bytes error from",
            "heard: acknowledged bytes from message ruling sequence",
            "illegal: color move why",
            "link_down: port what",
            "link_up: port",
            "move: black_used_ms captured color move number white_used_ms",
            "over_time: color",
            "ready: black handicap komi rules size time_ms white",
            "record_failed: error",
            "totals: moves violations",
            "violation: from message what",
        ];
        assert_eq!(shapes, expected);
    }
}
