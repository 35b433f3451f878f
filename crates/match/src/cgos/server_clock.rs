//! The clock of a game on a server: what is left by the server's word, less what the line takes.

use std::time::Duration;

use sgmp_board::rules::BoardSize;
use sgmp_engine::time_control::{Budget, Terms, budget, ordinary_game};

/// Longest time that a move may seem to have taken on the line: more is a pause, not a lag.
const MAX_LAG: Duration = Duration::from_secs(30);

/// Lags of the line that are kept back for one that fails.
const LAGS_IN_RESERVE: u32 = 10;

/// Moves of our own that are paid for in advance where a program minds its clock itself.
const MOVES_IN_ADVANCE: u32 = 10;

/// Games on servers are played to their end, dead stones and all: so many times an ordinary game is planned for.
const LONGEST_GAME: u32 = 2;

/// The time that the line takes for each of our moves, beyond what we think: the server's clock tells it. The longest of
/// late is kept, and forgotten by and by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LagMeter {
    least: Duration,
    measured: Duration,
    /// The clock when we were asked, and our time until the answer was sent.
    latest: Option<(Duration, Duration)>,
}

impl LagMeter {
    /// A meter of a line that has taken nothing yet; `least` is reckoned with in any case.
    #[must_use]
    pub const fn new(least: Duration) -> Self {
        Self {
            least,
            measured: Duration::ZERO,
            latest: None,
        }
    }

    /// The server asks, with so much left on our clock.
    pub fn asked(&mut self, left: Duration) {
        if let Some((before, thought)) = self.latest.take() {
            let taken = before.saturating_sub(left).saturating_sub(thought);
            let fading = self.measured * 7 / 8;
            self.measured = fading.max(taken.min(MAX_LAG));
        }
    }

    /// Our move has gone out after so long; the clock showed `left` when we were asked.
    pub fn answered(&mut self, left: Duration, thought: Duration) {
        self.latest = Some((left, thought));
    }

    /// The connection was lost: the time until it was back is no lag.
    pub fn forget_latest(&mut self) {
        self.latest = None;
    }

    /// The lag to reckon with.
    #[must_use]
    pub fn lag(&self) -> Duration {
        self.least.max(self.measured)
    }
}

/// The terms that a clock on the server has to last for.
#[must_use]
pub fn terms(a_side: Duration, size: BoardSize, lag: Duration) -> Terms {
    let base = Terms::for_match(a_side, size);
    Terms {
        reserve: (lag * LAGS_IN_RESERVE).min(a_side / 3),
        lag,
        longest_game: ordinary_game(size) * LONGEST_GAME,
        ..base
    }
}

/// The time for the move after `moves`, with `left` on the server's clock.
#[must_use]
pub fn time_for_move(left: Duration, moves: usize, terms: &Terms) -> Budget {
    budget(left, u32::try_from(moves).unwrap_or(u32::MAX), terms)
}

/// The time that a program which minds its clock itself is told.
#[must_use]
pub fn told_time(left: Duration, terms: &Terms) -> Duration {
    terms.usable(left, MOVES_IN_ADVANCE).max(left / 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// A game in which every move takes the most it may, over a line that takes `lag` for each: the clock at its end.
    fn played(minutes: u64, lines: u8, lag: Duration, own_moves: u32) -> Option<Duration> {
        let size = BoardSize::new(lines).unwrap();
        let total = Duration::from_secs(minutes * 60);
        let mut meter = LagMeter::new(Duration::from_millis(500));
        let mut left = total;
        for number in 0..own_moves {
            meter.asked(left);
            let terms = terms(total, size, meter.lag());
            let thought = time_for_move(left, 2 * number as usize, &terms).most;
            meter.answered(left, thought);
            left = left.checked_sub(thought + lag)?;
        }
        Some(left)
    }

    #[test]
    fn no_flag_falls_on_a_line_that_takes_its_time() {
        for (minutes, lines, moves) in [(5, 9, 60), (15, 19, 250), (30, 19, 250), (1, 9, 40)] {
            for millis in [0, 100, 500, 1000] {
                let lag = Duration::from_millis(millis);
                let left = played(minutes, lines, lag, moves);
                assert!(left.is_some(), "{minutes} min on {lines}, {millis} ms");
            }
        }
    }

    #[test]
    fn the_longest_lag_of_late_is_reckoned_with() {
        let mut meter = LagMeter::new(SECOND / 2);
        assert_eq!(meter.lag(), SECOND / 2);
        meter.asked(100 * SECOND);
        meter.answered(100 * SECOND, 3 * SECOND);
        meter.asked(95 * SECOND);
        assert_eq!(meter.lag(), 2 * SECOND);
        meter.answered(95 * SECOND, SECOND);
        meter.forget_latest();
        meter.asked(40 * SECOND);
        assert_eq!(meter.lag(), 2 * SECOND, "a pause is no lag");
        for _ in 0..40 {
            meter.answered(40 * SECOND, SECOND);
            meter.asked(39 * SECOND);
        }
        assert_eq!(meter.lag(), SECOND / 2, "forgotten");
    }
}
