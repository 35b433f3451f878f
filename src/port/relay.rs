//! Two lines joined as by a cable, with somebody who sees what passes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use proto::Instant;

use super::clock::MonotonicClock;
use super::line::{Input, Line, ReadHalf, WriteHalf};

/// How soon a stop is heeded.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// More than a peer says at once.
const CHUNK: usize = 256;

/// One of two lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The one named first.
    A,
    /// The one named second.
    B,
}

/// What was seen between two lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passed {
    /// Bytes came from one end and go to the other as they are.
    Bytes {
        /// Whose they are.
        from: End,
        /// When they came.
        at: Instant,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// An end says or takes no more.
    Broken {
        /// Which.
        end: End,
        /// What happened.
        what: String,
    },
}

/// A cable between two lines; dropping it ends its two threads and both lines.
pub struct Relay {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
    seen: Receiver<Passed>,
}

impl Relay {
    /// Joins them: from now on every byte of one goes to the other.
    #[must_use]
    pub fn start([a, b]: [Line; 2], clock: MonotonicClock) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, seen) = mpsc::channel();
        let ways = [
            (End::A, a.reader, End::B, b.writer),
            (End::B, b.reader, End::A, a.writer),
        ];
        let threads = ways.map(|(from, reader, to, writer)| {
            let way = Way {
                from,
                reader,
                to,
                writer,
                clock,
            };
            let (stop, sender) = (Arc::clone(&stop), sender.clone());
            thread::spawn(move || way.carry(&stop, &sender))
        });
        Self {
            stop,
            threads: threads.into(),
            seen,
        }
    }

    /// Waits for the next thing seen; `None` where there was nothing in that time.
    #[must_use]
    pub fn watch(&self, patience: Duration) -> Option<Passed> {
        match self.seen.recv_timeout(patience) {
            Ok(passed) => Some(passed),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                super::clock::pause(patience);
                None
            }
        }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                log::error!("a thread of the relay panicked");
            }
        }
    }
}

/// One way of the cable.
struct Way {
    from: End,
    reader: Box<dyn ReadHalf>,
    to: End,
    writer: Box<dyn WriteHalf>,
    clock: MonotonicClock,
}

impl Way {
    fn carry(mut self, stop: &AtomicBool, seen: &Sender<Passed>) {
        let mut buffer = [0; CHUNK];
        while !stop.load(Ordering::Relaxed) {
            let broken = match self.reader.read(&mut buffer, LOOK_EVERY) {
                Ok(Input::Idle) => continue,
                Ok(Input::Bytes(count)) => {
                    let bytes = buffer[..count].to_vec();
                    let (from, at) = (self.from, self.clock.now());
                    // Seen first: the answer to it comes after it.
                    if seen.send(Passed::Bytes { from, at, bytes }).is_err() {
                        return;
                    }
                    let Err(error) = self.writer.write_frame(&buffer[..count]) else {
                        continue;
                    };
                    (self.to, error)
                }
                Err(error) => (self.from, error),
            };
            let (end, what) = (broken.0, broken.1.to_string());
            // Who watched may have gone.
            let _ = seen.send(Passed::Broken { end, what });
            return;
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::port::pty;

    const AMPLE: Duration = Duration::from_secs(20);

    #[test]
    fn every_byte_goes_on_and_is_seen_before() {
        let (a, mut left) = pty::pair().expect("pty");
        let (b, mut right) = pty::pair().expect("pty");
        let relay = Relay::start([a, b], MonotonicClock::start());
        let all: Vec<u8> = (0..=255).collect();
        left.writer.write_frame(&all).expect("written");
        let (mut heard, mut buffer) = (Vec::new(), [0; 64]);
        while heard.len() < all.len() {
            if let Input::Bytes(count) = right.reader.read(&mut buffer, AMPLE).expect("read") {
                heard.extend_from_slice(&buffer[..count]);
            }
        }
        assert_eq!(heard, all);
        let mut seen = Vec::new();
        while seen.len() < all.len() {
            match relay.watch(AMPLE) {
                Some(Passed::Bytes {
                    from: End::A,
                    bytes,
                    ..
                }) => seen.extend(bytes),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(seen, all);
        drop(right);
        let broken = relay.watch(AMPLE);
        assert!(
            matches!(broken, Some(Passed::Broken { end: End::B, .. })),
            "{broken:?}"
        );
    }
}
