//! Terms of a game beside its plan: time off the clocks, somebody who looks on.

use std::fmt;
use std::time::Duration;

use sgmp_board::rules::{ByColor, Game};
use sgmp_engine::time_control::TimeSystem;

/// Hears of each position of a game, with the time that both sides have left.
pub type GameWatch<'a> = &'a (dyn Fn(&Game, ByColor<Option<Duration>>) + Sync);

/// Terms of a game at a table beside its plan.
#[derive(Clone, Copy, Default)]
pub struct TableTerms<'a> {
    /// Time off the clocks of those who came late.
    pub penalties: ByColor<Duration>,
    /// Somebody who looks on.
    pub watch: Option<GameWatch<'a>>,
    /// True if the talk with programs is kept beside their standard error.
    pub keeps_talk: bool,
}

impl TableTerms<'_> {
    /// The time of both sides.
    pub(super) fn times(&self, time: Option<TimeSystem>) -> ByColor<Option<TimeSystem>> {
        let less = |penalty: Duration| {
            time.map(|time| TimeSystem {
                main: time.main.saturating_sub(penalty),
                ..time
            })
        };
        ByColor::new(less(self.penalties.black), less(self.penalties.white))
    }
}

impl fmt::Debug for TableTerms<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableTerms")
            .field("penalties", &self.penalties)
            .field("is_watched", &self.watch.is_some())
            .field("keeps_talk", &self.keeps_talk)
            .finish()
    }
}
