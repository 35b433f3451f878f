//! The game of Go: colours, points, the board, its history, and counting.

mod point;

pub use point::{Move, Point};
pub use proto::{BoardSize, Color};
