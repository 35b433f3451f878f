//! Matches on a bad line: the words for noise, faults of a cable, and the tables of what came of many games.

pub mod fault_injector;
pub mod game_kinds;
pub mod game_tally;
pub mod noise_spec;
pub mod report_table;
pub mod side_observer;
