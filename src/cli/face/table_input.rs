//! Inputs of a game at this computer, from the threads around it.

use crate::play::local_game::{ChairError, EngineAnswer, Ticket};

/// Something that happens at the board.
pub(super) enum TableInput {
    /// A line was typed.
    Line(String),
    /// No more lines come.
    EndOfLines,
    /// Ctrl-C, or the system asks the program to end.
    Interrupt,
    /// The engine answers.
    Engine(Ticket, Result<EngineAnswer, ChairError>),
    /// The teacher answers a question.
    Teacher(String),
}
