//! The lines that a CGOS server sends.
//!
//! Source: the server of the CGOS project (<https://github.com/zakki/cgos>, `server-python`, MIT). Times are in
//! milliseconds; a clock that is over its time may be told as less than nothing.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sgmp_board::record::GameResult;
use sgmp_board::rules::{BoardSize, Color, Komi, Move, Point};

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
    Setup(Box<SetupLine>),
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

/// A game as `setup` tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupLine {
    /// The server's number of the game.
    pub number: u64,
    /// The board.
    pub size: BoardSize,
    /// White's compensation.
    pub komi: Komi,
    /// Each side's time for the whole game.
    pub time: Duration,
    /// The player of the white stones.
    pub white: Entrant,
    /// The player of the black stones.
    pub black: Entrant,
    /// The moves so far from Black's first, each with the time that its player had left.
    pub moves: Vec<(Move, Duration)>,
}

/// A player with its rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The name of its account.
    pub name: String,
    /// Its rating as the server writes it, `1800?` where it is provisional.
    pub rating: Option<String>,
}

/// The server's word for how a game ended, with what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerResult {
    /// The word itself: `B+3.5`, `W+Resign`, `B+Time`, `W+Illegal`, `Draw`, `Abort`.
    pub word: String,
    /// The result as a record has it.
    pub result: GameResult,
}

impl ServerResult {
    /// Reads the word; one that says neither a winner nor a draw is no result.
    #[must_use]
    pub fn read(word: &str) -> Self {
        let result = word.parse().unwrap_or_else(|_| {
            let winner = word.split_once('+').map(|(winner, _)| winner.parse());
            match winner {
                Some(Ok(winner)) => GameResult::Forfeit { winner },
                _ => GameResult::Void,
            }
        });
        Self {
            word: word.to_owned(),
            result,
        }
    }
}

/// A line that the protocol does not know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServerLineError {
    /// Nothing stands on it.
    #[error("an empty line")]
    Empty,
    /// Its first word is none of the protocol.
    #[error("no word of the protocol: {0:?}")]
    UnknownWord(String),
    /// It ends too soon.
    #[error("`{word}` without {what}")]
    Missing {
        /// The first word of the line.
        word: &'static str,
        /// The part that is not there.
        what: &'static str,
    },
    /// A part cannot be what has to stand there.
    #[error("`{word}` with {value:?} as {what}")]
    Wrong {
        /// The first word of the line.
        word: &'static str,
        /// The part that is wrong.
        what: &'static str,
        /// Its first characters.
        value: String,
    },
}

/// Longest excerpt of a foreign line in an error, in characters.
const MAX_EXCERPT: usize = 40;

fn excerpt(text: &str) -> String {
    let visible = text.chars().filter(|c| !c.is_control());
    visible.take(MAX_EXCERPT).collect()
}

impl FromStr for ServerLine {
    type Err = ServerLineError;

    fn from_str(line: &str) -> Result<Self, ServerLineError> {
        let line = line.trim();
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "" => Err(ServerLineError::Empty),
            "protocol" => Ok(Self::Protocol {
                analyze: rest.split_whitespace().any(|word| word == ANALYZE),
            }),
            "username" => Ok(Self::Username),
            "password" => Ok(Self::Password),
            "info" => Ok(Self::Info(rest.to_owned())),
            "setup" => SetupLine::read(rest).map(|setup| Self::Setup(Box::new(setup))),
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
            unknown => Err(ServerLineError::UnknownWord(excerpt(unknown))),
        }
    }
}

impl SetupLine {
    fn read(rest: &str) -> Result<Self, ServerLineError> {
        let mut parts = Parts::new("setup", rest);
        let mut setup = Self {
            number: parts.parsed("the number of the game", |text| text.parse().ok())?,
            size: parts.parsed("the size", |text| BoardSize::new(text.parse().ok()?))?,
            komi: parts.parsed("the komi", |text| text.parse().ok())?,
            time: parts.millis("the time of each side")?,
            white: Entrant::read(parts.next("White")?),
            black: Entrant::read(parts.next("Black")?),
            moves: Vec::new(),
        };
        while parts.is_more() {
            let mv = parts.mv("a move")?;
            setup.moves.push((mv, parts.millis("the time of a move")?));
        }
        Ok(setup)
    }

    /// The player of a color.
    #[must_use]
    pub const fn entrant(&self, color: Color) -> &Entrant {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The color of a name; `None` if it does not play.
    #[must_use]
    pub fn color_of(&self, name: &str) -> Option<Color> {
        let plays = |color: &Color| self.entrant(*color).name == name;
        Color::BOTH.into_iter().find(plays)
    }
}

impl Entrant {
    /// Reads `NAME(RATING)`, or a name alone.
    fn read(text: &str) -> Self {
        let rated = text
            .strip_suffix(')')
            .and_then(|text| text.rsplit_once('('));
        let (name, rating) = rated.map_or((text, None), |(name, rating)| (name, Some(rating)));
        Self {
            name: name.to_owned(),
            rating: rating.map(str::to_owned),
        }
    }
}

/// The parts of a line behind its first word.
struct Parts<'a> {
    word: &'static str,
    parts: std::str::SplitWhitespace<'a>,
}

impl<'a> Parts<'a> {
    fn new(word: &'static str, rest: &'a str) -> Self {
        let parts = rest.split_whitespace();
        Self { word, parts }
    }

    fn is_more(&self) -> bool {
        self.parts.clone().next().is_some()
    }

    fn rest(self) -> String {
        self.parts.collect::<Vec<_>>().join(" ")
    }

    fn next(&mut self, what: &'static str) -> Result<&'a str, ServerLineError> {
        let word = self.word;
        let missing = ServerLineError::Missing { word, what };
        self.parts.next().ok_or(missing)
    }

    fn parsed<T>(
        &mut self,
        what: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, ServerLineError> {
        let text = self.next(what)?;
        read(text).ok_or_else(|| ServerLineError::Wrong {
            word: self.word,
            what,
            value: excerpt(text),
        })
    }

    fn color(&mut self) -> Result<Color, ServerLineError> {
        self.parsed("the color", |text| text.parse().ok())
    }

    fn mv(&mut self, what: &'static str) -> Result<Move, ServerLineError> {
        self.parsed(what, read_move)
    }

    fn millis(&mut self, what: &'static str) -> Result<Duration, ServerLineError> {
        self.parsed(what, |text| {
            let millis: i64 = text.parse().ok()?;
            Some(Duration::from_millis(millis.max(0).unsigned_abs()))
        })
    }
}

/// Reads a move as both sides write it: a pass is whatever begins with `pa`, in any case.
pub(super) fn read_move(text: &str) -> Option<Move> {
    let begins = text.get(..2)?;
    if begins.eq_ignore_ascii_case("pa") {
        return Some(Move::Pass);
    }
    Point::parse(text).map(Move::Play)
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

impl fmt::Display for SetupLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            number,
            size,
            komi,
            time,
            white,
            black,
            moves,
        } = self;
        let (lines, time) = (size.lines(), time.as_millis());
        write!(f, "setup {number} {lines} {komi} {time} {white} {black}")?;
        moves
            .iter()
            .try_for_each(|(mv, left)| write!(f, " {mv} {}", left.as_millis()))
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rating {
            Some(rating) => write!(f, "{}({rating})", self.name),
            None => f.write_str(&self.name),
        }
    }
}
