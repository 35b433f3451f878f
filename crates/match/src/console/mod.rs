//! The one writer of standard output and standard error.
//!
//! A stream whose reader has gone away is silent: nothing is said of it and nothing ends. Output that
//! cannot be written for any other reason is remembered, and ends the program with exit code 5. While
//! a match is on, lines go through a queue, so that a screen that is stopped stops nothing else.

mod hidden_line;
pub mod line_queue;
pub mod operator;
pub mod operator_menu;
pub mod signals;
pub mod stdio_host;
mod told_line;
#[cfg(unix)]
pub mod unheard_signals;
pub mod work_progress;

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

pub use hidden_line::hidden_line;
pub use told_line::{fitted, told_line};

use crate::console::line_queue::{Gap, LAST_LINES_TIMEOUT, LineQueue, text_gap};

/// How a person left a board, a list or a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// By its own word, or at the end of the input.
    Done,
    /// By Ctrl-C or a signal.
    Interrupted,
}

/// The first failure to write output.
static FAILURE: Mutex<Option<String>> = Mutex::new(None);

/// The queues before the two streams, where a match is on.
static QUEUES: OnceLock<[LineQueue; 2]> = OnceLock::new();

/// Taker of text while the terminal is a screen.
pub(crate) type ScreenText = Box<dyn Fn(&str) + Send>;

/// The screen, while the terminal is one: text in between would tear it.
static SCREEN: Mutex<Option<ScreenText>> = Mutex::new(None);

/// Hands text for the terminal to a screen from now on; to the terminal itself with `None`.
pub fn show_text_on(screen: Option<ScreenText>) {
    *SCREEN.lock().unwrap_or_else(PoisonError::into_inner) = screen;
}

/// True if standard output has lost lines.
static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// One line on standard output.
pub fn stdout_line(line: impl Display) {
    TextStream::Stdout.line(line);
}

/// One line on standard error.
pub fn stderr_line(line: impl Display) {
    let stream = TextStream::Stderr;
    stream.line(stream.fitted(&line.to_string()));
}

/// One of the two standard streams for text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStream {
    /// Standard output, for results and for text that was asked for.
    Stdout,
    /// Standard error: standard output has other work.
    Stderr,
}

impl TextStream {
    /// Returns whether a person sees the stream.
    pub fn is_terminal(self) -> bool {
        match self {
            Self::Stdout => io::stdout().is_terminal(),
            Self::Stderr => io::stderr().is_terminal(),
        }
    }

    /// Returns whether its text goes to a screen at the moment.
    pub fn is_on_screen(self) -> bool {
        let screen = SCREEN.lock().unwrap_or_else(PoisonError::into_inner);
        screen.is_some() && self.is_terminal()
    }

    /// The stream, to write to for a person: lines are broken at spaces where it is a terminal.
    pub fn open(self) -> Box<dyn Write> {
        let mut writer = self.writer();
        writer.is_read = true;
        Box::new(writer)
    }

    /// A writer of the stream.
    pub const fn writer(self) -> StreamWriter {
        StreamWriter {
            stream: self,
            is_read: false,
            pending: Vec::new(),
        }
    }

    /// Writes a text with a line feed behind it.
    pub fn line(self, line: impl Display) {
        self.put(format!("{line}\n").into_bytes());
    }

    /// Writes text as it is: a question, or many lines.
    pub fn text(self, text: &str) {
        self.put(text.as_bytes().to_vec());
    }

    fn put(self, text: Vec<u8>) {
        if let Some(screen) = &*SCREEN.lock().unwrap_or_else(PoisonError::into_inner)
            && self.is_terminal()
        {
            return screen(&String::from_utf8_lossy(&text));
        }
        match QUEUES.get() {
            Some(queues) => queues[self as usize].push(text),
            None => self.write_now(&text),
        }
    }

    /// Writes past the queue, and waits for whoever reads.
    fn write_now(self, text: &[u8]) {
        let written = match self {
            Self::Stdout => write_to(io::stdout().lock(), text),
            Self::Stderr => write_to(io::stderr().lock(), text),
        };
        if let (Err(error), Self::Stdout) = (written, self) {
            note_failure("standard output", &error);
        }
    }
}

/// Answers on standard output, of which none may be lost; false if nobody takes it.
pub fn answer(text: &str) -> bool {
    let answered = write_to(io::stdout().lock(), text.as_bytes());
    answered
        .inspect_err(|error| note_failure("standard output", error))
        .is_ok()
}

fn write_to(mut out: impl Write, text: &[u8]) -> io::Result<()> {
    out.write_all(text)?;
    out.flush()
}

/// A stream as others write to it: whole lines, or what is flushed. It never fails; failures are
/// told at the end.
pub struct StreamWriter {
    stream: TextStream,
    /// True if the lines are for a person.
    is_read: bool,
    pending: Vec<u8>,
}

impl Write for StreamWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        if bytes.ends_with(b"\n") {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let mut text = std::mem::take(&mut self.pending);
        if self.is_read
            && let Ok(read) = str::from_utf8(&text)
        {
            text = self.stream.fitted(read).into_bytes();
        }
        self.stream.put(text);
        Ok(())
    }
}

impl Drop for StreamWriter {
    fn drop(&mut self) {
        let _never_fails = self.flush();
    }
}

/// From now on no line waits for its reader: a match is about to begin. `gap` is the line on standard
/// output for lines that are missing there.
pub fn start_queues(gap: Gap) {
    QUEUES.get_or_init(|| {
        let queue =
            |stream: TextStream, gap| LineQueue::start(gap, move |lines| stream.write_now(lines));
        [
            queue(TextStream::Stdout, gap),
            queue(TextStream::Stderr, text_gap),
        ]
    });
}

/// Waits for the lines so far, before the terminal becomes a screen: one that came later would lie across it.
pub fn catch_up() {
    for queue in QUEUES.get().into_iter().flatten() {
        queue.catch_up(LAST_LINES_TIMEOUT / 10);
    }
}

/// Remembers that output cannot be written; a reader that went away is no failure.
pub fn note_failure(what: &str, error: &io::Error) {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return;
    }
    let mut failure = FAILURE.lock().unwrap_or_else(PoisonError::into_inner);
    failure.get_or_insert_with(|| format!("cannot write {what}: {error}"));
}

/// Tells the operator that lines are lost, if any are.
fn tell_lost(what: &str, lost: u64) {
    if lost > 0 {
        stderr_line(format_args!(
            "{lost} lines for {what} were lost: nobody took them in time, and the match did not wait"
        ));
    }
}

/// Writes what waits; the failure to write output, if there was one.
pub fn finish() -> Option<String> {
    if let Some([stdout, _]) = QUEUES.get() {
        let lost = stdout.finish(LAST_LINES_TIMEOUT);
        tell_lost("standard output", lost);
        IS_STOPPED.store(lost > 0, Ordering::Relaxed);
    }
    FAILURE
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take()
}

/// Writes the last words on standard error.
pub fn finish_stderr() {
    if let Some([_, stderr]) = QUEUES.get() {
        // It may well be the same screen.
        let is_stopped = IS_STOPPED.load(Ordering::Relaxed);
        let patience = if is_stopped {
            LAST_LINES_TIMEOUT / 10
        } else {
            LAST_LINES_TIMEOUT
        };
        stderr.finish(patience);
    }
}

/// The target of JSON events, as `--json` names it: nothing or `-` is standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventTarget<'a> {
    /// Standard output: no text for people may go there then.
    Stdout,
    /// A file, which the operator has named.
    File(&'a Path),
}

impl<'a> From<&'a Path> for EventTarget<'a> {
    fn from(path: &'a Path) -> Self {
        if path == Path::new("-") {
            Self::Stdout
        } else {
            Self::File(path)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_reader_that_went_away_is_no_failure() {
        let (reader, writer) = io::pipe().expect("pipe");
        drop(reader);
        let gone = write_to(writer, b"anybody?\n").expect_err("nobody");
        note_failure("a pipe", &gone);
        assert_eq!(FAILURE.lock().unwrap().clone(), None);
        note_failure("a disk", &io::Error::from(io::ErrorKind::StorageFull));
        note_failure("another", &io::Error::from(io::ErrorKind::StorageFull));
        let told = finish().expect("a failure");
        assert!(told.starts_with("cannot write a disk: "), "{told}");
    }
}
