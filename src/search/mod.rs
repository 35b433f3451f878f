//! Choosing moves by playing games out at random.
//!
//! [`play_out`] plays one game to its end; [`Ownership`] sums up whose the points were at the end
//! of many; [`dead_stones`] and [`search`] draw their conclusions from such sums. Time is never
//! read: a search ends at its cap of playouts or when its [`Halt`] is requested.

mod candidates;
mod dead;
mod ending;
mod halt;
mod heavy;
mod ownership;
mod params;
mod pattern3;
mod playout;
mod prior;
mod priors;
mod root;
mod thinker;
mod tree;
mod uct;
mod verdict;

pub use dead::dead_stones;
pub use halt::Halt;
pub use heavy::{Latest, Rates, play_heavy};
pub use ownership::Ownership;
pub use params::Params;
pub use playout::play_out;
pub use priors::PriorWeights;
pub use root::{Finding, search};
pub use thinker::{Candidate, Thinker, Thought};
pub use uct::UctParams;
pub use verdict::decide;
