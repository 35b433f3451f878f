//! The thread that listens to the connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::driver_input::Input as DriverInput;
use crate::port::clock::MonotonicClock;
use crate::port::device::{Input, ReadHalf};

/// How soon a stop is heeded.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// More than a peer says at once.
const CHUNK_SIZE: usize = 256;

/// A listening thread; dropping it ends the thread and closes its end of the connection.
pub(super) struct ReaderThread {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Option<Box<dyn ReadHalf>>>>,
}

impl ReaderThread {
    /// Listens until the connection fails or the thread is dropped; each read carries its time.
    pub(super) fn start(
        mut reader: Box<dyn ReadHalf>,
        connection: u32,
        clock: MonotonicClock,
        inbox: Sender<DriverInput>,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let mut buffer = [0; CHUNK_SIZE];
            while !stopped.load(Ordering::Relaxed) {
                let heard = match reader.read(&mut buffer, STOP_POLL_INTERVAL) {
                    Ok(Input::Idle) => continue,
                    Ok(Input::Bytes(count)) => DriverInput::Bytes {
                        at: clock.now(),
                        bytes: buffer[..count].to_vec(),
                    },
                    Err(error) => DriverInput::ConnectionFailed {
                        connection,
                        what: error.to_string(),
                    },
                };
                let failed = matches!(heard, DriverInput::ConnectionFailed { .. });
                if inbox.send(heard).is_err() || failed {
                    return None;
                }
            }
            Some(reader)
        });
        Self {
            stop,
            thread: Some(thread),
        }
    }

    /// Listens no longer, and hands the connection's end back unless it has failed.
    pub(super) fn stop(mut self) -> Option<Box<dyn ReadHalf>> {
        self.join()
    }

    fn join(&mut self) -> Option<Box<dyn ReadHalf>> {
        self.stop.store(true, Ordering::Relaxed);
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
