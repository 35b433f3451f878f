//! When to resign: by the value of the search, over several own moves.

use crate::rules::{Color, Game};
use crate::search::SearchResult;

/// Playouts below which a value is too uncertain to resign on.
const MIN_PLAYOUTS: u32 = 100;

/// The rule by which a hopeless game is resigned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resignation {
    /// Share of playouts won, 0 to 1, below which a position counts as hopeless.
    pub below: f32,
    /// Number of own moves in a row that must be hopeless; the last of them is not made.
    pub in_a_row: u32,
    /// Moves of the game before which nobody resigns, as a share of the board's points.
    pub not_before: f32,
}

impl Default for Resignation {
    fn default() -> Self {
        Self {
            below: 0.03,
            in_a_row: 5,
            not_before: 0.4,
        }
    }
}

/// Number of own moves in a row that were hopeless, with the color and move count of the last one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HopelessStreak {
    in_a_row: u32,
    seen: Option<(Color, usize)>,
}

impl HopelessStreak {
    /// Notes the result of the search for our move, and returns whether the rule says to resign.
    pub(super) fn resigns(
        &mut self,
        rule: Resignation,
        game: &Game,
        color: Color,
        result: &SearchResult,
    ) -> bool {
        let moves = game.move_count();
        let follows = self.seen.is_some_and(|(c, m)| c == color && m < moves);
        let hopeless = result.playouts >= MIN_PLAYOUTS && result.value < rule.below;
        *self = Self {
            in_a_row: match (hopeless, follows) {
                (true, true) => self.in_a_row + 1,
                (true, false) => 1,
                (false, _) => 0,
            },
            seen: Some((color, moves)),
        };
        let early = (moves as f32) < rule.not_before * f32::from(game.size().points());
        !early && self.in_a_row >= rule.in_a_row
    }
}
