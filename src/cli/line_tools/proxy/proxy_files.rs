//! Output of the match: record, trace, events, screen.

use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use sgmp_proto::Instant;

use super::judged_piece::JudgedPiece;
use super::proxy_args::ProxyArgs;
use super::proxy_events::ProxyEvents;
use super::referee::Referee;
use crate::cli::exit::{Exit, Failure};
use crate::cli::matches::json_events::json_gap;
use crate::cli::matches::match_files::{RecordThread, SgfFile, free_sgf};
use crate::cli::matches::match_trace::{trace_gap, warn_of_trace};
use crate::cli::matches::move_remarks::Remarks;
use crate::cli::output::{
    EventTarget, QueuedFile, TextStream, start_queues, stdout_line, text_gap,
};
use crate::cli::output_names::OutputNames;
use crate::play::{Outcome, RecordSink, StoreError, Terms, WallClock, record};
use crate::port::trace::{Direction, TraceHead, TraceMark, TraceWriter};
use crate::record::check_writable;

/// Everything that is written.
pub(super) struct ProxyFiles {
    trace: Option<TraceWriter<QueuedFile>>,
    events: Option<ProxyEvents<Box<dyn Write>>>,
    shelf: RecordThread,
    path: PathBuf,
    failed: bool,
    /// True if standard output has the events.
    is_screen_taken: bool,
}

impl ProxyFiles {
    /// Makes the files.
    ///
    /// # Errors
    /// A file that is there already, or cannot be made.
    pub(super) fn new(args: &ProxyArgs, terms: &Terms) -> Result<Self, Failure> {
        let path = match &args.sgf {
            None => free_sgf(terms)?,
            Some(path) if path.exists() => return Err(refused(path, "it exists already")),
            Some(path) => path.clone(),
        };
        let json = args.json.as_deref().map(EventTarget::from);
        let mut names = OutputNames::default();
        names.add("the record", &path)?;
        if let Some(EventTarget::File(path)) = json {
            names.add("--json", path)?;
        }
        if let Some(path) = &args.trace {
            names.add("--trace", path)?;
        }
        check_writable(&path).map_err(|error| Failure::new(Exit::Record, error))?;
        let trace = args.trace.as_deref().map(|path| {
            let name = format!("--trace {}", path.display());
            Ok(QueuedFile::new(create(path)?, name, trace_gap))
        });
        let trace = trace.transpose()?;
        start_queues(match json {
            Some(EventTarget::Stdout) => json_gap,
            _ => text_gap,
        });
        let is_screen_taken = json == Some(EventTarget::Stdout);
        let events: Option<Box<dyn Write>> = match json {
            None => None,
            Some(EventTarget::Stdout) => Some(TextStream::Stdout.open()),
            Some(EventTarget::File(path)) => {
                let name = format!("--json {}", path.display());
                Some(Box::new(QueuedFile::new(create(path)?, name, json_gap)))
            }
        };
        Ok(Self {
            trace: trace.map(TraceWriter::new),
            events: events.map(ProxyEvents::new),
            shelf: RecordThread::start(SgfFile::new(
                path.clone(),
                args.sgf_format.into(),
                Remarks::default(),
            )),
            path,
            failed: false,
            is_screen_taken,
        })
    }

    /// The match begins: the trace says which one.
    pub(super) fn begin(&mut self, head: &TraceHead) {
        if let Some(trace) = &mut self.trace {
            warn_of_trace(trace.head(head));
        }
    }

    /// Something happened between two frames.
    pub(super) fn mark(&mut self, at: Timestamp, mark: &TraceMark) {
        if let Some(trace) = &mut self.trace {
            warn_of_trace(trace.mark(at, mark));
        }
    }

    /// Shows a line, if the screen is free.
    pub(super) fn say(&self, line: impl Display) {
        if !self.is_screen_taken {
            stdout_line(line);
        }
    }

    /// Returns whether standard output has the events.
    pub(super) const fn is_screen_taken(&self) -> bool {
        self.is_screen_taken
    }

    /// Tells a program, if one listens.
    pub(super) const fn events(&mut self) -> Option<&mut ProxyEvents<Box<dyn Write>>> {
        self.events.as_mut()
    }

    /// Writes down what passed.
    pub(super) fn take(&mut self, told: &JudgedPiece, terms: &Terms, wall: WallClock) {
        if let Some(trace) = &mut self.trace {
            let (at, way) = (wall.at(told.at), Direction::By(told.from));
            warn_of_trace(trace.piece(at, way, &told.piece));
        }
        if let Some(events) = &mut self.events {
            events.told(told, terms);
        }
    }

    /// Writes the record anew.
    pub(super) fn keep(&mut self, (terms, referee): (&Terms, &Referee), now: Instant) {
        let record = record(terms, referee.game(), referee.times(), None);
        let kept = self.shelf.keep(&record);
        self.note_kept(kept, now);
    }

    /// Writes the record for the last time: nothing is relayed any more.
    pub(super) fn keep_last(
        &mut self,
        (terms, referee): (&Terms, &Referee),
        outcome: Option<&Outcome>,
        now: Instant,
    ) {
        let record = record(terms, referee.game(), referee.times(), outcome);
        let kept = self.shelf.keep_last(&record);
        self.note_kept(kept, now);
    }

    fn note_kept(&mut self, kept: Result<(), StoreError>, now: Instant) {
        self.failed = kept.is_err();
        if let Err(error) = kept {
            log::warn!("{error}");
            if let Some(events) = &mut self.events {
                events.record_failed(now, &error.to_string());
            }
        }
    }

    /// Path of the record.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// True if the record as it stands could not be written.
    pub(super) const fn has_failed(&self) -> bool {
        self.failed
    }
}

fn create(path: &Path) -> Result<File, Failure> {
    File::create_new(path).map_err(|error| refused(path, error))
}

fn refused(path: &Path, why: impl Display) -> Failure {
    let what = format!(
        "{}: {why}; choose another name or move it away",
        path.display()
    );
    Failure::new(Exit::Record, what)
}
