//! `learn beliefs`: how likely groups live and whose points become, from how games ended.

use std::num::NonZeroU16;
use std::path::PathBuf;

use clap::Args;

use super::fitting::{check_names, command_line, lessons, of_file, stage, threads};
use super::playouts_command::{nothing_taught, scenes};
use crate::cli::exit::Exit;
use crate::cli::output_names::ForceArgs;
use sgmp_board::failure::Failure;
use sgmp_board::record::write_atomically;
use sgmp_knowledge::analysis::OutcomeModel;
use sgmp_laboratory::learning::beliefs::{BeliefsSettings, Report, draw, learn};
use sgmp_laboratory::learning::patterns::SampleGame;
use sgmp_match::console::stdout_line;

/// Largest change of a weight by the first step of a fit.
const RATE: f32 = 0.1;

/// Games, and how they are learned from.
#[derive(Debug, Args)]
pub struct BeliefsArgs {
    /// Files of training games, SGF records, and folders of such; without
    /// --searched games that two passes end
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,

    /// The file of weights, a text
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// The name of the output
    #[command(flatten)]
    pub force: ForceArgs,

    /// Times that all is fitted; what counts as dead changes with it
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,

    /// Steps of a fit
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub steps: u32,

    /// Keep one game of so many from the learner and tell the errors there; 0 keeps none
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub held_out: u32,

    /// Positions of each game
    #[arg(long, default_value_t = 6, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub each: u16,

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

/// Learns, and tells how far off the program's own beliefs and the learned ones are.
///
/// # Errors
/// Files that cannot be read or written or would be lost, and games that teach nothing.
pub(super) fn run(args: &BeliefsArgs) -> Result<Exit, Failure> {
    check_names(&args.games, &args.out, args.force, |bytes| {
        let text = str::from_utf8(bytes).ok()?;
        let first = OutcomeModel::from_text(text).ok().and(text.lines().next());
        Some(first?.strip_prefix("# ")?.to_owned())
    })?;
    let lessons = lessons(&args.games, 0)?;
    let (held_out, taught): (Vec<SampleGame>, Vec<SampleGame>) = lessons
        .into_iter()
        .partition(|lesson| lesson.is_held_out(args.held_out));
    let (draw, jobs) = (draw(args.each.into(), args.searched), threads(args.jobs));
    let shown = scenes(&taught, &draw, args.seed, jobs, args.quiet);
    if shown.is_empty() {
        return Err(nothing_taught(&taught, args.searched));
    }
    let unseen = scenes(&held_out, &draw, args.seed, jobs, args.quiet);
    let settings = BeliefsSettings {
        rounds: args.rounds,
        steps: args.steps,
        rate: RATE,
        jobs,
    };
    let looks = u64::from(settings.looks()) * shown.len() as u64;
    let learned = stage("positions described", looks, args.quiet, |tick| {
        learn(&shown, &settings, tick)
    });
    let examine = |beliefs: &OutcomeModel| Report::new(&unseen, beliefs, settings.jobs, &|| ());
    let (before, after) = (examine(OutcomeModel::shipped()), examine(&learned));
    let note = format!(
        "{}\nversion {}\n{} positions of {} games\n{} positions of games held out: {after}",
        command_line(),
        env!("CARGO_PKG_VERSION"),
        shown.len(),
        taught.len(),
        unseen.len(),
    );
    let text = learned.to_text(&note);
    write_atomically(&args.out, text.as_bytes()).map_err(of_file)?;
    stdout_line(format_args!(
        "errors in {} positions of games held out:\n  before: {before}\n  after:  {after}",
        unseen.len()
    ));
    stdout_line("groups that were said to live with a chance:");
    for row in after.rows.iter().filter(|row| row.groups > 0) {
        stdout_line(format_args!(
            "{:5.0} %: {:3.0} % lived, {} groups",
            100.0 * row.told,
            100.0 * row.lived,
            row.groups
        ));
    }
    Ok(Exit::Done)
}
