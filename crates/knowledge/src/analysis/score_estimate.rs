//! The score of a position as it stands, with open questions settled by whose move it is.

use super::territory_estimate::TerritoryEstimate;
use sgmp_board::rules::{Board, Color, Point};

/// The score of a position, without komi and earlier prisoners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreEstimate {
    /// Black's territory less White's, each dead stone counted twice: points.
    pub territory: f32,
    /// Black's area less White's: points.
    pub area: f32,
}

impl ScoreEstimate {
    /// Sums up all points. `life` is the probability that a stone lives, 0 to 1.
    pub(super) fn new(
        board: &Board,
        territory: &TerritoryEstimate,
        life: &dyn Fn(Point) -> f32,
    ) -> Self {
        let mut estimate = Self {
            territory: 0.0,
            area: 0.0,
        };
        for point in Point::all(board.size()) {
            let value = territory.at(point);
            estimate.area += value;
            estimate.territory += match board.color_at(point) {
                None => value,
                // A stone that dies is a point and a prisoner.
                Some(Color::Black) => -2.0 * (1.0 - life(point)),
                Some(Color::White) => 2.0 * (1.0 - life(point)),
            };
        }
        estimate
    }
}

#[cfg(test)]
mod tests {
    use super::super::Analysis;
    use sgmp_board::rules::{Color, diagram};

    /// White's corner lives or dies by B1.
    const OPEN: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X X X X X X . . .
        O O O O O X . . .
        O O O O O X . . .
        . . . O O X . . .";

    #[test]
    fn an_unsettled_group_belongs_to_who_is_to_move() {
        let board = diagram::parse(OPEN).unwrap();
        let of = |turn| Analysis::new(&board, turn, 8).estimate();
        let (black, white) = (of(Color::Black), of(Color::White));
        assert!(
            black.territory > white.territory + 14.0,
            "{black:?} {white:?}"
        );
        assert!(black.area > white.area + 14.0, "{black:?} {white:?}");
    }

    #[test]
    fn a_finished_board_is_counted() {
        let board = diagram::parse(
            ". X . X O . O
             X X X X O O O
             X X X X O O O
             X X X X O O O
             X X X X O O O
             X X X X O O O
             . X . X O . O",
        )
        .unwrap();
        let estimate = Analysis::new(&board, Color::Black, 4).estimate();
        let (territory, area) = (estimate.territory, estimate.area);
        assert!(
            (territory - 2.0).abs() < 0.1 && (area - 7.0).abs() < 0.1,
            "{estimate:?}"
        );
    }
}
