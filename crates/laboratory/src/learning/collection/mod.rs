//! The file of training games: `docs/learning.md` has its layout.
//!
//! It only grows, record by record, each with its checksum. What a crash cut short is found and
//! cut off when the file is opened to go on.

mod collection_file;
mod contents;
mod framing;
mod game_codec;

pub use collection_file::read_games;
pub use collection_file::{Collection, CollectionError};
pub use contents::{Contents, Session};

#[cfg(test)]
mod tests;
