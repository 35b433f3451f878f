//! Those who watch games on a server: lines for people, JSON events, and a trace of all lines.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use super::server_args::ServerOutputArgs;
use crate::cli::matches::observers::serve;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::picture::Picture;
use sgmp_engine::time_control::Clock;
use sgmp_faces::page_server::page_socket::{PageServer, PageSocket};
use sgmp_faces::web::MatchPage;
use sgmp_match::console::line_queue::{QueuedFile, text_gap};
use sgmp_match::console::{EventTarget, TextStream, stderr_line};
use sgmp_match::port::{MonotonicClock, now_rfc3339};
use sgmp_match::servers::{ServerEvent, ServerGame, ServerJson, ServerSpectator, Speaker};
use sgmp_match::spectators::json_events::json_gap;
use sgmp_proto::Instant;

/// Everybody who watches.
pub(super) struct ServerWatchers {
    lines: Option<Lines>,
    json: Option<ServerJson<Box<dyn Write>>>,
    trace: Option<LineTrace>,
    page: Option<MatchPage>,
    /// Its address.
    link: Option<String>,
    /// Serves the page until the end.
    server: Option<PageServer>,
}

/// The use of the terminal for games on a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TerminalUse {
    /// Lines.
    Lines,
    /// Lines, and the board when we are to move.
    LinesAndBoards,
    /// A screen, which shows moves and clocks itself.
    Screen,
}

impl ServerWatchers {
    /// Gives them their files, their streams and the socket of their page.
    ///
    /// # Errors
    /// A file that cannot be written, or an address that is taken.
    pub(super) fn open(
        args: &ServerOutputArgs,
        terminal: TerminalUse,
        clock: MonotonicClock,
    ) -> Result<Self, Failure> {
        let socket = args.spectators.serve.map(PageSocket::open).transpose()?;
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
        let trace = trace.transpose()?;
        let link = socket.as_ref().map(|socket| socket.link("/watch"));
        let (page, server) = socket.and_then(|socket| serve(socket, clock)).unzip();
        Ok(Self {
            lines: (!args.quiet).then(|| Lines::new(stream, terminal)),
            json: json.map(ServerJson::new),
            trace,
            page,
            link,
            server,
        })
    }

    /// Says where the page is, again, on a screen that has covered it.
    pub(super) fn tell_page(&self) {
        if let (Some(link), Some(_)) = (&self.link, &self.page) {
            stderr_line(format_args!("the match in a browser: {link}"));
        }
    }

    /// Says again what was said on a screen that is gone, and lets the page tell its readers of the end.
    pub(super) fn finish(self) {
        if let Some(lines) = self.lines {
            lines.finish();
        }
        if let Some(server) = self.server {
            server.finish();
        }
    }

    /// All of them.
    pub(super) fn all(&mut self) -> Vec<&mut dyn ServerSpectator> {
        let Self {
            lines,
            json,
            trace,
            page,
            ..
        } = self;
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
        all.extend(page.as_mut().map(|page| page as &mut dyn ServerSpectator));
        all
    }
}

/// Opens a file to add to it: a program that was killed goes on with its files.
fn open(path: &Path, name: &str) -> Result<File, Failure> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.map_err(|error| Failure::new(Blame::Record, format!("{name}: {error}")))
}

/// Ends of games that are told again after a screen.
const MAX_ENDS: usize = 10;

/// Lines for people.
struct Lines {
    stream: TextStream,
    terminal: TerminalUse,
    /// The latest ends of games, while there is a screen.
    ends: VecDeque<String>,
}

impl Lines {
    const fn new(stream: TextStream, terminal: TerminalUse) -> Self {
        Self {
            stream,
            terminal,
            ends: VecDeque::new(),
        }
    }

    /// Tells ends of games again: the screen on which they stood is gone.
    fn finish(self) {
        self.ends.iter().for_each(|end| self.stream.line(end));
    }

    fn keep_end(&mut self, event: &ServerEvent) {
        self.ends.push_back(event.to_string());
        if self.ends.len() > MAX_ENDS {
            self.ends.pop_front();
        }
    }
}

impl ServerSpectator for Lines {
    fn event(&mut self, _: Instant, event: &ServerEvent, game: Option<&ServerGame>) {
        use ServerEvent::{Lost, Moved, OurTurn, Over};
        match (self.terminal, event) {
            (TerminalUse::Screen, Moved { .. } | OurTurn(Clock::Main { .. })) => return,
            (TerminalUse::Screen, Over(_) | Lost(_)) => self.keep_end(event),
            _ => {}
        }
        self.stream.line(event);
        if let (OurTurn(_), TerminalUse::LinesAndBoards, Some(game)) = (event, self.terminal, game)
        {
            self.stream.line(Picture::from_game(game.game()));
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
