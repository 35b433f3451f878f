//! Whole events: players by name, pairings, standings, audits, published pages.

pub mod hall;
pub mod tournament;
