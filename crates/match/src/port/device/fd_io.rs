//! Reading and writing file descriptors by `poll`: ttys, pipes and sockets alike.

use std::os::fd::AsFd;
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read, write};

use super::connection::{Connection, Input, ReadHalf, WRITE_TIMEOUT, WriteHalf};
use super::port_error::PortError;
use crate::port::clock::{Deadline, pause};

/// A pause after a wake-up with nothing behind it, so that such a device cannot make us spin.
const SPURIOUS_WAKE_PAUSE: Duration = Duration::from_millis(5);

/// `poll` takes no more than its integer holds; longer waits come round again.
const MAX_POLL: Duration = Duration::from_secs(24 * 3600);

/// A descriptor, and whatever has to be put right when the last end of it is dropped.
pub(in crate::port) type Shared = Arc<dyn AsFd + Send + Sync>;

pub(in crate::port) struct FdReader {
    fd: Shared,
}

pub(in crate::port) struct FdWriter {
    fd: Shared,
}

/// Both ends of one descriptor.
pub(in crate::port) fn connection_on(fd: &Shared) -> Connection {
    Connection {
        reader: Box::new(FdReader::new(Arc::clone(fd))),
        writer: Box::new(FdWriter::new(Arc::clone(fd))),
    }
}

impl FdReader {
    pub(in crate::port) fn new(fd: Shared) -> Self {
        Self { fd }
    }
}

impl FdWriter {
    pub(in crate::port) fn new(fd: Shared) -> Self {
        Self { fd }
    }
}

impl ReadHalf for FdReader {
    /// Reads whatever `poll` woke us for, a hang-up too: the queue is emptied before the end is
    /// believed.
    fn read(&mut self, buf: &mut [u8], timeout: Duration) -> Result<Input, PortError> {
        let deadline = Deadline::after(timeout);
        loop {
            match wait(&*self.fd, PollFlags::IN, deadline.left())? {
                Woken::Ready => {}
                Woken::BySignal => return Ok(Input::Idle),
                Woken::TooLate if deadline.has_passed() => return Ok(Input::Idle),
                Woken::TooLate => continue,
            }
            match read(&*self.fd, &mut *buf) {
                Ok(0) => return Err(PortError::HangUp),
                Ok(n) => return Ok(Input::Bytes(n)),
                Err(Errno::INTR) => return Ok(Input::Idle),
                Err(Errno::AGAIN) if deadline.has_passed() => return Ok(Input::Idle),
                Err(Errno::AGAIN) => pause(SPURIOUS_WAKE_PAUSE.min(deadline.left())),
                Err(error) => return Err(std::io::Error::from(error).into()),
            }
        }
    }
}

impl WriteHalf for FdWriter {
    fn write_frame(&mut self, bytes: &[u8]) -> Result<(), PortError> {
        let deadline = Deadline::after(WRITE_TIMEOUT);
        let mut sent = 0;
        while sent < bytes.len() {
            if deadline.has_passed() {
                return Err(PortError::Stuck {
                    sent,
                    wanted: bytes.len(),
                });
            }
            let Woken::Ready = wait(&*self.fd, PollFlags::OUT, deadline.left())? else {
                continue;
            };
            match write(&*self.fd, &bytes[sent..]) {
                Ok(n) => sent += n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => pause(SPURIOUS_WAKE_PAUSE.min(deadline.left())),
                Err(error) => return Err(std::io::Error::from(error).into()),
            }
        }
        Ok(())
    }
}

enum Woken {
    /// Something is there: input, room, a hang-up or an error. The next call tells which.
    Ready,
    BySignal,
    TooLate,
}

fn wait(fd: impl AsFd, flags: PollFlags, timeout: Duration) -> Result<Woken, PortError> {
    let timeout = Timespec::try_from(timeout.min(MAX_POLL))
        .map_err(|e| PortError::Failed(std::io::Error::other(e)))?;
    match poll(&mut [PollFd::new(&fd, flags)], Some(&timeout)) {
        Ok(0) => Ok(Woken::TooLate),
        Ok(_) => Ok(Woken::Ready),
        Err(Errno::INTR) => Ok(Woken::BySignal),
        Err(error) => Err(PortError::Failed(error.into())),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const SHORT_WAIT: Duration = Duration::from_millis(20);

    fn pipe() -> (FdReader, std::io::PipeWriter) {
        let (ours, theirs) = std::io::pipe().expect("pipe");
        (FdReader::new(Arc::new(ours)), theirs)
    }

    #[test]
    fn silence_is_idle_and_bytes_are_handed_out_as_they_come() {
        let (mut reader, mut peer) = pipe();
        let mut buf = [0; 8];
        assert_eq!(
            reader.read(&mut buf, SHORT_WAIT).expect("reads"),
            Input::Idle
        );
        peer.write_all(&[1, 2, 3]).expect("writes");
        assert_eq!(
            reader.read(&mut buf, SHORT_WAIT).expect("reads"),
            Input::Bytes(3)
        );
        assert_eq!(buf[..3], [1, 2, 3]);
    }

    #[test]
    fn a_hang_up_comes_after_the_last_byte() {
        let (mut reader, mut peer) = pipe();
        peer.write_all(&[9; 4]).expect("writes");
        drop(peer);
        let mut buf = [0; 3];
        assert_eq!(
            reader.read(&mut buf, SHORT_WAIT).expect("reads"),
            Input::Bytes(3)
        );
        assert_eq!(
            reader.read(&mut buf, SHORT_WAIT).expect("reads"),
            Input::Bytes(1)
        );
        assert!(matches!(
            reader.read(&mut buf, SHORT_WAIT),
            Err(PortError::HangUp)
        ));
    }

    #[test]
    fn discarding_stops_at_silence_and_leaves_the_hang_up() {
        let (mut reader, mut peer) = pipe();
        peer.write_all(&[0; 2000]).expect("writes");
        assert_eq!(reader.discard_input().expect("discards"), 2000);
        assert_eq!(reader.discard_input().expect("discards"), 0);
        drop(peer);
        assert_eq!(reader.discard_input().expect("discards"), 0);
        assert!(matches!(
            reader.read(&mut [0], SHORT_WAIT),
            Err(PortError::HangUp)
        ));
    }

    #[test]
    fn writing_to_nobody_is_a_hang_up() {
        let (theirs, ours) = std::io::pipe().expect("pipe");
        drop(theirs);
        let mut writer = FdWriter::new(Arc::new(ours));
        assert!(matches!(
            writer.write_frame(&[1; 4]),
            Err(PortError::HangUp)
        ));
    }

    #[test]
    fn a_full_queue_that_nobody_empties_is_an_error() {
        let (_theirs, ours) = std::io::pipe().expect("pipe");
        rustix::io::ioctl_fionbio(&ours, true).expect("nonblocking");
        let mut writer = FdWriter::new(Arc::new(ours));
        let bulk = vec![0; 1 << 20];
        let stuck = writer.write_frame(&bulk);
        assert!(
            matches!(stuck, Err(PortError::Stuck { sent, wanted }) if sent > 0 && wanted == 1 << 20)
        );
    }
}
