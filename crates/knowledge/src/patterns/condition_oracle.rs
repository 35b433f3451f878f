//! The oracle that answers the conditions of patterns.

use crate::tactics::{Capture, captures_in_ladder, is_self_atari};
use sgmp_board::rules::{Board, Color, Point};

/// The state of a group, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GroupState {
    /// Lives, or gets away easily: 2 to 10 on Many Faces' scale.
    Alive,
    /// Lives or dies by whose turn it is: 11 to 15.
    Unsettled,
    /// Will probably die: 16 to 19.
    Weak,
    /// Is dead: 20 to 25.
    Dead,
}

impl GroupState {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Alive, Self::Unsettled, Self::Weak, Self::Dead];

    /// Its word in texts.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Unsettled => "unsettled",
            Self::Weak => "weak",
            Self::Dead => "dead",
        }
    }
}

/// Answers questions of patterns about a position. `None` means unknown: a pattern that requires a
/// state of a group does not match then, any other does.
pub trait ConditionOracle {
    /// Number of liberties of the string of a stone.
    fn liberties(&self, stone: Point) -> usize;
    /// Number of stones of the string of a stone.
    fn stones(&self, stone: Point) -> usize;
    /// State of the group of a stone.
    fn group_state(&self, stone: Point) -> Option<GroupState>;
    /// Returns whether the string of a stone is captured if the other side moves first.
    fn is_threatened(&self, stone: Point) -> Option<bool>;
    /// Returns whether two stones of one color cannot be cut apart.
    fn is_connected(&self, a: Point, b: Point) -> Option<bool>;
    /// Returns whether a stone put on an empty point is not captured there.
    fn is_safe_move(&self, color: Color, point: Point) -> Option<bool>;
}

/// Answers from liberties, strings and ladders alone: two strings with two liberties in common are
/// connected, and so are those whose common liberty the other side cannot enter.
#[derive(Clone, Copy)]
pub struct LibertyOracle<'a>(pub &'a Board);

impl ConditionOracle for LibertyOracle<'_> {
    fn liberties(&self, stone: Point) -> usize {
        self.0.liberties(stone)
    }

    fn stones(&self, stone: Point) -> usize {
        self.0.string_size(stone)
    }

    fn group_state(&self, _stone: Point) -> Option<GroupState> {
        None
    }

    fn is_threatened(&self, stone: Point) -> Option<bool> {
        match self.0.liberties(stone) {
            0 => None,
            1 => Some(true),
            2 => Some(captures_in_ladder(self.0, stone) != Capture::Escapes),
            _ => Some(false),
        }
    }

    fn is_connected(&self, a: Point, b: Point) -> Option<bool> {
        let color = self.0.color_at(a)?;
        if self.0.anchor(a) == self.0.anchor(b) {
            return Some(true);
        }
        let common = self.0.liberty_set(a) & self.0.liberty_set(b);
        let is_guarded = |point: Point| self.is_safe_move(!color, point) == Some(false);
        Some(common.len() >= 2 || common.iter().any(is_guarded))
    }

    fn is_safe_move(&self, color: Color, point: Point) -> Option<bool> {
        let is_legal = self.0.legality(color, point).is_ok();
        Some(is_legal && !is_self_atari(self.0, color, point))
    }
}
