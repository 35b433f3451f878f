//! Inputs of a game at this computer, from the threads around it.

use crate::local_game::{ChairError, EngineAnswer, Ticket};
use crate::tables::teacher_thread::TeacherAnswer;
use crate::tui::Key;

/// Something that happens at the board.
pub enum TableInput {
    /// A line was typed.
    Line(String),
    /// No more lines come.
    EndOfLines,
    /// A key was pressed on a screen.
    Key(Key),
    /// Ctrl-C, or the system asks the program to end.
    Interrupt,
    /// The engine answers the question with this ticket.
    Engine(Ticket, Result<EngineAnswer, ChairError>),
    /// The teacher answers a question about a state of the game.
    Teacher(Ticket, TeacherAnswer),
}
