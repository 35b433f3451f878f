//! Both sides' clocks. Sudden death: a total for the whole game.

use std::time::Duration;

use sgmp_proto::Instant;

use sgmp_board::rules::{ByColor, Color};

/// The clock that is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    color: Color,
    since: Instant,
}

/// Time used by both sides; at most one clock runs.
///
/// ```
/// use std::time::Duration;
///
/// use sgmp_match::play::MatchClocks;
/// use sgmp_board::rules::{ByColor, Color};
/// use sgmp_proto::Instant;
///
/// let second = |number| Instant::ZERO + Duration::from_secs(number);
/// let mut clocks = MatchClocks::new(Duration::from_secs(3000), ByColor::default());
/// clocks.start(Color::Black, second(0));
/// clocks.start(Color::White, second(20));
/// assert_eq!(clocks.used(Color::Black, second(25)), Duration::from_secs(20));
/// assert_eq!(clocks.left(Color::White, second(25)), Duration::from_secs(2995));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchClocks {
    limit: Duration,
    used: ByColor<Duration>,
    running: Option<Running>,
    /// The clock that stands still because the line is down.
    held: Option<Color>,
}

impl MatchClocks {
    /// Two clocks at rest: `limit` for each side, `used` of it already.
    #[must_use]
    pub const fn new(limit: Duration, used: ByColor<Duration>) -> Self {
        Self {
            limit,
            used,
            running: None,
            held: None,
        }
    }

    /// Starts one side's clock, and stops the other's.
    pub fn start(&mut self, color: Color, now: Instant) {
        self.stop(now);
        self.running = Some(Running { color, since: now });
    }

    /// Stops the clock that runs, if one does, and charges its side until now.
    pub fn stop(&mut self, now: Instant) {
        self.held = None;
        if let Some(Running { color, since }) = self.running.take() {
            self.charge(color, now.since(since));
        }
    }

    /// The line is down: this side's clock, if it runs, stands still until [`MatchClocks::release`].
    pub fn hold(&mut self, color: Color, now: Instant) {
        if self.is_running(color) {
            self.stop(now);
            self.held = Some(color);
        }
    }

    /// The line is up again.
    pub fn release(&mut self, now: Instant) {
        if let Some(color) = self.held.take() {
            self.start(color, now);
        }
    }

    /// Adds time that passed while no clock could run (a crash).
    pub fn charge(&mut self, color: Color, time: Duration) {
        self.used[color] = self.used[color].saturating_add(time);
    }

    /// Sets the time that a side has used until now; a clock that runs goes on from there.
    pub fn set_used(&mut self, color: Color, used: Duration, now: Instant) {
        if let Some(running) = &mut self.running
            && running.color == color
        {
            running.since = now;
        }
        self.used[color] = used;
    }

    /// Returns whether this side's clock runs.
    #[must_use]
    pub fn is_running(&self, color: Color) -> bool {
        self.running.is_some_and(|running| running.color == color)
    }

    /// Returns whether no clock runs, and none is held.
    #[must_use]
    pub const fn are_at_rest(&self) -> bool {
        self.running.is_none() && self.held.is_none()
    }

    /// Time this side has used until now.
    #[must_use]
    pub fn used(&self, color: Color, now: Instant) -> Duration {
        let running = match self.running {
            Some(running) if running.color == color => now.since(running.since),
            _ => Duration::ZERO,
        };
        self.used[color].saturating_add(running)
    }

    /// Time both sides have used until now.
    #[must_use]
    pub fn both_used(&self, now: Instant) -> ByColor<Duration> {
        let [black, white] = Color::BOTH.map(|color| self.used(color, now));
        ByColor::new(black, white)
    }

    /// Time this side has left; zero when its flag has fallen.
    #[must_use]
    pub fn left(&self, color: Color, now: Instant) -> Duration {
        self.limit.saturating_sub(self.used(color, now))
    }

    /// Time that this side is over its limit; `None` while it is within.
    #[must_use]
    pub fn over(&self, color: Color, now: Instant) -> Option<Duration> {
        self.used(color, now)
            .checked_sub(self.limit)
            .filter(|over| !over.is_zero())
    }

    /// The time at which this side will be over its limit by more than `grace` if its clock runs
    /// on; `None` while it stands.
    #[must_use]
    pub fn runs_over(&self, color: Color, grace: Duration) -> Option<Instant> {
        let running = self.running.filter(|running| running.color == color)?;
        let allowed = self.limit.saturating_add(grace);
        let left = allowed.saturating_sub(self.used[color]);
        // One microsecond past the last allowed one.
        Some(running.since + left + Duration::from_micros(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Instant {
        Instant::from_micros(seconds * 1_000_000)
    }

    fn clocks(limit: u64) -> MatchClocks {
        let zero = ByColor::new(Duration::ZERO, Duration::ZERO);
        MatchClocks::new(Duration::from_secs(limit), zero)
    }

    #[test]
    fn only_one_clock_runs() {
        let mut clocks = clocks(100);
        clocks.start(Color::Black, at(0));
        clocks.start(Color::White, at(10));
        clocks.stop(at(13));
        assert_eq!(clocks.used(Color::Black, at(50)), Duration::from_secs(10));
        assert_eq!(clocks.used(Color::White, at(50)), Duration::from_secs(3));
    }

    #[test]
    fn time_with_the_line_down_is_taken_out() {
        let mut clocks = clocks(100);
        clocks.start(Color::White, at(0));
        clocks.hold(Color::White, at(5));
        assert_eq!(clocks.runs_over(Color::White, Duration::ZERO), None);
        clocks.release(at(65));
        assert_eq!(clocks.used(Color::White, at(70)), Duration::from_secs(10));
        clocks.hold(Color::Black, at(70));
        assert!(
            clocks.is_running(Color::White),
            "only the side named is held"
        );
    }

    #[test]
    fn the_flag_falls_just_past_the_limit() {
        let mut clocks = clocks(60);
        clocks.charge(Color::Black, Duration::from_secs(20));
        clocks.start(Color::Black, at(100));
        let falls = clocks.runs_over(Color::Black, Duration::ZERO).unwrap();
        assert_eq!(clocks.over(Color::Black, at(140)), None);
        assert!(clocks.over(Color::Black, falls).is_some());
        assert_eq!(clocks.left(Color::Black, falls), Duration::ZERO);
    }
}
