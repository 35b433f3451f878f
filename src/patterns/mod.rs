//! Patterns: local shapes that people wrote down, each with a move, what may follow, and why.
//!
//! A [`Pattern`] is a diagram of up to 8×8 points, facts that have to hold besides
//! ([`Condition`]), a tree of moves and a sentence. People write it as text
//! (`data/patterns/*.txt`; `docs/patterns.md` has the form); a [`Library`] of them is compiled and
//! carried in the program. A [`Matcher`] finds them on a board in all symmetries and for both
//! colors, and looks again only where stones have changed. They have nothing to do with the
//! learned shapes of [`MovePriors`](crate::move_weights::MovePriors).

mod condition;
mod condition_oracle;
mod library;
mod library_codec;
mod matcher;
mod move_tree;
mod orientation;
mod orientation_index;
mod pattern;
mod pattern_check;
mod pattern_diagram;
mod pattern_text;
mod pattern_text_error;
mod windows;

pub use condition::{Condition, Count, Fact, Relation, Side};
pub use condition_oracle::{ConditionOracle, GroupState, LibertyOracle};
pub use library::Library;
pub use library_codec::DecodeError;
pub use matcher::{Matcher, PatternMatch};
pub use move_tree::{MoveTree, MoveTreeError, TreeStep};
pub use pattern::{Kind, Pattern, Urgency};
pub use pattern_check::{Finding, Severity, Trouble, check};
pub use pattern_diagram::{Cell, Class, Diagram, Edge};
pub use pattern_text::Report;
pub use pattern_text_error::{Fault, TextError};
