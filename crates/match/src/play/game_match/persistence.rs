//! The files of a match: the journal before the wire, the record after it.

use std::collections::VecDeque;
use std::time::Duration;

use jiff::Timestamp;
use sgmp_proto::{Instant, Snapshot};

use super::sinks::{JournalSink, RecordSink, StoreError};
use super::{Event, Match};
use crate::play::ending::Outcome;
use crate::play::journal::{self, Entry};
use crate::play::wire_conversion;
use sgmp_board::rules::{ByColor, Color};

/// Time between two attempts to write a journal that could not be written.
const JOURNAL_RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// The journal of a match, with the entries that wait for it.
pub(super) struct JournalQueue {
    sink: Box<dyn JournalSink>,
    /// Entries that have to be on disk before anything more is sent.
    unwritten: VecDeque<Entry>,
    /// The time of the next attempt; `None` while the journal can be written.
    retry_at: Option<Instant>,
    /// The session as the journal has it.
    written: Snapshot,
}

impl JournalQueue {
    /// A journal that holds `written` of the session.
    pub(super) fn new(sink: Box<dyn JournalSink>, written: Snapshot) -> Self {
        Self {
            sink,
            unwritten: VecDeque::new(),
            retry_at: None,
            written,
        }
    }

    /// Returns whether everything is on disk.
    pub(super) fn is_written(&self) -> bool {
        self.unwritten.is_empty()
    }

    /// The time of the next attempt to write what could not be written.
    pub(super) const fn retry_at(&self) -> Option<Instant> {
        self.retry_at
    }

    #[cfg(test)]
    pub(super) fn unwritten_count(&self) -> usize {
        self.unwritten.len()
    }

    pub(super) fn push(&mut self, entry: Entry) {
        self.unwritten.push_back(entry);
    }

    /// Puts an entry on the list that holds the session's state, too.
    fn push_with(&mut self, snapshot: Snapshot, entry: Entry) {
        self.written = snapshot;
        self.push(entry);
    }

    /// Puts the session on the list if it has changed, and the journal is still open.
    fn note_session(&mut self, snapshot: Snapshot, at: Timestamp, is_closed: bool) {
        // Deadlines are not kept: they begin anew when a match is resumed.
        let state = wire_conversion::link_state(&snapshot);
        if state == wire_conversion::link_state(&self.written) {
            return;
        }
        // While the journal cannot be written, the latest state is enough: nothing was sent since
        // the one before, and a peer could change it for ever.
        if let Some(Entry::Link { .. }) = self.unwritten.back() {
            self.unwritten.pop_back();
        }
        self.written = snapshot;
        if !is_closed {
            self.push(Entry::Link { state, at });
        }
    }

    /// Writes the list, in order; the event if that begins to fail, or works again.
    fn write(&mut self, now: Instant) -> Option<Event> {
        if self.retry_at.is_some_and(|retry| now < retry) {
            return None;
        }
        while let Some(entry) = self.unwritten.front() {
            if let Err(error) = self.sink.append(entry) {
                let is_news = self.retry_at.is_none();
                self.retry_at = Some(now + JOURNAL_RETRY_INTERVAL);
                return is_news.then_some(Event::JournalFailed(error.to_string()));
            }
            // Only now, with the entry on disk: a failure loses none, and the order stays.
            self.unwritten.pop_front();
        }
        // Reached with an empty list alone: all that had waited is on disk.
        self.retry_at.take().map(|_| Event::JournalMended)
    }
}

/// The record of a match and what its file has of it.
pub(super) struct RecordFile {
    sink: Box<dyn RecordSink>,
    state: RecordState,
}

/// The record as written, compared with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordState {
    /// Something is to be written.
    Old,
    /// It could not be written: tried again at the next change.
    Failed,
    Kept,
}

impl RecordFile {
    /// A record that is yet to be written.
    pub(super) const fn new(sink: Box<dyn RecordSink>) -> Self {
        Self {
            sink,
            state: RecordState::Old,
        }
    }

    /// The game has changed.
    pub(super) const fn set_old(&mut self) {
        self.state = RecordState::Old;
    }

    /// The other side is known to have a move, or not to have our OK: the record says so. One that cannot be written waits for the next
    /// move.
    pub(super) fn note_heard(&mut self) {
        if self.state == RecordState::Kept {
            self.set_old();
        }
    }
}

impl Match {
    /// Writes the record if the game has changed, and the journal has it already. To be called
    /// after the line has been served.
    pub fn keep_record(&mut self) {
        if self.record.state != RecordState::Old || !self.journal.is_written() {
            return;
        }
        let record = self.record();
        let kept = self.record.sink.keep(&record);
        self.note_kept(kept);
    }

    fn note_kept(&mut self, kept: Result<(), StoreError>) {
        self.record.state = match kept {
            Ok(()) => RecordState::Kept,
            Err(error) => {
                self.events
                    .push_back(Event::RecordFailed(error.to_string()));
                RecordState::Failed
            }
        };
    }

    /// Writes the record once more, though the game has not changed: the sink has more to say of
    /// its moves than it had the last time.
    pub fn renew_record(&mut self) {
        self.record.set_old();
        self.keep_record();
    }

    /// Tries for the last time a record that could not be written, and returns whether it is on disk
    /// now.
    #[must_use]
    pub fn keep_record_again(&mut self) -> bool {
        if self.record.state == RecordState::Failed && self.journal.is_written() {
            let record = self.record();
            let kept = self.record.sink.keep_last(&record);
            self.note_kept(kept);
        }
        self.is_record_kept()
    }

    /// Returns whether the record as written has everything that the game has.
    #[must_use]
    pub fn is_record_kept(&self) -> bool {
        self.record.state == RecordState::Kept
    }

    /// Puts whatever changed in the session on the list for the journal, and writes the list.
    pub(super) fn commit(&mut self, now: Instant) {
        let (snapshot, at) = (self.session.snapshot(), self.wall.at(now));
        let is_closed = self.state.is_journal_closed();
        self.journal.note_session(snapshot, at, is_closed);
        if !self.journal.is_written() {
            self.journal_used = self.used(now);
        }
        self.events.extend(self.journal.write(now));
    }

    /// Puts an entry on the list, unless the match is over.
    pub(super) fn note(&mut self, entry: Entry) {
        if !self.state.is_journal_closed() {
            self.journal.push(entry);
        }
    }

    /// Puts a move on the list for the journal, with the session that goes with it.
    pub(super) fn note_move(&mut self, color: Color, mv: sgmp_board::rules::Move, now: Instant) {
        let snapshot = self.session.snapshot();
        let entry = Entry::Move {
            number: u16::try_from(self.game.move_count()).unwrap_or(u16::MAX),
            color,
            mv,
            link: wire_conversion::link_state(&snapshot),
            clocks: clocks_entry(self.used(now)),
            at: self.wall.at(now),
        };
        self.journal.push_with(snapshot, entry);
    }

    /// Puts moves taken back on the list for the journal, with the session that goes with it.
    pub(super) fn note_taken_back(&mut self, moves: u16, now: Instant) {
        let snapshot = self.session.snapshot();
        let entry = Entry::TakenBack {
            moves,
            link: wire_conversion::link_state(&snapshot),
            clocks: clocks_entry(self.used(now)),
            at: self.wall.at(now),
        };
        self.journal.push_with(snapshot, entry);
    }

    /// Puts the end on the list.
    pub(super) fn note_end(&mut self, outcome: &Outcome, now: Instant) {
        self.journal.push(Entry::Ended {
            result: outcome.result().to_string(),
            reason: outcome.comment(),
            at: self.wall.at(now),
        });
    }
}

fn clocks_entry(used: ByColor<Duration>) -> journal::UsedTime {
    journal::UsedTime {
        black_ms_used: millis(used[Color::Black]),
        white_ms_used: millis(used[Color::White]),
    }
}

/// A time as the journal has it.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
