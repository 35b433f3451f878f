//! The clock of a game on a server: what is left by the server's word, less what the line takes.

use std::time::Duration;

use sgmp_board::rules::BoardSize;
use sgmp_engine::time_control::{Budget, Clock, Overtime, Terms, TimeSystem, ordinary_game};

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

/// The time that a clock shows: of the main time, or of the period that is on.
#[must_use]
pub const fn left_on(clock: Clock) -> Duration {
    match clock {
        Clock::Main { left } | Clock::Overtime { left, .. } => left,
    }
}

/// The time for the move after `moves`, with so much on the server's clock.
#[must_use]
pub fn time_for_move(clock: Clock, overtime: Overtime, moves: usize, terms: &Terms) -> Budget {
    let system = TimeSystem {
        main: terms.total,
        overtime,
    };
    let clock = match clock {
        Clock::Overtime { left, count } => Clock::Overtime {
            left: less_lag(left, count, terms),
            count,
        },
        main @ Clock::Main { .. } => main,
    };
    system.budget(clock, u32::try_from(moves).unwrap_or(u32::MAX), terms)
}

/// A period less what the line takes for the moves in it.
fn less_lag(left: Duration, moves: u32, terms: &Terms) -> Duration {
    left.saturating_sub(terms.lag.saturating_mul(moves))
}

/// The time that a program which minds its clock itself is told, as if it had to last for the whole game: of overtime, the
/// period that is on, or the first share of it where main time is left.
#[must_use]
pub fn told_time(clock: Clock, overtime: Overtime, terms: &Terms) -> Duration {
    let told = |left| terms.usable(left, MOVES_IN_ADVANCE).max(left / 8);
    match (clock, overtime) {
        (Clock::Overtime { left, count }, _) => less_lag(left, count, terms).max(left / 8),
        (Clock::Main { left }, Overtime::Canadian { period, stones }) => {
            told(left) + period / stones.max(1)
        }
        (Clock::Main { left }, Overtime::ByoYomi { period, .. }) => told(left) + period / 2,
        (Clock::Main { left }, Overtime::SuddenDeath) => told(left),
    }
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
            let thought = time_for_move(
                Clock::Main { left },
                Overtime::SuddenDeath,
                2 * number as usize,
                &terms,
            )
            .most;
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
    fn periods_last_on_a_line_that_takes_its_time() {
        let (period, stones, lag) = (300 * SECOND, 25, SECOND);
        let overtime = Overtime::Canadian { period, stones };
        let terms = terms(
            60 * SECOND,
            BoardSize::new(19).unwrap(),
            LagMeter::new(lag).lag(),
        );
        let mut left = period;
        for count in (1..=stones).rev() {
            let clock = Clock::Overtime { left, count };
            let thought = time_for_move(clock, overtime, 200, &terms).most;
            let told = told_time(clock, overtime, &terms);
            assert!(told < left, "{told:?} of {left:?}");
            left = left.checked_sub(thought + lag).expect("time");
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
