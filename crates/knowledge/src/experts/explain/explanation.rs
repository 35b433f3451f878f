//! The explanation of a move.

use super::effects::{Effect, effects, keep_true};
use super::group_changes::{GroupChange, group_changes};
use super::judged_play::JudgedPlay;
use super::judgment::MoveJudge;
use crate::experts::select::{Assessment, MoveReview};
use crate::experts::select::{ConsideredMove, RejectedMove};
use crate::experts::select::{MoveSelector, Skill};
use crate::experts::suggestion::Suggestion;
use sgmp_board::rules::{Color, Game, Move};

const MAX_OTHERS: usize = 3;
const MAX_REJECTED: usize = 2;

/// A move explained.
///
/// # Examples
///
/// ```
/// use sgmp_knowledge::experts::{Effect, Explanation, MoveSelector, Skill};
/// use sgmp_board::rules::{Color, Game, Komi, Move, Point, diagram};
///
/// let board = diagram::parse(
///     ". . . . . . .
///      . . . X . . .
///      . . X O . . .
///      . . X O X . .
///      . . . X . . .
///      . . . . . . .
///      . . . . . . .",
/// )
/// .expect("a position");
/// let mut game = Game::from_position(board, Color::Black, Komi::default());
/// let point = Point::parse("E5").expect("a point");
/// game.play(Color::Black, Move::Play(point)).expect("a legal move");
///
/// let mut selector = MoveSelector::new();
/// let explanation = Explanation::for_move_number(&mut selector, &game, 1, Skill::teacher());
/// let explanation = explanation.expect("move 1 was made");
/// assert!(matches!(explanation.effects[0], Effect::Takes(group) if group.stones == 2));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The side that moved.
    pub color: Color,
    /// The move that was made.
    pub mv: Move,
    /// The view of the experts: suggested, held, or rejected.
    pub assessment: Assessment,
    /// Its effects on the board.
    pub effects: Vec<Effect>,
    /// The score before and after the move, as the experts estimate it.
    pub score: Score,
    /// The best of the other moves, the best first.
    pub others: Vec<ConsideredMove>,
    /// Moves that came to mind and were rejected, the most promising first.
    pub rejected: Vec<RejectedMove>,
    /// The groups that matter after the move: first those that it changed.
    pub groups: Vec<GroupChange>,
    /// The judge's view, which counts more than that of the experts; `None` without a judge.
    pub judged: Option<JudgedPlay>,
}

/// An estimate of the score, in points for the mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Ahead before the move.
    pub before: f32,
    /// Ahead after the move.
    pub after: f32,
    /// Gained in comparison with a pass.
    pub gain: f32,
}

impl Explanation {
    /// Explains a move of `color` in a game that stands just before it. `skill` bounds the work;
    /// there is no chance in it. `None` if the board forbids the move.
    #[must_use]
    pub(crate) fn for_move(
        selector: &mut MoveSelector,
        game: &Game,
        color: Color,
        mv: Move,
        skill: Skill,
    ) -> Option<Self> {
        Self::judged(selector, None, game, (color, mv), skill)
    }

    /// The same with a judge, if there is one.
    #[must_use]
    pub(super) fn judged(
        selector: &mut MoveSelector,
        judge: Option<&mut (dyn MoveJudge + 'static)>,
        game: &Game,
        (color, mv): (Color, Move),
        skill: Skill,
    ) -> Option<Self> {
        let mut review = selector.review(game, color, mv, skill)?;
        let rejected = &mut review.selection.rejected;
        rejected.sort_by(|a, b| best_guess(b).total_cmp(&best_guess(a)));
        let mut effects = effects(game.board(), (color, mv), &review);
        let judged = judge.and_then(|judge| {
            JudgedPlay::ask(judge, selector, game, (color, mv), &review, &effects, skill)
        });
        let forecast = judged.as_ref().and_then(JudgedPlay::forecast);
        if let Some(forecast) = forecast {
            let mut after = game.board().clone();
            after.play(color, mv).ok()?;
            keep_true(&mut effects, forecast, &review, &after);
        }
        let groups = group_changes(mv, &review, &effects, forecast);
        let MoveReview {
            assessment,
            gain,
            lead,
            mut selection,
            ..
        } = review;
        selection.considered.truncate(MAX_OTHERS);
        selection.rejected.truncate(MAX_REJECTED);
        Some(Self {
            color,
            mv,
            assessment,
            effects,
            score: Score {
                before: selection.lead,
                after: lead,
                gain,
            },
            others: selection.considered,
            rejected: selection.rejected,
            groups,
            judged,
        })
    }

    /// Explains the move with this number, from 1, of a game. `None` if there is no such move.
    #[must_use]
    pub fn for_move_number(
        selector: &mut MoveSelector,
        game: &Game,
        number: usize,
        skill: Skill,
    ) -> Option<Self> {
        let before = number.checked_sub(1)?;
        let (color, mv) = *game.moves().get(before)?;
        Self::for_move(selector, &game.after(before)?, color, mv, skill)
    }

    /// The reasons that came true, the weightiest first; none where none did, or where the judge does not
    /// like the move.
    #[must_use]
    pub fn reasons(&self) -> &[Suggestion] {
        if let Some(judged) = &self.judged {
            return &judged.reasons;
        }
        match &self.assessment {
            Assessment::Held(held) => &held.reasons,
            Assessment::Rejected(_) | Assessment::Unsuggested => &[],
        }
    }
}

/// The largest guess among the reasons for a move.
fn best_guess(rejected: &RejectedMove) -> f32 {
    let guesses = rejected.reasons.iter().map(Suggestion::guess);
    guesses.fold(f32::MIN, f32::max)
}
