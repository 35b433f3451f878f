//! The evolution laboratory: nets that learn the opening by mutation and selection, after Kendall, Yaakob
//! and Hingston, "An Investigation of an Evolutionary Approach to the Opening of Go" (CEC 2004).
//!
//! An [`EvolutionConfig`] says what a run is, a [`Population`] is its state, [`Population::step`] leads to
//! the next generation. [`RunFolder`] keeps a run in a folder.

pub mod checkpoint;
mod cross_play;
mod evolution_config;
mod finished_run;
mod gaussian;
mod generation_row;
mod genome;
mod named_opponent;
mod paper_tables;
mod population;
mod published;
pub mod report;
mod run_folder;
pub mod statistics;
mod trial_game;
mod workers;

pub use evolution_config::{ConfigError, EvolutionConfig};
pub use finished_run::{FinishedRun, FinishedRunError, RunFileFault, TableRow};
pub use generation_row::GenerationRow;
pub use named_opponent::{OpponentError, OpponentFault};
pub use population::{Population, StartError};
pub use published::{PublishedError, PublishedFault, PublishedRuns, PublishedTable};
pub use run_folder::{RunFolder, RunFolderError};
pub use workers::{Ranks, Workers};
