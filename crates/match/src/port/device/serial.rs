//! A serial device on Unix: opened for us alone, set up, put back as it was found.
//!
//! The serialport crate opens it, locks it (TIOCEXCL and flock), sets 8N1 and the speed, raises DTR and RTS, and is held
//! as long as the line is. Bytes pass by a descriptor of our own, opened first and checked: serialport's `read` reports a
//! hang-up while the last frame still waits in the queue, and its clones lift TIOCEXCL from each other when dropped. Ours
//! as well is what it leaves undone: HUPCL, every setting read back and named if it is refused, the settings restored.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::fs::{FlockOperation, OFlags, flock};
use rustix::io::Errno;
use rustix::termios::{OptionalActions, Termios, ioctl_tiocnxcl, tcgetattr, tcgetsid, tcsetattr};
use serialport::TTYPort;

use super::connection::{Connection, WriteHalf};
use super::fd_io::{FdReader, FdWriter, Shared};
use super::modem_lines::raise_modem_lines;
use super::open_by::{Holders, open_here};
use super::open_files::pseudo_terminal_index;
use super::permissions::Denied;
use super::port_error::{OpenError, PortError};
use super::termios::{difference, raw, same_baud};
use crate::port::clock::{Deadline, pause};

/// One start bit, eight data bits, one stop bit.
const BITS_PER_BYTE: u32 = 10;

/// Time for which an adapter may still hold the rest of a frame after its time on the wire is over.
const ADAPTER_DELAY: Duration = Duration::from_millis(50);

/// The longest wait for the last frame to leave before the settings are put back.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// A program that is being started has a copy of every descriptor until its `exec`, and the lock with it: it takes no
/// longer.
const LOCK_TIMEOUT: Duration = Duration::from_millis(250);

/// Opens a device for us alone and makes it carry bytes unchanged.
pub(in crate::port) fn open(path: &Path, baud: u32) -> Result<Connection, OpenError> {
    let device: Arc<Device> = Arc::new(Device::open(path, baud)?);
    let shared: Shared = Arc::<Device>::clone(&device);
    Ok(Connection {
        reader: Box::new(FdReader::new(Arc::clone(&shared))),
        writer: Box::new(SerialWriter {
            inner: FdWriter::new(shared),
            device,
        }),
    })
}

struct Device {
    /// The time at which the last frame will have left.
    busy: Mutex<Deadline>,
    tty: Tty,
    /// Holds the lock; dropped last.
    _port: TTYPort,
}

/// Our own descriptor of a device, whose settings are put back when it is dropped.
struct Tty {
    file: File,
    found: Termios,
    baud: u32,
}

impl Device {
    fn open(path: &Path, baud: u32) -> Result<Self, OpenError> {
        // A speed of 0 is a hang-up.
        if baud == 0 {
            let (path, got) = (path.to_owned(), None);
            return Err(OpenError::Baud { path, baud, got });
        }
        let file = open_tty(path)?;
        wait_for_lock(&file, path)?;
        let found = tcgetattr(&file).map_err(|e| OpenError::system(path.display(), e))?;
        let is_pseudo = is_pseudo_terminal(&file);
        let opened = serialport::new(path.to_string_lossy(), baud).open_native();
        if is_pseudo {
            // A program that is killed cannot lift TIOCEXCL. Hardware forgets it at the last close; a pseudo terminal
            // does not while its other end is held (by socat, by an emulator), and would turn away the resumed match
            // too. There the lock has to do.
            let _ = ioctl_tiocnxcl(&file);
        }
        // Another program has locked it since we looked, and its settings are its own.
        if opened
            .as_ref()
            .is_err_and(|e| e.kind() == serialport::ErrorKind::NoDevice)
        {
            return Err(busy(path, 1));
        }
        // From here on a failure puts back what was changed. Ours tells which setting was refused.
        let tty = Tty { file, found, baud };
        tty.set_up(path)?;
        let mut port = opened.map_err(|e| OpenError::system(path.display(), e))?;
        // A pseudo terminal has no such lines.
        if !is_pseudo {
            raise_modem_lines(&mut port, path);
        }
        Ok(Self {
            busy: Mutex::new(Deadline::after(Duration::ZERO)),
            tty,
            _port: port,
        })
    }

    fn busy(&self) -> std::sync::MutexGuard<'_, Deadline> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The wire is busy with what it had, and with `bytes` more.
    fn note_sent(&self, bytes: usize) {
        let bits = u64::try_from(bytes)
            .unwrap_or(u64::MAX)
            .saturating_mul(BITS_PER_BYTE.into());
        let time = Duration::from_micros(bits.saturating_mul(1_000_000) / u64::from(self.tty.baud));
        let mut busy = self.busy();
        *busy = Deadline::after(
            busy.left()
                .saturating_add(time)
                .saturating_add(ADAPTER_DELAY),
        );
    }
}

impl Tty {
    /// Sets the device up and reads back whether the driver took it.
    fn set_up(&self, path: &Path) -> Result<(), OpenError> {
        let system = |e: Errno| OpenError::system(path.display(), e);
        let refused = |got| OpenError::Baud {
            path: path.to_owned(),
            baud: self.baud,
            got,
        };
        let mut wanted = raw(&self.found);
        if wanted.set_speed(self.baud).is_err() {
            return Err(refused(None));
        }
        match tcsetattr(&self.file, OptionalActions::Now, &wanted) {
            Err(Errno::INVAL | Errno::RANGE) => return Err(refused(None)),
            result => result.map_err(system)?,
        }
        let got = tcgetattr(&self.file).map_err(system)?;
        if !same_baud(self.baud, got.output_speed()) {
            return Err(refused(Some(got.output_speed())));
        }
        if let Some(what) = difference(&wanted, &got) {
            return Err(OpenError::Settings {
                path: path.to_owned(),
                what,
            });
        }
        Ok(())
    }
}

impl AsFd for Device {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.tty.file.as_fd()
    }
}

impl Drop for Device {
    /// Lets the last frame leave at our speed, by the clock: `tcdrain` knows no limit.
    fn drop(&mut self) {
        pause(self.busy().left().min(CLOSE_TIMEOUT));
    }
}

impl Drop for Tty {
    /// Puts everything back. On a pulled adapter there is nothing to put back, and it fails.
    fn drop(&mut self) {
        let _ = tcsetattr(&self.file, OptionalActions::Now, &self.found);
    }
}

struct SerialWriter {
    inner: FdWriter,
    device: Arc<Device>,
}

impl WriteHalf for SerialWriter {
    fn write_frame(&mut self, bytes: &[u8]) -> Result<(), PortError> {
        self.device.note_sent(bytes.len());
        self.inner.write_frame(bytes)
    }
}

/// Opens the node without waiting for a carrier, and makes sure it is a terminal, not ours.
fn open_tty(path: &Path) -> Result<File, OpenError> {
    let node = fs::metadata(path).map_err(|e| refused(path, e))?;
    if !node.file_type().is_char_device() {
        return Err(OpenError::NotSerial(path.to_owned()));
    }
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .custom_flags((OFlags::NOCTTY | OFlags::NONBLOCK).bits().cast_signed())
        .open(path)
        .map_err(|e| refused(path, e))?;
    match tcgetattr(&file) {
        Err(Errno::NOTTY | Errno::INVAL) => return Err(OpenError::NotSerial(path.to_owned())),
        // A port whose driver found no hardware (a phantom /dev/ttySn) answers EIO.
        Err(Errno::IO) => return Err(OpenError::Missing(path.to_owned())),
        result => result.map_err(|e| OpenError::system(path.display(), e))?,
    };
    // Only the controlling terminal of this very session answers.
    if tcgetsid(&file).is_ok() {
        return Err(OpenError::OwnTerminal(path.to_owned()));
    }
    Ok(file)
}

/// Sorts the reasons why a node does not open.
fn refused(path: &Path, error: io::Error) -> OpenError {
    let path = path.to_owned();
    match Errno::from_io_error(&error) {
        Some(Errno::NOENT | Errno::NXIO | Errno::NODEV | Errno::NOTDIR) => OpenError::Missing(path),
        Some(Errno::ACCESS | Errno::PERM) => OpenError::Denied(Denied::look_up(&path)),
        Some(Errno::BUSY) => busy(&path, 0),
        Some(Errno::IO) => OpenError::Missing(path),
        _ => OpenError::system(path.display(), error),
    }
}

/// Says who has a device that this attempt holds open `here` times. Once more means that the claim on
/// it is ours, whoever else has it open: the program at a pseudo-terminal's other end may have both.
fn busy(path: &Path, here: usize) -> OpenError {
    if open_here(path) > here {
        return OpenError::GivenTwice(path.display().to_string());
    }
    OpenError::Busy {
        path: path.to_owned(),
        holders: Holders::find_for(path).others(),
    }
}

/// Makes sure that the lock can be had. It keeps out programs that lock, TIOCEXCL those that do not (unless they are
/// root's); serialport takes both, for its own descriptor, so ours lets it go.
fn wait_for_lock(file: &File, path: &Path) -> Result<(), OpenError> {
    let deadline = Deadline::after(LOCK_TIMEOUT);
    let system = |e: Errno| OpenError::system(path.display(), e);
    loop {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return flock(file, FlockOperation::Unlock).map_err(system),
            Err(Errno::WOULDBLOCK) if deadline.has_passed() => return Err(busy(path, 1)),
            Err(Errno::WOULDBLOCK) => pause(LOCK_TIMEOUT / 50),
            Err(error) => return Err(system(error)),
        }
    }
}

fn is_pseudo_terminal(file: &File) -> bool {
    let node = file.metadata();
    node.is_ok_and(|node| pseudo_terminal_index(node.rdev()).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::device::connection::Input;
    use crate::port::device::pty::Master;

    const TEST_TIMEOUT: Duration = Duration::from_secs(60);

    #[test]
    fn the_settings_are_put_back_and_the_device_is_free_again() {
        let master = Master::open().expect("pty");
        let other = master.open_slave().expect("slave");
        let mut before = tcgetattr(&other).expect("attributes");
        before.set_speed(9600).expect("speed");
        before.input_modes |= rustix::termios::InputModes::IXON;
        tcsetattr(&other, OptionalActions::Now, &before).expect("set");
        let connection = open(master.path(), 2400).expect("opens");
        let during = tcgetattr(&other).expect("attributes");
        assert_eq!(during.output_speed(), 2400);
        assert!(during.input_modes.is_empty());
        drop(connection);
        let after = tcgetattr(&other).expect("attributes");
        assert_eq!(after.output_speed(), 9600);
        assert_eq!(after.input_modes, before.input_modes);
        drop(open(master.path(), 2400).expect("opens again"));
    }

    #[test]
    fn the_device_stays_ours_until_both_ends_are_dropped() {
        let master = Master::open().expect("pty");
        let Connection { reader, writer } = open(master.path(), 2400).expect("opens");
        drop(reader);
        assert!(matches!(
            open(master.path(), 2400),
            Err(OpenError::GivenTwice(_))
        ));
        drop(writer);
        drop(open(master.path(), 2400).expect("opens again"));
    }

    #[test]
    fn a_device_that_we_have_ourselves_is_said_to_be_given_twice() {
        let master = Master::open().expect("pty");
        let _line = open(master.path(), 2400).expect("opens");
        let Err(error) = open(master.path(), 2400) else {
            panic!("opened twice")
        };
        let text = error.to_string();
        assert!(text.contains("is given twice"), "{text}");
        assert!(!text.contains("pid"), "{text}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_pseudo_terminal_is_known_by_its_number() {
        let master = Master::open().expect("pty");
        let slave = master.open_slave().expect("slave");
        assert!(is_pseudo_terminal(&slave));
        assert!(!is_pseudo_terminal(&File::open("/dev/null").expect("null")));
    }

    #[test]
    fn what_is_no_serial_port_is_named() {
        let open = |path: &str| open(Path::new(path), 2400).err().expect(path);
        assert!(matches!(open("/dev/ttyNONE9"), OpenError::Missing(_)));
        assert!(matches!(open("/dev/null"), OpenError::NotSerial(_)));
        assert!(matches!(open("/etc/passwd"), OpenError::NotSerial(_)));
        assert!(matches!(open("/tmp"), OpenError::NotSerial(_)));
        assert!(matches!(open("/etc/passwd/x"), OpenError::Missing(_)));
    }

    #[test]
    fn zero_baud_is_refused_and_changes_nothing() {
        let master = Master::open().expect("pty");
        let other = master.open_slave().expect("slave");
        let before = tcgetattr(&other).expect("attributes").local_modes;
        assert!(matches!(
            open(master.path(), 0),
            Err(OpenError::Baud { got: None, .. })
        ));
        assert_eq!(tcgetattr(&other).expect("attributes").local_modes, before);
    }

    #[test]
    fn refusals_are_sorted_by_what_the_operator_can_do() {
        let sort = |errno: Errno| refused(Path::new("/dev/ttyS0"), errno.into());
        assert!(matches!(sort(Errno::ACCESS), OpenError::Denied(_)));
        assert!(matches!(sort(Errno::BUSY), OpenError::Busy { .. }));
        assert!(matches!(sort(Errno::NXIO), OpenError::Missing(_)));
        assert!(matches!(sort(Errno::MFILE), OpenError::System { .. }));
    }

    #[test]
    fn the_farewell_gives_the_last_frame_its_time() {
        let master = Master::open().expect("pty");
        let mut connection = open(master.path(), 2400).expect("opens");
        connection
            .writer
            .write_frame(&[1, 2, 3, 4])
            .expect("writes");
        let mut ours = crate::port::device::fd_io::connection_on(&(Arc::new(master) as Shared));
        assert_eq!(
            ours.reader.read(&mut [0; 8], TEST_TIMEOUT).expect("reads"),
            Input::Bytes(4)
        );
        let frame_time = Duration::from_micros(4 * 10 * 1_000_000 / 2400);
        let deadline = Deadline::after(frame_time);
        drop(connection);
        assert!(deadline.has_passed());
    }
}
