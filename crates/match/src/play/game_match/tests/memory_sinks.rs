//! A disk and a shelf in memory, which fill up and lose power as a test wants.

use std::sync::{Arc, Mutex, MutexGuard};

use crate::play::journal::Entry;
use crate::play::{JournalSink, RecordSink, StoreError, Stores};
use sgmp_board::record::GameRecord;

/// A journal without a file: what was appended outlives the match.
#[derive(Clone, Default)]
pub(super) struct Disk(Arc<Mutex<DiskState>>);

#[derive(Default)]
struct DiskState {
    entries: Vec<Entry>,
    attempts: usize,
    is_full: bool,
    /// The power goes with this append, from 1.
    fails_at: Option<PowerCut>,
    is_dead: bool,
}

/// The moment at which the power goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PowerCut {
    /// Right behind this append, from 1.
    After(usize),
    /// In the middle of this append: its record is torn, and cut off later.
    In(usize),
}

impl Disk {
    fn state(&self) -> MutexGuard<'_, DiskState> {
        self.0.lock().unwrap()
    }

    pub(super) fn entries(&self) -> Vec<Entry> {
        self.state().entries.clone()
    }

    /// The number of attempts to append.
    pub(super) fn attempts(&self) -> usize {
        self.state().attempts
    }

    pub(super) fn fill(&self) {
        self.state().is_full = true;
    }

    pub(super) fn clear(&self) {
        self.state().is_full = false;
    }

    pub(super) fn cut_power(&self, at: PowerCut) {
        self.state().fails_at = Some(at);
    }

    /// Returns whether the power is gone: the process has ended.
    pub(super) fn is_dead(&self) -> bool {
        self.state().is_dead
    }

    /// The machine is started again.
    pub(super) fn boot(&self) {
        let mut state = self.state();
        state.is_dead = false;
        state.fails_at = None;
    }

    /// Moves in the journal.
    pub(super) fn moves(&self) -> usize {
        let is_move = |entry: &&Entry| matches!(entry, Entry::Move { .. });
        self.state().entries.iter().filter(is_move).count()
    }
}

impl JournalSink for Disk {
    fn append(&mut self, entry: &Entry) -> Result<(), StoreError> {
        let mut state = self.state();
        state.attempts += 1;
        if state.is_full || state.is_dead {
            return Err(StoreError::new("no space left on device"));
        }
        let number = state.entries.len() + 1;
        if state.fails_at == Some(PowerCut::In(number)) {
            state.is_dead = true;
            return Err(StoreError::new("power failure"));
        }
        // As it comes back from a file.
        let text = serde_json::to_string(entry).unwrap();
        state.entries.push(serde_json::from_str(&text).unwrap());
        state.is_dead = state.fails_at == Some(PowerCut::After(number));
        Ok(())
    }
}

/// The record's place.
#[derive(Clone, Default)]
pub(super) struct Paper(Arc<Mutex<PaperState>>);

#[derive(Default)]
struct PaperState {
    record: Option<GameRecord>,
    is_full: bool,
}

impl Paper {
    fn state(&self) -> MutexGuard<'_, PaperState> {
        self.0.lock().unwrap()
    }

    pub(super) fn record(&self) -> Option<GameRecord> {
        self.state().record.clone()
    }

    pub(super) fn set_full(&self, is_full: bool) {
        self.state().is_full = is_full;
    }
}

impl RecordSink for Paper {
    fn keep(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        let mut state = self.state();
        if state.is_full {
            return Err(StoreError::new("no space left on device"));
        }
        state.record = Some(record.clone());
        Ok(())
    }
}

/// A disk and a paper that a match writes to and the test reads.
pub(super) fn stores(disk: &Disk, paper: &Paper) -> Stores {
    Stores {
        journal: Box::new(disk.clone()),
        record: Box::new(paper.clone()),
    }
}
