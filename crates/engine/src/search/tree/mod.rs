//! The tree of moves and the search that grows it, on one thread or more.

mod node;
mod node_priors;
mod params;
mod searcher;
mod worker;

pub use node_priors::PriorWeights;
pub use params::EndParams;
pub use params::UctParams;
pub use searcher::Candidate;
pub use searcher::SearchResult;
pub use searcher::Searcher;
pub(in crate::search) use searcher::progress;
pub use worker::SearchStats;
