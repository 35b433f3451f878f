//! Small territories that reading proves safe, whatever a net or playouts fear for them.

use sgmp_board::rules::{Board, Color, Move, Point, PointSet};
use sgmp_knowledge::reading::{Answer, Budget, LifeProblem, Tactician};

/// Points of a territory that is read at most: in a larger one an enemy finds room for two eyes.
const MOST_POINTS: usize = 7;

/// Strings around it at most.
const MOST_WALLS: usize = 4;

/// Positions of a question about a string.
const POSITIONS: u32 = 1000;

/// Returns whether a color need not play on an empty point: it lies in a small territory whose walls all live though
/// the opponent moves first, and to every move of the opponent inside there is an answer that keeps the walls alive and
/// leaves no enemy inside that could live.
pub(super) fn is_proved_safe(board: &Board, color: Color, point: Point) -> bool {
    let Some(territory) = ClosedTerritory::new(board, color, point) else {
        return false;
    };
    let mut tactician = Tactician::new();
    if !territory.holds(board, &mut tactician) {
        return false;
    }
    let empty: PointSet = board.empty_points().iter().copied().collect();
    let inside = territory.points & empty;
    inside.iter().all(|threat| {
        let mut after = board.clone();
        if after.play(!color, Move::Play(threat)).is_err() {
            return true;
        }
        let answers = inside.iter().map(Move::Play);
        std::iter::once(Move::Pass).chain(answers).any(|answer| {
            let mut answered = after.clone();
            answered.play(color, answer).is_ok() && territory.holds(&answered, &mut tactician)
        })
    })
}

/// A part of the board without stones of a color, and the strings of the color around it.
struct ClosedTerritory {
    color: Color,
    points: PointSet,
    /// A stone of each string around it.
    walls: Vec<Point>,
}

impl ClosedTerritory {
    /// The part around a point; `None` if it is too large to be read.
    fn new(board: &Board, color: Color, point: Point) -> Option<Self> {
        let own: PointSet = board.stones(color).collect();
        let all: PointSet = Point::all(board.size()).collect();
        let points = (all - own).connected(point);
        let anchors = (points.next_to() & own).iter();
        let anchors: PointSet = anchors.filter_map(|stone| board.anchor(stone)).collect();
        let is_small = points.len() <= MOST_POINTS && anchors.len() <= MOST_WALLS;
        (is_small && !anchors.is_empty()).then(|| Self {
            color,
            points,
            walls: anchors.iter().collect(),
        })
    }

    /// Returns whether all walls are proved alive, the opponent to move, and all enemies inside dead though they move.
    fn holds(&self, board: &Board, tactician: &mut Tactician) -> bool {
        let budget = Budget::for_question(POSITIONS);
        let enemies: PointSet = board.stones(!self.color).collect();
        let inside = enemies & self.points;
        let mut fails = |stone, alive, attacked| {
            let string = board.string(stone).collect();
            let Some(problem) = LifeProblem::new(board, string, alive) else {
                return false;
            };
            let answer: Answer = match attacked {
                true => tactician.kill(board, &problem, budget),
                false => tactician.live(board, &problem, budget),
            };
            answer.is_complete && !answer.result.works()
        };
        let walls: PointSet = self
            .walls
            .iter()
            .flat_map(|stone| board.string(*stone))
            .collect();
        let stand = self
            .walls
            .iter()
            .all(|stone| board.color_at(*stone) == Some(self.color));
        stand
            && self
                .walls
                .iter()
                .all(|stone| fails(*stone, enemies - inside, true))
            && inside.iter().all(|stone| fails(stone, walls, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    fn is_safe(text: &str, name: &str) -> bool {
        let board = diagram::parse(text).unwrap();
        is_proved_safe(&board, Color::White, Point::parse(name).unwrap())
    }

    /// White has four points in the upper right corner and no other eye.
    const FOUR: &str = ". . X . X X X O .
                        . . . . X O O O .
                        . X X X X X O . .
                        . . X . . X O O O
                        . X X . . X X O X
                        . . X X X . . X X
                        . . . . X . X X X
                        . . . . X . . . .
                        . . . . X . . . .";

    #[test]
    fn four_in_a_row_need_no_move() {
        for name in ["J9", "J8", "J7", "H7"] {
            assert!(is_safe(FOUR, name), "{name}");
        }
    }

    #[test]
    fn three_in_a_row_need_one() {
        let three = FOUR.replace(
            "O . .\n                        . . X . . X",
            "O O .\n                        . . X . . X",
        );
        for name in ["J9", "J8", "J7"] {
            assert!(!is_safe(&three, name), "{name}");
        }
    }

    #[test]
    fn wide_country_is_not_read() {
        assert!(!is_safe(
            ". . . . .\n. . . . .\n. . O . .\n. . . . .\n. . . . .",
            "A1"
        ));
    }
}
