//! How long to think, in a game of sudden death or with overtime.
//!
//! Pure functions: the caller knows the clock. Whoever's flag falls before move 300 has lost, and
//! at move 400 the game is stopped (FJK 2000 rules, section 11), so the plan is to have time left
//! at move 400 and to use most of it in the middle of an ordinary game.

mod overtime;

pub use overtime::{Clock, Overtime, TimeSystem};

use std::time::Duration;

/// How long to think about a move: `least` <= `target` <= `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Before this even a clear choice is worth checking.
    pub least: Duration,
    /// When an ordinary choice should be made.
    pub target: Duration,
    /// When any choice must be made.
    pub most: Duration,
}

/// What the time has to last for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Time kept back from thinking for a line that fails.
    pub reserve: Duration,
    /// Time the line and the program take for each move besides thinking.
    pub lag: Duration,
    /// Moves, both sides' together, that an ordinary game has.
    pub ordinary_game: u32,
    /// Moves, both sides' together, after which the game is stopped.
    pub longest_game: u32,
}

impl Terms {
    /// For games on 19x19, stopped at move 400, of so much time a side.
    ///
    /// The reserve is three resends of 20 s each, but a tenth of a short clock at most; the lag
    /// is that of MOVE and OK, 8 bytes together, at 4,800 baud.
    #[must_use]
    pub fn for_clock(a_side: Duration) -> Self {
        Self {
            reserve: Duration::from_secs(60).min(a_side / 10),
            lag: Duration::from_millis(20),
            ordinary_game: 280,
            longest_game: 400,
        }
    }
}

impl Default for Terms {
    /// The tournament's: 50 minutes a side.
    fn default() -> Self {
        Self::for_clock(Duration::from_secs(50 * 60))
    }
}

/// Own moves that are still planned for however long the game has been.
const MOVES_ALWAYS_AHEAD: u32 = 12;

/// Own moves that are planned for while the longest game allows them.
const MOVES_USUALLY_AHEAD: u32 = 30;

/// The part of the time to spend that one move may take at most: one of so many.
const MOST_ONE_OF: u32 = 8;

/// How long the side to move should think.
///
/// `left` is what its clock shows, `moves` the number of moves on record, both sides' together.
/// The reserve (once it is broken into, three quarters of what is left) and the lag of the moves
/// to come are set aside first. `most` never exceeds an eighth of what remains then, so that no
/// sequence of moves uses up a clock that is longer than the lag of the whole game.
#[must_use]
pub fn budget(left: Duration, moves: u32, terms: &Terms) -> Budget {
    let longest = own_moves(terms.longest_game, moves).max(MOVES_ALWAYS_AHEAD);
    let ordinary = own_moves(terms.ordinary_game, moves).max(MOVES_USUALLY_AHEAD);
    let ahead = ordinary.min(longest);
    let time = left.saturating_sub(terms.reserve).max(left / 4);
    let time = time.saturating_sub(terms.lag.saturating_mul(longest));
    let most = time / MOST_ONE_OF;
    let target = (time / ahead).mul_f64(weight(moves, terms)).min(most);
    Budget {
        least: target / 4,
        target,
        most: most.min(target * 2),
    }
}

/// Own moves from now until move `last`.
const fn own_moves(last: u32, moves: u32) -> u32 {
    last.saturating_sub(moves).div_ceil(2)
}

/// How much more than an equal share a move deserves.
///
/// The middle of the game decides most, the first moves least. (Huang, Coulom and Lin, "Time
/// management for Monte-Carlo tree search applied to the game of Go", 2010, measured the gain.)
fn weight(moves: u32, terms: &Terms) -> f64 {
    match f64::from(moves) / f64::from(terms.ordinary_game.max(1)) {
        ..0.08 => 0.6,
        ..0.6 => 1.4,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a clock shows after each of the own moves of a 400-move game.
    fn clock(minutes: f64, spent: impl Fn(Budget) -> Duration) -> Vec<Duration> {
        let mut left = Duration::from_secs_f64(minutes * 60.0);
        let terms = Terms::for_clock(left);
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
