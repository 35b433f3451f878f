//! Two connections joined as by a cable, with somebody who sees what passes.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use sgmp_proto::{Instant, Pace};

use super::bounded_share::{CHUNK_SIZE, Share, ShareOwner, bounded_share};
use crate::port::clock::{MonotonicClock, pause};
use crate::port::device::PortError;
use crate::port::device::{Connection, Input, MAX_DISCARDED, ReadHalf, WriteHalf};
use crate::port::trace::{Piece, Splitter};

/// Longest time until a stop is heeded.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// One of two connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CableEnd {
    /// The one named first.
    A,
    /// The one named second.
    B,
}

/// Something seen between two connections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RelayEvent {
    /// Bytes came from one end and go to the other as they are.
    Bytes {
        /// The end they come from.
        from: CableEnd,
        /// The time at which they came.
        at: Instant,
        /// The bytes of one read, in order.
        bytes: Vec<u8>,
    },
    /// An end says or takes no more.
    Broken {
        /// The end that has broken off.
        end: CableEnd,
        /// The failure in words, for the operator.
        what: String,
    },
}

impl CableEnd {
    /// The one at the other end.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// Somebody who is told of all bytes before they go on.
pub type RelayLog = Arc<dyn Fn(CableEnd, Instant, &[u8]) + Send + Sync>;

/// A cable between two connections; dropping it ends its two threads and both connections.
pub struct Relay {
    stop: Arc<AtomicBool>,
    /// From A to B, and back; none once they were parted.
    threads: Option<[JoinHandle<OneWay>; 2]>,
    /// For what A sends and for what B sends: who floods the one way does not stop the other. None
    /// once the threads are to end.
    shares: Option<[ShareOwner; 2]>,
    seen: Receiver<RelayEvent>,
}

/// The rest of a cable.
pub struct RelayParts {
    /// The connections, A's first.
    pub connections: [Connection; 2],
    /// Bytes on their way to each of them that did not arrive.
    pub undelivered: [Vec<u8>; 2],
    /// Events seen and not yet told.
    pub seen: Vec<RelayEvent>,
}

impl Relay {
    /// Joins them: from now on every byte of one goes to the other, once `log` has had it.
    #[must_use]
    pub fn start(connections: [Connection; 2], log: RelayLog, clock: MonotonicClock) -> Self {
        Self::join(connections, [const { None }; 2], log, clock)
    }

    /// Joins them again after one was away: what was undelivered for each comes first, and what its other
    /// side has said meanwhile, a frame at a time. Of a frame that was sent again and again one is
    /// enough: programs are known that leave when two arrive at once.
    #[must_use]
    pub fn resume(
        connections: [Connection; 2],
        (undelivered, pace): ([Vec<u8>; 2], Pace),
        log: RelayLog,
        clock: MonotonicClock,
    ) -> Self {
        Self::join(
            connections,
            undelivered.map(|undelivered| Some((undelivered, pace))),
            log,
            clock,
        )
    }

    /// `undelivered` is for A and for B.
    fn join(
        [a, b]: [Connection; 2],
        undelivered: [Option<Backlog>; 2],
        log: RelayLog,
        clock: MonotonicClock,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, seen) = mpsc::channel();
        let [for_a, for_b] = undelivered;
        let (share_of_a, owner_of_a) = bounded_share();
        let (share_of_b, owner_of_b) = bounded_share();
        let ways = [
            (CableEnd::A, a.reader, b.writer, share_of_a, for_b),
            (CableEnd::B, b.reader, a.writer, share_of_b, for_a),
        ];
        let threads = ways.map(|(from, reader, writer, share, backlog)| {
            let way = OneWay {
                from,
                reader,
                writer,
                undelivered: Vec::new(),
                share,
                log: Arc::clone(&log),
                clock,
            };
            let (stop, sender) = (Arc::clone(&stop), sender.clone());
            thread::spawn(move || way.run(backlog, &stop, &sender))
        });
        Self {
            stop,
            threads: Some(threads),
            shares: Some([owner_of_a, owner_of_b]),
            seen,
        }
    }

    /// Takes the cable off both connections.
    ///
    /// # Panics
    /// If one of its threads did.
    #[must_use]
    pub fn part(mut self) -> RelayParts {
        let Some(ways) = self.join_threads() else {
            unreachable!("who has ended the threads has no relay any more");
        };
        let [there, back] = ways.map(|way| way.unwrap_or_else(|bug| resume_unwind(bug)));
        let connection = |reader, writer| Connection { reader, writer };
        RelayParts {
            connections: [
                connection(there.reader, back.writer),
                connection(back.reader, there.writer),
            ],
            undelivered: [back.undelivered, there.undelivered],
            seen: self.seen.try_iter().collect(),
        }
    }

    fn join_threads(&mut self) -> Option<[thread::Result<OneWay>; 2]> {
        self.stop.store(true, Ordering::Relaxed);
        // Before the join: a thread may be waiting for room.
        self.shares = None;
        Some(self.threads.take()?.map(JoinHandle::join))
    }

    /// Waits for the next thing seen; `None` where there was nothing in that time.
    #[must_use]
    pub fn watch(&self, patience: Duration) -> Option<RelayEvent> {
        match self.seen.recv_timeout(patience) {
            Ok(event) => {
                if let (RelayEvent::Bytes { from, .. }, Some(shares)) = (&event, &self.shares) {
                    shares[*from as usize].release();
                }
                Some(event)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                pause(patience);
                None
            }
        }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        if self
            .join_threads()
            .into_iter()
            .flatten()
            .any(|way| way.is_err())
        {
            log::error!("a thread of the relay panicked");
        }
    }
}

/// The bytes that wait for a connection that is back, and the pace at which they may go on.
type Backlog = (Vec<u8>, Pace);

/// One way of the cable.
struct OneWay {
    from: CableEnd,
    reader: Box<dyn ReadHalf>,
    writer: Box<dyn WriteHalf>,
    /// Bytes that could not be written.
    undelivered: Vec<u8>,
    /// Of the queue of what was seen.
    share: Share,
    log: RelayLog,
    clock: MonotonicClock,
}

/// An end that has failed, and how.
type Broken = (CableEnd, PortError);

impl OneWay {
    /// Until it is stopped, or one of its ends breaks.
    fn run(
        mut self,
        backlog: Option<Backlog>,
        stop: &AtomicBool,
        seen: &Sender<RelayEvent>,
    ) -> Self {
        let carried = match backlog {
            Some(backlog) => self.catch_up(backlog, stop, seen),
            None => Ok(()),
        };
        if let Err((end, error)) = carried.and_then(|()| self.carry(stop, seen)) {
            let what = error.to_string();
            // Who watched may have gone.
            let _ = seen.send(RelayEvent::Broken { end, what });
        }
        self
    }

    fn carry(&mut self, stop: &AtomicBool, seen: &Sender<RelayEvent>) -> Result<(), Broken> {
        let mut buffer = [0; CHUNK_SIZE];
        while !stop.load(Ordering::Relaxed) {
            match self.reader.read(&mut buffer, STOP_POLL_INTERVAL) {
                Ok(Input::Idle) => {}
                Ok(Input::Bytes(count)) => {
                    self.report(&buffer[..count], seen);
                    self.deliver(&buffer[..count])?;
                }
                Err(error) => return Err((self.from, error)),
            }
        }
        Ok(())
    }

    /// Sends what was undelivered and what has come meanwhile, one frame at a time, and repeats
    /// once.
    fn catch_up(
        &mut self,
        (undelivered, pace): Backlog,
        stop: &AtomicBool,
        seen: &Sender<RelayEvent>,
    ) -> Result<(), Broken> {
        let mut backlog = undelivered;
        let mut buffer = [0; CHUNK_SIZE];
        // A failure is the next read's to report.
        while backlog.len() < MAX_DISCARDED
            && let Ok(Input::Bytes(count)) = self.reader.read(&mut buffer, Duration::ZERO)
        {
            self.report(&buffer[..count], seen);
            backlog.extend_from_slice(&buffer[..count]);
        }
        let mut pieces = pieces(&backlog).into_iter();
        while let Some(piece) = pieces.next() {
            let delivered = self.deliver(piece.bytes());
            if delivered.is_err() || stop.load(Ordering::Relaxed) {
                self.undelivered
                    .extend(pieces.flat_map(|piece| piece.bytes().to_vec()));
                return delivered;
            }
            pause(pace.frame + pace.gap);
        }
        Ok(())
    }

    /// Seen first: the answer to it comes after it.
    fn report(&self, bytes: &[u8], seen: &Sender<RelayEvent>) {
        let (from, at, bytes) = (self.from, self.clock.now(), bytes.to_vec());
        (self.log)(from, at, &bytes);
        self.share.wait_for_room();
        // Who watched may have gone.
        let _ = seen.send(RelayEvent::Bytes { from, at, bytes });
    }

    fn deliver(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        self.writer.write_frame(bytes).map_err(|error| {
            self.undelivered = bytes.to_vec();
            (self.from.other(), error)
        })
    }
}

/// The pieces of a backlog that go on: of frames that follow each other and are the same, the
/// first.
fn pieces(backlog: &[u8]) -> Vec<Piece> {
    let mut splitter = Splitter::new();
    let mut pieces = splitter.split(backlog);
    pieces.extend(splitter.take_unfinished());
    pieces.dedup_by(|piece, before| piece == before && piece.frame().is_some());
    pieces
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::bounded_share::MAX_CHUNKS;
    use super::*;
    use crate::port::device;

    const TEST_TIMEOUT: Duration = Duration::from_secs(60);

    fn unlogged() -> RelayLog {
        Arc::new(|_, _, _| {})
    }

    #[test]
    fn every_byte_goes_on_and_is_seen_before() {
        let (a, mut left) = device::pair().expect("pty");
        let (b, mut right) = device::pair().expect("pty");
        let relay = Relay::start([a, b], unlogged(), MonotonicClock::start());
        let all: Vec<u8> = (0..=255).collect();
        left.writer.write_frame(&all).expect("written");
        assert_eq!(reads(&mut right, all.len()), all);
        let mut seen = Vec::new();
        while seen.len() < all.len() {
            match relay.watch(TEST_TIMEOUT) {
                Some(RelayEvent::Bytes {
                    from: CableEnd::A,
                    bytes,
                    ..
                }) => seen.extend(bytes),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(seen, all);
        drop(right);
        let broken = relay.watch(TEST_TIMEOUT);
        assert!(
            matches!(
                broken,
                Some(RelayEvent::Broken {
                    end: CableEnd::B,
                    ..
                })
            ),
            "{broken:?}"
        );
    }
    /// The next bytes that a connection hears, so many or more.
    fn reads(connection: &mut Connection, count: usize) -> Vec<u8> {
        let (mut heard, mut buffer) = (Vec::new(), [0; 64]);
        while heard.len() < count {
            if let Input::Bytes(count) = connection
                .reader
                .read(&mut buffer, TEST_TIMEOUT)
                .expect("read")
            {
                heard.extend_from_slice(&buffer[..count]);
            }
        }
        heard
    }

    #[test]
    fn what_was_said_to_a_line_that_was_away_comes_when_it_is_back() {
        const OK: [u8; 4] = [0x00, 0x86, 0x87, 0xff];
        const MOVE: [u8; 4] = [0x01, 0x92, 0xd4, 0xbd];
        let clock = MonotonicClock::start();
        let (a, left) = device::pair().expect("pty");
        let (b, mut right) = device::pair().expect("pty");
        let relay = Relay::start([a, b], unlogged(), clock);
        drop(left);
        let broken = relay.watch(TEST_TIMEOUT);
        assert!(
            matches!(
                broken,
                Some(RelayEvent::Broken {
                    end: CableEnd::A,
                    ..
                })
            ),
            "{broken:?}"
        );
        let RelayParts {
            connections,
            undelivered,
            ..
        } = relay.part();
        let [_, b] = connections;
        for frame in [OK, MOVE, MOVE, MOVE] {
            right.writer.write_frame(&frame).expect("written");
        }
        let (a, mut left) = device::pair().expect("pty");
        let pace = Pace::from_baud(2400);
        let relay = Relay::resume([a, b], (undelivered, pace), unlogged(), clock);
        assert_eq!(reads(&mut left, 8), [OK, MOVE].concat());
        right.writer.write_frame(&OK).expect("written");
        assert_eq!(reads(&mut left, 4), OK, "and on it goes");
        let mut seen = 0;
        while seen < 20 {
            match relay.watch(TEST_TIMEOUT) {
                Some(RelayEvent::Bytes {
                    from: CableEnd::B,
                    bytes,
                    ..
                }) => seen += bytes.len(),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_flood_that_nobody_watches_is_held_back() {
        const FLOOD: usize = 64 * MAX_CHUNKS * CHUNK_SIZE;
        let (a, mut left) = device::pair().expect("pty");
        let (b, mut right) = device::pair().expect("pty");
        let relay = Relay::start([a, b], unlogged(), MonotonicClock::start());
        let flooding = thread::spawn(move || {
            let mut sent = 0;
            // Until the pty takes no more for a second, or has taken far too much.
            while sent < FLOOD && left.writer.write_frame(&[b'x'; CHUNK_SIZE]).is_ok() {
                sent += CHUNK_SIZE;
            }
        });
        let draining = thread::spawn(move || {
            let mut buffer = [0; CHUNK_SIZE];
            while right.reader.read(&mut buffer, TEST_TIMEOUT).is_ok() {}
        });
        flooding.join().expect("flood");
        let RelayParts {
            connections, seen, ..
        } = relay.part();
        assert!(seen.len() <= MAX_CHUNKS + 2, "{}", seen.len());
        drop(connections);
        draining.join().expect("drain");
    }

    #[test]
    fn only_repeats_are_left_out_of_a_backlog() {
        const OK: [u8; 4] = [0x00, 0x86, 0x87, 0xff];
        let bytes = [&OK[..], &OK, b"hello", &OK, &[0x01, 0x92]].concat();
        let bytes: Vec<_> = pieces(&bytes)
            .iter()
            .map(|piece| piece.bytes().to_vec())
            .collect();
        assert_eq!(bytes, [&OK[..], b"hello", &OK, &[0x01, 0x92]]);
    }
}
