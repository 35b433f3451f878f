//! From a file to the lines that hold bytes.

use super::trace_line::TraceLine;

/// Longest trace that is read, in bytes. A match of 400 moves takes some 60 KiB.
pub const MAX_INPUT: usize = 4 << 20;

/// A trace as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The lines that hold bytes, in order; never empty.
    pub lines: Vec<TraceLine>,
    /// The number of other lines: comments, remarks, blank ones.
    pub skipped: usize,
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
}

/// Reads a trace in any of the forms of [`TraceLine::parse`].
///
/// # Errors
/// A file that is too large or holds no bytes at all.
///
/// ```
/// use sgmp_go::port::trace::{Direction, TraceError, read_trace};
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
    let mut lines = Vec::new();
    let mut skipped = 0;
    for (index, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        match TraceLine::parse(index + 1, text) {
            Some(line) => lines.push(line),
            None => skipped += 1,
        }
    }
    if lines.is_empty() {
        return Err(TraceError::NoFrames);
    }
    Ok(Trace { lines, skipped })
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
    fn what_is_no_trace_says_so() {
        assert_eq!(read_trace(b"(;FF[1]SZ[19])"), Err(TraceError::NoFrames));
        assert_eq!(
            read_trace(&vec![b'\n'; MAX_INPUT + 1]),
            Err(TraceError::TooLarge)
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let _ = read_trace(&bytes);
        }
    }
}
