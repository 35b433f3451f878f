//! The end of a search for a move: by the clock's budget, and by the clearness of the choice.

use std::time::Duration;

use super::Budget;

/// The limit of a search for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Its number of playouts: it never reads the time, though it is halted after `most`.
    Counted {
        /// Time after which the holder of the clock halts it.
        most: Option<Duration>,
    },
    /// This time; less only where the choice can no longer change.
    Fixed(Duration),
    /// A budget, of which a clear choice takes less.
    Flexible(Budget),
}

impl Effort {
    /// Time at which a search must be over.
    #[must_use]
    pub const fn most(&self) -> Option<Duration> {
        match self {
            Self::Counted { most } => *most,
            Self::Fixed(time) => Some(*time),
            Self::Flexible(budget) => Some(budget.most),
        }
    }
}

/// The source of the thinking time for the moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinking {
    /// The clock, and the clearness of each choice.
    ByTheClock,
    /// The same time for each move.
    Fixed(Duration),
    /// A number of playouts; the clock only keeps the flag from falling.
    Counted,
    /// The player itself minds the clock: a person, another program.
    ByItself,
}

impl Thinking {
    /// The effort for a move; `budget` is the clock's, if there is one.
    #[must_use]
    pub fn effort(self, budget: Option<Budget>) -> Effort {
        let most = budget.map(|budget| budget.most);
        match (self, budget) {
            (Self::Fixed(time), _) => Effort::Fixed(most.map_or(time, |most| time.min(most))),
            (Self::ByTheClock, Some(budget)) => Effort::Flexible(budget),
            (Self::Counted, Some(budget)) => Effort::Counted {
                most: Some(budget.target),
            },
            (Self::ByTheClock | Self::Counted, None) | (Self::ByItself, _) => {
                Effort::Counted { most: None }
            }
        }
    }
}

/// The progress of a search towards its choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchProgress {
    /// Number of playouts made in this search.
    pub playouts: u32,
    /// Visits of the most visited move, those of earlier searches too.
    pub visits: u32,
    /// Visits of the next; `None` where there is no other move.
    pub next: Option<u32>,
    /// Value of the most visited move, 0 to 1.
    pub value: f32,
    /// Highest value of the moves with enough visits for a comparison.
    pub highest: f32,
    /// Lowest value of the most visited move and its rivals, which have two fifths of its visits at least.
    pub lowest: f32,
}

impl SearchProgress {
    /// Returns whether neither a rival nor any other move is known to be better or worse than the first.
    fn is_level(&self) -> bool {
        self.highest - self.lowest <= APART_BY
    }
}

/// The next step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpendingStep {
    /// Search on: the budget is not used up, and more may change the move.
    GoOn,
    /// Make the move that the search likes best now.
    Stop,
}

/// Ratio of the first move's visits to the next move's below which the latter is a rival.
pub(crate) const RIVAL_WITHIN: f32 = 2.5;
/// Difference from which a higher value of another move counts, and a lower one of a rival.
const APART_BY: f32 = 0.005;
/// Fall of a value during the search from which it may fall further.
const FALLEN_BY: f32 = 0.02;

/// The spending of one move's time. Pure: the caller passes the time.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use sgmp_engine::time_control::{Effort, SearchProgress, Spending, SpendingStep};
///
/// let mut spending = Spending::new(Effort::Fixed(Duration::from_secs(2)), 10_000);
/// let progress = SearchProgress {
///     playouts: 1000,
///     visits: 900,
///     next: Some(50),
///     value: 0.6,
///     highest: 0.6,
///     lowest: 0.6,
/// };
/// // In the second that is left a thousand playouts more could still change the choice.
/// assert_eq!(spending.step(Duration::from_secs(1), &progress), SpendingStep::GoOn);
/// assert_eq!(spending.step(Duration::from_millis(1700), &progress), SpendingStep::Stop);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spending {
    effort: Effort,
    /// Greatest number of playouts.
    cap: u32,
    /// The value when `least` had passed.
    early: Option<f32>,
}

impl Spending {
    /// The spending of a search that has not begun; `cap` is its greatest number of playouts.
    #[must_use]
    pub const fn new(effort: Effort, cap: u32) -> Self {
        Self {
            effort,
            cap,
            early: None,
        }
    }

    /// Decides whether to go on, `elapsed` after the search began.
    ///
    /// It ends when its playouts are made or its time is over: `target`, or `most` while the choice
    /// is unsure. It ends before where the moves that it may choose are equal and stay so ([`Budget::equal_after`]), and,
    /// though not before `least`, where in the playouts that the rest
    /// allows at the present speed the next move cannot catch up with the first. A counted search
    /// makes all its playouts.
    pub fn step(&mut self, elapsed: Duration, progress: &SearchProgress) -> SpendingStep {
        if progress.playouts >= self.cap {
            return SpendingStep::Stop;
        }
        let (least, end) = match self.effort {
            Effort::Counted { .. } => return SpendingStep::GoOn,
            Effort::Fixed(time) => (Duration::ZERO, time),
            Effort::Flexible(budget) => {
                if budget
                    .equal_after
                    .is_some_and(|enough| progress.playouts >= enough)
                    && progress.is_level()
                {
                    return SpendingStep::Stop;
                }
                let unsure = self.is_unsure(elapsed >= budget.least, progress);
                let end = if unsure { budget.most } else { budget.target };
                (budget.least, end)
            }
        };
        if elapsed >= end || (elapsed >= least && self.is_decided(end, elapsed, progress)) {
            SpendingStep::Stop
        } else {
            SpendingStep::GoOn
        }
    }

    fn is_unsure(&mut self, has_settled: bool, progress: &SearchProgress) -> bool {
        if has_settled {
            self.early.get_or_insert(progress.value);
        }
        let next = progress.next.unwrap_or(0) as f32;
        let has_rival = next * RIVAL_WITHIN > progress.visits as f32;
        let has_better = progress.highest - progress.value > APART_BY;
        let has_fallen = self
            .early
            .is_some_and(|early| early - progress.value > FALLEN_BY);
        has_rival || has_better || has_fallen
    }

    /// Returns whether the playouts until `end` are too few to change the choice.
    fn is_decided(&self, end: Duration, elapsed: Duration, progress: &SearchProgress) -> bool {
        let Some(next) = progress.next else {
            return true;
        };
        if elapsed.is_zero() {
            return false;
        }
        let rest = end.saturating_sub(elapsed).as_secs_f64() / elapsed.as_secs_f64();
        let timed = f64::from(progress.playouts) * rest;
        let left = timed.min(f64::from(self.cap - progress.playouts));
        f64::from(progress.visits) > f64::from(next) + left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    const UNTIMED: Effort = Effort::Counted { most: None };

    const BUDGET: Budget = Budget {
        least: secs(2),
        target: secs(10),
        most: secs(20),
        equal_after: None,
    };

    /// A thousand playouts a second; `first` and `next` are parts of them.
    fn progress(second: u32, first: f32, next: f32) -> SearchProgress {
        let playouts = 1000 * second;
        SearchProgress {
            playouts,
            visits: (playouts as f32 * first) as u32,
            next: Some((playouts as f32 * next) as u32),
            value: 0.5,
            highest: 0.5,
            lowest: 0.5,
        }
    }

    /// The second at which it stops.
    fn ends(effort: Effort, cap: u32, look: impl Fn(u32) -> SearchProgress) -> u32 {
        let mut spending = Spending::new(effort, cap);
        let stops = |second: &u32| {
            spending.step(secs(u64::from(*second)), &look(*second)) == SpendingStep::Stop
        };
        (1..100).find(stops).unwrap_or(100)
    }

    #[test]
    fn a_clear_choice_ends_when_nothing_can_catch_up() {
        let flexible = Effort::Flexible(BUDGET);
        assert_eq!(ends(flexible, u32::MAX, |s| progress(s, 0.9, 0.05)), 6);
        assert_eq!(ends(flexible, u32::MAX, |s| progress(s, 0.6, 0.2)), 8);
        let fixed = Effort::Fixed(secs(10));
        assert_eq!(ends(fixed, u32::MAX, |s| progress(s, 0.9, 0.05)), 6);
        assert_eq!(ends(fixed, u32::MAX, |s| progress(s, 0.4, 0.38)), 10);
    }

    #[test]
    fn an_unsure_choice_goes_on_until_the_most() {
        let flexible = Effort::Flexible(BUDGET);
        assert_eq!(ends(flexible, u32::MAX, |s| progress(s, 0.3, 0.29)), 20);
        let better = |s| SearchProgress {
            highest: 0.52,
            ..progress(s, 0.5, 0.1)
        };
        assert_eq!(ends(flexible, u32::MAX, better), 15);
        let falling = |s: u32| SearchProgress {
            value: 0.5 - 0.004 * s as f32,
            highest: 0.0,
            lowest: 0.0,
            ..progress(s, 0.4, 0.1)
        };
        assert_eq!(ends(flexible, u32::MAX, falling), 16);
    }

    #[test]
    fn equal_moves_end_it_at_once_where_they_stay_equal() {
        let opening = Budget {
            equal_after: Some(1500),
            ..BUDGET
        };
        let opening = Effort::Flexible(opening);
        assert_eq!(ends(opening, u32::MAX, |s| progress(s, 0.3, 0.29)), 2);
        let worse_rival = |s| SearchProgress {
            lowest: 0.494,
            ..progress(s, 0.3, 0.29)
        };
        assert_eq!(ends(opening, u32::MAX, worse_rival), 20);
        let better = |s| SearchProgress {
            highest: 0.506,
            ..progress(s, 0.3, 0.1)
        };
        assert_eq!(ends(opening, u32::MAX, better), 17);
    }

    #[test]
    fn a_rival_that_is_shaken_off_ends_it_between_target_and_most() {
        let shaken = |s| match s {
            ..13 => progress(s, 0.3, 0.29),
            _ => progress(s, 0.5, 0.19),
        };
        assert_eq!(ends(Effort::Flexible(BUDGET), u32::MAX, shaken), 13);
    }

    #[test]
    fn nothing_ends_before_the_least_but_what_has_no_playouts_left() {
        let visited = |s| SearchProgress {
            visits: 1_000_000,
            ..progress(s, 0.0, 0.5)
        };
        assert_eq!(ends(Effort::Flexible(BUDGET), u32::MAX, visited), 2);
        assert_eq!(ends(Effort::Flexible(BUDGET), 1000, visited), 1);
        assert_eq!(ends(Effort::Fixed(secs(10)), u32::MAX, visited), 1);
    }

    #[test]
    fn playouts_alone_are_all_made() {
        let clear = |s| progress(s, 1.0, 0.0);
        assert_eq!(ends(UNTIMED, 50_000, clear), 50);
        assert_eq!(ends(UNTIMED, u32::MAX, clear), 100);
        assert_eq!(ends(Effort::Fixed(secs(10)), 3000, clear), 2);
    }

    #[test]
    fn the_clock_bounds_what_is_fixed() {
        let fixed = Thinking::Fixed(secs(15));
        assert_eq!(fixed.effort(None), Effort::Fixed(secs(15)));
        assert_eq!(fixed.effort(Some(BUDGET)), Effort::Fixed(secs(15)));
        let hour = Thinking::Fixed(secs(3600));
        assert_eq!(hour.effort(Some(BUDGET)).most(), Some(BUDGET.most));
        assert_eq!(
            Thinking::Counted.effort(Some(BUDGET)).most(),
            Some(BUDGET.target)
        );
        assert_eq!(Thinking::Counted.effort(None).most(), None);
        let by_the_clock = Thinking::ByTheClock.effort(Some(BUDGET));
        assert_eq!(by_the_clock, Effort::Flexible(BUDGET));
    }

    #[test]
    fn a_single_move_needs_no_thought() {
        let single = |s| SearchProgress {
            next: None,
            ..progress(s, 0.0, 0.0)
        };
        assert_eq!(ends(Effort::Fixed(secs(10)), u32::MAX, single), 1);
    }
}
