//! A tree search that asks the net at every leaf: no playouts.
//!
//! A simulation descends by the value of the moves and the net's policy (PUCT: Silver et al. 2017),
//! asks the net about the position where the tree ends, and tells every node of its path. A move that was
//! never tried counts as a little worse than its position (first-play urgency). A position that was met
//! before is not judged again (`judgment_cache.rs`). Beside winning, points count a little, so that a won
//! game is not thrown away slackly and a lost one is played on for points.

mod judgment_cache;
mod net_searcher;
mod puct_params;
mod puct_tree;
mod puct_worker;

pub use net_searcher::NetSearcher;
pub use puct_params::PuctParams;
pub(super) use puct_worker::all_moves;
