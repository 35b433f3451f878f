//! `proxy`: between two programs that play each other. Every byte passes unchanged; the match is
//! shown, checked, clocked and recorded.
//!
//! `relay` joins the two and mends what breaks, `referee` judges what passes, `told` and `events`
//! say it to people and to programs, `files` keeps it, and `run` holds all of it together.

mod judged_piece;
mod proxy_args;
mod proxy_command;
mod proxy_events;
mod proxy_files;
mod reconnecting_relay;
mod referee;

pub(crate) use proxy_args::ProxyArgs;
pub(crate) use proxy_command::run;
