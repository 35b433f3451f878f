//! Two sessions joined by a bad line, in virtual time: whole games in microseconds, the same for
//! the same seed on every machine.
//!
//! A [`Pair`] holds a Black and a White session and a [`Line`] in each direction. Each side plays
//! its half of a given game ([`random_game`] makes one), judges by one tiny rule (a point is
//! played once), keeps its own record, and obeys the one law of the crate. The line knows what it
//! was given: a frame that comes out valid and was never put in (noise that passed the checksum)
//! is counted in [`Report::forged`], so that tests can set such games apart.

mod chance;
mod line;
mod pair;
mod side;
mod witness;

pub use chance::{Chance, Dice};
pub use line::{Line, Noise};
pub use pair::{End, Pair, Report, Setup};
pub use side::random_game;
