//! Knowledge of a position without a search over whole games: tactics, reading, analysis, joseki, patterns,
//! learned move weights, and the experts that give moves with reasons.

pub mod analysis;
pub mod experts;
pub mod joseki;
pub mod move_weights;
pub mod patterns;
pub mod reading;
pub mod tactics;
