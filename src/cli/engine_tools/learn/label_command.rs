//! `learn label`: games with the judgment of each position by a net or by a teacher in another process: its
//! games against itself, or for a net given ones.

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use clap::Args;

use super::fitting::threads;
use crate::cli::exit::Exit;
use crate::cli::output_names::{ForceArgs, OutputNames};
use crate::cli::values::thinking_args::parse_some_net;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::write_atomically;
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::net::NetChoice;
use sgmp_laboratory::learning::labels::{
    EvaluatorError, LabelPlan, LabelSource, LabelledGame, PipedEvaluator, label, label_by_net,
    read_given_games, write_labels,
};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::work_progress::WorkProgress;
use sgmp_match::console::{stderr_line, stdout_line};
use sgmp_match::port::CommandLine;
use sgmp_match::port::PipedProcess;

const EXAMPLES: &str = "\
Examples:
  sgmp-go learn label --net own --positions 20000 --out own.sgds
  sgmp-go learn label --net TEACHER.bin.gz own.games records/ --out labels.sgds
  sgmp-go learn label --teacher 'python3 training/teacher_server.py --net TEACHER.bin.gz' \\
      --positions 1000000 --out labels.sgds

Without games the teacher plays against itself; boards, rules, komi and handicaps are drawn by the
seed. The same words with --net give the same files, whatever the number of threads. With more
positions than a file holds the files are called labels-000.sgds, labels-001.sgds and so on. Ctrl-C
keeps what there is.";

/// Games to label.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct LabelArgs {
    /// Games whose positions are labelled: files of training games, SGF records, and folders of such
    #[arg(value_name = "GAMES", requires = "net", conflicts_with = "teacher")]
    pub games: Vec<PathBuf>,

    /// The net that judges positions: own, the one that the program carries, or a file of our own form or
    /// of KataGo's
    #[arg(long, value_name = "own|FILE", value_parser = parse_some_net, required_unless_present = "teacher", conflicts_with = "teacher")]
    pub net: Option<NetChoice>,

    /// A program that judges positions instead: the protocol is in training/README.md
    #[arg(long, value_name = "COMMAND")]
    pub teacher: Option<CommandLine>,

    /// The file of labels
    #[arg(long, value_name = "FILE.sgds")]
    pub out: PathBuf,

    /// Positions that are enough; games that are going on then are cut off [default: 100000; of given
    /// games all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub positions: Option<u64>,

    /// Positions in a file
    #[arg(long, default_value_t = 170_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub shard: u64,

    /// Seed of boards, komi, handicaps and moves
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,

    /// Threads that move the games on [default: one for each core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroU16>,

    /// Files of labels that are there already
    #[command(flatten)]
    pub force: ForceArgs,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Labels games.
///
/// # Errors
/// A file that cannot be written, a teacher that does not start or answer.
pub(super) fn run(args: &LabelArgs) -> Result<Exit, Failure> {
    let interrupts = Interrupts::listen()?;
    let halt = StopFlag::from(Arc::clone(&interrupts.flag));
    let source = source(args)?;
    let plan = LabelPlan {
        positions: args.positions.unwrap_or_else(|| source.positions()),
        shard: args.shard,
        seed: args.seed,
        jobs: threads(args.jobs),
    };
    let mut files = ShardFiles::new(args, &plan)?;
    let positions = match (&args.teacher, args.net) {
        (Some(teacher), _) => by_program(teacher, &plan, &halt, &mut files, args.quiet),
        (None, net) => {
            let net = net.unwrap_or_else(NetChoice::embedded);
            let mut progress = WorkProgress::new("positions", 0, plan.positions, args.quiet);
            let sink = |games| files.write(games, &halt);
            let tick = |positions| progress.reach(positions);
            let positions = label_by_net(&plan, net, &source, &halt, sink, tick);
            progress.finish();
            Ok(positions)
        }
    };
    let files = files.finish()?;
    let positions = positions?;
    stdout_line(format_args!("{positions} positions in {files} file(s)"));
    if halt.is_requested() {
        return Err(Failure::new(
            Blame::Interrupted,
            "interrupted; what is written is whole",
        ));
    }
    Ok(Exit::Done)
}

/// The games that are labelled; tells which cannot be.
fn source(args: &LabelArgs) -> Result<LabelSource, Failure> {
    if args.games.is_empty() {
        return Ok(LabelSource::SelfPlay);
    }
    let given = read_given_games(&args.games);
    let given = given.map_err(|error| Failure::new(Blame::Record, error))?;
    for error in &given.passed_over {
        stderr_line(format_args!("passed over: {error}"));
    }
    if given.left_out > 0 {
        stderr_line(format_args!(
            "{} games left out: boards of fewer than 7 or more than 19 lines, or set-up positions",
            given.left_out
        ));
    }
    if given.games.is_empty() {
        return Err(Failure::new(Blame::Record, "there is no game to label"));
    }
    Ok(LabelSource::Given(given.games))
}

/// Labels by another program; returns the number of positions.
fn by_program(
    teacher: &CommandLine,
    plan: &LabelPlan,
    halt: &StopFlag,
    files: &mut ShardFiles,
    is_quiet: bool,
) -> Result<u64, Failure> {
    let started = PipedProcess::start(teacher);
    let (_process, reader, writer) =
        started.map_err(|error| Failure::new(Blame::Usage, format!("--teacher: {error}")))?;
    let mut teacher = PipedEvaluator::greet(reader, writer).map_err(of_teacher)?;
    let mut progress = WorkProgress::new("positions", 0, plan.positions, is_quiet);
    let sink = |games| files.write(games, halt);
    let tick = |positions| progress.reach(positions);
    label(plan, &mut teacher, halt, sink, tick).map_err(of_teacher)
}

fn of_teacher(error: EvaluatorError) -> Failure {
    Failure::new(Blame::Usage, format!("--teacher: {error}"))
}

/// The files that are written one after the other, each by a thread of its own: packing takes longer
/// than the teacher would wait.
struct ShardFiles {
    out: PathBuf,
    /// True if there may be more than one.
    numbered: bool,
    names: OutputNames,
    force: ForceArgs,
    begun: u32,
    writers: Vec<JoinHandle<Result<(), Failure>>>,
    failure: Option<Failure>,
}

impl ShardFiles {
    fn new(args: &LabelArgs, plan: &LabelPlan) -> Result<Self, Failure> {
        let mut files = Self {
            out: args.out.clone(),
            numbered: plan.positions > plan.shard,
            names: OutputNames::reading(&args.games),
            force: args.force,
            begun: 0,
            writers: Vec::new(),
            failure: None,
        };
        let first = files.name(0);
        files.names.add_new("--out", &first, args.force)?;
        Ok(files)
    }

    fn name(&self, number: u32) -> PathBuf {
        if !self.numbered {
            return self.out.clone();
        }
        let stem = self.out.file_stem().unwrap_or_default().to_string_lossy();
        let kind = self.out.extension().unwrap_or_default().to_string_lossy();
        self.out
            .with_file_name(format!("{stem}-{number:03}.{kind}"))
    }

    /// Begins to write a file; a failure ends the run.
    fn write(&mut self, games: Vec<LabelledGame>, halt: &StopFlag) {
        if self.writers.iter().any(JoinHandle::is_finished) {
            self.join(|writer| writer.is_finished());
        }
        let name = self.name(self.begun);
        if self.failure.is_none() && self.begun > 0 {
            self.failure = self.names.add_new("--out", &name, self.force).err();
        }
        if self.failure.is_some() {
            halt.request();
            return;
        }
        self.begun += 1;
        self.writers
            .push(thread::spawn(move || store(&name, &games)));
    }

    /// Takes the results of some writers; keeps the first failure.
    fn join(&mut self, which: impl Fn(&JoinHandle<Result<(), Failure>>) -> bool) {
        let writers = std::mem::take(&mut self.writers);
        let (done, going) = writers.into_iter().partition(|writer| which(writer));
        self.writers = going;
        for writer in done {
            if let Ok(Err(failure)) = writer.join() {
                self.failure.get_or_insert(failure);
            }
        }
    }

    /// Waits for all files.
    fn finish(&mut self) -> Result<u32, Failure> {
        self.join(|_| true);
        self.failure.take().map_or(Ok(self.begun), Err)
    }
}

fn store(name: &Path, games: &[LabelledGame]) -> Result<(), Failure> {
    let bytes = write_labels(games).map_err(|error| Failure::new(Blame::Record, error))?;
    write_atomically(name, &bytes).map_err(|error| Failure::new(Blame::Record, error))
}
