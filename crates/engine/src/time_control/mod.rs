//! Time to think about a move, in a game of sudden death or with overtime.
//!
//! Pure functions: the caller reads the clock. A player whose flag falls before move 300 has lost, and
//! at move 400 the game is stopped (FJK 2000 rules, section 11), so the plan is to have time left
//! at move 400 and to use most of it in the middle of an ordinary game.
//!
//! # Examples
//!
//! ```
//! use std::time::Duration;
//!
//! use sgmp_board::rules::BoardSize;
//! use sgmp_engine::time_control::{Terms, budget};
//!
//! let clock = Duration::from_secs(50 * 60);
//! let terms = Terms::for_match(clock, BoardSize::NINETEEN);
//! let opening = budget(clock, 0, &terms);
//! let middle = budget(clock, 80, &terms);
//! assert!(opening.target < middle.target && middle.target < middle.most);
//! ```

mod overtime;
mod spending;

pub use overtime::{Clock, Overtime, TimeSystem};
pub(crate) use spending::RIVAL_WITHIN;
pub use spending::{Effort, SearchProgress, Spending, SpendingStep, Thinking};

use std::time::Duration;

use sgmp_proto::RESEND_INTERVAL;

use sgmp_board::rules::BoardSize;

/// Time to think about a move: `least` <= `target` <= `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Time before which even a clear choice is worth checking.
    pub least: Duration,
    /// Time at which an ordinary choice should be made.
    pub target: Duration,
    /// Time at which any choice must be made.
    pub most: Duration,
    /// Number of playouts after which any of several equal moves is made at once; `None` where equal values may yet part.
    pub equal_after: Option<u32>,
}

/// The terms that the time has to last for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Time on the clock before the first move.
    pub total: Duration,
    /// Time kept back for a connection that fails; the rest of a clock, less the lag of the longest
    /// game, is the usable time.
    pub reserve: Duration,
    /// Time that connection and program take for each move besides thinking.
    pub lag: Duration,
    /// Number of moves of an ordinary game, of both sides together.
    pub ordinary_game: u32,
    /// Number of moves after which the game is stopped, of both sides together.
    pub longest_game: u32,
}

/// Resends that a clock has to survive.
const RESENDS_IN_RESERVE: u32 = 3;

impl Terms {
    /// Terms of a match over a serial cable with this time a side, stopped at move 400.
    ///
    /// The reserve is three resends, 20 s each, but a third of a short clock at most; the lag
    /// is that of MOVE and OK, 8 bytes together, at 2,400 baud, but a thousandth of a short clock.
    #[must_use]
    pub fn for_match(a_side: Duration, size: BoardSize) -> Self {
        const MIN_LAG: Duration = Duration::from_millis(5);
        const MAX_LAG: Duration = Duration::from_millis(40);
        Self {
            total: a_side,
            reserve: (RESENDS_IN_RESERVE * RESEND_INTERVAL).min(a_side / 3),
            lag: (a_side / 1000).clamp(MIN_LAG, MAX_LAG),
            ordinary_game: ordinary_game(size),
            longest_game: 400,
        }
    }

    /// Time left on a clock less the reserve (once it is broken into, less three quarters of the rest)
    /// and the lag of `own_moves`.
    #[must_use]
    pub fn usable(&self, left: Duration, own_moves: u32) -> Duration {
        left.saturating_sub(self.reserve)
            .max(left / 4)
            .saturating_sub(self.lag.saturating_mul(own_moves))
    }
}

impl Default for Terms {
    /// The tournament's: 50 minutes a side on 19x19.
    fn default() -> Self {
        Self::for_match(Duration::from_secs(50 * 60), BoardSize::NINETEEN)
    }
}

/// Number of moves of an ordinary game on a board of this size, of both sides together.
#[must_use]
pub fn ordinary_game(size: BoardSize) -> u32 {
    const ON_19: u32 = 280;
    ON_19 * u32::from(size.points()) / 361
}

/// Weights of a move by the part of the game: end of the part, as a share of an ordinary game, and
/// weight.
///
/// The middle of the game decides most. (Huang, Coulom and Lin, "Time management for Monte-Carlo
/// tree search applied to the game of Go", 2010, measured the gain.) With 50 minutes these are 16 s
/// a move in the opening, 34 s in the middle, and 5 s at the end of an ordinary game.
const PHASES: [(f64, f64); 4] = [(0.08, 0.7), (0.55, 1.5), (0.75, 0.6), (f64::INFINITY, 0.2)];

/// Least number of own moves that are planned for, however long the game has been.
const MIN_PLANNED_MOVES: u32 = 12;

/// Own moves that are planned for while the longest game allows them: an ordinary game divided by this.
const PLANNED_AHEAD_DIVISOR: u32 = 9;

/// Number of moves of a game, of both sides together, in which equal moves stay equal.
///
/// Of 44 positions from the beginnings of four games on 19x19, searched to 5,000 evaluations, the move that led after 300
/// and had no rival whose value differed by more than 0.005 lost at most 0.004 of the chance to win in the first eight
/// moves, and up to 0.015 in those from the sixteenth on.
const EQUAL_MOVES_UNTIL: u32 = 8;

/// Number of playouts after which they are known to be equal.
const EQUAL_AFTER: u32 = 256;

/// Greatest share of the usable time for one move: the time divided by this.
const MAX_SHARE_DIVISOR: u32 = 8;

/// Bounds of the ratio by which time is spent faster or slower than planned, where less or more of it
/// was used.
const PACE: std::ops::RangeInclusive<f64> = 0.5..=2.0;

/// Returns the time that the side to move should think.
///
/// `left` is what its clock shows, `moves` the number of moves on record, both sides' together.
/// Each move gets its weight's share of the usable time that is left, more where the moves before
/// have left more of it than planned, and less where they have left less. `most` never exceeds an
/// eighth of what is usable, so that no sequence of moves uses up a clock that is longer than the
/// lag of the whole game.
#[must_use]
pub fn budget(left: Duration, moves: u32, terms: &Terms) -> Budget {
    let longest = own_moves(terms.longest_game, moves).max(MIN_PLANNED_MOVES);
    let time = terms.usable(left, longest);
    let ahead = weight_ahead(moves, longest, terms);
    let whole_game = own_moves(terms.longest_game, 0);
    let planned = terms.usable(terms.total, whole_game).as_secs_f64() * ahead
        / weight_ahead(0, whole_game, terms);
    let pace = time.as_secs_f64() / planned.max(1e-6);
    let pace = pace.clamp(*PACE.start(), *PACE.end());
    let most = time / MAX_SHARE_DIVISOR;
    let target = time.mul_f64(weight(moves, terms) / ahead * pace).min(most);
    Budget {
        least: target / 4,
        target,
        most: most.min(target * 2),
        equal_after: (moves < EQUAL_MOVES_UNTIL).then_some(EQUAL_AFTER),
    }
}

/// Own moves from now until move `last`.
const fn own_moves(last: u32, moves: u32) -> u32 {
    last.saturating_sub(moves).div_ceil(2)
}

/// Weight of the move after `moves`.
fn weight(moves: u32, terms: &Terms) -> f64 {
    let part = f64::from(moves) / f64::from(terms.ordinary_game.max(1));
    let phase = PHASES.iter().find(|(until, _)| part < *until);
    phase.map_or(1.0, |(_, weight)| *weight)
}

/// Weight of all own moves from now until the end of an ordinary game, this one included; where it
/// should have ended, some more moves are planned for, `longest` at most.
fn weight_ahead(moves: u32, longest: u32, terms: &Terms) -> f64 {
    let (moves, end) = (f64::from(moves), f64::from(terms.ordinary_game));
    let mut from: f64 = 0.0;
    let mut sum = 0.0;
    for (until, weight) in PHASES {
        let until = (until * end).min(end);
        sum += weight * (until - from.max(moves)).max(0.0) / 2.0;
        from = until;
    }
    let ahead = (terms.ordinary_game / PLANNED_AHEAD_DIVISOR).max(MIN_PLANNED_MOVES);
    let (_, last) = PHASES[PHASES.len() - 1];
    sum.max(f64::from(ahead.min(longest)) * last)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clock after each of the own moves of a 400-move game.
    fn clock(minutes: f64, spent: impl Fn(Budget) -> Duration) -> Vec<Duration> {
        let mut left = Duration::from_secs_f64(minutes * 60.0);
        let terms = Terms::for_match(left, BoardSize::NINETEEN);
        let after = |moves: u32| {
            let budget = budget(left, moves, &terms);
            assert!(budget.least <= budget.target && budget.target <= budget.most);
            left = left
                .checked_sub(spent(budget) + terms.lag)
                .expect("no flag falls");
            left
        };
        (0..400).step_by(2).map(after).collect()
    }

    #[test]
    fn an_ordinary_game_keeps_its_reserve_and_uses_its_time() {
        let clock = clock(50.0, |budget| budget.target);
        assert!(clock.iter().all(|left| *left >= Terms::default().reserve));
        assert!(
            clock[120] < Duration::from_secs(50 * 60 / 3),
            "{:?}",
            clock[120]
        );
        assert!(clock[10] > Duration::from_secs(47 * 60), "{:?}", clock[10]);
    }

    #[test]
    fn no_flag_falls_even_if_every_move_takes_the_most() {
        for minutes in [50.0, 10.0, 1.0] {
            clock(minutes, |budget| budget.most);
        }
    }

    #[test]
    fn ten_seconds_last_for_two_hundred_moves() {
        let clock = clock(1.0 / 6.0, |budget| {
            assert!(budget.target < Duration::from_millis(100));
            budget.target
        });
        assert!(clock[100] < Duration::from_secs(5), "{:?}", clock[100]);
    }

    #[test]
    fn resends_do_not_break_the_plan() {
        let terms = Terms::default();
        let mut left = Duration::from_secs(50 * 60);
        for moves in (0..400).step_by(2) {
            let resend = Duration::from_secs(if moves % 40 == 0 { 20 } else { 0 });
            let spent = budget(left, moves, &terms).target + terms.lag + resend;
            left = left.checked_sub(spent).expect("no flag falls");
        }
    }

    #[test]
    fn odd_clocks_have_a_budget_too() {
        let terms = Terms::default();
        assert_eq!(budget(Duration::ZERO, 0, &terms).most, Duration::ZERO);
        assert!(budget(Duration::from_secs(60), u32::MAX, &terms).most <= Duration::from_secs(6));
        assert!(budget(Duration::from_secs(86_400 * 365), 0, &terms).target > Duration::ZERO);
    }
}
