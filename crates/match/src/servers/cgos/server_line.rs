//! The lines that a CGOS server sends.
//!
//! Source: the server of the CGOS project (<https://github.com/zakki/cgos>, `server-python`, MIT). Times are in
//! milliseconds; a clock that is over its time may be told as less than nothing.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::servers::line_parts::{LineError, Parts, excerpt};
use crate::servers::server_setup::{GameSetup, ServerResult};
use sgmp_board::rules::{Color, Move};

/// The word by which a server says that it takes an analysis behind a move.
pub(super) const ANALYZE: &str = "genmove_analyze";

/// A line of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerLine {
    /// The greeting: the client names its protocol next.
    Protocol {
        /// True if an analysis may stand behind each move.
        analyze: bool,
    },
    /// The client names its account next.
    Username,
    /// The client says its password next.
    Password,
    /// Something for people to read.
    Info(String),
    /// A game begins, or goes on after a connection was lost.
    Setup(Box<GameSetup>),
    /// The opponent has moved.
    Play {
        /// The side that moved.
        color: Color,
        /// Its move.
        mv: Move,
        /// The time on its clock after that.
        left: Duration,
    },
    /// The client has to move.
    Genmove {
        /// The client's color.
        color: Color,
        /// The time on its clock.
        left: Duration,
    },
    /// The game is over.
    GameOver {
        /// The day of the game as the server writes it.
        date: String,
        /// Its result.
        result: ServerResult,
        /// More about it; often empty.
        reason: String,
    },
    /// The server refuses the client, and hangs up.
    Error(String),
}

impl FromStr for ServerLine {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        let line = line.trim();
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "" => Err(LineError::Empty),
            "protocol" => Ok(Self::Protocol {
                analyze: rest.split_whitespace().any(|word| word == ANALYZE),
            }),
            "username" => Ok(Self::Username),
            "password" => Ok(Self::Password),
            "info" => Ok(Self::Info(rest.to_owned())),
            "setup" => GameSetup::read(rest).map(|setup| Self::Setup(Box::new(setup))),
            "play" => {
                let mut parts = Parts::new("play", rest);
                Ok(Self::Play {
                    color: parts.color()?,
                    mv: parts.mv("the move")?,
                    left: parts.millis("the time left")?,
                })
            }
            "genmove" => {
                let mut parts = Parts::new("genmove", rest);
                Ok(Self::Genmove {
                    color: parts.color()?,
                    left: parts.millis("the time left")?,
                })
            }
            "gameover" => {
                let mut parts = Parts::new("gameover", rest);
                Ok(Self::GameOver {
                    date: parts.next("the date")?.to_owned(),
                    result: ServerResult::read(parts.next("the result")?),
                    reason: parts.rest(),
                })
            }
            error if error.trim_end_matches(':').eq_ignore_ascii_case("error") => {
                Ok(Self::Error(rest.to_owned()))
            }
            unknown => Err(LineError::UnknownWord(excerpt(unknown))),
        }
    }
}

/// A color as the server writes it.
const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

impl fmt::Display for ServerLine {
    /// The line as the server sends it, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Protocol { analyze: true } => write!(f, "protocol {ANALYZE}"),
            Self::Protocol { analyze: false } => f.write_str("protocol"),
            Self::Username => f.write_str("username"),
            Self::Password => f.write_str("password"),
            Self::Info(text) => write!(f, "info {text}"),
            Self::Setup(setup) => setup.fmt(f),
            Self::Play { color, mv, left } => {
                write!(f, "play {} {mv} {}", letter(*color), left.as_millis())
            }
            Self::Genmove { color, left } => {
                write!(f, "genmove {} {}", letter(*color), left.as_millis())
            }
            Self::GameOver {
                date,
                result,
                reason,
            } => write!(f, "gameover {date} {} {reason}", result.word),
            Self::Error(text) => write!(f, "Error: {text}"),
        }
    }
}
