//! `match`: a whole match over the wire, from the port to the record.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::child_exit::end_child;
use super::explainer::{Explainer, Remarks};
use super::local_player::LocalPlayer;
use super::match_args::{MatchArgs, TermsArgs, TimesArgs};
use super::match_files::{self, Paths, SgfFile};
use super::match_hooks::{MatchHooks, NoHooks};
use super::match_progress::screen;
use super::observers::{Observers, Screen};
use super::signals::{Interrupts, SettledFlag};
use super::talk::Talker;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::stderr_line;
use crate::cli::values::duration::TOURNAMENT_RESEND;
use crate::cli::values::port_args::PortArgs;
use crate::play::journal::{Journal, standing_moves};
use crate::play::{
    ClaimPolicy, Dialect, End, JournalSink, Match, NoGame, Outcome, RecordSink, Terms, WallClock,
};
use crate::port::{
    Connection, Driver, DriverResult, DriverSettings, Finish, MonotonicClock, OpenError, Port,
    PortSpec, SerialSettings, wall_clock,
};
use crate::rules::{BoardSize, Color, Game, Handicap};
use sgmp_proto::{Clause, Config, Pace, Session, Stop, Strictness};

/// A doubt lasts a little longer than the peer takes to repeat itself.
const DOUBT_BEYOND_RESEND: Duration = Duration::from_secs(5);

/// Plays the match.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run(args: &MatchArgs) -> Result<Exit, Failure> {
    let interrupts = Interrupts::listen()?;
    let seats = |interrupts: &Interrupts| LocalPlayer::start(&args.player, interrupts);
    let types = args.wire.talk && !matches!(args.line.port, Some(PortSpec::Stdio));
    if types {
        return run_with(args, &seats, &interrupts, &mut Talker::default());
    }
    run_with(args, &seats, &interrupts, &mut NoHooks)
}

/// Plays the match with this player and hooks.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run_with(
    args: &MatchArgs,
    seats: &dyn Fn(&Interrupts) -> Result<LocalPlayer, Failure>,
    interrupts: &Interrupts,
    hooks: &mut dyn MatchHooks,
) -> Result<Exit, Failure> {
    args.wire.check()?;
    if args.resume.is_none() && args.wire.form() == Dialect::Gmp {
        return super::series::run(args, seats, interrupts, hooks);
    }
    let mut seat = seats(interrupts)?;
    let prepared = match &args.resume {
        None => Prepared::new(args, seat.name())?,
        Some(journal) => Prepared::resumed(journal)?,
    };
    config_of(prepared.terms(), args)?;
    seat.set_up(prepared.terms(), interrupts)?;
    hooks.terms_known(prepared.terms(), prepared.game());
    let spec = port_spec(&args.line)?;
    let mut port = open(spec, &args.line)?;
    let (clock, wall) = clocks();
    let mut line = connect(&mut port, &interrupts.flag, args)?;
    if prepared.terms().color == Color::Black && args.resume.is_none() {
        // Old input is discarded by Black before its first NEWGAME, and by nobody else.
        line.reader
            .discard_input()
            .map_err(|error| Failure::new(Exit::Port, error))?;
    }
    let screen = screen_of(args, hooks);
    // Before the journal: a name that is taken must not leave an unfinished match behind.
    let mut observers = Observers::new(args, screen, &port.description(), wall)?;
    let paths = prepared.paths();
    let people = People {
        seat,
        interrupts,
        hooks,
    };
    let wire = Line {
        port,
        line,
        unread: Vec::new(),
    };
    let remains = play(args, prepared, people, wire, (clock, wall), &mut observers)?;
    let DriverResult {
        finish,
        mut game,
        port,
        ..
    } = remains;
    observers.finish(clock.now());
    end_child(port, interrupts, args.output.quiet);
    Ok(report(args, screen, (&finish, &mut game), &paths))
}

/// Those who take part in a match.
pub(crate) struct People<'a> {
    pub(crate) seat: LocalPlayer,
    pub(crate) interrupts: &'a Interrupts,
    pub(crate) hooks: &'a mut dyn MatchHooks,
}

/// The port with its open line, and what has come over it before the match.
pub(crate) struct Line {
    pub(crate) port: Port,
    pub(crate) line: Connection,
    pub(crate) unread: Vec<u8>,
}

/// A match ready to be started.
pub(crate) enum Prepared {
    New {
        terms: Box<Terms>,
        paths: Paths,
    },
    /// The full protocol's handshake is done.
    Agreed {
        terms: Box<Terms>,
        paths: Paths,
        session: Box<Session>,
    },
    Resumed(Box<match_files::Resumed>),
}

impl Prepared {
    fn new(args: &MatchArgs, name: &str) -> Result<Self, Failure> {
        let color = args.color.ok_or_else(|| {
            Failure::new(Exit::Usage, "--color is missing: black or white (--help)")
        })?;
        let terms = terms(&args.terms, color.into(), name);
        let paths = match_files::new_paths(args, &terms)?;
        Ok(Self::New {
            terms: Box::new(terms),
            paths,
        })
    }

    /// A match by terms that the wire has settled.
    pub(crate) fn agreed(terms: Terms, paths: Paths, session: Session) -> Self {
        Self::Agreed {
            terms: Box::new(terms),
            paths,
            session: Box::new(session),
        }
    }

    fn resumed(journal: &Path) -> Result<Self, Failure> {
        Ok(Self::Resumed(Box::new(match_files::open_journal(journal)?)))
    }

    const fn terms(&self) -> &Terms {
        match self {
            Self::New { terms, .. } | Self::Agreed { terms, .. } => terms,
            Self::Resumed(resumed) => &resumed.terms,
        }
    }

    /// The game as far as it was played; what is wrong with a journal is told when it is resumed.
    fn game(&self) -> Game {
        let terms = self.terms();
        let empty = || Game::new(terms.size, terms.komi).with_rules(terms.rules);
        let mut game = terms.opening().unwrap_or_else(|_| empty());
        if let Self::Resumed(resumed) = self {
            for (color, mv) in standing_moves(&resumed.recorded.entries) {
                if game.play(color, mv).is_err() {
                    break;
                }
            }
        }
        game
    }

    fn paths(&self) -> Paths {
        match self {
            Self::New { paths, .. } | Self::Agreed { paths, .. } => paths.clone(),
            Self::Resumed(resumed) => resumed.paths.clone(),
        }
    }

    /// What the record says of its moves so far.
    fn remarks(&self) -> Remarks {
        match self {
            Self::New { .. } | Self::Agreed { .. } => Remarks::default(),
            Self::Resumed(resumed) => resumed.remarks.clone(),
        }
    }

    /// The state machine, with its files open.
    fn begin(
        self,
        args: &MatchArgs,
        remarks: Remarks,
        wall: WallClock,
        now: sgmp_proto::Instant,
    ) -> Result<Match, Failure> {
        let patience = ClaimPolicy {
            opponent_grace: args.times.opponent_grace,
        };
        match self {
            Self::New { terms, paths } => {
                let config = config_of(&terms, args)?;
                let stores = new_stores(args, &terms, (&paths, remarks), wall.at(now))?;
                Ok(Match::new(*terms, config, patience, stores, wall, now))
            }
            Self::Agreed {
                terms,
                paths,
                session,
            } => {
                let stores = new_stores(args, &terms, (&paths, remarks), wall.at(now))?;
                Match::agreed(*terms, *session, patience, stores, wall, now)
                    .map_err(|error| Failure::new(Exit::NoGame, error))
            }
            Self::Resumed(resumed) => {
                let match_files::Resumed {
                    journal,
                    recorded,
                    terms,
                    paths,
                    format,
                    ..
                } = *resumed;
                let config = config_of(&terms, args)?;
                let shelf = SgfFile::new(paths.sgf, format, remarks);
                let stores = (Box::new(journal) as _, Box::new(shelf) as _);
                let entries = recorded.entries.as_slice();
                Match::resume(terms, config, patience, stores, wall, (entries, now))
                    .map_err(|error| Failure::new(Exit::Record, error))
            }
        }
    }

    fn note(&self) -> Option<String> {
        let Self::Resumed(resumed) = self else {
            return None;
        };
        let torn = resumed
            .recorded
            .torn
            .map(|torn| format!("{torn}\n"))
            .unwrap_or_default();
        Some(format!(
            "{torn}resuming {}: by section 15(1) of the call the judge decides whether an \
             interrupted game goes on; the time since the last entry is charged to the side on move",
            resumed.paths.journal.display()
        ))
    }
}

/// Where a match is kept.
type Stores = (Box<dyn JournalSink>, Box<dyn RecordSink>);

/// The journal and the record of a new match.
fn new_stores(
    args: &MatchArgs,
    terms: &Terms,
    (paths, remarks): (&Paths, Remarks),
    at: jiff::Timestamp,
) -> Result<Stores, Failure> {
    let opened = match_files::opened(terms, paths, args.sgf_format, at);
    let journal = Journal::create(&paths.journal, &opened)
        .map_err(|error| Failure::new(Exit::Record, error))?;
    let shelf = SgfFile::new(paths.sgf.clone(), args.sgf_format.into(), remarks);
    Ok((Box::new(journal), Box::new(shelf) as _))
}

/// Plays one match to its end.
pub(crate) fn play(
    args: &MatchArgs,
    prepared: Prepared,
    People {
        seat,
        interrupts,
        hooks,
    }: People<'_>,
    Line { port, line, unread }: Line,
    (clock, wall): (MonotonicClock, WallClock),
    observers: &mut Observers,
) -> Result<DriverResult, Failure> {
    let note = prepared.note();
    let remarks = prepared.remarks();
    let game = prepared.begin(args, remarks.clone(), wall, clock.now())?;
    let mut explainer = Explainer::wanted(&args.output, screen_of(args, hooks), remarks);
    let mut game = game.with_taking_back(args.wire.undo.into());
    if !unread.is_empty() {
        game.handle_bytes(clock.now(), &unread);
    }
    if let (Some(note), false) = (&note, args.output.quiet) {
        stderr_line(note);
    }
    let settings = DriverSettings {
        reconnect: args.times.reconnect,
        thinking: seat.thinking(),
        opponents_time: seat.opponents_time(),
    };
    let driver = Driver::new(game, seat.player(), (port, line), settings, clock);
    let mut settled = SettledFlag::default();
    interrupts.hand_over(driver.sender(), &settled, hooks.keyboard());
    hooks.begin(driver.game(), driver.sender());
    let mut spectators = observers.all();
    spectators.push(hooks);
    spectators.push(&mut settled);
    spectators.extend(explainer.as_mut().map(|explainer| explainer as _));
    let mut remains = driver.run_on(&mut spectators);
    if let Some(explainer) = explainer {
        explainer.finish(&remains.finish, interrupts, args.output.quiet);
        if args.output.sgf_comments && remains.game.game().move_count() > 0 {
            remains.game.renew_record();
        }
    }
    Ok(remains)
}

/// Standard output may be the line.
pub(crate) fn screen_of(args: &MatchArgs, hooks: &dyn MatchHooks) -> Screen {
    match args.line.port {
        Some(PortSpec::Stdio) => Screen::Errors,
        _ => hooks.screen(),
    }
}

/// The last words, and the code.
pub(crate) fn report(
    args: &MatchArgs,
    on: Screen,
    (finish, game): (&Finish, &mut Match),
    paths: &Paths,
) -> Exit {
    match finish {
        Finish::Left => {
            stderr_line(format_args!(
                "left; record and journal are intact. To go on: {}{}",
                paths.resume_command(args),
                args.wire.resume_words()
            ));
            Exit::Interrupted
        }
        Finish::Outcome(outcome) => {
            let exit = Exit::for_outcome(outcome);
            if exit == Exit::NoGame {
                stderr_line(format_args!("sgmp-go: {}", no_game(outcome)));
                if game.game().move_count() == 0 {
                    paths.remove();
                }
            } else if !game.keep_record_again() {
                stderr_line(format_args!(
                    "sgmp-go: {} could not be written; {} has every move of the game: keep it",
                    paths.sgf.display(),
                    paths.journal.display()
                ));
                return Exit::Record;
            } else if !args.output.quiet {
                let taken =
                    on == Screen::Errors || args.output.json.as_deref() == Some(Path::new("-"));
                let _ = writeln!(screen(taken), "record: {}", paths.sgf.display());
            }
            exit
        }
    }
}

/// Why there is no game, with what to do.
pub(crate) fn no_handshake(stop: Stop) -> String {
    no_game(&Outcome {
        end: End::NoGame(NoGame::Handshake(stop)),
        count: None,
    })
}

fn no_game(outcome: &Outcome) -> String {
    let advice = match &outcome.end {
        End::NoGame(NoGame::Handshake(Stop::Echo)) => {
            "; take off the loopback plug, or turn off the adapter's echo (two programs that \
             started as Black in the same instant look alike)"
        }
        End::NoGame(NoGame::Handshake(Stop::BothBlack)) => {
            "; one side has to start with --color white"
        }
        End::NoGame(NoGame::Handshake(Stop::TermsDiffer { .. })) => {
            "; start the other program as Black in an even game"
        }
        End::NoGame(NoGame::Handshake(Stop::NoAnswer { .. })) => {
            "; `sgmp-go check` looks for the cause"
        }
        _ => "",
    };
    format!("{}{advice}", outcome.end)
}

// --- putting it together

/// The terms of a new match; `name` is ours where none is given.
pub(crate) fn terms(args: &TermsArgs, color: Color, name: &str) -> Terms {
    let today = || wall_clock().date().to_string();
    Terms {
        color,
        size: args.size.unwrap_or_default(),
        komi: args.komi,
        rules: args.rules.unwrap_or_default(),
        main_time: args.time,
        used: args.used,
        names: match_files::names(color, args.name.as_deref().unwrap_or(name), &args.opponent),
        event: args.event.clone(),
        place: args.place.clone(),
        round: args.round.clone(),
        date: args.date.clone().unwrap_or_else(today),
        handicap: Handicap::EVEN,
        dialect: Dialect::Fjk,
    }
}

fn config_of(terms: &Terms, args: &MatchArgs) -> Result<Config, Failure> {
    if terms.dialect == Dialect::Gmp {
        args.times.need_fjk()?;
    }
    Ok(Config {
        dialect: terms.wire_dialect(),
        rules: terms.rules,
        ..config((terms.color, terms.size), &args.times, &args.line)?
    })
}

/// What the wire is told in the FJK dialect; words that contradict each other are found before
/// anything is opened.
pub(crate) fn config(
    (color, size): (Color, BoardSize),
    times: &TimesArgs,
    line: &PortArgs,
) -> Result<Config, Failure> {
    let grid = times.legacy.grid(size);
    let grid = grid.map_err(|error| Failure::new(Exit::Usage, error))?;
    let tournament = Config::tournament(color);
    if times.strict && times.resend < tournament.resend {
        let sentence = Clause::TwentySeconds;
        let what = format!("--strict: --resend has to be {TOURNAMENT_RESEND} or more: {sentence}");
        return Err(Failure::new(Exit::Usage, what));
    }
    Ok(Config {
        size: grid.size,
        numbering: grid.numbering,
        resend: times.resend,
        max_resends: times.max_resends,
        pace: Pace::from_baud(line.baud),
        linger: times.linger,
        confirm_timeout: tournament
            .confirm_timeout
            .max(times.resend + DOUBT_BEYOND_RESEND),
        strictness: if times.strict {
            Strictness::Strict
        } else {
            Strictness::Tolerant
        },
        nudge: (!times.nudge.is_zero()).then_some(times.nudge),
        ..tournament
    })
}

/// The two clocks of a match: the running one, and the wall's at its zero.
pub(crate) fn clocks() -> (MonotonicClock, WallClock) {
    (MonotonicClock::start(), WallClock(wall_clock().timestamp()))
}

pub(crate) fn port_spec(args: &PortArgs) -> Result<&PortSpec, Failure> {
    args.port
        .as_ref()
        .ok_or_else(|| Failure::new(Exit::Usage, "--port is missing"))
}

/// Opens the port.
pub(crate) fn open(spec: &PortSpec, args: &PortArgs) -> Result<Port, Failure> {
    Port::open(spec, &SerialSettings { baud: args.baud }).map_err(port_failure)
}

fn port_failure(error: OpenError) -> Failure {
    match error {
        OpenError::Stopped => Failure::new(Exit::Interrupted, error),
        error => Failure::new(Exit::Port, error),
    }
}

/// The first line; for a pty or a listening port that is when the peer comes.
pub(crate) fn connect(
    port: &mut Port,
    stop: &AtomicBool,
    args: &MatchArgs,
) -> Result<Connection, Failure> {
    if let (Some(announcement), false) = (port.announcement(), args.output.quiet) {
        stderr_line(announcement);
    }
    port.connect(Duration::MAX, stop).map_err(port_failure)
}
