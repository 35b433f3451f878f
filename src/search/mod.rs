//! Choosing moves by playing games out at random.
//!
//! A [`Searcher`] searches a tree whose leaves are played out, and [`decide`] turns what it found
//! into a move or a pass. [`final_status`] counts a finished board. Time is never read: a search ends at
//! its cap of playouts or when its [`StopFlag`] is requested.

mod end;
mod playout;
mod stop_flag;
mod tree;

pub use end::{decide, final_status};
pub use playout::{
    Features, LastMoves, LocalPoint, Nearness, Ownership, PlayoutObserver, PlayoutPolicy,
    PlayoutWeights, PlayoutWeightsError, Replies, Reply, RootPlayouts, features, play_heavy,
    play_out,
};
pub use stop_flag::StopFlag;
pub use tree::{
    Candidate, EndParams, PriorWeights, SearchResult, SearchStats, Searcher, UctParams,
};
