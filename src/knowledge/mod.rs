//! What is known of moves from games: shapes, tactical features, and the weights fitted to them.
//!
//! A move is a team of features: one shape, the largest known one around it, and at most one level
//! of each [`Group`]. Its strength is the product of its features' weights, and the probability
//! that it is played is its share in the strength of all moves (Bradley and Terry's model for
//! teams; Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007).
//!
//! [`PlayoutWeights`] are those that playouts draw moves by.

mod dictionary;
mod groups;
mod likeliest;
mod playout_weights;
mod position;
mod priors;
mod scout;
mod shape;
mod shipped;
mod weights;

pub use dictionary::Dictionary;
pub use groups::{Group, GroupSet, Levels};
pub use likeliest::likeliest;
pub use playout_weights::{PlayoutWeights, PlayoutWeightsError};
pub use position::Position;
pub use priors::PatternPriors;
pub use scout::{Nets, Scout};
pub use shape::{RADII, ShapeId, ShapeView, Shapes};
pub use shipped::shipped;
pub use weights::{PatternWeights, WeightsError};
