//! The board as it is once the dead are taken for empty.

use sgmp_board::rules::{Board, Color, Point, PointSet};

/// Distance of points that cannot be reached.
pub(super) const UNREACHABLE: u8 = u8::MAX;

/// A board and the stones on it that count as gone.
#[derive(Clone, Copy)]
pub(super) struct LivingBoard<'a> {
    pub(super) board: &'a Board,
    pub(super) dead: PointSet,
}

impl LivingBoard<'_> {
    /// The living stone on a point.
    pub(super) fn color(&self, point: Point) -> Option<Color> {
        let color = self.board.color_at(point)?;
        (!self.dead.contains(point)).then_some(color)
    }

    /// Returns whether no living stone stands on a point.
    pub(super) fn is_free(&self, point: Point) -> bool {
        self.color(point).is_none()
    }

    /// The points without a living stone.
    pub(super) fn free(&self) -> PointSet {
        Point::all(self.board.size())
            .filter(|point| self.is_free(*point))
            .collect()
    }

    /// Distance of each point from the living stones of a color, in steps through free points; a path
    /// that reaches one of `walls` ends there.
    pub(super) fn distances(&self, color: Color, walls: &PointSet) -> Vec<u8> {
        let stones = self.board.stones(color).filter(|p| !self.dead.contains(*p));
        self.distances_from(stones, walls)
    }

    /// The same from some points, which are at 0.
    pub(super) fn distances_from(
        &self,
        starts: impl Iterator<Item = Point>,
        walls: &PointSet,
    ) -> Vec<u8> {
        let mut distances = vec![UNREACHABLE; Point::AREA];
        let mut front: PointSet = starts.collect();
        let mut left = self.free() - front;
        for steps in 0..UNREACHABLE {
            for point in front.iter() {
                distances[point.index()] = steps;
            }
            let steppable = if steps > 0 { front - *walls } else { front };
            front = steppable.next_to() & left;
            left = left - front;
            if front.is_empty() {
                break;
            }
        }
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::points;
    use super::*;
    use sgmp_board::rules::diagram;

    #[test]
    fn the_dead_are_walked_over_and_walls_are_not_passed() {
        let board = diagram::parse(
            "X O . . .
             . . . . .
             O O . O O
             . . . . .
             . . . . .",
        )
        .unwrap();
        let at = |name| Point::parse(name).unwrap().index();
        let dead = points("B5");
        let living = LivingBoard {
            board: &board,
            dead,
        };
        let open = living.distances(Color::Black, &PointSet::EMPTY);
        assert_eq!((open[at("B5")], open[at("C3")], open[at("A1")]), (1, 4, 8));
        let shut = living.distances(Color::Black, &points("C3"));
        assert_eq!((shut[at("C3")], shut[at("A1")]), (4, UNREACHABLE));
        assert!(!living.is_free(Point::parse("A3").unwrap()));
    }
}
