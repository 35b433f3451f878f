//! "Why not?": a move that does not work, refuted by a line that the reader plays out, in words.
//!
//! An [`Aim`] is what a side wants with some stones; [`AimReader`] says which moves reach it, and
//! [`Refutation`] shows why another does not.

mod aim;
mod aim_reader;
mod critique;
mod open_aims;
mod refutation;

pub use aim::{Aim, UnknownAim};
pub use aim_reader::{AimReader, AimedPosition, Trial};
pub use critique::{Critic, Critique};
pub use open_aims::OpenAim;
pub use refutation::{Manner, Refutation};
