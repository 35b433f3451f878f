//! A move that was made, as the judge sees it, with reasons that agree with that.

use super::agreement;
use super::claims;
use super::effects::Effect;
use super::fact_choice::fact_or_atari;
use super::group_changes::{Forecast, GroupChange, group_changes};
use super::judgment::{JudgedMove, Judgment, MoveJudge};
use super::move_faults::MoveFault;
use super::named_move::{self, always_asked, named};
use super::owners::Owners;
use super::play_facts::PlayFact;
use super::scene::{AT_STAKE, COSTS, Scene};
use super::swings::Swing;
use super::told_reasons::{
    is_bare, is_of_captures, is_proved, leave_out_the_picture, names_a_shape, told,
};
use crate::analysis::Analysis;
use crate::experts::group_ref::GroupRef;
use crate::experts::group_words::short;
use crate::experts::reason::Expert;
use crate::experts::select::{
    Assessment, MoveReview, MoveSelector, RejectedMove, Rejection, Skill,
};
use crate::experts::suggestion::Suggestion;
use sgmp_board::rules::{Color, Game, Move};

/// Most good moves beside the one that was made.
const MAX_GOOD: usize = 3;
const MAX_REJECTED: usize = 2;
/// Points that a move has to gain to be left undone beside a pass: the pass may be counted, the move is estimated.
const LEFT_FROM: f32 = 2.5;
/// The part of a point that makes it as good as owned.
const AS_GOOD_AS_OWNED: f32 = 0.85;

/// A move that the judge likes.
#[derive(Clone, Debug, PartialEq)]
pub struct GoodMove {
    /// The move with the judge's figures of it.
    pub judged: JudgedMove,
    /// Points that it loses against the best.
    pub loss: f32,
    /// The experts' reasons for it; none if they know none.
    pub reasons: Vec<Suggestion>,
    /// A fact of the board that speaks for it, where the experts know no reason that tells more.
    pub fact: Option<PlayFact>,
    /// The gain of it against the move that was made where that is worse, or else against a pass.
    pub swings: Vec<Swing>,
}

/// A move that came to the experts' mind, and that they and the judge reject.
#[derive(Clone, Debug, PartialEq)]
pub struct RefutedMove {
    /// The move and what speaks against it.
    pub rejected: RejectedMove,
    /// Points that it loses against the best.
    pub loss: f32,
    /// True if the judge does not contradict what the experts hold against it.
    pub is_agreed: bool,
}

/// The objection of the experts against a move that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Flaw {
    /// The idea of the move, as far as it can be seen.
    pub idea: Option<Suggestion>,
    /// The objection of the experts, after they tried it.
    pub rejection: Rejection,
}

/// The judge's view of a move that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPlay {
    /// The move that was made.
    pub played: JudgedMove,
    /// The move that the judge likes best; it may be the one that was made.
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
    /// The gain of it against a pass; only of a good move.
    pub swings: Vec<Swing>,
    /// The objection that is seen on the board against a move that is not good.
    pub flaw: Option<Flaw>,
    /// The best move that is left, where a pass is good and some move gains a point or more.
    pub left: Option<JudgedMove>,
    /// Other good moves, the best first.
    pub others: Vec<GoodMove>,
    /// Moves that came to mind and are not good.
    pub refuted: Vec<RefutedMove>,
    /// The owner of the point already, where a move that is not good is wasted there: it gains little and turns no group.
    pub settled: Option<Color>,
    /// The fault that the board shows of a move that is not good, or gains nothing, where one is known.
    pub fault: Option<MoveFault>,
    /// The reason for which its player chose a move that is not good, where that is known.
    pub idea: Option<Suggestion>,
    /// The owners that are expected after the move and after a pass.
    owners: Option<(Owners, Owners)>,
}

impl JudgedPlay {
    /// The owners that are expected after the move and after a pass, where the judge knows.
    pub(super) fn forecast(&self) -> Option<Forecast<'_>> {
        let (with, without) = self.owners.as_ref()?;
        Some(Forecast { with, without })
    }

    /// Returns whether the move is a turn lost, and does no harm besides: what it loses is what the best one gains.
    #[must_use]
    pub fn is_wasted(&self) -> bool {
        let gain = self.gain.abs();
        gain < 1.0 && self.loss >= 2.0 && self.played.mv != Move::Pass && self.best.mv != Move::Pass
    }

    /// Returns whether it says which string the move puts in atari.
    pub(super) const fn tells_atari(&self) -> bool {
        matches!(&self.fact, Some(fact) if fact.is_atari())
    }

    /// Returns whether it says that the move saves or kills a string.
    pub(super) fn decides(&self, group: &GroupRef) -> bool {
        let mut decided = self.swings.iter().filter(|swing| swing.is_decided());
        let mut reasons = self.reasons.iter().filter(|known| is_of_captures(known));
        decided.any(|swing| swing.stones().contains(group.stone))
            || reasons.any(|known| known.group == Some(*group))
    }

    /// Asks the judge about a move. `None` if it does not know such positions.
    pub(super) fn ask(
        judge: &mut dyn MoveJudge,
        selector: &mut MoveSelector,
        game: &Game,
        (color, mv): (Color, Move),
        review: &MoveReview,
        effects: &[Effect],
        skill: Skill,
    ) -> Option<Self> {
        let sees_nothing = sees_nothing(mv, review);
        let judgment = judge.judge(game, color, &asked(mv, review, sees_nothing))?;
        let judgment = judge.look_longer(game, color, judgment, mv);
        let best = named(&judgment, sees_nothing);
        let analyses = (&review.before, &review.after);
        let scene = Scene::new(game, analyses, &judgment, (color, mv))?;
        let played = *judgment.find(mv)?;
        let is_good = judgment.likes(&played);
        let forecast = scene.forecast();
        let groups = group_changes(mv, review, effects, forecast);
        let left = left_to_do(&judgment, mv);
        // What costs a point against a pass is not praised.
        let is_praised = is_good && left.is_none() && scene.gain > -COSTS;
        let held = match is_praised {
            true => review.held.clone(),
            false => Vec::new(),
        };
        let surely = claims::kills_the_lost(&scene, &held);
        let reasons = true_reasons(&scene, held);
        let fact = match is_good {
            true => fact_of_play(&scene, &reasons, &groups).or(surely),
            false => None,
        };
        let fact = fact.filter(|fact| is_praised || !fact.speaks_for_it());
        let mut swings = match is_good {
            true => gains(&scene, fact.as_ref(), &reasons),
            false => Vec::new(),
        };
        agreement::leave_out_the_caught(&mut swings, effects);
        let reasons = agreeing(reasons, fact.as_ref(), &mut swings);
        let is_changed = groups.iter().any(GroupChange::is_changed) || scene.turns_stones();
        let changes_little = scene.gain < AT_STAKE && !is_changed && !scene.touches_liberties();
        let rejected = &review.selection.rejected;
        Some(Self {
            played,
            best,
            loss: judgment.loss(&played),
            gain: scene.gain,
            is_good,
            reasons,
            fact,
            flaw: flaw(&scene, &review.assessment),
            left,
            others: good_moves(
                &judgment,
                &review.before,
                selector,
                game,
                (color, Some(mv)),
                skill,
            ),
            refuted: refuted(&judgment, &review.before, game, color, rejected),
            settled: wasted_in(&scene, review).filter(|_| !is_good && changes_little),
            fault: match best.mv {
                best if best == mv || is_good && scene.gain >= COSTS => None,
                best => MoveFault::find(&scene, best),
            },
            idea: None,
            owners: forecast.map(|known| (known.with.clone(), known.without.clone())),
            swings,
        })
    }
}

/// Returns whether the experts see nothing left to do, the move that was made included.
fn sees_nothing(mv: Move, review: &MoveReview) -> bool {
    let is_held = mv != Move::Pass && matches!(review.assessment, Assessment::Held(_));
    named_move::sees_nothing(&review.selection) && !is_held
}

/// The moves that the judge is asked about: the one that was made and those that the experts think of.
fn asked(mv: Move, review: &MoveReview, sees_nothing: bool) -> Vec<Move> {
    let selection = &review.selection;
    let refused = selection.rejected.iter().take(MAX_REJECTED);
    let mut asked = vec![mv];
    asked.extend(always_asked(&selection.considered, sees_nothing));
    asked.extend(refused.map(|known| known.mv));
    asked
}

/// The best move but a pass, where that was made and it gains a point or more.
fn left_to_do(judgment: &Judgment, mv: Move) -> Option<JudgedMove> {
    let moves = judgment.moves().filter(|known| known.mv != Move::Pass);
    let best = moves.max_by(|a, b| a.lead.total_cmp(&b.lead))?;
    (mv == Move::Pass && judgment.gain(best) >= LEFT_FROM).then_some(*best)
}

/// The gain of the move; where nothing else is known of it, the room that it brings, however little.
fn gains(scene: &Scene<'_>, fact: Option<&PlayFact>, reasons: &[Suggestion]) -> Vec<Swing> {
    let mut swings = scene.swings.clone();
    let is_known = fact.is_some_and(PlayFact::weighs) || !reasons.iter().all(names_a_shape);
    if is_known {
        swings.retain(|swing| !swing.is_of_safe_stones());
    }
    // Whatever answers an atari, more is gained by it.
    let is_enough = is_known && !fact.is_some_and(PlayFact::is_atari);
    if swings.is_empty() && !is_enough {
        swings.extend(scene.room());
    }
    swings
}

/// The reasons that neither the judge nor the board contradicts, in the order in which they are told; a habit is none
/// where it is known what the move gains.
fn true_reasons(scene: &Scene<'_>, mut reasons: Vec<Suggestion>) -> Vec<Suggestion> {
    reasons.retain(|known| claims::holds(scene, known) && !is_said(&scene.swings, known));
    reasons.iter_mut().for_each(leave_out_the_picture);
    reasons
        .iter_mut()
        .for_each(|known| name_by_the_nearest(scene, known));
    let mut reasons = beside_gains(reasons, &scene.swings);
    // Stones that are lost all the same are not praised.
    if scene.is_lost() && !scene.captures() {
        reasons.retain(|known| matches!(known.reason.expert, Expert::Ko | Expert::Finish));
    }
    told(reasons, scene.is_quiet())
}

/// Names the group of a reason by its stone nearest to the move, as facts and gains do.
fn name_by_the_nearest(scene: &Scene<'_>, known: &mut Suggestion) {
    if let (Some(group), Some(point)) = (&mut known.group, scene.point()) {
        let stones = scene.stones(group);
        if stones.len() == group.stones {
            *group = GroupRef::nearest(&stones, group.color, point);
        }
    }
}

/// The reasons that stand beside a fact and what a move gains, and contradict neither.
fn agreeing(
    mut reasons: Vec<Suggestion>,
    fact: Option<&PlayFact>,
    swings: &mut Vec<Swing>,
) -> Vec<Suggestion> {
    agreement::leave_out_the_less(swings, &reasons);
    agreement::leave_out_the_told(&mut reasons, swings);
    if fact.is_some_and(PlayFact::tells_a_purpose) {
        reasons.retain(|known| !is_bare(known) && is_proved(known));
    }
    beside_gains(reasons, swings)
}

/// The reasons that are told beside what a move gains: those that are proved.
fn beside_gains(mut reasons: Vec<Suggestion>, swings: &[Swing]) -> Vec<Suggestion> {
    if !swings.is_empty() {
        reasons.retain(|known| !is_bare(known) && is_proved(known));
    }
    reasons
}

/// Returns whether it is said already that the move saves or kills the stones.
fn is_said(swings: &[Swing], known: &Suggestion) -> bool {
    const SAID: &[&str] = &[
        "RUN_OUT",
        "SAVE_",
        "NET_",
        "KILL_BY_READING",
        "LIVE_BY_READING",
        "CATCH_",
        "TAKE_",
        "SAFE_TAKE",
    ];
    let is_named = SAID.iter().any(|name| known.reason.name.starts_with(name));
    let is_of = |swing: &Swing| match (swing, known.group) {
        (Swing::Stones(turned), Some(group)) => turned.stones.contains(group.stone),
        _ => false,
    };
    is_named && swings.iter().any(is_of)
}

/// The objection that is seen on the board against a move, where the judge does not contradict it.
fn flaw(scene: &Scene<'_>, assessment: &Assessment) -> Option<Flaw> {
    let Assessment::Rejected(rejected) = assessment else {
        return None;
    };
    if !rejected.is_seen_on_the_board() || !claims::is_agreed(scene, &rejected.rejection) {
        return None;
    }
    let mut ideas = rejected.reasons.iter().filter(|known| !is_bare(known));
    let mut idea = ideas.find(|known| claims::is_there(scene, known)).cloned();
    idea.iter_mut().for_each(leave_out_the_picture);
    Some(Flaw {
        idea,
        rejection: rejected.rejection,
    })
}

/// The fact that speaks for a move that was made: where no other weighs, a group that it has turned.
fn fact_of_play(
    scene: &Scene<'_>,
    reasons: &[Suggestion],
    groups: &[GroupChange],
) -> Option<PlayFact> {
    let (color, mv) = (scene.color, scene.mv);
    let fact = fact_or_atari(scene, reasons);
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
fn wasted_in(scene: &Scene<'_>, review: &MoveReview) -> Option<Color> {
    let point = scene.point()?;
    let part = match scene.without() {
        Some(owners) => owners.part(point, Color::Black),
        None => review.before.territory().at(point),
    };
    match part {
        sure if sure >= AS_GOOD_AS_OWNED => Some(Color::Black),
        sure if sure <= -AS_GOOD_AS_OWNED => Some(Color::White),
        _ => None,
    }
}

/// The moves that the judge likes but for one, with the experts' reasons.
pub(super) fn good_moves(
    judgment: &Judgment,
    analysis: &Analysis,
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
    let played = but.and_then(|mv| judgment.find(mv)).copied();
    let both = liked.into_iter().zip(reasons);
    both.filter_map(|(judged, reasons)| {
        let mut scene = Scene::new(game, (analysis, analysis), judgment, (color, judged.mv))?;
        let gained =
            played.map(|played| scene.gained_against(played.mv, judged.lead - played.lead));
        // What it gains against the move that was made, unless it is told better what it does for itself.
        let weight = |swings: &[Swing]| swings.iter().map(Swing::weight).max();
        if let Some(gained) = gained.filter(|gained| weight(gained) >= weight(&scene.swings)) {
            scene.swings = gained;
        }
        let surely = claims::kills_the_lost(&scene, &reasons);
        let reasons = true_reasons(&scene, reasons);
        let fact = fact_or_atari(&scene, &reasons).or(surely);
        let fact = fact.filter(PlayFact::speaks_for_it);
        let mut swings = gains(&scene, fact.as_ref(), &reasons);
        Some(GoodMove {
            judged,
            loss: judgment.loss(&judged),
            reasons: agreeing(reasons, fact.as_ref(), &mut swings),
            fact,
            swings,
        })
    })
    .collect()
}

/// The rejected moves that the judge does not like either. What the experts count in points is not
/// told: the judge counts better.
fn refuted(
    judgment: &Judgment,
    analysis: &Analysis,
    game: &Game,
    color: Color,
    rejected: &[RejectedMove],
) -> Vec<RefutedMove> {
    let refuted = rejected.iter().filter_map(|rejected| {
        let judged = judgment.find(rejected.mv)?;
        let scene = Scene::new(game, (analysis, analysis), judgment, (color, rejected.mv))?;
        (!judgment.likes(judged)).then(|| RefutedMove {
            rejected: rejected.clone(),
            loss: judgment.loss(judged),
            is_agreed: claims::is_agreed(&scene, &rejected.rejection),
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
