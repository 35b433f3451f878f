//! Lines for the operator. Where the screen has gone away a line is lost and nothing else:
//! `println!` would panic there.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// One line on standard output.
pub(super) fn stdout_line(line: impl Display) {
    put(io::stdout(), line);
}

/// One line on standard error.
pub(super) fn stderr_line(line: impl Display) {
    put(io::stderr(), line);
}

/// One of the two standard streams for text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextStream {
    /// Standard output.
    Stdout,
    /// Standard error: standard output has other work.
    Stderr,
}

impl TextStream {
    /// Returns whether a person sees the stream.
    pub(crate) fn is_terminal(self) -> bool {
        match self {
            Self::Stdout => io::stdout().is_terminal(),
            Self::Stderr => io::stderr().is_terminal(),
        }
    }

    /// The stream, to write to.
    pub(crate) fn open(self) -> Box<dyn Write> {
        match self {
            Self::Stdout => Box::new(io::stdout()),
            Self::Stderr => Box::new(io::stderr()),
        }
    }

    /// Writes one line.
    pub(crate) fn line(self, line: impl Display) {
        put(self.open(), line);
    }
}

/// The target of JSON events, as `--json` names it: nothing or `-` is standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventTarget<'a> {
    /// Standard output.
    Stdout,
    /// A file.
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

fn put(mut screen: impl Write, line: impl Display) {
    if let Err(error) = writeln!(screen, "{line}") {
        log::debug!("nobody reads: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_nobody_reads_is_lost() {
        let (reader, writer) = io::pipe().expect("pipe");
        drop(reader);
        put(writer, "anybody?");
    }
}
