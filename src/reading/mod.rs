//! The tactician: whether one string is captured or saved, two strings joined or cut, whoever
//! moves first.
//!
//! A string with more than four liberties counts as escaped. The reading is a proof-number search
//! of what is nearly forced first, so that ladders run across the board; [`Budget`] bounds it,
//! and what is not proved within it is saved, or cut. Ko is told apart as in GNU Go's manual
//! ("Return Codes"): [`Verdict`]. Source of the plan: the description of The Many Faces of Go,
//! "The tactician" and "Evaluating a position".

mod answer;
mod around;
mod budget;
mod capture;
mod life;
mod link;
mod memory;
mod moves;
#[cfg(test)]
mod net_tests;
mod owl;
mod proof;
mod prover;
mod reader;
mod shelf;
mod slate;
mod survey;
mod table;
mod traces;

pub use answer::{Answer, Verdict};
pub use budget::Budget;
pub use life::{Life, LifeReader};
pub use owl::Siege;
pub use reader::Tactician;
pub use survey::{Fate, StringFate};
