//! `evolve`: nets that learn the opening by mutation and selection, and reports on their runs.

mod evolve_args;
mod evolve_command;
#[cfg(feature = "mpi")]
mod mpi_ranks;
mod report_command;
mod tables_command;

pub(super) use evolve_args::EvolveArgs;

use super::exit::Exit;
use evolve_args::Part;
use sgmp_board::failure::{Blame, Failure};

/// Runs it, or reports on runs.
///
/// # Errors
/// [`Failure`]: one line for the operator and the exit code.
pub(super) fn run(args: &EvolveArgs) -> Result<Exit, Failure> {
    match (&args.part, &args.config) {
        (Some(Part::Report(args)), _) => report_command::run(args),
        (Some(Part::Tables(args)), _) => tables_command::run(args),
        #[cfg(feature = "mpi")]
        (None, Some(config)) if args.mpi => mpi_ranks::run(args, config),
        #[cfg(not(feature = "mpi"))]
        (None, Some(_)) if args.mpi => {
            let what = "this program was built without the feature mpi: build one by `cargo build --release --features mpi` \
                        (docs/evolution.md, \"Beyond one machine\"), or share the games among threads";
            Err(Failure::new(Blame::Usage, what))
        }
        (None, Some(config)) => evolve_command::run(args, config),
        (None, None) => Err(Failure::new(Blame::Usage, "a file of settings is needed")),
    }
}
