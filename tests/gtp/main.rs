//! The Go Text Protocol as controllers speak it.

mod dialogue;
mod dialogues;
mod fuzz;
mod host;
mod katrain;
mod program;
