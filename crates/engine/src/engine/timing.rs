//! The time of a search, as an argument.

use std::time::Duration;

use crate::time_control::Effort;

/// The effort that a search may take, and the clock it is measured by.
#[derive(Clone, Copy)]
pub struct Timing<'a> {
    /// The time to think.
    pub effort: Effort,
    /// Time since the move was asked for; never goes back.
    pub elapsed: &'a dyn Fn() -> Duration,
}

impl Timing<'_> {
    /// No clock: only playouts are counted.
    pub const UNTIMED: Self = Self {
        effort: Effort::Counted { most: None },
        elapsed: &|| Duration::ZERO,
    };
}

/// Reads the clock during a search, every so many playouts.
pub(super) struct ClockPoll<'a> {
    timing: &'a Timing<'a>,
    /// Time for what follows the search.
    post_search_time: Duration,
    last: Duration,
    every: Duration,
    playouts: u32,
    min_playouts: u32,
}

impl<'a> ClockPoll<'a> {
    const MIN_PLAYOUTS: u32 = 8;
    const MAX_PLAYOUTS: u32 = 1 << 16;
    /// Number of readings in the longest time that the search may take ...
    const PARTS: u32 = 50;
    /// ... and the greatest interval between two of them.
    const MAX_INTERVAL: Duration = Duration::from_millis(50);

    /// `post_search_time` is kept free at the end, but for no more than half of the longest time.
    pub(super) fn new(timing: &'a Timing<'a>, post_search_time: Duration) -> Self {
        let most = timing.effort.most().unwrap_or(Duration::MAX);
        Self {
            timing,
            post_search_time: post_search_time.min(most / 2),
            last: (timing.elapsed)(),
            every: (most / Self::PARTS).min(Self::MAX_INTERVAL),
            playouts: Self::MIN_PLAYOUTS,
            min_playouts: Self::MIN_PLAYOUTS,
        }
    }

    /// The same for a search that may be so slow that the clock is read after fewer playouts.
    pub(super) const fn slower(mut self, min_playouts: u32) -> Self {
        self.playouts = min_playouts;
        self.min_playouts = min_playouts;
        self
    }

    /// Playouts until the next reading.
    pub(super) const fn next_after(&self) -> u32 {
        self.playouts
    }

    /// Reads the clock: the time since the move was asked for, and what has to be kept free of it.
    pub(super) fn read(&mut self) -> Duration {
        let now = (self.timing.elapsed)();
        let taken = now.saturating_sub(self.last);
        self.last = now;
        if taken < self.every / 2 {
            self.playouts = (self.playouts * 2).min(Self::MAX_PLAYOUTS);
        } else if taken > self.every * 2 {
            self.playouts = (self.playouts / 2).max(self.min_playouts);
        }
        now + self.post_search_time
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Playouts between two readings after some of them, at so many a second in so many seconds.
    fn settled(a_second: f64, seconds: u64) -> u32 {
        let clock = Cell::new(0.0);
        let elapsed = || Duration::from_secs_f64(clock.get());
        let timing = Timing {
            effort: Effort::Fixed(Duration::from_secs(seconds)),
            elapsed: &elapsed,
        };
        let mut poll = ClockPoll::new(&timing, Duration::ZERO);
        for _ in 0..40 {
            clock.set(clock.get() + f64::from(poll.next_after()) / a_second);
            let _ = poll.read();
        }
        poll.next_after()
    }

    #[test]
    fn what_comes_after_the_search_is_kept_free() {
        let elapsed = || Duration::from_millis(100);
        let timing = Timing {
            effort: Effort::Fixed(Duration::from_secs(1)),
            elapsed: &elapsed,
        };
        let seen = |post_search_time| {
            ClockPoll::new(&timing, Duration::from_millis(post_search_time)).read()
        };
        assert_eq!(seen(0), Duration::from_millis(100));
        assert_eq!(seen(300), Duration::from_millis(400));
        assert_eq!(seen(3000), Duration::from_millis(600), "half is searched");
    }

    #[test]
    fn looks_come_every_so_often_at_any_speed() {
        assert!((10..=40).contains(&settled(1000.0, 1)));
        assert!((25..=100).contains(&settled(1000.0, 10)));
        assert!((500..=2000).contains(&settled(20_000.0, 10)));
        assert_eq!(settled(1e9, 10), ClockPoll::MAX_PLAYOUTS);
        assert_eq!(settled(1.0, 10), ClockPoll::MIN_PLAYOUTS);
    }
}
