//! `learn games`: training games into one file, or out of it.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU16;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::fitting::command_line;
use crate::cli::exit::Exit;
use crate::cli::output_names::{ForceArgs, OutputNames};
use crate::cli::values::board_args::parse_size;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{Format, make_folder, write_atomically};
use sgmp_board::rules::{BoardSize, Color, Komi, Rules};
use sgmp_board::stop_flag::StopFlag;
use sgmp_hall::tournament::duel::Worker;
use sgmp_laboratory::learning::{
    Collection, CollectionError, Contents, GamesConfig, GenerationError, GenerationResult, Pairing,
    Session, TrainingGame, generate, read_games,
};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::work_progress::WorkProgress;
use sgmp_match::console::{stderr_line, stdout_line};
use sgmp_match::port::{CommandLine, now_rfc3339};

/// Playouts a move where nothing is said.
const PLAYOUTS: u32 = 500;

/// Games in a row that may come to nothing.
const MAX_FAILURES: u32 = 5;

const EXAMPLES: &str = "\
Examples:
  sgmp-go learn games --out own.games --games 1000            500 playouts a move
  sgmp-go learn games --out gnu.games --engine 'gnugo --mode gtp --level 1'
  sgmp-go learn games --out both.games --engine 'gnugo --mode gtp' --playouts 1000
  sgmp-go learn games --out part2.games --worker 2/8          one of eight parts
  sgmp-go learn games --out own.games --merge part*.games     all parts, and what is missing
  sgmp-go learn games --out own.games --export sgf            what is there, as records

Without --engine our engine plays itself; one --engine plays itself, or with --playouts against
ours; two play each other. Different players change colors from game to game.";

/// Games to make.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct GamesArgs {
    /// The file: begun, or made longer where the same words began it
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Games that are to be in it at the end
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub games: u32,

    /// Playouts a move of our engine [default: 500]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub playouts: Option<u32>,

    /// Another program that plays, by GTP; once or twice. It has no clock: its own words say how
    /// long it thinks
    #[arg(long, value_name = "COMMAND")]
    pub engine: Vec<CommandLine>,

    /// Lines of the boards, such as 19 or 9,13,19: each game draws one
    #[arg(long, value_name = "LINES", value_delimiter = ',', default_value = "19", value_parser = parse_size)]
    pub size: Vec<BoardSize>,

    /// Komi, one or several: each game draws one
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "5.5,6.5,7.5",
        allow_hyphen_values = true
    )]
    pub komi: Vec<Komi>,

    /// Rules of Go: japanese or chinese
    #[arg(long, default_value = "japanese")]
    pub rules: Rules,

    /// Our engine never resigns in one game of so many; 0: it may in all
    #[arg(long, default_value_t = 4, value_name = "N")]
    pub played_out: u32,

    /// First moves drawn by lot at most: what is drawn teaches nothing, so that few let players show
    /// how they open a game [default: up to eleven, on boards below 11 lines up to four]
    #[arg(long, value_name = "N")]
    pub drawn: Option<u8>,

    /// Seed of openings, boards, komi and our engine's chance
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,

    /// Games at a time, one thread each [default: one for each core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroU16>,

    /// Make only the K-th of N parts of the games, as one of several machines or processes
    #[arg(long, value_name = "K/N")]
    pub worker: Option<Worker>,

    /// First take the games of these files, which the same words began: workers' files
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub merge: Vec<PathBuf>,

    /// A word for the file, such as the commit that plays
    #[arg(long, default_value = "", value_name = "TEXT")]
    pub note: String,

    /// Make no games: write those of the file as SGF records into this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["games", "playouts", "engine", "size", "komi", "rules", "played_out", "drawn", "seed", "jobs", "worker", "merge", "note"])]
    pub export: Option<PathBuf>,

    /// Records that were exported before
    #[command(flatten)]
    pub force: ForceArgs,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Makes games, or exports them.
///
/// # Errors
/// A file that cannot be read or written or holds other games, a program that does not play.
pub(super) fn run(args: &GamesArgs) -> Result<Exit, Failure> {
    if let Some(folder) = &args.export {
        return export(&args.out, folder, args.force);
    }
    let interrupts = Interrupts::listen()?;
    let halt = StopFlag::from(Arc::clone(&interrupts.flag));
    let session = session(args, &halt)?;
    let (mut collection, found) = Collection::open(&args.out, &session).map_err(of_file)?;
    tell_damage(&args.out, &found, "cut off");
    let mut there: BTreeSet<u32> = found.games.iter().map(|game| game.index).collect();
    let mut summary: Summary = found.games.iter().collect();
    for path in &args.merge {
        for game in games_of_worker(path, &session)? {
            if game.index < args.games && there.insert(game.index) {
                collection.add(&game).map_err(of_file)?;
                summary.add(&game);
            }
        }
    }
    let part = |n: &u32| args.worker.is_none_or(|worker| worker.plays(*n));
    let part: Vec<u32> = (0..args.games).filter(part).collect();
    let wanted: Vec<u32> = part
        .iter()
        .copied()
        .filter(|n| !there.contains(n))
        .collect();
    let before = (part.len() - wanted.len()) as u64;
    let mut making = Making {
        collection,
        summary,
        progress: WorkProgress::new("games", before, part.len() as u64, args.quiet),
        failures: 0,
        end: None,
    };
    let cores = || std::thread::available_parallelism().map_or(1, Into::into);
    let jobs = args.jobs.map_or_else(cores, |n| n.get().into());
    generate(&session.config, &wanted, jobs, &halt, |made| {
        making.take(made)
    });
    making.finish(&halt)
}

/// The games of a worker's file.
///
/// # Errors
/// A file that cannot be read, or was begun by other words.
fn games_of_worker(path: &Path, session: &Session) -> Result<Vec<TrainingGame>, Failure> {
    let found = read_games(path).map_err(of_file)?;
    tell_damage(path, &found, "passed over");
    match found
        .sessions
        .iter()
        .find(|other| other.config != session.config)
    {
        None => Ok(found.games),
        Some(other) => Err(of_file(CollectionError::OtherConfig {
            path: path.to_owned(),
            command: other.command.clone(),
        })),
    }
}

/// This run of the program.
fn session(args: &GamesArgs, halt: &StopFlag) -> Result<Session, Failure> {
    let config = GamesConfig {
        seed: args.seed,
        sizes: args.size.iter().map(|size| size.lines()).collect(),
        komi: args.komi.iter().map(|komi| komi.half_points()).collect(),
        rules: args.rules.into(),
        pairing: pairing(args)?,
        played_out_one_of: args.played_out,
        drawn: args.drawn,
    };
    let players = config.pairing.names(halt);
    let players = players.map_err(|error| {
        if halt.is_requested() {
            return Failure::new(Blame::Interrupted, "interrupted before the first game");
        }
        Failure::new(Blame::Usage, format!("--engine: {error}"))
    })?;
    Ok(Session {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: command_line(),
        began: now_rfc3339(),
        note: args.note.clone(),
        players,
        config,
    })
}

fn pairing(args: &GamesArgs) -> Result<Pairing, Failure> {
    let playouts = args.playouts;
    match (args.engine.as_slice(), playouts) {
        ([], playouts) => Ok(Pairing::Ours {
            playouts: playouts.unwrap_or(PLAYOUTS),
        }),
        ([command], None) => Ok(Pairing::External(command.to_string())),
        ([command], Some(playouts)) => Ok(Pairing::OursAndExternal {
            playouts,
            command: command.to_string(),
        }),
        ([a, b], None) => Ok(Pairing::TwoExternal(a.to_string(), b.to_string())),
        _ => Err(Failure::new(
            Blame::Usage,
            "two sides play: give --engine twice, or once with --playouts, or not at all",
        )),
    }
}

fn of_file(error: CollectionError) -> Failure {
    let blame = match error {
        CollectionError::OtherConfig { .. } => Blame::Usage,
        _ => Blame::Record,
    };
    Failure::new(blame, error)
}

fn tell_damage(path: &Path, found: &Contents, done: &str) {
    let path = path.display();
    if found.torn > 0 {
        let bytes = found.torn;
        stderr_line(format_args!(
            "{path}: the last {bytes} bytes hold no whole game: {done}"
        ));
    }
    if found.damaged > 0 {
        let bytes = found.damaged;
        stderr_line(format_args!(
            "{path}: {bytes} damaged bytes in its midst are passed over"
        ));
    }
}

/// Games on their way into the file.
struct Making {
    collection: Collection,
    summary: Summary,
    progress: WorkProgress,
    /// Games in a row that came to nothing.
    failures: u32,
    /// Failure that ended the making of games.
    end: Option<Failure>,
}

impl Making {
    fn take(&mut self, made: GenerationResult) -> ControlFlow<()> {
        match made {
            Ok(game) => {
                self.failures = 0;
                if let Err(error) = self.collection.add(&game) {
                    self.end = Some(of_file(error));
                    return ControlFlow::Break(());
                }
                self.summary.add(&game);
                self.progress.step();
            }
            Err(failed) => return self.note_failure(&failed),
        }
        ControlFlow::Continue(())
    }

    fn note_failure(&mut self, failed: &GenerationError) -> ControlFlow<()> {
        stderr_line(failed);
        self.failures += 1;
        if self.failures < MAX_FAILURES {
            return ControlFlow::Continue(());
        }
        let what = format!(
            "{MAX_FAILURES} games in a row came to nothing; the last: {}",
            failed.source
        );
        self.end = Some(Failure::new(Blame::Check, what));
        ControlFlow::Break(())
    }

    fn finish(self, halt: &StopFlag) -> Result<Exit, Failure> {
        self.progress.finish();
        self.collection.finish().map_err(of_file)?;
        stdout_line(&self.summary);
        match self.end {
            Some(failure) => Err(failure),
            None if halt.is_requested() => Ok(Exit::Interrupted),
            None => Ok(Exit::Done),
        }
    }
}

/// Contents of a file, in a line for each board.
#[derive(Default)]
struct Summary(BTreeMap<BoardSize, Row>);

#[derive(Default)]
struct Row {
    games: u32,
    moves: usize,
    black: u32,
    white: u32,
    resigned: u32,
}

impl Summary {
    fn add(&mut self, game: &TrainingGame) {
        use sgmp_board::record::GameResult::Resignation;
        let row = self.0.entry(game.size).or_default();
        row.games += 1;
        row.moves += game.plies.len();
        match game.result.winner() {
            Some(Color::Black) => row.black += 1,
            Some(Color::White) => row.white += 1,
            None => {}
        }
        row.resigned += u32::from(matches!(game.result, Resignation { .. }));
    }
}

impl<'a> FromIterator<&'a TrainingGame> for Summary {
    fn from_iter<I: IntoIterator<Item = &'a TrainingGame>>(games: I) -> Self {
        let mut summary = Self::default();
        games.into_iter().for_each(|game| summary.add(game));
        summary
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.is_empty() {
            return f.write_str("no games");
        }
        let lines = self.0.iter().map(|(size, row)| {
            let mean = row.moves / row.games.max(1) as usize;
            format!(
                "{size}: {} games of {mean} moves on average, {} won by Black, {} by White; {} resigned",
                row.games, row.black, row.white, row.resigned
            )
        });
        f.write_str(&lines.collect::<Vec<_>>().join("\n"))
    }
}

/// Writes the games of a file into a folder. A record that is there already, as it would be
/// written, stays; any other file of that name is in the way.
fn export(file: &Path, folder: &Path, force: ForceArgs) -> Result<Exit, Failure> {
    let found = read_games(file).map_err(of_file)?;
    tell_damage(file, &found, "passed over");
    let refused = |error: std::io::Error| {
        Failure::new(
            Blame::Record,
            format!("cannot make {}: {error}", folder.display()),
        )
    };
    make_folder(folder).map_err(refused)?;
    let records = || {
        found.games.iter().map(|game| {
            let path = folder.join(format!("{:06}.sgf", game.index));
            (path, game.record().to_sgf(Format::Ff4))
        })
    };
    let is_there =
        |path: &Path, text: &str| std::fs::read(path).is_ok_and(|there| there == text.as_bytes());
    let mut names = OutputNames::reading([&file.to_owned()]);
    for (path, text) in records() {
        if !is_there(&path, &text) {
            names.add_new("the record", &path, force)?;
        }
    }
    for (path, text) in records().filter(|(path, text)| !is_there(path, text)) {
        write_atomically(&path, text.as_bytes())
            .map_err(|error| Failure::new(Blame::Record, error))?;
    }
    stdout_line(found.games.iter().collect::<Summary>());
    Ok(Exit::Done)
}
