//! What the ends of simulations tell of the points: whose they are, and which ones the game hangs
//! on.

use super::ownership::{Owners, Ownership};
use crate::knowledge::Outlook;
use crate::rules::{BoardSize, Point};

/// Whose each point was, and whether its owner won, at the ends of simulations.
///
/// Criticality is the covariance of owning a point and winning (Coulom, "Criticality: a Monte-Carlo
/// heuristic for Go programs", 2009).
#[derive(Clone, Debug)]
pub(super) struct Ends {
    ownership: Ownership,
    /// Black's wins less White's.
    wins: i32,
    /// Ends in which the point's owner won less those in which the other side did.
    agreed: [i32; Point::AREA],
}

impl Default for Ends {
    fn default() -> Self {
        Self {
            ownership: Ownership::default(),
            wins: 0,
            agreed: [0; Point::AREA],
        }
    }
}

impl Ends {
    /// Adds a board on which both sides have no move left, and who won with it: 1 for Black, -1 for
    /// White, 0 for nobody.
    pub(super) fn add(&mut self, owners: &Owners, winner: i32) {
        self.ownership.add_owners(owners);
        self.wins += winner;
        for (sum, owner) in self.agreed.iter_mut().zip(owners.signs()) {
            *sum += winner * i32::from(*owner);
        }
    }

    /// How many were added.
    pub(super) const fn count(&self) -> u32 {
        self.ownership.playouts()
    }

    /// How much more often the owner of a point wins than chance would have it: -0.5 to 0.5;
    /// 0 without ends.
    pub(super) fn criticality(&self, point: Point) -> f32 {
        let mean = |sum: i32| sum as f32 / self.count().max(1) as f32;
        // Of owner and winner as 1 and -1 the covariance is twice that of their shares.
        0.5 * (mean(self.agreed[point.index()]) - self.ownership.lead(point) * mean(self.wins))
    }

    /// The share of the ends that the color with the larger one has of a point.
    pub(super) fn certainty(&self, point: Point) -> f32 {
        self.ownership.certainty(point)
    }

    /// All that they tell of a board's points.
    pub(super) fn outlook(&self, size: BoardSize) -> Outlook {
        let mut outlook = Outlook::default();
        for point in Point::all(size) {
            let lead = self.ownership.lead(point);
            outlook.tell(point, lead, self.criticality(point));
        }
        outlook
    }

    /// Whose the points were.
    pub(super) fn into_ownership(self) -> Ownership {
        self.ownership
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::diagram;

    fn at(name: &str) -> Point {
        Point::parse(name).unwrap()
    }

    fn owners(text: &str) -> Owners {
        Owners::of(&diagram::parse(text).unwrap())
    }

    #[test]
    fn a_point_that_decides_is_critical_and_a_safe_one_is_not() {
        let black = owners("X . X X\nX X X .\nX X O O\nX X O .");
        let white = owners("X . X X\nX X X .\nO O O O\nO . O .");
        let mut ends = Ends::default();
        assert_eq!((ends.count(), ends.criticality(at("A1"))), (0, 0.0));
        for _ in 0..4 {
            ends.add(&black, 1);
            ends.add(&white, -1);
        }
        assert!((ends.criticality(at("A1")) - 0.5).abs() < 1e-6);
        assert!(ends.criticality(at("B4")).abs() < 1e-6);
        assert!(ends.criticality(at("D2")).abs() < 1e-6);
        assert!((ends.certainty(at("A1")) - 0.5).abs() < 1e-6);
        assert!((ends.certainty(at("D2")) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_covariance_is_that_of_counted_shares() {
        let black = owners("X . X X\nX X X .\nX X O O\nX X O .");
        let white = owners("X . X X\nX X X .\nO O O O\nO . O .");
        let nobody = owners("X . X X\nX X X .\nX . . O\n. . O .");
        let mut ends = Ends::default();
        for (owners, winner, times) in [
            (&black, 1, 6),
            (&black, -1, 2),
            (&white, -1, 5),
            (&nobody, 1, 3),
        ] {
            for _ in 0..times {
                ends.add(owners, winner);
            }
        }
        // A1 is Black's in 8 of 16, White's in 5; Black wins 9; its owner 11.
        let counted = 11.0 / 16.0 - (8.0 / 16.0 * 9.0 / 16.0 + 5.0 / 16.0 * 7.0 / 16.0);
        assert!((ends.criticality(at("A1")) - counted).abs() < 1e-6);
        let outlook = ends.outlook(BoardSize::new(4).unwrap());
        let mut told = Outlook::default();
        for point in Point::all(BoardSize::new(4).unwrap()) {
            told.tell(point, ends.ownership.lead(point), ends.criticality(point));
        }
        assert_eq!(outlook, told);
    }
}
