//! Everybody who watches a match: the screen, the event stream, the trace, the page in a browser.

use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sgmp_proto::{Answered, Instant};

use super::match_plan::{MatchPlan, OutputPlan};
use super::talk::TalkScreen;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::read_bytes;
use sgmp_faces::page_server::page_socket::{PageServer, PageSocket};
use sgmp_faces::web::{MatchPage, match_pages};
use sgmp_match::console::line_queue::QueuedFile;
use sgmp_match::console::{EventTarget, TextStream, stderr_line};
use sgmp_match::port::MatchClocks;
use sgmp_match::port::trace::TraceHead;
use sgmp_match::port::{HeardBytes, MonotonicClock, PortKind, Spectator};
use sgmp_match::spectators::json_events::{JsonEvents, json_gap};
use sgmp_match::spectators::match_progress::MatchProgress;
use sgmp_match::spectators::match_trace::{TraceObserver, trace_gap, warn_of_trace};

pub(crate) struct Observers {
    progress: Option<MatchProgress<Box<dyn Write>>>,
    json: Option<JsonEvents<Box<dyn Write>>>,
    trace: Option<TraceObserver<QueuedFile>>,
    talk: Option<TalkScreen<Box<dyn Write>>>,
    page: Option<MatchPage>,
    /// Serves the page until the end.
    server: Option<PageServer>,
}

impl Observers {
    /// The other side has told something before there is a match.
    pub(crate) fn answered(&mut self, at: Instant, answered: Answered) {
        if let Some(json) = &mut self.json {
            json.answered(at, answered);
        }
    }

    /// All that came over the line, where anybody reads of it.
    pub(crate) fn heard_bytes(&self) -> HeardBytes {
        let progress = self.progress.as_ref();
        progress.map_or_else(HeardBytes::default, |progress| {
            progress.heard_bytes().clone()
        })
    }

    /// A game begins, or is taken up again.
    pub(crate) fn begin(&mut self, head: &TraceHead) {
        if let Some(trace) = &mut self.trace {
            trace.begin(head);
        }
    }

    /// Gives them their files and streams.
    pub(crate) fn new(
        plan: &MatchPlan<'_>,
        files: ObserverFiles,
        port: (&str, PortKind),
        clocks: MatchClocks,
    ) -> Self {
        let (output, count_offer) = (&plan.output, plan.count_offer());
        let text = output.text;
        let progress = output.progress;
        let progress = progress.map(|detail| {
            MatchProgress::new(text.open(), detail, port).with_count_offer(count_offer)
        });
        let (json, trace, served) = files.keep();
        let (page, server) = served.unzip();
        let json: Option<Box<dyn Write>> = match (output.json, json) {
            (Some(EventTarget::Stdout), _) => Some(Box::new(TextStream::Stdout.writer())),
            (Some(EventTarget::File(path)), Some(file)) => {
                let name = format!("--json {}", path.display());
                Some(Box::new(QueuedFile::new(file, name, json_gap)))
            }
            _ => None,
        };
        let trace = output.trace.zip(trace).map(|(path, file)| {
            let name = format!("--trace {}", path.display());
            QueuedFile::new(file, name, trace_gap)
        });
        Self {
            progress,
            json: json.map(JsonEvents::new),
            trace: trace.map(|file| TraceObserver::new(file, clocks.wall)),
            talk: output.talk.then(|| TalkScreen::new(text.open())),
            page,
            server,
        }
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
        all.extend(self.page.as_mut().map(|page| page as &mut dyn Spectator));
        all
    }

    /// Writes what only waited for more, and lets the page tell its readers of the end.
    pub(crate) fn finish(self, now: Instant) {
        if let Some(server) = self.server {
            server.finish();
        }
        if let Some(trace) = self.trace {
            warn_of_trace(trace.finish(now));
        }
    }
}

/// Serves the page of a match and says where, before the other side is waited for; without it the match goes on all the
/// same.
pub(crate) fn serve(socket: PageSocket, clock: MonotonicClock) -> Option<(MatchPage, PageServer)> {
    let (page, feed) = MatchPage::new(Arc::new(move || clock.now()));
    let (link, access) = (socket.link("/watch"), socket.access().clone());
    match socket.serve(match_pages(feed, access)) {
        Ok(server) => {
            stderr_line(format_args!("the match in a browser: {link}"));
            Some((page, server))
        }
        Err(failure) => {
            log::warn!("no page of the match: {failure}");
            None
        }
    }
}

/// The files and the page of those who watch, opened before the other side is waited for. Dropped unused, the new
/// ones are gone again: nothing came of the match.
pub(crate) struct ObserverFiles {
    json: Option<File>,
    trace: Option<File>,
    served: Option<(MatchPage, PageServer)>,
    made: Vec<PathBuf>,
}

impl ObserverFiles {
    /// Opens them.
    ///
    /// # Errors
    /// A file that cannot be made.
    pub(crate) fn open(output: &OutputPlan<'_>, clocks: MatchClocks) -> Result<Self, Failure> {
        let socket = output.serve.map(PageSocket::open).transpose()?;
        let mut files = Self {
            json: None,
            trace: None,
            served: None,
            made: Vec::new(),
        };
        if let Some(EventTarget::File(path)) = output.json {
            files.json = Some(files.open_one(path, output.appends)?);
        }
        if let Some(path) = output.trace {
            files.trace = Some(files.open_one(path, output.appends)?);
        }
        files.served = socket.and_then(|socket| serve(socket, clocks.running));
        Ok(files)
    }

    fn open_one(&mut self, path: &Path, resumes: bool) -> Result<File, Failure> {
        let is_new = !path.exists();
        let file = open_output(path, resumes)?;
        self.made.extend(is_new.then(|| path.to_owned()));
        Ok(file)
    }

    /// The files of the events and of the trace, to write to, and the page.
    fn keep(mut self) -> (Option<File>, Option<File>, Option<(MatchPage, PageServer)>) {
        self.made.clear();
        (self.json.take(), self.trace.take(), self.served.take())
    }
}

impl Drop for ObserverFiles {
    fn drop(&mut self) {
        for path in &self.made {
            if let Err(error) = std::fs::remove_file(path) {
                log::debug!("{}: {error}", path.display());
            }
        }
    }
}

/// Opens a file of a match: a resumed one goes on in it, and a new one overwrites nobody's, but for what a false
/// start has left.
///
/// # Errors
/// A file that cannot be made.
pub(crate) fn open_output(path: &Path, resumes: bool) -> Result<File, Failure> {
    let mut options = File::options();
    let is_old = resumes || is_false_start(path);
    let options = match is_old {
        true => options.append(true).create(true),
        false => options.write(true).create_new(true),
    };
    let refused = |what: &dyn std::fmt::Display| {
        Failure::new(Blame::Record, format!("{}: {what}", path.display()))
    };
    let file = options.open(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => refused(&format_args!(
            "{error}; choose another name or move it away"
        )),
        _ => refused(&error),
    })?;
    // Held as long as the file is open. What knows no locks, such as a pipe, is nobody's else.
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(refused(
            &"another program writes it just now; choose another name",
        ));
    }
    if is_old && !resumes {
        file.set_len(0).map_err(|error| refused(&error))?;
    }
    Ok(file)
}

/// Returns whether a file is a trace or a stream of events of ours without a move, or empty.
fn is_false_start(path: &Path) -> bool {
    let is_file = std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    let Some(text) = is_file.then(|| read_bytes(path).ok()).flatten() else {
        return false;
    };
    let text = String::from_utf8_lossy(&text);
    let mut lines = text.lines();
    let is_event = |line: &str| {
        let event = serde_json::from_str::<serde_json::Value>(line);
        event.is_ok_and(|event| event["v"].is_u64() && event["event"].is_string())
    };
    let is_ours = text.starts_with("# trace by sgmp-go ") || lines.all(is_event);
    let of_a_game = [":MOVE", "# begins: after move", "\"event\":\"move\""];
    is_ours && !of_a_game.iter().any(|sign| text.contains(sign))
}

/// Removes the trace and the events of a match that never began.
pub(super) fn remove_false_starts(output: &OutputPlan<'_>) {
    let events = match output.json {
        Some(EventTarget::File(path)) => Some(path),
        _ => None,
    };
    for path in output.trace.into_iter().chain(events) {
        if is_false_start(path)
            && let Err(error) = std::fs::remove_file(path)
        {
            log::debug!("{}: {error}", path.display());
        }
    }
}
