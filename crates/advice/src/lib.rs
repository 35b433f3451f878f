//! Advice on a position and on a whole game: the desk of advice, reviews, why a move does not work.

pub mod review;
