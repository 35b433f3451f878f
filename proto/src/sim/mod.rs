//! Two sessions joined by a bad line, in virtual time: whole games in microseconds, the same for
//! the same seed on every machine.
//!
//! A [`Pair`] holds a Black and a White side and a [`Cable`] in each direction. A side is a session
//! of ours, or the [`Model`] of another program. Each plays its half of a given game
//! ([`random_game`] makes one), judges by one tiny rule (a point is played once), and keeps its own
//! record; ours obeys the one law of the crate. The line knows what it was given: a frame that
//! comes out valid and was never put in (noise that passed the checksum) is counted in
//! [`Report::forged`], so that tests can set such games apart. [`Outcome`] names what became of a
//! game, and [`SeededGame`] plays the game of a seed.

mod cable;
mod end;
mod forgeries;
mod noise;
mod our_program;
mod outcome;
mod pair;
mod peer;
mod random;
mod seeded_game;

pub use cable::Cable;
pub use noise::Noise;
pub use our_program::random_game;
pub use outcome::{Fault, Outcome};
pub use pair::{End, OtherProgram, Pair, Report, Setup};
pub use peer::{Model, Quit};
pub use random::{Probability, Rng};
pub use seeded_game::SeededGame;
