//! Up to three moves with their reasons.

use std::fmt;

use crate::experts::group_words::points;
use crate::experts::select::{MoveSelector, Skill};
use crate::experts::suggestion::Suggestion;
use crate::rng::Rng;
use crate::rules::{Color, Game, Move};

/// Most moves.
const MAX_MOVES: usize = 3;
/// Most reasons in the text of each.
const MAX_REASONS: usize = 2;

/// A move to think of.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// Points that it gains against a pass.
    pub gain: f32,
    /// The reasons, the weightiest first; at least one.
    pub reasons: Vec<Suggestion>,
}

/// Hints for the next move.
///
/// # Examples
///
/// ```
/// use sgmp_go::experts::{Hints, MoveSelector, Skill};
/// use sgmp_go::rules::{BoardSize, Color, Game, Komi};
///
/// let game = Game::new(BoardSize::NINETEEN, Komi::default());
/// let mut selector = MoveSelector::new();
/// let hints = Hints::for_position(&mut selector, &game, Color::Black, Skill::for_level(1));
/// assert!(hints.to_string().starts_with("1. "));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Hints {
    /// The side to move.
    pub color: Color,
    /// The moves, the best first; at least one, if only a pass.
    pub moves: Vec<Hint>,
}

impl Hints {
    /// Finds hints for `color`. `skill` bounds the work; there is no chance in it.
    #[must_use]
    pub fn for_position(
        selector: &mut MoveSelector,
        game: &Game,
        color: Color,
        skill: Skill,
    ) -> Self {
        let skill = Skill {
            noise: 0.0,
            ..skill
        };
        let selection = selector.choose(game, color, skill, &mut Rng::from_seed(0));
        let mut moves: Vec<Hint> = selection
            .considered
            .into_iter()
            .take(MAX_MOVES)
            .map(|known| Hint {
                mv: known.mv,
                gain: known.gain,
                reasons: known.reasons,
            })
            .collect();
        if moves.is_empty() {
            moves.push(Hint {
                mv: selection.mv,
                gain: 0.0,
                reasons: selection.reasons,
            });
        }
        Self { color, moves }
    }
}

impl fmt::Display for Hint {
    /// The move, what it gains and why, on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.mv)?;
        if self.gain >= 1.0 {
            write!(f, " (gains about {})", points(self.gain))?;
        }
        let sentences: Vec<String> = self.reasons.iter().map(Suggestion::sentence).collect();
        let first = sentences.iter().take(MAX_REASONS).map(String::as_str);
        write!(f, ": {}", first.collect::<Vec<_>>().join(" "))
    }
}

impl fmt::Display for Hints {
    /// A line for each, numbered.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, hint) in (1..).zip(&self.moves) {
            let end = if number == self.moves.len() { "" } else { "\n" };
            write!(f, "{number}. {hint}{end}")?;
        }
        Ok(())
    }
}
