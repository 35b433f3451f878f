//! Results of an event as the standings need them.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Points, exact to a quarter: half a point for a draw, and half of half a point in a sum over draws.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Points(i64);

impl Points {
    /// No points, as for a loss.
    pub const ZERO: Self = Self(0);
    /// Half of half a point, as in a sum over draws.
    pub const QUARTER: Self = Self(1);
    /// Half a point, as for a draw.
    pub const HALF: Self = Self(2);
    /// One point, as for a win.
    pub const ONE: Self = Self(4);

    /// So many whole points.
    #[must_use]
    pub const fn whole(points: i64) -> Self {
        Self(points * 4)
    }

    /// The share of these points that a result against their owner brings: all for a win, half for a draw.
    #[must_use]
    pub const fn share(self, result: Self) -> Self {
        Self(self.0 * result.0 / Self::ONE.0)
    }

    /// The whole points, rounded down.
    #[must_use]
    pub const fn whole_part(self) -> i64 {
        self.0.div_euclid(4)
    }

    /// Number of half points, rounded down; never below 0.
    #[must_use]
    pub const fn halves(self) -> u32 {
        if self.0 < 0 { 0 } else { (self.0 / 2) as u32 }
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Points {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

/// A word that is no number of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("points are whole numbers with halves or quarters: 3, 3.5, 3½, 1.75")]
pub struct NoPoints;

impl FromStr for Points {
    type Err = NoPoints;

    /// Reads "3", "3.5", "½", "1.75", "-2".
    fn from_str(text: &str) -> Result<Self, NoPoints> {
        let text = text.replace('½', ".5");
        if let Some(rest) = text.strip_prefix('-') {
            let is_signed = rest.starts_with('-');
            let rest: Self = rest.parse()?;
            return if is_signed {
                Err(NoPoints)
            } else {
                Ok(Self::ZERO - rest)
            };
        }
        let parts = text.split_once('.');
        let (whole, fraction) = parts.unwrap_or((&text, "0"));
        let whole: u32 = match whole {
            "" if parts.is_some() => 0,
            whole if whole.starts_with('+') => return Err(NoPoints),
            whole => whole.parse().map_err(|_| NoPoints)?,
        };
        let part = match fraction {
            "0" => Self::ZERO,
            "25" => Self::QUARTER,
            "5" => Self::HALF,
            "75" => Self::HALF + Self::QUARTER,
            _ => return Err(NoPoints),
        };
        Ok(Self::whole(i64::from(whole)) + part)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 {
            return write!(f, "-{}", Self(-self.0));
        }
        let (whole, quarters) = (self.0.div_euclid(4), self.0.rem_euclid(4));
        match quarters {
            0 => write!(f, "{whole}"),
            1 => write!(f, "{whole}.25"),
            2 => write!(f, "{whole}.5"),
            _ => write!(f, "{whole}.75"),
        }
    }
}

/// A game that counts: the points of two players, in no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedGame {
    /// The round, from 1.
    pub round: u32,
    /// The players with their points.
    pub sides: [(usize, Points); 2],
    /// The handicap; `None` of an even game.
    pub handicap: Option<GivenHandicap>,
}

/// A handicap and the player who has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenHandicap {
    /// The player with Black.
    pub to: usize,
    /// The stones; 1 for Black without komi.
    pub stones: u8,
}

/// A round in which a player had no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unplayed {
    /// The round, from 1.
    pub round: u32,
    /// The player.
    pub player: usize,
    /// The points that the event gives for it.
    pub points: Points,
    /// The reason why it had none.
    pub kind: UnplayedKind,
}

/// The reason why a player had no game in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnplayedKind {
    /// Nobody was left to meet.
    Bye,
    /// It was not there, or the schedule gave it a rest.
    Away,
}

impl CountedGame {
    /// A game that one of the two has won.
    #[must_use]
    pub const fn won(round: u32, winner: usize, loser: usize) -> Self {
        Self {
            round,
            sides: [(winner, Points::ONE), (loser, Points::ZERO)],
            handicap: None,
        }
    }

    /// The two players by their numbers, in the order of the sides.
    #[must_use]
    pub const fn players(&self) -> [usize; 2] {
        [self.sides[0].0, self.sides[1].0]
    }

    /// Returns whether these two have played it.
    #[must_use]
    pub fn is_between(&self, a: usize, b: usize) -> bool {
        self.players() == [a, b] || self.players() == [b, a]
    }

    /// Gives each player the other's points.
    pub const fn turn(&mut self) {
        let [(first, had), (second, got)] = self.sides;
        self.sides = [(first, got), (second, had)];
    }

    /// The player with more points; `None` of a draw.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        let [first, second] = self.sides;
        match first.1.cmp(&second.1) {
            Ordering::Greater => Some(first.0),
            Ordering::Less => Some(second.0),
            Ordering::Equal => None,
        }
    }
}

/// All results of an event so far. Players are numbered from 0 in the order of the pairing table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The number of players, those who are gone among them.
    pub players: usize,
    /// Games that count, of all rounds so far.
    pub games: Vec<CountedGame>,
    /// Rounds without a game: byes and absences, with the points that they bring.
    pub unplayed: Vec<Unplayed>,
    /// Scores that the players began with, in a MacMahon tournament; empty for nothing.
    pub start: Vec<Points>,
    /// The rounds of a knockout that players came through; empty of other events.
    pub passed: Vec<PassedRound>,
    /// Players who are listed apart from the others, without a place: those who were disqualified, and the first player
    /// of a gauntlet, whom each of the others meets.
    pub apart: Vec<usize>,
}

impl Results {
    /// No games and no byes of this many players.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self {
            players,
            ..Self::default()
        }
    }

    /// Wins of a player: its points without what it began with.
    #[must_use]
    pub fn wins(&self, player: usize) -> Points {
        self.wins_until(player, u32::MAX)
    }

    /// Wins of a player in the rounds up to and with `round`.
    #[must_use]
    pub fn wins_until(&self, player: usize, round: u32) -> Points {
        let games = self.games_of(player).filter(|game| game.round <= round);
        let unplayed = self.unplayed_by(player).filter(|free| free.round <= round);
        games.map(|game| game.points).sum::<Points>() + unplayed.map(|free| free.points).sum()
    }

    /// The score that a player began with.
    #[must_use]
    pub fn start(&self, player: usize) -> Points {
        self.start.get(player).copied().unwrap_or_default()
    }

    /// Last round with a result, 0 if there is none.
    #[must_use]
    pub fn last_round(&self) -> u32 {
        let games = self.games.iter().map(|game| game.round);
        let unplayed = self.unplayed.iter();
        let unplayed = unplayed.filter(|free| free.points > Points::ZERO);
        let unplayed = unplayed.map(|free| free.round);
        games.chain(unplayed).max().unwrap_or(0)
    }

    /// Last round that anything is known of, 0 if there is none.
    #[must_use]
    pub fn known_rounds(&self) -> u32 {
        let unplayed = self.unplayed.iter().map(|free| free.round);
        unplayed.chain([self.last_round()]).max().unwrap_or(0)
    }

    /// The rounds in which a player had no game.
    pub fn unplayed_by(&self, player: usize) -> impl Iterator<Item = &Unplayed> {
        self.unplayed
            .iter()
            .filter(move |free| free.player == player)
    }

    /// The byes.
    pub fn byes(&self) -> impl Iterator<Item = &Unplayed> {
        self.unplayed
            .iter()
            .filter(|free| free.kind == UnplayedKind::Bye)
    }

    /// Games of a player as it sees them.
    pub fn games_of(&self, player: usize) -> impl Iterator<Item = OwnGame> {
        self.games.iter().filter_map(move |game| {
            let [a, b] = game.sides;
            let (own, other) = if a.0 == player {
                (a, b)
            } else if b.0 == player {
                (b, a)
            } else {
                return None;
            };
            Some(OwnGame {
                round: game.round,
                opponent: other.0,
                points: own.1,
                against: other.1,
                received: game.handicap.map_or(Points::ZERO, |handicap| {
                    let stones = Points::whole(i64::from(handicap.stones));
                    match handicap.to == player {
                        true => stones,
                        false => Points::ZERO - stones,
                    }
                }),
            })
        })
    }

    /// Number of games that two players have had with each other.
    #[must_use]
    pub fn meetings(&self, a: usize, b: usize) -> u32 {
        self.games_of(a).filter(|game| game.opponent == b).count() as u32
    }
}

/// A round of a knockout that a player came through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassedRound {
    /// The round, from 1.
    pub round: u32,
    /// The player who goes on.
    pub player: usize,
    /// The one who is out; `None` where the player was free.
    pub opponent: Option<usize>,
}

/// A game as one of its players sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnGame {
    /// The round, from 1.
    pub round: u32,
    /// The number of the other player.
    pub opponent: usize,
    /// Points of the player whose game it is seen as.
    pub points: Points,
    /// Points of the other player.
    pub against: Points,
    /// Handicap stones that the player had, as points; negative where it gave them.
    pub received: Points,
}
