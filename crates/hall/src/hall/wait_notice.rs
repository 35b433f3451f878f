//! A word now and then to whoever waits for programs that do not answer.

use std::collections::BTreeMap;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use sgmp_proto::Instant;

use sgmp_match::console::stderr_line;
use sgmp_match::port::MonotonicClock;

/// Time between two words.
const INTERVAL: Duration = Duration::from_secs(10);

/// Silence that is worth a word.
const SILENCE: Duration = Duration::from_secs(5);

/// Names of those that are waited for, each since when.
type Waiting = Arc<Mutex<BTreeMap<String, Instant>>>;

/// Says every ten seconds who is waited for, until it is dropped.
pub struct WaitNotice {
    waiting: Waiting,
    clock: MonotonicClock,
    _end: Sender<()>,
}

impl WaitNotice {
    /// Starts the thread that tells of what is waited for; dropping it ends the thread.
    pub fn start() -> Self {
        let (end, ended) = channel::<()>();
        let waiting = Waiting::default();
        let clock = MonotonicClock::start();
        let seen = Arc::clone(&waiting);
        thread::spawn(move || {
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if let Some(told) = told(&lock(&seen), clock.now()) {
                    stderr_line(told);
                }
            }
        });
        Self {
            waiting,
            clock,
            _end: end,
        }
    }

    /// Does something for which this one is waited.
    pub fn during<T>(&self, name: &str, act: impl FnOnce() -> T) -> T {
        let now = self.clock.now();
        lock(&self.waiting).insert(name.to_owned(), now);
        let done = act();
        lock(&self.waiting).remove(name);
        done
    }
}

/// The names of those that have been silent for some time, in a sentence.
fn told(waiting: &BTreeMap<String, Instant>, now: Instant) -> Option<String> {
    let silent = waiting
        .iter()
        .map(|(name, since)| (name, now.since(*since)))
        .filter(|(_, time)| *time >= SILENCE);
    let silent: Vec<String> = silent
        .map(|(name, time)| format!("{name} ({} s)", time.as_secs()))
        .collect();
    let names = silent.join(", ");
    (!silent.is_empty()).then(|| format!("waiting for {names}: no answer yet; Ctrl-C stops"))
}

fn lock(waiting: &Waiting) -> MutexGuard<'_, BTreeMap<String, Instant>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_silent_is_named_with_the_time() {
        let at = |seconds| Instant::ZERO + Duration::from_secs(seconds);
        let waiting = [("a", 0), ("b", 5), ("c", 16)];
        let waiting = waiting.map(|(name, since)| (name.to_owned(), at(since)));
        let waiting = BTreeMap::from(waiting);
        assert_eq!(told(&waiting, at(4)), None);
        assert_eq!(
            told(&waiting, at(20)).as_deref(),
            Some("waiting for a (20 s), b (15 s): no answer yet; Ctrl-C stops")
        );
    }
}
