//! A cable, of the tests with peers.

#[path = "../peers/common/cable.rs"]
pub(crate) mod cable;
#[path = "../peers/common/program.rs"]
pub(crate) mod program;
#[path = "../peers/common/words.rs"]
pub(crate) mod words;

pub(crate) use program::Signal;
