//! The record of a game on a server, written while the game goes on.

use super::server_event::ServerEvent;
use crate::match_files::record_thread::RecordThread;
use crate::match_files::{Paths, SgfFile};
use crate::play::RecordSink;
use crate::spectators::move_remarks::Remarks;
use sgmp_board::record::{Format, GameRecord};

/// The record's file, and whether it holds what has happened.
pub(super) struct RecordKeeper {
    name: String,
    thread: RecordThread,
    is_due: bool,
    has_failed: bool,
}

impl RecordKeeper {
    /// A keeper that has written nothing yet.
    pub(super) fn start(paths: &Paths, format: Format) -> Self {
        let sink = SgfFile::new(paths.sgf.clone(), format, Remarks::default());
        Self {
            name: paths.sgf.display().to_string(),
            thread: RecordThread::start(sink),
            is_due: true,
            has_failed: false,
        }
    }

    /// The file's name.
    pub(super) fn name(&self) -> String {
        self.name.clone()
    }

    /// Something has happened that the file does not hold.
    pub(super) const fn is_late(&mut self) {
        self.is_due = true;
    }

    /// Returns whether there is something to write.
    pub(super) const fn is_due(&self) -> bool {
        self.is_due
    }

    /// Writes the record of a game that goes on. One that fails is written with the next move; it is told once.
    pub(super) fn keep(&mut self, record: &GameRecord) -> Option<ServerEvent> {
        self.is_due = false;
        let kept = self.thread.keep(record);
        let had_failed = std::mem::replace(&mut self.has_failed, kept.is_err());
        let error = kept.err().filter(|_| !had_failed)?;
        Some(ServerEvent::RecordFailed(error.to_string()))
    }

    /// Writes the record of a game that is over.
    pub(super) fn keep_last(&mut self, record: &GameRecord) -> Option<ServerEvent> {
        let error = self.thread.keep_last(record).err()?;
        Some(ServerEvent::RecordFailed(error.to_string()))
    }
}
