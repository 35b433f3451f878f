//! All that there is to say about a move.

use super::effects::{Effect, effects};
use super::news::{GroupNews, news};
use crate::experts::counsel::{Considered, Rejected};
use crate::experts::review::{Merit, Review};
use crate::experts::suggestion::Suggestion;
use crate::experts::{Council, Skill};
use crate::rules::{Color, Game, Move};

/// Other moves that are told of at most.
const OTHERS: usize = 3;
/// Moves that were thrown out and are told of at most.
const THROWN_OUT: usize = 2;

/// A move explained.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Who moved.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// What the experts think of it.
    pub merit: Merit,
    /// What it did on the board.
    pub effects: Vec<Effect>,
    /// The score.
    pub score: Score,
    /// The best of the other moves, the best first.
    pub others: Vec<Considered>,
    /// What else came to mind and was thrown out, the most promising first.
    pub rejected: Vec<Rejected>,
    /// The groups that matter after the move: first those that it changed.
    pub groups: Vec<GroupNews>,
}

/// An estimate of the score, in points for the mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Ahead before the move.
    pub before: f32,
    /// Ahead after it.
    pub after: f32,
    /// Gained in comparison with a pass.
    pub gain: f32,
}

impl Explanation {
    /// Explains a move of `color` in a game that stands just before it. `skill` says how well it is
    /// looked into; chance plays no part. `None` where the board forbids the move.
    #[must_use]
    pub fn of(
        council: &mut Council,
        game: &Game,
        color: Color,
        mv: Move,
        skill: Skill,
    ) -> Option<Self> {
        let review = council.review(game, color, mv, skill)?;
        let effects = effects(game.board(), (color, mv), &review);
        let groups = news(mv, &review);
        let Review {
            merit,
            gain,
            lead,
            mut counsel,
            ..
        } = review;
        counsel.considered.truncate(OTHERS);
        let mut rejected = counsel.rejected;
        rejected.sort_by(|a, b| promise(b).total_cmp(&promise(a)));
        rejected.truncate(THROWN_OUT);
        Some(Self {
            color,
            mv,
            merit,
            effects,
            score: Score {
                before: counsel.lead,
                after: lead,
                gain,
            },
            others: counsel.considered,
            rejected,
            groups,
        })
    }

    /// Explains the move of this number, from 1, of a game. `None` where there is no such move.
    #[must_use]
    pub fn of_move(
        council: &mut Council,
        game: &Game,
        number: usize,
        skill: Skill,
    ) -> Option<Self> {
        let before = number.checked_sub(1)?;
        let (color, mv) = *game.moves().get(before)?;
        Self::of(council, &game.after(before)?, color, mv, skill)
    }

    /// The reasons that came true, the weightiest first; none where none did.
    #[must_use]
    pub fn reasons(&self) -> &[Suggestion] {
        match &self.merit {
            Merit::Held(held) => &held.reasons,
            Merit::Fell(_) | Merit::Unsuggested => &[],
        }
    }
}

/// What seemed to speak for a move.
fn promise(rejected: &Rejected) -> f32 {
    let guesses = rejected.reasons.iter().map(Suggestion::guess);
    guesses.fold(f32::MIN, f32::max)
}
