//! `learn tune`: the engine's parameters, moved by games of the engine against itself.

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::fitting::{digest_of, of_file, threads};
use super::journal_header::{header, journal_failure, tell_torn};
use super::tuning_workers::{SharedTuning, recall_read_only};
use crate::cli::exit::Exit;
use crate::cli::output_names::{ForceArgs, OutputNames};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{check_writable, read_bytes, write_atomically};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::KNOBS;
use sgmp_engine::search::UctParams;
use sgmp_hall::tournament::duel::Worker;
use sgmp_laboratory::learning::tuning::{
    Budget, Journal, JournalContents, Tuning, TuningPlan, TuningStep, plot,
};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::stdout_line;
use sgmp_match::console::work_progress::WorkProgress;

/// The picture is drawn anew so often in a run.
const PICTURES: u32 = 100;

const EXAMPLES: &str = "\
Example of PARAMS.toml:
  size = 13            # lines of the board
  playouts = 800       # a move, or move_time = 1.0 in seconds [default: 500 playouts]
  pairs = 1000         # games in all: twice as many
  # komi = 6.5, rules = \"japanese\", seed = 1,
  # batch = 8 (pairs of an iteration), gain = 0.05 (steps a won pair moves by)

  [[parameter]]
  name = \"rave\"        # see --list
  from = 500
  to = 20000
  step = 1.3           # how far to both sides it is compared: a ratio, as its scale is \"log\"
  scale = \"log\"

  [[parameter]]
  name = \"priors.learned\"
  from = 0
  to = 500
  start = 150          # [default: the engine's own value]
  step = 25            # a difference

At the end, or whenever the same words are given again, the proposed values are printed, with the
words of a duel that tells whether they are better.";

/// Parameters to tune, and the effort.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TuneArgs {
    /// What is to be tuned
    #[arg(value_name = "PARAMS.toml", required_unless_present = "list")]
    pub plan: Option<PathBuf>,

    /// List the parameters with their values and bounds
    #[arg(long, conflicts_with = "plan")]
    pub list: bool,

    /// The journal: begun, or gone on with where the same words began it [default: PARAMS.tuning
    /// beside PARAMS.toml]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Play the K-th of N parts of the games beside other such processes, on this machine or on others that
    /// share the folder, into a file beside the journal; needs playouts, not move_time
    #[arg(long, value_name = "K/N", conflicts_with_all = ["plot", "merge"])]
    pub worker: Option<Worker>,

    /// Take the games of these files, too: those of workers in other folders
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub merge: Vec<PathBuf>,

    /// Draw the progress into this file; the same words draw it anew
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,

    /// The name of the output
    #[command(flatten)]
    pub force: ForceArgs,

    /// Games at a time, one thread each; with playouts they do not change the outcome [default:
    /// one for each core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroU16>,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Tunes, or lists what can be tuned.
///
/// # Errors
/// A plan that makes no sense, files that cannot be read or written, or begun by other words.
pub(super) fn run(args: &TuneArgs) -> Result<Exit, Failure> {
    let Some(path) = &args.plan else {
        list();
        return Ok(Exit::Done);
    };
    let plan = read_plan(path)?;
    let out = args.out.clone();
    let out = out.unwrap_or_else(|| path.with_extension("tuning"));
    check_names(path, &out, args, &plan)?;
    let interrupts = Interrupts::listen()?;
    let halt = StopFlag::from(Arc::clone(&interrupts.flag));
    let shared = SharedTuning::open(&plan, &out, args.worker, &args.merge)?;
    let mut tuning = Tuning::new(plan.clone());
    let mut journal = None;
    if args.worker.is_some() {
        recall_read_only(&mut tuning, &out)?;
    } else {
        let (opened, kept) = Journal::open(&out, &header(plan.words())).map_err(journal_failure)?;
        recall(&mut tuning, &kept, &out)?;
        journal = Some(opened);
    }
    let ended = play(&mut tuning, journal.as_mut(), &shared, args, &halt);
    draw(&tuning, args)?;
    report(&tuning);
    ended
}

/// The picture of an earlier run of this tuning may be drawn anew, any other file is in the way.
fn check_names(
    input: &Path,
    journal: &Path,
    args: &TuneArgs,
    plan: &TuningPlan,
) -> Result<(), Failure> {
    let mut names = OutputNames::reading([&input.to_owned()]);
    names.add("--out", journal)?;
    let Some(picture) = &args.plot else {
        return Ok(());
    };
    let there = std::fs::read_to_string(picture);
    if there.is_ok_and(|there| there.trim_end().ends_with(&signature(plan))) {
        names.add("--plot", picture)?;
    } else {
        names.add_new("--plot", picture, args.force)?;
    }
    check_writable(picture).map_err(of_file)
}

/// The last line of a tuning's picture, by which its file is known again.
fn signature(plan: &TuningPlan) -> String {
    let digest = digest_of(plan.words().to_string().bytes().map(u64::from));
    format!("<!-- sgmp-go learn tune {digest:016x} -->")
}

fn list() {
    let defaults = UctParams::default();
    stdout_line(format_args!(
        "{:22} {:>8}   {}",
        "parameter", "value", "bounds"
    ));
    for knob in KNOBS {
        let [value, least, most] =
            [knob.get(&defaults), knob.least, knob.most].map(|value| knob.show(value));
        stdout_line(format_args!(
            "{:22} {value:>8}   {least} to {most}",
            knob.name
        ));
    }
}

fn read_plan(path: &Path) -> Result<TuningPlan, Failure> {
    let bytes = read_bytes(path).map_err(|error| Failure::new(Blame::Record, error))?;
    let text = String::from_utf8_lossy(&bytes);
    TuningPlan::from_toml(&text)
        .map_err(|error| Failure::new(Blame::Usage, format!("{}: {error}", path.display())))
}

/// Goes through what was played before.
fn recall(
    tuning: &mut Tuning,
    kept: &JournalContents<TuningStep>,
    out: &Path,
) -> Result<(), Failure> {
    tell_torn(kept, out);
    if tuning.recall(&kept.steps) {
        return Ok(());
    }
    let (out, line) = (out.display(), tuning.done() + 3);
    let what = format!("{out}: line {line} does not follow: cut it off there to go on");
    Err(Failure::new(Blame::Record, what))
}

/// Plays what is left; a worker keeps no journal, and the tuning is told by its games.
fn play(
    tuning: &mut Tuning,
    mut journal: Option<&mut Journal>,
    shared: &SharedTuning,
    args: &TuneArgs,
    halt: &StopFlag,
) -> Result<Exit, Failure> {
    let plan = tuning.plan().clone();
    let (conditions, each) = (plan.conditions, u64::from(2 * plan.batch));
    let before = u64::from(tuning.done()) * each;
    let all = u64::from(plan.iterations()) * each;
    let mut progress = WorkProgress::new("games", before, all, args.quiet);
    while !tuning.is_done() {
        let step = tuning.iterate(
            threads(args.jobs),
            halt,
            |pair| shared.is_own(pair),
            |game, contest| {
                let [plus, minus] = [&contest.plus, &contest.minus].map(|v| plan.params(v));
                shared.score(game, halt, || conditions.play(game, [&plus, &minus], halt))
            },
            || progress.step(),
        );
        let Some(step) = step else {
            progress.finish();
            return shared.take_failure().map_or(Ok(Exit::Interrupted), Err);
        };
        if let Some(journal) = &mut journal {
            journal.add(&step).map_err(journal_failure)?;
        }
        if step
            .iteration
            .is_multiple_of(plan.iterations().div_ceil(PICTURES))
        {
            draw(tuning, args)?;
        }
    }
    progress.finish();
    Ok(Exit::Done)
}

fn draw(tuning: &Tuning, args: &TuneArgs) -> Result<(), Failure> {
    let Some(path) = &args.plot else {
        return Ok(());
    };
    let picture = plot(tuning).map_err(|error| Failure::new(Blame::Record, error))?;
    let picture = format!("{}\n{}\n", picture.trim_end(), signature(tuning.plan()));
    write_atomically(path, picture.as_bytes()).map_err(|error| Failure::new(Blame::Record, error))
}

/// Prints the result so far, and the way to find out whether it is any good.
fn report(tuning: &Tuning) {
    let plan = tuning.plan();
    let (done, all) = (tuning.done(), plan.iterations());
    stdout_line(format_args!("after {done} of {all} iterations:"));
    stdout_line(format_args!(
        "{:22} {:>8} {:>8} {:>8}",
        "parameter", "start", "last", "proposed"
    ));
    let last = tuning.path().last().cloned().unwrap_or_default();
    let mut settings = Vec::new();
    for ((axis, last), proposed) in plan.axes.iter().zip(last).zip(tuning.proposal()) {
        let [start, last, proposed] = [axis.start, last, proposed].map(|v| axis.knob.show(v));
        let name = axis.knob.name;
        stdout_line(format_args!("{name:22} {start:>8} {last:>8} {proposed:>8}"));
        settings.push(format!("{name}={proposed}"));
    }
    stdout_line(format_args!(
        "{} --a '{}'",
        duel_words(plan),
        settings.join(",")
    ));
}

/// The words of a duel under the same conditions, with other openings.
fn duel_words(plan: &TuningPlan) -> String {
    let at = &plan.conditions;
    let budget = match at.budget {
        Budget::Playouts(playouts) => format!("--playouts {playouts}"),
        Budget::Time(time) => format!("--move-time {}ms", time.as_millis()),
    };
    format!(
        "sgmp-go learn duel --size {} --komi {} --rules {} {budget} --seed {} --games 200 --sprt 0,20",
        at.size.lines(),
        at.komi,
        at.rules,
        at.seed.wrapping_add(1),
    )
}
