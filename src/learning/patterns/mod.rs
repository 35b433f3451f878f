//! Fitting the weights of [`crate::move_weights`] to games.
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

pub(crate) use corpus::{Corpus, CorpusSettings};
pub(crate) use mm_fit::Fit;
pub(crate) use pass_weight::fit_pass_weight;
pub use prediction::Phase;
pub(crate) use prediction::Prediction;
pub use prediction::Row;
pub use sample_game::PlayedMove;
pub use sample_game::SampleGame;
pub(crate) use sample_game::read_sample_games;
pub(crate) use shape_counts::count_shapes;

#[cfg(test)]
mod tests;
