//! `problems`: sets of problems, played out against the reader.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::mistakes_command::{self, MistakesArgs};
use super::problems_make::{self, MakeArgs};
use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_faces::practice::problem_board::{ProblemBoard, StudyLook};
use sgmp_faces::practice::study_files::{OWN, deck_file, log_file, problems_of, read_log, today};
use sgmp_faces::study::{Grade, ProblemCourse};
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
    /// Make sets of problems from games and by chance, each checked by the reader
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
    let log = read_log(&log_file(files.log.as_ref())?)?;
    let deck = deck_file(files.deck.as_ref())?;
    let own = if deck.exists() { Some(OWN) } else { None };
    let sets = Grade::ALL.into_iter().map(Grade::name).chain(own);
    for name in sets {
        let problems = problems_of(name, &deck)?;
        let ids = || problems.iter().map(|problem| problem.id.as_str());
        let (answered, known) = log.known(ids());
        let due = log.order(ids(), today()).len();
        let sentence = Grade::ALL.into_iter().find(|grade| grade.name() == name);
        let sentence = sentence.map_or(
            "Chances that you missed in your own games.",
            Grade::sentence,
        );
        stdout_line(format_args!(
            "{name}: {} problems, {answered} answered, {known} known, {due} to do today. {sentence}",
            problems.len()
        ));
    }
    Ok(Exit::Done)
}

fn practice(args: &PracticeArgs, is_plain: bool) -> Result<Exit, Failure> {
    let file = log_file(args.files.log.as_ref())?;
    let deck = deck_file(args.files.deck.as_ref())?;
    let log = read_log(&file)?;
    let names: Vec<&str> = match args.sets.is_empty() {
        true => Grade::ALL.into_iter().map(Grade::name).collect(),
        false => args.sets.iter().map(String::as_str).collect(),
    };
    let mut problems = Vec::new();
    for name in names {
        problems.extend(problems_of(name, &deck)?);
    }
    let count = problems.len();
    let Some(course) = ProblemCourse::new(problems, log, today(), args.all) else {
        stdout_line(format_args!(
            "All {count} problems are known for today; --all asks them again."
        ));
        return Ok(Exit::Done);
    };
    let look = StudyLook::new(args.ascii, is_plain);
    ProblemBoard::new(course, file).run(look).map(Exit::from)
}
