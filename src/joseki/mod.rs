//! Joseki and fuseki: what people know of corners and openings.
//!
//! A [`Book`] is a directed acyclic graph of positions, one for the corners and one for each of some
//! boards. People write it as text (`data/joseki/*.txt`, `data/fuseki.txt`; `docs/joseki.md` has the
//! form); it is compiled to about a byte for a move and carried in the program. Symmetries and
//! colors are folded, and lines that lead to the same position meet in it. [`Joseki::suggest`] and
//! [`Fuseki::suggest`] look games up.

mod book;
mod check;
mod code;
mod frame;
mod graph;
mod mark;
mod range_coder;
mod stance;
mod stats;
mod suggestion;
mod text;
mod text_error;
mod words;

pub use book::Book;
pub use check::{Finding, Severity, Trouble, check};
pub use code::CodeError;
pub use frame::{Fold, Frame};
pub use graph::{Edge, Graph, Node, NodeId};
pub use mark::{Mark, Source};
pub use stance::{Position, Stance};
pub use stats::Stats;
pub use suggestion::{Corner, Fuseki, Joseki, Known, Scope, Suggestion};
pub use text::{Idle, Report};
pub use text_error::{Fault, Place, TextError};
