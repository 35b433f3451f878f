//! Those who watch games on a server: lines for people, JSON events, and a trace of all lines.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use super::server_args::ServerOutputArgs;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::picture::Picture;
use sgmp_board::rules::Game;
use sgmp_match::console::line_queue::{QueuedFile, text_gap};
use sgmp_match::console::{EventTarget, TextStream};
use sgmp_match::port::now_rfc3339;
use sgmp_match::servers::{ServerEvent, ServerJson, ServerSpectator, Speaker};
use sgmp_match::spectators::json_events::json_gap;
use sgmp_proto::Instant;

/// Everybody who watches.
pub(super) struct ServerWatchers {
    lines: Option<Lines>,
    json: Option<ServerJson<Box<dyn Write>>>,
    trace: Option<LineTrace>,
}

impl ServerWatchers {
    /// Gives them their files and streams; `boards` shows the board when we are to move.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn open(args: &ServerOutputArgs, boards: bool) -> Result<Self, Failure> {
        let target = args.json.as_deref().map(EventTarget::from);
        let json: Option<Box<dyn Write>> = match target {
            Some(EventTarget::Stdout) => Some(Box::new(TextStream::Stdout.writer())),
            Some(EventTarget::File(path)) => {
                let name = format!("--json {}", path.display());
                let file = open(path, &name)?;
                Some(Box::new(QueuedFile::new(file, name, json_gap)))
            }
            None => None,
        };
        let trace = args.trace.as_deref().map(|path| {
            let name = format!("--trace {}", path.display());
            let file = open(path, &name)?;
            Ok::<_, Failure>(LineTrace(QueuedFile::new(file, name, text_gap)))
        });
        let stream = match target {
            Some(EventTarget::Stdout) => TextStream::Stderr,
            _ => TextStream::Stdout,
        };
        Ok(Self {
            lines: (!args.quiet).then_some(Lines { stream, boards }),
            json: json.map(ServerJson::new),
            trace: trace.transpose()?,
        })
    }

    /// All of them.
    pub(super) fn all(&mut self) -> Vec<&mut dyn ServerSpectator> {
        let Self { lines, json, trace } = self;
        let mut all: Vec<&mut dyn ServerSpectator> = Vec::new();
        all.extend(
            trace
                .as_mut()
                .map(|trace| trace as &mut dyn ServerSpectator),
        );
        all.extend(json.as_mut().map(|json| json as &mut dyn ServerSpectator));
        all.extend(
            lines
                .as_mut()
                .map(|lines| lines as &mut dyn ServerSpectator),
        );
        all
    }
}

/// Opens a file to add to it: a program that was killed goes on with its files.
fn open(path: &Path, name: &str) -> Result<File, Failure> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.map_err(|error| Failure::new(Blame::Record, format!("{name}: {error}")))
}

/// Lines for people.
struct Lines {
    stream: TextStream,
    boards: bool,
}

impl ServerSpectator for Lines {
    fn event(&mut self, _: Instant, event: &ServerEvent, game: Option<&Game>) {
        self.stream.line(event);
        if let (ServerEvent::OurTurn(_), true, Some(game)) = (event, self.boards, game) {
            self.stream.line(Picture::from_game(game));
        }
    }
}

/// Every line with its time.
struct LineTrace(QueuedFile);

impl ServerSpectator for LineTrace {
    fn line(&mut self, _: Instant, from: Speaker, line: &str) {
        let sign = match from {
            Speaker::Server => '<',
            Speaker::Us => '>',
        };
        // A trace that cannot be written ends no game; the queue tells of lost lines.
        let _ = writeln!(self.0, "{} {sign} {line}", now_rfc3339()).and_then(|()| self.0.flush());
    }
}
