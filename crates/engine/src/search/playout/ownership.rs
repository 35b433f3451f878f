//! Ownership of the points at the ends of many playouts.

use sgmp_board::rules::{Board, Color, Point};

/// A judgment by a net counts as so many playouts: its owners are no whole numbers.
const PLAYOUTS_PER_JUDGMENT: u32 = 64;

/// Number of playouts at whose end each point belonged to each color.
#[derive(Clone, Debug)]
pub struct Ownership {
    playouts: u32,
    black: [u32; Point::AREA],
    white: [u32; Point::AREA],
}

impl Default for Ownership {
    fn default() -> Self {
        Self {
            playouts: 0,
            black: [0; Point::AREA],
            white: [0; Point::AREA],
        }
    }
}

impl Ownership {
    /// The ownership that a net expects: sums of Black's owner values, -1 to 1 each, over `count`
    /// judgments, by point.
    pub(in crate::search) fn from_means(sums: &[f32], count: u32) -> Self {
        let playouts = count.saturating_mul(PLAYOUTS_PER_JUDGMENT);
        let mut ownership = Self {
            playouts,
            ..Self::default()
        };
        let all = playouts as f32;
        let sides = ownership.black.iter_mut().zip(&mut ownership.white);
        for ((black, white), sum) in sides.zip(sums) {
            let balance = sum * PLAYOUTS_PER_JUDGMENT as f32;
            let owned = ((all + balance) / 2.0).round() as u32;
            *black = owned.min(playouts);
            *white = playouts - *black;
        }
        ownership
    }

    /// Adds a board on which both sides have no move left.
    pub fn add(&mut self, end: &Board) {
        self.add_owners(&PointOwners::from_final_board(end));
    }

    /// The same, where they are known.
    pub(in crate::search) fn add_owners(&mut self, owners: &PointOwners) {
        self.playouts += 1;
        let sums = self.black.iter_mut().zip(&mut self.white);
        for ((black, white), owner) in sums.zip(owners.signs()) {
            *black += u32::from(*owner > 0);
            *white += u32::from(*owner < 0);
        }
    }

    /// Both samples as one.
    #[must_use]
    pub(crate) fn merged(mut self, other: Self) -> Self {
        self.playouts = self.playouts.saturating_add(other.playouts);
        for (mine, theirs) in [
            (&mut self.black, other.black),
            (&mut self.white, other.white),
        ] {
            for (sum, more) in mine.iter_mut().zip(theirs) {
                *sum = sum.saturating_add(more);
            }
        }
        self
    }

    /// Final boards that were added, one for each playout.
    #[must_use]
    pub const fn playouts(&self) -> u32 {
        self.playouts
    }

    /// In what part of the playouts a point belonged to a color: 0 to 1; 0 without playouts.
    #[must_use]
    pub fn share(&self, point: Point, color: Color) -> f32 {
        let owned = match color {
            Color::Black => self.black[point.index()],
            Color::White => self.white[point.index()],
        };
        owned as f32 / self.playouts.max(1) as f32
    }

    /// The share of the color that has the larger one.
    #[must_use]
    pub(crate) fn certainty(&self, point: Point) -> f32 {
        self.share(point, Color::Black)
            .max(self.share(point, Color::White))
    }
}

/// The owner of each point on a board on which both sides have no move left.
#[derive(Clone, Debug)]
pub(in crate::search) struct PointOwners {
    /// By point: 1 for Black, -1 for White, 0 for nobody.
    signs: [i8; Point::AREA],
}

impl PointOwners {
    pub(in crate::search) fn from_final_board(end: &Board) -> Self {
        let sign = |owner| match owner {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        };
        let mut signs = [0; Point::AREA];
        for point in Point::all(end.size()) {
            signs[point.index()] = sign(end.color_at(point));
        }
        for point in end.empty_points() {
            signs[point.index()] = sign(surrounding(end, *point));
        }
        Self { signs }
    }

    /// By point: 1 for Black, -1 for White, 0 for nobody.
    pub(in crate::search) const fn signs(&self) -> &[i8; Point::AREA] {
        &self.signs
    }

    /// Black's lead by area, komi apart.
    pub(in crate::search) fn lead(&self) -> i32 {
        self.signs.iter().map(|owner| i32::from(*owner)).sum()
    }
}

/// The color of all that stands around an empty point, if it is one.
fn surrounding(end: &Board, point: Point) -> Option<Color> {
    let mut colors = Color::BOTH.into_iter();
    colors.find(|color| end.is_enclosed(*color, point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    #[test]
    fn stones_and_their_eyes_are_owned_and_other_points_are_not() {
        let end = diagram::parse(
            ". X O .
             X X O O
             . X O .
             X . O O",
        )
        .unwrap();
        let mut sum = Ownership::default();
        let at = |name| Point::parse(name).unwrap();
        assert!(sum.share(at("A4"), Color::Black) < 0.1);
        sum.add(&end);
        sum.add(&Board::new(end.size()));
        assert_eq!(
            PointOwners::from_final_board(&end).lead(),
            -1,
            "White has a point more"
        );
        assert_eq!(sum.playouts(), 2);
        for (name, color) in [
            ("A4", Color::Black),
            ("A2", Color::Black),
            ("D2", Color::White),
        ] {
            assert!((sum.share(at(name), color) - 0.5).abs() < 1e-6, "{name}");
        }
        assert!(sum.certainty(at("B1")) < 1e-6);
    }
}
