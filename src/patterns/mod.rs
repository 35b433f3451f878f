//! Patterns: local shapes that people wrote down, each with a move, what may follow, and why.
//!
//! A [`Pattern`] is a picture of up to 8×8 points, facts that have to hold besides
//! ([`Attribute`]), a tree of moves and a sentence. People write it as text
//! (`data/patterns/*.txt`; `docs/patterns.md` has the form); a [`Library`] of them is compiled and
//! carried in the program. A [`Matcher`] finds them on a board in all symmetries and for both
//! colors, and looks again only where stones have changed. They have nothing to do with the
//! learned shapes of [`PatternPriors`](super::PatternPriors).

mod asker;
mod attribute;
mod check;
mod code;
mod image;
mod index;
mod kind;
mod library;
mod matcher;
mod pattern;
mod picture;
mod text;
mod text_error;
mod tree;
mod windows;

pub use asker::{Asker, ByLiberties, Standing};
pub use attribute::{Attribute, Count, Fact, Relation, Side};
pub use check::{Finding, Severity, Trouble, check};
pub use code::CodeError;
pub use kind::{Kind, Urgency};
pub use library::{Library, Report};
pub use matcher::{Matcher, PatternMatch};
pub use pattern::Pattern;
pub use picture::{Cell, Class, Edge, Picture};
pub use text_error::{Fault, TextError};
pub use tree::{Step, Tree, TreeError};
