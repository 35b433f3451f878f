//! From the line to a file.

use std::fmt::Write as _;
use std::io::{self, Write};

use jiff::Timestamp;

use super::piece::{Piece, Splitter};
use super::trace_head::{TraceBegin, TraceHead};
use super::trace_line::Direction;
use super::trace_mark::TraceMark;

/// Writes what is sent and heard, one frame a line:
///
/// ```text
/// 2026-11-21T10:15:30.123456Z Send --> 01:a1:a0:80 :NEWGAME
/// 2026-11-21T10:15:30.201733Z Read <-- 03:be:b0:8b :QUERY(11)
/// ```
///
/// What is known of the match stands before it, and what happened to the line between the frames, as
/// comments. Bytes that are no frame get lines of their own: nothing heard is lost, but for a frame still
/// unfinished when the writer is dropped without [`TraceWriter::finish`].
///
/// ```
/// use jiff::Timestamp;
/// use sgmp_match::port::trace::TraceWriter;
///
/// let mut trace = TraceWriter::new(Vec::new());
/// trace.sent(Timestamp::UNIX_EPOCH, &[0x01, 0xa1, 0xa0, 0x80])?;
/// let text = String::from_utf8(trace.finish(Timestamp::UNIX_EPOCH)?).expect("text");
/// assert!(text.contains("Send --> 01:a1:a0:80 :NEWGAME"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct TraceWriter<W> {
    out: W,
    sent: Splitter,
    read: Splitter,
}

impl<W: Write> TraceWriter<W> {
    /// A trace that begins.
    pub const fn new(out: W) -> Self {
        Self {
            out,
            sent: Splitter::new(),
            read: Splitter::new(),
        }
    }

    /// A match begins, or is taken up again.
    ///
    /// # Errors
    /// The error of the file.
    pub fn head(&mut self, head: &TraceHead) -> io::Result<()> {
        // A crash may have left half a line in a file that is gone on with.
        let before = match head.begin {
            TraceBegin::After(_) => "\n",
            TraceBegin::Handshake | TraceBegin::MidGame => "",
        };
        self.put(&format!("{before}{head}"))
    }

    /// Something happened between two frames.
    ///
    /// # Errors
    /// The error of the file.
    pub fn mark(&mut self, at: Timestamp, mark: &TraceMark) -> io::Result<()> {
        self.put(&format!("# {at:.6} {mark}\n"))
    }

    /// Bytes that were sent.
    ///
    /// # Errors
    /// The error of the file.
    pub fn sent(&mut self, at: Timestamp, bytes: &[u8]) -> io::Result<()> {
        let pieces = self.sent.split(bytes);
        self.write(at, Direction::Sent, &pieces)
    }

    /// Bytes that were read, in pieces as they come; a frame has the time of its last byte.
    ///
    /// # Errors
    /// The error of the file.
    pub fn heard(&mut self, at: Timestamp, bytes: &[u8]) -> io::Result<()> {
        let pieces = self.read.split(bytes);
        self.write(at, Direction::Read, &pieces)
    }

    /// A piece that somebody between two sides saw pass.
    ///
    /// # Errors
    /// The error of the file.
    pub fn piece(&mut self, at: Timestamp, direction: Direction, piece: &Piece) -> io::Result<()> {
        self.write(at, direction, std::slice::from_ref(piece))
    }

    /// Writes unfinished frames too and gives the file back.
    ///
    /// # Errors
    /// The error of the file.
    pub fn finish(mut self, at: Timestamp) -> io::Result<W> {
        let sent = self.sent.take_unfinished();
        self.write(at, Direction::Sent, sent.as_slice())?;
        let read = self.read.take_unfinished();
        self.write(at, Direction::Read, read.as_slice())?;
        Ok(self.out)
    }

    fn write(&mut self, at: Timestamp, direction: Direction, pieces: &[Piece]) -> io::Result<()> {
        let arrow = match direction {
            Direction::Sent => "--> ",
            Direction::Read => "<-- ",
            Direction::By(_) => "",
        };
        let mut text = String::new();
        for piece in pieces {
            let (hex, remark) = (piece.hex(), piece.remark());
            writeln!(text, "{at:.6} {direction} {arrow}{hex} :{remark}")
                .map_err(io::Error::other)?;
        }
        if text.is_empty() {
            return Ok(());
        }
        self.put(&text)
    }

    /// Whole lines only, in one go, and on their way at once: a crash leaves what was.
    fn put(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::port::trace::read_trace;

    fn at(micros: i64) -> Timestamp {
        Timestamp::from_microsecond(1_795_256_130_000_000 + micros).unwrap()
    }

    #[test]
    fn every_byte_has_its_line() {
        let mut writer = TraceWriter::new(Vec::new());
        writer.sent(at(0), &[0x01, 0xa1, 0xa0, 0x80]).unwrap();
        writer
            .heard(at(1), &[0x90, 0xff, b'h', b'i', 0x03])
            .unwrap();
        writer
            .heard(at(2), &[0xbe, b'!', 0xb0, 0x8b, 0x02, 0x88])
            .unwrap();
        writer
            .heard(
                at(3),
                &[0x02, 0x89, 0x87, 0xff, 0x01, 0xa9, 0xa8, 0x80, 0x00],
            )
            .unwrap();
        let text = String::from_utf8(writer.finish(at(4)).unwrap()).unwrap();
        let expected = "\
2026-11-21T10:15:30.000000Z Send --> 01:a1:a0:80 :NEWGAME
2026-11-21T10:15:30.000001Z Read <-- 90:ff :stray
2026-11-21T10:15:30.000001Z Read <-- 68:69 :talk \"hi\"
2026-11-21T10:15:30.000002Z Read <-- 21 :talk \"!\"
2026-11-21T10:15:30.000002Z Read <-- 03:be:b0:8b :QUERY(11)
2026-11-21T10:15:30.000003Z Read <-- 02:88 :unfinished
2026-11-21T10:15:30.000003Z Read <-- 02:89:87:ff :bad checksum
2026-11-21T10:15:30.000003Z Read <-- 01:a9:a8:80 :reserved bit set
2026-11-21T10:15:30.000004Z Read <-- 00 :unfinished
";
        assert_eq!(text, expected);
    }

    proptest! {
        #[test]
        fn everything_written_is_read_back(
            chunks in proptest::collection::vec(
                (any::<bool>(), proptest::collection::vec(any::<u8>(), 1..20)),
                1..20,
            )
        ) {
            let mut writer = TraceWriter::new(Vec::new());
            for (is_sent, bytes) in &chunks {
                let write = if *is_sent { TraceWriter::sent } else { TraceWriter::heard };
                write(&mut writer, at(0), bytes).unwrap();
            }
            let trace = read_trace(&writer.finish(at(0)).unwrap()).unwrap();
            prop_assert_eq!(trace.skipped, 0);
            for (is_sent, direction) in [(true, Direction::Sent), (false, Direction::Read)] {
                let mut before: Vec<u8> = chunks
                    .iter()
                    .filter(|(sent, _)| *sent == is_sent)
                    .flat_map(|(_, bytes)| bytes.clone())
                    .collect();
                let mut after: Vec<u8> = trace
                    .lines
                    .iter()
                    .filter(|line| line.direction == Some(direction))
                    .flat_map(|line| line.bytes.clone())
                    .collect();
                // Talk inside a frame comes before it.
                before.sort_unstable();
                after.sort_unstable();
                prop_assert_eq!(before, after);
            }
        }
    }
}
