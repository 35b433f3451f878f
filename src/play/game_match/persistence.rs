//! What a match keeps: the journal before the wire, the record after it.

use std::time::Duration;

use jiff::Timestamp;
use sgmp_proto::{Instant, Snapshot};

use super::{Event, Match, RecordState};
use crate::play::ending::Outcome;
use crate::play::journal::{self, Entry};
use crate::play::wire_conversion;
use crate::rules::{ByColor, Color};

/// How often a journal that could not be written is tried again.
const JOURNAL_RETRY_INTERVAL: Duration = Duration::from_secs(1);

impl Match {
    /// Writes the record if the game has changed, and the journal has it already. To be called
    /// after the line has been served.
    pub fn keep_record(&mut self) {
        if self.record != RecordState::Old || !self.unwritten.is_empty() {
            return;
        }
        self.record = match self.record_sink.keep(&self.record()) {
            Ok(()) => RecordState::Kept,
            Err(error) => {
                self.events.push_back(Event::RecordFailed(error));
                RecordState::Failed
            }
        };
    }

    /// Writes the record once more, though the game has not changed: the sink has more to say of its
    /// moves than it had the last time.
    pub fn renew_record(&mut self) {
        self.record = RecordState::Old;
        self.keep_record();
    }

    /// Tries once more a record that could not be written; whether it is on disk now.
    #[must_use]
    pub fn keep_record_again(&mut self) -> bool {
        if self.record == RecordState::Failed {
            self.record = RecordState::Old;
            self.keep_record();
        }
        self.is_record_kept()
    }

    /// Puts whatever changed in the session on the list for the journal, and writes the list.
    pub(super) fn commit(&mut self, now: Instant) {
        let snapshot = self.session.snapshot();
        if !is_same_on_disk(&snapshot, &self.written) {
            let at = self.wall.at(now);
            self.note_link(wire_conversion::link_state(&snapshot), at);
            self.written = snapshot;
        }
        self.write_journal(now);
    }

    /// While the journal cannot be written, the line's latest state is enough: nothing was sent
    /// since the one before, and a peer could change it for ever.
    fn note_link(&mut self, state: journal::LinkState, at: Timestamp) {
        if let Some(Entry::Link { .. }) = self.unwritten.back() {
            self.unwritten.pop_back();
        }
        self.note(Entry::Link { state, at });
    }

    /// Puts an entry on the list, unless the match is over.
    pub(super) fn note(&mut self, entry: Entry) {
        if !self.journal_is_closed {
            self.unwritten.push_back(entry);
        }
    }

    /// Puts a move on the list for the journal, with the session that goes with it.
    pub(super) fn note_move(&mut self, color: Color, mv: crate::rules::Move, now: Instant) {
        let snapshot = self.session.snapshot();
        self.written = snapshot;
        self.unwritten.push_back(Entry::Move {
            number: u16::try_from(self.game.move_count()).unwrap_or(u16::MAX),
            color,
            mv,
            link: wire_conversion::link_state(&snapshot),
            clocks: clocks_entry(self.used(now)),
            at: self.wall.at(now),
        });
    }

    /// Puts moves taken back on the list for the journal, with the session that goes with it.
    pub(super) fn note_taken_back(&mut self, moves: u16, now: Instant) {
        let snapshot = self.session.snapshot();
        self.written = snapshot;
        self.unwritten.push_back(Entry::TakenBack {
            moves,
            link: wire_conversion::link_state(&snapshot),
            clocks: clocks_entry(self.used(now)),
            at: self.wall.at(now),
        });
    }

    /// Puts the end on the list; what the line still does is not kept.
    pub(super) fn note_end(&mut self, outcome: &Outcome, now: Instant) {
        self.journal_is_closed = true;
        self.unwritten.push_back(Entry::Ended {
            result: outcome.result().to_string(),
            reason: outcome.comment(),
            at: self.wall.at(now),
        });
    }

    fn write_journal(&mut self, now: Instant) {
        if self.journal_retry.is_some_and(|retry| now < retry) {
            return;
        }
        while let Some(entry) = self.unwritten.front() {
            if let Err(error) = self.journal_sink.append(entry) {
                if self.journal_retry.is_none() {
                    self.events.push_back(Event::JournalFailed(error));
                }
                self.journal_retry = Some(now + JOURNAL_RETRY_INTERVAL);
                return;
            }
            self.unwritten.pop_front();
        }
        if self.journal_retry.take().is_some() {
            self.events.push_back(Event::JournalMended);
        }
    }
}

fn clocks_entry(used: ByColor<Duration>) -> journal::UsedTime {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    journal::UsedTime {
        black_ms_used: millis(used[Color::Black]),
        white_ms_used: millis(used[Color::White]),
    }
}

/// Deadlines are not kept: they begin anew when a match is resumed.
fn is_same_on_disk(a: &Snapshot, b: &Snapshot) -> bool {
    wire_conversion::link_state(a) == wire_conversion::link_state(b)
}
