//! The terms of a game under the referee: limits, and what the announcement leaves open.

use std::time::Duration;

use sgmp_board::rules::{BoardSize, Komi, Rules};

/// The clock for moves after the limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveClock {
    /// The program's user time.
    #[default]
    User,
    /// The time on the wall.
    Wall,
}

/// The terms of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct RefereeTerms {
    /// The board: 19 lines in the announcement.
    pub size: BoardSize,
    /// Points White receives; the announcement knows of none.
    pub komi: Komi,
    /// The rules of repetition and counting, which it leaves open.
    pub rules: Rules,
    /// User time of a program and all that it starts, for the whole game.
    pub user_limit: Duration,
    /// Time for each move after that.
    pub move_limit: Duration,
    /// The clock for it.
    pub move_clock: MoveClock,
    /// Time on the wall for a move before the limit is passed.
    pub wall_guard: Duration,
    /// Time on the wall for a move after it.
    pub late_wall_guard: Duration,
    /// True if a program may give up.
    pub allows_resigning: bool,
    /// Moves after which the game has no result.
    pub max_moves: usize,
}

impl Default for RefereeTerms {
    fn default() -> Self {
        Self {
            size: BoardSize::NINETEEN,
            komi: Komi::from_half_points(0),
            rules: Rules::Japanese,
            user_limit: Duration::from_secs(60 * 60),
            move_limit: Duration::from_secs(15),
            move_clock: MoveClock::User,
            wall_guard: Duration::from_secs(30 * 60),
            late_wall_guard: Duration::from_secs(60),
            allows_resigning: false,
            max_moves: 1000,
        }
    }
}
