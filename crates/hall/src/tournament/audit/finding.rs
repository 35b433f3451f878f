//! Mistakes of a table, each in a sentence.

use std::fmt;

use super::super::standings::{Criterion, Points};

/// A player with its place and what its cell says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellRef {
    /// Name of the player.
    pub name: String,
    /// Its printed place.
    pub place: usize,
    /// The cell.
    pub cell: String,
}

impl fmt::Display for CellRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}) reads {}", self.name, self.place, self.cell)
    }
}

/// An inconsistency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuditFinding {
    /// A cell that no other mirrors; `right` if the others say what it must read.
    NotMirrored {
        /// The round.
        round: u32,
        /// The cell.
        cell: CellRef,
        /// The cells that contradict it.
        others: Vec<CellRef>,
        /// The right reading.
        right: Option<String>,
    },
    /// Two cells of a cross table that do not add to one point.
    CrossNotMirrored {
        /// The two players.
        names: [String; 2],
        /// Their cells.
        cells: [Points; 2],
    },
    /// Two players who met twice.
    MetTwice {
        /// The two players.
        names: [String; 2],
        /// The rounds.
        rounds: [u32; 2],
    },
    /// A printed sum that is another.
    WrongSum {
        /// The player.
        name: String,
        /// The sum.
        criterion: Criterion,
        /// As printed.
        printed: Points,
        /// As computed.
        right: Points,
        /// Its terms.
        terms: String,
    },
    /// Two neighbours in the wrong order by the table's own rule.
    WrongOrder {
        /// The two, as printed.
        names: [String; 2],
        /// Their printed places.
        places: [usize; 2],
        /// The rule.
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
        /// The sentence.
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
