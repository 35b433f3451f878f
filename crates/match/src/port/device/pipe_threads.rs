//! Pipes where nothing tells whether one can be read or written at once: a thread for each end waits in our place.

use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::thread;
use std::time::Duration;

use super::connection::{Input, ReadHalf, WRITE_TIMEOUT, WriteHalf};
use super::port_error::PortError;
use crate::port::clock::{Deadline, pause};

/// Bytes read at once.
const CHUNK_SIZE: usize = 4096;

/// Chunks read ahead of whoever reads, and lines that wait to be written.
const QUEUE_LENGTH: usize = 64;

/// Time between two attempts to put something into a full queue.
const RETRY_INTERVAL: Duration = Duration::from_millis(5);

/// A reading end; its thread ends with the pipe, or with its next chunk once this is dropped.
struct ThreadReader {
    chunks: Receiver<io::Result<Vec<u8>>>,
    /// Bytes of a chunk that did not fit into a reader's buffer, and how many were handed out.
    rest: (Vec<u8>, usize),
}

/// A writing end; what is in its queue is written after this is dropped, then the pipe is closed.
struct ThreadWriter {
    frames: SyncSender<Vec<u8>>,
}

/// Reads a pipe.
pub(super) fn pipe_reader(mut pipe: impl Read + Send + 'static) -> Box<dyn ReadHalf> {
    let (sender, chunks) = mpsc::sync_channel(QUEUE_LENGTH);
    thread::spawn(move || {
        let mut buffer = [0; CHUNK_SIZE];
        loop {
            let read = pipe.read(&mut buffer).map(|n| buffer[..n].to_vec());
            let is_last = !read.as_ref().is_ok_and(|bytes| !bytes.is_empty());
            if sender.send(read).is_err() || is_last {
                return;
            }
        }
    });
    let rest = (Vec::new(), 0);
    Box::new(ThreadReader { chunks, rest })
}

/// Writes to a pipe; a program that does not read does not hold us up.
///
/// # Errors
/// None here.
pub(super) fn pipe_writer(mut pipe: impl Write + Send + 'static) -> io::Result<Box<dyn WriteHalf>> {
    let (frames, receiver) = mpsc::sync_channel::<Vec<u8>>(QUEUE_LENGTH);
    thread::spawn(move || {
        for frame in receiver {
            let written = pipe.write_all(&frame).and_then(|()| pipe.flush());
            if let Err(error) = written {
                log::debug!("a pipe is closed: {error}");
                return;
            }
        }
    });
    Ok(Box::new(ThreadWriter { frames }))
}

impl ReadHalf for ThreadReader {
    fn read(&mut self, buf: &mut [u8], timeout: Duration) -> Result<Input, PortError> {
        if self.rest.1 == self.rest.0.len() {
            self.rest = match self.chunks.recv_timeout(timeout) {
                Ok(Ok(bytes)) if bytes.is_empty() => return Err(PortError::HangUp),
                Ok(Ok(bytes)) => (bytes, 0),
                Ok(Err(error)) => return Err(error.into()),
                Err(RecvTimeoutError::Timeout) => return Ok(Input::Idle),
                Err(RecvTimeoutError::Disconnected) => return Err(PortError::HangUp),
            };
        }
        let (bytes, handed_out) = &mut self.rest;
        let count = buf.len().min(bytes.len() - *handed_out);
        buf[..count].copy_from_slice(&bytes[*handed_out..*handed_out + count]);
        *handed_out += count;
        Ok(Input::Bytes(count))
    }
}

impl WriteHalf for ThreadWriter {
    fn write_frame(&mut self, bytes: &[u8]) -> Result<(), PortError> {
        let deadline = Deadline::after(WRITE_TIMEOUT);
        let mut frame = bytes.to_vec();
        loop {
            frame = match self.frames.try_send(frame) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Disconnected(_)) => return Err(PortError::HangUp),
                Err(TrySendError::Full(_)) if deadline.has_passed() => {
                    return Err(PortError::Stuck {
                        sent: 0,
                        wanted: bytes.len(),
                    });
                }
                Err(TrySendError::Full(frame)) => frame,
            };
            pause(RETRY_INTERVAL);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT_WAIT: Duration = Duration::from_millis(20);
    const TEST_TIMEOUT: Duration = Duration::from_secs(60);

    #[test]
    fn silence_is_idle_bytes_are_handed_out_in_order_and_the_end_comes_last() {
        let (ours, mut theirs) = io::pipe().expect("pipe");
        let mut reader = pipe_reader(ours);
        let mut buffer = [0; 2];
        assert_eq!(
            reader.read(&mut buffer, SHORT_WAIT).expect("reads"),
            Input::Idle
        );
        theirs.write_all(&[1, 2, 3]).expect("writes");
        drop(theirs);
        assert_eq!(
            reader.read(&mut buffer, TEST_TIMEOUT).expect("reads"),
            Input::Bytes(2)
        );
        assert_eq!(buffer, [1, 2]);
        assert_eq!(
            reader.read(&mut buffer, TEST_TIMEOUT).expect("reads"),
            Input::Bytes(1)
        );
        assert_eq!(buffer[0], 3);
        for _ in 0..2 {
            let end = reader.read(&mut buffer, TEST_TIMEOUT);
            assert!(matches!(end, Err(PortError::HangUp)));
        }
    }

    #[test]
    fn what_was_written_arrives_before_the_pipe_is_closed() {
        let (mut theirs, ours) = io::pipe().expect("pipe");
        let mut writer = pipe_writer(ours).expect("a writer");
        for line in ["name\n", "quit\n"] {
            writer.write_frame(line.as_bytes()).expect("writes");
        }
        drop(writer);
        let mut text = String::new();
        theirs.read_to_string(&mut text).expect("reads");
        assert_eq!(text, "name\nquit\n");
    }

    #[test]
    fn a_program_that_does_not_read_does_not_hold_us_up() {
        let (_theirs, ours) = io::pipe().expect("pipe");
        let mut writer = pipe_writer(ours).expect("a writer");
        let bulk = vec![0; 1 << 20];
        let stuck = (0..=QUEUE_LENGTH + 1).find_map(|_| writer.write_frame(&bulk).err());
        assert!(matches!(stuck, Some(PortError::Stuck { .. })));
    }

    #[test]
    fn writing_to_nobody_is_a_hang_up() {
        let (theirs, ours) = io::pipe().expect("pipe");
        drop(theirs);
        let mut writer = pipe_writer(ours).expect("a writer");
        let deadline = Deadline::after(TEST_TIMEOUT);
        while !deadline.has_passed() {
            match writer.write_frame(&[1]) {
                Ok(()) => pause(RETRY_INTERVAL),
                Err(error) => {
                    assert!(matches!(error, PortError::HangUp));
                    return;
                }
            }
        }
        panic!("nobody said that there is nobody");
    }
}
