//! `proxy`: between two programs that play each other. Every byte passes unchanged; the match is
//! shown, checked, clocked and recorded.
//!
//! `proxy_start` has the match, new or of a journal, `reconnecting_relay` joins the two and mends what breaks,
//! `proxy_journal` has every byte before it goes on, `referee` judges what passes, `judged_piece` and
//! `proxy_events` say it to people and to programs, `proxy_files` keeps it, and `proxy_command` holds all of it
//! together.

mod proxy_args;
mod proxy_command;
mod proxy_files;
mod proxy_start;
#[cfg(test)]
mod tests;

pub(crate) use proxy_args::ProxyArgs;
pub(crate) use proxy_command::run;
