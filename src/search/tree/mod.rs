//! The tree of moves and the search that grows it, on one thread or more.

mod node;
mod node_priors;
mod params;
mod searcher;
mod worker;

pub use node_priors::PriorWeights;
pub use params::{EndParams, UctParams};
pub use searcher::{Candidate, SearchResult, Searcher};
pub use worker::SearchStats;
