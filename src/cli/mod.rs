//! Words to work: one command a file, exit codes, advice.

pub mod replay;
