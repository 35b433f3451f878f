//! Fitting the weights of [`sgmp_knowledge::move_weights`] to games.
//!
//! In order: `read_sample_games` takes the games, `count_shapes` the shapes that were played often enough,
//! `Corpus::new` the moves of every position as teams of features, `Fit` their weights by
//! minorization-maximization, and `Prediction::new` tells how well they foresee other games.
//! Everything is done in a fixed number of parts, so that the outcome does not depend on how many
//! of them are worked on at a time.

mod corpus;
mod mm_fit;
mod pass_weight;
mod prediction;
mod sample_game;
mod shape_counts;
mod shape_inclusion;

pub use corpus::{Corpus, CorpusSettings};
pub use mm_fit::Fit;
pub use pass_weight::fit_pass_weight;
pub use prediction::Row;
pub use prediction::{Phase, Prediction};
pub use sample_game::SampleGame;
pub use sample_game::{PlayedMove, read_sample_games};
pub use shape_counts::count_shapes;

#[cfg(test)]
mod tests;
