//! Ports, files, the screen, and the end.

use std::fs::File;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use proto::Instant;

use super::super::args::{ColorArg, SgfFormat, parse_size};
use super::super::duration::parse_duration;
use super::super::exit::{Exit, Failure};
use super::super::farewell::end_child;
use super::super::files::{SgfFile, free_sgf};
use super::super::match_command::clocks;
use super::super::progress::final_board;
use super::super::say::{complain, say};
use super::super::stop::Stop;
use super::referee::{Referee, Told};
use crate::engine::{Engine, Settings};
use crate::play::{Count, End as GameEnd, Outcome, Shelf, Terms, WallClock, record};
use crate::port::trace::{Direction, TraceWriter};
use crate::port::{
    DEFAULT_BAUD, Line, LineSettings, MonotonicClock, OpenError, Passed, Port, PortSpec, Relay,
    wall_clock,
};
use crate::rules::{BoardSize, ByColor, Game, Komi, Rules, score};

/// How often the clocks are looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// What the other end has to say when one has gone.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Between two programs.
#[derive(Debug, Args)]
pub struct ProxyArgs {
    /// Where the two programs are: twice, in the forms of every --port but -
    #[arg(long, short, value_name = "PORT", required = true)]
    pub port: Vec<PortSpec>,

    /// Speed of serial ports in bits a second
    #[arg(long, default_value_t = DEFAULT_BAUD, value_parser = clap::value_parser!(u32).range(50..))]
    pub baud: u32,

    /// The record to write [default: date, players and round in this directory]
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,

    /// Form of the record
    #[arg(long, value_enum, default_value = "fjk")]
    pub sgf_format: SgfFormat,

    /// Write every frame to a hex trace that `replay` reads
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Show no progress, only what is wrong and the end
    #[arg(long, short)]
    pub quiet: bool,

    /// Time of each side for the whole game
    #[arg(long, default_value = "50m", value_parser = parse_duration)]
    pub time: Duration,

    /// Komi
    #[arg(long, default_value = "5.5", allow_hyphen_values = true)]
    pub komi: Komi,

    /// Rules of Go: japanese or chinese
    #[arg(long, default_value = "japanese")]
    pub rules: Rules,

    /// Lines of the board, 2 to 19
    #[arg(long, default_value = "19", value_parser = parse_size)]
    pub size: BoardSize,

    /// Black's name
    #[arg(long, default_value = "Black", value_name = "NAME")]
    pub black: String,

    /// White's name
    #[arg(long, default_value = "White", value_name = "NAME")]
    pub white: String,

    /// Name of the tournament
    #[arg(long, default_value = "Computer Go match")]
    pub event: String,

    /// Place of the tournament
    #[arg(long, default_value = "")]
    pub place: String,

    /// The round
    #[arg(long, default_value = "1")]
    pub round: String,

    /// After the end, how long to go on passing repeats
    #[arg(long, default_value = "45s", value_parser = parse_duration)]
    pub linger: Duration,
}

/// Watches a match.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(in crate::cli) fn run(args: &ProxyArgs) -> Result<Exit, Failure> {
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
    let terms = terms(args);
    let stop = Stop::listen()?;
    let files = Files::new(args, &terms)?;
    let (ports, lines) = connect([a, b], args.baud, &stop)?;
    let (clock, wall) = clocks();
    let game = Game::new(terms.size, terms.komi).with_rules(terms.rules);
    let boards = std::io::stdout().is_terminal();
    let mut seat = Seat {
        args,
        referee: Referee::new(game, terms.main_time, boards),
        terms,
        files,
        wall,
    };
    let relay = Relay::start(lines, clock);
    let broken = seat.watch(&relay, clock, &stop);
    drop(relay);
    let interrupted = stop.flag.load(Ordering::Relaxed);
    let exit = seat.end(broken, interrupted);
    if !interrupted {
        for port in ports {
            end_child(Some(port), &stop, args.quiet);
        }
    }
    Ok(exit)
}

/// Opens both ports, then waits for both programs.
fn connect(
    specs: [&PortSpec; 2],
    baud: u32,
    stop: &Stop,
) -> Result<([Port; 2], [Line; 2]), Failure> {
    let open = |spec| Port::open(spec, &LineSettings { baud }).map_err(failure);
    let mut ports = [open(specs[0])?, open(specs[1])?];
    for announcement in ports.iter().filter_map(Port::announcement) {
        complain(announcement);
    }
    let [a, b] = &mut ports;
    let line = |port: &mut Port| port.connect(Duration::MAX, &stop.flag).map_err(failure);
    let lines = [line(a)?, line(b)?];
    Ok((ports, lines))
}

/// Where the judge sits.
struct Seat<'a> {
    args: &'a ProxyArgs,
    terms: Terms,
    referee: Referee,
    files: Files,
    wall: WallClock,
}

impl Seat<'_> {
    /// Until the end, some time after it, or a stop; which line broke, and how.
    fn watch(&mut self, relay: &Relay, clock: MonotonicClock, stop: &Stop) -> Option<String> {
        let mut over_since = None;
        let mut broken: Option<(Instant, String)> = None;
        while !stop.flag.load(Ordering::Relaxed) {
            let passed = relay.watch(LOOK_EVERY);
            let now = clock.now();
            match passed {
                Some(Passed::Bytes { from, at, bytes }) => {
                    let told = self.referee.watch(from, at, &bytes);
                    self.take(told);
                }
                Some(Passed::Broken { end, what }) => {
                    let port = &self.args.port[end as usize];
                    broken.get_or_insert((now, format!("{port}: {what}")));
                }
                None => {}
            }
            if let Some(late) = self.referee.late(now) {
                say(format_args!("{late} is over its time"));
            }
            if self.referee.is_over() || self.referee.cycle().is_some() {
                over_since.get_or_insert(now);
            }
            let gone = broken
                .as_ref()
                .is_some_and(|(at, _)| now.since(*at) >= LAST_WORDS);
            if gone || over_since.is_some_and(|at| now.since(at) >= self.args.linger) {
                break;
            }
        }
        let told = self.referee.finish(clock.now());
        self.take(told);
        broken.map(|(_, what)| what)
    }

    fn take(&mut self, told: Vec<Told>) {
        let is_move = told.iter().any(|told| told.is_move);
        for told in told {
            self.files.trace(&told, self.wall);
            if !(self.args.quiet && told.is_move) {
                told.remarks.iter().for_each(say);
            }
        }
        if is_move {
            self.files.keep(&self.terms, &self.referee, None);
        }
    }

    /// The last words, and the code.
    fn end(mut self, broken: Option<String>, interrupted: bool) -> Exit {
        let (referee, outcome) = (&self.referee, outcome(&self.referee));
        match (&outcome, broken) {
            (Some(outcome), _) => say(final_board(referee.game(), outcome)),
            (None, Some(what)) => say(format_args!("the line was lost: {what}")),
            (None, None) => {}
        }
        let (moves, faults) = (referee.game().move_count(), referee.faults());
        say(format_args!("moves: {moves}, violations: {faults}"));
        if moves > 0 {
            self.files.keep(&self.terms, referee, outcome.as_ref());
            say(format_args!("record: {}", self.files.path.display()));
        }
        match outcome {
            _ if self.files.failed => Exit::Record,
            _ if faults > 0 => Exit::Check,
            Some(_) => Exit::Done,
            None if interrupted => Exit::Interrupted,
            None if moves == 0 => Exit::NoGame,
            None => Exit::Judge,
        }
    }
}

/// What the rules say of the game's end, if they do.
fn outcome(referee: &Referee) -> Option<Outcome> {
    let game = referee.game();
    if let Some(cycle) = referee.cycle() {
        let end = GameEnd::NoResult(cycle);
        return Some(Outcome { end, count: None });
    }
    referee.is_over().then(|| {
        let status = Box::new(Engine::new(Settings::default()).status(game));
        let score = score::count(game, &status);
        Outcome {
            end: GameEnd::TwoPasses,
            count: Some(Count { status, score }),
        }
    })
}

/// Trace and record.
struct Files {
    trace: Option<TraceWriter<File>>,
    shelf: SgfFile,
    path: PathBuf,
    failed: bool,
}

impl Files {
    fn new(args: &ProxyArgs, terms: &Terms) -> Result<Self, Failure> {
        let refused = |path: &PathBuf, error: &dyn std::fmt::Display| {
            let what = format!(
                "{}: {error}; choose another name or move it away",
                path.display()
            );
            Failure::new(Exit::Record, what)
        };
        let path = match &args.sgf {
            None => free_sgf(terms)?,
            Some(path) if path.exists() => return Err(refused(path, &"it exists already")),
            Some(path) => path.clone(),
        };
        let create = |path: &PathBuf| File::create_new(path).map_err(|error| refused(path, &error));
        let trace = args.trace.as_ref().map(create).transpose()?;
        Ok(Self {
            trace: trace.map(TraceWriter::new),
            shelf: SgfFile::new(path.clone(), args.sgf_format.into()),
            path,
            failed: false,
        })
    }

    fn trace(&mut self, told: &Told, wall: WallClock) {
        if let Some(trace) = &mut self.trace
            && let Err(error) = trace.piece(wall.at(told.at), Direction::By(told.from), &told.piece)
        {
            log::warn!("the trace cannot be written: {error}");
        }
    }

    fn keep(&mut self, terms: &Terms, referee: &Referee, outcome: Option<&Outcome>) {
        let record = record(terms, referee.game(), referee.times(), outcome);
        let kept = self.shelf.keep(&record);
        self.failed = kept.is_err();
        if let Err(error) = kept {
            log::warn!("{error}");
        }
    }
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
        handicap: proto::Handicap::EVEN,
        dialect: crate::play::Dialect::Fjk,
    }
}

fn failure(error: OpenError) -> Failure {
    match error {
        OpenError::Stopped => Failure::new(Exit::Interrupted, error),
        error => Failure::new(Exit::Port, error),
    }
}
