//! Matches that tell strength.

mod duel_options;
pub(crate) mod engine_duel;

pub(crate) use duel_options::{DuelOptions, parse_sprt};
