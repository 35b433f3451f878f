//! A match as a program reads it: one JSON event a line. The names are part of the interface.

use std::io::Write;
use std::time::Duration;

use proto::{Frame, Hex, Instant, Reason, Transmit, Verdict};
use serde_json::{Value, json};

use crate::play::{End, Event, Match, NoGame, Outcome};
use crate::port::Spectator;
use crate::rules::Color;

/// Version of the event format.
const VERSION: u32 = 1;

/// Writes events.
pub(super) struct JsonEvents<W> {
    out: W,
}

impl<W: Write> JsonEvents<W> {
    /// Events go to `out`.
    pub(super) const fn new(out: W) -> Self {
        Self { out }
    }

    fn write(&mut self, now: Instant, event: &str, fields: Value) {
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
        };
        let mut fields = frame(transmit.frame);
        fields["why"] = why.into();
        self.write(at, "sent", fields);
    }

    fn event(&mut self, now: Instant, game: &Match, event: &Event) {
        let (name, fields) = describe(game, event);
        self.write(now, name, fields);
    }
}

fn describe(game: &Match, event: &Event) -> (&'static str, Value) {
    match event {
        Event::Heard(heard, verdict) => {
            let mut fields = frame(*heard);
            fields["verdict"] = verdict_name(*verdict).into();
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
        Event::Ready => ("ready", terms(game)),
        Event::OurTurn => ("our_turn", json!({ "color": color(game.terms().color) })),
        Event::Moved {
            number,
            color: mover,
            mv,
            captured,
            used,
        } => (
            "move",
            json!({
                "number": number,
                "color": color(*mover),
                "move": mv.to_string(),
                "captured": captured,
                "black_used_ms": millis(used.black),
                "white_used_ms": millis(used.white),
            }),
        ),
        Event::Acknowledged => ("acknowledged", json!({})),
        Event::Doubted(foul) => ("doubted", json!({ "what": foul.to_string() })),
        Event::Silence(time) => ("silence", json!({ "ms": millis(*time) })),
        Event::OpponentOverTime(over) => ("opponent_over_time", json!({ "ms": millis(*over) })),
        Event::JournalFailed(error) => ("journal_failed", json!({ "error": error })),
        Event::JournalMended => ("journal_mended", json!({})),
        Event::RecordFailed(error) => ("record_failed", json!({ "error": error })),
        Event::LinkDown(what) => ("link_down", json!({ "what": what })),
        Event::LinkUp => ("link_up", json!({})),
        Event::Ended(end) => (
            "ended",
            json!({ "end": end_name(end), "reason": end.to_string() }),
        ),
        Event::Settled(outcome) => ("result", settled(outcome)),
    }
}

fn frame(frame: Frame) -> Value {
    json!({
        "bytes": Hex(frame.to_bytes()).to_string(),
        "message": frame.message().to_string(),
        "sequence": u8::from(frame.sequence()),
        "acknowledged": u8::from(frame.acknowledged()),
    })
}

fn terms(game: &Match) -> Value {
    let terms = game.terms();
    json!({
        "color": color(terms.color),
        "size": terms.size.lines(),
        "komi": terms.komi.to_string(),
        "time_ms": millis(terms.main_time),
        "black": terms.names.black,
        "white": terms.names.white,
    })
}

fn settled(outcome: &Outcome) -> Value {
    let mut fields = json!({
        "result": outcome.result().to_string(),
        "end": end_name(&outcome.end),
        "reason": outcome.comment(),
    });
    if let Some(count) = &outcome.count {
        fields["count"] = count.score.to_string().into();
        fields["dead"] = count.dead.iter().map(|point| point.to_string()).collect();
        for side in Color::BOTH {
            fields[color(side)] = count.score.tally[side].points().into();
        }
    }
    fields
}

const fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Taken => "taken",
        Verdict::Offered => "offered",
        Verdict::Acknowledges => "acknowledges",
        Verdict::Idle => "idle",
        Verdict::Repeat => "repeat",
        Verdict::Crossed => "crossed",
        Verdict::Missed => "missed",
        Verdict::OutOfPlace => "out_of_place",
        Verdict::Doubted => "doubted",
        Verdict::AfterEnd => "after_end",
        Verdict::Echo => "echo",
    }
}

const fn end_name(end: &End) -> &'static str {
    match end {
        End::TwoPasses => "two_passes",
        End::Resignation { .. } => "resignation",
        End::FlagFell { .. } => "flag",
        End::NoGame(NoGame::Handshake(_)) => "no_game",
        End::NoGame(NoGame::LinkLost(_)) => "link_lost",
        End::NoGame(NoGame::Operator) => "operator",
        End::Judge(_) => "judge",
    }
}

const fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
