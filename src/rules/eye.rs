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
        if !self.is_enclosed(color, point) {
            return false;
        }
        let (index, enemy) = (point.index(), Cell::of(!color));
        let at_edge = around(index).iter().any(|n| self.cell(*n) == Cell::Border);
        let corners = [
            index - Point::STRIDE - 1,
            index - Point::STRIDE + 1,
            index + Point::STRIDE - 1,
            index + Point::STRIDE + 1,
        ]
        .map(|n| self.cell(n));
        let hostile = corners.iter().filter(|corner| **corner == enemy).count();
        hostile + usize::from(at_edge) < 2
    }

    /// Whether a point is empty and all its four sides are stones of a colour or the edge: an eye,
    /// true or false.
    #[must_use]
    pub fn is_enclosed(&self, color: Color, point: Point) -> bool {
        let own = Cell::of(color);
        let closes = |n| self.cell(n) == own || self.cell(n) == Cell::Border;
        around(point.index()).into_iter().all(closes) && self.is_empty(point)
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
        assert!(board.is_enclosed(Color::White, Point::parse("D2").unwrap()));
        assert!(!board.is_enclosed(Color::Black, Point::parse("C5").unwrap()));
    }
}
