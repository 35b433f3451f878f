//! Work shared among threads: each takes the next item as soon as it is done with one.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::stop_flag::StopFlag;

/// Does the work of each item, so many at a time, and hands each result to `take` with the number of its item as soon as
/// it is there. `worker` is called once in each thread: what it returns does the work there, and owns what the thread
/// needs for itself.
///
/// It ends when all is done, when `halt` is requested (work that goes on then is waited for, and its result is taken), or
/// when `take` breaks off, which requests `halt`. Work that returns nothing ends its thread.
pub fn share<I: Send, T: Send, W: FnMut(I) -> Option<T>>(
    jobs: usize,
    items: impl IntoIterator<Item = I, IntoIter: Send>,
    halt: &StopFlag,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(usize, T) -> ControlFlow<()>,
) {
    let items = items.into_iter();
    let threads = jobs.min(items.size_hint().1.unwrap_or(jobs)).max(1);
    let queue = Mutex::new(items.enumerate());
    let (sender, results) = channel();
    let work = |sender: std::sync::mpsc::Sender<(usize, T)>| {
        let mut work = worker();
        while !halt.is_requested() {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((number, item)) = next else { return };
            let Some(result) = work(item) else { return };
            if sender.send((number, result)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        for (number, result) in results {
            if take(number, result).is_break() {
                halt.request();
                return;
            }
        }
    });
}

/// Does the same, and hands over each result after those of all items before its own.
pub fn share_in_order<I: Send, T: Send, W: FnMut(I) -> Option<T>>(
    jobs: usize,
    items: impl IntoIterator<Item = I, IntoIter: Send>,
    halt: &StopFlag,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) {
    let (mut due, mut early) = (0, BTreeMap::new());
    share(jobs, items, halt, worker, |number, result| {
        early.insert(number, result);
        while let Some(result) = early.remove(&due) {
            take(result)?;
            due += 1;
        }
        ControlFlow::Continue(())
    });
}

/// Does the work of each item, so many at a time; the results are in the order of the items, whatever the number of
/// threads.
pub fn map_each<I: Send, T: Send>(
    jobs: usize,
    items: impl IntoIterator<Item = I, IntoIter: Send>,
    work: impl Fn(I) -> T + Sync,
) -> Vec<T> {
    let mut results = Vec::new();
    let worker = || |item| Some(work(item));
    share_in_order(jobs, items, &StopFlag::new(), worker, |result| {
        results.push(result);
        ControlFlow::Continue(())
    });
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_each_once() {
        let work = |item: u32| {
            // Some take longer than others.
            let spin = (0..u64::from(item * 7919 % 13) * 20_000).fold(0, |a, b| a ^ b);
            (item, spin)
        };
        let results = map_each(4, 3..60, work);
        assert!(results.iter().map(|(item, _)| *item).eq(3..60));
        assert_eq!(map_each(4, 0..0, work), []);
    }

    #[test]
    fn breaking_off_ends_it() {
        let (mut seen, halt) = (0, StopFlag::new());
        share_in_order(
            2,
            0..1_000_000,
            &halt,
            || Some,
            |_| {
                seen += 1;
                match seen {
                    10 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            },
        );
        assert_eq!(seen, 10);
        assert!(halt.is_requested());
    }

    #[test]
    fn a_thread_has_what_its_worker_made() {
        let mut most = 0;
        let worker = || {
            let mut own = 0;
            move |item: u32| {
                own += item;
                Some(own)
            }
        };
        share(1, [1, 2, 3], &StopFlag::new(), worker, |number, sum| {
            assert_eq!(sum as usize, [1, 3, 6][number]);
            most = sum;
            ControlFlow::Continue(())
        });
        assert_eq!(most, 6);
    }
}
