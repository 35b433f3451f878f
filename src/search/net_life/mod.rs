//! The life of one group: a search that asks the net.

mod group_searcher;
mod life_answers;
mod life_tree;
mod life_walk;

pub use group_searcher::{LifeVerdict, NetLife};
pub use life_walk::{Kos, LifeQuestion};
