//! Which entry may follow which.

use thiserror::Error;

use super::entry::{Entry, FORMAT};
use crate::rules::{BoardSize, Color, Move};

/// Why an entry cannot stand where it stands.
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
        /// The move.
        mv: Move,
        /// The board.
        size: BoardSize,
    },
    /// A move after the match's end.
    #[error("the match has ended before this move")]
    Ended,
}

/// What the entries so far allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// There is none yet.
    Unopened,
    /// Move number `played + 1` comes next.
    Playing { size: BoardSize, played: u16 },
    /// No move comes any more. The line still works for a while (a repeat of the last move is
    /// answered, a port comes back), and a judge may set another result.
    Ended,
}

impl Order {
    /// What is allowed after `entry`. Whether the move is legal on the board is for the rules.
    pub(super) fn after(self, entry: &Entry) -> Result<Self, OrderFault> {
        match (self, entry) {
            (Self::Unopened, Entry::Opened(opened)) => {
                if opened.format != FORMAT {
                    return Err(OrderFault::Format(opened.format));
                }
                Ok(Self::Playing {
                    size: opened.size,
                    played: 0,
                })
            }
            (Self::Unopened, _) => Err(OrderFault::NotOpened),
            (_, Entry::Opened(_)) => Err(OrderFault::OpenedAgain),
            (
                Self::Playing { size, played },
                Entry::Move {
                    number, color, mv, ..
                },
            ) => {
                follow(played, *number, *color)?;
                stay_on(size, *mv)?;
                Ok(Self::Playing {
                    size,
                    played: *number,
                })
            }
            (Self::Ended, Entry::Move { .. }) => Err(OrderFault::Ended),
            (_, Entry::Ended { .. }) => Ok(Self::Ended),
            (
                same,
                Entry::Link { .. }
                | Entry::Resumed { .. }
                | Entry::LinkDown { .. }
                | Entry::LinkUp { .. },
            ) => Ok(same),
        }
    }
}

fn follow(played: u16, found: u16, color: Color) -> Result<(), OrderFault> {
    let expected = u32::from(played) + 1;
    if u32::from(found) != expected {
        return Err(OrderFault::Number { expected, found });
    }
    let turn = if played.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
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
