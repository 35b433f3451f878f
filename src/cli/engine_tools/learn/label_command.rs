//! `learn label`: games that a teacher plays against itself, with its judgment of each position.

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use clap::Args;

use super::fitting::threads;
use crate::cli::exit::{Exit, Failure};
use crate::cli::matches::signals::Interrupts;
use crate::cli::output::WorkProgress;
use crate::cli::output::stdout_line;
use crate::cli::output_names::{ForceArgs, OutputNames};
use crate::learning::labels::{
    Evaluator, EvaluatorError, LabelPlan, LabelledGame, PipedEvaluator, label, write_labels,
};
use crate::port::{CommandLine, PipedProcess};
use crate::record::write_atomically;
use crate::search::StopFlag;

const EXAMPLES: &str = "\
Example:
  sgmp-go learn label --teacher 'python3 training/teacher_server.py --net TEACHER.bin.gz' \\
      --positions 1000000 --out labels.sgds

With more positions than a file holds the files are called labels-000.sgds, labels-001.sgds and so
on. Boards, rules, komi and handicaps are drawn by the seed.";

/// Games to label.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct LabelArgs {
    /// The program that judges positions: the protocol is in training/README.md
    #[arg(long, value_name = "COMMAND")]
    pub teacher: CommandLine,

    /// The file of labels
    #[arg(long, value_name = "FILE.sgds")]
    pub out: PathBuf,

    /// Positions that are enough; games that are going on then are cut off
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub positions: u64,

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
    let mut files = ShardFiles::new(args)?;
    let started = PipedProcess::start(&args.teacher);
    let (_process, reader, writer) =
        started.map_err(|error| Failure::new(Exit::Usage, format!("--teacher: {error}")))?;
    let mut teacher = PipedEvaluator::greet(reader, writer).map_err(of_teacher)?;
    let plan = LabelPlan {
        positions: args.positions,
        shard: args.shard,
        seed: args.seed,
        jobs: threads(args.jobs),
    };
    let mut progress = WorkProgress::new("positions", 0, args.positions, args.quiet);
    let made = make(&plan, &mut teacher, &halt, &mut files, &mut progress);
    drop(teacher);
    let (positions, files) = made?;
    stdout_line(format_args!("{positions} positions in {files} file(s)"));
    if halt.is_requested() {
        return Err(Failure::new(
            Exit::Interrupted,
            "interrupted; what is written is whole",
        ));
    }
    Ok(Exit::Done)
}

fn make(
    plan: &LabelPlan,
    teacher: &mut dyn Evaluator,
    halt: &StopFlag,
    files: &mut ShardFiles,
    progress: &mut WorkProgress,
) -> Result<(u64, u32), Failure> {
    let made = label(
        plan,
        teacher,
        halt,
        |games| files.write(games, halt),
        |positions| progress.reach(positions),
    );
    let files = files.finish()?;
    Ok((made.map_err(of_teacher)?, files))
}

fn of_teacher(error: EvaluatorError) -> Failure {
    Failure::new(Exit::Usage, format!("--teacher: {error}"))
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
    fn new(args: &LabelArgs) -> Result<Self, Failure> {
        let mut files = Self {
            out: args.out.clone(),
            numbered: args.positions > args.shard,
            names: OutputNames::default(),
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
    let bytes = write_labels(games).map_err(|error| Failure::new(Exit::Record, error))?;
    write_atomically(name, &bytes).map_err(|error| Failure::new(Exit::Record, error))
}
