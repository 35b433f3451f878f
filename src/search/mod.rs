//! Choosing moves by playing games out at random.
//!
//! A [`Thinker`] searches a tree whose leaves are played out, and [`decide`] turns what it found
//! into a move or a pass. [`dead_stones`] judges a finished board by [`Ownership`], the sum of many
//! ends. Time is never read: a search ends at its cap of playouts or when its [`Halt`] is
//! requested.

mod common_fate;
mod criticality;
mod dead;
mod ending;
mod halt;
mod heavy;
mod opening;
mod ownership;
mod params;
mod pattern3;
mod playout;
mod priors;
mod thinker;
mod tree;
mod uct;
mod verdict;

pub use dead::dead_stones;
pub use halt::Halt;
pub use heavy::{Latest, Rates, play_heavy};
pub use opening::OpeningWeights;
pub use ownership::Ownership;
pub use params::Params;
pub use playout::play_out;
pub use priors::PriorWeights;
pub use thinker::{Candidate, Harvest, Thinker, Thought};
pub use uct::UctParams;
pub use verdict::decide;
