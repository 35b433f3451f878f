//! The owners of points that a judge expects at the end of the game.

use crate::analysis::{LifeClass, LifeStatus};
use sgmp_board::rules::{BoardSize, Color, Point, PointSet};

/// The part of a point from which on stones there are said to live, or to be lost.
const ALIVE_FROM: f32 = 0.5;
/// The part of a point by which the mean owner of stones changes where their fate turns: a smaller change makes them
/// stronger or weaker.
pub(super) const TURNED: f32 = 0.5;
/// The mean part of stones from which on they may be said to live, or to be caught.
pub(super) const LIVING: f32 = 0.4;

/// Expected owners of all points after a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Owners {
    /// By index of the point: 1 for Black, -1 for White.
    black: Vec<f32>,
}

/// The fate of stones, as far as the judge is sure of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// They live, for all that the judge sees.
    Lives,
    /// Either may come of it.
    Open,
    /// They are lost, for all that the judge sees.
    Lost,
}

impl Fate {
    /// Returns whether the analysis reads the group to the contrary: what the one takes for safe the other can kill, what is open to
    /// the one is caught by reading, what is lost to the one has two eyes. Nothing is said of such stones.
    pub(super) fn is_disputed(self, status: LifeStatus) -> bool {
        match self {
            Self::Lives => status == LifeStatus::LivesOrDies || status.class() >= LifeClass::Weak,
            Self::Open => status == LifeStatus::Captured,
            Self::Lost => status.class() == LifeClass::VeryAlive,
        }
    }

    /// The fate in a word or two.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Lives => "safe",
            Self::Open => "in danger",
            Self::Lost => "lost",
        }
    }
}

impl Owners {
    /// Owners by a judge's word on each point: 1 where it is Black's, -1 where it is White's.
    #[must_use]
    pub fn new(size: BoardSize, black: impl Fn(Point) -> f32) -> Self {
        let mut all = vec![0.0; Point::AREA];
        for point in Point::all(size) {
            all[point.index()] = black(point);
        }
        Self { black: all }
    }

    /// The part of a point that a side has: 1 for all of it, -1 where it is the other side's.
    #[must_use]
    pub(crate) fn part(&self, point: Point, color: Color) -> f32 {
        match color {
            Color::Black => self.black[point.index()],
            Color::White => -self.black[point.index()],
        }
    }

    /// The mean part of some points; 0 of none.
    pub(super) fn mean(&self, points: &PointSet, color: Color) -> f32 {
        let all: f32 = points.iter().map(|point| self.part(point, color)).sum();
        all / points.len().max(1) as f32
    }

    /// The fate of stones of a side.
    #[must_use]
    pub fn fate(&self, stones: &PointSet, color: Color) -> Fate {
        match self.mean(stones, color) {
            mean if mean >= ALIVE_FROM => Fate::Lives,
            mean if mean <= -ALIVE_FROM => Fate::Lost,
            _ => Fate::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_and_the_judge_have_to_agree() {
        assert!(Fate::Lives.is_disputed(LifeStatus::LivesOrDies));
        assert!(Fate::Lives.is_disputed(LifeStatus::OneEye));
        assert!(!Fate::Lives.is_disputed(LifeStatus::LivesOrLimps));
        assert!(Fate::Open.is_disputed(LifeStatus::Captured));
        assert!(!Fate::Open.is_disputed(LifeStatus::ProbablyDead));
        assert!(Fate::Lost.is_disputed(LifeStatus::Unconditional));
        assert!(!Fate::Lost.is_disputed(LifeStatus::BarelyRoom));
    }

    #[test]
    fn what_is_one_sides_is_lost_for_the_other() {
        let at = |name: &str| Point::parse(name).unwrap();
        let owners = Owners::new(BoardSize::NINETEEN, |point| match point.column() {
            0 => 0.9,
            1 => -0.9,
            _ => 0.1,
        });
        let fate = |names: &[&str], color| {
            let stones: PointSet = names.iter().map(|name| at(name)).collect();
            owners.fate(&stones, color)
        };
        assert_eq!(fate(&["A1", "A2"], Color::Black), Fate::Lives);
        assert_eq!(fate(&["A1", "A2"], Color::White), Fate::Lost);
        assert_eq!(fate(&["A1", "B1"], Color::White), Fate::Open);
        assert_eq!(fate(&["C1"], Color::Black), Fate::Open);
    }
}
