//! The events on a server as JSON.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};
use sgmp_proto::Instant;

use super::nngs::MatchOffer;
use super::server_event::{GameBegun, ServerEvent, ServerSpectator};
use super::server_game::ServerGame;
use super::server_setup::Entrant;
use crate::spectators::json_events::{JsonLines, color};
use sgmp_board::rules::Point;
use sgmp_engine::time_control::Clock;

/// Writes events as JSON, one a line.
pub struct ServerJson<W>(JsonLines<W>);

impl<W: Write> ServerJson<W> {
    /// Events go to `out`.
    pub const fn new(out: W) -> Self {
        Self(JsonLines::new(out))
    }
}

impl<W: Write> ServerSpectator for ServerJson<W> {
    fn event(&mut self, at: Instant, event: &ServerEvent, _: Option<&ServerGame>) {
        let (name, fields) = described(event);
        self.0.write(at, name, fields);
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn described(event: &ServerEvent) -> (&'static str, Value) {
    match event {
        ServerEvent::LinkUp => ("link_up", json!({})),
        ServerEvent::LinkDown(what) => ("link_down", json!({ "what": what })),
        ServerEvent::LoginSent => ("login_sent", json!({})),
        ServerEvent::Info(text) => ("info", json!({ "text": text })),
        ServerEvent::Game(begun) => ("game", game_fields(begun)),
        ServerEvent::OtherMoves(kept) => ("other_moves", json!({ "kept": kept })),
        ServerEvent::OurTurn(left) => ("our_turn", clock_fields(*left)),
        ServerEvent::Moved { number, moved } => (
            "move",
            json!({
                "number": number,
                "color": color(moved.color),
                "move": moved.mv.to_string(),
                "left_ms": millis(moved.left),
            }),
        ),
        ServerEvent::SentAgain(number) => ("sent_again", json!({ "number": number })),
        ServerEvent::WeResign => ("we_resign", json!({})),
        ServerEvent::PlayerFailed(what) => ("player_failed", json!({ "what": what })),
        ServerEvent::Over(over) => (
            "result",
            json!({
                "game": over.number,
                "result": over.result.result.to_string(),
                "word": over.result.word,
                "reason": over.reason,
                "ours": color(over.ours),
                "counted": over.counted.map(|counted| counted.to_string()),
                "record": over.record,
            }),
        ),
        ServerEvent::Lost(number) => ("game_lost_sight_of", json!({ "game": number })),
        ServerEvent::JournalFailed(error) => ("journal_failed", json!({ "error": error })),
        ServerEvent::JournalMended => ("journal_mended", json!({})),
        ServerEvent::RecordFailed(error) => ("record_failed", json!({ "error": error })),
        ServerEvent::Nonsense { line, fault } => {
            ("nonsense", json!({ "line": line, "fault": fault }))
        }
        ServerEvent::Waiting => ("waiting", json!({})),
        ServerEvent::LeavesAfterGame => ("leaves_after_game", json!({})),
        ServerEvent::Offers(offer) => ("offers", offer_fields(offer)),
        ServerEvent::Accepts(offer) => ("accepts", offer_fields(offer)),
        ServerEvent::Declines(offer, why) => {
            let mut fields = offer_fields(offer);
            fields["why"] = why.to_string().into();
            ("declines", fields)
        }
        ServerEvent::Adjourned => ("adjourned", json!({})),
        ServerEvent::PutAside => ("put_aside", json!({})),
        ServerEvent::Undone(number) => ("undone", json!({ "number": number })),
        ServerEvent::Counted { dead, result } => {
            let dead: Vec<String> = dead.iter().map(Point::to_string).collect();
            let result = result.to_string();
            ("counted", json!({ "dead": dead, "result": result }))
        }
        ServerEvent::Removing(point) => ("removing", json!({ "point": point.to_string() })),
        ServerEvent::Disputes => ("disputes", json!({})),
        ServerEvent::Disagrees => ("disagrees", json!({})),
        ServerEvent::NoMove(mv, why) => (
            "no_move",
            json!({ "move": mv.to_string(), "why": why.to_string() }),
        ),
        ServerEvent::Said(words) => ("said", json!({ "words": words })),
        ServerEvent::Kibitz(words) => ("kibitz", json!({ "words": words })),
    }
}

fn game_fields(begun: &GameBegun) -> Value {
    let player = |player: &Entrant| json!({ "name": player.name, "rating": player.rating });
    let terms = &begun.terms;
    json!({
        "game": begun.number,
        "black": player(&begun.black),
        "white": player(&begun.white),
        "ours": color(terms.color),
        "size": terms.size.lines(),
        "komi": terms.komi.to_string(),
        "main_time_ms": millis(terms.main_time),
        "rules": terms.rules.to_string(),
        "moves": begun.moves,
        "record": begun.record,
    })
}

fn clock_fields(state: Clock) -> Value {
    match state {
        Clock::Main { left } => json!({ "left_ms": millis(left) }),
        Clock::Overtime { left, count } => json!({ "left_ms": millis(left), "moves": count }),
    }
}

fn offer_fields(offer: &MatchOffer) -> Value {
    json!({
        "name": offer.name.as_str(),
        "ours": color(offer.color),
        "size": offer.size.lines(),
        "minutes": offer.minutes,
        "byoyomi_minutes": offer.byoyomi,
    })
}
