//! Eyes of one point.

use super::board::{Cell, around};
use super::{Board, Color, Point};

impl Board {
    /// Whether an empty point is an eye of one point for a colour, as far as its eight neighbours
    /// tell: all four sides are own stones or the edge, and the opponent holds at most one of the
    /// corners, none of them at the edge.
    ///
    /// The rule of thumb of light playouts (Brügmann 1993, Bouzy 2003): seldom wrong, and cheap.
    #[must_use]
    pub fn is_small_eye(&self, color: Color, point: Point) -> bool {
        let index = point.index();
        let (own, enemy) = (Cell::of(color), Cell::of(!color));
        let sides = around(index).map(|n| self.cell(n));
        if !sides
            .iter()
            .all(|side| *side == own || *side == Cell::Border)
        {
            return false;
        }
        let corners = [
            index - Point::STRIDE - 1,
            index - Point::STRIDE + 1,
            index + Point::STRIDE - 1,
            index + Point::STRIDE + 1,
        ]
        .map(|n| self.cell(n));
        let hostile = corners.iter().filter(|corner| **corner == enemy).count();
        hostile + usize::from(sides.contains(&Cell::Border)) < 2 && self.is_empty(point)
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{Color, Point, diagram};

    #[test]
    fn sides_and_corners_decide() {
        let board = diagram::parse(
            ". X . X .
             X X . X X
             . . . O O
             X . O . O
             . X X O .",
        )
        .unwrap();
        let eye = |name, color| board.is_small_eye(color, Point::parse(name).unwrap());
        assert!(eye("A5", Color::Black) && !eye("A5", Color::White));
        assert!(eye("E5", Color::Black));
        assert!(
            !eye("A1", Color::White),
            "only Black's stones stand around A1"
        );
        assert!(eye("A1", Color::Black));
        assert!(
            eye("D2", Color::White),
            "one hostile corner is harmless in the middle"
        );
        assert!(!eye("D1", Color::White), "a stone is no eye");
        assert!(!eye("C5", Color::Black), "open below");
    }
}
