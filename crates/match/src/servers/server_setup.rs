//! A game on a server at its beginning, and its result.

use std::fmt;
use std::time::Duration;

use super::line_parts::{LineError, Parts};
use sgmp_board::record::GameResult;
use sgmp_board::rules::{BoardSize, Color, Handicap, Komi, Move};
use sgmp_engine::time_control::Overtime;

/// A game as a server tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSetup {
    /// The server's number of the game.
    pub number: u64,
    /// The board.
    pub size: BoardSize,
    /// White's compensation.
    pub komi: Komi,
    /// Black's stones before the first move, on the fixed points.
    pub handicap: Handicap,
    /// Each side's time, before overtime if there is any.
    pub time: Duration,
    /// The overtime that follows that time.
    pub overtime: Overtime,
    /// The player of the white stones.
    pub white: Entrant,
    /// The player of the black stones.
    pub black: Entrant,
    /// The moves so far from the first, each with the time that its player had left.
    pub moves: Vec<(Move, Duration)>,
    /// True if those times are of the moves; else they are what is left now.
    pub tells_times: bool,
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

impl GameSetup {
    /// Reads what stands behind the word `setup`.
    ///
    /// # Errors
    /// [`LineError`].
    pub(super) fn read(rest: &str) -> Result<Self, LineError> {
        let mut parts = Parts::new("setup", rest);
        let mut setup = Self {
            number: parts.parsed("the number of the game", |text| text.parse().ok())?,
            size: parts.parsed("the size", |text| BoardSize::new(text.parse().ok()?))?,
            komi: parts.parsed("the komi", |text| text.parse().ok())?,
            handicap: Handicap::EVEN,
            time: parts.millis("the time of each side")?,
            overtime: Overtime::SuddenDeath,
            white: Entrant::read(parts.next("White")?),
            black: Entrant::read(parts.next("Black")?),
            moves: Vec::new(),
            tells_times: true,
        };
        while parts.is_more() {
            let mv = parts.mv("a move")?;
            setup.moves.push((mv, parts.millis("the time of a move")?));
        }
        Ok(setup)
    }

    /// Returns whether these moves and the game's are of one game. They may be some ahead of it: what was not sent, and what
    /// the server had not saved when it went down. No game waits on a server that has no move.
    pub(super) fn goes_on_from(&self, moves: &[Move]) -> bool {
        let is_common = moves
            .iter()
            .zip(&self.moves)
            .all(|(known, (told, _))| known == told);
        is_common && (moves.len() <= 1 || !self.moves.is_empty())
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

impl fmt::Display for GameSetup {
    /// The line by which CGOS tells it, and journals begin: without handicap and overtime, which CGOS does not know.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            number,
            size,
            komi,
            time,
            white,
            black,
            moves,
            ..
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
