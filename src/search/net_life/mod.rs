//! The life of one group: a search that asks the net.

mod group_searcher;
mod life_answers;
mod life_tree;

pub use group_searcher::{Kos, LifeQuestion, LifeVerdict, NetLife};
