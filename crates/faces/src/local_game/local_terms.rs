//! The terms of a game at this computer.

use std::fmt;
use std::time::Duration;

use sgmp_board::rules::{
    Board, BoardSize, ByColor, Color, Game, Handicap, Komi, RuleSet, fixed_points,
};
use sgmp_engine::engine::Level;
use sgmp_match::play::terms::NoSuchHandicap;

/// Name of the engine in a seat, before its level.
const ENGINE_NAME: &str = "sgmp-go level ";

/// A seat at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person plays, at this computer.
    Person,
    /// The engine plays at this level.
    Engine(Level),
}

impl Seat {
    /// The engine's name for the record; `None` for a person.
    #[must_use]
    pub fn engine_name(self) -> Option<String> {
        match self {
            Self::Person => None,
            Self::Engine(level) => Some(format!("{ENGINE_NAME}{level}")),
        }
    }

    /// The seat of whoever has this name in a record: anybody but an engine is a person.
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        let level = name.strip_prefix(ENGINE_NAME).and_then(|l| l.parse().ok());
        level.map_or(Self::Person, Self::Engine)
    }
}

/// The handicap: stones that Black has ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalHandicap {
    /// Stones on the fixed points; White moves first.
    Fixed(Handicap),
    /// As many plays of Black's where it likes, after which Black still moves first (Ing's way).
    Plays(Lead),
    /// Stones that stand on the board of a record before its first move, more than there are fixed points for.
    Placed(Lead),
}

/// Stones that Black has ahead, as many as anybody gives: 2 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead(u8);

impl Lead {
    /// So many stones; `None` for fewer than 2.
    #[must_use]
    pub const fn new(stones: u8) -> Option<Self> {
        match stones {
            0 | 1 => None,
            _ => Some(Self(stones)),
        }
    }
}

impl LocalHandicap {
    /// Neither side is ahead.
    pub const NONE: Self = Self::Fixed(Handicap::EVEN);

    /// Number of stones; 0 in an even game.
    #[must_use]
    pub const fn stones(self) -> u8 {
        match self {
            Self::Fixed(handicap) => handicap.stones(),
            Self::Plays(lead) | Self::Placed(lead) => lead.0,
        }
    }

    /// As many plays of Black's; an even game stays one.
    #[must_use]
    pub const fn as_plays(self) -> Self {
        match Lead::new(self.stones()) {
            Some(lead) => Self::Plays(lead),
            None => Self::NONE,
        }
    }

    /// Moves that Black makes in a row before White's first one.
    #[must_use]
    pub(super) const fn plays_in_a_row(self) -> usize {
        match self {
            Self::Plays(lead) => lead.0 as usize + 1,
            Self::Fixed(_) | Self::Placed(_) => 1,
        }
    }
}

impl fmt::Display for LocalHandicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.stones()) {
            (_, 0) => f.write_str("none"),
            (Self::Fixed(_) | Self::Placed(_), stones) => write!(f, "{stones} stones"),
            (Self::Plays(_), plays) => write!(f, "{plays} plays ahead"),
        }
    }
}

/// The terms of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalTerms {
    /// The board that is played on.
    pub size: BoardSize,
    /// Points that White receives.
    pub komi: Komi,
    /// The rules by which moves are checked and points are counted.
    pub rules: RuleSet,
    /// The lead of Black: stones that stand, or plays in a row.
    pub handicap: LocalHandicap,
    /// The seat of each color.
    pub seats: ByColor<Seat>,
    /// Their names for the record; an engine's own where it is empty.
    pub names: ByColor<String>,
    /// Each side's time for the whole game; `None` plays without clocks.
    pub main_time: Option<Duration>,
    /// Seed of the engine's chance.
    pub seed: u64,
    /// Day of the game: YYYY-MM-DD; unknown where it is empty.
    pub date: String,
}

impl LocalTerms {
    /// An even game under Japanese rules without clocks.
    #[must_use]
    pub fn new(size: BoardSize, seats: ByColor<Seat>) -> Self {
        Self {
            size,
            komi: Komi::FIVE_AND_A_HALF,
            rules: RuleSet::default(),
            handicap: LocalHandicap::NONE,
            seats,
            names: ByColor::default(),
            main_time: None,
            seed: 0,
            date: String::new(),
        }
    }

    /// The usual komi: half a point with a handicap, else that of the tournament.
    #[must_use]
    pub const fn usual_komi(handicap: LocalHandicap) -> Komi {
        match handicap.stones() {
            0 => Komi::FIVE_AND_A_HALF,
            _ => Komi::from_half_points(1),
        }
    }

    /// The name of one side in the record: its own, the engine's, or its color.
    #[must_use]
    pub fn name(&self, color: Color) -> String {
        let name = &self.names[color];
        match (self.seats[color].engine_name(), name.is_empty()) {
            (Some(engine), _) => engine,
            (None, false) => name.clone(),
            (None, true) => color.to_string(),
        }
    }

    /// The name of one side as a person reads it: the computer's with its level and rank.
    #[must_use]
    pub fn shown_name(&self, color: Color) -> String {
        match self.seats[color] {
            Seat::Engine(level) => level.in_words(),
            Seat::Person => self.name(color),
        }
    }

    /// The color of the only person at the board; `None` where two sit, or none.
    #[must_use]
    pub fn only_person(&self) -> Option<Color> {
        let is_person = |color: &Color| self.seats[*color] == Seat::Person;
        let mut persons = Color::BOTH.into_iter().filter(is_person);
        let first = persons.next();
        first.filter(|_| persons.next().is_none())
    }

    /// The game before its first move.
    ///
    /// # Errors
    /// [`NoSuchHandicap`].
    pub(super) fn opening(&self) -> Result<Game, NoSuchHandicap> {
        let (size, stones) = (self.size, self.handicap.stones());
        if stones == 0 || matches!(self.handicap, LocalHandicap::Plays(_)) {
            return Ok(Game::new(size, self.komi).with_rules(self.rules));
        }
        let error = NoSuchHandicap { stones, size };
        let points = fixed_points(size, stones.into()).ok_or(error)?;
        let stones = points.into_iter().map(|point| (Color::Black, point));
        let board = Board::from_stones(size, stones).map_err(|_| error)?;
        let game = Game::from_position(board, Color::White, self.komi);
        Ok(game.with_rules(self.rules))
    }
}
