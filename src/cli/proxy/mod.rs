//! `proxy`: between two programs that play each other. Every byte passes unchanged; the match is
//! shown, checked, clocked and recorded.
//!
//! `referee` judges what passes, `run` opens the ports and keeps the files.

mod referee;
mod run;

pub use run::ProxyArgs;
pub(super) use run::run;
