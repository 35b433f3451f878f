//! The life of one group: a search that asks the net.

mod group_searcher;
mod life_answers;
mod life_tree;
mod life_walk;

pub use group_searcher::{LifeVerdict, NetLife};
pub use life_walk::{Kos, LifeQuestion};

/// A group of the tests, whose eye space is a bulky five: it lives or dies by who moves first.
#[cfg(test)]
const CORNER: &str = ". . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . O O O O O . .
                      O O O X X X O . .
                      O X X . . X O . .
                      O X . . . X O . .";
