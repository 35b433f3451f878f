//! Output of the match: record, trace, events, screen.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use sgmp_proto::Instant;

use super::proxy_args::ProxyArgs;
use super::proxy_start::ProxyStart;
use crate::cli::matches::observers::open_output;
use crate::cli::output_names::OutputNames;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::check_writable;
use sgmp_match::console::line_queue::{QueuedFile, text_gap};
use sgmp_match::console::{EventTarget, TextStream, start_queues, stdout_line};
use sgmp_match::line_judge::judged_piece::{JudgedPiece, Observation};
use sgmp_match::line_judge::proxy_events::ProxyEvents;
use sgmp_match::line_judge::referee::Referee;
use sgmp_match::match_files::SgfFile;
use sgmp_match::match_files::record_thread::RecordThread;
use sgmp_match::play::{Outcome, RecordSink, StoreError, Terms, WallClock};
use sgmp_match::port::trace::{Direction, TraceBegin, TraceHead, TraceMark, TraceWriter};
use sgmp_match::spectators::json_events::json_gap;
use sgmp_match::spectators::match_trace::{trace_gap, warn_of_trace};

/// Everything that is written.
pub(super) struct ProxyFiles {
    trace: Option<TraceWriter<QueuedFile>>,
    /// The head of the trace until it is written.
    head: Option<TraceHead>,
    events: Option<ProxyEvents<Box<dyn Write>>>,
    shelf: RecordThread,
    path: PathBuf,
    failed: bool,
    /// True if standard output has the events.
    is_screen_taken: bool,
}

impl ProxyFiles {
    /// Makes the files, but for the journal; those of a match that goes on are written on.
    ///
    /// # Errors
    /// A file that is there already, or cannot be made.
    pub(super) fn new(args: &ProxyArgs, start: &ProxyStart) -> Result<Self, Failure> {
        let (path, resumes) = (start.paths.sgf.clone(), args.resume.is_some());
        let json = args.json.as_deref().map(EventTarget::from);
        let mut names = OutputNames::default();
        names.add("the record", &path)?;
        names.add("the journal", &start.paths.journal)?;
        if let Some(EventTarget::File(path)) = json {
            names.add("--json", path)?;
        }
        if let Some(path) = &args.trace {
            names.add("--trace", path)?;
        }
        check_writable(&path).map_err(|error| Failure::new(Blame::Record, error))?;
        let trace = args.trace.as_deref().map(|path| {
            let name = format!("--trace {}", path.display());
            Ok(QueuedFile::new(
                open_output(path, resumes)?,
                name,
                trace_gap,
            ))
        });
        let trace = trace.transpose()?;
        start_queues(match json {
            Some(EventTarget::Stdout) => json_gap,
            _ => text_gap,
        });
        let is_screen_taken = json == Some(EventTarget::Stdout);
        let events: Option<Box<dyn Write>> = match json {
            None => None,
            Some(EventTarget::Stdout) => Some(Box::new(TextStream::Stdout.writer())),
            Some(EventTarget::File(path)) => {
                let name = format!("--json {}", path.display());
                Some(Box::new(QueuedFile::new(
                    open_output(path, resumes)?,
                    name,
                    json_gap,
                )))
            }
        };
        Ok(Self {
            trace: trace.map(TraceWriter::new),
            head: None,
            events: events.map(ProxyEvents::new),
            shelf: RecordThread::start(SgfFile::new(
                path.clone(),
                start.format,
                start.remarks.clone(),
            )),
            path,
            failed: false,
            is_screen_taken,
        })
    }

    /// The match begins, or goes on: the trace says which one before its first frame.
    pub(super) fn begin(&mut self, head: TraceHead) {
        self.head = Some(head);
    }

    fn write_head(&mut self, observations: &[Observation]) {
        let Some(mut head) = self.head.take() else {
            return;
        };
        if observations
            .iter()
            .any(|told| matches!(told, Observation::Joined))
        {
            head.begin = TraceBegin::MidGame;
        }
        if let Some(trace) = &mut self.trace {
            warn_of_trace(trace.head(&head));
        }
    }

    /// Something happened between two frames.
    pub(super) fn mark(&mut self, at: Timestamp, mark: &TraceMark) {
        self.write_head(&[]);
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
        self.write_head(&told.observations);
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
        let kept = self.shelf.keep(&referee.record(terms, None));
        self.note_kept(kept, now);
    }

    /// Writes the record for the last time: nothing is relayed any more.
    pub(super) fn keep_last(
        &mut self,
        (terms, referee): (&Terms, &Referee),
        outcome: Option<&Outcome>,
        now: Instant,
    ) {
        let kept = self.shelf.keep_last(&referee.record(terms, outcome));
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
