//! A record whose disk may be slow or stall: a thread writes it, and the wire waits for no more than
//! a moment.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::play::{RecordSink, StoreError};
use sgmp_board::record::GameRecord;

/// Longest wait for the disk while a line has to be served.
const WRITE_TIMEOUT: Duration = Duration::from_millis(500);

/// Longest wait once there is no line any more.
const LAST_WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// A sink, and the thread that hands records to it. A record that is not written in time counts as
/// failed; while its disk stalls no other is begun.
pub struct RecordThread {
    /// Records for the thread; dropping it ends the thread.
    records: Sender<GameRecord>,
    written: Receiver<Result<(), StoreError>>,
    /// True while the thread has a record in hand.
    is_busy: bool,
}

impl RecordThread {
    /// Starts the thread that writes records in the background.
    pub fn start(mut sink: impl RecordSink + 'static) -> Self {
        let (records, work) = channel::<GameRecord>();
        let (done, written) = channel();
        thread::spawn(move || {
            for record in work {
                if done.send(sink.keep(&record)).is_err() {
                    return;
                }
            }
        });
        Self {
            records,
            written,
            is_busy: false,
        }
    }

    fn keep_within(&mut self, record: &GameRecord, timeout: Duration) -> Result<(), StoreError> {
        // The thread lives as long as this does.
        let _ = self.records.send(record.clone());
        self.is_busy = true;
        let written = self.written.recv_timeout(timeout).map_err(|_| stalled())?;
        self.is_busy = false;
        written
    }
}

impl RecordSink for RecordThread {
    fn keep(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        if self.is_busy && self.written.try_recv().is_err() {
            return Err(stalled());
        }
        self.keep_within(record, WRITE_TIMEOUT)
    }

    fn keep_last(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        // How an earlier record fared says nothing of this one, if only it is through.
        if self.is_busy && self.written.recv_timeout(LAST_WRITE_TIMEOUT).is_err() {
            return Err(stalled());
        }
        self.keep_within(record, LAST_WRITE_TIMEOUT)
    }
}

fn stalled() -> StoreError {
    StoreError::new("the record is not written yet: its disk does not take it")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk that waits for a word before each record, and tells the number of its moves.
    struct Stalled(Receiver<()>, Sender<usize>);

    impl RecordSink for Stalled {
        fn keep(&mut self, record: &GameRecord) -> Result<(), StoreError> {
            let _ = self.0.recv();
            self.1.send(record.moves().len()).map_err(StoreError::new)
        }
    }

    #[test]
    fn a_stalled_disk_holds_up_nobody_and_gets_the_last_record() {
        let (go, stop) = channel();
        let (out, kept) = channel();
        let mut sink = RecordThread::start(Stalled(stop, out));
        let read = |text: &[u8]| sgmp_board::record::read_sgf(text).expect("a record");
        let (first, last) = (read(b"(;SZ[9];B[ee])"), read(b"(;SZ[9];B[ee];W[cc])"));
        assert!(sink.keep(&first).is_err(), "it is told");
        assert!(sink.keep(&last).is_err(), "at once");
        go.send(()).unwrap();
        go.send(()).unwrap();
        sink.keep_last(&last).expect("a disk again");
        assert_eq!(kept.try_iter().collect::<Vec<_>>(), [1, 2]);
        go.send(()).unwrap();
        sink.keep(&first).expect("a disk as ever");
    }
}
