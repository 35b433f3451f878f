//! The only place, beside the command line, where a clock is read.

use std::time::{Duration, Instant};

use jiff::SignedDuration;

use crate::play::WallClock;

/// Time since the program looked first: never goes back, knows nothing of the calendar.
#[derive(Clone, Copy, Debug)]
pub struct MonotonicClock {
    zero: Instant,
    /// The time that it showed then.
    ahead: Duration,
}

impl MonotonicClock {
    /// A clock whose zero is now.
    #[must_use]
    pub fn start() -> Self {
        Self::start_at(Duration::ZERO)
    }

    /// A clock that shows this time now: one that goes on where another one stopped.
    #[must_use]
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the clock the rest is handed"
    )]
    pub fn start_at(ahead: Duration) -> Self {
        Self {
            zero: Instant::now(),
            ahead,
        }
    }

    /// Microseconds since its zero.
    #[must_use]
    pub fn now(&self) -> sgmp_proto::Instant {
        sgmp_proto::Instant::ZERO + self.ahead + self.zero.elapsed()
    }
}

/// A moment by which something has to be done.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    clock: MonotonicClock,
    after: Duration,
}

impl Deadline {
    /// `after` from now; [`Duration::MAX`] never comes.
    #[must_use]
    pub fn after(after: Duration) -> Self {
        Self {
            clock: MonotonicClock::start(),
            after,
        }
    }

    /// Time left, zero once it has passed.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.after.saturating_sub(self.clock.zero.elapsed())
    }

    /// Returns whether it has passed.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        self.left().is_zero()
    }
}

/// The wall clock in the operator's time zone: for dates and for time stamps in traces.
#[must_use]
pub fn wall_clock() -> jiff::Zoned {
    jiff::Zoned::now()
}

/// The wall clock as an RFC 3339 time stamp with milliseconds: `2000-02-26T13:00:00.000+09:00`.
#[must_use]
pub fn now_rfc3339() -> String {
    wall_clock()
        .strftime("%Y-%m-%dT%H:%M:%S%.3f%:z")
        .to_string()
}

/// The time that has passed since a stamp of [`now_rfc3339`]; `None` for other text, and for a time to come.
#[must_use]
pub fn time_since(stamp: &str) -> Option<Duration> {
    let then: jiff::Timestamp = stamp.parse().ok()?;
    let passed = wall_clock().timestamp().duration_since(then);
    passed.try_into().ok()
}

/// Processor time of the calling thread; `None` where the system does not tell.
#[must_use]
pub fn thread_cpu_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(time).ok()
    }
    #[cfg(not(unix))]
    None
}

/// Processor time of this process, all threads together; `None` where the system does not tell.
#[must_use]
pub fn process_cpu_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::try_from(time).ok()
    }
    #[cfg(not(unix))]
    None
}

/// Does nothing for a while: short waits between two looks at a device.
#[expect(
    clippy::disallowed_methods,
    reason = "the one pause the waiting loops share"
)]
pub fn pause(duration: Duration) {
    std::thread::sleep(duration);
}

/// The two clocks of a match.
#[derive(Clone, Copy, Debug)]
pub struct MatchClocks {
    /// The running one, from which all deadlines are counted.
    pub running: MonotonicClock,
    /// The wall's time at its zero.
    pub wall: WallClock,
}

impl MatchClocks {
    /// Starts the running clock at zero, with the wall's time of that moment.
    pub fn start() -> Self {
        Self::start_at(Duration::ZERO)
    }

    /// Starts both, the running one with this time on it.
    pub fn start_at(ahead: Duration) -> Self {
        let running = MonotonicClock::start_at(ahead);
        let now = wall_clock().timestamp();
        let zero = SignedDuration::try_from(ahead).ok();
        let zero = zero.and_then(|ahead| now.checked_sub(ahead).ok());
        Self {
            running,
            wall: WallClock(zero.unwrap_or(now)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_goes_forward() {
        let clock = MonotonicClock::start();
        let before = clock.now();
        pause(Duration::from_millis(2));
        assert!(clock.now().since(before) >= Duration::from_millis(2));
    }

    #[test]
    fn a_deadline_passes_and_the_endless_one_does_not() {
        assert!(Deadline::after(Duration::ZERO).has_passed());
        assert!(!Deadline::after(Duration::MAX).has_passed());
    }

    #[cfg(unix)]
    #[test]
    fn a_thread_that_rests_uses_no_processor() {
        let before = thread_cpu_time().expect("a clock");
        pause(Duration::from_millis(2));
        let used = thread_cpu_time().expect("a clock") - before;
        assert!(used < Duration::from_secs(1), "{used:?}");
        let mut sum = 0_u64;
        while thread_cpu_time().expect("a clock") - before < Duration::from_millis(5) {
            sum = sum.wrapping_add(1);
        }
        assert!(sum > 0);
        assert!(process_cpu_time().expect("a clock") >= Duration::from_millis(5));
    }

    #[test]
    fn the_time_stamp_is_rfc_3339() {
        let stamp = now_rfc3339();
        assert!(stamp.parse::<jiff::Timestamp>().is_ok(), "{stamp}");
    }
}
