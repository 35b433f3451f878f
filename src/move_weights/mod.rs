//! What is known of moves from games: shapes, tactical features, and the weights fitted to them.
//!
//! A move is a team of features: one shape, the largest known one around it, and at most one level
//! of each [`Group`]. Its strength is the product of its features' weights, and the probability
//! that it is played is its share in the strength of all moves (Bradley and Terry's model for
//! teams; Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007).

mod embedded;
mod feature_family;
mod likeliest_move;
mod move_context;
mod move_priors;
mod shape_dictionary;
mod shape_hash;
mod tactical_features;
mod weights_file;

pub use embedded::shipped;
pub use feature_family::{Group, GroupSet, Levels};
pub use likeliest_move::likeliest;
pub use move_context::Position;
pub use move_priors::PatternPriors;
pub use shape_dictionary::Dictionary;
pub use shape_hash::{RADII, ShapeId, ShapeView, Shapes};
pub use tactical_features::{Nets, Scout};
pub use weights_file::{PatternWeights, WeightsError};
