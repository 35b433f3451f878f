//! What playouts tell of the points of a position.

use crate::rules::{Color, Point};

/// Whose each point mostly is at the ends of playouts, and how much of the game hangs on it, in as
/// few steps as the features [`Group::Owner`](super::Group::Owner) and
/// [`Group::Critical`](super::Group::Critical) have.
///
/// Criticality is how much more often the owner of a point wins than chance would have it: the
/// covariance of both, -0.5 to 0.5 (Coulom, "Criticality: a Monte-Carlo heuristic for Go programs",
/// 2009).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// By point: the level of Black as the owner in the lower half, of criticality in the upper; 0
    /// where nothing is known.
    points: [u8; Point::AREA],
}

/// The level of a point that both sides have as often.
const EVEN: u8 = 5;

/// Steps from there to a point that one side always has.
const STEPS: f32 = 4.0;

/// Where the levels of criticality begin. With 100 playouts chance alone makes up to 0.05 of it.
const CRITICAL_FROM: [f32; 5] = [0.04, 0.08, 0.12, 0.18, 0.26];

impl Default for Outlook {
    /// Nothing is known.
    fn default() -> Self {
        Self {
            points: [0; Point::AREA],
        }
    }
}

impl Outlook {
    /// Tells of a point: Black's share of the ends less White's, -1 to 1, and its criticality.
    pub fn tell(&mut self, point: Point, lead: f32, criticality: f32) {
        // Black's steps up are White's down, so that both see the same thing from their side.
        let steps = (STEPS * lead.abs().min(1.0)).round() as u8;
        let owner = if lead < 0.0 {
            EVEN - steps
        } else {
            EVEN + steps
        };
        let passed = CRITICAL_FROM.iter().filter(|from| criticality >= **from);
        self.points[point.index()] = owner | (passed.count() as u8) << 4;
    }

    /// The level of a color as the owner of a point.
    pub(super) fn owner(&self, point: Point, color: Color) -> u8 {
        match (self.points[point.index()] & 15, color) {
            (0, _) => 0,
            (level, Color::Black) => level,
            (level, Color::White) => 2 * EVEN - level,
        }
    }

    /// The level of a point's criticality.
    pub(super) const fn critical(&self, point: Point) -> u8 {
        self.points[point.index()] >> 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::Group;
    use crate::rules::BoardSize;

    #[test]
    fn shares_and_criticality_have_levels() {
        let point = Point::parse("C3").unwrap();
        let levels = |lead, criticality| {
            let mut outlook = Outlook::default();
            outlook.tell(point, lead, criticality);
            let [black, white] = Color::BOTH.map(|color| outlook.owner(point, color));
            (black, white, outlook.critical(point))
        };
        assert_eq!(levels(0.0, 0.0), (5, 5, 0));
        assert_eq!(levels(1.0, -0.5), (9, 1, 0));
        assert_eq!(levels(-1.0, 0.5), (1, 9, 5));
        assert_eq!(levels(0.86, 0.04), (8, 2, 1), "93 of 100");
        assert_eq!(levels(-0.88, 0.12), (1, 9, 3), "94 of 100");
        assert_eq!(levels(0.125, 0.17), (6, 4, 3), "a tie, the same for both");
        assert_eq!(levels(-0.125, 0.25), (4, 6, 4));
        assert_eq!(levels(7.0, f32::NAN), (9, 1, 0), "out of range");
        for step in -100..=100 {
            let (black, white, critical) = levels(step as f32 / 100.0, step as f32 / 200.0);
            assert!((1..=Group::Owner.levels()).contains(&black) && black + white == 10);
            assert!(critical <= Group::Critical.levels());
        }
    }

    #[test]
    fn what_nobody_told_is_unknown() {
        let mut outlook = Outlook::default();
        let told = Point::parse("A1").unwrap();
        outlook.tell(told, 0.3, 0.3);
        for point in Point::all(BoardSize::NINETEEN).filter(|point| *point != told) {
            assert_eq!(outlook.owner(point, Color::White), 0);
            assert_eq!(outlook.critical(point), 0);
        }
    }
}
