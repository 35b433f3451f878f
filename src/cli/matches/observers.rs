//! Everybody who watches a match: the screen, the event stream, the trace.

use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::Path;

use sgmp_proto::{Answered, Instant};

use super::json_events::JsonEvents;
use super::match_args::MatchArgs;
use super::match_progress::{Detail, MatchProgress, screen};
use super::match_trace::TraceObserver;
use super::talk::TalkScreen;
use crate::cli::exit::{Exit, Failure};
use crate::play::WallClock;
use crate::port::Spectator;

/// Where progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    /// On standard output, with boards where that is a terminal.
    Output,
    /// The same, with boards wherever it goes.
    Boards,
    /// On standard error: standard output has other work.
    Errors,
}

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
    /// A file that cannot be made, or a standard output promised twice.
    pub(crate) fn new(
        args: &MatchArgs,
        on: Screen,
        port: &str,
        wall: WallClock,
    ) -> Result<Self, Failure> {
        let resumes = args.resume.is_some();
        let json_on_stdout = args.output.json.as_deref() == Some(Path::new("-"));
        if json_on_stdout && on == Screen::Errors {
            let what = "standard output has other work (--port -, gtp): give --json=FILE";
            return Err(Failure::new(Exit::Usage, what));
        }
        let detail = match on {
            Screen::Boards => Detail::Boards,
            Screen::Output if std::io::stdout().is_terminal() => Detail::Boards,
            Screen::Output | Screen::Errors => Detail::Lines,
        };
        let shown = !args.output.quiet && !json_on_stdout;
        let progress =
            shown.then(|| MatchProgress::new(screen(on == Screen::Errors), detail, port));
        let json = match args.output.json.as_deref() {
            None => None,
            Some(path) if path == Path::new("-") => Some(screen(false)),
            Some(path) => Some(Box::new(create(path, resumes)?) as Box<dyn Write>),
        };
        let trace = args
            .output
            .trace
            .as_deref()
            .map(|path| create(path, resumes))
            .transpose()?;
        Ok(Self {
            progress,
            json: json.map(JsonEvents::new),
            trace: trace.map(|file| TraceObserver::new(file, wall)),
            talk: args.wire.talk.then(|| {
                let taken = json_on_stdout || on == Screen::Errors;
                TalkScreen::new(screen(taken))
            }),
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
