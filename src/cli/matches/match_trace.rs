//! Every byte of a match in a hex trace.

use std::io::Write;

use sgmp_proto::{Instant, Transmit};

use crate::play::WallClock;
use crate::port::Spectator;
use crate::port::trace::TraceWriter;

/// The line of a trace in place of lines that are missing.
pub(crate) fn trace_gap(lost: u64, _: &[u8]) -> String {
    format!("# {lost} lines are missing here: the disk did not take them in time\n")
}

/// Writes what goes over the line.
pub(crate) struct TraceObserver<W: Write> {
    writer: TraceWriter<W>,
    wall: WallClock,
}

impl<W: Write> TraceObserver<W> {
    /// A trace into `out`.
    pub(crate) const fn new(out: W, wall: WallClock) -> Self {
        Self {
            writer: TraceWriter::new(out),
            wall,
        }
    }

    /// Writes what was heard and is not a whole frame yet.
    ///
    /// # Errors
    /// The system's error in writing the trace.
    pub(crate) fn finish(self, now: Instant) -> std::io::Result<()> {
        self.writer.finish(self.wall.at(now)).map(drop)
    }
}

impl<W: Write> Spectator for TraceObserver<W> {
    fn heard(&mut self, at: Instant, bytes: &[u8]) {
        if let Err(error) = self.writer.heard(self.wall.at(at), bytes) {
            log::warn!("the trace cannot be written: {error}");
        }
    }

    fn sent(&mut self, at: Instant, transmit: &Transmit) {
        if let Err(error) = self.writer.sent(self.wall.at(at), &transmit.bytes()) {
            log::warn!("the trace cannot be written: {error}");
        }
    }
}
