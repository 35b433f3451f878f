//! A line that is typed and not shown: a password.

use std::io::{self, BufRead, Write};

/// Asks for a line on standard input, a terminal, and does not show what is typed.
///
/// # Errors
/// The system's error; nothing is asked where the line would be shown.
pub fn hidden_line(question: &str) -> io::Result<String> {
    let mut screen = io::stderr().lock();
    let line = unseen(|| {
        screen.write_all(question.as_bytes())?;
        screen.flush()?;
        let mut line = String::new();
        io::stdin().lock().read_line(&mut line)?;
        Ok(line)
    });
    // The line's end was not shown either.
    writeln!(screen)?;
    line
}

/// Does something while the terminal shows nothing that is typed.
#[cfg(unix)]
fn unseen<T>(read: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    let terminal = io::stdin();
    let shown = tcgetattr(&terminal)?;
    let mut hidden = shown.clone();
    hidden.local_modes -= LocalModes::ECHO;
    tcsetattr(&terminal, OptionalActions::Flush, &hidden)?;
    let done = read();
    tcsetattr(&terminal, OptionalActions::Now, &shown)?;
    done
}

/// Elsewhere nothing can be hidden so: a file is asked for.
#[cfg(not(unix))]
fn unseen<T>(_: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "give --password-file: what is typed would be seen here",
    ))
}
