//! `learn duel`: which of two settings of the engine wins more games.

use std::num::NonZeroU16;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::fitting::threads;
use super::journal_header::{header, journal_failure, tell_torn};
use crate::cli::engine_tools::weights_files::patterns;
use crate::cli::exit::{Exit, Failure};
use crate::cli::matches::signals::Interrupts;
use crate::cli::output::WorkProgress;
use crate::cli::output::stdout_line;
use crate::cli::strength::parse_sprt;
use crate::cli::values::board_args::parse_size;
use crate::cli::values::duration::parse_wait;
use crate::engine::{Setting, parse_settings};
use crate::learning::tuning::{Budget, Conditions, Duel, DuelStep, Journal};
use crate::record::read_bytes;
use crate::rules::{BoardSize, Komi, Rules};
use crate::search::{PlayoutPolicy, StopFlag};
use crate::search::{PlayoutWeights, PlayoutWeightsError};
use crate::tournament::duel::{PairResults, Sprt};

/// Games at most, that numbers do not overflow.
const MAX_GAMES: u32 = 2_000_000;

const EXAMPLES: &str = "\
Examples:
  sgmp-go learn duel --a priors.learned=300 --size 13 --playouts 800 --games 60
  sgmp-go learn duel --a rave=2000,expand_at=4 --b rave=5000 --games 2000 --sprt 0,20 --out rave.duel

What a side does not set keeps the engine's own value (sgmp-go learn tune --list). Games 2n and
2n + 1 have the same opening with the colors changed. --sprt 0,20 ends the duel once it is decided,
with an error in one of twenty, whether A is stronger by 20 Elo points or not at all.";

/// Two settings of one engine.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct DuelArgs {
    /// What A sets: NAME=NUMBER, several with commas
    #[arg(long, default_value = "", value_name = "SETTINGS")]
    pub a: String,

    /// What B sets
    #[arg(long, default_value = "", value_name = "SETTINGS")]
    pub b: String,

    /// Weights of A's playouts, as learn playouts makes them [default: the engine's own]
    #[arg(long, value_name = "FILE")]
    pub a_playouts: Option<PathBuf>,

    /// Weights of B's playouts
    #[arg(long, value_name = "FILE")]
    pub b_playouts: Option<PathBuf>,

    /// Weights of A's patterns, as learn patterns makes them [default: the engine's own]
    #[arg(long, value_name = "FILE")]
    pub a_patterns: Option<PathBuf>,

    /// Weights of B's patterns
    #[arg(long, value_name = "FILE")]
    pub b_patterns: Option<PathBuf>,

    /// Games at most: an even number
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub games: u32,

    /// End once it is decided whether A is by so many Elo points stronger: NOT,BUT such as 0,20
    #[arg(long, value_name = "NOT,BUT", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,

    /// Lines of the board
    #[arg(long, default_value = "13", value_name = "LINES", value_parser = parse_size)]
    pub size: BoardSize,

    /// Komi
    #[arg(long, default_value = "6.5", allow_hyphen_values = true)]
    pub komi: Komi,

    /// Rules of Go: japanese or chinese
    #[arg(long, default_value = "japanese")]
    pub rules: Rules,

    /// Playouts a move
    #[arg(long, default_value_t = 500, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub playouts: u32,

    /// Think so long a move, such as 1s or 500ms, in place of playouts
    #[arg(long, value_name = "TIME", value_parser = parse_wait, conflicts_with = "playouts")]
    pub move_time: Option<Duration>,

    /// Seed of openings and chance
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,

    /// A journal: begun, or gone on with where the same words began it; --games, --sprt and --jobs
    /// may change
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Games at a time, one thread each [default: one for each core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroU16>,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Plays the duel.
///
/// # Errors
/// Settings that make no sense, a journal that cannot be written or was begun by other words.
pub(super) fn run(args: &DuelArgs) -> Result<Exit, Failure> {
    let duel = duel(args)?;
    let interrupts = Interrupts::listen()?;
    let halt = StopFlag::from(Arc::clone(&interrupts.flag));
    let (mut journal, mut standing) = begin(&duel, args)?;
    let mut progress = WorkProgress::new(
        "games",
        standing.games().into(),
        args.games.into(),
        args.quiet,
    );
    let players = duel.players();
    let conditions = duel.conditions;
    let mut failure = None;
    duel.go_on(
        &mut standing,
        threads(args.jobs),
        &halt,
        |game| conditions.play(game, [&players[0], &players[1]], &halt),
        |step, standing| {
            let added = journal.as_mut().map_or(Ok(()), |journal| journal.add(step));
            progress.reach(standing.games().into());
            log::info!("{standing}");
            match added {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(journal_failure(error));
                    ControlFlow::Break(())
                }
            }
        },
    );
    progress.finish();
    report(&duel, &standing);
    match failure {
        Some(failure) => Err(failure),
        None if duel.is_over(&standing) => Ok(Exit::Done),
        None => Ok(Exit::Interrupted),
    }
}

fn duel(args: &DuelArgs) -> Result<Duel, Failure> {
    let usage = |what: String| Failure::new(Exit::Usage, what);
    let settings = |side: &str, text: &str| -> Result<Vec<Setting>, Failure> {
        parse_settings(text).map_err(|error| usage(format!("--{side}: {error}")))
    };
    let games = args.games;
    if !(2..=MAX_GAMES).contains(&games) || !games.is_multiple_of(2) {
        let what = format!("--games {games}: write an even number, 2 to {MAX_GAMES}");
        return Err(usage(what));
    }
    let duel = Duel {
        conditions: Conditions {
            size: args.size,
            komi: args.komi,
            rules: args.rules,
            budget: args
                .move_time
                .map_or(Budget::Playouts(args.playouts), Budget::Time),
            seed: args.seed,
        },
        a: settings("a", &args.a)?,
        b: settings("b", &args.b)?,
        playouts: [
            policy(args.a_playouts.as_deref())?,
            policy(args.b_playouts.as_deref())?,
        ],
        patterns: [
            args.a_patterns.as_deref().map(patterns).transpose()?,
            args.b_patterns.as_deref().map(patterns).transpose()?,
        ],
        pairs: games / 2,
        sprt: args.sprt,
    };
    let [a, b] = duel.players();
    if a == b {
        let what = "A and B play alike: give --a or --b a setting, such as --a rave=2000";
        return Err(usage(what.to_owned()));
    }
    Ok(duel)
}

/// The policy of a file's weights, for as long as the program runs.
fn policy(path: Option<&Path>) -> Result<Option<&'static PlayoutPolicy>, Failure> {
    let Some(path) = path else {
        return Ok(None);
    };
    let of_file = |what: String| Failure::new(Exit::Record, format!("{}: {what}", path.display()));
    let bytes = read_bytes(path).map_err(|error| Failure::new(Exit::Record, error))?;
    let file = PlayoutWeights::from_bytes(&bytes).map_err(|error| of_file(error.to_string()))?;
    let policy = PlayoutPolicy::new(&file.weights).ok_or_else(|| {
        let (found, known) = (file.weights.len(), PlayoutPolicy::features());
        of_file(PlayoutWeightsError::Features { found, known }.to_string())
    })?;
    Ok(Some(Box::leak(Box::new(policy))))
}

/// The journal, if there is to be one, and what it holds.
fn begin(duel: &Duel, args: &DuelArgs) -> Result<(Option<Journal>, PairResults), Failure> {
    let Some(out) = &args.out else {
        return Ok((None, PairResults::default()));
    };
    let opened = Journal::open::<DuelStep>(out, &header(duel.words()));
    let (journal, kept) = opened.map_err(journal_failure)?;
    tell_torn(&kept, out);
    let standing = duel.recall(&kept.steps).ok_or_else(|| {
        let what = format!(
            "{}: its pairs are out of order: name another file",
            out.display()
        );
        Failure::new(Exit::Record, what)
    })?;
    Ok((Some(journal), standing))
}

fn report(duel: &Duel, standing: &PairResults) {
    stdout_line(standing);
    if let Some(sprt) = duel.sprt {
        let (evidence, bound) = (standing.evidence(sprt), Sprt::BOUND);
        stdout_line(format_args!(
            "{} Elo against {}: evidence {evidence:.2} of {bound:.2} either way: {}",
            sprt.better,
            sprt.lesser,
            standing.verdict(sprt)
        ));
    }
}
