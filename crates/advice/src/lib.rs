//! What is told of a position and of a whole game: the desk of advice, reviews, why a move does not work.

pub mod review;
