//! Lines for the operator. Where the screen has gone away a line is lost and nothing else:
//! `println!` would panic there.

use std::fmt::Display;
use std::io::{self, Write};

/// One line on standard output.
pub(super) fn stdout_line(line: impl Display) {
    put(io::stdout(), line);
}

/// One line on standard error.
pub(super) fn stderr_line(line: impl Display) {
    put(io::stderr(), line);
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
