//! The house itself: its source, its plan and its documents against each other.

mod conformance;
mod figures;
mod floors;
mod readme;
mod source;
mod words;
