//! Pseudo terminals: a cable whose other end any program opens by its path.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::io::{ioctl_fionbio, ioctl_fionread};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{QueueSelector, tcflush};

use super::connection::{Connection, WriteHalf};
use super::fd_io::{FdReader, FdWriter, Shared};
use super::port_error::{OpenError, PortError};
use super::termios::make_raw;
use crate::port::clock::{Deadline, pause};

/// Time between two looks of a waiting master for a peer, and for what the peer has yet to read.
const PEER_POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Time that the last bytes wait for a peer to read them before the connection is cut.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(200);

/// Two ends of one pseudo terminal: the master's and the slave's, joined as by a cable.
///
/// # Errors
/// [`OpenError::System`] where the system has no pseudo terminal left.
pub fn pair() -> Result<(Connection, Connection), OpenError> {
    let build = || -> io::Result<(Connection, Connection)> {
        let master = Master::open()?;
        let slave = master.open_slave()?;
        ioctl_fionbio(&slave, true)?;
        let slave: Shared = Arc::new(slave);
        Ok((
            connection_on(&Arc::new(master)),
            super::fd_io::connection_on(&slave),
        ))
    };
    build().map_err(|e| OpenError::system("a pseudo terminal", e))
}

/// The master's two ends.
pub(in crate::port) fn connection_on(master: &Arc<Master>) -> Connection {
    let shared: Shared = Arc::<Master>::clone(master);
    let inner = FdWriter::new(Arc::clone(&shared));
    Connection {
        reader: Box::new(FdReader::new(shared)),
        writer: Box::new(MasterWriter {
            inner,
            master: Arc::clone(master),
        }),
    }
}

/// Linux keeps what is written while nobody is there for whoever comes next, as no cable does.
struct MasterWriter {
    inner: FdWriter,
    master: Arc<Master>,
}

impl WriteHalf for MasterWriter {
    fn write_frame(&mut self, bytes: &[u8]) -> Result<(), PortError> {
        if self.master.has_peer() {
            self.inner.write_frame(bytes)
        } else {
            Err(PortError::HangUp)
        }
    }
}

/// Our side of a pseudo terminal; the peer's side is raw before anybody knows its path.
pub(in crate::port) struct Master {
    fd: OwnedFd,
    path: PathBuf,
}

impl Master {
    pub(in crate::port) fn open() -> io::Result<Self> {
        // Where the flag is not known, the descriptor is marked a moment later.
        #[cfg(not(target_os = "macos"))]
        let fd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        #[cfg(target_os = "macos")]
        let fd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
        #[cfg(target_os = "macos")]
        rustix::io::fcntl_setfd(&fd, rustix::io::FdFlags::CLOEXEC)?;
        grantpt(&fd)?;
        unlockpt(&fd)?;
        ioctl_fionbio(&fd, true)?;
        let name = ptsname(&fd, Vec::new())?;
        let path = PathBuf::from(OsStr::from_bytes(name.as_bytes()));
        let master = Self { fd, path };
        // Opened and closed once, the slave counts as hung up until a peer comes: before that
        // the kernel does not tell "not yet" from "present".
        master.open_slave()?;
        Ok(master)
    }

    /// The device the peer opens.
    pub(in crate::port) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the peer's side and makes it raw in full: a peer on a cooked one stalls after a few
    /// bytes.
    pub(in crate::port) fn open_slave(&self) -> io::Result<File> {
        let slave = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(OFlags::NOCTTY.bits().cast_signed())
            .open(&self.path)?;
        make_raw(&slave)?;
        Ok(slave)
    }

    /// Somebody has the peer's side open.
    pub(in crate::port) fn has_peer(&self) -> bool {
        !events(&self.fd, PollFlags::empty()).contains(PollFlags::HUP)
    }

    /// A peer that wrote and left at once still has something to say.
    pub(in crate::port) fn has_input(&self) -> bool {
        events(&self.fd, PollFlags::IN).contains(PollFlags::IN)
    }

    /// Readies the peer's side for the next peer, while nobody has it: raw again, whatever the
    /// last one made of it, and without what that one left unread.
    pub(in crate::port) fn tidy(&self) -> io::Result<()> {
        if !self.has_peer() {
            tcflush(self.open_slave()?, QueueSelector::IFlush)?;
        }
        Ok(())
    }

    /// Waits until the peer has read what we sent: the kernel throws the rest away when we close.
    fn see_off(&self) -> io::Result<()> {
        let deadline = Deadline::after(CLOSE_TIMEOUT);
        if !self.has_peer() {
            return Ok(());
        }
        let slave = OpenOptions::new()
            .read(true)
            .custom_flags((OFlags::NOCTTY | OFlags::NONBLOCK).bits().cast_signed())
            .open(&self.path)?;
        // The poll moves what is under way into the queue that is counted.
        while !deadline.has_passed()
            && events(&slave, PollFlags::IN).contains(PollFlags::IN)
            && ioctl_fionread(&slave)? > 0
        {
            pause(PEER_POLL_INTERVAL);
        }
        Ok(())
    }
}

impl AsFd for Master {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

impl Drop for Master {
    fn drop(&mut self) {
        if let Err(error) = self.see_off() {
            log::debug!("{}: {error}", self.path.display());
        }
    }
}

/// Returns the events that `poll` sees on a descriptor now.
fn events(fd: impl AsFd, flags: PollFlags) -> PollFlags {
    let mut polled = [PollFd::new(&fd, flags)];
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    match poll(&mut polled, Some(&now)) {
        Ok(_) => polled[0].revents(),
        Err(_) => PollFlags::empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::device::connection::Input;

    const TEST_TIMEOUT: Duration = Duration::from_secs(60);

    fn read_all(connection: &mut Connection, wanted: usize) -> Vec<u8> {
        let (mut got, mut buf) = (Vec::new(), [0; 64]);
        while got.len() < wanted {
            match connection
                .reader
                .read(&mut buf, TEST_TIMEOUT)
                .expect("reads")
            {
                Input::Bytes(n) => got.extend_from_slice(&buf[..n]),
                Input::Idle => panic!("only {} of {wanted} bytes came", got.len()),
            }
        }
        got
    }

    fn hung_up(connection: &mut Connection) -> bool {
        matches!(
            connection.reader.read(&mut [0; 8], TEST_TIMEOUT),
            Err(PortError::HangUp)
        )
    }

    #[test]
    fn all_byte_values_pass_unchanged_both_ways() {
        let all: Vec<u8> = (0..=255).collect();
        let (mut master, mut slave) = pair().expect("pair");
        master.writer.write_frame(&all).expect("writes");
        assert_eq!(read_all(&mut slave, 256), all);
        slave.writer.write_frame(&all).expect("writes");
        assert_eq!(read_all(&mut master, 256), all);
        let nothing = master.reader.read(&mut [0; 8], Duration::from_millis(10));
        assert_eq!(nothing.expect("reads"), Input::Idle, "an echo");
    }

    #[test]
    fn the_slaves_last_frame_is_read_before_its_hang_up() {
        for _ in 0..50 {
            let (mut master, mut slave) = pair().expect("pair");
            slave.writer.write_frame(&[1, 2, 3, 4]).expect("writes");
            drop(slave);
            assert_eq!(read_all(&mut master, 4), [1, 2, 3, 4]);
            assert!(hung_up(&mut master));
            assert!(matches!(
                master.writer.write_frame(&[0; 4]),
                Err(PortError::HangUp)
            ));
        }
    }

    #[test]
    fn the_masters_last_frame_is_read_before_its_hang_up() {
        for _ in 0..50 {
            let (mut master, mut slave) = pair().expect("pair");
            master.writer.write_frame(&[1, 2, 3, 4]).expect("writes");
            let reader = std::thread::spawn(move || {
                assert_eq!(read_all(&mut slave, 4), [1, 2, 3, 4]);
                assert!(hung_up(&mut slave));
            });
            drop(master);
            reader.join().expect("read before the hang-up");
        }
    }

    #[test]
    fn a_peer_that_never_reads_does_not_hold_up_the_closing() {
        let (mut master, slave) = pair().expect("pair");
        master.writer.write_frame(&[1; 4]).expect("writes");
        let deadline = Deadline::after(CLOSE_TIMEOUT * 3);
        drop(master);
        assert!(!deadline.has_passed());
        drop(slave);
    }

    #[test]
    fn a_peer_is_seen_to_come_and_go() {
        let master = Master::open().expect("pty");
        assert!(!master.has_peer());
        let peer = master.open_slave().expect("slave");
        assert!(master.has_peer());
        drop(peer);
        assert!(!master.has_peer());
    }

    #[test]
    fn the_next_peer_does_not_get_what_the_last_left_unread() {
        let master = Arc::new(Master::open().expect("pty"));
        let mut connection = connection_on(&master);
        let peer = master.open_slave().expect("slave");
        connection.writer.write_frame(&[1; 4]).expect("writes");
        drop(peer);
        assert!(matches!(
            connection.writer.write_frame(&[2; 4]),
            Err(PortError::HangUp)
        ));
        master.tidy().expect("tidied");
        let peer = master.open_slave().expect("slave");
        connection.writer.write_frame(&[3; 4]).expect("writes");
        let mut got = [0; 8];
        assert_eq!(io::Read::read(&mut &peer, &mut got).expect("reads"), 4);
        assert_eq!(got[..4], [3; 4]);
    }

    #[test]
    fn a_slave_left_cooked_is_raw_for_the_next_peer() {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let modes = |fd: &File| tcgetattr(fd).expect("attributes").local_modes;
        let plain = |path: &Path| OpenOptions::new().read(true).write(true).open(path);
        let master = Master::open().expect("pty");
        let peer = plain(master.path()).expect("slave");
        assert!(modes(&peer).is_empty(), "raw before its path is known");
        let mut cooked = tcgetattr(&peer).expect("attributes");
        cooked.local_modes = LocalModes::ICANON | LocalModes::ECHO;
        tcsetattr(&peer, OptionalActions::Now, &cooked).expect("set");
        drop(peer);
        master.tidy().expect("tidied");
        assert!(modes(&plain(master.path()).expect("slave")).is_empty());
    }
}
