//! A bounded queue of lines before a stream that may be slow or stopped: a terminal after Ctrl-S, a
//! program that does not read its pipe, the disk of a trace.
//!
//! Who writes a line never waits. Lines for which there is no room are dropped and counted; where
//! they are missing the stream gets a line that says so, and at the end the operator is told.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Bytes that wait at most: the lines of several matches.
const MAX_WAITING: usize = 1 << 20;

/// Longest wait at the end for a stream that takes nothing.
pub(super) const LAST_LINES_TIMEOUT: Duration = Duration::from_secs(10);

/// Line for a stream of which lines are missing: their number, and the last of them.
pub(crate) type Gap = fn(u64, &[u8]) -> String;

/// The gap in a text that a person reads.
pub fn text_gap(lost: u64, _: &[u8]) -> String {
    format!("({lost} lines are missing here: nobody took them in time)\n")
}

/// A queue before one stream.
pub(crate) struct LineQueue(Arc<Shared>);

struct Shared {
    state: Mutex<QueueState>,
    changed: Condvar,
    capacity: usize,
    gap: Gap,
}

#[derive(Default)]
struct QueueState {
    waiting: VecDeque<Vec<u8>>,
    bytes: usize,
    /// Lines dropped since the last one that was taken, and the last of them.
    gap: u64,
    last_dropped: Vec<u8>,
    /// Lines dropped in all.
    lost: u64,
    /// Lines in the hands of the thread that writes.
    writing: u64,
    written: u64,
    is_closing: bool,
}

impl LineQueue {
    /// Starts a thread that hands each line to `write`.
    pub(crate) fn start(gap: Gap, write: impl FnMut(&[u8]) + Send + 'static) -> Self {
        Self::with_capacity(MAX_WAITING, gap, write)
    }

    fn with_capacity(
        capacity: usize,
        gap: Gap,
        mut write: impl FnMut(&[u8]) + Send + 'static,
    ) -> Self {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            changed: Condvar::new(),
            capacity,
            gap,
        });
        let queue = Arc::clone(&shared);
        thread::spawn(move || {
            while let Some(lines) = queue.next() {
                write(&lines);
                let mut state = queue.lock();
                state.writing = 0;
                state.written += 1;
                queue.changed.notify_all();
            }
        });
        Self(shared)
    }

    /// Takes lines, or drops them where there is no room.
    pub(crate) fn push(&self, lines: Vec<u8>) {
        let mut state = self.0.lock();
        // After a gap half of the room has to be free, lest there be gap after gap.
        let room = match state.gap {
            0 => self.0.capacity,
            _ => self.0.capacity / 2,
        };
        if state.bytes + lines.len() > room {
            let dropped = count(&lines);
            state.gap += dropped;
            state.lost += dropped;
            state.last_dropped = lines;
            return;
        }
        state.tell_gap(self.0.gap);
        state.bytes += lines.len();
        state.waiting.push_back(lines);
        self.0.changed.notify_all();
    }

    /// Waits until all is written, for no longer than `patience` without progress; the number of
    /// lines that are lost for good.
    pub(super) fn finish(&self, patience: Duration) -> u64 {
        let mut state = self.0.lock();
        state.tell_gap(self.0.gap);
        state.is_closing = true;
        self.0.changed.notify_all();
        let mut state = self.wait_until_idle(state, patience);
        if !state.is_idle() {
            let left: u64 = state.waiting.iter().map(|lines| count(lines)).sum();
            state.lost += left + state.writing;
            state.waiting.clear();
        }
        state.lost
    }

    /// Waits until all so far is written, for no longer than `patience` without progress: what is left comes later.
    pub(super) fn catch_up(&self, patience: Duration) {
        drop(self.wait_until_idle(self.0.lock(), patience));
    }

    fn wait_until_idle<'a>(
        &'a self,
        mut state: MutexGuard<'a, QueueState>,
        patience: Duration,
    ) -> MutexGuard<'a, QueueState> {
        while !state.is_idle() {
            let written = state.written;
            let waited = self.0.changed.wait_timeout_while(state, patience, |state| {
                !state.is_idle() && state.written == written
            });
            let (now, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            state = now;
            if timeout.timed_out() {
                break;
            }
        }
        state
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next lines to write, once there are any; `None` at the end.
    fn next(&self) -> Option<Vec<u8>> {
        let mut state = self.lock();
        loop {
            if let Some(lines) = state.waiting.pop_front() {
                state.bytes -= lines.len();
                state.writing = count(&lines);
                return Some(lines);
            }
            if state.is_closing {
                return None;
            }
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl QueueState {
    /// Says in the stream that lines are missing, if any are.
    fn tell_gap(&mut self, gap: Gap) {
        if self.gap == 0 {
            return;
        }
        let lost = std::mem::take(&mut self.gap);
        let line = gap(lost, &std::mem::take(&mut self.last_dropped)).into_bytes();
        self.bytes += line.len();
        self.waiting.push_back(line);
    }

    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.writing == 0
    }
}

fn count(lines: &[u8]) -> u64 {
    let ends = lines.iter().filter(|byte| **byte == b'\n').count() as u64;
    ends.max(1)
}

/// A stream of whole lines into a queue of its own; dropping it waits for the last of them.
pub struct QueuedFile {
    queue: LineQueue,
    name: String,
    pending: Vec<u8>,
}

impl QueuedFile {
    /// Lines go to `out`; `name` is its name for the operator.
    pub fn new(mut out: impl io::Write + Send + 'static, name: String, gap: Gap) -> Self {
        let shown = name.clone();
        let queue = LineQueue::start(gap, move |lines| {
            if let Err(error) = out.write_all(lines).and_then(|()| out.flush()) {
                crate::console::note_failure(&shown, &error);
            }
        });
        Self {
            queue,
            name,
            pending: Vec::new(),
        }
    }
}

impl io::Write for QueuedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.pending.is_empty() {
            self.queue.push(std::mem::take(&mut self.pending));
        }
        Ok(())
    }
}

impl Drop for QueuedFile {
    fn drop(&mut self) {
        let _never_fails = io::Write::flush(self);
        crate::console::tell_lost(&self.name, self.queue.finish(LAST_LINES_TIMEOUT));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// A queue of so many bytes before a reader that tells what it has in hand, and waits for a word
    /// before it takes more.
    fn stopped(capacity: usize) -> (LineQueue, Sender<()>, Receiver<String>) {
        let (go, stop) = channel::<()>();
        let (out, taken) = channel();
        let queue = LineQueue::with_capacity(capacity, text_gap, move |lines| {
            let _ = out.send(String::from_utf8_lossy(lines).into_owned());
            let _ = stop.recv();
        });
        (queue, go, taken)
    }

    #[test]
    fn who_writes_never_waits_and_what_is_missing_is_said_in_its_place() {
        let (queue, go, taken) = stopped(20);
        queue.push(b"line 0\n".to_vec());
        assert_eq!(taken.recv().unwrap(), "line 0\n");
        for number in 1..10 {
            queue.push(format!("line {number}\n").into_bytes());
        }
        drop(go);
        assert_eq!(taken.recv().unwrap(), "line 1\n");
        assert_eq!(taken.recv().unwrap(), "line 2\n");
        queue.push(b"again\n".to_vec());
        assert_eq!(queue.finish(Duration::from_secs(60)), 7);
        let rest: String = taken.try_iter().collect();
        assert_eq!(
            rest,
            "(7 lines are missing here: nobody took them in time)\nagain\n"
        );
    }

    #[test]
    fn a_queue_that_has_caught_up_has_written_all_and_goes_on() {
        let (sender, written) = channel();
        let queue = LineQueue::start(text_gap, move |lines| {
            sender.send(lines.to_vec()).unwrap();
        });
        for round in 0..20 {
            queue.push(format!("{round}\n").into_bytes());
            queue.push(b"more\n".to_vec());
            queue.catch_up(Duration::from_secs(60));
            assert_eq!(written.try_iter().count(), 2);
        }
        assert_eq!(queue.finish(Duration::from_secs(60)), 0);
    }

    #[test]
    fn a_stream_that_takes_nothing_is_left_in_the_end() {
        let (queue, _go, _taken) = stopped(1000);
        queue.push(b"one\ntwo\n".to_vec());
        queue.push(b"three\n".to_vec());
        assert_eq!(queue.finish(Duration::from_millis(20)), 3);
    }

    #[test]
    fn a_stream_that_takes_all_loses_nothing() {
        let (out, taken) = channel();
        let queue = LineQueue::start(text_gap, move |lines| {
            let _ = out.send(lines.to_vec());
        });
        for number in 0..100_u8 {
            queue.push(vec![number, b'\n']);
        }
        assert_eq!(queue.finish(Duration::from_secs(60)), 0);
        let taken: Vec<u8> = taken.try_iter().map(|lines| lines[0]).collect();
        assert_eq!(taken, (0..100).collect::<Vec<u8>>());
    }
}
