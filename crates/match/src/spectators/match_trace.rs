//! Every byte of a match in a hex trace, and what the trace says of the match.

use std::io::{self, Write};

use sgmp_proto::{Instant, Transmit};

use crate::play::{Event, Match, WallClock};
use crate::port::Spectator;
use crate::port::trace::{TraceHead, TraceMark, TraceWriter};

/// The line of a trace in place of lines that are missing.
pub fn trace_gap(lost: u64, _: &[u8]) -> String {
    format!("# {lost} lines are missing here: the disk did not take them in time\n")
}

/// Tells of a trace that cannot be written; nothing else is the worse for it.
pub fn warn_of_trace(written: io::Result<()>) {
    if let Err(error) = written {
        log::warn!("the trace cannot be written: {error}");
    }
}

/// Writes what goes over the line.
pub struct TraceObserver<W: Write> {
    writer: TraceWriter<W>,
    wall: WallClock,
    /// True while a game is on that can be taken up again.
    is_open: bool,
}

impl<W: Write> TraceObserver<W> {
    /// A trace into `out`.
    pub const fn new(out: W, wall: WallClock) -> Self {
        Self {
            writer: TraceWriter::new(out),
            wall,
            is_open: false,
        }
    }

    /// A game begins, or is taken up again.
    pub fn begin(&mut self, head: &TraceHead) {
        self.is_open = true;
        warn_of_trace(self.writer.head(head));
    }

    fn mark(&mut self, at: Instant, mark: &TraceMark) {
        warn_of_trace(self.writer.mark(self.wall.at(at), mark));
    }

    /// Writes what was heard and is not a whole frame yet, and that we left, if we did.
    ///
    /// # Errors
    /// The system's error in writing the trace.
    pub fn finish(mut self, now: Instant) -> io::Result<()> {
        if self.is_open {
            self.mark(now, &TraceMark::Left);
        }
        self.writer.finish(self.wall.at(now)).map(drop)
    }
}

impl<W: Write> Spectator for TraceObserver<W> {
    fn heard(&mut self, at: Instant, bytes: &[u8]) {
        warn_of_trace(self.writer.heard(self.wall.at(at), bytes));
    }

    fn sent(&mut self, at: Instant, transmit: &Transmit) {
        warn_of_trace(self.writer.sent(self.wall.at(at), &transmit.bytes()));
    }

    fn line_up(&mut self, at: Instant) {
        self.mark(at, &TraceMark::LineUp { side: None });
    }

    fn event(&mut self, now: Instant, _: &Match, event: &Event) {
        match event {
            Event::LinkDown(why) => {
                let why = why.clone();
                self.mark(now, &TraceMark::LineDown { side: None, why });
            }
            Event::Settled(outcome) => {
                self.is_open = false;
                let (result, reason) = (outcome.result(), outcome.end.to_string());
                self.mark(now, &TraceMark::Ended { result, reason });
            }
            _ => {}
        }
    }
}
