//! The events of a client on a server, for those who watch: in words, and as JSON.

use std::fmt;
use std::time::Duration;

use sgmp_proto::Instant;

use super::game_journal::TimedMove;
use super::nngs::{MatchOffer, Unwanted};
use super::server_game::ServerGame;
use super::server_setup::{Entrant, ServerResult};
use crate::play::Terms;
use sgmp_board::record::GameResult;
use sgmp_board::rules::{Color, IllegalMove, Move, Point};
use sgmp_engine::time_control::Clock;

/// Something that has happened.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerEvent {
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
    OurTurn(Clock),
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
    /// We offer a match.
    Offers(MatchOffer),
    /// We accept one.
    Accepts(MatchOffer),
    /// We decline one.
    Declines(MatchOffer, Unwanted),
    /// The game waits on the server until both are there.
    Adjourned,
    /// It has waited long, and makes room for others; it goes on whenever it is loaded.
    PutAside,
    /// The move with this number is undone.
    Undone(usize),
    /// The dead by our own count, one stone of each string, and the result by it.
    Counted {
        /// The stones.
        dead: Vec<Point>,
        /// The result.
        result: GameResult,
    },
    /// The stones at a point are called dead.
    Removing(Point),
    /// The other side removes what lives: the game goes on.
    Disputes,
    /// It does so again: we agree to nothing, and a person has to see to it.
    Disagrees,
    /// A person has typed what cannot be played.
    NoMove(Move, IllegalMove),
    /// Words of another player to us.
    Said(String),
    /// Words of somebody about the game.
    Kibitz(String),
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
    /// Our own count, where both have passed.
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

/// The state of our clock in words.
fn clock_words(state: Clock) -> String {
    match state {
        Clock::Main { left } => format!("{} left", clock(left)),
        Clock::Overtime { left, count } => format!("{} left for {count} moves", clock(left)),
    }
}

/// The terms of an offer in words.
fn terms_words(offer: &MatchOffer) -> String {
    let (size, time, color) = (offer.size, offer.time_words(), offer.color);
    format!("{size}, {time}, we are {color}")
}

/// Points one after another; a word where there are none.
fn points_text(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().map(Point::to_string).collect();
    match names.is_empty() {
        true => "none".to_owned(),
        false => names.join(" "),
    }
}

impl fmt::Display for ServerEvent {
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
            Self::OurTurn(left) => write!(f, "our move, {}", clock_words(*left)),
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
            Self::Offers(offer) => write!(f, "offered to {}: {}", offer.name, terms_words(offer)),
            Self::Accepts(offer) => {
                write!(f, "accepted from {}: {}", offer.name, terms_words(offer))
            }
            Self::Declines(offer, why) => {
                let terms = terms_words(offer);
                write!(f, "declined from {}: {terms} ({why})", offer.name)
            }
            Self::Adjourned => {
                f.write_str("the game waits on the server: it goes on as soon as both are there")
            }
            Self::PutAside => {
                f.write_str("the game has waited long: others may come; it goes on whenever it is loaded")
            }
            Self::Undone(number) => write!(f, "move {number} is undone"),
            Self::Counted { dead, result } => {
                let dead = points_text(dead);
                write!(f, "our count: {result}, dead: {dead}")
            }
            Self::Removing(point) => write!(f, "removed as dead: {point}"),
            Self::Disputes => f.write_str("the other side removes what lives: the game goes on"),
            Self::Disagrees => f.write_str(
                "the other side removes what lives, again: we do not agree; log in yourself, or let the game be adjourned",
            ),
            Self::NoMove(mv, why) => write!(f, "{mv} cannot be played: {why}"),
            Self::Said(words) => write!(f, "said: {words}"),
            Self::Kibitz(words) => write!(f, "kibitz: {words}"),
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
pub trait ServerSpectator {
    /// A line came from the server, or goes there as logs show it.
    fn line(&mut self, _at: Instant, _from: Speaker, _line: &str) {}
    /// Something has happened; `game` is the one that is on.
    fn event(&mut self, _at: Instant, _event: &ServerEvent, _game: Option<&ServerGame>) {}
}

/// The side of a connection that speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The server.
    Server,
    /// We do.
    Us,
}
