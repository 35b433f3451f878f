//! The journal beside a record, while the record is changed by hand.

use std::path::Path;

use jiff::Timestamp;

use crate::console::stderr_line;
use crate::match_files::{Paths, finished_record, is_finished};
use crate::play::journal::{Entry, Journal, JournalError};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::GameResult;

/// A match's journal, locked as if the match went on.
pub struct MatchJournal {
    journal: Journal,
    is_unfinished: bool,
    /// The result that it ended with, where that is known.
    result: Option<GameResult>,
}

impl MatchJournal {
    /// Locks the journal beside a record; `None` where there is none that a match could go on with.
    ///
    /// # Errors
    /// A match that is running, and a journal that the system does not let us open.
    pub fn beside(record: &Path) -> Result<Option<Self>, Failure> {
        let path = Paths::for_sgf(record.to_owned()).journal;
        match Journal::open(&path) {
            Ok((journal, recorded)) => Ok(Some(Self {
                journal,
                is_unfinished: !is_finished(&recorded),
                result: finished_record::result(&recorded.entries),
            })),
            Err(JournalError::Missing { .. } | JournalError::NotAFile { .. }) => Ok(None),
            Err(JournalError::Locked { .. }) => Err(Failure::new(
                Blame::Record,
                format!(
                    "{} belongs to a match that is running ({} is in use): wait for its end",
                    record.display(),
                    path.display()
                ),
            )),
            Err(error @ JournalError::Io { .. }) => Err(Failure::new(Blame::Record, error)),
            Err(error) => {
                stderr_line(format_args!("{error}"));
                Ok(None)
            }
        }
    }

    /// Makes sure that a record without a result has none in the journal, either: a full disk may have kept it from the
    /// record.
    ///
    /// # Errors
    /// A result that is known, and how the record comes by it.
    pub fn check_unknown(&self, record: &Path) -> Result<(), Failure> {
        let Some(result) = self.result else {
            return Ok(());
        };
        let (record, journal) = (record.display(), self.journal.path().display());
        let what = format!(
            "{record} has no result, but its match has ended {result}: sgmp-go --resume {journal} writes the record whole; \
             --force --why REASON enters another result"
        );
        Err(Failure::new(Blame::Record, what))
    }

    /// Notes the result, and returns what is to be said where it ends a match.
    ///
    /// # Errors
    /// What keeps the journal from being written.
    pub fn end(
        &mut self,
        result: GameResult,
        why: &str,
        at: Timestamp,
    ) -> Result<Option<String>, Failure> {
        let reason = match why {
            "" => "the result was entered by hand".to_owned(),
            why => format!("the result was entered by hand: {why}"),
        };
        let ended = Entry::Ended {
            result: result.to_string(),
            reason,
            at,
        };
        self.journal
            .append(&ended)
            .map_err(|error| Failure::new(Blame::Record, error))?;
        Ok(self.is_unfinished.then(|| {
            format!(
                "its match was not finished and is ended by this: --resume {} does not go on with it",
                self.journal.path().display()
            )
        }))
    }
}
