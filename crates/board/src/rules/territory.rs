//! The owners of the empty points once the dead stones are off the board.

use super::{Board, Color, Point, PointSet};

/// The points without living stones, by owner: Black's, White's, and nobody's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Territory {
    black: PointSet,
    white: PointSet,
    dame: PointSet,
}

impl Territory {
    /// The points a color surrounds, those under dead enemy stones included.
    #[must_use]
    pub const fn points_of(&self, color: Color) -> &PointSet {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The territory without the regions that touch a stone of `seki`, which become neutral.
    pub(super) fn without_regions_of(mut self, board: &Board, seki: &PointSet) -> Self {
        for color in Color::BOTH {
            let mut open: Vec<Point> = self
                .points_of(color)
                .iter()
                .filter(|point| board.neighbors(*point).any(|n| seki.contains(n)))
                .collect();
            let own = match color {
                Color::Black => &mut self.black,
                Color::White => &mut self.white,
            };
            while let Some(point) = open.pop() {
                if own.remove(point) {
                    self.dame.insert(point);
                    open.extend(board.neighbors(point).filter(|n| own.contains(*n)));
                }
            }
        }
        self
    }

    /// This territory with all points as in `after` whose owner is another there than in `before`.
    pub fn with_changes(mut self, before: &Self, after: &Self) -> Self {
        let moved = |a: PointSet, b: PointSet| (a - b) | (b - a);
        let changed = moved(before.black, after.black)
            | moved(before.white, after.white)
            | moved(before.dame, after.dame);
        for (own, after) in [
            (&mut self.black, after.black),
            (&mut self.white, after.white),
            (&mut self.dame, after.dame),
        ] {
            *own = (*own - changed) | (after & changed);
        }
        self
    }

    /// The neutral points: both colors touch their region, or none does.
    #[must_use]
    pub const fn dame(&self) -> &PointSet {
        &self.dame
    }

    /// The owner of a point; `None` for neutral points and under living stones.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|color| self.points_of(*color).contains(point))
    }
}

/// The territory on a board whose strings in `dead` are taken off.
///
/// A region of empty points belongs to a color if living stones of that color alone touch it. A
/// dead stone stands for its whole string; points of `dead` without a stone mean nothing. Eyes of
/// strings that live in seki count here; [`super::Status`] leaves them out.
#[must_use]
pub fn territory(board: &Board, dead: &PointSet) -> Territory {
    let dead = whole_strings(board, dead);
    let mut found = Territory::default();
    let mut seen = PointSet::EMPTY;
    // Dead stones are free points here: the territory under them falls to the color around them, and so
    // do the points that only they seem to share.
    for point in Point::all(board.size()) {
        if !seen.contains(point) && is_free(board, &dead, point) {
            let region = Region::around(board, &dead, point);
            seen |= region.points;
            match region.touched {
                Touched::By(Color::Black) => found.black |= region.points,
                Touched::By(Color::White) => found.white |= region.points,
                Touched::Never | Touched::ByBoth => found.dame |= region.points,
            }
        }
    }
    found
}

/// All stones of the strings that have a stone in `points`.
#[must_use]
pub(crate) fn whole_strings(board: &Board, points: &PointSet) -> PointSet {
    let mut strings = PointSet::EMPTY;
    for point in points.iter() {
        if !strings.contains(point) {
            strings.extend(board.string(point));
        }
    }
    strings
}

fn is_free(board: &Board, dead: &PointSet, point: Point) -> bool {
    board.color_at(point).is_none() || dead.contains(point)
}

/// The colors whose living stones touch a region.
#[derive(Clone, Copy)]
enum Touched {
    Never,
    By(Color),
    ByBoth,
}

impl Touched {
    fn and(self, color: Color) -> Self {
        match self {
            Self::Never => Self::By(color),
            Self::By(other) if other == color => self,
            Self::By(_) | Self::ByBoth => Self::ByBoth,
        }
    }
}

/// Connected points without living stones.
struct Region {
    points: PointSet,
    touched: Touched,
}

impl Region {
    /// The region of a free point.
    fn around(board: &Board, dead: &PointSet, start: Point) -> Self {
        let mut region = Self {
            points: PointSet::single(start),
            touched: Touched::Never,
        };
        let mut open = vec![start];
        while let Some(point) = open.pop() {
            for n in board.neighbors(point) {
                match board.color_at(n) {
                    Some(color) if !dead.contains(n) => {
                        region.touched = region.touched.and(color);
                    }
                    _ => {
                        if region.points.insert(n) {
                            open.push(n);
                        }
                    }
                }
            }
        }
        region
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BoardSize, diagram};

    fn points(names: &str) -> PointSet {
        names
            .split(' ')
            .map(|name| Point::parse(name).unwrap())
            .collect()
    }

    #[test]
    fn regions_belong_to_whom_alone_touches_them() {
        let board = diagram::parse(
            ". X . O .
             X X . O O
             . X . O .
             X X . O .
             . X O O O",
        )
        .unwrap();
        let found = territory(&board, &PointSet::EMPTY);
        assert_eq!(*found.points_of(Color::Black), points("A5 A3 A1"));
        assert_eq!(*found.points_of(Color::White), points("E5 E3 E2"));
        assert_eq!(*found.dame(), points("C5 C4 C3 C2"));
        assert_eq!(found.owner(Point::parse("A3").unwrap()), Some(Color::Black));
        assert_eq!(found.owner(Point::parse("B3").unwrap()), None);
        assert_eq!(found.owner(Point::parse("C3").unwrap()), None);
    }

    #[test]
    fn one_dead_stone_takes_its_string_along() {
        let board = diagram::parse(
            ". X . O
             X X . O
             . O X O
             O O X O",
        )
        .unwrap();
        let found = territory(&board, &points("A1 D1 A4"));
        assert_eq!(
            *found.points_of(Color::Black),
            points("A4 A1 A2 B1 B2 C3 C4 D1 D2 D3 D4")
        );
        assert!(found.dame().is_empty());
    }

    #[test]
    fn an_empty_board_is_neutral() {
        let board = Board::new(BoardSize::new(3).unwrap());
        assert_eq!(territory(&board, &PointSet::EMPTY).dame().len(), 9);
    }
}
