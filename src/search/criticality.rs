//! Which points the game hangs on: those whose owner mostly is the winner.

use super::ownership::owner;
use crate::rules::{Board, Color, Point};

/// Whose each point was, and whether its owner won, at the ends of simulations.
///
/// Criticality is the covariance of owning a point and winning (Coulom, "Criticality: a Monte-Carlo
/// heuristic for Go programs", 2009).
#[derive(Clone, Debug)]
pub(super) struct Criticality {
    ends: u32,
    black_wins: u32,
    /// Ends in which the point was Black's.
    black: [u32; Point::AREA],
    /// Ends in which it was nobody's.
    nobody: [u32; Point::AREA],
    /// Ends in which its owner won.
    winner: [u32; Point::AREA],
}

impl Default for Criticality {
    fn default() -> Self {
        Self {
            ends: 0,
            black_wins: 0,
            black: [0; Point::AREA],
            nobody: [0; Point::AREA],
            winner: [0; Point::AREA],
        }
    }
}

impl Criticality {
    /// Adds a board on which both sides have no move left, and who won with it.
    pub(super) fn add(&mut self, end: &Board, winner: Color) {
        self.ends += 1;
        self.black_wins += u32::from(winner == Color::Black);
        for point in Point::all(end.size()) {
            let at = point.index();
            match owner(end, point) {
                None => self.nobody[at] += 1,
                Some(color) => {
                    self.black[at] += u32::from(color == Color::Black);
                    self.winner[at] += u32::from(color == winner);
                }
            }
        }
    }

    /// How many ends were added.
    pub(super) const fn ends(&self) -> u32 {
        self.ends
    }

    /// How much more often the owner of a point wins than chance would have it: -0.5 to 0.5;
    /// 0 without ends.
    pub(super) fn of(&self, point: Point) -> f32 {
        let ends = self.ends.max(1) as f32;
        let share = |count: u32| count as f32 / ends;
        let at = point.index();
        let (black, wins) = (share(self.black[at]), share(self.black_wins));
        let white = 1.0 - black - share(self.nobody[at]);
        if self.ends == 0 {
            return 0.0;
        }
        share(self.winner[at]) - (black * wins + white * (1.0 - wins))
    }

    /// The share of the ends that the colour with the larger one has of a point.
    pub(super) fn certainty(&self, point: Point) -> f32 {
        let at = point.index();
        let white = self.ends - self.black[at] - self.nobody[at];
        self.black[at].max(white) as f32 / self.ends.max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::diagram;

    #[test]
    fn a_point_that_decides_is_critical_and_a_safe_one_is_not() {
        let black = diagram::parse("X . X X\nX X X .\nX X O O\nX X O .").unwrap();
        let white = diagram::parse("X . X X\nX X X .\nO O O O\nO . O .").unwrap();
        let mut sum = Criticality::default();
        let at = |name| Point::parse(name).unwrap();
        assert_eq!((sum.ends(), sum.of(at("A1"))), (0, 0.0));
        for _ in 0..4 {
            sum.add(&black, Color::Black);
            sum.add(&white, Color::White);
        }
        assert!((sum.of(at("A1")) - 0.5).abs() < 1e-6);
        assert!(sum.of(at("B4")).abs() < 1e-6);
        assert!(sum.of(at("D2")).abs() < 1e-6);
        assert!((sum.certainty(at("A1")) - 0.5).abs() < 1e-6);
        assert!((sum.certainty(at("D2")) - 1.0).abs() < 1e-6);
    }
}
