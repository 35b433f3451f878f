//! Choosing moves by playing games out at random.
//!
//! A [`Thinker`] searches a tree whose leaves are played out, and [`decide`] turns what it found
//! into a move or a pass. [`judge`] counts a finished board. Time is never read: a search ends at
//! its cap of playouts or when its [`Halt`] is requested.

mod end;
mod playout;
mod stop_flag;
mod tree;

pub use end::{decide, judge};
pub use playout::{
    Features, Latest, Near, Nearness, Ownership, PlayoutPolicy, PlayoutWeights,
    PlayoutWeightsError, Rehearsal, Replies, Reply, Witness, features, play_heavy, play_out,
};
pub use stop_flag::Halt;
pub use tree::{Candidate, EndParams, Harvest, PriorWeights, Thinker, Thought, UctParams};
