//! Games between players of all kinds, and what is said of them.
#![cfg(unix)]

#[path = "../common/tools.rs"]
mod tools;

mod strength;
mod usenix;
