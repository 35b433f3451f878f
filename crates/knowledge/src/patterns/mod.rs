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

pub use condition::Condition;
pub use condition::Count;
pub use condition::Fact;
pub use condition::PatternSide;
pub use condition::Relation;
pub use condition_oracle::ConditionOracle;
pub use condition_oracle::GroupState;
pub use condition_oracle::LibertyOracle;
pub use library::Library;
pub use library_codec::DecodeError;
pub use matcher::Matcher;
pub use matcher::PatternMatch;
pub use move_tree::MoveTree;
pub use move_tree::MoveTreeError;
pub use move_tree::TreeStep;
pub use pattern::Kind;
pub use pattern::Pattern;
pub use pattern::Urgency;
pub use pattern_check::{Finding, check};
pub use pattern_check::{Severity, Trouble};
pub use pattern_diagram::Cell;
pub(crate) use pattern_diagram::Class;
pub use pattern_diagram::Diagram;
pub use pattern_diagram::Edge;
pub use pattern_text::Report;
pub use pattern_text_error::Fault;
pub use pattern_text_error::TextError;
