//! A port: opened once, it hands out a connection, and where it can another one after that was lost.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::connection::Connection;
use super::open_by::Holders;
use super::port_error::{Announcement, OpenError};
#[cfg(not(unix))]
use super::port_form::PortKind;
use super::port_spec::{CommandLine, HostPort, PortSpec};
use super::program_words::ProgramWords;
use super::tcp::{self, Listener};
use super::telnet;
use crate::port::clock::{Deadline, pause};

/// Time between two attempts at a lost device, and longest time until a stop is heeded.
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// The tournament's speed, in bits a second.
pub const DEFAULT_BAUD: u32 = 2400;

/// The settings of a serial device; 8 data bits, no parity, 1 stop bit, no flow control are fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SerialSettings {
    /// Bits a second; both operators set the same.
    pub baud: u32,
}

impl Default for SerialSettings {
    fn default() -> Self {
        Self { baud: DEFAULT_BAUD }
    }
}

/// An open port.
///
/// ```no_run
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
/// use sgmp_match::port::{Port, SerialSettings};
///
/// let stop = AtomicBool::new(false);
/// let mut port = Port::open(&"pty".parse()?, &SerialSettings::default())?;
/// if let Some(announcement) = port.announcement() {
///     println!("{announcement}");
/// }
/// let connection = port.connect(Duration::MAX, &stop)?;
/// // Both ends of a connection that failed are dropped before the next is asked for.
/// drop(connection);
/// let connection = port.connect(Duration::from_secs(300), &stop)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Port {
    name: String,
    source: Source,
    /// A connection that `open` got and nobody has taken.
    ready: Option<Connection>,
    /// The programs that had a device open beside us when it was opened.
    holders: Option<Holders>,
}

/// The source of the next connection.
enum Source {
    Serial {
        /// The name that survives replugging, where the device has one.
        path: PathBuf,
        settings: SerialSettings,
    },
    #[cfg(unix)]
    Pty(std::sync::Arc<crate::port::device::pty::Master>),
    Exec(crate::port::device::child::ChildGuard),
    Tcp(HostPort),
    Telnet(HostPort),
    Listen(Listener),
    /// There is but one connection.
    Once,
}

/// A source, and the connection that it has at once, if it has one.
type Opened = (Source, Option<Connection>);

impl Port {
    /// Opens a port: everything that needs no waiting for a peer.
    ///
    /// A serial device is set up and locked, a pty made, a program started, a TCP connection
    /// made (up to 5 s for each address of the host), or a TCP port listened on.
    ///
    /// # Errors
    /// [`OpenError`], one line that says what to do.
    pub fn open(spec: &PortSpec, settings: &SerialSettings) -> Result<Self, OpenError> {
        Self::open_with(spec, settings, &ProgramWords::default())
    }

    /// Opens a port with a keeper of what a program behind it says on its standard error.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_with(
        spec: &PortSpec,
        settings: &SerialSettings,
        words: &ProgramWords,
    ) -> Result<Self, OpenError> {
        let mut holders = None;
        let (source, ready) = match spec {
            PortSpec::Device(path) => {
                let connection = open_device(path, *settings)?;
                holders = others_at(path);
                (
                    Source::Serial {
                        path: lasting(path),
                        settings: *settings,
                    },
                    Some(connection),
                )
            }
            PortSpec::Tcp(address) => (Source::Tcp(address.clone()), Some(tcp::connect(address)?)),
            PortSpec::Telnet(address) => (
                Source::Telnet(address.clone()),
                Some(telnet::connect(address)?),
            ),
            PortSpec::TcpListen(address) => (Source::Listen(Listener::bind(address)?), None),
            PortSpec::Pty => open_pty()?,
            PortSpec::Exec(command) => start_program(command, words)?,
            PortSpec::Stdio => open_stdio()?,
        };
        Ok(Self {
            name: spec.to_string(),
            source,
            ready,
            holders,
        })
    }

    /// A TCP connection that is made when it is asked for, to a host that may not be there yet.
    #[must_use]
    pub fn unconnected(address: &HostPort) -> Self {
        Self {
            name: PortSpec::Tcp(address.clone()).to_string(),
            source: Source::Tcp(address.clone()),
            ready: None,
            holders: None,
        }
    }

    /// A port that is this connection and no other, as for one end of [`super::pair`].
    #[must_use]
    pub fn from_connection(name: impl Into<String>, connection: Connection) -> Self {
        Self {
            name: name.into(),
            source: Source::Once,
            ready: Some(connection),
            holders: None,
        }
    }

    /// The other programs that had a serial device open when it was opened: a login or a modem manager that
    /// locks nothing would eat half of the bytes.
    #[must_use]
    pub const fn holders(&self) -> Option<&Holders> {
        self.holders.as_ref()
    }

    /// A sentence on those programs, and what to do, if there are any.
    #[must_use]
    pub fn holder_warning(&self) -> Option<String> {
        let holders = self.holders.as_ref().filter(|found| !found.is_empty())?;
        let Source::Serial { path, .. } = &self.source else {
            return None;
        };
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        let name = real.strip_prefix("/dev").unwrap_or(&real).display();
        Some(format!(
            "{} is open{holders} too, which takes bytes that are meant for us: close that program (a login: \
             `systemctl stop serial-getty@{name}`)",
            path.display()
        ))
    }

    /// The way in that the peer has to be told, for `pty` and `tcp-listen`.
    #[must_use]
    pub fn announcement(&self) -> Option<Announcement> {
        match &self.source {
            #[cfg(unix)]
            Source::Pty(master) => Some(Announcement::Pty(master.path().to_owned())),
            Source::Exec(_) => None,
            Source::Listen(listener) => Some(Announcement::Listening(listener.local())),
            Source::Serial { .. } | Source::Tcp(_) | Source::Telnet(_) | Source::Once => None,
        }
    }

    /// Hands out the connection; waits up to `patience` for a peer, or for a lost device to return.
    ///
    /// The first connection of a device, a program or a TCP connection is there at once. Later ones
    /// come where [`Port::can_reconnect`]: drop both ends of the old connection first, or the device is
    /// still locked, by ourselves. A serial device is looked for under its by-id name if it had
    /// one. The reason for a wait is logged once, and when it changes.
    ///
    /// # Errors
    /// [`OpenError::Stopped`] soon after `stop` is set; when patience ends [`OpenError::NoPeer`],
    /// or the last reason why the device could not be opened; [`OpenError::Spent`] where there
    /// is no other connection.
    pub fn connect(
        &mut self,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Connection, OpenError> {
        if let Some(connection) = self.ready.take() {
            return Ok(connection);
        }
        match &self.source {
            Source::Serial { path, settings } => {
                let connection = retry(patience, stop, || open_device(path, *settings))?;
                // An adapter that returns is a new device for whoever looks for modems.
                self.holders = others_at(path);
                if let Some(warning) = self.holder_warning() {
                    log::warn!("{warning}");
                }
                Ok(connection)
            }
            #[cfg(unix)]
            Source::Pty(master) => retry(patience, stop, || wait_on_pty(master)),
            Source::Exec(_) => Err(OpenError::Spent(self.name.clone())),
            Source::Tcp(address) => retry(patience, stop, || tcp::connect(address)),
            Source::Telnet(address) => retry(patience, stop, || telnet::connect(address)),
            Source::Listen(listener) => listener.accept(patience, stop),
            Source::Once => Err(OpenError::Spent(self.name.clone())),
        }
    }

    /// Returns whether a lost connection can be had again: not from a program that ended, nor from
    /// `-`.
    #[must_use]
    pub fn can_reconnect(&self) -> bool {
        match self.source {
            Source::Serial { .. } | Source::Tcp(_) | Source::Telnet(_) | Source::Listen(_) => true,
            #[cfg(unix)]
            Source::Pty(_) => true,
            Source::Exec(_) => false,
            Source::Once => false,
        }
    }

    /// The program behind an `exec:` port.
    pub fn child(&mut self) -> Option<&mut crate::port::device::child::ChildGuard> {
        match &mut self.source {
            Source::Exec(child) => Some(child),
            _ => None,
        }
    }

    /// The port's name, with the name it is reopened under or the peer's way in.
    #[must_use]
    pub fn description(&self) -> String {
        let name = &self.name;
        match &self.source {
            Source::Serial { path, settings } if path.as_os_str() != name.as_str() => {
                format!("{name} ({}, {} baud)", path.display(), settings.baud)
            }
            Source::Serial { settings, .. } => format!("{name} ({} baud)", settings.baud),
            #[cfg(unix)]
            Source::Pty(master) => format!("{name} ({})", master.path().display()),
            Source::Exec(_) => name.clone(),
            Source::Listen(listener) => format!("{name} ({})", listener.local()),
            Source::Tcp(_) | Source::Telnet(_) | Source::Once => name.clone(),
        }
    }
}

/// Tries until it works, patience ends, or somebody stops it.
fn retry(
    patience: Duration,
    stop: &AtomicBool,
    mut attempt: impl FnMut() -> Result<Connection, OpenError>,
) -> Result<Connection, OpenError> {
    let deadline = Deadline::after(patience);
    let mut told = String::new();
    loop {
        let error = match attempt() {
            Ok(connection) => return Ok(connection),
            Err(error) => error,
        };
        if stop.load(Ordering::Relaxed) {
            return Err(OpenError::Stopped);
        }
        if deadline.has_passed() {
            return Err(error);
        }
        let reason = error.to_string();
        if reason != told {
            // A device that is there and cannot be had wants somebody to do something.
            let level = match error {
                OpenError::Denied(_) | OpenError::Busy { .. } => log::Level::Warn,
                _ => log::Level::Info,
            };
            log::log!(level, "waiting for the port: {reason}");
            told = reason;
        }
        pause(RETRY_INTERVAL.min(deadline.left()));
    }
}

#[cfg(unix)]
fn open_device(path: &std::path::Path, settings: SerialSettings) -> Result<Connection, OpenError> {
    crate::port::device::serial::open(path, settings.baud)
}

#[cfg(not(unix))]
fn open_device(path: &std::path::Path, settings: SerialSettings) -> Result<Connection, OpenError> {
    crate::port::device::com::open(path, settings.baud)
}

#[cfg(unix)]
fn others_at(path: &std::path::Path) -> Option<Holders> {
    Some(Holders::find_for(path).others())
}

#[cfg(not(unix))]
fn others_at(_: &std::path::Path) -> Option<Holders> {
    None
}

/// The name under which a device is found again: an adapter may return as another `ttyUSBn`.
#[cfg(unix)]
fn lasting(path: &std::path::Path) -> PathBuf {
    crate::port::device::port_list::by_id_of(path).unwrap_or_else(|| path.to_owned())
}

#[cfg(not(unix))]
fn lasting(path: &std::path::Path) -> PathBuf {
    path.to_owned()
}

#[cfg(unix)]
fn open_pty() -> Result<Opened, OpenError> {
    let master = crate::port::device::pty::Master::open()
        .map_err(|e| OpenError::system("a pseudo terminal", e))?;
    Ok((Source::Pty(std::sync::Arc::new(master)), None))
}

#[cfg(not(unix))]
fn open_pty() -> Result<Opened, OpenError> {
    Err(OpenError::Unsupported(PortKind::Pty.form().prefix))
}

fn start_program(command: &CommandLine, words: &ProgramWords) -> Result<Opened, OpenError> {
    let (connection, child) = crate::port::device::exec::open(command, words)?;
    Ok((Source::Exec(child), Some(connection)))
}

#[cfg(unix)]
fn open_stdio() -> Result<Opened, OpenError> {
    Ok((Source::Once, Some(crate::port::device::stdio::open()?)))
}

#[cfg(not(unix))]
fn open_stdio() -> Result<Opened, OpenError> {
    use super::pipe_io::{pipe_reader, pipe_writer};
    use std::io::{IsTerminal, stdin, stdout};

    if stdin().is_terminal() || stdout().is_terminal() {
        return Err(OpenError::HumanTerminal);
    }
    let writer = pipe_writer(stdout()).map_err(|e| OpenError::system("standard output", e))?;
    let reader = pipe_reader(stdin());
    Ok((Source::Once, Some(Connection { reader, writer })))
}

/// One look for a peer: the master is the same for every peer, so its path stays.
#[cfg(unix)]
fn wait_on_pty(master: &std::sync::Arc<super::pty::Master>) -> Result<Connection, OpenError> {
    if master.has_peer() || master.has_input() {
        return Ok(crate::port::device::pty::connection_on(master));
    }
    master
        .tidy()
        .map_err(|e| OpenError::system(master.path().display(), e))?;
    Err(OpenError::NoPeer(master.path().display().to_string()))
}
