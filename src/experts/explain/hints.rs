//! Up to three moves with their reasons.

use std::fmt;

use crate::experts::group_words::points;
use crate::experts::select::{MoveSelector, Skill};
use crate::experts::suggestion::Suggestion;
use crate::rng::Rng;
use crate::rules::{Color, Game, Move};

/// Moves that are told of at most.
const MOST: usize = 3;
/// Reasons for each that are told at most.
const REASONS: usize = 2;

/// A move to think of.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// Points that it gains against a pass.
    pub gain: f32,
    /// Why, the weightiest first; at least one.
    pub reasons: Vec<Suggestion>,
}

/// What somebody might play.
#[derive(Clone, Debug, PartialEq)]
pub struct Hints {
    /// Whose move it is.
    pub color: Color,
    /// The moves, the best first; at least one, if only a pass.
    pub moves: Vec<Hint>,
}

impl Hints {
    /// What `color` might play. `skill` says how well that is looked into; chance plays no part.
    #[must_use]
    pub fn of(selector: &mut MoveSelector, game: &Game, color: Color, skill: Skill) -> Self {
        let skill = Skill {
            noise: 0.0,
            ..skill
        };
        let selection = selector.choose(game, color, skill, &mut Rng::from_seed(0));
        let mut moves: Vec<Hint> = selection
            .considered
            .into_iter()
            .take(MOST)
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
        let told: Vec<String> = self.reasons.iter().map(Suggestion::sentence).collect();
        let first = told.iter().take(REASONS).map(String::as_str);
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
