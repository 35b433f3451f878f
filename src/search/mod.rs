//! Choosing moves by playing games out at random.
//!
//! A [`Thinker`] searches a tree whose leaves are played out, and [`decide`] turns what it found
//! into a move or a pass. [`judge`] counts a finished board. Time is never read: a search ends at
//! its cap of playouts or when its [`Halt`] is requested.

mod aftermath;
mod counting;
mod dead;
mod gain;
mod halt;
mod heavy;
mod judgment;
mod near;
mod ownership;
mod params;
mod playout;
mod policy;
mod priors;
mod rehearsal;
mod replies;
mod seki;
mod thinker;
mod tree;
mod uct;
mod verdict;

pub use halt::Halt;
pub use heavy::play_heavy;
pub use judgment::judge;
pub use near::{Near, Witness};
pub use ownership::Ownership;
pub use params::EndParams;
pub use playout::{Latest, play_out};
pub use policy::{Features, Nearness, PlayoutPolicy, Replies, Reply, features};
pub use priors::PriorWeights;
pub use rehearsal::Rehearsal;
pub use thinker::{Candidate, Harvest, Thinker, Thought};
pub use uct::UctParams;
pub use verdict::decide;
