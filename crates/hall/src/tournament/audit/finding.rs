//! Mistakes of a table, each in a sentence.

use std::fmt;

use super::super::standings::{Criterion, Points};

/// A player with its place and what its cell says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellRef {
    /// Name of the player.
    pub name: String,
    /// The number by which cells name it: its printed place, or its line.
    pub line: usize,
    /// The cell as it is printed.
    pub cell: String,
}

impl fmt::Display for CellRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}) reads {}", self.name, self.line, self.cell)
    }
}

/// An inconsistency between cells, sums and places of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuditFinding {
    /// A cell that no other mirrors; `right` if the others say what it must read.
    NotMirrored {
        /// The round of both cells, from 1.
        round: u32,
        /// The cell that stands alone.
        cell: CellRef,
        /// The cells that contradict it.
        others: Vec<CellRef>,
        /// The cell as it should read; `None` where the others do not agree on it.
        right: Option<String>,
    },
    /// Two cells of a cross table that do not add to one point.
    CrossNotMirrored {
        /// The two players that the cells are of.
        names: [String; 2],
        /// The points of each against the other, as printed.
        cells: [Points; 2],
    },
    /// Two players who met twice.
    MetTwice {
        /// The two players who met twice.
        names: [String; 2],
        /// The two rounds, counted from 1.
        rounds: [u32; 2],
    },
    /// A printed sum that is another.
    WrongSum {
        /// The player whose sum is wrong.
        name: String,
        /// The criterion whose value the sum is.
        criterion: Criterion,
        /// The value as it is printed.
        printed: Points,
        /// The value as the cells give it.
        right: Points,
        /// The summands in words, opponent by opponent.
        terms: String,
    },
    /// Two neighbours in the wrong order by the table's own rule.
    WrongOrder {
        /// The two, as printed.
        names: [String; 2],
        /// Their printed places, in the order of the names.
        places: [usize; 2],
        /// The rule of order that the table follows elsewhere, in words.
        rule: String,
    },
    /// Ties broken at some places and not at others, as no rule does.
    MixedTies {
        /// Players told apart with equal scores.
        apart: [String; 2],
        /// Players with equal scores and places.
        equal: [String; 2],
    },
    /// A total that cannot be.
    WrongTotal {
        /// The reason in a sentence.
        why: String,
    },
}

impl fmt::Display for AuditFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotMirrored {
                round,
                cell,
                others,
                right,
            } => {
                write!(f, "round {round}: {cell}")?;
                for (at, other) in others.iter().enumerate() {
                    write!(f, "{} {other}", if at == 0 { ", but" } else { " and" })?;
                }
                match right {
                    Some(right) => write!(f, ": it must read {right}"),
                    None => f.write_str(": which is wrong does not follow from the table"),
                }
            }
            Self::CrossNotMirrored {
                names: [a, b],
                cells: [c, d],
            } => write!(
                f,
                "{a} has {c} against {b}, and {b} has {d} against {a}: together that is not one point"
            ),
            Self::MetTwice {
                names: [a, b],
                rounds: [r, s],
            } => {
                write!(f, "{a} and {b} met twice, in rounds {r} and {s}")
            }
            Self::WrongSum {
                name,
                criterion,
                printed,
                right,
                terms,
            } => write!(
                f,
                "{name}: {} printed {printed}, right {right} ({terms})",
                criterion.heading()
            ),
            Self::WrongOrder {
                names: [a, b],
                places: [p, q],
                rule,
            } => write!(
                f,
                "places {p} and {q}: {a} stands before {b}, by the table's own rule ({rule}) they are swapped"
            ),
            Self::MixedTies {
                apart: [a, b],
                equal: [c, d],
            } => write!(
                f,
                "{a} and {b} have equal scores and are told apart, {c} and {d} are not: no list of \
                 tie-breaks does both"
            ),
            Self::WrongTotal { why } => f.write_str(why),
        }
    }
}
