//! `problems`: sets of problems, played out against the reader.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::mistakes_command::{self, MistakesArgs};
use super::problems_make::{self, MakeArgs};
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::read_bytes;
use sgmp_faces::practice::problem_board::{ProblemBoard, StudyLook};
use sgmp_faces::study::{
    Grade, LearnerFiles, ListedSet, Problem, ProblemCourse, read_problems, today,
};
use sgmp_match::console::stdout_line;

/// Problems to solve.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct ProblemsArgs {
    /// Another task than solving
    #[command(subcommand)]
    pub task: Option<ProblemTask>,

    /// Problems to solve
    #[command(flatten)]
    pub practice: PracticeArgs,
}

/// The learner's files.
#[derive(Clone, Debug, Args)]
pub struct StudyFilesArgs {
    /// The file of answers, by which problems come again [default: answers.json beside your games]
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// The file of your own mistakes [default: mistakes.sgf beside your games]
    #[arg(long, value_name = "FILE")]
    pub deck: Option<PathBuf>,
}

impl StudyFilesArgs {
    /// The files.
    ///
    /// # Errors
    /// No folder for them.
    pub(super) fn learner(&self) -> Result<LearnerFiles, Failure> {
        LearnerFiles::of_this_user(self.log.as_ref(), self.deck.as_ref())
    }
}

/// Problems to solve, and the files around them.
#[derive(Debug, Args)]
pub struct PracticeArgs {
    /// Sets by their names (`problems list` prints them), `own` for your own mistakes, SGF files of problems or of
    /// positions without an answer [default: all sets, the easier first]
    pub sets: Vec<String>,

    /// All of them in their order, not only new ones and those that are due
    #[arg(long)]
    pub all: bool,

    /// The learner's files
    #[command(flatten)]
    pub files: StudyFilesArgs,

    /// Draw boards with the letters of ASCII alone
    #[arg(long)]
    pub ascii: bool,
}

/// Other tasks.
#[derive(Debug, Subcommand)]
pub enum ProblemTask {
    /// List the sets, with what you know of them
    List(StudyFilesArgs),
    /// Find the chances that you missed in games, as problems of your own
    Mistakes(MistakesArgs),
    /// Make sets of problems from games and by chance, each checked by reading it out
    Make(MakeArgs),
}

/// Does it.
///
/// # Errors
/// Files that cannot be read or written, and sets that nobody knows.
pub(crate) fn run(args: &ProblemsArgs, is_plain: bool) -> Result<Exit, Failure> {
    match &args.task {
        Some(ProblemTask::List(files)) => list(files),
        Some(ProblemTask::Mistakes(args)) => mistakes_command::run(args),
        Some(ProblemTask::Make(args)) => problems_make::run(args),
        None => practice(&args.practice, is_plain),
    }
}

fn list(files: &StudyFilesArgs) -> Result<Exit, Failure> {
    for set in files.learner()?.sets(today())? {
        let ListedSet {
            name,
            sentence,
            count,
            answered,
            known,
            due,
            ..
        } = set;
        stdout_line(format_args!(
            "{name}: {count} problems, {answered} answered, {known} known, {due} to do today. {sentence}"
        ));
    }
    Ok(Exit::Done)
}

fn practice(args: &PracticeArgs, is_plain: bool) -> Result<Exit, Failure> {
    let learner = args.files.learner()?;
    let names: Vec<&str> = match args.sets.is_empty() {
        true => Grade::ALL.into_iter().map(Grade::name).collect(),
        false => args.sets.iter().map(String::as_str).collect(),
    };
    let mut problems = Vec::new();
    for name in names {
        match learner.problems(name)? {
            Some(set) => problems.extend(set),
            None => problems.extend(problems_of_file(Path::new(name))?),
        }
    }
    let count = problems.len();
    let Some(course) = ProblemCourse::new(problems, learner.answers()?, today(), args.all) else {
        stdout_line(format_args!(
            "All {count} problems are known for today; --all asks them again."
        ));
        return Ok(Exit::Done);
    };
    let look = StudyLook::new(args.ascii, is_plain);
    ProblemBoard::new(course, learner).run(look).map(Exit::from)
}

/// The problems of a file that somebody else made.
fn problems_of_file(path: &Path) -> Result<Vec<Problem>, Failure> {
    let bytes = read_bytes(path).map_err(|error| Failure::new(Blame::Record, error))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    read_problems(&bytes, &stem)
        .map_err(|error| Failure::new(Blame::Record, format!("{}: {error}", path.display())))
}
