//! Positions of records that are no end of a game, and not to be counted as one.

use std::fmt;

use super::{GameRecord, GameResult, SgfReading, SgfRemark};
use crate::rules::Game;

/// A reason why a position of a record is not the end that its game was counted at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// Moves may follow, or do.
    GoesOn {
        /// Moves before the position.
        moves: usize,
    },
    /// The record ends with the position, by a result that is no count of it.
    NotCounted {
        /// Moves before the position.
        moves: usize,
        /// The result that the record names.
        result: GameResult,
    },
}

impl Unfinished {
    /// Looks at a position of a game's record; `None` if the game is over there: by two passes, or because
    /// the record ends there with a result that was counted. Printed games have no passes.
    #[must_use]
    pub fn for_position(reading: &SgfReading, game: &Game) -> Option<Self> {
        let (record, moves) = (&reading.record, game.move_count());
        if game.consecutive_passes() >= 2 {
            return None;
        }
        if moves < record.moves().len() {
            return Some(Self::GoesOn { moves });
        }
        match record.info.result {
            GameResult::Score { .. } | GameResult::Draw => None,
            GameResult::Win { .. } if reading.remarks.iter().any(is_margin) => None,
            GameResult::Unknown => Some(Self::GoesOn { moves }),
            result => Some(Self::NotCounted { moves, result }),
        }
    }
}

/// Returns whether a remark is about a margin, such as one in quarters, of which the winner alone was read.
fn is_margin(remark: &SgfRemark) -> bool {
    let SgfRemark::UnknownResult { text, .. } = remark else {
        return false;
    };
    text.contains(|c: char| c.is_ascii_digit())
}

impl fmt::Display for Unfinished {
    /// "not finished: after move 26 the game goes on".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GoesOn { moves } => {
                write!(f, "not finished: after move {moves} the game goes on")
            }
            Self::NotCounted { moves, result } => write!(
                f,
                "not finished: after move {moves} the record says {result}, which is no count of this board"
            ),
        }
    }
}

/// A last move that was never acknowledged, by its number from 1: the two sides may not both have it, and what is expected of
/// the game is told of the board before it. A record says so in its comment, by these words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnheardMove(pub usize);

impl UnheardMove {
    /// The last move of a record, or the last but one, where its comment says so of it.
    #[must_use]
    pub fn in_record(record: &GameRecord) -> Option<Self> {
        let comment = record.info.comment.as_deref()?;
        // The record's form may have broken the line.
        let words = comment.split_whitespace().collect::<Vec<_>>().join(" ");
        let last = record.moves().len();
        let mut ends = [last, last.saturating_sub(1)].into_iter().map(Self);
        ends.find(|end| end.0 > 0 && words.contains(&end.to_string()))
    }

    /// Moves before it.
    #[must_use]
    pub const fn before(self) -> usize {
        self.0.saturating_sub(1)
    }
}

impl fmt::Display for UnheardMove {
    /// "move 12 was never acknowledged".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} was never acknowledged", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{read_game, replay};

    /// The words on the position after so many moves.
    fn told(text: &str, moves: usize) -> Option<String> {
        let reading = read_game(text.as_bytes(), 1).unwrap();
        let game = replay(&reading.record, moves.min(reading.record.moves().len())).unwrap();
        Unfinished::for_position(&reading, &game).map(|unfinished| unfinished.to_string())
    }

    #[test]
    fn two_passes_or_a_counted_result_end_a_game() {
        for (result, ends) in [
            ("RE[?]", false),
            ("", false),
            ("RE[B+3.5]", true),
            ("RE[0]", true),
            ("RE[Draw]", true),
            ("RE[B+3.75]", true),
            ("RE[B+]", false),
            ("RE[W+R]", false),
            ("RE[B+T]", false),
            ("RE[W+F]", false),
            ("RE[Void]", false),
        ] {
            let open = format!("(;SZ[9]{result};B[ee];W[cc])");
            assert_eq!(told(&open, 2).is_none(), ends, "{result}");
            assert!(told(&open, 1).is_some(), "{result}: it goes on");
            let passed = format!("(;SZ[9]{result};B[ee];W[];B[])");
            assert_eq!(told(&passed, 3), None, "{result}");
            assert!(told(&passed, 2).is_some(), "{result}: one pass");
        }
    }

    #[test]
    fn positions_alone_are_not_over() {
        assert_eq!(
            told("(;SZ[9]AB[ee]AW[cc])", 0).as_deref(),
            Some("not finished: after move 0 the game goes on")
        );
        assert_eq!(
            told("(;SZ[9]RE[W+R];B[ee];W[cc])", 2).as_deref(),
            Some("not finished: after move 2 the record says W+R, which is no count of this board")
        );
    }

    #[test]
    fn a_last_move_that_nobody_acknowledged_is_told_from_others() {
        let unheard = |comment: &str| {
            let text = format!("(;SZ[9]RE[?]C[{comment}];B[ee];W[cc])");
            UnheardMove::in_record(&read_game(text.as_bytes(), 1).unwrap().record)
        };
        let told = UnheardMove(2).to_string();
        assert_eq!(
            unheard(&format!("the judge decides; {told}: x")),
            Some(UnheardMove(2))
        );
        assert_eq!(
            unheard("move 2 was\nnever acknowledged"),
            Some(UnheardMove(2))
        );
        assert_eq!(UnheardMove(2).before(), 1);
        // The other side's last, with ours behind it.
        assert_eq!(unheard(&UnheardMove(1).to_string()), Some(UnheardMove(1)));
        for other in [UnheardMove(0), UnheardMove(12), UnheardMove(22)] {
            assert_eq!(unheard(&other.to_string()), None);
        }
        assert_eq!(unheard("the judge decides"), None);
    }
}
