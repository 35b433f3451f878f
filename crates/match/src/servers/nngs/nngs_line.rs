//! The lines that an NNGS or IGS server sends to a client in client mode: a number for the kind, and words.
//!
//! Source: the table of numbers that the servers' own manuals give, and what NNGS 1.1.22 says.

use std::str::FromStr;
use std::time::Duration;

use super::match_offer::MatchOffer;
use crate::servers::line_parts::{LineError, Parts, read_move};
use sgmp_board::rules::{BoardSize, ByColor, Color, Komi, Move, Point};
use sgmp_engine::time_control::Clock;

/// A line of the server, as far as a player needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerLine {
    /// `1 N`: the server waits for a command.
    Prompt(Prompt),
    /// `5 words`: an error.
    Error(String),
    /// `7 [N] ...`: a game in the list of games.
    Listed(Box<ListedGame>),
    /// `15 Game N I: W (...) vs B (...)`: the clocks of a game, whose moves may follow.
    Header(GameHeader),
    /// `15 N(B): E5`: a move of the game of the latest header, by its number from 0.
    Move {
        /// The number.
        number: usize,
        /// The side that made it.
        color: Color,
        /// The move.
        mv: TableMove,
    },
    /// `9 Use <match ...> or <decline ...>`: somebody offers a match; the words are those that accept it.
    Offer(MatchOffer),
    /// `9 NAME offers a new komi of K.`
    KomiOffer(String, Komi),
    /// The komi of our game has another value.
    KomiSet,
    /// `{Game N: W vs B : words}`: a game has ended, or waits.
    Ended(EndedGame),
    /// Somebody wants the game to wait.
    AdjournRequest(String),
    /// `28 ...`: the last move is undone.
    Undone,
    /// `9 Removing @ E5`: the stones there are called dead.
    Removing(Point),
    /// Words of another player to us.
    Said(String),
    /// Words of somebody about a game.
    Kibitz(String),
    /// Words of the server for people.
    Info(String),
    /// A line that a player does not need.
    Other,
}

/// The state in which the server waits for a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// For the password.
    Password,
    /// No game is on.
    Waiting,
    /// A game is on.
    Playing,
    /// Dead stones are named.
    Scoring,
    /// Something else.
    Other(u8),
}

/// A move as the table sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableMove {
    /// A point or a pass.
    Move(Move),
    /// Black's stones on the fixed points, in place of its first move.
    Handicap(u8),
}

/// Players and clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameHeader {
    /// The server's number of the game.
    pub number: u64,
    /// The players.
    pub names: ByColor<String>,
    /// Their clocks.
    pub clocks: ByColor<Clock>,
}

/// A game in the list of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// The server's number of the game.
    pub number: u64,
    /// The players.
    pub names: ByColor<String>,
    /// Their ranks.
    pub ranks: ByColor<String>,
    /// Moves so far.
    pub moves: usize,
    /// The board.
    pub size: BoardSize,
    /// Black's stones before the first move.
    pub handicap: u8,
    /// White's compensation.
    pub komi: Komi,
    /// The minutes of a period of overtime.
    pub byoyomi: u32,
}

/// The server's last word about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedGame {
    /// The server's number of the game.
    pub number: u64,
    /// The players.
    pub names: ByColor<String>,
    /// The words themselves.
    pub words: String,
}

impl FromStr for ServerLine {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        // What a telnet says of itself, and bells, stand before the number.
        let line = line.trim_start_matches(|c: char| c == '\u{fffd}' || c.is_control());
        let line = line.trim_end();
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let Ok(kind) = kind.parse::<u8>() else {
            return Ok(Self::Other);
        };
        match kind {
            1 => Prompt::read(rest).map(Self::Prompt),
            5 => Ok(Self::Error(rest.to_owned())),
            7 if rest.starts_with("[##]") => Ok(Self::Other),
            7 => ListedGame::read(rest).map(|game| Self::Listed(Box::new(game))),
            9 | 21 => Ok(informed(kind, rest)),
            11 => Ok(Self::Kibitz(rest.trim().to_owned())),
            15 if rest.starts_with("Game ") => GameHeader::read(rest).map(Self::Header),
            15 => read_table_move(rest),
            19 | 24 => Ok(Self::Said(rest.trim().to_owned())),
            28 => Ok(Self::Undone),
            48 if rest.contains("requests an adjournment") => {
                Ok(Self::AdjournRequest(rest.to_owned()))
            }
            49 => Ok(removing(rest).map_or(Self::Other, Self::Removing)),
            _ => Ok(Self::Other),
        }
    }
}

/// Reads a line of the kinds 9 and 21, which say most things in words.
fn informed(kind: u8, words: &str) -> ServerLine {
    let words = words.trim();
    if let Some(ended) = EndedGame::read(words) {
        return ServerLine::Ended(ended);
    }
    // Shouts of the server about others are no news for a player.
    let is_answer = words == "File" || words.starts_with("Set ") && words.contains(" to be ");
    if kind != 9 || words.is_empty() || words.starts_with("1 ") || is_answer {
        return ServerLine::Other;
    }
    if let Some(offer) = MatchOffer::in_words(words) {
        return ServerLine::Offer(offer);
    }
    if let Some(point) = removing(words) {
        return ServerLine::Removing(point);
    }
    if let Some((name, komi)) = words.split_once(" offers a new komi of ") {
        let komi = komi.trim_end_matches('.').parse();
        return match komi {
            Ok(komi) => ServerLine::KomiOffer(name.to_owned(), komi),
            Err(_) => ServerLine::Other,
        };
    }
    if words.starts_with("Komi is now set to ") || words.starts_with("Set the komi to ") {
        return ServerLine::KomiSet;
    }
    if words.ends_with(" would like to adjourn the game.") {
        return ServerLine::AdjournRequest(words.to_owned());
    }
    ServerLine::Info(words.to_owned())
}

/// The point in `Removing @ E5`.
fn removing(words: &str) -> Option<Point> {
    let (_, point) = words.rsplit_once("emoving @ ")?;
    Point::parse(point.trim())
}

impl Prompt {
    fn read(rest: &str) -> Result<Self, LineError> {
        let mut parts = Parts::new("1", rest);
        let number = parts.parsed("the state", |text| text.parse().ok())?;
        Ok(match number {
            1 => Self::Password,
            5 => Self::Waiting,
            6 => Self::Playing,
            7 => Self::Scoring,
            other => Self::Other(other),
        })
    }
}

/// Reads `  0(B): E5`, behind which captured stones may be named.
fn read_table_move(rest: &str) -> Result<ServerLine, LineError> {
    let wrong = || LineError::Wrong {
        word: "15",
        what: "a move",
        value: crate::servers::line_parts::excerpt(rest),
    };
    let read = || {
        let (number, rest) = rest.trim().split_once('(')?;
        let (color, rest) = rest.split_once("):")?;
        let mut words = rest.split_whitespace();
        let mv = match words.next()? {
            "Handicap" => TableMove::Handicap(words.next()?.parse().ok()?),
            word => TableMove::Move(read_move(word)?),
        };
        Some(ServerLine::Move {
            number: number.trim().parse().ok()?,
            color: color.parse().ok()?,
            mv,
        })
    };
    read().ok_or_else(wrong)
}

impl GameHeader {
    /// Reads `Game N I: W (captives seconds stones) vs B (...)`.
    fn read(rest: &str) -> Result<Self, LineError> {
        let spaced = rest.replace(['(', ')', ':'], " ");
        let mut parts = Parts::new("15 Game", spaced.strip_prefix("Game ").unwrap_or(&spaced));
        let number = parts.parsed("its number", |text| text.parse().ok())?;
        parts.next("its kind")?;
        let (white, on_whites) = Self::read_side(&mut parts)?;
        parts.next("vs")?;
        let (black, on_blacks) = Self::read_side(&mut parts)?;
        Ok(Self {
            number,
            names: ByColor::new(black, white),
            clocks: ByColor::new(on_blacks, on_whites),
        })
    }

    fn read_side(parts: &mut Parts<'_>) -> Result<(String, Clock), LineError> {
        let name = parts.next("a name")?.to_owned();
        parts.next("its captives")?;
        let seconds = parts.parsed("its seconds", |text| text.parse::<i64>().ok())?;
        let stones = parts.parsed("its stones", |text| text.parse::<i64>().ok())?;
        let left = Duration::from_secs(seconds.max(0).unsigned_abs());
        let clock = match u32::try_from(stones) {
            Ok(count) if count > 0 => Clock::Overtime { left, count },
            _ => Clock::Main { left },
        };
        Ok((name, clock))
    }
}

impl ListedGame {
    /// Reads `[ 1] W [ 1d ] vs. B [ NR ] ( 24 9 0 0.5 1 FI) ( 0)`.
    fn read(rest: &str) -> Result<Self, LineError> {
        let spaced = rest.replace(['[', ']', '(', ')'], " ");
        let mut parts = Parts::new("7", &spaced);
        let number = parts.parsed("the number of the game", |text| text.parse().ok())?;
        let white = parts.next("White")?.to_owned();
        let white_rank = parts.next("White's rank")?.to_owned();
        parts.next("vs.")?;
        let black = parts.next("Black")?.to_owned();
        let black_rank = parts.next("Black's rank")?.to_owned();
        Ok(Self {
            number,
            names: ByColor::new(black, white),
            ranks: ByColor::new(black_rank, white_rank),
            moves: parts.parsed("the moves", |text| text.parse().ok())?,
            size: parts.parsed("the size", |text| BoardSize::new(text.parse().ok()?))?,
            handicap: parts.parsed("the handicap", |text| text.parse().ok())?,
            komi: parts.parsed("the komi", |text| text.parse().ok())?,
            byoyomi: parts.parsed("the byo-yomi", |text| text.parse().ok())?,
        })
    }
}

impl EndedGame {
    /// Reads `{Game N: W vs B : words}`, or the same without braces.
    fn read(words: &str) -> Option<Self> {
        let words = words.trim_matches(['{', '}']);
        let (number, rest) = words.strip_prefix("Game ")?.split_once(": ")?;
        let (names, words) = rest.split_once(" : ")?;
        let (white, black) = names.split_once(" vs ")?;
        Some(Self {
            number: number.trim().parse().ok()?,
            names: ByColor::new(black.trim().to_owned(), white.trim().to_owned()),
            words: words.trim().to_owned(),
        })
    }

    /// Returns whether the game waits to be loaded.
    #[must_use]
    pub fn is_adjourned(&self) -> bool {
        self.words.contains("adjourned")
    }
}
