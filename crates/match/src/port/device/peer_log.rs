//! The standard error of a started program, line by line into our log; its last words are kept.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::connection::{Input, ReadHalf};
use super::program_words::ProgramWords;
use crate::gtp::{LastWords, LatestLines};

/// A longer line is cut into pieces: a program that never ends its line is not to fill our memory.
const MAX_LINE_LENGTH: usize = 1024;

/// Time between two looks of the thread at whether it is still wanted.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Bytes that are still read once nobody wants the stream any more: what a pipe holds.
const MAX_LEFT_BYTES: usize = 64 * 1024;

/// The thread that listens; dropping this logs what is left, and ends it.
#[derive(Debug)]
pub(in crate::port) struct PeerLog {
    latest: Arc<Mutex<LatestLines>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl PeerLog {
    /// `target` is the log target of its lines, `words` keeps them.
    pub(in crate::port) fn start(
        target: &'static str,
        reader: Box<dyn ReadHalf>,
        words: ProgramWords,
    ) -> std::io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let latest = Arc::new(Mutex::new(LatestLines::default()));
        let heard = Arc::clone(&latest);
        let thread = std::thread::Builder::new()
            .name(format!("{target}'s standard error"))
            .spawn(move || {
                listen(reader, &flag, |line| {
                    log::info!(target: target, "{line}");
                    locked(&heard).take(line);
                    words.take_error(line);
                });
            })?;
        Ok(Self {
            latest,
            stop,
            thread: Some(thread),
        })
    }
}

impl PeerLog {
    /// The last words so far.
    pub(in crate::port) fn last_words(&self) -> LastWords {
        locked(&self.latest).last_words()
    }

    /// Returns whether the stream has ended, and no further word will come.
    pub(in crate::port) fn has_heard_all(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

fn locked(lines: &Mutex<LatestLines>) -> MutexGuard<'_, LatestLines> {
    lines.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for PeerLog {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Until the end of the stream; or, once nobody wants it any more, until it is silent or has said what a pipe holds: some
/// grandchild may keep it open, and write on.
fn listen(mut reader: Box<dyn ReadHalf>, stop: &AtomicBool, mut say: impl FnMut(&str)) {
    let (mut lines, mut buf) = (Lines::default(), [0; 512]);
    let mut left = MAX_LEFT_BYTES;
    loop {
        let is_wanted = !stop.load(Ordering::Relaxed);
        match reader.read(&mut buf, STOP_POLL_INTERVAL) {
            Ok(Input::Bytes(n)) if is_wanted || left > 0 => {
                lines.take(&buf[..n], &mut say);
                if !is_wanted {
                    left = left.saturating_sub(n);
                }
            }
            Ok(Input::Idle) if is_wanted => {}
            Ok(_) | Err(_) => break,
        }
    }
    lines.finish(&mut say);
}

#[derive(Default)]
struct Lines {
    begun: Vec<u8>,
}

impl Lines {
    fn take(&mut self, bytes: &[u8], say: &mut impl FnMut(&str)) {
        for &byte in bytes {
            if byte != b'\n' {
                self.begun.push(byte);
            }
            if byte == b'\n' || self.begun.len() == MAX_LINE_LENGTH {
                self.finish(say);
            }
        }
    }

    /// Says what has been begun, control characters made visible; nothing for an empty line.
    fn finish(&mut self, say: &mut impl FnMut(&str)) {
        let line = String::from_utf8_lossy(&self.begun);
        let line = line.trim_end();
        if !line.is_empty() {
            let visible: String = line
                .chars()
                .map(|c| {
                    if c.is_control() && c != '\t' {
                        char::REPLACEMENT_CHARACTER
                    } else {
                        c
                    }
                })
                .collect();
            say(&visible);
        }
        self.begun.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::port::device::pipe_io::pipe_reader;

    fn heard(text: &[u8]) -> Vec<String> {
        let (ours, mut theirs) = std::io::pipe().expect("pipe");
        theirs.write_all(text).expect("writes");
        drop(theirs);
        let mut lines = Vec::new();
        listen(pipe_reader(ours), &AtomicBool::new(false), |line| {
            lines.push(line.to_owned());
        });
        lines
    }

    #[test]
    fn lines_are_told_apart_and_the_last_needs_no_end() {
        assert_eq!(heard(b"one\r\n\ntwo\nthree"), ["one", "two", "three"]);
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let lines = heard(&vec![b'x'; MAX_LINE_LENGTH * 2 + 1]);
        assert_eq!(
            lines.iter().map(String::len).collect::<Vec<_>>(),
            [1024, 1024, 1]
        );
    }

    #[test]
    fn a_program_cannot_draw_on_our_terminal() {
        assert_eq!(heard(b"\x1b[2Jbye\xff\n"), ["\u{fffd}[2Jbye\u{fffd}"]);
    }

    #[test]
    fn a_stream_that_stays_open_does_not_hold_us() {
        let (ours, mut theirs) = std::io::pipe().expect("pipe");
        theirs.write_all(b"half a line").expect("writes");
        drop(PeerLog::start("peer", pipe_reader(ours), ProgramWords::default()).expect("thread"));
        drop(theirs);
    }

    #[test]
    fn a_stream_that_never_rests_does_not_hold_us() {
        let (ours, mut theirs) = std::io::pipe().expect("pipe");
        let log = PeerLog::start("peer", pipe_reader(ours), ProgramWords::default());
        let writer = std::thread::spawn(move || while theirs.write_all(b"still here\n").is_ok() {});
        drop(log.expect("thread"));
        writer.join().expect("nobody reads any more");
    }
}
