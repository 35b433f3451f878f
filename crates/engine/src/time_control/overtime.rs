//! Byo-yomi and Canadian overtime: the clock, and the time to think by it.

use std::time::Duration;

use super::{Budget, Terms, budget};

/// The overtime that follows the main time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overtime {
    /// Nothing: the flag falls.
    SuddenDeath,
    /// Each move within a period gives the period back; a period that runs out is gone.
    ByoYomi {
        /// Length of a period.
        period: Duration,
        /// Number of periods at the start.
        periods: u32,
    },
    /// A number of moves within a period, then the next one begins.
    Canadian {
        /// Length of a period.
        period: Duration,
        /// Moves that have to be made within it.
        stones: u32,
    },
}

/// The time a player has for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSystem {
    /// Time before overtime begins.
    pub main: Duration,
    /// The overtime that begins when the main time is used up.
    pub overtime: Overtime,
}

/// The state of a player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Main time.
    Main {
        /// Time left of it.
        left: Duration,
    },
    /// A period of overtime.
    Overtime {
        /// Time left of the period.
        left: Duration,
        /// Periods left, this one included (byo-yomi), or moves still to make in it (Canadian).
        count: u32,
    },
}

/// Share of a period that is kept back, for a machine that is busy: the period divided by this ...
const MARGIN_DIVISOR: u32 = 5;
/// ... but no more than this time, which covers controllers that give the time in whole seconds.
const MAX_MARGIN: Duration = Duration::from_secs(1);
/// The same where a move that comes late loses the game: what carries it may be slow just then.
const MAX_LAST_MARGIN: Duration = Duration::from_secs(10);

impl TimeSystem {
    /// The clock before the first move.
    #[must_use]
    pub const fn start(&self) -> Clock {
        Clock::Main { left: self.main }
    }

    /// The clock after a move that took `spent`; `None` if the flag fell.
    #[must_use]
    pub fn after_move(&self, clock: Clock, spent: Duration) -> Option<Clock> {
        match clock {
            Clock::Main { left } if spent <= left => Some(Clock::Main { left: left - spent }),
            Clock::Main { left } => {
                let (period, count) = self.first_period()?;
                self.after_overtime(period, count, spent - left)
            }
            Clock::Overtime { left, count } => self.after_overtime(left, count, spent),
        }
    }

    /// Returns the time to think about the next move. `moves` and `terms` are as in [`budget`].
    ///
    /// In overtime the whole period is spent but for a margin: a fifth of it, a second at most. Where
    /// nothing comes after it (Canadian: a single stone is left; byo-yomi: the last period) the
    /// margin is ten seconds at most, and three quarters of the rest are the target.
    /// Main time is shared out as in sudden death, without its reserve, but no move gets less
    /// than overtime would give it.
    #[must_use]
    pub fn budget(&self, clock: Clock, moves: u32, terms: &Terms) -> Budget {
        match (clock, self.first_period()) {
            (Clock::Overtime { left, count }, _) => self.period_budget(left, count, terms),
            (Clock::Main { left }, None) => budget(left, moves, terms),
            (Clock::Main { left }, Some((period, count))) => {
                let terms = Terms {
                    reserve: Duration::ZERO,
                    ..*terms
                };
                let main = budget(left, moves, &terms);
                let floor = self.period_budget(period, count, &terms).target;
                Budget {
                    least: main.least.max(floor / 4),
                    target: main.target.max(floor),
                    most: main.most.max(floor),
                    equal_after: main.equal_after,
                }
            }
        }
    }

    /// Length and count of overtime, if there is any.
    fn first_period(&self) -> Option<(Duration, u32)> {
        match self.overtime {
            Overtime::SuddenDeath => None,
            Overtime::ByoYomi { period, periods } => Some((period, periods)),
            Overtime::Canadian { period, stones } => Some((period, stones)),
        }
        .filter(|(period, count)| !period.is_zero() && *count > 0)
    }

    fn after_overtime(&self, left: Duration, count: u32, spent: Duration) -> Option<Clock> {
        let over = spent.saturating_sub(left);
        match self.overtime {
            Overtime::ByoYomi { period, .. } if !period.is_zero() => {
                let gone = if over.is_zero() {
                    0
                } else {
                    over.as_nanos().div_ceil(period.as_nanos())
                };
                let gone = u32::try_from(gone).unwrap_or(u32::MAX);
                let count = count.checked_sub(gone).filter(|count| *count > 0)?;
                Some(Clock::Overtime {
                    left: period,
                    count,
                })
            }
            Overtime::Canadian { period, stones } if over.is_zero() => Some(match count {
                0 | 1 => Clock::Overtime {
                    left: period,
                    count: stones,
                },
                _ => Clock::Overtime {
                    left: left - spent,
                    count: count - 1,
                },
            }),
            _ => None,
        }
    }

    fn period_budget(&self, left: Duration, count: u32, terms: &Terms) -> Budget {
        let moves = match self.overtime {
            Overtime::Canadian { .. } => count.max(1),
            Overtime::ByoYomi { .. } | Overtime::SuddenDeath => 1,
        };
        let is_last = count <= 1;
        let max_margin = if is_last { MAX_LAST_MARGIN } else { MAX_MARGIN };
        let usable = left
            .saturating_sub((left / MARGIN_DIVISOR).min(max_margin))
            .saturating_sub(terms.lag.saturating_mul(moves).min(left / 2));
        let (target, most) = match moves {
            1 if is_last => (usable / 4 * 3, usable),
            1 => (usable, usable),
            _ => {
                let target = usable / moves;
                (target, (target * 2).min(usable / 2))
            }
        };
        Budget {
            least: target / 4,
            target,
            most,
            equal_after: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::BoardSize;

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn system(main: u64, overtime: Overtime) -> TimeSystem {
        TimeSystem {
            main: secs(main),
            overtime,
        }
    }

    const BYO_YOMI: Overtime = Overtime::ByoYomi {
        period: secs(30),
        periods: 3,
    };

    const CANADIAN: Overtime = Overtime::Canadian {
        period: secs(300),
        stones: 25,
    };

    #[test]
    fn byo_yomi_gives_a_period_back_until_they_are_gone() {
        let system = system(10, BYO_YOMI);
        let overtime = |left, count| {
            let left = secs(left);
            Clock::Overtime { left, count }
        };
        let after = |clock, spent| system.after_move(clock, secs(spent));
        let main = system.start();
        assert_eq!(after(main, 4), Some(Clock::Main { left: secs(6) }));
        assert_eq!(after(main, 39), Some(overtime(30, 3)));
        assert_eq!(after(main, 41), Some(overtime(30, 2)));
        assert_eq!(after(main, 101), None);
        assert_eq!(after(overtime(12, 2), 12), Some(overtime(30, 2)));
        assert_eq!(after(overtime(12, 2), 13), Some(overtime(30, 1)));
        assert_eq!(after(overtime(12, 1), 13), None);
    }

    #[test]
    fn canadian_stones_are_counted_down_and_renewed() {
        let system = system(0, CANADIAN);
        let mut clock = system.start();
        for _ in 0..24 {
            clock = system.after_move(clock, secs(10)).unwrap();
        }
        let last = Clock::Overtime {
            left: secs(60),
            count: 1,
        };
        assert_eq!(clock, last);
        assert_eq!(system.after_move(last, secs(61)), None);
        let renewed = Clock::Overtime {
            left: secs(300),
            count: 25,
        };
        assert_eq!(system.after_move(last, secs(60)), Some(renewed));
    }

    #[test]
    fn sudden_death_is_the_ordinary_budget() {
        let system = system(3000, Overtime::SuddenDeath);
        let terms = Terms::default();
        assert_eq!(
            system.budget(system.start(), 30, &terms),
            budget(secs(3000), 30, &terms)
        );
        assert_eq!(system.after_move(system.start(), secs(3001)), None);
    }

    /// Plays 300 own moves, each as long as `spent` of its budget, and the lag; gives the time.
    fn play(system: &TimeSystem, spent: impl Fn(Budget) -> Duration) -> Duration {
        let terms = Terms::for_match(system.main, BoardSize::NINETEEN);
        let (mut clock, mut total) = (system.start(), Duration::ZERO);
        for own in 0..300 {
            let budget = system.budget(clock, own * 2, &terms);
            assert!(budget.least <= budget.target && budget.target <= budget.most);
            let spent = spent(budget) + terms.lag;
            total += spent;
            clock = system.after_move(clock, spent).expect("no flag falls");
        }
        total
    }

    #[test]
    fn no_period_runs_out_and_each_is_spent() {
        for main in [0, 1, 60, 1800] {
            for (overtime, a_move) in [(BYO_YOMI, 30.0), (CANADIAN, 12.0)] {
                let system = system(main, overtime);
                play(&system, |budget| budget.most);
                let total = play(&system, |budget| budget.target).as_secs_f64();
                let least = 0.9 * 300.0 * a_move;
                assert!(total > least, "{system:?}: {total} of {least} s");
            }
        }
    }

    /// A line that is away for a resend's time, or a machine that is busy, must not lose the game.
    #[test]
    fn the_last_move_of_a_period_keeps_time_for_a_lag() {
        let one_stone = Overtime::Canadian {
            period: secs(100),
            stones: 1,
        };
        let last_period = Overtime::ByoYomi {
            period: secs(100),
            periods: 1,
        };
        let stones_left = Overtime::Canadian {
            period: secs(600),
            stones: 25,
        };
        let terms = Terms::default();
        for overtime in [one_stone, last_period, stones_left] {
            for seconds in [1, 2, 5, 10, 30, 100, 600] {
                let left = secs(seconds);
                let clock = Clock::Overtime { left, count: 1 };
                let Budget { target, most, .. } = system(0, overtime).budget(clock, 60, &terms);
                let kept = left.checked_sub(most).unwrap();
                assert!(
                    kept >= (left / 5).min(secs(10)),
                    "{seconds} s: {kept:?} kept"
                );
                assert!(target < left * 3 / 4, "{seconds} s: {target:?}");
                assert!(target > left * 2 / 5, "{seconds} s: {target:?}");
            }
        }
        let budget = system(20, one_stone).budget(Clock::Main { left: secs(20) }, 60, &terms);
        assert!(budget.most <= secs(90), "{budget:?}");
    }

    #[test]
    fn byo_yomi_keeps_all_its_periods() {
        let system = system(60, BYO_YOMI);
        let terms = Terms::for_match(system.main, BoardSize::NINETEEN);
        let mut clock = system.start();
        for own in 0..200 {
            let spent = system.budget(clock, own * 2, &terms).most + terms.lag;
            clock = system.after_move(clock, spent).unwrap();
        }
        assert!(matches!(clock, Clock::Overtime { count: 3, .. }));
    }

    #[test]
    fn odd_clocks_have_a_budget_too() {
        let terms = Terms::default();
        let nothing = Overtime::ByoYomi {
            period: Duration::ZERO,
            periods: 0,
        };
        for overtime in [nothing, BYO_YOMI, CANADIAN, Overtime::SuddenDeath] {
            for (left, count) in [(Duration::ZERO, 0), (Duration::MAX, u32::MAX), (secs(1), 9)] {
                let system = system(0, overtime);
                for clock in [Clock::Overtime { left, count }, Clock::Main { left }] {
                    let most = system.budget(clock, 7, &terms).most;
                    assert!(most <= left.max(secs(30)), "{system:?} {clock:?}: {most:?}");
                    let _ = system.after_move(clock, secs(3));
                }
            }
        }
    }
}
