//! All strings of a position: which are dead, which are threatened.

use super::answer::ResultCode;
use super::budget::Budget;
use super::tactician::Tactician;
use sgmp_board::rules::{Board, Color, Point};

/// The status of a string, by reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StringStatus {
    /// It is not captured though its opponent moves first, or has too many liberties to be read.
    Safe,
    /// It is captured if its opponent moves first, if only by a ko.
    Threatened {
        /// The result of the capture.
        result: ResultCode,
        /// A move that begins to capture it.
        capture: Option<Point>,
        /// A move that saves it.
        rescue: Option<Point>,
    },
    /// It is captured though it moves first.
    Dead,
}

/// A string and its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurveyedString {
    /// The stone that stands for the string: [`Board::anchor`].
    pub anchor: Point,
    /// The color of the string.
    pub color: Color,
    /// The status, whichever side moves first.
    pub status: StringStatus,
}

impl Tactician {
    /// Reads every string, each with the whole budget; in the order of their first points from A1.
    #[must_use]
    pub fn survey(&mut self, board: &Board, budget: Budget) -> Vec<SurveyedString> {
        let anchors = Point::all(board.size()).filter(|p| board.anchor(*p) == Some(*p));
        anchors
            .filter_map(|anchor| {
                Some(SurveyedString {
                    anchor,
                    color: board.color_at(anchor)?,
                    status: self.string_status(board, anchor, budget),
                })
            })
            .collect()
    }

    /// The status of the string of a stone; safe without a stone.
    #[must_use]
    pub(crate) fn string_status(
        &mut self,
        board: &Board,
        stone: Point,
        budget: Budget,
    ) -> StringStatus {
        let attack = self.attack(board, stone, budget);
        if !attack.result.works() {
            return StringStatus::Safe;
        }
        let defense = self.defend(board, stone, budget);
        if !defense.result.works() {
            return StringStatus::Dead;
        }
        StringStatus::Threatened {
            result: attack.result,
            capture: attack.point(),
            rescue: defense.point(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    #[test]
    fn strings_are_dead_threatened_or_safe() {
        let board = diagram::parse(
            ". . . . . . .
             . . X . . . .
             . X O X . . .
             . . . . . . .
             . . . . . X .
             . . . . . X O
             . . . . . X .",
        )
        .unwrap();
        let statuses = Tactician::new().survey(&board, Budget::for_level(4));
        let of = |name: &str| {
            let anchor = board.anchor(Point::parse(name).unwrap());
            statuses
                .iter()
                .find(|s| Some(s.anchor) == anchor)
                .unwrap()
                .status
        };
        let exit = Point::parse("C4");
        let threatened = StringStatus::Threatened {
            result: ResultCode::Succeeds,
            capture: exit,
            rescue: exit,
        };
        assert_eq!(of("C5"), threatened);
        assert_eq!(of("G2"), StringStatus::Dead);
        assert_eq!(of("F2"), StringStatus::Safe);
    }
}
