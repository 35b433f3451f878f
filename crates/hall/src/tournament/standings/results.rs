//! Results of an event as the standings need them.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

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

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
}

impl CountedGame {
    /// A game that one of the two has won.
    #[must_use]
    pub const fn won(round: u32, winner: usize, loser: usize) -> Self {
        Self {
            round,
            sides: [(winner, Points::ONE), (loser, Points::ZERO)],
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
    /// Byes: round and player. Each is a win against nobody, whose score is 0.
    pub byes: Vec<(u32, usize)>,
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
        let byes = self.byes.iter();
        let byes = byes.filter(|(at, who)| *who == player && *at <= round);
        games.map(|game| game.points).sum::<Points>() + byes.map(|_| Points::ONE).sum()
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
        let byes = self.byes.iter().map(|(round, _)| *round);
        games.chain(byes).max().unwrap_or(0)
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
}
