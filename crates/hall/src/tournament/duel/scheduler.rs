//! Games dealt over the cores, their outcomes handed over in the order of their numbers.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use sgmp_board::stop_flag::StopFlag;

/// Plays the games of these numbers with so many at a time and hands each to `take`, none before
/// those with lower numbers, until that breaks off or `halt` is requested. Breaking off requests
/// `halt`.
pub fn schedule<T: Send>(
    games: Range<u32>,
    jobs: usize,
    halt: &StopFlag,
    play: impl Fn(u32) -> Option<T> + Sync,
    mut take: impl FnMut(u32, T) -> ControlFlow<()>,
) {
    let next = AtomicU32::new(games.start);
    let (sender, receiver) = channel();
    let work = |sender: std::sync::mpsc::Sender<(u32, T)>| {
        while !halt.is_requested() {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games.end {
                return;
            }
            let Some(outcome) = play(game) else { return };
            if sender.send((game, outcome)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, games.len().max(1)) {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        let (mut due, mut early) = (games.start, BTreeMap::new());
        for (game, outcome) in receiver {
            early.insert(game, outcome);
            while let Some(outcome) = early.remove(&due) {
                if take(due, outcome).is_break() {
                    halt.request();
                    return;
                }
                due += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_come_in_order_and_each_once() {
        let (mut seen, halt) = (Vec::new(), StopFlag::new());
        let play = |game: u32| {
            // Some take longer than others.
            let spin = (0..u64::from(game * 7919 % 13) * 20_000).fold(0, |a, b| a ^ b);
            Some((game, spin))
        };
        schedule(3..60, 4, &halt, play, |game, (played, _)| {
            assert_eq!(game, played);
            seen.push(game);
            ControlFlow::Continue(())
        });
        assert!(seen.iter().copied().eq(3..60));
        assert!(!halt.is_requested());
    }

    #[test]
    fn breaking_off_ends_it() {
        let (mut seen, halt) = (0, StopFlag::new());
        schedule(0..1_000_000, 2, &halt, Some, |_, _| {
            seen += 1;
            if seen < 10 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert_eq!(seen, 10);
        assert!(halt.is_requested());
    }
}
