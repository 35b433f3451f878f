//! Standard input and output as a connection: for programs that start us as their Go player.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;

use rustix::termios::{OptionalActions, Termios, isatty, tcsetattr};

use super::connection::Connection;
use super::fd_io::{FdReader, FdWriter, Shared};
use super::port_error::OpenError;
use super::termios::{is_cooked, make_raw};

/// Takes our own standard input and output.
pub(in crate::port) fn open() -> Result<Connection, OpenError> {
    open_on(io::stdin().as_fd(), io::stdout().as_fd())
}

/// Any two descriptors. A terminal with a human at it is refused; one that a launcher has made
/// raw is a cable like another.
fn open_on(input: BorrowedFd<'_>, output: BorrowedFd<'_>) -> Result<Connection, OpenError> {
    if is_cooked(input) || is_cooked(output) {
        return Err(OpenError::HumanTerminal);
    }
    let build = || -> io::Result<Connection> {
        let settings = Arc::new(Settings::make_raw(&[input, output])?);
        let end = |fd: BorrowedFd<'_>| -> io::Result<Shared> {
            let fd = fd.try_clone_to_owned()?;
            Ok(Arc::new(StandardEnd {
                fd,
                _settings: Arc::clone(&settings),
            }))
        };
        Ok(Connection {
            reader: Box::new(FdReader::new(end(input)?)),
            writer: Box::new(FdWriter::new(end(output)?)),
        })
    };
    build().map_err(|e| OpenError::system("standard input and output", e))
}

/// A copy of a standard descriptor.
///
/// It stays blocking: that mode belongs to everybody who shares the descriptor.
struct StandardEnd {
    fd: OwnedFd,
    _settings: Arc<Settings>,
}

impl AsFd for StandardEnd {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

/// The old settings of the terminals among our descriptors, which are raw until this is dropped.
#[derive(Default)]
struct Settings {
    found: Vec<(OwnedFd, Termios)>,
}

impl Settings {
    fn make_raw(fds: &[BorrowedFd<'_>]) -> io::Result<Self> {
        let mut settings = Self::default();
        for fd in fds.iter().filter(|fd| isatty(fd)) {
            settings
                .found
                .push((fd.try_clone_to_owned()?, make_raw(fd)?));
        }
        Ok(settings)
    }
}

impl Drop for Settings {
    /// Backwards: input and output are often the same terminal, and the first look was the true
    /// one.
    fn drop(&mut self) {
        for (fd, found) in self.found.iter().rev() {
            let _ = tcsetattr(fd, OptionalActions::Now, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rustix::termios::{InputModes, LocalModes, tcgetattr};

    use super::*;
    use crate::port::device::connection::Input;
    use crate::port::device::pty::Master;

    #[test]
    fn pipes_are_a_line() {
        let (input, mut peer_out) = io::pipe().expect("pipe");
        let (mut peer_in, output) = io::pipe().expect("pipe");
        let mut connection = open_on(input.as_fd(), output.as_fd()).expect("opens");
        io::Write::write_all(&mut peer_out, &[1, 0xa1, 0xa0, 0x80]).expect("writes");
        let read = connection
            .reader
            .read(&mut [0; 8], Duration::from_secs(1))
            .expect("reads");
        assert_eq!(read, Input::Bytes(4));
        connection
            .writer
            .write_frame(&[0, 0x87, 0x87, 0xff])
            .expect("writes");
        let mut frame = [0; 4];
        io::Read::read_exact(&mut peer_in, &mut frame).expect("reads");
        assert_eq!(frame, [0, 0x87, 0x87, 0xff]);
    }

    #[test]
    fn a_human_at_a_terminal_is_refused() {
        let master = Master::open().expect("pty");
        let terminal = master.open_slave().expect("slave");
        let mut cooked = tcgetattr(&terminal).expect("attributes");
        cooked.local_modes |= LocalModes::ICANON | LocalModes::ECHO;
        tcsetattr(&terminal, OptionalActions::Now, &cooked).expect("set");
        let (pipe, _other) = io::pipe().expect("pipe");
        for (input, output) in [
            (terminal.as_fd(), pipe.as_fd()),
            (pipe.as_fd(), terminal.as_fd()),
        ] {
            assert!(matches!(
                open_on(input, output),
                Err(OpenError::HumanTerminal)
            ));
        }
    }

    #[test]
    fn a_half_raw_terminal_is_made_raw_and_put_back() {
        let master = Master::open().expect("pty");
        let terminal = master.open_slave().expect("slave");
        let mut half = tcgetattr(&terminal).expect("attributes");
        half.input_modes = InputModes::ICRNL;
        tcsetattr(&terminal, OptionalActions::Now, &half).expect("set");
        let connection = open_on(terminal.as_fd(), terminal.as_fd()).expect("opens");
        assert!(
            tcgetattr(&terminal)
                .expect("attributes")
                .input_modes
                .is_empty()
        );
        drop(connection);
        assert_eq!(
            tcgetattr(&terminal).expect("attributes").input_modes,
            InputModes::ICRNL
        );
    }
}
