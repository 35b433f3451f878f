//! Two sessions joined by a bad line, in virtual time: whole games in microseconds, the same for
//! the same seed on every machine.
//!
//! A [`Pair`] holds a Black and a White side and a [`Line`] in each direction. A side is a session
//! of ours, or the [`Model`] of another program. Each plays its half of a given game
//! ([`random_game`] makes one), judges by one tiny rule (a point is played once), and keeps its own
//! record; ours obeys the one law of the crate. The line knows what it was given: a frame that
//! comes out valid and was never put in (noise that passed the checksum) is counted in
//! [`Report::forged`], so that tests can set such games apart. [`Fate`] names what became of a
//! game, and [`Trial`] plays the game of a seed.

mod chance;
mod fate;
mod line;
mod noise;
mod pair;
mod peer;
mod side;
mod station;
mod trial;
mod witness;

pub use chance::{Chance, Dice};
pub use fate::{Fate, Fault};
pub use line::Line;
pub use noise::Noise;
pub use pair::{End, Guest, Pair, Report, Setup};
pub use peer::{Model, Quit};
pub use side::random_game;
pub use trial::Trial;
