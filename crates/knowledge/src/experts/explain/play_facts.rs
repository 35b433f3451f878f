//! Facts about a move that no expert has to suggest, in sentences: what it does on the board, and what the other side
//! would gain by the same point.

use std::fmt;

use super::owners::Fate;
use crate::experts::group_ref::GroupRef;
use crate::experts::group_words::capital;
use sgmp_board::rules::{Color, Move};

/// A fact about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayFact {
    /// It takes a string off the board.
    Takes(Move, GroupRef),
    /// An own string has one liberty, and more after it.
    LeavesAtari(Move, GroupRef),
    /// Own strings are joined by it, and parted by a stone of the other side there.
    Joins(Move, GroupRef, GroupRef),
    /// Strings of the other side are parted by it, and joined by a stone of theirs there.
    Parts(Move, GroupRef, GroupRef),
    /// A string of the other side is in atari.
    Atari(Move, GroupRef),
    /// It threatens to catch a string of the other side; with the string beside it that this would help, and its fate.
    ThreatensCapture(Move, GroupRef, Option<(GroupRef, Fate)>),
    /// It threatens to cut strings of the other side apart.
    ThreatensCut(Move, GroupRef, GroupRef),
    /// A group of this side is safe with it, and not with a stone of the other side there.
    Steadies(Move, GroupRef, &'static str),
    /// A group of the other side is not safe with it, and would be with a stone of theirs there.
    Unsettles(Move, GroupRef, &'static str),
    /// Points that lean to its player, and no more to the other side, as against a stone of theirs there.
    Leans {
        /// The move that the points lean by.
        mv: Move,
        /// The color that makes the move.
        color: Color,
        /// More points that lean to the player.
        more: usize,
        /// Fewer that lean to the other side.
        fewer: usize,
        /// More lean to whoever plays there than to the other side.
        swings: bool,
    },
    /// A group that was in the one state and is in the other.
    Turns(Move, GroupRef, &'static str, &'static str),
    /// An own string has more liberties: so many before and after.
    AddsLiberties(Move, GroupRef, usize, usize),
    /// A string of the other side has so many liberties left.
    TakesLiberty(Move, GroupRef, usize),
    /// The other side would play there next, and so much is at stake.
    Forestalls {
        /// The move.
        mv: Move,
        /// The color that makes it.
        color: Color,
        /// The other side's move without it.
        reply: Move,
        /// Points that it gains against a pass.
        worth: u32,
    },
    /// Its side has a good move there next, if the other side plays elsewhere.
    Prepares {
        /// The move.
        mv: Move,
        /// The color that makes it.
        color: Color,
        /// The next move.
        next: Move,
        /// Points that it would gain.
        worth: u32,
    },
    /// No stone is near.
    OpenRoom(Move),
    /// It makes sure of stones of the other side that are lost in any case.
    MakesSure(Move, GroupRef),
    /// The stones that it stands among are lost all the same.
    StaysLost(Move, GroupRef),
}

impl fmt::Display for PlayFact {
    /// A sentence for people, with a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Takes(mv, group) => write!(f, "{mv} takes {group} off the board."),
            Self::LeavesAtari(mv, own) => {
                write!(
                    f,
                    "{mv} gives {own} more than the one liberty that is left."
                )
            }
            Self::Joins(mv, a, b) => write!(
                f,
                "{mv} keeps {a} and {b} connected: a stone of the other side there would cut them."
            ),
            Self::Parts(mv, a, b) => write!(
                f,
                "{mv} keeps {a} and {b} apart: with a stone there they would be connected."
            ),
            Self::Atari(mv, group) => write!(f, "{mv} puts {group} in atari."),
            Self::ThreatensCapture(mv, group, None) => write!(
                f,
                "{mv} threatens to catch {group}: that asks for an answer."
            ),
            Self::ThreatensCapture(mv, group, Some((helped, fate))) => {
                let are = if helped.stones == 1 { "is" } else { "are" };
                write!(
                    f,
                    "{mv} threatens to catch {group} beside {helped}, which {are} {}: that asks for an answer.",
                    fate.words()
                )
            }
            Self::ThreatensCut(mv, a, b) => {
                write!(f, "{mv} threatens to cut between {a} and {b}.")
            }
            Self::Steadies(..) | Self::Unsettles(..) | Self::Leans { .. } | Self::Turns(..) => {
                self.write_of_groups(f)
            }
            Self::AddsLiberties(mv, own, before, after) => {
                write!(f, "{mv} gives {own} {after} liberties instead of {before}.")
            }
            Self::TakesLiberty(mv, group, 1) => write!(f, "{mv} leaves {group} one liberty."),
            Self::TakesLiberty(mv, group, left) => {
                write!(
                    f,
                    "{mv} takes a liberty away from {group}: {left} are left."
                )
            }
            Self::Forestalls { .. } | Self::Prepares { .. } => self.write_of_turns(f),
            Self::MakesSure(mv, group) => {
                let are = if group.stones == 1 { "is" } else { "are" };
                write!(
                    f,
                    "{mv} makes sure of {group}, which {are} lost in any case."
                )
            }
            Self::StaysLost(mv, own) => {
                let are = if own.stones == 1 { "is" } else { "are" };
                write!(
                    f,
                    "{mv} gains little: {own} {are} lost, if both sides play well."
                )
            }
            Self::OpenRoom(mv) => write!(
                f,
                "{mv} takes room that is open to both sides: no stone is near it yet."
            ),
        }
    }
}

impl PlayFact {
    /// A sentence about the move that either side would make there next.
    fn write_of_turns(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Forestalls {
                mv,
                color,
                reply,
                worth,
            } if reply == mv => write!(
                f,
                "{mv} is worth about {worth} points, and {} would take the point otherwise.",
                !*color
            ),
            Self::Forestalls {
                mv,
                color,
                reply,
                worth,
            } => write!(
                f,
                "{mv} is worth about {worth} points: without it {} would play {reply} here.",
                !*color
            ),
            Self::Prepares {
                mv,
                color,
                next,
                worth,
            } => write!(
                f,
                "{mv} prepares {next}: if {} plays elsewhere, that gains about {worth} points more.",
                !*color
            ),
            _ => Ok(()),
        }
    }

    /// A sentence about a group, or about points, as they would be with a stone of the other side.
    fn write_of_groups(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steadies(mv, own, how) => write!(
                f,
                "{mv} makes {own} safe, which would be {how} after a move of the other side there."
            ),
            Self::Unsettles(mv, group, how) => write!(
                f,
                "{} would be safe with a stone there; with {mv} played it is {how}.",
                capital(&group.to_string().replacen("the ", "the group of ", 1))
            ),
            Self::Leans {
                mv, color, swings, ..
            } => {
                let (mine, theirs) = (*color, !*color);
                match swings {
                    true => write!(
                        f,
                        "{mv} is a point for both sides: the room around it leans to {mine} with it, \
                         and would lean to {theirs} with a stone of {theirs} there."
                    ),
                    false => write!(
                        f,
                        "{mv} is a point for both sides: more of the room around it leans to {mine} \
                         than if {theirs} had it."
                    ),
                }
            }
            Self::Turns(mv, group, before, now) => write!(
                f,
                "With {mv} {group} are {now}; before it they were {before}."
            ),
            _ => Ok(()),
        }
    }

    /// Returns whether it tells more than a shape does.
    pub(super) const fn weighs(&self) -> bool {
        !matches!(
            self,
            Self::Leans { .. }
                | Self::AddsLiberties(..)
                | Self::TakesLiberty(..)
                | Self::OpenRoom(_)
                | Self::Forestalls { .. }
                | Self::Prepares { .. }
        )
    }

    /// Returns whether it tells what a move is for: it weighs, or tells what the other side would do.
    pub(super) const fn tells_a_purpose(&self) -> bool {
        self.weighs() || matches!(self, Self::Forestalls { .. } | Self::Prepares { .. })
    }

    /// Returns whether it counts liberties, and no more.
    pub(super) const fn counts_liberties(&self) -> bool {
        matches!(self, Self::AddsLiberties(..) | Self::TakesLiberty(..))
    }

    /// Returns whether it tells what a move does, and not that it does nothing.
    pub(super) const fn speaks_for_it(&self) -> bool {
        !matches!(self, Self::StaysLost(..))
    }

    /// Returns whether it tells of a string in atari.
    pub(super) const fn is_atari(&self) -> bool {
        matches!(self, Self::Atari(..))
    }

    /// Returns whether it tells of stones taken, or saved from being taken at once.
    pub(super) const fn is_of_captures(&self) -> bool {
        matches!(self, Self::Takes(..) | Self::LeavesAtari(..))
    }
}
