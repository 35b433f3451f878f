//! The teacher: the experts explain, and a judge who knows better says which moves are good.

use std::fmt;

use super::explanation::Explanation;
use super::hints::Hints;
use super::judgment::MoveJudge;
use crate::experts::select::{MoveSelector, Skill};
use sgmp_board::rules::{Color, Game};

/// Tells which moves are good, and why.
///
/// With a judge, it says which moves are good, and the experts say why: their reasons are told only of
/// moves that the judge likes. Without one, or where it knows nothing of the board, the experts say both.
///
/// # Examples
///
/// ```
/// use sgmp_knowledge::experts::Teacher;
/// use sgmp_board::rules::{BoardSize, Color, Game, Komi};
///
/// let game = Game::new(BoardSize::new(5).unwrap(), Komi::default());
/// let hints = Teacher::new(None).hints(&game, Color::Black);
/// assert!(hints.to_string().starts_with("1. C3"));
/// ```
pub struct Teacher {
    selector: MoveSelector,
    judge: Option<Box<dyn MoveJudge + Send>>,
    own: Option<Skill>,
}

impl Teacher {
    /// A teacher with a judge or without.
    #[must_use]
    pub fn new(judge: Option<Box<dyn MoveJudge + Send>>) -> Self {
        Self {
            selector: MoveSelector::new(),
            judge,
            own: None,
        }
    }

    /// The same about moves that were chosen by the experts with this skill: their reason is told even
    /// where the judge does not like the move, from a description with every group.
    #[must_use]
    pub fn explaining(mut self, own: Option<Skill>) -> Self {
        self.own = own.map(|skill| Skill {
            describes: true,
            ..skill
        });
        self
    }

    /// Moves that `color` might make.
    #[must_use]
    pub fn hints(&mut self, game: &Game, color: Color) -> Hints {
        let skill = Skill::teacher();
        let judge = self.judge.as_mut().map(|judge| &mut **judge as _);
        Hints::judged(&mut self.selector, judge, game, color, skill)
    }

    /// Explains the move with this number, from 1, of a game. `None` if there is no such move.
    #[must_use]
    pub fn explain(&mut self, game: &Game, number: usize) -> Option<Explanation> {
        let before = number.checked_sub(1)?;
        let played = *game.moves().get(before)?;
        let game = game.after(before)?;
        let skill = Skill::teacher();
        let judge = self.judge.as_mut().map(|judge| &mut **judge as _);
        let mut told = Explanation::judged(&mut self.selector, judge, &game, played, skill)?;
        if let (Some(own), Some(judged)) = (self.own, &mut told.judged)
            && !judged.is_good
        {
            let (color, mv) = played;
            let reasons = self.selector.reasons(&game, color, mv, own);
            judged.idea = reasons.into_iter().next();
        }
        Some(told)
    }
}

impl fmt::Debug for Teacher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Teacher")
            .field("has_judge", &self.judge.is_some())
            .field("own", &self.own)
            .finish_non_exhaustive()
    }
}
