//! The points that a stone reaches over empty points: no wall stands between.

use sgmp_board::rules::{Board, Point, PointSet};

/// A point and all that can be walked to from it in so many steps over empty points.
pub(super) fn reach(board: &Board, from: Point, steps: u8) -> PointSet {
    let empty: PointSet = board.empty_points().iter().copied().collect();
    (0..steps).fold(PointSet::single(from), |reached, _| {
        reached | (reached.next_to() & empty)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    #[test]
    fn nothing_behind_a_wall_is_reached() {
        let text = "
            . . . . . . .
            . . . X . . .
            . . . X . . .
            . . . X . . .
            . . . X . . .
            . . . X . . .
            . . . X . . .";
        let board = diagram::parse(text).unwrap();
        let at = |name: &str| Point::parse(name).unwrap();
        let reached = reach(&board, at("C3"), 4);
        assert!(reached.contains(at("C3")) && reached.contains(at("A5")));
        assert!(!reached.contains(at("E3")) && !reached.contains(at("D3")));
    }
}
