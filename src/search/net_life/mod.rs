//! Whether stones live, by a search that asks the net.

mod life_tree;
mod net_life;

pub use net_life::{LifeQuestion, LifeVerdict, NetLife};
