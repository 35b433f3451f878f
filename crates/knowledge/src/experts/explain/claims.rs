//! The claims of reasons about the fate of stones, and whether the judge agrees.

use super::owners::{Fate, LIVING, Owners};
use super::play_facts::PlayFact;
use super::scene::Scene;
use super::shapes;
use super::swings::Swing;
use crate::experts::claim::Claim;
use crate::experts::group_ref::GroupRef;
use crate::experts::reason::Expert;
use crate::experts::select::Rejection;
use crate::experts::suggestion::Suggestion;
use sgmp_board::rules::Point;

/// The mean part of stones from which on they are said not to be in danger at all.
const SAFE_FROM: f32 = 0.7;
/// The mean part of stones from which on nothing is done to them.
const OUT_OF_REACH: f32 = 0.85;
/// The mean part of stones below which they are called weak.
const WEAK_BELOW: f32 = 0.3;
/// The mean part of stones that are lost without another move, too.
const LOST_FROM: f32 = 0.6;
/// The part of a point by which stones have to be better off.
const BETTER_OFF_BY: f32 = 0.25;
/// The part of a point from which on it is settled whose it is.
const OWNED_FROM: f32 = 0.9;
/// The chance to win from which on a side is ahead.
const AHEAD: f32 = 0.85;
/// Points of a move from which on it is no last point.
const LAST_POINTS: f32 = 6.0;
/// The part of the board, in percent, that is filled when the last points are played.
const LAST_POINTS_FROM_PERCENT: usize = 50;

/// Returns whether nothing that the judge or the board knows speaks against a reason.
pub(super) fn holds(scene: &Scene<'_>, known: &Suggestion) -> bool {
    let (Some(with), Some(without)) = (scene.with(), scene.without()) else {
        return true;
    };
    agrees_with_the_score(scene, known)
        && !is_idle(scene, without, known)
        && !attacks_the_taken(scene, known)
        && shapes::stands(scene, without, known)
        && known
            .reason
            .claim
            .is_none_or(|claim| is_so(scene, (with, without), claim, known))
}

fn is_so(
    scene: &Scene<'_>,
    (with, without): (&Owners, &Owners),
    claim: Claim,
    known: &Suggestion,
) -> bool {
    match claim {
        Claim::LastPoint => return is_last_point(scene),
        Claim::Weighs => return scene.gain >= super::scene::AT_STAKE,
        Claim::Catches => {
            return scene.touches_liberties() && scene.swings.iter().any(Swing::is_of_stones);
        }
        Claim::Captures => return scene.captures(),
        Claim::Keeps => {
            let theirs = known.group.filter(|group| group.color != scene.color);
            let fate = |group: GroupRef| with.fate(&scene.stones(&group), group.color);
            let is_settled = theirs.is_some_and(|group| fate(group) != Fate::Open);
            let stands = |point| with.part(point, scene.color) >= LIVING;
            return !is_settled && scene.point().is_none_or(stands);
        }
        _ => {}
    }
    let stones = known.group.map(|group| (scene.stones(&group), group.color));
    let Some((stones, color)) = stones.filter(|(stones, _)| !stones.is_empty()) else {
        return true;
    };
    let (now, otherwise) = (with.mean(&stones, color), without.mean(&stones, color));
    match claim {
        Claim::Lives => now >= LIVING,
        Claim::LivesOnlySo => now >= LIVING && otherwise <= -LIVING / 2.0,
        Claim::Helped => now >= otherwise + BETTER_OFF_BY,
        Claim::Easy => now >= LIVING && otherwise >= SAFE_FROM,
        Claim::Escapes => now >= LIVING && otherwise < SAFE_FROM,
        Claim::Lost => now <= -LIVING && otherwise > -LOST_FROM || scene.takes(&stones),
        Claim::LostOnlySo => now <= -LIVING && otherwise >= LIVING / 2.0,
        Claim::Weak => (-OUT_OF_REACH..=WEAK_BELOW).contains(&now),
        Claim::Harried => now.abs() <= OUT_OF_REACH && otherwise.abs() <= OUT_OF_REACH + 0.05,
        Claim::Stands => now >= 0.0,
        Claim::Taken => scene.takes(&stones),
        Claim::TakenLost => scene.takes(&stones) && otherwise <= -LIVING,
        Claim::Hangs => (now - otherwise).abs() >= 2.0 * BETTER_OFF_BY,
        Claim::NotGiven => now.abs() < LIVING,
        Claim::Stirs => (now - otherwise).abs() >= BETTER_OFF_BY / 2.0,
        Claim::Keeps | Claim::Catches | Claim::Captures | Claim::LastPoint | Claim::Weighs => true,
    }
}

fn is_last_point(scene: &Scene<'_>) -> bool {
    let board = scene.before();
    let points = usize::from(board.size().points());
    let stones = points - board.empty_points().len();
    100 * stones >= LAST_POINTS_FROM_PERCENT * points && scene.gain < LAST_POINTS
}

/// Returns whether a reason speaks of a fight or a border where stones are taken, or where the point is settled.
fn is_idle(scene: &Scene<'_>, without: &Owners, known: &Suggestion) -> bool {
    let is_settled = scene
        .point()
        .is_some_and(|point| without.part(point, scene.color).abs() >= OWNED_FROM);
    let name = known.reason.name;
    match known.reason.expert {
        Expert::Contact | Expert::Answers => scene.captures() && name != "ANSWER_THROW_IN",
        Expert::Endgame => scene.captures() || is_settled && !name.starts_with("LAST_CONNECTION"),
        _ => false,
    }
}

/// Returns whether a reason speaks of a cut, or of an attack, where the stones are taken off the board.
fn attacks_the_taken(scene: &Scene<'_>, known: &Suggestion) -> bool {
    let is_attack = matches!(
        known.reason.expert,
        Expert::Cutting | Expert::Surrounding | Expert::Killing
    );
    let theirs = known.group.filter(|group| group.color != scene.color);
    is_attack && theirs.is_some_and(|group| scene.takes(&scene.stones(&group)))
}

/// Returns whether a side that is said to be ahead or behind is so.
fn agrees_with_the_score(scene: &Scene<'_>, known: &Suggestion) -> bool {
    let Some(judged) = scene.judgment.find(scene.mv) else {
        return true;
    };
    match known.reason.expert {
        Expert::Safety if known.reason.name == "SAFE_ANSWER_DEAD" => {
            judged.win >= AHEAD && last_is_lost(scene) && shapes::last_is_near(scene)
        }
        Expert::Safety => judged.win >= AHEAD,
        Expert::Desperation => judged.win <= 1.0 - AHEAD,
        _ => true,
    }
}

/// The stones that a reason says to be killed, where they are lost in any case.
pub(super) fn kills_the_lost(scene: &Scene<'_>, reasons: &[Suggestion]) -> Option<PlayFact> {
    let (with, without) = (scene.with()?, scene.without()?);
    reasons.iter().find_map(|known| {
        let group = known.group.filter(|group| group.color != scene.color)?;
        let stones = scene.stones(&group);
        let is_lost = |owners: &Owners| owners.mean(&stones, group.color) <= -LOST_FROM;
        let is_so = known.reason.claim == Some(Claim::Lost) && !scene.takes(&stones);
        (is_so && is_lost(with) && is_lost(without)).then_some(PlayFact::MakesSure(scene.mv, group))
    })
}

/// Returns whether the shape that a reason names stands on the board.
pub(super) fn is_there(scene: &Scene<'_>, known: &Suggestion) -> bool {
    let owners = scene.without();
    owners.is_none_or(|owners| shapes::stands(scene, owners, known))
}

/// Returns whether the judge does not contradict what is held against a move.
pub(super) fn is_agreed(scene: &Scene<'_>, rejection: &Rejection) -> bool {
    let (Some(with), Some(without)) = (scene.with(), scene.without()) else {
        return true;
    };
    let means = |group: &GroupRef| {
        let stones = scene.stones(group);
        (
            with.mean(&stones, group.color),
            without.mean(&stones, group.color),
        )
    };
    match rejection {
        Rejection::StoneIsLost => scene
            .point()
            .is_none_or(|point| with.part(point, scene.color) <= 0.0),
        Rejection::NoStronger(group) | Rejection::NoWeaker(group) => {
            let (now, otherwise) = means(group);
            (now - otherwise).abs() < BETTER_OFF_BY
        }
        Rejection::NotSaved(group, _) => means(group).0 <= -LIVING,
        Rejection::Loses(_) | Rejection::GainsNothing(_) => true,
    }
}

/// Returns whether the stone that the other side played last is lost in any case.
fn last_is_lost(scene: &Scene<'_>) -> bool {
    let last: Option<Point> = shapes::last_of_theirs(scene);
    let (Some(last), Some(without)) = (last, scene.without()) else {
        return false;
    };
    without.part(last, !scene.color) <= -LIVING
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experts::weights::all_reasons;

    #[test]
    fn to_live_is_said_only_of_stones_that_were_in_danger() {
        let all = all_reasons();
        let claimed = |name: &str| {
            let reason = all.iter().find(|reason| reason.name == name).unwrap();
            reason.claim
        };
        for name in [
            "PATTERN_LIVE_VITAL",
            "PATTERN_LIVE_BIG",
            "JOIN_WEAK_TO_LIVING",
        ] {
            assert_eq!(claimed(name), Some(Claim::Escapes), "{name}");
        }
        assert_eq!(claimed("REMOVE_AJI"), Some(Claim::TakenLost));
    }
}
