//! Matches over the wire: the commands `match` and `human`, and what a match has around it.

pub(crate) mod child_exit;
pub(crate) mod dialect_args;
pub(crate) mod explainer;
pub(crate) mod human_command;
mod journal_player;
pub(crate) mod local_player;
pub(crate) mod match_args;
pub(crate) mod match_command;
pub(crate) mod match_hooks;
pub(crate) mod match_names;
pub(crate) mod match_plan;
pub(crate) mod match_run;
pub(crate) mod observers;
mod prepared_match;
mod resume_words;
mod series;
mod talk;
