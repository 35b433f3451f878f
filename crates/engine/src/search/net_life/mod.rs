//! The life of one group: a search that asks the net.

mod descent;
mod group_searcher;
mod life_answers;
mod life_tree;
mod life_walk;
mod life_ways;

pub use group_searcher::NetLife;
pub use life_walk::LifeQuestion;

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
