//! What reading tells of the moves of a position: which capture, which save, which are lost.
//!
//! Playouts misjudge what takes more than a step or two to capture, and shapes only see ladders and
//! nets. Nodes through which many simulations pass have time for the tactician.

use super::tree::Prior;
use crate::reading::{Budget, Fate, Tactician};
use crate::rules::{Board, Color, Point};

/// When and how much a node is told: nothing, as shipped, since no match tells that reading at nodes
/// wins games by itself (`docs/strength.md`; 25 and 105 were tuned).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadingParams {
    /// Visits, won, that a move has in advance which captures or saves one stone that hangs on it; for
    /// more stones up to three times as many. 0: nothing is read.
    pub urgent: u32,
    /// Visits, lost, of a move that runs with a string which is captured nevertheless.
    pub hopeless: u32,
    /// Visits from which on a node's strings are read.
    pub from: u32,
    /// Decisions that the reading of one string may take: see [`Budget::decisions`].
    pub decisions: u32,
}

impl Default for ReadingParams {
    fn default() -> Self {
        Self {
            urgent: 0,
            hopeless: 0,
            from: 152,
            decisions: 19,
        }
    }
}

/// Nodes for which an answer is kept that is of no use to them. Much is as it was at another node of the
/// same search: together with lines that are not told that halves the instructions of reading.
const PATIENCE: u32 = 100;

/// Who reads for the nodes of a search, one after another.
pub(super) fn reader() -> Tactician {
    let mut tactician = Tactician::with_memory(PATIENCE);
    tactician.tell_lines(false);
    tactician
}

impl ReadingParams {
    /// Whether anything is to be read.
    pub(super) const fn is_asked(&self) -> bool {
        self.urgent > 0 || self.hopeless > 0
    }

    /// Points with the visits that reading gives them, as `color` is to move; a point may come more
    /// than once.
    pub(super) fn advice(
        &self,
        tactician: &mut Tactician,
        board: &Board,
        color: Color,
    ) -> Vec<(Point, Prior)> {
        let budget = Budget {
            decisions: self.decisions,
            ..Budget::for_level(0)
        };
        let is_short = |stone: &Point| {
            board.anchor(*stone) == Some(*stone) && board.liberties(*stone) <= LIBERTIES
        };
        tactician.turn_to(board.size());
        let mut told = Vec::new();
        for stone in Point::all(board.size()).filter(is_short) {
            let is_own = board.color_at(stone) == Some(color);
            let size = board.string_size(stone);
            match tactician.fate(board, stone, budget) {
                Fate::Threatened {
                    capture, rescue, ..
                } => {
                    let point = if is_own { rescue } else { capture };
                    told.extend(point.map(|point| (point, self.of_urgent(size))));
                }
                Fate::Dead if is_own => {
                    let exits = board.liberty_set(stone);
                    let runs = |exit: &Point| joins_nothing_else(board, color, *exit, stone);
                    let exits = exits.iter().filter(runs);
                    told.extend(exits.map(|exit| (exit, self.of_hopeless())));
                }
                Fate::Dead | Fate::Safe => {}
            }
        }
        told
    }

    fn of_urgent(&self, size: usize) -> Prior {
        /// Stones from which on more do not matter.
        const MANY: f32 = 9.0;
        let mut prior = Prior::default();
        let stones = (size as f32).min(MANY);
        prior.add((self.urgent as f32 * stones.sqrt()) as u32, 1.0);
        prior
    }

    fn of_hopeless(&self) -> Prior {
        let mut prior = Prior::default();
        prior.add(self.hopeless, 0.0);
        prior
    }
}

/// Liberties up to which a string is read.
const LIBERTIES: usize = 3;

/// Whether a stone on an empty point would touch no string of its color but that of `stone`, and
/// capture nothing.
fn joins_nothing_else(board: &Board, color: Color, point: Point, stone: Point) -> bool {
    let anchor = board.anchor(stone);
    board.neighbors(point).all(|n| match board.color_at(n) {
        None => true,
        Some(owner) if owner == color => board.anchor(n) == anchor,
        Some(_) => board.liberties(n) > 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::diagram;

    const PARAMS: ReadingParams = ReadingParams {
        urgent: 10,
        hopeless: 7,
        from: 0,
        decisions: 100,
    };

    fn told(text: &str, color: Color) -> Vec<(String, u32, u32)> {
        let board = diagram::parse(text).unwrap();
        let advice = PARAMS.advice(&mut Tactician::new(), &board, color);
        let told = advice.into_iter();
        told.map(|(point, prior)| (point.to_string(), prior.visits, prior.wins))
            .collect()
    }

    const NET: &str = "
        . . . . . . .
        . . X X . . .
        . X O O . . .
        . X O X . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .";

    #[test]
    fn what_hangs_on_a_move_is_urgent_for_both() {
        for color in Color::BOTH {
            let told = told(NET, color);
            assert!(!told.is_empty(), "{color:?}");
            for (point, visits, wins) in told {
                assert_eq!((visits, wins), (17, 34), "{color:?} {point}");
            }
        }
    }

    #[test]
    fn who_is_caught_does_not_run() {
        let text = "
            . . . . . . .
            . . . X . . .
            . X X O X . .
            X O O O . . .
            . X X O X . .
            . . . X . . .
            . . . . . . .";
        assert_eq!(told(text, Color::White), [("E4".to_owned(), 7, 0)]);
        assert!(told(text, Color::Black).is_empty(), "it is caught as it is");
    }
}
