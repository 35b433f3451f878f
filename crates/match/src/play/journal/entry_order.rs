//! The order in which entries may follow each other.

use thiserror::Error;

use super::entry::{Entry, FORMAT};
use sgmp_board::rules::{BoardSize, Color, Handicap, Move};

/// A reason why an entry cannot stand where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OrderFault {
    /// The first entry does not open the match.
    #[error("the first entry must be `opened`")]
    NotOpened,
    /// A later entry opens the match.
    #[error("the match was opened before")]
    OpenedAgain,
    /// The entries have another format than [`FORMAT`].
    #[error("its format is {0}, and {FORMAT} is known")]
    Format(u32),
    /// The move has not the next number.
    #[error("move {found} stands where move {expected} belongs")]
    Number {
        /// Number of the next move.
        expected: u32,
        /// Number of this move.
        found: u16,
    },
    /// The other side is on move.
    #[error("{0} moves out of turn")]
    Turn(Color),
    /// The move lies outside the board.
    #[error("{mv} lies outside the {size} board")]
    OffBoard {
        /// The move as the journal has it.
        mv: Move,
        /// The board of the terms in the first entry.
        size: BoardSize,
    },
    /// More moves taken back than there are.
    #[error("{found} moves are taken back, of {played}")]
    TakenBack {
        /// Moves on record before the entry.
        played: u16,
        /// Moves that the entry takes back.
        found: u16,
    },
    /// A number of handicap stones that there is not.
    #[error("a handicap of {0} stones: there are 2 to 9")]
    Handicap(u8),
    /// A move after the match's end.
    #[error("the match has ended before this move")]
    Ended,
}

/// The state that the entries so far lead to, and with it the entries that may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// There is none yet.
    Unopened,
    /// Move number `played + 1` comes next.
    Playing {
        size: BoardSize,
        first: Color,
        played: u16,
    },
    /// No move comes any more. The line still works for a while (a repeat of the last move is
    /// answered, a port comes back), and a judge may set another result.
    Ended,
}

impl Order {
    /// Returns the state after `entry`. The legality of a move on the board is for the rules.
    pub(super) fn after(self, entry: &Entry) -> Result<Self, OrderFault> {
        match (self, entry) {
            (Self::Unopened, Entry::Opened(opened)) => {
                if opened.format != FORMAT {
                    return Err(OrderFault::Format(opened.format));
                }
                let handicap = opened.handicap();
                Ok(Self::Playing {
                    size: opened.size,
                    first: handicap
                        .map(Handicap::first)
                        .ok_or(OrderFault::Handicap(opened.handicap))?,
                    played: 0,
                })
            }
            (Self::Unopened, _) => Err(OrderFault::NotOpened),
            (_, Entry::Opened(_)) => Err(OrderFault::OpenedAgain),
            (
                Self::Playing {
                    size,
                    first,
                    played,
                },
                Entry::Move {
                    number, color, mv, ..
                },
            ) => {
                follow(played, *number, (first, *color))?;
                stay_on(size, *mv)?;
                Ok(Self::Playing {
                    size,
                    first,
                    played: *number,
                })
            }
            (
                Self::Playing {
                    size,
                    first,
                    played,
                },
                Entry::TakenBack { moves: found, .. },
            ) => {
                let fault = OrderFault::TakenBack {
                    played,
                    found: *found,
                };
                Ok(Self::Playing {
                    size,
                    first,
                    played: played.checked_sub(*found).ok_or(fault)?,
                })
            }
            (Self::Ended, Entry::Move { .. } | Entry::TakenBack { .. }) => Err(OrderFault::Ended),
            (_, Entry::Ended { .. }) => Ok(Self::Ended),
            (
                same,
                Entry::Link { .. }
                | Entry::Resumed { .. }
                | Entry::LinkDown { .. }
                | Entry::LinkUp { .. }
                | Entry::OverTime { .. },
            ) => Ok(same),
        }
    }
}

/// The moves that stand at the end of a journal: those taken back are gone.
#[must_use]
pub fn standing_moves(entries: &[Entry]) -> Vec<(Color, Move)> {
    let mut moves = Vec::new();
    for entry in entries {
        match entry {
            Entry::Move { color, mv, .. } => moves.push((*color, *mv)),
            Entry::TakenBack { moves: back, .. } => {
                moves.truncate(moves.len().saturating_sub(usize::from(*back)));
            }
            _ => {}
        }
    }
    moves
}

fn follow(played: u16, found: u16, (first, color): (Color, Color)) -> Result<(), OrderFault> {
    let expected = u32::from(played) + 1;
    if u32::from(found) != expected {
        return Err(OrderFault::Number { expected, found });
    }
    let turn = if played.is_multiple_of(2) {
        first
    } else {
        !first
    };
    if color != turn {
        return Err(OrderFault::Turn(color));
    }
    Ok(())
}

fn stay_on(size: BoardSize, mv: Move) -> Result<(), OrderFault> {
    match mv {
        Move::Play(point) if !point.is_on(size) => Err(OrderFault::OffBoard { mv, size }),
        Move::Play(_) | Move::Pass => Ok(()),
    }
}
