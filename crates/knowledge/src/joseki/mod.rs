//! Joseki and fuseki: the book of corners and whole-board openings.
//!
//! A [`Book`] is a directed acyclic graph of positions, one for the corners and one for each of some
//! boards. People write it as text (`data/joseki/*.txt`, `data/fuseki.txt`; `docs/joseki.md` has the
//! form); it is compiled to about a byte for a move and carried in the program. Positions that differ
//! by a symmetry or in color are one, and transpositions meet. [`Joseki::suggest`] and
//! `Fuseki::suggest` look games up.

mod book;
mod book_check;
mod book_stats;
mod book_text;
mod book_text_error;
mod canonical_position;
mod graph;
mod mark;
mod move_codec;
mod range_coder;
mod suggestion;
mod symmetry;
mod tokens;

pub use book::Book;
pub use book_check::{Finding, check};
pub use book_check::{Severity, Trouble, string_left_in_atari};
pub use book_stats::BookStats;
pub use book_text::Idle;
pub use book_text::Report;
pub use book_text_error::Fault;
pub use book_text_error::TextError;
pub use book_text_error::TextLocation;
pub use canonical_position::{BookPosition, CanonicalPosition};
pub use graph::Edge;
pub use graph::NodeId;
pub use graph::{Graph, Node};
pub use mark::Mark;
pub use mark::Source;
pub use move_codec::DecodeError;
pub use suggestion::Scope;
pub use suggestion::{Corner, Joseki, Suggestion};
pub use suggestion::{Fuseki, KnownMove};
pub use symmetry::Symmetries;
pub use symmetry::Symmetry;
