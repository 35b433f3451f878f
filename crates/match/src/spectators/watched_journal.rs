//! A journal whose disk may stall: nothing is acknowledged before it is written, and the operator is
//! told what the match waits for.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::console::stderr_line;
use crate::play::journal::Entry;
use crate::play::{JournalSink, StoreError};

/// Time after which an entry that is not on disk is worth a word.
const NOTICE_DELAY: Duration = Duration::from_secs(3);

/// A journal, and a thread that watches how long each entry takes.
pub struct WatchedJournal {
    journal: Box<dyn JournalSink>,
    /// A word when an entry is begun, and one when it is written; dropping it ends the thread.
    watcher: Sender<()>,
}

impl WatchedJournal {
    /// Watches the journal of this path.
    pub fn new(journal: impl JournalSink + 'static, path: &Path) -> Self {
        let name = path.display().to_string();
        Self::telling(Box::new(journal), NOTICE_DELAY, move |waits| {
            if waits {
                stderr_line(format_args!(
                    "{name} has not been written for {} s: the match waits for its disk, and \
                     acknowledges nothing before",
                    NOTICE_DELAY.as_secs()
                ));
            } else {
                stderr_line(format_args!("{name} is written; the match goes on"));
            }
        })
    }

    fn telling(
        journal: Box<dyn JournalSink>,
        delay: Duration,
        tell: impl FnMut(bool) + Send + 'static,
    ) -> Self {
        let (watcher, words) = channel();
        thread::spawn(move || watch(&words, delay, tell));
        Self { journal, watcher }
    }
}

impl JournalSink for WatchedJournal {
    fn append(&mut self, entry: &Entry) -> Result<(), StoreError> {
        // The watcher lives as long as this does.
        let _ = self.watcher.send(());
        let appended = self.journal.append(entry);
        let _ = self.watcher.send(());
        appended
    }
}

/// Tells of each entry that takes longer than `delay`, and when it has come to an end.
fn watch(words: &Receiver<()>, delay: Duration, mut tell: impl FnMut(bool)) {
    while words.recv().is_ok() {
        if words.recv_timeout(delay) == Err(RecvTimeoutError::Timeout) {
            tell(true);
            if words.recv().is_err() {
                return;
            }
            tell(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::journal::Entry;

    /// A disk that waits for a word before each entry.
    struct Stalled(Receiver<()>);

    impl JournalSink for Stalled {
        fn append(&mut self, _: &Entry) -> Result<(), StoreError> {
            let _ = self.0.recv();
            Ok(())
        }
    }

    #[test]
    fn a_stalled_journal_is_told_of_and_when_it_goes_on() {
        let (go, stop) = channel();
        let (out, told) = channel();
        let delay = Duration::from_millis(1);
        let mut journal = WatchedJournal::telling(Box::new(Stalled(stop)), delay, move |waits| {
            let _ = out.send(waits);
        });
        let entry = Entry::LinkUp {
            at: jiff::Timestamp::UNIX_EPOCH,
        };
        let writing = thread::spawn(move || journal.append(&entry).is_ok());
        assert_eq!(told.recv(), Ok(true));
        go.send(()).unwrap();
        assert_eq!(told.recv(), Ok(false));
        assert!(writing.join().unwrap());
        assert!(told.recv().is_err(), "nothing more");
    }
}
