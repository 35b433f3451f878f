//! The self-test on a real pty pair, with a line that misbehaves on purpose at three moments, and a
//! verdict on each thing that matters.

use std::path::Path;
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use sgmp_proto::{Config, Pace};

use super::loopback_args::LoopbackArgs;
use super::loopback_player::{self, MAX_RESENDS};
use super::match_checks::{self, Finished};
use super::pty_checks;
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::Color;
use sgmp_engine::time_control::Thinking;
use sgmp_faces::match_view::match_screen::MatchScreen;
use sgmp_faces::terminal::screen_terminal::{has_screen, leave_screen};
use sgmp_match::console::operator::{CtrlZ, Signal, Signals};
use sgmp_match::console::{stderr_line, stdout_line};
use sgmp_match::match_files::Paths;
use sgmp_match::noise::fault_injector::{FaultInjector, FaultMoments};
use sgmp_match::noise::side_observer::SideObserver;
use sgmp_match::play::{ClaimPolicy, EnginePlayer, Match, Outcome};
use sgmp_match::port::MatchClocks;
use sgmp_match::port::{
    Connection, Driver, DriverSettings, Finish, MonotonicClock, OpponentsTime, Port, Spectator,
    UnseenEnd, pair,
};
use sgmp_match::spectators::match_progress::final_board;

/// The fast clock: each side's time for the game.
const MAIN_TIME: Duration = Duration::from_secs(120);
/// Where there is no terminal, one move of so many is told.
const MOVES_A_LINE: usize = 50;
/// A dropped frame is sent again this soon.
const RESEND: Duration = Duration::from_millis(300);

/// Runs the self-test.
///
/// # Errors
/// Obstacles to running it at all; a check that fails is an exit code.
pub(super) fn run(args: &LoopbackArgs) -> Result<Exit, Failure> {
    let dir = loopback_player::folder(args)?;
    let (black, white) = pair().map_err(|error| Failure::new(Blame::Port, error))?;
    let has_screen = !args.quiet && has_screen();
    let bar = if has_screen {
        ProgressBar::hidden()
    } else {
        progress_bar(args)
    };
    let tells = !args.quiet && !has_screen && bar.is_hidden();
    if tells {
        stderr_line(format_args!(
            "a whole game on {0}x{0} between two players in this process, on a line that fails on purpose; on 19x19 it takes up \
             to two minutes",
            args.size.lines()
        ));
    }
    let shown = bar.clone();
    let progress = move |number: usize| {
        shown.set_position(number as u64);
        if tells && number.is_multiple_of(MOVES_A_LINE) {
            stderr_line(format_args!("move {number}"));
        }
    };
    let black = Connection {
        reader: black.reader,
        writer: Box::new(FaultInjector::new(
            black.writer,
            FaultMoments::for_size(args.size),
        )),
    };
    let black = PtySide::new(Color::Black, black, args, &dir)?;
    let white = PtySide::new(Color::White, white, args, &dir)?;
    let mut screen = match has_screen {
        true => Some(SelfTestScreen::open(&black)?),
        false => None,
    };
    let (black, white) = thread::scope(|scope| {
        let white = scope.spawn(|| white.play(|_| {}, None));
        let black = black.play(progress, screen.as_mut());
        white.join().map(|white| (black, white))
    })
    .map_err(|_| {
        Failure::new(
            Blame::Check,
            "White's side panicked (a bug: please report it)",
        )
    })?;
    drop(screen);
    bar.finish_and_clear();
    Ok(report(args, &black, &white))
}

/// Black's match on the screen. Ctrl-C and its like give the terminal back before they end the program.
struct SelfTestScreen {
    screen: MatchScreen,
    _signals: Signals,
}

impl SelfTestScreen {
    fn open(black: &PtySide) -> Result<Self, Failure> {
        let screen = MatchScreen::for_self_test(black.driver.game(), black.clock)?;
        let signals = Signals::listen(CtrlZ::Stops, |signal| {
            leave_screen();
            end_by(signal);
        });
        Ok(Self {
            screen,
            _signals: signals.map_err(|error| Failure::new(Blame::Port, error))?,
        })
    }
}

/// Ends the program as the signal would have ended it.
fn end_by(signal: Signal) {
    let signal = match signal {
        Signal::Interrupt => signal_hook::consts::SIGINT,
        Signal::Stop | Signal::Terminate => signal_hook::consts::SIGTERM,
    };
    if let Err(error) = signal_hook::low_level::emulate_default_handler(signal) {
        log::warn!("cannot end: {error}");
    }
}

/// One side's match, ready to run.
struct PtySide {
    color: Color,
    paths: Paths,
    driver: Driver,
    clock: MonotonicClock,
}

/// One side's match after it has run.
pub(super) struct Played {
    color: Color,
    paths: Paths,
    pub(super) game: Match,
    pub(super) observer: SideObserver,
}

impl Played {
    pub(super) const fn finished(&self) -> Finished<'_> {
        Finished {
            paths: &self.paths,
            game: &self.game,
        }
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.game.outcome()
    }
}

impl PtySide {
    fn new(
        color: Color,
        line: Connection,
        args: &LoopbackArgs,
        dir: &Path,
    ) -> Result<Self, Failure> {
        let MatchClocks {
            running: clock,
            wall,
        } = MatchClocks::start();
        let now = clock.now();
        let (paths, terms, stores) =
            loopback_player::open_match(color, args, MAIN_TIME, dir, wall.at(now))?;
        let patience = ClaimPolicy {
            opponent_grace: Some(MAIN_TIME),
        };
        let game = Match::builder(terms, patience, stores, wall).start(config(color, args), now);
        let settings = DriverSettings {
            reconnect: Duration::ZERO,
            thinking: match args.thinking.thinking() {
                Thinking::ByTheClock => Thinking::Counted,
                said => said,
            },
            // The two players share the machine.
            opponents_time: OpponentsTime::Rest,
            unseen_end: UnseenEnd::Linger,
            count_offer: Duration::ZERO,
        };
        let port = Port::from_connection(loopback_player::name(color), line);
        let driver = open_driver(
            game,
            loopback_player::player(color, args),
            port,
            settings,
            clock,
        )?;
        Ok(Self {
            color,
            paths,
            driver,
            clock,
        })
    }

    fn play(
        self,
        progress: impl FnMut(usize) + Send + 'static,
        screen: Option<&mut SelfTestScreen>,
    ) -> Played {
        let mut observer = SideObserver::new(progress);
        let mut spectators: Vec<&mut dyn Spectator> = vec![&mut observer];
        spectators.extend(screen.map(|shown| &mut shown.screen as _));
        let (finish, game, _) = self.driver.run(&mut spectators);
        debug_assert!(
            matches!(finish, Finish::Outcome(_)),
            "nobody leaves a self-test"
        );
        Played {
            color: self.color,
            paths: self.paths,
            game,
            observer,
        }
    }
}

fn open_driver(
    game: Match,
    player: Box<EnginePlayer>,
    mut port: Port,
    settings: DriverSettings,
    clock: MonotonicClock,
) -> Result<Driver, Failure> {
    let never = std::sync::atomic::AtomicBool::new(false);
    let line = port
        .connect(Duration::ZERO, &never)
        .map_err(|error| Failure::new(Blame::Port, error))?;
    Ok(Driver::new(game, player, (port, line), settings, clock))
}

fn config(color: Color, args: &LoopbackArgs) -> Config {
    Config {
        size: args.size,
        resend: RESEND,
        max_resends: Some(MAX_RESENDS),
        pace: Pace::UNLIMITED,
        linger: RESEND * 4,
        ..Config::tournament(color)
    }
}

fn progress_bar(args: &LoopbackArgs) -> ProgressBar {
    if args.quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} move {pos}  {elapsed_precise}  {msg}");
    let bar = ProgressBar::new_spinner();
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar
}

fn report(args: &LoopbackArgs, black: &Played, white: &Played) -> Exit {
    if !args.quiet {
        if let Some(outcome) = black.outcome() {
            stdout_line(final_board(black.game.game(), outcome));
        }
        for side in [black, white] {
            let score = side
                .outcome()
                .map_or("no result".to_owned(), |o| o.result().to_string());
            stdout_line(format_args!(
                "{} counts {score}; record: {}",
                side.color,
                side.paths.sgf.display()
            ));
        }
    }
    match_checks::report(pty_checks::all(black, white))
}
