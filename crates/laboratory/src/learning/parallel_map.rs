//! Games in parts, so that their sums do not depend on the number of threads.

use sgmp_board::shared_work::map_each;

/// Called at every game that is done, from any thread.
pub type Tick<'a> = &'a (dyn Fn() + Sync);

/// Number of parts: enough for many cores, few enough for their sums.
pub(in crate::learning) const PART_COUNT: usize = 16;

/// The items of a part: every sixteenth.
pub(in crate::learning) fn part_of<T>(all: &[T], part: usize) -> impl Iterator<Item = &T> {
    all.iter().skip(part).step_by(PART_COUNT)
}

/// Does the work of each part on `jobs` threads and returns the results in order.
pub(in crate::learning) fn map_parts<T: Send>(
    jobs: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    map_each(jobs, 0..PART_COUNT, work)
}
