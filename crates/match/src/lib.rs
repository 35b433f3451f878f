//! One game between two programs: GTP, terms, clock, journal and the devices that carry it.

pub mod console;
pub mod gtp;
pub mod line_judge;
pub mod match_files;
pub mod noise;
pub mod play;
pub mod port;
pub mod servers;
pub mod spectators;
pub mod trace_check;
