//! The tournament hall: whole events, from the pairing of a round to the table of results.
//!
//! Nothing here plays, reads a clock or a file: results come in, pairings, standings and words go out, and
//! chance is an argument.

pub mod audit;
pub mod event;
pub mod pairing;
pub mod published;
pub mod standings;
pub mod words;
