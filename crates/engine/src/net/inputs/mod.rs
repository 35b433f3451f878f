//! Inputs of the net: planes and numbers that describe a position to it.
//!
//! [`Situation`] keeps what the stones do not show: the last moves, komi, rules. [`InputReader`]
//! makes [`Inputs`] of a board and a situation. The planes are those of the student's description
//! (`data/README.md`): the board as the player to move sees it, liberties up to three, simple ko,
//! the last five moves, and strings that a ladder takes.

mod area;
mod board_symmetry;
mod input_reader;
mod ladder_reader;
mod plane;
mod situation;
mod teacher_inputs;

pub use board_symmetry::Symmetry;
pub use input_reader::InputReader;
pub(crate) use ladder_reader::{LadderReader, Ladders};
pub use plane::Plane;
pub use situation::{RECENT_MOVES, Situation};
pub(crate) use teacher_inputs::teacher_inputs;
pub use teacher_inputs::{
    LadderHistory, TEACHER_GLOBALS, TEACHER_PLANES, TeacherInputs, TeacherReader, legal_points,
};

/// Number of input planes of our own nets.
pub const PLANES: usize = 18;

/// Number of inputs that hold for the whole board.
pub const GLOBALS: usize = 4;

/// Points of the largest board.
pub const MAX_POINTS: usize = 361;

/// A position as the net sees it, from the side of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    /// Lines of the board.
    pub size: u8,
    /// The planes, in the order of the student's description.
    pub planes: [Plane; PLANES],
    /// Komi of the player to move in twentieths; 1 under territory rules; 1 after a pass; 1 after
    /// two passes.
    pub globals: [f32; GLOBALS],
}

#[cfg(test)]
mod tests;
