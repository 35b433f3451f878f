//! One game between two programs: GTP, terms, clock, journal and the devices that carry it.

pub mod gtp;
pub mod play;
pub mod port;
