//! The words of the referee: lines for the programs, events for spectators, the end of a game.

use std::time::Duration;

use sgmp_board::record::GameResult;
use sgmp_board::rules::{Color, Move};
use sgmp_match::play::{EndKind, Fault, FaultKind};

/// A consequence of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefereeOutput {
    /// A line for a program.
    Send {
        /// The color of the program that gets the line.
        color: Color,
        /// The line, without its end.
        line: String,
    },
    /// Something to show and to keep.
    Event(RefereeEvent),
}

/// Something that happened in a game and that spectators are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefereeEvent {
    /// A move was made.
    Moved {
        /// Its number, from 1.
        number: usize,
        /// The color that made it.
        color: Color,
        /// The move, which is on the board.
        mv: Move,
    },
    /// A line was ignored.
    Ignored {
        /// The color of the program that sent the line.
        color: Color,
        /// The beginning of the line.
        line: String,
        /// True if it is a move, but not that program's turn.
        is_out_of_turn: bool,
    },
    /// A program has passed its limit, and hears of it.
    LimitPassed {
        /// The color of the program that is over its limit.
        color: Color,
        /// Its user time by now.
        user: Duration,
    },
    /// The game is over.
    Over(RefereeRuling),
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefereeRuling {
    /// Both have passed: the game is counted.
    Passes,
    /// A program loses by a fault: an illegal move, its end, its time, or no move while it has time left.
    Fault {
        /// The color of the program that loses.
        loser: Color,
        /// The fault by which it loses.
        fault: Fault,
    },
    /// A program gave up.
    Resignation {
        /// The color of the program that gave up.
        loser: Color,
    },
    /// There is no result.
    NoResult {
        /// A cycle, or the most moves.
        kind: EndKind,
        /// The reason in words.
        why: String,
    },
}

impl RefereeRuling {
    /// The result, where no count is needed for it.
    #[must_use]
    pub const fn result(&self) -> Option<GameResult> {
        match self {
            Self::Passes => None,
            Self::Fault { loser, fault } => {
                let winner = other(*loser);
                Some(match fault.kind {
                    FaultKind::Time | FaultKind::Hang => GameResult::Time { winner },
                    _ => GameResult::Forfeit { winner },
                })
            }
            Self::Resignation { loser } => Some(GameResult::Resignation {
                winner: other(*loser),
            }),
            Self::NoResult { .. } => Some(GameResult::Void),
        }
    }
}

const fn other(color: Color) -> Color {
    match color {
        Color::Black => Color::White,
        Color::White => Color::Black,
    }
}
