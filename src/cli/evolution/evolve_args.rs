//! The options of `evolve`.

use std::num::NonZeroU16;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::report_command::ReportArgs;
use super::tables_command::TablesArgs;

const EXAMPLES: &str = "\
Examples:
  sgmp-go evolve configs/toy-5x5.toml              seconds
  sgmp-go evolve configs/paper-a.toml --seed 7 --out runs/a-7
                                                   killed or interrupted, the same words go on
  sgmp-go evolve configs/paper-a.toml --set variation.kind=random --set 'name=A, by chance'
  sgmp-go evolve report runs/a-*                   tables, figures, statistics: report/report.html
  sgmp-go evolve tables data/evolution             the tables of docs/evolution.md";

/// A run of evolution.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct EvolveArgs {
    /// A report on runs in place of a run
    #[command(subcommand)]
    pub part: Option<Part>,

    /// The settings: a file such as configs/paper-a.toml, where each key is explained
    #[arg(value_name = "CONFIG.toml", required = true)]
    pub config: Option<PathBuf>,

    /// A value in place of the one in the settings, such as play.illegal=next; again for others. With
    /// name=NAME a report tells the runs apart
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,

    /// The last generation [default: as the settings say]
    #[arg(long, value_name = "N")]
    pub generations: Option<u64>,

    /// Threads; they change nothing but the speed [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroU16>,

    /// Seed of all chance [default: as the settings say]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Folder of the run, which goes on where it stopped: generations.csv, checkpoint, the nets that
    /// are kept [default: runs/CONFIG-SEED]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Share the games with the other processes that mpirun started, in a program built with the feature mpi
    #[arg(long)]
    pub mpi: bool,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Works on runs.
#[derive(Debug, Subcommand)]
pub enum Part {
    /// Report on runs, finished or not: games among the nets that they kept and against static players,
    /// tables, figures, statistics
    Report(ReportArgs),
    /// Print the tables of docs/evolution.md from the data of its runs, and draw its figures
    Tables(TablesArgs),
}
