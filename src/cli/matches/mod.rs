//! Matches over the wire: the commands `match` and `human`, and what a match has around it.

pub(crate) mod advice;
pub(crate) mod child_exit;
pub(crate) mod dialect_args;
pub(crate) mod explainer;
pub(crate) mod human_command;
mod journal_player;
pub(crate) mod json_events;
pub(crate) mod local_player;
pub(crate) mod match_args;
pub(crate) mod match_command;
pub(crate) mod match_files;
pub(crate) mod match_hooks;
pub(crate) mod match_plan;
pub(crate) mod match_progress;
pub(crate) mod match_run;
pub(crate) mod match_screen;
pub(crate) mod match_trace;
pub(crate) mod move_remarks;
pub(crate) mod observers;
pub(crate) mod operator;
pub(crate) mod operator_menu;
pub(crate) mod pause_question;
pub(crate) mod pause_words;
mod peer_answers;
mod prepared_match;
mod recount_lines;
mod screen_state;
mod series;
pub(crate) mod shared_match;
pub(crate) mod signals;
mod talk;
#[cfg(unix)]
mod unheard_signals;
mod watched_journal;
