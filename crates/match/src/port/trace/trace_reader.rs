//! From a file to the lines that hold bytes, and to what the trace says of itself.

use super::raw_capture;
use super::trace_head::TraceHead;
use super::trace_line::{Stamp, TraceLine, take_time};
use super::trace_mark::TraceMark;

/// Longest trace that is read, in bytes. A match of 400 moves takes some 60 KiB.
pub const MAX_INPUT: usize = 4 << 20;

/// A trace as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The lines that hold bytes, in order; never empty.
    pub lines: Vec<TraceLine>,
    /// Its notes on itself, in order.
    pub notes: Vec<TraceNote>,
    /// The number of other lines: comments, remarks, blank ones.
    pub skipped: usize,
}

/// Something that a trace says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceNote {
    /// Its (first) line in the file, from 1.
    pub number: usize,
    /// The number of lines with bytes before it.
    pub before: usize,
    /// The time, if it has one.
    pub time: Option<Stamp>,
    /// The words of the note, read.
    pub kind: NoteKind,
}

/// The kinds of notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// All that is known of the match.
    Head(Box<TraceHead>),
    /// Something that happened between two frames.
    Mark(TraceMark),
}

/// The reason why a file is no trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraceError {
    /// More than [`MAX_INPUT`] bytes.
    #[error("the trace is larger than {MAX_INPUT} bytes: cut it at the beginning of a game")]
    TooLarge,
    /// Not one line with bytes.
    #[error(
        "no line of it holds the bytes of a frame: is it a trace? A line of one reads like \
         \"Send --> 01:a1:a0:80\""
    )]
    NoFrames,
    /// A trace of ours without a frame.
    #[error("it says of which match it is, and has no frame: nothing crossed the line")]
    Silent,
}

/// Reads a trace in any of the forms of [`TraceLine::parse`], or a capture of bytes: as they came, as `xxd`, `xxd -p`, `hexdump`,
/// `hexdump -C` and `od -t x1` write them, or in hexadecimal without blanks.
///
/// # Errors
/// A file that is too large or holds no bytes at all.
///
/// ```
/// use sgmp_match::port::trace::{Direction, TraceError, read_trace};
///
/// let trace = read_trace(b"# round 1\nSend --> 01:a1:a0:80 :NEWGAME\nRead <-- 03:be:b0:8b\n")?;
/// assert_eq!(trace.skipped, 1);
/// assert_eq!(trace.lines[0].direction, Some(Direction::Sent));
/// assert_eq!(trace.lines[1].bytes, [0x03, 0xbe, 0xb0, 0x8b]);
///
/// assert_eq!(read_trace(b"no frames"), Err(TraceError::NoFrames));
/// # Ok::<(), TraceError>(())
/// ```
pub fn read_trace(bytes: &[u8]) -> Result<Trace, TraceError> {
    if bytes.len() > MAX_INPUT {
        return Err(TraceError::TooLarge);
    }
    let text = String::from_utf8_lossy(bytes);
    let mut reader = TraceReader::default();
    let dumped = raw_capture::dumped_frames(&text);
    for (index, frame) in dumped.iter().enumerate() {
        reader.take(index + 1, frame);
    }
    if !dumped.is_empty() {
        return Ok(reader.trace);
    }
    for (index, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        reader.take(index + 1, text.trim());
    }
    if reader.trace.lines.is_empty() && reader.trace.notes.is_empty() {
        reader.trace.skipped = 0;
        for (index, frame) in raw_capture::frames(bytes).iter().enumerate() {
            reader.take(index + 1, frame);
        }
    }
    let TraceReader { trace, .. } = reader;
    match (trace.lines.is_empty(), trace.notes.is_empty()) {
        (false, _) => Ok(trace),
        (true, true) => Err(TraceError::NoFrames),
        (true, false) => Err(TraceError::Silent),
    }
}

/// A trace as far as it has been read.
struct TraceReader {
    trace: Trace,
    /// True while the last note is a head whose lines go on.
    is_in_head: bool,
}

impl Default for TraceReader {
    fn default() -> Self {
        let trace = Trace {
            lines: Vec::new(),
            notes: Vec::new(),
            skipped: 0,
        };
        Self {
            trace,
            is_in_head: false,
        }
    }
}

impl TraceReader {
    fn take(&mut self, number: usize, text: &str) {
        let comment = text.strip_prefix('#').map(str::trim_start);
        if self.goes_on_in_head(comment) {
            return;
        }
        self.is_in_head = false;
        let Some(comment) = comment else {
            match TraceLine::parse(number, text) {
                Some(line) => self.trace.lines.push(line),
                None => self.trace.skipped += 1,
            }
            return;
        };
        let (time, said) = take_time(comment);
        let mark = || TraceMark::parse(said).map(NoteKind::Mark);
        let head = TraceHead::open(comment).map(|head| NoteKind::Head(Box::new(head)));
        self.is_in_head = head.is_some();
        match head.or_else(mark) {
            Some(kind) => self.trace.notes.push(TraceNote {
                number,
                before: self.trace.lines.len(),
                time,
                kind,
            }),
            None => self.trace.skipped += 1,
        }
    }

    fn goes_on_in_head(&mut self, comment: Option<&str>) -> bool {
        match (comment, self.trace.notes.last_mut()) {
            (
                Some(comment),
                Some(TraceNote {
                    kind: NoteKind::Head(head),
                    ..
                }),
            ) if self.is_in_head => head.take(comment),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_keep_their_numbers_and_others_are_counted() {
        let text = b"\xef\xbb\xbf01:a1:a0:80\r\n\r\n# \xff\nRead <-- 03:be:b0:8b\n";
        let trace = read_trace(text).unwrap();
        let numbers: Vec<_> = trace.lines.iter().map(|line| line.number).collect();
        assert_eq!((numbers, trace.skipped), (vec![1, 4], 2));
    }

    #[test]
    fn heads_and_marks_stand_between_the_lines() {
        let text = b"# two lines\n# trace by me\n# size: 9\n# a remark\n01:a1:a0:80\n\
                     # 2026-11-21T10:15:30Z line down: gone\n# line up\n03:be:b0:8b\n# size: 13\n";
        let trace = read_trace(text).unwrap();
        let notes = trace.notes.iter().map(|note| (note.number, note.before));
        assert_eq!(notes.collect::<Vec<_>>(), [(2, 0), (6, 1), (7, 1)]);
        assert_eq!((trace.lines.len(), trace.skipped), (2, 3));
        let NoteKind::Head(head) = &trace.notes[0].kind else {
            panic!("{trace:?}");
        };
        assert_eq!(head.size.map(|size| size.lines()), Some(9));
        assert!(matches!(trace.notes[1].time, Some(Stamp::Wall(_))));
        assert_eq!(
            trace.notes[2].kind,
            NoteKind::Mark(TraceMark::LineUp { side: None })
        );
    }

    #[test]
    fn what_is_no_trace_says_so() {
        assert_eq!(
            read_trace(b"# trace by me\n# left\n"),
            Err(TraceError::Silent)
        );
        assert_eq!(read_trace(b"(;FF[1]SZ[19])"), Err(TraceError::NoFrames));
        assert_eq!(
            read_trace(&vec![b'\n'; MAX_INPUT + 1]),
            Err(TraceError::TooLarge)
        );
    }

    /// Something like a line of ours.
    fn comment() -> impl Strategy<Value = String> {
        prop_oneof![
            "# ?trace by .{0,20}",
            "# ?(side|begins|size|points|rules|komi|handicap|black|white|dialect|baud|time|date): ?\\PC{0,12}",
            "# ?[0-9:TZ-]{0,20} ?(line (down|up)|ended: |left)( \\(\\PC{0,6}\\))?(: )?\\PC{0,12}",
            "(Send|Read) [0-9a-f]{2}(:[0-9a-f]{2}){0,4}",
            Just("Send --> 01:a1:a0:80".to_owned()),
            "\\PC{0,20}",
        ]
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let _ = read_trace(&bytes);
        }

        #[test]
        fn any_comments_are_read(lines in proptest::collection::vec(comment(), 0..20)) {
            let text = lines.join("\n");
            if let Ok(trace) = read_trace(text.as_bytes()) {
                let found = trace.into_games().into_iter();
                prop_assert!(found.map(|game| game.lines.len()).sum::<usize>() <= lines.len());
            }
        }
    }
}
