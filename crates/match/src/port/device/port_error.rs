//! The errors of a port, each with what the operator does about it.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use thiserror::Error;

use super::open_by::Holders;
use super::permissions::Denied;
use super::port_form::port_forms;

/// A reason why a port could not be opened: one line each, with the next step.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The device node is not there.
    #[error("{0}: no such device; `sgmp-go ports` lists those that are here (is the cable in?)")]
    Missing(PathBuf),
    /// The device belongs to others.
    #[error("{0}")]
    Denied(Denied),
    /// Another program has it.
    #[error(
        "{path} is in use{holders}; close that program first (minicom, ModemManager and getty \
         are the usual ones)"
    )]
    Busy {
        /// The device that another program has open.
        path: PathBuf,
        /// The programs that have it, as far as can be seen.
        holders: Holders,
    },
    /// This program has it itself, for another port.
    #[error("{0} is given twice; each port can be used once")]
    GivenTwice(String),
    /// A file, a folder, or a device that is no terminal.
    #[error("{0} is not a serial port; `sgmp-go ports` lists those that are here")]
    NotSerial(PathBuf),
    /// The terminal this program is run from.
    #[error("{0} is the terminal you are typing on; name the port the other player is on")]
    OwnTerminal(PathBuf),
    /// The driver does not do this speed.
    #[error("{path} does not do {baud} baud{}; try another --baud", offered(*.got))]
    Baud {
        /// The device that was asked for this speed.
        path: PathBuf,
        /// The speed asked for.
        baud: u32,
        /// The speed that the driver made of it, if it made one.
        got: Option<u32>,
    },
    /// The driver did not take another setting.
    #[error("{path} cannot carry the game: {what}; use another port or adapter")]
    Settings {
        /// The device that did not take the setting.
        path: PathBuf,
        /// The setting that read back differently.
        what: &'static str,
    },
    /// `exec:` or `--engine` names a program that is not there.
    #[error("{0}: no such program; give its full path (/usr/games/gnugo ...)")]
    NoProgram(String),
    /// They name something that cannot be run.
    #[error("{program} cannot be started: {source}")]
    Program {
        /// The program's name, the first word of the command line.
        program: String,
        /// The system's reason for not starting it.
        source: io::Error,
    },
    /// The host is there and nobody listens.
    #[error("{0}: nobody listens there; start the other side first, or check the port number")]
    Refused(String),
    /// The host did not answer, or has no such name.
    #[error("{address} cannot be reached: {source}; check the address and the network")]
    Unreachable {
        /// The address as given.
        address: String,
        /// The system's reason for not connecting.
        source: io::Error,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}; choose another port or address")]
    Listen {
        /// The address as given.
        address: String,
        /// The system's reason for not listening.
        source: io::Error,
    },
    /// `-` with a human on the other side.
    #[error(
        "- speaks the protocol on standard input and output, and a terminal is there: it is for \
         programs that start this one; otherwise give {forms}",
        forms = port_forms()
    )]
    HumanTerminal,
    /// A form of port this system does not have.
    #[error("{0} ports need a Unix system; here --port takes {forms}", forms = port_forms())]
    Unsupported(&'static str),
    /// Nobody opened the pty or connected in the time given.
    #[error(
        "{0}: nobody has connected in the time given: is the other side started, and does it name this port?"
    )]
    NoPeer(String),
    /// A lost connection that cannot be had again: a program that ended, a closed standard input.
    #[error("{0} is closed and cannot be opened again")]
    Spent(String),
    /// The operator's stop came first.
    #[error("stopped while waiting for the port")]
    Stopped,
    /// Anything else the system says.
    #[error("{what}: {source}")]
    System {
        /// The device or the thing tried.
        what: String,
        /// The system's reason for refusing it.
        source: io::Error,
    },
}

impl OpenError {
    pub(in crate::port) fn system(what: impl ToString, source: impl Into<io::Error>) -> Self {
        Self::System {
            what: what.to_string(),
            source: source.into(),
        }
    }

    /// Sorts a program that could not be started.
    pub(in crate::port) fn program(program: &str, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::NotFound => Self::NoProgram(program.to_owned()),
            _ => Self::Program {
                program: program.to_owned(),
                source,
            },
        }
    }

    /// Sorts a failed TCP connection.
    pub(in crate::port) fn tcp(address: impl ToString, source: io::Error) -> Self {
        let address = address.to_string();
        if source.kind() == io::ErrorKind::ConnectionRefused {
            Self::Refused(address)
        } else {
            Self::Unreachable { address, source }
        }
    }
}

fn offered(got: Option<u32>) -> String {
    got.map_or_else(String::new, |got| format!(" (it offers {got})"))
}

/// A reason why an open line failed.
#[derive(Debug, Error)]
pub enum PortError {
    /// The other side is gone; every byte it sent before has been handed out.
    #[error("the other side closed the line")]
    HangUp,
    /// The line takes no more bytes: the peer has stopped reading.
    #[error("the line took {sent} of {wanted} bytes and no more: the other side does not read")]
    Stuck {
        /// Bytes the line took.
        sent: usize,
        /// Bytes it was handed.
        wanted: usize,
    },
    /// The device failed in a read, a write or a setting.
    #[error("the line failed: {0}")]
    Failed(#[source] io::Error),
}

impl From<io::Error> for PortError {
    /// The many ways a system says that nobody is there any more are one.
    fn from(error: io::Error) -> Self {
        use io::ErrorKind as Kind;
        let gone = matches!(
            error.kind(),
            Kind::BrokenPipe
                | Kind::ConnectionReset
                | Kind::ConnectionAborted
                | Kind::NotConnected
                | Kind::UnexpectedEof
        );
        if gone || is_unplugged(&error) {
            Self::HangUp
        } else {
            Self::Failed(error)
        }
    }
}

/// Returns whether this is the error of a terminal whose other side, or adapter, is gone.
#[cfg(unix)]
fn is_unplugged(error: &io::Error) -> bool {
    use rustix::io::Errno;
    Errno::from_io_error(error).is_some_and(|e| matches!(e, Errno::IO | Errno::NXIO | Errno::NODEV))
}

#[cfg(not(unix))]
fn is_unplugged(_error: &io::Error) -> bool {
    false
}

/// The address that somebody has to be told to reach us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// The device the peer opens.
    Pty(PathBuf),
    /// The address the peer connects to.
    Listening(SocketAddr),
}

impl std::fmt::Display for Announcement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Pty(path) => write!(f, "the other side opens {}", path.display()),
            Self::Listening(address) => write!(f, "the other side connects to {address}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_error_is_one_line() {
        let path = || PathBuf::from("/dev/ttyS9");
        let errors = [
            OpenError::Missing(path()),
            OpenError::NotSerial(path()),
            OpenError::GivenTwice("/dev/ttyS9".to_owned()),
            OpenError::Busy {
                path: path(),
                holders: Holders::default(),
            },
            OpenError::Baud {
                path: path(),
                baud: 12,
                got: Some(9600),
            },
            OpenError::HumanTerminal,
            OpenError::tcp("h:1", io::ErrorKind::ConnectionRefused.into()),
            OpenError::tcp("h:1", io::ErrorKind::TimedOut.into()),
        ];
        for error in errors {
            let text = error.to_string();
            assert!(!text.contains('\n') && !text.contains("  "), "{text:?}");
        }
    }

    #[test]
    fn a_reset_is_a_hang_up_and_a_full_disk_is_not() {
        let hang_up = |kind: io::ErrorKind| {
            matches!(PortError::from(io::Error::from(kind)), PortError::HangUp)
        };
        assert!(hang_up(io::ErrorKind::ConnectionReset));
        assert!(hang_up(io::ErrorKind::BrokenPipe));
        assert!(!hang_up(io::ErrorKind::StorageFull));
    }

    #[cfg(unix)]
    #[test]
    fn an_unplugged_adapter_is_a_hang_up() {
        let error = io::Error::from(rustix::io::Errno::IO);
        assert!(matches!(PortError::from(error), PortError::HangUp));
    }
}
