//! Processes of the Message Passing Interface that share the games of a run: `mpirun -n 3 sgmp-go evolve --mpi`.
//!
//! Each keeps the whole run and plays its part of the games; the first one alone keeps the folder.

use std::path::Path;

use mpi::Threading;
use mpi::datatype::PartitionMut;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Root};

use super::evolve_args::EvolveArgs;
use super::evolve_command::{Run, folder, read_config, refused, threads, told};
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_laboratory::evolution::{Ranks, RunFolder, Workers, checkpoint};
use sgmp_match::console::stderr_line;

/// The processes that `mpirun` started.
struct MpiRanks(SimpleCommunicator);

impl MpiRanks {
    /// Gives all processes the bytes of the first.
    fn broadcast(&self, bytes: &mut Vec<u8>) {
        let first = self.0.process_at_rank(0);
        let mut length = bytes.len() as u64;
        first.broadcast_into(&mut length);
        bytes.resize(length as usize, 0);
        // Open MPI refuses the address of nothing.
        if !bytes.is_empty() {
            first.broadcast_into(&mut bytes[..]);
        }
    }
}

impl Ranks for MpiRanks {
    fn rank(&self) -> usize {
        self.0.rank() as usize
    }

    fn count(&self) -> usize {
        self.0.size() as usize
    }

    fn gather(&self, own: &[i64]) -> Vec<i64> {
        // Each part has a number more than it needs: a part of none has no address that Open MPI takes.
        let sent: Vec<i64> = own.iter().copied().chain([0]).collect();
        let mut lengths = vec![0_i32; self.count()];
        self.0
            .all_gather_into(&(sent.len() as i32), &mut lengths[..]);
        let mut all = Vec::new();
        let mut starts = Vec::new();
        for length in &lengths {
            starts.push(all.len() as i32);
            all.resize(all.len() + *length as usize, 0);
        }
        let mut parts = PartitionMut::new(&mut all[..], &lengths[..], &starts[..]);
        self.0.all_gather_varcount_into(&sent[..], &mut parts);
        let mut numbers = all.into_iter();
        let mut gathered = Vec::new();
        for length in lengths {
            gathered.extend(numbers.by_ref().take(length as usize - 1));
            numbers.next();
        }
        gathered
    }
}

/// Runs it with all processes; one that fails names itself and ends them all.
pub(super) fn run(args: &EvolveArgs, path: &Path) -> Result<Exit, Failure> {
    // Threads play games; only this one speaks to other processes. MPI ends with the universe.
    let (universe, _) = mpi::initialize_with_threading(Threading::Funneled)
        .ok_or_else(|| Failure::new(Blame::Usage, "MPI is at work already"))?;
    let ended = share(MpiRanks(universe.world()), args, path);
    if let Err(failure) = &ended {
        let world = universe.world();
        stderr_line(format_args!("rank {}: {failure}", world.rank()));
        world.abort(Exit::from(failure.blame).code().into());
    }
    ended
}

fn share(ranks: MpiRanks, args: &EvolveArgs, path: &Path) -> Result<Exit, Failure> {
    let config = read_config(args, path)?;
    let folder = folder(args, path, &config);
    let is_first = ranks.rank() == 0;
    let (kept, mut found) = if is_first {
        let (kept, found) = RunFolder::open(&folder, &config).map_err(refused)?;
        (Some(kept), found)
    } else {
        (None, None)
    };
    let mut bytes = found.as_ref().map_or_else(Vec::new, checkpoint::write);
    ranks.broadcast(&mut bytes);
    if !is_first && !bytes.is_empty() {
        let population = checkpoint::read(&bytes);
        let mut population = population.map_err(|error| Failure::new(Blame::Record, error))?;
        population.set_last_generation(config.generations);
        found = Some(population);
    }
    let run = Run {
        kept,
        is_quiet: args.quiet || !is_first,
    };
    let workers = Workers::new(threads(args.threads)).with_ranks(Box::new(ranks));
    let reached = run.go(config, found, workers)?;
    Ok(if is_first {
        told(reached, &folder, args.quiet)
    } else {
        Exit::Done
    })
}
