//! Matches that tell strength.

mod duel_options;
mod engine_duel;

pub(crate) use duel_options::{DuelGamesOptions, DuelOptions};
pub(crate) use engine_duel::play;
