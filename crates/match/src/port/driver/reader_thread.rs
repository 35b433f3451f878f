//! The thread that reads from the connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::bounded_share::{CHUNK_SIZE, Share, ShareOwner, bounded_share};
use super::driver_input::Input as DriverInput;
use crate::port::clock::MonotonicClock;
use crate::port::device::{Input, ReadHalf};

/// Longest time until a stop is heeded.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A reading thread; dropping it ends the thread and closes its half of the connection.
pub(crate) struct ReaderThread {
    stop: Arc<AtomicBool>,
    /// `None` once the thread is to end.
    share: Option<ShareOwner>,
    thread: Option<JoinHandle<Option<Box<dyn ReadHalf>>>>,
}

impl ReaderThread {
    /// Reads until the connection fails or the thread is dropped; each chunk carries its time.
    /// `connection` is the number of the connection.
    pub(crate) fn start(
        mut reader: Box<dyn ReadHalf>,
        connection: u32,
        clock: MonotonicClock,
        inbox: Sender<DriverInput>,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let (share, owner) = bounded_share();
        let thread = thread::spawn(move || {
            let mut buffer = [0; CHUNK_SIZE];
            while !stopped.load(Ordering::Relaxed) {
                let input = match reader.read(&mut buffer, STOP_POLL_INTERVAL) {
                    Ok(Input::Idle) => continue,
                    Ok(Input::Bytes(count)) => {
                        let at = clock.now();
                        chunk(connection, at, &buffer[..count], &share)
                    }
                    Err(error) => DriverInput::ConnectionFailed {
                        connection,
                        what: error.to_string(),
                    },
                };
                let failed = matches!(input, DriverInput::ConnectionFailed { .. });
                // A failed half is of no use to another game: it is dropped here, and not handed back.
                if inbox.send(input).is_err() || failed {
                    return None;
                }
            }
            Some(reader)
        });
        Self {
            stop,
            share: Some(owner),
            thread: Some(thread),
        }
    }

    /// Makes room for another chunk: one was taken from the queue.
    pub(crate) fn release_chunk(&self) {
        if let Some(share) = &self.share {
            share.release();
        }
    }

    /// Reads no longer, and hands its half of the connection back unless it has failed.
    pub(crate) fn stop(mut self) -> Option<Box<dyn ReadHalf>> {
        self.join()
    }

    fn join(&mut self) -> Option<Box<dyn ReadHalf>> {
        self.stop.store(true, Ordering::Relaxed);
        // Before the join: the thread may be waiting for room.
        self.share = None;
        let ended = self.thread.take()?.join();
        if ended.is_err() {
            log::error!("the listening thread panicked");
        }
        ended.ok().flatten()
    }
}

impl Drop for ReaderThread {
    fn drop(&mut self) {
        drop(self.join());
    }
}

/// A chunk of bytes for the driver, once its queue has room.
fn chunk(connection: u32, at: sgmp_proto::Instant, bytes: &[u8], share: &Share) -> DriverInput {
    share.wait_for_room();
    DriverInput::Bytes {
        connection,
        at,
        bytes: bytes.to_vec(),
    }
}
