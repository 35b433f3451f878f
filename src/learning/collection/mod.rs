//! The file of training games: `docs/learning.md` has its layout.
//!
//! It only grows, record by record, each with its checksum. What a crash cut short is found and
//! cut off when the file is opened to go on.

mod codec;
mod file;
mod frame;
mod scan;

pub use file::{Collection, CollectionError, LONGEST_FILE, read_games};
pub use scan::{Contents, Session};

#[cfg(test)]
mod tests;
