//! The hex trace: what crossed the line, one frame a line of text (call, Appendix A).
//!
//! [`read_trace`] takes every form such traces come in: the call's own example, bare bytes, with
//! or without direction and time. [`TraceWriter`] writes everything that was sent and heard,
//! frames or not, in a form that [`read_trace`] reads. A trace of ours begins with a
//! [`TraceHead`], and has a [`TraceMark`] wherever the line went down or came back.

mod piece;
mod raw_capture;
mod trace_head;
mod trace_line;
mod trace_mark;
mod trace_reader;
mod trace_writer;
mod traced_game;

pub use piece::{Piece, Splitter};
pub use trace_head::{TraceBegin, TraceHead, Viewpoint};
pub use trace_line::{Direction, Stamp, TraceLine};
pub use trace_mark::TraceMark;
pub use trace_reader::{MAX_INPUT, NoteKind, Trace, TraceError, TraceNote, read_trace};
pub use trace_writer::TraceWriter;
pub use traced_game::TracedGame;

/// A text that stays within its comment.
fn one_line(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.trim().chars().map(plain).collect()
}
