//! The clocks of both sides, as the controller sets them and as we measure.

use std::time::Duration;

use sgmp_board::rules::{ByColor, Color, Game};
use sgmp_engine::time_control::{Budget, Clock, Overtime, Terms, TimeSystem, ordinary_game};

/// The clocks of a game; without a time system the game is untimed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GtpClocks {
    system: Option<TimeSystem>,
    shown: ByColor<Option<Clock>>,
}

impl GtpClocks {
    /// Clocks of this system, both at their start.
    pub(super) fn new(system: Option<TimeSystem>) -> Self {
        Self {
            system,
            shown: ByColor::default(),
        }
    }

    /// Resets both clocks for a new game by the same system.
    pub(super) fn restart(&mut self) {
        *self = Self::new(self.system);
    }

    /// Sets a clock as the controller says. `count` is 0 in main time, else the stones left
    /// in the period, or in byo-yomi the periods, as KGS has it.
    pub(super) fn show(&mut self, color: Color, left: Duration, count: u32) {
        let system = self.system.get_or_insert(TimeSystem {
            main: left,
            overtime: Overtime::SuddenDeath,
        });
        if count > 0 && system.overtime == Overtime::SuddenDeath {
            system.overtime = Overtime::Canadian {
                period: left,
                stones: count,
            };
        }
        self.shown[color] = Some(match count {
            0 => Clock::Main { left },
            _ => Clock::Overtime { left, count },
        });
    }

    /// Takes the time of a move off a clock, for controllers that never send time_left.
    pub(super) fn spend(&mut self, color: Color, spent: Duration) {
        if let Some(system) = self.system {
            let clock = self.shown[color].unwrap_or_else(|| system.start());
            // A flag that fell is for the controller to see: we go on with what there was.
            self.shown[color] = Some(system.after_move(clock, spent).unwrap_or(clock));
        }
    }

    /// The thinking time for the next move of a side; `None` if the game is untimed.
    pub(super) fn budget(&self, color: Color, game: &Game) -> Option<Budget> {
        let system = self.system?;
        let clock = self.shown[color].unwrap_or_else(|| system.start());
        let moves = u32::try_from(game.move_count()).unwrap_or(u32::MAX);
        Some(system.budget(clock, moves, &terms(system.main, game)))
    }
}

/// The terms of the time budget: a pipe is quick and loses nothing.
fn terms(main: Duration, game: &Game) -> Terms {
    const MIN_LAG: Duration = Duration::from_millis(10);
    const MAX_LAG: Duration = Duration::from_millis(50);
    let ordinary = ordinary_game(game.size());
    Terms {
        total: main,
        reserve: (main / 20).min(Duration::from_secs(3)),
        lag: (main / 1000).clamp(MIN_LAG, MAX_LAG),
        ordinary_game: ordinary,
        longest_game: ordinary * 10 / 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{BoardSize, Komi};

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn target(clocks: &GtpClocks) -> Option<u64> {
        let game = Game::new(BoardSize::NINETEEN, Komi::default());
        let budget = clocks.budget(Color::Black, &game)?;
        Some(budget.target.as_secs())
    }

    #[test]
    fn periods_stand_in_the_place_of_stones() {
        let overtime = Overtime::ByoYomi {
            period: secs(30),
            periods: 5,
        };
        let mut clocks = GtpClocks::new(Some(TimeSystem {
            main: secs(600),
            overtime,
        }));
        clocks.show(Color::Black, secs(30), 3);
        assert_eq!(target(&clocks), Some(28));
        clocks.show(Color::White, secs(1), 0);
        assert_eq!(target(&clocks), Some(28));
    }

    #[test]
    fn a_controller_may_speak_of_time_left_alone() {
        let mut clocks = GtpClocks::new(None);
        assert_eq!(target(&clocks), None);
        clocks.show(Color::Black, secs(50), 5);
        assert_eq!(target(&clocks), Some(9));
        clocks.show(Color::Black, secs(0), 0);
        assert_eq!(target(&clocks), Some(9), "the next period begins");
    }

    #[test]
    fn our_own_moves_are_counted_where_nobody_tells() {
        let mut clocks = GtpClocks::new(Some(TimeSystem {
            main: secs(100),
            overtime: Overtime::SuddenDeath,
        }));
        let before = target(&clocks);
        clocks.spend(Color::Black, secs(99));
        assert_eq!(target(&clocks), Some(0));
        clocks.restart();
        assert_eq!(target(&clocks), before);
    }
}
