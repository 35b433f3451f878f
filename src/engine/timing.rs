//! The time of a search, as an argument.

use std::time::Duration;

use crate::time_control::Effort;

/// What a search may take, and how to tell the time.
#[derive(Clone, Copy)]
pub struct Timing<'a> {
    /// How long to think.
    pub effort: Effort,
    /// Time since the move was asked for; never goes back.
    pub elapsed: &'a dyn Fn() -> Duration,
}

impl Timing<'_> {
    /// Nobody looks at the time: playouts alone are counted.
    pub const UNTIMED: Self = Self {
        effort: Effort::Counted { most: None },
        elapsed: &|| Duration::ZERO,
    };
}

/// Playouts between two looks at the clock, so many that a look comes every so often.
pub(super) struct Slices<'a> {
    timing: &'a Timing<'a>,
    looked: Duration,
    size: u32,
}

impl<'a> Slices<'a> {
    const LEAST: u32 = 16;
    const MOST: u32 = 1 << 16;
    /// Often enough for the shortest budgets, seldom enough to cost nothing.
    const LOOK_EVERY: Duration = Duration::from_millis(15);

    /// For a search of `cap` playouts at most.
    pub(super) fn new(timing: &'a Timing<'a>, cap: u32) -> Self {
        let is_counted = matches!(timing.effort, Effort::Counted { .. });
        Self {
            timing,
            looked: (timing.elapsed)(),
            size: if is_counted { cap } else { Self::LEAST },
        }
    }

    /// Playouts of the next slice.
    pub(super) const fn next(&self) -> u32 {
        self.size
    }

    /// Looks at the clock after a slice.
    pub(super) fn look(&mut self) -> Duration {
        let now = (self.timing.elapsed)();
        let taken = now.saturating_sub(self.looked);
        self.looked = now;
        if taken < Self::LOOK_EVERY / 2 {
            self.size = self.size.saturating_mul(2).min(Self::MOST);
        } else if taken > Self::LOOK_EVERY * 2 {
            self.size = (self.size / 2).max(Self::LEAST);
        }
        now
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn slices_grow_and_shrink_with_the_speed() {
        for (a_second, from, to) in [
            (1_000, 8, 30),
            (20_000, 150, 600),
            (10_000_000, 65_536, 65_536),
        ] {
            let clock = Cell::new(0.0);
            let elapsed = || Duration::from_secs_f64(clock.get());
            let timing = Timing {
                effort: Effort::Fixed(Duration::from_secs(1)),
                elapsed: &elapsed,
            };
            let mut slices = Slices::new(&timing, u32::MAX);
            for _ in 0..40 {
                clock.set(clock.get() + f64::from(slices.next()) / f64::from(a_second));
                let _ = slices.look();
            }
            assert!((from..=to).contains(&slices.next()), "{}", slices.next());
        }
    }

    #[test]
    fn playouts_alone_need_one_slice() {
        assert_eq!(Slices::new(&Timing::UNTIMED, 700).next(), 700);
    }
}
