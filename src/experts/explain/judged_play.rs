//! A move that was made, as the judge sees it, with reasons that agree with that.

use super::group_changes::GroupChange;
use super::judgment::{JudgedMove, Judgment, MoveJudge};
use super::play_facts::{PlayFact, fact_unless_told};
use super::told_reasons::{AT_STAKE, names_a_shape, told};
use crate::experts::group_words::short;
use crate::experts::select::{MoveReview, MoveSelector, RejectedMove, Rejection, Skill};
use crate::experts::suggestion::Suggestion;
use crate::rules::{Color, Game, Move};

/// Moves of the experts that the judge is asked about.
const MAX_ASKED: usize = 2;
/// Most good moves beside the one that was made.
const MAX_GOOD: usize = 3;
/// Most rejected moves.
const MAX_REJECTED: usize = 2;
/// The part of a point that makes it as good as owned.
const SETTLED: f32 = 0.85;

/// A move that the judge likes.
#[derive(Clone, Debug, PartialEq)]
pub struct GoodMove {
    /// The move.
    pub judged: JudgedMove,
    /// Points that it loses against the best.
    pub loss: f32,
    /// The experts' reasons for it; none if they know none.
    pub reasons: Vec<Suggestion>,
    /// A fact of the board that speaks for it, where the experts know no reason that tells more.
    pub fact: Option<PlayFact>,
}

/// A move that came to the experts' mind, and that they and the judge reject.
#[derive(Clone, Debug, PartialEq)]
pub struct RefutedMove {
    /// The move and what speaks against it.
    pub rejected: RejectedMove,
    /// Points that it loses against the best.
    pub loss: f32,
}

/// The judge's view of a move that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPlay {
    /// The move.
    pub played: JudgedMove,
    /// The best move.
    pub best: JudgedMove,
    /// Points that the move loses against the best.
    pub loss: f32,
    /// Points that it gains against a pass.
    pub gain: f32,
    /// True if it is about as good as the best.
    pub is_good: bool,
    /// The experts' reasons for it, the weightiest first; told only of a good move.
    pub reasons: Vec<Suggestion>,
    /// A fact of the board that speaks for it, where they know no reason that tells more; only of a good move.
    pub fact: Option<PlayFact>,
    /// Other good moves, the best first.
    pub others: Vec<GoodMove>,
    /// Moves that came to mind and are not good.
    pub refuted: Vec<RefutedMove>,
    /// The owner of the point already, where a move that is not good is wasted there: it gains little and turns no group.
    pub settled: Option<Color>,
    /// The reason for which its player chose a move that is not good, where that is known.
    pub idea: Option<Suggestion>,
}

impl JudgedPlay {
    /// Asks the judge about a move. `None` if it does not know such positions.
    pub(super) fn ask(
        judge: &mut dyn MoveJudge,
        selector: &mut MoveSelector,
        game: &Game,
        (color, mv): (Color, Move),
        review: &MoveReview,
        groups: &[GroupChange],
        skill: Skill,
    ) -> Option<Self> {
        let selection = &review.selection;
        let likely = selection.considered.iter().take(MAX_ASKED);
        let refused = selection.rejected.iter().take(MAX_REJECTED);
        let mut asked = vec![mv];
        asked.extend(likely.map(|known| known.mv));
        asked.extend(refused.map(|known| known.mv));
        let judgment = judge.judge(game, color, &asked)?;
        let played = *judgment.find(mv)?;
        let is_good = judgment.likes(&played);
        let held = || review.held.clone();
        let gain = judgment.gain(&played);
        let reasons = told(is_good.then(held).unwrap_or_default(), gain);
        let changes_little = gain < AT_STAKE && !groups.iter().any(GroupChange::is_changed);
        let fact = match is_good {
            true => fact_of_play(game, (color, mv), &reasons, groups),
            false => None,
        };
        Some(Self {
            played,
            best: *judgment.best(),
            loss: judgment.loss(&played),
            gain,
            is_good,
            reasons,
            fact,
            others: good_moves(&judgment, selector, game, (color, Some(mv)), skill),
            refuted: refuted(&judgment, &selection.rejected),
            settled: wasted_in(review, mv).filter(|_| !is_good && changes_little),
            idea: None,
        })
    }
}

/// The fact that speaks for a move that was made: where no other weighs, a group that it has turned.
fn fact_of_play(
    game: &Game,
    (color, mv): (Color, Move),
    reasons: &[Suggestion],
    groups: &[GroupChange],
) -> Option<PlayFact> {
    let fact = fact_unless_told(game, color, mv, reasons);
    let is_enough = fact.as_ref().is_some_and(PlayFact::weighs);
    if is_enough || !reasons.iter().all(names_a_shape) {
        return fact;
    }
    let mut turned = groups
        .iter()
        .filter(|change| change.has_turned_for(color) && change.group.stones > 1);
    let turned = turned.next().and_then(|change| {
        Some(PlayFact::Turns(
            mv,
            change.group,
            short(change.before?),
            short(change.now),
        ))
    });
    turned.or(fact)
}

/// The owner of a point before a move there, if that is settled.
fn wasted_in(review: &MoveReview, mv: Move) -> Option<Color> {
    let Move::Play(point) = mv else {
        return None;
    };
    match review.before.territory().at(point) {
        sure if sure >= SETTLED => Some(Color::Black),
        sure if sure <= -SETTLED => Some(Color::White),
        _ => None,
    }
}

/// The moves that the judge likes but for one, with the experts' reasons.
pub(super) fn good_moves(
    judgment: &Judgment,
    selector: &mut MoveSelector,
    game: &Game,
    (color, but): (Color, Option<Move>),
    skill: Skill,
) -> Vec<GoodMove> {
    let liked = judgment.moves().filter(|known| judgment.likes(known));
    let liked = liked.filter(|known| Some(known.mv) != but).take(MAX_GOOD);
    let liked: Vec<JudgedMove> = liked.copied().collect();
    let moves: Vec<Move> = liked.iter().map(|known| known.mv).collect();
    let reasons = selector.reasons_for(game, color, &moves, skill);
    let both = liked.into_iter().zip(reasons);
    both.map(|(judged, reasons)| {
        let reasons = told(reasons, judgment.gain(&judged));
        GoodMove {
            judged,
            loss: judgment.loss(&judged),
            fact: fact_unless_told(game, color, judged.mv, &reasons),
            reasons,
        }
    })
    .collect()
}

/// The rejected moves that the judge does not like either. What the experts count in points is not
/// told: the judge counts better.
fn refuted(judgment: &Judgment, rejected: &[RejectedMove]) -> Vec<RefutedMove> {
    let refuted = rejected.iter().filter_map(|rejected| {
        let judged = judgment.find(rejected.mv)?;
        (!judgment.likes(judged)).then(|| RefutedMove {
            rejected: rejected.clone(),
            loss: judgment.loss(judged),
        })
    });
    refuted.take(MAX_REJECTED).collect()
}

impl RejectedMove {
    /// Returns whether the objection is seen on the board and not counted in points.
    pub(super) const fn is_seen_on_the_board(&self) -> bool {
        !matches!(
            self.rejection,
            Rejection::Loses(_) | Rejection::GainsNothing(_)
        )
    }
}
