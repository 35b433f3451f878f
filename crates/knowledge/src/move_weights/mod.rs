//! Learned move weights: shapes and tactical features, and weights fitted to the moves of games.
//!
//! A move is a team of features: one shape, the largest known one around it, and at most one level
//! of each [`FeatureFamily`]. Its strength is the product of its features' weights, and the probability
//! that it is played is its share in the strength of all moves (Bradley and Terry's model for
//! teams; Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007).

mod feature_family;
mod likeliest_move;
mod move_context;
mod move_priors;
mod shape_dictionary;
mod shape_hash;
mod tactical_features;
mod weights_file;

pub use feature_family::{FamilySet, FeatureFamily};
pub use likeliest_move::likeliest_move;
pub use move_context::MoveContext;
pub use move_priors::MovePriors;
pub use shape_dictionary::ShapeDictionary;
pub use shape_hash::{RADII, ShapeId, ShapeView};
pub use tactical_features::{NetReading, TacticalFeatures};
pub use weights_file::MoveWeights;
pub use weights_file::MoveWeightsError;
