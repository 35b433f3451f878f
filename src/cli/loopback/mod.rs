//! `loopback`: a whole match in this process over a real pty pair, with a line that misbehaves on
//! purpose, and a verdict on each thing that matters.

mod checks;
mod tamper;
mod witness;

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use proto::{Config, Pace};

use super::args::{LoopbackArgs, SgfFormat};
use super::exit::{Exit, Failure};
use super::files::{self, Paths, SgfFile};
use super::match_command::clocks;
use super::progress::final_board;
use super::say::say;
use super::thinking::ThinkingArgs;
use crate::engine::{Engine, Settings};
use crate::play::journal::Journal;
use crate::play::{EnginePlayer, Match, Outcome, Patience, Terms};
use crate::port::{Driver, DriverSettings, Finish, Line, OpponentsTime, Port, pair, wall_clock};
use crate::record::Format;
use crate::rules::{Color, Komi};
use crate::time_control::Thinking;
use tamper::Tamper;
use witness::Witness;

/// The fast clock: each side's time for the game.
const MAIN_TIME: Duration = Duration::from_secs(120);
/// A dropped frame is sent again this soon.
const RESEND: Duration = Duration::from_millis(300);
/// Playouts a move, if nothing is said: enough for a game that ends by itself.
const PLAYOUTS: u32 = 100;
/// Memory of each player.
const MEMORY: usize = 64 << 20;
/// Seed of both players.
const SEED: u64 = 1;
/// A line that stays dead ends the test.
const MOST_RESENDS: u32 = 100;

/// Runs the self-test.
///
/// # Errors
/// What keeps it from being run at all; a check that fails is an exit code.
pub(super) fn run(args: &LoopbackArgs) -> Result<Exit, Failure> {
    let dir = folder(args)?;
    let (black, white) = pair().map_err(|error| Failure::new(Exit::Port, error))?;
    let bar = progress_bar(args);
    let black = Line {
        reader: black.reader,
        writer: Box::new(Tamper::new(black.writer)),
    };
    let black = Side::new(Color::Black, black, args, &dir)?;
    let white = Side::new(Color::White, white, args, &dir)?;
    let (black, white) = thread::scope(|scope| {
        let white = scope.spawn(|| white.play(ProgressBar::hidden()));
        let black = black.play(bar.clone());
        white.join().map(|white| (black, white))
    })
    .map_err(|_| {
        Failure::new(
            Exit::Check,
            "White's side panicked (a bug: please report it)",
        )
    })?;
    bar.finish_and_clear();
    Ok(report(args, &black, &white))
}

/// One side's match, ready to run.
struct Side {
    color: Color,
    paths: Paths,
    driver: Driver,
}

/// One side's match after it has run.
pub(super) struct Played {
    color: Color,
    paths: Paths,
    game: Match,
    witness: Witness,
}

impl Played {
    fn outcome(&self) -> Option<&Outcome> {
        self.game.outcome()
    }
}

impl Side {
    fn new(color: Color, line: Line, args: &LoopbackArgs, dir: &Path) -> Result<Self, Failure> {
        let (clock, wall) = clocks();
        let now = clock.now();
        let name = if color == Color::Black {
            "black"
        } else {
            "white"
        };
        let paths = Paths::of_sgf(dir.join(format!("{name}.sgf")));
        let terms = terms(color, args);
        let opened = files::opened(&terms, &paths, SgfFormat::Fjk, wall.at(now));
        let journal = Journal::create(&paths.journal, &opened)
            .map_err(|error| Failure::new(Exit::Record, error))?;
        let shelf = SgfFile::new(paths.sgf.clone(), Format::Fjk);
        let stores = (Box::new(journal) as _, Box::new(shelf) as _);
        let patience = Patience {
            opponent_grace: MAIN_TIME,
        };
        let game = Match::new(terms, config(color, args), patience, stores, wall, now);
        let settings = DriverSettings {
            reconnect: Duration::ZERO,
            thinking: match args.thinking.thinking() {
                Thinking::ByTheClock => Thinking::Counted,
                said => said,
            },
            // The two players share the machine.
            opponents_time: OpponentsTime::Rest,
        };
        let port = Port::from_line(name, line);
        let driver = open_driver(game, player(color, args), port, settings, clock)?;
        Ok(Self {
            color,
            paths,
            driver,
        })
    }

    fn play(self, bar: ProgressBar) -> Played {
        let mut witness = Witness::new(bar);
        let (finish, game, _) = self.driver.run(&mut [&mut witness]);
        debug_assert!(
            matches!(finish, Finish::Outcome(_)),
            "nobody leaves a self-test"
        );
        Played {
            color: self.color,
            paths: self.paths,
            game,
            witness,
        }
    }
}

fn open_driver(
    game: Match,
    player: Box<EnginePlayer>,
    mut port: Port,
    settings: DriverSettings,
    clock: crate::port::MonotonicClock,
) -> Result<Driver, Failure> {
    let never = std::sync::atomic::AtomicBool::new(false);
    let line = port
        .connect(Duration::ZERO, &never)
        .map_err(|error| Failure::new(Exit::Port, error))?;
    Ok(Driver::new(game, player, (port, line), settings, clock))
}

fn terms(color: Color, args: &LoopbackArgs) -> Terms {
    Terms {
        color,
        size: args.size,
        komi: Komi::from_half_points(11),
        rules: args.rules,
        main_time: MAIN_TIME,
        used: Duration::ZERO,
        names: crate::rules::ByColor::new("loopback Black".into(), "loopback White".into()),
        event: "Self-test".to_owned(),
        place: String::new(),
        round: "1".to_owned(),
        date: wall_clock().date().to_string(),
    }
}

fn config(color: Color, args: &LoopbackArgs) -> Config {
    Config {
        size: args.size,
        resend: RESEND,
        max_resends: Some(MOST_RESENDS),
        pace: Pace::UNLIMITED,
        linger: RESEND * 4,
        ..Config::tournament(color)
    }
}

fn player(color: Color, args: &LoopbackArgs) -> Box<EnginePlayer> {
    let ThinkingArgs {
        seed,
        threads,
        memory,
        ..
    } = args.thinking;
    let seed = seed
        .unwrap_or(SEED)
        .wrapping_mul(2)
        .wrapping_add(u64::from(color == Color::White));
    let asked = args.thinking.settings();
    let settings = Settings {
        seed,
        playouts: match args.thinking.thinking() {
            Thinking::ByTheClock => Some(PLAYOUTS),
            Thinking::Fixed(_) | Thinking::Counted | Thinking::ByItself => asked.playouts,
        },
        threads: threads.map_or(1, |_| asked.threads),
        memory: memory.unwrap_or(MEMORY),
        resign: None,
        ..asked
    };
    Box::new(EnginePlayer::new(
        Engine::new(settings),
        format!("loopback {color}"),
    ))
}

fn folder(args: &LoopbackArgs) -> Result<PathBuf, Failure> {
    let dir = args.dir.clone().unwrap_or_else(|| {
        let stamp = wall_clock().strftime("%Y%m%d-%H%M%S%.3f").to_string();
        std::env::temp_dir().join(format!("sgmp-go-loopback-{stamp}-{}", std::process::id()))
    });
    std::fs::create_dir_all(&dir)
        .map_err(|error| Failure::new(Exit::Record, format!("{}: {error}", dir.display())))?;
    Ok(dir)
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
            say(final_board(black.game.game(), outcome));
        }
        for side in [black, white] {
            let score = side
                .outcome()
                .map_or("no result".to_owned(), |o| o.result().to_string());
            say(format_args!(
                "{} counts {score}; record: {}",
                side.color,
                side.paths.sgf.display()
            ));
        }
    }
    let mut exit = Exit::Done;
    for (what, verdict) in checks::all(black, white) {
        match verdict {
            Ok(detail) => say(format_args!("PASS {what}: {detail}")),
            Err(detail) => {
                say(format_args!("FAIL {what}: {detail}"));
                exit = Exit::Check;
            }
        }
    }
    exit
}
