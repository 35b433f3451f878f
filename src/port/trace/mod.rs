//! The hex trace: what crossed the line, one frame a line of text (call, Appendix A).
//!
//! [`read_trace`] takes every form such traces come in: the call's own example, bare bytes, with
//! or without direction and time. [`TraceWriter`] writes everything that was sent and heard,
//! frames or not, in a form that [`read_trace`] reads.

mod piece;
mod trace_line;
mod trace_reader;
mod trace_writer;

pub use piece::{Piece, Splitter};
pub use trace_line::{Direction, Stamp, TraceLine};
pub use trace_reader::{MAX_INPUT, Trace, TraceError, read_trace};
pub use trace_writer::TraceWriter;
