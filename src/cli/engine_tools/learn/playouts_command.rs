//! `learn playouts`: weights of what playouts like to play, from how games ended.

use std::num::NonZeroU16;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use clap::Args;
use serde_json::json;

use super::fitting::{
    check_names, command_in_note, command_line, digest_of, lessons, of_file, partial, stage,
    threads,
};
use crate::cli::exit::Exit;
use crate::cli::output_names::ForceArgs;
use crate::cli::values::argument_error::ArgumentError;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::write_atomically;
use sgmp_engine::search::PlayoutWeights;
use sgmp_laboratory::learning::patterns::SampleGame;
use sgmp_laboratory::learning::playouts::{
    Balance, BalanceSettings, LabeledPosition, PositionSampler,
};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::work_progress::WorkProgress;
use sgmp_match::console::{stderr_line, stdout_line};
use sgmp_match::port::now_rfc3339;

/// Playouts a position that tell the error.
const TOLD_BY: u32 = 96;

/// Steps between two states on disk.
const KEPT_EVERY: u32 = 10;

/// Games, and how they are learned from.
#[derive(Debug, Args)]
pub struct PlayoutsArgs {
    /// Files of training games, SGF records, and folders of such; without
    /// --searched games that two passes end
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,

    /// The file of weights; FILE.partial lies beside it until it is done, and the same words go on
    /// from there
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// The name of the output
    #[command(flatten)]
    pub force: ForceArgs,

    /// Steps to make
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub steps: u32,

    /// Positions a step
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub positions: u32,

    /// Playouts a position; twice as many tell how it stands
    #[arg(long, default_value_t = 24, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub playouts: u32,

    /// What a step changes at most in the logarithm of a weight
    #[arg(long, default_value_t = 0.02, value_name = "RATE", value_parser = parse_rate)]
    pub rate: f32,

    /// Keep one game of so many from the learner and tell the error there; 0 keeps none
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub held_out: u32,

    /// Let a search of so many playouts tell whose the points of each position are, not the end of its
    /// game; 0: the end tells it
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub searched: u32,

    /// Seed of what is drawn by lot
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,

    /// Threads; they do not change the outcome [default: one for each core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroU16>,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

fn parse_rate(text: &str) -> Result<f32, ArgumentError> {
    let rate = text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
    rate.ok_or_else(|| ArgumentError::Rate(text.to_owned()))
}

/// Learns, and tells how far off the owners of points are before and after.
///
/// # Errors
/// Files that cannot be read or written or would be lost, and games that teach nothing.
pub(super) fn run(args: &PlayoutsArgs) -> Result<Exit, Failure> {
    check_names(&args.games, &args.out, args.force, |bytes| {
        command_in_note(&PlayoutWeights::from_bytes(bytes).ok()?.note)
    })?;
    let interrupts = Interrupts::listen()?;
    let lessons = lessons(&args.games, 0)?;
    let (held_out, taught): (Vec<SampleGame>, Vec<SampleGame>) = lessons
        .into_iter()
        .partition(|lesson| lesson.is_held_out(args.held_out));
    let draw = PositionSampler {
        searched: args.searched,
        ..PositionSampler::default()
    };
    let jobs = threads(args.jobs);
    let taught_scenes = scenes(&taught, &draw, args.seed, jobs, args.quiet);
    if taught_scenes.is_empty() {
        return Err(nothing_taught(&taught, args.searched));
    }
    let unseen = scenes(&held_out, &draw, args.seed, jobs, args.quiet);
    let mut balance = Balance::new();
    let before = balance.error(&unseen, TOLD_BY, jobs);
    let digest = digest(&taught, args);
    let path = partial(&args.out);
    if let Ok(bytes) = std::fs::read(&path) {
        match balance.go_on(&bytes, digest) {
            Ok(()) => stderr_line(format_args!("goes on after step {}", balance.steps())),
            Err(error) => stderr_line(format_args!("{}: {error}: begins anew", path.display())),
        }
    }
    let is_stopped = || interrupts.flag.load(Relaxed);
    make_steps(&mut balance, &taught_scenes, args, digest, &is_stopped)?;
    if balance.steps() < args.steps {
        return Ok(Exit::Interrupted);
    }
    let after = balance.error(&unseen, TOLD_BY, threads(args.jobs));
    let note = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "command": command_line(),
        "made": now_rfc3339(),
        "games": taught.len(),
        "positions": taught_scenes.len(),
        "held_out": unseen.len(),
        "error": { "before": before, "after": after },
    });
    let weights = PlayoutWeights {
        note: note.to_string(),
        weights: balance.weights().to_vec(),
    };
    write_atomically(&args.out, &weights.to_bytes()).map_err(of_file)?;
    // It has done its work; should it stay, the next run overwrites it.
    let _ = std::fs::remove_file(path);
    stdout_line(format_args!(
        "error of owners in {} positions held out: {before:.4} before, {after:.4} after {} steps: {}",
        unseen.len(),
        balance.steps(),
        args.out.display()
    ));
    Ok(Exit::Done)
}

/// Of games to be taught from which no position could be taken; `searched` playouts would have told
/// owners, 0: the games' ends.
pub(super) fn nothing_taught(taught: &[SampleGame], searched: u32) -> Failure {
    let why = match (taught, searched) {
        ([], _) => "--held-out keeps all games back: a larger number keeps fewer, 0 none",
        (_, 0) => {
            "no game here was played to its end by two passes; --searched N learns from others, too"
        }
        _ => "no game here teaches: they break the rules",
    };
    Failure::new(Blame::Usage, why)
}

/// The positions of games; those that show none are passed over.
pub(super) fn scenes(
    lessons: &[SampleGame],
    draw: &PositionSampler,
    seed: u64,
    jobs: usize,
    is_quiet: bool,
) -> Vec<LabeledPosition> {
    let drawn = stage("games judged", lessons.len() as u64, is_quiet, |tick| {
        draw.sample_each(lessons, seed, jobs, tick)
    });
    let (mut scenes, mut passed_over) = (Vec::new(), 0);
    for drawn in drawn {
        match drawn {
            Ok(found) => scenes.extend(found),
            Err(error) => {
                log::info!("a game is passed over: {error}");
                passed_over += 1;
            }
        }
    }
    if passed_over > 0 && !is_quiet {
        stderr_line(format_args!(
            "{passed_over} games are passed over: no two passes end them, or a move breaks the rules"
        ));
    }
    scenes
}

fn make_steps(
    balance: &mut Balance,
    scenes: &[LabeledPosition],
    args: &PlayoutsArgs,
    digest: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Result<(), Failure> {
    let settings = BalanceSettings {
        positions: args.positions,
        playouts: args.playouts,
        rate: args.rate,
        seed: args.seed,
        jobs: threads(args.jobs),
    };
    let (before, all) = (balance.steps().into(), args.steps.into());
    let mut progress = WorkProgress::new("steps", before, all, args.quiet);
    while balance.steps() < args.steps && !is_stopped() {
        let error = balance.step(scenes, &settings);
        log::info!(
            "before step {}: error of owners {error:.4}",
            balance.steps()
        );
        progress.step();
        let is_last = balance.steps() >= args.steps || is_stopped();
        if is_last || balance.steps().is_multiple_of(KEPT_EVERY) {
            let bytes = balance.to_bytes(digest);
            write_atomically(&partial(&args.out), &bytes).map_err(of_file)?;
        }
    }
    progress.finish();
    Ok(())
}

/// Stands for the games and all words that change the outcome but the number of steps.
fn digest(taught: &[SampleGame], args: &PlayoutsArgs) -> u64 {
    let settings = [
        args.positions.into(),
        args.playouts.into(),
        args.rate.to_bits().into(),
        args.held_out.into(),
        args.searched.into(),
        args.seed,
    ];
    digest_of(
        settings
            .into_iter()
            .chain(taught.iter().map(SampleGame::digest)),
    )
}
