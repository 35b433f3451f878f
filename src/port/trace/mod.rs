//! The hex trace: what crossed the line, one frame a line of text (call, Appendix A).
//!
//! [`read_trace`] takes every form such traces come in: the call's own example, bare bytes, with
//! or without direction and time. [`TraceWriter`] writes everything that was sent and heard,
//! frames or not, in a form that [`read_trace`] reads.

mod line;
mod piece;
mod reader;
mod writer;

pub use line::{Direction, Stamp, TraceLine};
pub use piece::{Piece, Splitter};
pub use reader::{MAX_INPUT, Trace, TraceError, read_trace};
pub use writer::TraceWriter;
