//! Comparison of the moves of two records.

use std::fmt;

use super::GameRecord;
use crate::rules::{BoardSize, Color, Move};

/// The first difference of two records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Boards of two sizes, on which no moves can be compared.
    Size {
        /// The size in the first record.
        a: BoardSize,
        /// The size in the second record.
        b: BoardSize,
    },
    /// The position before the first move.
    Setup,
    /// The positions set up after moves.
    Change,
    /// The first move in which the two differ.
    Move {
        /// Its number, from 1.
        number: usize,
        /// The move of the first record; `None` if it has ended.
        a: Option<(Color, Move)>,
        /// The move of the second record; `None` if it has ended.
        b: Option<(Color, Move)>,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { a, b } => write!(f, "board {a} here, {b} there"),
            Self::Setup => f.write_str("the stones before the first move differ"),
            Self::Change => f.write_str("the stones set up after moves differ"),
            Self::Move { number, a, b } => {
                write!(f, "move {number} is {} here, {} there", Told(*a), Told(*b))
            }
        }
    }
}

/// A move that one of the records may lack.
struct Told(Option<(Color, Move)>);

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some((color, mv)) => write!(f, "{color} {mv}"),
            None => f.write_str("missing"),
        }
    }
}

/// The first difference in what was played; names, times and remarks do not count.
#[must_use]
pub fn compare(a: &GameRecord, b: &GameRecord) -> Option<Difference> {
    if a.size() != b.size() {
        let (a, b) = (a.size(), b.size());
        return Some(Difference::Size { a, b });
    }
    if a.setup().stones != b.setup().stones {
        return Some(Difference::Setup);
    }
    let told = |record: &GameRecord, at: usize| record.moves().get(at).map(|m| (m.color, m.mv));
    let played = (0..a.moves().len().max(b.moves().len())).find_map(|at| {
        let (a, b) = (told(a, at), told(b, at));
        (a != b).then_some(Difference::Move {
            number: at + 1,
            a,
            b,
        })
    });
    played.or_else(|| (a.changes() != b.changes()).then_some(Difference::Change))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::read_sgf;

    fn difference(a: &str, b: &str) -> Option<String> {
        let [a, b] = [a, b].map(|text| read_sgf(text.as_bytes()).unwrap());
        compare(&a, &b).map(|difference| difference.to_string())
    }

    #[test]
    fn only_what_was_played_counts() {
        let a = "(;SZ[9]PB[one];B[ee];W[])";
        let b = "(;SZ[9]PB[two]RE[B+R];B[ee]BL[3]C[good];W[tt])";
        assert_eq!(difference(a, b), None);
    }

    #[test]
    fn the_first_difference_is_named() {
        for (b, told) in [
            ("(;SZ[9];B[ee])", "move 2 is White pass here, missing there"),
            (
                "(;SZ[9];B[ee];W[ef])",
                "move 2 is White pass here, White E4 there",
            ),
            (
                "(;SZ[9];W[ee];W[ef])",
                "move 1 is Black E5 here, White E5 there",
            ),
            (
                "(;SZ[9];B[ee];W[];B[])",
                "move 3 is missing here, Black pass there",
            ),
            (
                "(;SZ[9]AB[aa];B[ee];W[])",
                "the stones before the first move differ",
            ),
            ("(;SZ[13];B[ee];W[])", "board 9x9 here, 13x13 there"),
        ] {
            assert_eq!(difference("(;SZ[9];B[ee];W[])", b).unwrap(), told);
        }
    }
}
