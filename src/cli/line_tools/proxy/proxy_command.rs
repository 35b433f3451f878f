//! Ports, the judge's seat, and the end.

use std::io::IsTerminal;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use sgmp_proto::{Instant, Pace};

use super::proxy_args::ProxyArgs;
use super::proxy_files::ProxyFiles;
use super::proxy_start::{ProxyStart, Watch};
use crate::cli::exit::Exit;
use crate::cli::matches::child_exit::end_child;
use crate::cli::values::port_args::{open_failure, open_port, warn_of_holders};
use sgmp_board::failure::{Blame, Failure};
use sgmp_engine::engine::{Engine, Settings};
use sgmp_engine::search::Outlook;
use sgmp_faces::match_view::match_screen::MatchScreen;
use sgmp_faces::terminal::screen_terminal::has_screen;
use sgmp_match::console::operator::Keyboard;
use sgmp_match::console::operator_menu::{MatchStage, OperatorMenu, Players, StageFlag};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::stderr_line;
use sgmp_match::line_judge::judged_piece::JudgedPiece;
use sgmp_match::line_judge::proxy_journal::{ProxyJournal, WatchEntry};
use sgmp_match::line_judge::reconnecting_relay::{LinkEvent, ReconnectPolicy, ReconnectingRelay};
use sgmp_match::line_judge::referee::Referee;
use sgmp_match::match_files::Paths;
use sgmp_match::play::duration;
use sgmp_match::play::{
    Assessment, Count, Dispute, End, LinkLoss, OperatorDecision, Outcome, Pause, Terms, WallClock,
};
use sgmp_match::port::trace::{TraceBegin, TraceHead, TraceMark, Viewpoint};
use sgmp_match::port::{
    CableEnd, Connection, DriverInput, MonotonicClock, OpenError, Operator, Port, PortSpec,
};
use sgmp_match::spectators::advice::untold_end_of_others;
use sgmp_match::spectators::match_progress::final_board;
use sgmp_match::spectators::pause_words;

/// Time between two looks at the clocks.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Lines on violations that are told again after the screen.
const MAX_VIOLATIONS: usize = 20;

/// Longest wait for the last bytes of one end when the other has gone.
const LAST_BYTES_TIMEOUT: Duration = Duration::from_millis(500);

/// Watches a match.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run(args: &ProxyArgs) -> Result<Exit, Failure> {
    let [a, b] = args.port.as_slice() else {
        return Err(Failure::new(
            Blame::Usage,
            "proxy stands between two ports: give --port twice",
        ));
    };
    if [a, b].contains(&&PortSpec::Stdio) {
        let what = "a proxy shows the match on standard output: - is no port for it";
        return Err(Failure::new(Blame::Usage, what));
    }
    if a.excludes(b) {
        let what = OpenError::GivenTwice(b.to_string());
        return Err(Failure::new(Blame::Usage, what));
    }
    let interrupts = Interrupts::listen_at_line()?;
    let start = ProxyStart::new(args, &interrupts)?;
    let mut files = ProxyFiles::new(args, &start)?;
    let (ports, lines) = connect([a, b], args.baud, &interrupts)?;
    let wants_screen = !args.quiet && !files.is_screen_taken() && has_screen();
    let (played, paths) = (start.played.clone(), start.paths.clone());
    let boards = std::io::stdout().is_terminal() && !wants_screen;
    let Watch {
        referee,
        journal,
        clocks,
        pause,
    } = start.begin(boards)?;
    let (clock, terms) = (clocks.running, played.terms);
    let (sender, inputs) = channel();
    let stage = StageFlag::default();
    let menu = OperatorMenu::new(stage.clone(), Players::Others);
    let screen = wants_screen
        .then(|| MatchScreen::watching(&terms, referee.game(), Some(sender.clone()), clock));
    let screen = screen.transpose()?;
    let keyboard = screen.as_ref().map_or(Keyboard::Ours, |screen| {
        Keyboard::Screen(screen.menu(menu.clone()))
    });
    interrupts.hand_over(sender, menu, keyboard);
    let line = (args.baud, played.grid.numbering);
    let begin = match referee.game().move_count() {
        0 => TraceBegin::Handshake,
        moves => TraceBegin::After(moves),
    };
    files.begin(TraceHead::of_match(&terms, Viewpoint::Proxy, line, begin));
    let mut seat = ProxyMatch {
        args,
        screen,
        referee,
        terms,
        files,
        journal,
        paths,
        stage,
        wall: clocks.wall,
        stopped: None,
        violations: Vec::new(),
    };
    seat.go_on(pause, clock.now());
    let how = (
        ReconnectPolicy::For(args.reconnect),
        Pace::from_baud(args.baud),
    );
    let log = seat.journal.log();
    let mut relay = ReconnectingRelay::new(ports, lines, how, log, clock);
    let lost = seat.watch(&mut relay, clock, &inputs);
    let ports = relay.close();
    let interrupted = seat.stopped == Some(Stopped::Left);
    interrupts.take_back();
    let exit = seat.end(lost, clock.now());
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

/// The operator's word that ends the watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stopped {
    /// It can be resumed.
    Left,
    /// The judge has stopped the game.
    ByJudge,
}

/// The match as the judge between the two ends sees it.
struct ProxyMatch<'a> {
    args: &'a ProxyArgs,
    screen: Option<MatchScreen>,
    terms: Terms,
    referee: Referee,
    files: ProxyFiles,
    journal: ProxyJournal,
    paths: Paths,
    stage: StageFlag,
    wall: WallClock,
    stopped: Option<Stopped>,
    /// Lines that were told on the screen alone, to be seen when it has gone.
    violations: Vec<String>,
}

impl ProxyMatch<'_> {
    /// Shows where the match stands that goes on.
    fn go_on(&mut self, pause: Option<Pause>, now: Instant) {
        if let ([a, b], false) = (&self.args.port[..], self.args.quiet) {
            self.files
                .say(format_args!("between {a} and {b}; Ctrl-C asks"));
        }
        if let Some(standing) = self.referee.standing() {
            self.files.say(&standing);
            if let Some(events) = self.files.events() {
                events.observed(now, &standing, &self.terms);
            }
            if self.screen.is_some() && standing.stays() {
                self.violations.push(standing.to_string());
            }
        }
        if self.referee.has_begun() {
            self.files.keep((&self.terms, &self.referee), now);
        }
        if let Some(pause) = pause {
            self.tell_pause(&pause, now);
        }
        self.show(now);
        self.note_stage();
    }

    /// Until the end, some time after it, or a stop; which side was lost, and how.
    fn watch(
        &mut self,
        relay: &mut ReconnectingRelay,
        clock: MonotonicClock,
        inputs: &Receiver<DriverInput>,
    ) -> Option<String> {
        let mut over_since = None;
        let mut lost: Option<(Instant, String)> = None;
        while self.stopped.is_none() {
            let event = relay.watch(POLL_INTERVAL);
            let now = clock.now();
            if let Some(what) = event.and_then(|event| self.hear(event, now)) {
                lost.get_or_insert((now, what));
            }
            for input in inputs.try_iter() {
                self.obey(input, now);
            }
            if let Some(late) = self.referee.late(now) {
                self.files.say(format_args!("{late} is over its time"));
                if let Some(events) = self.files.events() {
                    events.over_time(now, late);
                }
            }
            if self.referee.is_over() || self.referee.cycle().is_some() {
                if over_since.is_none() {
                    self.files.say(format_args!(
                        "the game is over; its last frames are waited for, until a side leaves or for {} (--linger)",
                        duration::clock(self.args.linger)
                    ));
                    over_since = Some(now);
                }
                relay.game_over();
            }
            self.note_stage();
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

    /// Does what the operator says.
    fn obey(&mut self, input: DriverInput, now: Instant) {
        match input {
            DriverInput::Operator(Operator::Leaves) => self.stopped = Some(Stopped::Left),
            DriverInput::Operator(Operator::Decides(OperatorDecision::JudgeStops)) => {
                self.stopped = Some(Stopped::ByJudge);
            }
            DriverInput::Operator(Operator::Decides(OperatorDecision::PauseCharged(word))) => {
                self.journal.append(WatchEntry::charged(word, now));
                match self.referee.charge(word, now) {
                    Ok(pause) => {
                        self.tell_pause(&pause, now);
                        self.files.keep((&self.terms, &self.referee), now);
                    }
                    Err(why) => self.files.say(why.to_string()),
                }
                self.show(now);
            }
            _ => {}
        }
    }

    fn tell_pause(&mut self, pause: &Pause, now: Instant) {
        self.files.say(pause_words::charged(pause, &self.terms));
        if let Some(events) = self.files.events() {
            events.pause_charged(now, pause, &self.terms);
        }
    }

    /// The menu of Ctrl-C offers what there is to decide.
    fn note_stage(&self) {
        let has_begun = self.referee.has_begun() || !self.referee.knows_board();
        self.stage.set(match has_begun {
            _ if self.referee.is_over() => MatchStage::Over,
            true => MatchStage::InPlay,
            false => MatchStage::BeforeGame,
        });
    }

    fn show(&self, now: Instant) {
        let Some(screen) = &self.screen else {
            return;
        };
        if self.referee.knows_board() {
            screen.watch(now, self.referee.game(), self.referee.clocks(now));
        } else {
            screen.watch_unknown();
        }
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
                // Nothing passes until the port is back, so that no bytes come in between.
                self.journal.append(WatchEntry::line_down(end, now));
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
                self.referee.line_is_back();
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
            if self.screen.is_some() {
                let stays = told.observations.iter().filter(|told| told.stays());
                self.violations.extend(stays.map(ToString::to_string));
            }
        }
        if !told.is_empty() {
            self.show(now);
        }
        if told.iter().any(JudgedPiece::changes_record) {
            self.files.keep((&self.terms, &self.referee), now);
        }
    }

    /// The last words, and the code.
    fn end(mut self, lost: Option<String>, now: Instant) -> Exit {
        // What is said now is for the terminal.
        self.screen = None;
        self.tell_violations();
        let outcome = outcome(&self.referee, self.stopped, lost.as_deref());
        let last = match &outcome {
            Some(outcome) => TraceMark::Ended {
                result: outcome.result(),
                reason: outcome.end.to_string(),
            },
            None => TraceMark::Left,
        };
        self.mark(now, &last);
        let (moves, faults) = (self.referee.game().move_count(), self.referee.faults());
        if let Some(outcome) = &outcome {
            self.tell_end(outcome, moves, now);
        }
        self.tell_operators(outcome.as_ref());
        for doubt in self.referee.doubts() {
            self.files.say(doubt);
        }
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
        self.leave_journal(outcome.as_ref());
        match outcome {
            _ if self.files.has_failed() => Exit::Record,
            _ if faults > 0 && self.stopped != Some(Stopped::Left) => Exit::Check,
            None if self.stopped == Some(Stopped::Left) => Exit::Interrupted,
            Some(outcome) if moves > 0 => Exit::for_outcome(&outcome),
            _ if !self.referee.knows_board() => Exit::Judge,
            _ => Exit::NoGame,
        }
    }

    fn tell_end(&mut self, outcome: &Outcome, moves: usize, now: Instant) {
        match moves {
            0 => self.files.say(&outcome.end),
            _ => self.files.say(final_board(self.referee.game(), outcome)),
        }
        if let Some(events) = self.files.events() {
            events.settled(now, outcome);
        }
    }

    /// Says what has to be done at the two programs, which know of no end but two passes; a game without a board can
    /// be stopped, too.
    fn tell_operators(&self, outcome: Option<&Outcome>) {
        let stop = End::Judge(Dispute::Operator);
        let end = match outcome {
            Some(outcome) => &outcome.end,
            None if self.stopped == Some(Stopped::ByJudge) => &stop,
            None => return,
        };
        if let [a, b] = &self.args.port[..]
            && let Some(advice) = untold_end_of_others(end, [a.kind(), b.kind()])
        {
            self.files.say(advice);
        }
    }

    /// The screen has gone, and what it said of the wire with it.
    fn tell_violations(&mut self) {
        let lines = std::mem::take(&mut self.violations);
        for line in lines.iter().take(MAX_VIOLATIONS) {
            self.files.say(line);
        }
        if let Some(more @ 1..) = lines.len().checked_sub(MAX_VIOLATIONS) {
            self.files.say(format_args!("and {more} more"));
        }
    }

    /// Ends the journal of a game that is over, keeps that of one that can go on and says how, and removes that of
    /// none.
    fn leave_journal(&self, outcome: Option<&Outcome>) {
        let can_go_on = self.referee.has_begun() && self.referee.knows_board();
        match outcome {
            Some(outcome) if !outcome.end.is_interruption() => {
                self.journal.append(WatchEntry::Ended {
                    result: outcome.result().to_string(),
                    reason: outcome.end.to_string(),
                });
                self.journal.settle();
            }
            _ if can_go_on => {
                self.journal.settle();
                let command = self.args.resume_command(&self.paths.journal);
                stderr_line(format_args!("to go on: {command}"));
            }
            _ if !self.referee.has_begun() => self.paths.remove(),
            _ => {}
        }
    }
}

/// Outcome of the game, by the rules or for the judge; `None` where the watch was left, and where there is no
/// board to judge.
fn outcome(referee: &Referee, stopped: Option<Stopped>, lost: Option<&str>) -> Option<Outcome> {
    let game = referee.game();
    if !referee.knows_board() {
        return None;
    }
    if let Some(cycle) = referee.cycle() {
        return Some(Outcome::new(End::NoResult(cycle)));
    }
    if referee.is_over() {
        let count = Count::new(game, Engine::new(Settings::default()).status(game));
        return Some(Outcome {
            assessment: Some(Assessment::Count(count)),
            ..Outcome::new(End::TwoPasses)
        });
    }
    let dispute = match (stopped, lost) {
        (Some(Stopped::ByJudge), _) => Dispute::Operator,
        (_, Some(what)) => Dispute::LinkLost(LinkLoss::Line(what.to_owned())),
        (Some(Stopped::Left) | None, None) => return None,
    };
    let outlook = (game.move_count() > 0).then(|| Outlook::from_game(game));
    Some(Outcome {
        assessment: outlook.flatten().map(Assessment::Outlook),
        ..Outcome::new(End::Judge(dispute))
    })
}
