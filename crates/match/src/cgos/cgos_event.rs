//! The events of a client on a server, for those who watch: in words, and as JSON.

use std::fmt;
use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};
use sgmp_proto::Instant;

use super::cgos_journal::TimedMove;
use super::server_line::{Entrant, ServerResult};
use crate::play::Terms;
use crate::spectators::json_events::{JsonLines, color};
use sgmp_board::record::GameResult;
use sgmp_board::rules::{Color, Game};

/// Something that has happened.
#[derive(Clone, Debug, PartialEq)]
pub enum CgosEvent {
    /// The connection stands.
    LinkUp,
    /// It is gone; another one is tried for.
    LinkDown(String),
    /// The account's name and password have been sent; the server is silent where it takes them.
    LoginSent,
    /// The server's word for people.
    Info(String),
    /// A game begins, or goes on.
    Game(Box<GameBegun>),
    /// The server has other moves than we knew: its own stand from this number on.
    OtherMoves(usize),
    /// We are to move.
    OurTurn(Duration),
    /// A move.
    Moved {
        /// Its number, from 1.
        number: usize,
        /// The move, and what its side had left.
        moved: TimedMove,
    },
    /// The move that the server has not heard is sent again.
    SentAgain(usize),
    /// Our player gives the game up.
    WeResign,
    /// Our player has failed; it is started anew.
    PlayerFailed(String),
    /// A game is over.
    Over(Box<GameOver>),
    /// A game is not told of any more, and its end was not heard.
    Lost(u64),
    /// The journal cannot be written; the game is played on, for the server has its moves.
    JournalFailed(String),
    /// It can be written again.
    JournalMended,
    /// The record cannot be written.
    RecordFailed(String),
    /// A line that says nothing we know.
    Nonsense {
        /// The beginning of the line.
        line: String,
        /// The fault in it.
        fault: String,
    },
    /// No game is on, and another one is waited for.
    Waiting,
    /// We leave after this game.
    LeavesAfterGame,
}

/// A game at its beginning here.
#[derive(Clone, Debug, PartialEq)]
pub struct GameBegun {
    /// The server's number.
    pub number: u64,
    /// Its terms.
    pub terms: Terms,
    /// Black with its rating.
    pub black: Entrant,
    /// White with its rating.
    pub white: Entrant,
    /// Moves that are made already.
    pub moves: usize,
    /// The record's file.
    pub record: String,
}

/// A game at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct GameOver {
    /// The server's number.
    pub number: u64,
    /// The server's result.
    pub result: ServerResult,
    /// More about it; often empty.
    pub reason: String,
    /// Our color.
    pub ours: Color,
    /// Our own count, where both have passed and nothing is taken off.
    pub counted: Option<GameResult>,
    /// The record's file.
    pub record: String,
}

impl GameOver {
    /// Returns whether the server counts otherwise than we do.
    #[must_use]
    pub fn differs(&self) -> bool {
        (self.counted).is_some_and(|counted| counted != self.result.result)
    }
}

/// A time as a clock shows it.
fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

impl fmt::Display for CgosEvent {
    /// A sentence without an end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LinkUp => f.write_str("connected"),
            Self::LinkDown(what) => write!(f, "the connection is gone: {what}; trying again"),
            Self::LoginSent => f.write_str("name and password are sent"),
            Self::Info(text) => write!(f, "server: {text}"),
            Self::Game(begun) => begun.fmt(f),
            Self::OtherMoves(kept) => {
                write!(
                    f,
                    "the server has other moves from move {} on: they stand",
                    kept + 1
                )
            }
            Self::OurTurn(left) => write!(f, "our move, {} left", clock(*left)),
            Self::Moved { number, moved } => {
                let TimedMove { color, mv, left } = moved;
                write!(f, "{number}. {color} {mv}, {} left", clock(*left))
            }
            Self::SentAgain(number) => {
                write!(f, "move {number} had not arrived: it is sent again")
            }
            Self::WeResign => f.write_str("we resign"),
            Self::PlayerFailed(what) => write!(f, "our player failed: {what}; it is started anew"),
            Self::Over(over) => over.fmt(f),
            Self::Lost(number) => write!(
                f,
                "the server tells of game {number} no more: its end was not heard, and its record says so"
            ),
            Self::JournalFailed(what) => {
                write!(f, "{what}; the game goes on, and the server has its moves")
            }
            Self::JournalMended => f.write_str("the journal is written again"),
            Self::RecordFailed(what) => write!(f, "the record is not written: {what}"),
            Self::Nonsense { line, fault } => write!(f, "not understood: {fault} in {line:?}"),
            Self::Waiting => f.write_str("waiting for a game"),
            Self::LeavesAfterGame => f.write_str("leaving after this game"),
        }
    }
}

impl fmt::Display for GameBegun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms = &self.terms;
        write!(
            f,
            "game {}: {} (Black) against {} (White), {}, komi {}, {} a side, rules {}; we are {}",
            self.number,
            self.black,
            self.white,
            terms.size,
            terms.komi,
            clock(terms.main_time),
            terms.rules,
            terms.color
        )?;
        if self.moves > 0 {
            write!(f, "; it goes on after move {}", self.moves)?;
        }
        write!(f, "; record {}", self.record)
    }
}

impl fmt::Display for GameOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.result.result.winner() {
            Some(winner) if winner == self.ours => "we won",
            Some(_) => "we lost",
            None => "nobody won",
        };
        write!(
            f,
            "game {} is over: {} ({how})",
            self.number, self.result.word
        )?;
        if !self.reason.is_empty() {
            write!(f, ", {}", self.reason)?;
        }
        match self.counted {
            Some(counted) if self.differs() => write!(
                f,
                "; we count {counted}: look at the rules, the server's may be others than --rules"
            ),
            _ => Ok(()),
        }
    }
}

/// Somebody who watches what happens on a server, and changes nothing.
pub trait CgosSpectator {
    /// A line came from the server, or goes there as logs show it.
    fn line(&mut self, _at: Instant, _from: Speaker, _line: &str) {}
    /// Something has happened; `game` is the one that is on.
    fn event(&mut self, _at: Instant, _event: &CgosEvent, _game: Option<&Game>) {}
}

/// The side of a connection that speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The server.
    Server,
    /// We do.
    Us,
}

/// Writes events as JSON, one a line.
pub struct CgosJson<W>(JsonLines<W>);

impl<W: Write> CgosJson<W> {
    /// Events go to `out`.
    pub const fn new(out: W) -> Self {
        Self(JsonLines::new(out))
    }
}

impl<W: Write> CgosSpectator for CgosJson<W> {
    fn event(&mut self, at: Instant, event: &CgosEvent, _: Option<&Game>) {
        let (name, fields) = described(event);
        self.0.write(at, name, fields);
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn described(event: &CgosEvent) -> (&'static str, Value) {
    match event {
        CgosEvent::LinkUp => ("link_up", json!({})),
        CgosEvent::LinkDown(what) => ("link_down", json!({ "what": what })),
        CgosEvent::LoginSent => ("login_sent", json!({})),
        CgosEvent::Info(text) => ("info", json!({ "text": text })),
        CgosEvent::Game(begun) => ("game", game_fields(begun)),
        CgosEvent::OtherMoves(kept) => ("other_moves", json!({ "kept": kept })),
        CgosEvent::OurTurn(left) => ("our_turn", json!({ "left_ms": millis(*left) })),
        CgosEvent::Moved { number, moved } => (
            "move",
            json!({
                "number": number,
                "color": color(moved.color),
                "move": moved.mv.to_string(),
                "left_ms": millis(moved.left),
            }),
        ),
        CgosEvent::SentAgain(number) => ("sent_again", json!({ "number": number })),
        CgosEvent::WeResign => ("we_resign", json!({})),
        CgosEvent::PlayerFailed(what) => ("player_failed", json!({ "what": what })),
        CgosEvent::Over(over) => (
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
        CgosEvent::Lost(number) => ("game_lost_sight_of", json!({ "game": number })),
        CgosEvent::JournalFailed(error) => ("journal_failed", json!({ "error": error })),
        CgosEvent::JournalMended => ("journal_mended", json!({})),
        CgosEvent::RecordFailed(error) => ("record_failed", json!({ "error": error })),
        CgosEvent::Nonsense { line, fault } => {
            ("nonsense", json!({ "line": line, "fault": fault }))
        }
        CgosEvent::Waiting => ("waiting", json!({})),
        CgosEvent::LeavesAfterGame => ("leaves_after_game", json!({})),
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
