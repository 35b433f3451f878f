//! `evolve report`: tables, figures and a page on runs.

use std::num::NonZeroU16;
use std::path::PathBuf;

use clap::Args;

use super::evolve_command::threads;
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{make_folder, write_atomically};
use sgmp_laboratory::evolution::FinishedRun;
use sgmp_laboratory::evolution::report::{ReportEffort, report};
use sgmp_match::console::work_progress::WorkProgress;
use sgmp_match::console::{TextStream, stderr_line};

/// Runs to report on.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Folders of runs; those of one setting are taken together
    #[arg(required = true, value_name = "DIR")]
    pub runs: Vec<PathBuf>,

    /// Folder for report.html, its figures, and the games of the kept nets in nets.csv and pairs.csv; those of
    /// an earlier report are replaced
    #[arg(long, value_name = "DIR", default_value = "report")]
    pub out: PathBuf,

    /// Openings by chance from which each net that was kept meets others, with both colors
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub openings: u32,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroU16>,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Writes the report, and prints its tables.
pub(super) fn run(args: &ReportArgs) -> Result<Exit, Failure> {
    let read = |folder: &PathBuf| FinishedRun::read(folder);
    let runs: Result<Vec<_>, _> = args.runs.iter().map(read).collect();
    let runs = runs.map_err(|error| Failure::new(Blame::Record, error))?;
    for lost in runs.iter().filter_map(|run| run.lost.as_ref()) {
        stderr_line(lost);
    }
    let effort = ReportEffort {
        openings: args.openings,
        threads: threads(args.threads),
    };
    let mut progress = WorkProgress::new("runs", 0, runs.len() as u64, args.quiet);
    let made = report(runs, effort, || progress.step());
    progress.finish();
    let made = made.map_err(|error| Failure::new(Blame::Record, error))?;
    let folder = &args.out;
    make_folder(folder).map_err(|error| {
        Failure::new(
            Blame::Record,
            format!("cannot make {}: {error}", folder.display()),
        )
    })?;
    let page = ("report.html".to_owned(), made.html);
    for (name, content) in made.figures.into_iter().chain(made.tables).chain([page]) {
        write_atomically(&folder.join(name), content.as_bytes())
            .map_err(|error| Failure::new(Blame::Record, error))?;
    }
    TextStream::Stdout.text(&made.text);
    Ok(Exit::Done)
}
