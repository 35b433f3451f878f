//! Ports, the judge's seat, and the end.

use std::io::IsTerminal;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sgmp_proto::{Instant, Pace};

use super::judged_piece::JudgedPiece;
use super::proxy_args::ProxyArgs;
use super::proxy_files::ProxyFiles;
use super::reconnecting_relay::{LinkEvent, ReconnectPolicy, ReconnectingRelay};
use super::referee::Referee;
use crate::cli::exit::{Exit, Failure};
use crate::cli::face::screen_terminal::has_screen;
use crate::cli::matches::child_exit::end_child;
use crate::cli::matches::match_progress::final_board;
use crate::cli::matches::match_run::MatchClocks;
use crate::cli::matches::match_screen::MatchScreen;
use crate::cli::matches::signals::Interrupts;
use crate::cli::output::stderr_line;
use crate::cli::values::choices::ColorArg;
use crate::cli::values::port_args::{open_failure, open_port, warn_of_holders};
use crate::engine::{Engine, Settings};
use crate::play::{Assessment, Count, End, Outcome, Terms, WallClock};
use crate::port::trace::{TraceBegin, TraceHead, TraceMark, Viewpoint};
use crate::port::{CableEnd, Connection, MonotonicClock, OpenError, Port, PortSpec, wall_clock};
use crate::record::GameResult;
use crate::rules::{ByColor, Game};

/// Time between two looks at the clocks.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Longest wait for the last bytes of one end when the other has gone.
const LAST_BYTES_TIMEOUT: Duration = Duration::from_millis(500);

/// Watches a match.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run(args: &ProxyArgs) -> Result<Exit, Failure> {
    let [a, b] = args.port.as_slice() else {
        return Err(Failure::new(
            Exit::Usage,
            "proxy stands between two ports: give --port twice",
        ));
    };
    if [a, b].contains(&&PortSpec::Stdio) {
        let what = "a proxy shows the match on standard output: - is no port for it";
        return Err(Failure::new(Exit::Usage, what));
    }
    if a.excludes(b) {
        let what = OpenError::GivenTwice(b.to_string());
        return Err(Failure::new(Exit::Usage, what));
    }
    let grid = args.legacy.grid(args.size);
    let grid = grid.map_err(|error| Failure::new(Exit::Usage, error))?;
    let terms = terms(args);
    let interrupts = Interrupts::listen_at_line()?;
    let mut files = ProxyFiles::new(args, &terms)?;
    let (ports, lines) = connect([a, b], args.baud, &interrupts)?;
    let MatchClocks {
        running: clock,
        wall,
    } = MatchClocks::start();
    let game = Game::new(terms.size, terms.komi).with_rules(terms.rules);
    let wants_screen = !args.quiet && !files.is_screen_taken() && has_screen();
    let screen = wants_screen.then(|| MatchScreen::watching(&terms, &game, None, clock));
    let screen = screen.transpose()?;
    let boards = std::io::stdout().is_terminal() && screen.is_none();
    let line = (args.baud, grid.numbering);
    let head = TraceHead::of_match(&terms, Viewpoint::Proxy, line, TraceBegin::Handshake);
    files.begin(&head);
    let mut seat = ProxyMatch {
        args,
        screen,
        referee: Referee::new(game, grid, terms.main_time, boards),
        terms,
        files,
        wall,
    };
    let how = (
        ReconnectPolicy::For(args.reconnect),
        Pace::from_baud(args.baud),
    );
    let mut relay = ReconnectingRelay::new(ports, lines, how, clock);
    let lost = seat.watch(&mut relay, clock, &interrupts);
    let ports = relay.close();
    let interrupted = interrupts.flag.load(Ordering::Relaxed);
    let exit = seat.end(lost, interrupted, clock.now());
    if !interrupted {
        for port in ports {
            end_child(port, &interrupts, args.quiet);
        }
    }
    Ok(exit)
}

/// Opens both ports, then waits for both programs.
fn connect(
    specs: [&PortSpec; 2],
    baud: u32,
    interrupts: &Interrupts,
) -> Result<([Port; 2], [Connection; 2]), Failure> {
    let mut ports = [open_port(specs[0], baud)?, open_port(specs[1], baud)?];
    for announcement in ports.iter().filter_map(Port::announcement) {
        stderr_line(announcement);
    }
    ports.iter().for_each(warn_of_holders);
    let [a, b] = &mut ports;
    let line = |port: &mut Port| {
        port.connect(Duration::MAX, &interrupts.flag)
            .map_err(open_failure)
    };
    let lines = [line(a)?, line(b)?];
    Ok((ports, lines))
}

/// The match as the judge between the two ends sees it.
struct ProxyMatch<'a> {
    args: &'a ProxyArgs,
    screen: Option<MatchScreen>,
    terms: Terms,
    referee: Referee,
    files: ProxyFiles,
    wall: WallClock,
}

impl ProxyMatch<'_> {
    /// Until the end, some time after it, or a stop; which side was lost, and how.
    fn watch(
        &mut self,
        relay: &mut ReconnectingRelay,
        clock: MonotonicClock,
        interrupts: &Interrupts,
    ) -> Option<String> {
        let mut over_since = None;
        let mut lost: Option<(Instant, String)> = None;
        while !interrupts.flag.load(Ordering::Relaxed) {
            let event = relay.watch(POLL_INTERVAL);
            let now = clock.now();
            if let Some(what) = event.and_then(|event| self.hear(event, now)) {
                lost.get_or_insert((now, what));
            }
            if let Some(late) = self.referee.late(now) {
                self.files.say(format_args!("{late} is over its time"));
                if let Some(events) = self.files.events() {
                    events.over_time(now, late);
                }
            }
            if self.referee.is_over() || self.referee.cycle().is_some() {
                over_since.get_or_insert(now);
                relay.game_over();
            }
            let gone = lost
                .as_ref()
                .is_some_and(|(at, _)| now.since(*at) >= LAST_BYTES_TIMEOUT);
            if gone || over_since.is_some_and(|at| now.since(at) >= self.args.linger) {
                break;
            }
        }
        let now = clock.now();
        let told = self.referee.finish(now);
        self.take(told, now);
        lost.map(|(_, what)| what)
    }

    /// Takes in an event of the link; returns the reason where a side is lost for good.
    fn hear(&mut self, event: LinkEvent, now: Instant) -> Option<String> {
        let port = |end: CableEnd| &self.args.port[end as usize];
        match event {
            LinkEvent::Bytes { from, at, bytes } => {
                let told = self.referee.watch(from, at, &bytes);
                self.take(told, now);
                None
            }
            LinkEvent::Down { end, what } => {
                let (side, why) = (self.referee.color_at(end), what.clone());
                self.mark(now, &TraceMark::LineDown { side, why });
                self.files.say(format_args!(
                    "{} is down ({what}); waiting for it to come back",
                    port(end)
                ));
                if let Some(screen) = &self.screen {
                    screen.set_trouble(Some(format!("{} is down", port(end))));
                }
                if let Some(events) = self.files.events() {
                    events.link_down(now, port(end), &what);
                }
                None
            }
            LinkEvent::Up { end } => {
                let side = self.referee.color_at(end);
                self.mark(now, &TraceMark::LineUp { side });
                let line = format_args!("{} is back; the match goes on", port(end));
                self.files.say(line);
                if let Some(screen) = &self.screen {
                    screen.set_trouble(None);
                }
                if let Some(events) = self.files.events() {
                    events.link_up(now, port(end));
                }
                None
            }
            LinkEvent::Lost { end, what } => Some(format!("{}: {what}", port(end))),
        }
    }

    fn mark(&mut self, now: Instant, mark: &TraceMark) {
        self.files.mark(self.wall.at(now), mark);
    }

    fn take(&mut self, told: Vec<JudgedPiece>, now: Instant) {
        for told in &told {
            self.files.take(told, &self.terms, self.wall);
            if let Some(screen) = &self.screen {
                screen.count_piece(told.at, told.piece.frame().is_some(), told.is_repeat());
            }
            // The screen shows moves by itself.
            let hides_moves = self.args.quiet || self.screen.is_some();
            if !(hides_moves && told.is_move()) {
                told.observations
                    .iter()
                    .for_each(|observation| self.files.say(observation));
            }
        }
        if let (Some(screen), false) = (&self.screen, told.is_empty()) {
            screen.watch(now, self.referee.game(), self.referee.clocks(now));
        }
        if told.iter().any(JudgedPiece::is_move) {
            self.files.keep((&self.terms, &self.referee), now);
        }
    }

    /// The last words, and the code.
    fn end(mut self, lost: Option<String>, interrupted: bool, now: Instant) -> Exit {
        // What is said now is for the terminal.
        self.screen = None;
        let outcome = outcome(&self.referee);
        let last = match (&outcome, &lost) {
            (Some(outcome), _) => ended(outcome.result(), outcome.end.to_string()),
            (None, Some(what)) => ended(GameResult::Unknown, format!("the line was lost: {what}")),
            (None, None) => TraceMark::Left,
        };
        self.mark(now, &last);
        self.tell_end(outcome.as_ref(), lost, now);
        let (moves, faults) = (self.referee.game().move_count(), self.referee.faults());
        self.files
            .say(format_args!("moves: {moves}, violations: {faults}"));
        if moves > 0 {
            let seen = (&self.terms, &self.referee);
            self.files.keep_last(seen, outcome.as_ref(), now);
            self.files
                .say(format_args!("record: {}", self.files.path().display()));
        }
        if let Some(events) = self.files.events() {
            events.totals(now, moves, faults);
        }
        match outcome {
            _ if self.files.has_failed() => Exit::Record,
            _ if faults > 0 => Exit::Check,
            Some(_) => Exit::Done,
            None if interrupted => Exit::Interrupted,
            None if moves == 0 => Exit::NoGame,
            None => Exit::Judge,
        }
    }

    fn tell_end(&mut self, outcome: Option<&Outcome>, lost: Option<String>, now: Instant) {
        match (outcome, lost) {
            (Some(outcome), _) => {
                self.files.say(final_board(self.referee.game(), outcome));
                if let Some(events) = self.files.events() {
                    events.settled(now, outcome);
                }
            }
            (None, Some(what)) => {
                self.files.say(format_args!("the line was lost: {what}"));
                if let Some(events) = self.files.events() {
                    events.lost(now, &what);
                }
            }
            (None, None) => {}
        }
    }
}

const fn ended(result: GameResult, reason: String) -> TraceMark {
    TraceMark::Ended { result, reason }
}

/// Outcome of the game by the rules, if it has one.
fn outcome(referee: &Referee) -> Option<Outcome> {
    let game = referee.game();
    if let Some(cycle) = referee.cycle() {
        return Some(Outcome::new(End::NoResult(cycle)));
    }
    referee.is_over().then(|| {
        let count = Count::new(game, Engine::new(Settings::default()).status(game));
        Outcome {
            end: End::TwoPasses,
            assessment: Some(Assessment::Count(count)),
        }
    })
}

fn terms(args: &ProxyArgs) -> Terms {
    Terms {
        // Nobody's side is ours.
        color: ColorArg::Black.into(),
        size: args.size,
        komi: args.komi,
        rules: args.rules,
        main_time: args.time,
        used: Duration::ZERO,
        names: ByColor::new(args.black.clone(), args.white.clone()),
        event: args.event.clone(),
        place: args.place.clone(),
        round: args.round.clone(),
        date: wall_clock().date().to_string(),
        handicap: sgmp_proto::Handicap::EVEN,
        dialect: crate::play::Dialect::Fjk,
    }
}
