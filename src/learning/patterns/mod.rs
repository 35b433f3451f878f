//! Fitting the weights of [`crate::move_weights`] to games.
//!
//! In order: [`read_lessons`] takes the games, [`harvest()`] the shapes that were played often enough,
//! [`Corpus::of`] the moves of every position as teams of features, [`Fit`] their weights by
//! minorization-maximization, and [`Prediction::of`] tells how well they foresee other games.
//! Everything is done in a fixed number of parts, so that the outcome does not depend on how many
//! of them are worked on at a time.

mod corpus;
mod fit;
mod harvest;
mod kinship;
mod lesson;
mod passing;
mod prediction;

pub use corpus::{Corpus, CorpusSettings};
pub use fit::{Fit, FitError};
pub use harvest::harvest;
pub use lesson::{Lesson, LessonError, Occasion, read_lessons};
pub use passing::weight_of_pass;
pub use prediction::{Phase, Prediction, Row};

#[cfg(test)]
mod tests;
