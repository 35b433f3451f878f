//! A match as a program reads it: one JSON event a line. The names are part of the interface.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};
use sgmp_proto::{Answered, Frame, FrameVerdict, Hex, Instant, Reason, Transmit};

use crate::play::{End, Event, Match, NoGame, Outcome, Pause, Terms};
use crate::port::Spectator;
use sgmp_board::rules::{ByColor, Color, Move};

/// Version of the event format.
const VERSION: u32 = 1;

/// The event in place of events that are missing; its time is that of the last of them.
pub fn json_gap(lost: u64, last: &[u8]) -> String {
    let last: Value = serde_json::from_slice(last).unwrap_or_default();
    let event = json!({ "v": VERSION, "t": last["t"], "event": "lines_lost", "lines": lost });
    format!("{event}\n")
}

/// Writes a match's events.
pub struct JsonEvents<W> {
    lines: JsonLines<W>,
}

impl<W: Write> JsonEvents<W> {
    /// Events go to `out`.
    pub const fn new(out: W) -> Self {
        Self {
            lines: JsonLines::new(out),
        }
    }

    /// The other side has answered before there is a match.
    pub fn answered(&mut self, at: Instant, told: Answered) {
        self.lines.write(at, "answered", answered(told));
    }
}

/// Writes one event a line.
pub(crate) struct JsonLines<W> {
    out: W,
}

impl<W: Write> JsonLines<W> {
    /// Lines go to `out`.
    pub(crate) const fn new(out: W) -> Self {
        Self { out }
    }

    /// An event, its time and its name before its fields.
    pub(crate) fn write(&mut self, now: Instant, event: &str, fields: Value) {
        let mut line = json!({ "v": VERSION, "t": now.as_micros() / 1000, "event": event });
        if let (Value::Object(line), Value::Object(fields)) = (&mut line, fields) {
            line.extend(fields);
        }
        // A reader that went away must not end the match.
        if let Err(error) = writeln!(self.out, "{line}").and_then(|()| self.out.flush()) {
            log::debug!("json: {error}");
        }
    }
}

impl<W: Write> Spectator for JsonEvents<W> {
    fn sent(&mut self, at: Instant, transmit: &Transmit) {
        let why = match transmit.reason {
            Reason::First => "new",
            Reason::Resend(_) => "resend",
            Reason::Acknowledgement => "acknowledgement",
            // 27 single bytes are no frames: the event tells of them.
            Reason::Nudge(_) => return,
        };
        let mut fields = frame(transmit.frame);
        fields["why"] = why.into();
        self.lines.write(at, "sent", fields);
    }

    fn event(&mut self, now: Instant, game: &Match, event: &Event) {
        let (name, fields) = describe(game, event);
        self.lines.write(now, name, fields);
    }
}

fn describe(game: &Match, event: &Event) -> (&'static str, Value) {
    match event {
        Event::Heard(heard, verdict) => {
            let mut fields = frame(*heard);
            fields["verdict"] = verdict_name(*verdict).into();
            if let FrameVerdict::Refused(sentence) = verdict {
                fields["sentence"] = sentence.to_string().into();
            }
            ("heard", fields)
        }
        Event::Garbled(bytes, error) => (
            "garbled",
            json!({ "bytes": Hex(*bytes).to_string(), "error": error.to_string() }),
        ),
        Event::Resent {
            frame: again,
            count,
        } => {
            let mut fields = frame(*again);
            fields["count"] = (*count).into();
            ("resent", fields)
        }
        Event::Nudged => ("nudged", json!({})),
        Event::Ready => {
            let mut fields = agreed(game.terms());
            fields["color"] = color(game.terms().color).into();
            ("ready", fields)
        }
        Event::OurTurn => ("our_turn", json!({ "color": color(game.terms().color) })),
        Event::Moved {
            number,
            color: mover,
            mv,
            captured,
            used,
        } => ("move", moved(*number, (*mover, *mv), *captured, *used)),
        Event::TakenBack { moves, by } => (
            "taken_back",
            json!({
                "moves": moves,
                "by": color(*by),
                "left": game.game().move_count(),
            }),
        ),
        Event::TakingBackRefused(moves) => ("taking_back_refused", json!({ "moves": moves })),
        Event::TakingBackDenied => ("taking_back_denied", json!({})),
        Event::Answered(told) => ("answered", answered(*told)),
        Event::Acknowledged => ("acknowledged", json!({})),
        Event::Doubted(what) => ("doubted", json!({ "what": what.to_string() })),
        Event::OpeningDoubted(stop) => ("doubted", json!({ "what": stop.to_string() })),
        Event::Silence(time) => ("silence", json!({ "ms": millis(*time) })),
        Event::LongSilence(time) => ("long_silence", json!({ "ms": millis(*time) })),
        Event::Noise(bytes) => ("noise", json!({ "bytes": bytes })),
        Event::OpponentOverTime(over) => ("opponent_over_time", json!({ "ms": millis(*over) })),
        Event::PauseCharged(pause) => (
            "pause_charged",
            pause_charged(pause, game.terms().main_time),
        ),
        Event::PauseRuled(pause) => ("pause_ruled", pause_charged(pause, game.terms().main_time)),
        Event::NothingCharged(why) => ("no_pause", json!({ "why": why.to_string() })),
        Event::JournalFailed(error) => ("journal_failed", json!({ "error": error })),
        Event::JournalMended => ("journal_mended", json!({})),
        Event::RecordFailed(error) => ("record_failed", json!({ "error": error })),
        Event::LinkDown(what) => ("link_down", json!({ "what": what })),
        Event::LinkUp => ("link_up", json!({})),
        Event::Ended(end) => (
            "ended",
            with_dispute(
                json!({ "end": end_name(end), "reason": end.to_string() }),
                end,
            ),
        ),
        Event::Settled(outcome) => ("result", settled(outcome)),
    }
}

/// A frame with its bytes in hexadecimal digits and its message in words.
pub(crate) fn frame(frame: Frame) -> Value {
    json!({
        "bytes": Hex(frame.to_bytes()).to_string(),
        "message": frame.message().to_string(),
        "sequence": u8::from(frame.sequence()),
        "acknowledged": u8::from(frame.acknowledged()),
    })
}

/// A move, and the time that both have used.
pub(crate) fn moved(
    number: usize,
    (mover, mv): (Color, Move),
    captured: usize,
    used: ByColor<Duration>,
) -> Value {
    json!({
        "number": number,
        "color": color(mover),
        "move": mv.to_string(),
        "captured": captured,
        "black_used_ms": millis(used.black),
        "white_used_ms": millis(used.white),
    })
}

/// A question and both sides' answers.
fn answered(answered: Answered) -> Value {
    json!({
        "query": answered.query.0,
        "theirs": answered.theirs,
        "ours": answered.ours,
    })
}

/// Terms of the match and its players.
pub(crate) fn agreed(terms: &Terms) -> Value {
    json!({
        "size": terms.size.lines(),
        "komi": terms.komi.to_string(),
        "rules": terms.rules.to_string(),
        "handicap": terms.handicap.stones(),
        "time_ms": millis(terms.main_time),
        "black": terms.names.black,
        "white": terms.names.white,
    })
}

/// The result and what it rests on.
pub(crate) fn settled(outcome: &Outcome) -> Value {
    let fields = json!({
        "result": outcome.result().to_string(),
        "end": end_name(&outcome.end),
        "reason": outcome.comment(),
    });
    let mut fields = with_dispute(fields, &outcome.end);
    if let Some(outlook) = outcome.outlook() {
        fields["expected"] = outlook.margin().into();
        fields["black_wins_percent"] = outlook.black_wins_percent().into();
        fields["spread"] = outlook.spread().into();
    }
    if let Some(number) = outcome.unheard {
        fields["unacknowledged_move"] = number.into();
    }
    if let Some(count) = outcome.count() {
        fields["count"] = count.score.to_string().into();
        fields["dead"] = count
            .status
            .dead()
            .iter()
            .map(|point| point.to_string())
            .collect();
        for side in Color::BOTH {
            let points = format!("{}_points", color(side));
            fields[points] = count.score.points(side).into();
        }
    }
    fields
}

/// Where the judge decides, the field `dispute` says about what.
fn with_dispute(mut fields: Value, end: &End) -> Value {
    if let End::Judge(dispute) = end {
        fields["dispute"] = dispute.word().into();
    }
    fields
}

const fn verdict_name(verdict: FrameVerdict) -> &'static str {
    match verdict {
        FrameVerdict::Taken => "taken",
        FrameVerdict::Offered => "offered",
        FrameVerdict::Acknowledges => "acknowledges",
        FrameVerdict::Idle => "idle",
        FrameVerdict::Repeat => "repeat",
        FrameVerdict::Crossed => "crossed",
        FrameVerdict::Missed => "missed",
        FrameVerdict::OutOfPlace => "out_of_place",
        FrameVerdict::Doubted => "doubted",
        FrameVerdict::AfterEnd => "after_end",
        FrameVerdict::Echo => "echo",
        FrameVerdict::Refused(_) => "refused",
    }
}

/// A kind of end.
pub(crate) const fn end_name(end: &End) -> &'static str {
    match end {
        End::TwoPasses => "two_passes",
        End::LastPassUnheard => "last_pass_unheard",
        End::NoResult(_) => "no_result",
        End::Resignation { .. } => "resignation",
        End::FlagFell { .. } => "flag",
        End::NoGame(NoGame::Handshake(_)) => "no_game",
        End::NoGame(NoGame::LinkLost(_)) => "link_lost",
        End::NoGame(NoGame::Operator) => "operator",
        End::Judge(_) => "judge",
    }
}

/// A side by its name in the events: "black", "white".
pub(crate) const fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A pause, and what was charged for it of a clock of so much time.
pub(crate) fn pause_charged(pause: &Pause, limit: Duration) -> Value {
    json!({
        "color": color(pause.to),
        "pause_ms": millis(pause.length),
        "charged_ms": millis(pause.charged),
        "left_ms": millis(pause.left(limit)),
    })
}

#[cfg(test)]
mod tests {
    use sgmp_proto::{Bit, Config, FrameError, Message, Stop};

    use super::*;
    use crate::play::journal::Entry;
    use crate::play::{
        Assessment, ClaimPolicy, Count, Dispute, Foul, JournalSink, NothingCharged, Pause,
        RecordSink, StoreError, Stores, WallClock,
    };
    use sgmp_board::record::GameRecord;
    use sgmp_board::rules::{BoardSize, Komi, Rules, Status, score};

    struct Nowhere;

    impl JournalSink for Nowhere {
        fn append(&mut self, _: &Entry) -> Result<(), StoreError> {
            Ok(())
        }
    }

    impl RecordSink for Nowhere {
        fn keep(&mut self, _: &GameRecord) -> Result<(), StoreError> {
            Ok(())
        }
    }

    fn game() -> Match {
        let terms = Terms {
            color: Color::Black,
            size: BoardSize::NINETEEN,
            komi: Komi::from_half_points(11),
            rules: Rules::Japanese.into(),
            main_time: Duration::from_secs(3000),
            used: Duration::ZERO,
            names: ByColor::new("Kuro".to_owned(), "Shiro".to_owned()),
            event: String::new(),
            place: String::new(),
            round: "1".to_owned(),
            date: "2000-11-03".to_owned(),
            handicap: sgmp_proto::Handicap::EVEN,
            dialect: crate::play::Dialect::Fjk,
        };
        let patience = ClaimPolicy {
            opponent_grace: Some(Duration::from_secs(60)),
        };
        let stores = Stores {
            journal: Box::new(Nowhere),
            record: Box::new(Nowhere),
        };
        let (config, wall) = (
            Config::tournament(Color::Black),
            WallClock(jiff::Timestamp::UNIX_EPOCH),
        );
        Match::builder(terms, patience, stores, wall).start(config, Instant::ZERO)
    }

    /// One of each.
    fn every_event(game: &Match) -> Vec<Event> {
        let frame = Frame::new(Bit::One, Bit::Zero, Message::NewGame);
        let foul = Foul::PastTheBoard {
            number: 2,
            point: 500,
        };
        let time = Duration::from_millis(1500);
        let pause = Pause {
            to: Color::White,
            length: time,
            used_before: time,
            was_over: false,
            charged: time,
        };
        let words = || "words".to_owned();
        let status = Box::<Status>::default();
        let score = score::count(game.game(), &status);
        let outcome = Outcome {
            assessment: Some(Assessment::Count(Count { status, score })),
            ..Outcome::new(End::Judge(Dispute::MoveLimit))
        };
        vec![
            Event::Heard(frame, FrameVerdict::Taken),
            Event::Garbled([1, 0xa1, 0xa0, 0x81], FrameError::Checksum),
            Event::Resent { frame, count: 1 },
            Event::Nudged,
            Event::Ready,
            Event::OurTurn,
            Event::Moved {
                number: 1,
                color: Color::Black,
                mv: Move::Pass,
                captured: 0,
                used: ByColor::new(time, time),
            },
            Event::Acknowledged,
            Event::TakenBack {
                moves: 2,
                by: Color::White,
            },
            Event::TakingBackRefused(1),
            Event::TakingBackDenied,
            Event::Answered(Answered {
                query: sgmp_proto::Query::STONES,
                theirs: 41,
                ours: 42,
            }),
            Event::Doubted(Dispute::IllegalMove(foul)),
            Event::OpeningDoubted(Stop::BothBlack),
            Event::Silence(time),
            Event::OpponentOverTime(time),
            Event::LongSilence(time),
            Event::Noise(12),
            Event::PauseCharged(pause),
            Event::PauseRuled(pause),
            Event::NothingCharged(NothingCharged::NoPause),
            Event::JournalFailed(words()),
            Event::JournalMended,
            Event::RecordFailed(words()),
            Event::LinkDown(words()),
            Event::LinkUp,
            Event::Ended(End::Judge(Dispute::MoveLimit)),
            Event::Settled(Box::new(outcome)),
        ]
    }

    /// A new event does not compile here: put it into the list above, too.
    const fn is_listed(event: &Event) {
        match event {
            Event::Heard(..)
            | Event::Garbled(..)
            | Event::Resent { .. }
            | Event::Nudged
            | Event::Ready
            | Event::OurTurn
            | Event::Moved { .. }
            | Event::Acknowledged
            | Event::TakenBack { .. }
            | Event::TakingBackRefused(..)
            | Event::TakingBackDenied
            | Event::Answered(..)
            | Event::Doubted(..)
            | Event::OpeningDoubted(..)
            | Event::Silence(..)
            | Event::OpponentOverTime(..)
            | Event::LongSilence(..)
            | Event::Noise(..)
            | Event::PauseCharged(..)
            | Event::PauseRuled(..)
            | Event::NothingCharged(..)
            | Event::JournalFailed(..)
            | Event::JournalMended
            | Event::RecordFailed(..)
            | Event::LinkDown(..)
            | Event::LinkUp
            | Event::Ended(..)
            | Event::Settled(..) => {}
        }
    }

    fn shape(line: &str) -> String {
        let value: Value = serde_json::from_str(line).expect("JSON");
        let fields = value.as_object().expect("an object");
        let kind = |value: &Value| match value {
            Value::String(_) => "text",
            Value::Number(number) if number.is_u64() => "whole number",
            Value::Array(_) => "list of texts",
            other => panic!("{other} in {line}"),
        };
        let name = fields["event"].as_str().expect("a name");
        let fields = fields
            .iter()
            .filter(|(field, _)| *field != "event")
            .map(|(field, value)| format!("\n  {field}: {}", kind(value)));
        format!("{name}{}", fields.collect::<String>())
    }

    #[test]
    fn names_and_fields_are_part_of_the_interface() {
        let game = game();
        let mut written = Vec::new();
        let mut json = JsonEvents::new(&mut written);
        let transmit = Transmit {
            frame: Frame::new(Bit::One, Bit::Zero, Message::NewGame),
            reason: Reason::First,
        };
        json.sent(Instant::ZERO, &transmit);
        for event in every_event(&game) {
            is_listed(&event);
            json.event(Instant::ZERO, &game, &event);
        }
        let text = String::from_utf8(written).expect("UTF-8");
        let shapes: Vec<_> = text.lines().map(shape).collect();
        insta::assert_snapshot!(shapes.join("\n"));
    }
}
