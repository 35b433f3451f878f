//! Playouts and the time they take, by the wall clock and by the CPU's.

use std::time::{Duration, Instant};

/// A number of playouts and their time.
#[derive(Clone, Copy)]
pub(crate) struct Speed {
    pub(crate) playouts: u32,
    pub(crate) wall: Duration,
    /// Time of all threads together; the wall's where the system does not tell.
    pub(crate) cpu: Duration,
}

impl Speed {
    /// Playouts in a second of the wall clock.
    pub(crate) fn by_wall(self) -> f64 {
        f64::from(self.playouts) / self.wall.as_secs_f64()
    }

    /// Playouts in a second of one core: what a machine with other work cannot spoil.
    pub(crate) fn by_cpu(self) -> f64 {
        f64::from(self.playouts) / self.cpu.as_secs_f64()
    }
}

/// Prints the medians of several measurements.
pub(crate) fn print(what: &str, speeds: &[Speed]) {
    let of = |speed: fn(Speed) -> f64| median(speeds.iter().map(|one| speed(*one)).collect());
    println!(
        "{what}: {:.0} playouts/s, {:.0} per second of CPU time",
        of(Speed::by_wall),
        of(Speed::by_cpu)
    );
}

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Does some work and measures it; it tells how many playouts it made.
#[allow(
    clippy::disallowed_methods,
    reason = "a measurement reads the real clock"
)]
pub(crate) fn timed(work: impl FnOnce() -> u32) -> Speed {
    let (wall, cpu) = (Instant::now(), cpu_time());
    let playouts = work();
    let wall = wall.elapsed();
    let spent = cpu
        .zip(cpu_time())
        .map(|(from, to)| to.saturating_sub(from));
    Speed {
        playouts,
        wall,
        cpu: spent.unwrap_or(wall),
    }
}

/// CPU time of this process, all threads together.
#[cfg(unix)]
fn cpu_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).ok()
}

#[cfg(not(unix))]
const fn cpu_time() -> Option<Duration> {
    None
}
