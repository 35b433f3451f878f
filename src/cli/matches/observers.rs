//! Everybody who watches a match: the screen, the event stream, the trace.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use sgmp_proto::{Answered, Instant};

use super::json_events::JsonEvents;
use super::match_plan::OutputPlan;
use super::match_progress::MatchProgress;
use super::match_trace::TraceObserver;
use super::talk::TalkScreen;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{EventTarget, TextStream};
use crate::play::WallClock;
use crate::port::{PortKind, Spectator};

/// Everybody who watches.
pub(crate) struct Observers {
    progress: Option<MatchProgress<Box<dyn Write>>>,
    json: Option<JsonEvents<Box<dyn Write>>>,
    trace: Option<TraceObserver<File>>,
    talk: Option<TalkScreen<Box<dyn Write>>>,
}

impl Observers {
    /// The other side has told something before there is a match.
    pub(crate) fn answered(&mut self, at: Instant, answered: Answered) {
        if let Some(json) = &mut self.json {
            json.answered(at, answered);
        }
    }

    /// Opens their files.
    ///
    /// # Errors
    /// A file that cannot be made.
    pub(crate) fn new(
        output: &OutputPlan<'_>,
        port: (&str, PortKind),
        wall: WallClock,
    ) -> Result<Self, Failure> {
        let text = output.text;
        let progress = output.progress;
        let progress = progress.map(|detail| MatchProgress::new(text.open(), detail, port));
        let json: Option<Box<dyn Write>> = match output.json {
            None => None,
            Some(EventTarget::Stdout) => Some(TextStream::Stdout.open()),
            Some(EventTarget::File(path)) => Some(Box::new(create(path, output.appends)?)),
        };
        let trace = output.trace.map(|path| create(path, output.appends));
        Ok(Self {
            progress,
            json: json.map(JsonEvents::new),
            trace: trace
                .transpose()?
                .map(|file| TraceObserver::new(file, wall)),
            talk: output.talk.then(|| TalkScreen::new(text.open())),
        })
    }

    /// All of them, the trace first.
    pub(crate) fn all(&mut self) -> Vec<&mut dyn Spectator> {
        let mut all: Vec<&mut dyn Spectator> = Vec::new();
        all.extend(self.trace.as_mut().map(|trace| trace as &mut dyn Spectator));
        all.extend(self.json.as_mut().map(|json| json as &mut dyn Spectator));
        all.extend(self.talk.as_mut().map(|talk| talk as &mut dyn Spectator));
        all.extend(
            self.progress
                .as_mut()
                .map(|progress| progress as &mut dyn Spectator),
        );
        all
    }

    /// Writes what only waited for more.
    pub(crate) fn finish(self, now: Instant) {
        if let Some(Err(error)) = self.trace.map(|trace| trace.finish(now)) {
            log::warn!("the trace cannot be written: {error}");
        }
    }
}

/// A resumed match goes on in its files; a new one overwrites nobody's.
fn create(path: &Path, resumes: bool) -> Result<File, Failure> {
    let mut options = File::options();
    let options = if resumes {
        options.append(true).create(true)
    } else {
        options.write(true).create_new(true)
    };
    options.open(path).map_err(|error| {
        let advice = match error.kind() {
            std::io::ErrorKind::AlreadyExists => "; choose another name or move it away",
            _ => "",
        };
        Failure::new(Exit::Record, format!("{}: {error}{advice}", path.display()))
    })
}
