//! Parallel maps over threads whose results do not depend on the number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

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
    let mut items: Vec<usize> = (0..PART_COUNT).collect();
    map_each(jobs, &mut items, |part| work(*part))
}

/// Does the work of each item on `jobs` threads and returns the results in order.
pub(crate) fn map_each<I: Send, T: Send>(
    jobs: usize,
    items: &mut [I],
    work: impl Fn(&mut I) -> T + Sync,
) -> Vec<T> {
    let count = items.len();
    let slots: Vec<Mutex<(&mut I, Option<T>)>> = items
        .iter_mut()
        .map(|item| Mutex::new((item, None)))
        .collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count.max(1)) {
            scope.spawn(|| {
                while let Some(slot) = slots.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // Each slot is taken by one thread alone.
                    if let Ok(mut slot) = slot.lock() {
                        let done = work(slot.0);
                        slot.1 = Some(done);
                    }
                }
            });
        }
    });
    let done = slots
        .into_iter()
        .filter_map(|slot| slot.into_inner().ok()?.1);
    done.collect()
}
