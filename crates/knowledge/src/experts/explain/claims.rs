//! The claims of reasons about the fate of stones, and whether the judge agrees.

use super::owners::{Fate, LIVING, Owners};
use super::play_facts::PlayFact;
use super::scene::Scene;
use super::shapes;
use super::swings::Swing;
use crate::experts::group_ref::GroupRef;
use crate::experts::reason::Expert;
use crate::experts::select::Rejection;
use crate::experts::suggestion::Suggestion;
use sgmp_board::rules::Point;

/// The same, where they are said not to be in danger at all.
const EASY: f32 = 0.7;
/// The mean part of stones from which on nothing is done to them.
const OUT_OF_REACH: f32 = 0.85;
/// The mean part of stones that are lost without another move, too.
const LOST: f32 = 0.6;
/// The part of a point by which stones have to be better off.
const BETTER: f32 = 0.25;
/// The part of a point from which on it is settled whose it is.
const SETTLED: f32 = 0.9;
/// The chance to win from which on a side is ahead.
const AHEAD: f32 = 0.85;
/// Points of a move from which on it is no last point.
const LAST_POINTS: f32 = 6.0;
/// The part of the board, in percent, that is filled when the last points are played.
const LATE: usize = 50;

/// A claim about the group of a reason.
#[derive(Clone, Copy)]
enum Claim {
    /// Own stones live with the move.
    Lives,
    /// Own stones live with the move, and only so.
    LivesOnlySo,
    /// Own stones are better off with the move.
    Helped,
    /// Own stones are not in danger.
    Easy,
    /// Own stones live with the move, and are in some danger without it.
    Escapes,
    /// Their stones are lost with the move.
    Lost,
    /// Their stones are lost with the move, and only so.
    LostOnlySo,
    /// Their stones are neither safe nor lost.
    Harried,
    /// Their stones are not lost.
    Stands,
    /// Their stones leave the board.
    Taken,
    /// Their stones leave the board, and are lost in any case.
    TakenLost,
    /// The fate of the stones hangs on the move.
    Hangs,
    /// The stone and those beside it live, and the fate of the stones that they keep apart is open.
    Keeps,
    /// Own stones are not given up, and not safe either.
    NotGiven,
    /// Something changes for their stones.
    Stirs,
    /// Some stones leave the board.
    Captures,
    /// It is a last point.
    LastPoint,
    /// Stones are caught or saved, or better or worse off.
    Catches,
    /// Something is at stake.
    Weighs,
}

/// Claims by the beginnings of names; the first that fits counts.
const CLAIMS: &[(&[&str], Claim)] = &[
    (&["TAKE_KO_FOR_GROUP"], Claim::Hangs),
    (
        &[
            "TAKE_ONE_",
            "TAKE_TWO_",
            "TAKE_A_FEW",
            "TAKE_MANY",
            "TAKE_AND_",
            "TAKE_CUTTING",
            "TAKE_TO_",
            "TAKE_BEFORE_",
            "SAFE_TAKE",
        ],
        Claim::Taken,
    ),
    (&["REMOVE_AJI"], Claim::TakenLost),
    (
        &[
            "CUT_BY_SAVING",
            "KILL_BY_SAVING",
            "HARRY_BY_SAVING",
            "CHASE_BY_SAVING",
            "FINISH_BY_SAVING",
        ],
        Claim::Keeps,
    ),
    (&["HOLD_BY_KO"], Claim::NotGiven),
    (&["CAPTURE_BY_KO", "CAPTURE_BY_HARD_KO"], Claim::Stirs),
    (
        &[
            "MEND_BY_CAPTURE",
            "LIVE_BY_CAPTURE",
            "SETTLE_BY_CAPTURE",
            "EASE_BY_CAPTURE",
            "HELP_BY_CAPTURE",
        ],
        Claim::Captures,
    ),
    (&["LIVE_BY_READING"], Claim::LivesOnlySo),
    (&["EASE_BY"], Claim::Easy),
    (
        &[
            "PATTERN_ESCAPE_BIG",
            "STROLL",
            "PATTERN_LIVE",
            "LIVE_BY",
            "SETTLE_BY",
            "JOIN_WEAK",
            "JOIN_FRIEND",
            "RUN_OUT",
            "SAVE_",
            "TAKE_HUNTER",
            "CATCH_HUNTER",
        ],
        Claim::Escapes,
    ),
    (&["HELP_BY"], Claim::Helped),
    (
        &[
            "MAKE_LIBERTIES",
            "ANSWER_ATARI",
            "COUNTER_ATARI",
            "SAFE_REINFORCE",
            "RACE_KEEP",
            "SEKI_SECURE",
            "RACE_EXTEND_EVEN",
            "RACE_EYE_EVEN",
            "EXTEND_FOR_BASE",
            "SLIDE_FOR_BASE",
            "MEND_BEFORE",
        ],
        Claim::Lives,
    ),
    (&["RACE_FILL_BEHIND"], Claim::Stands),
    (&["KILL_BY_READING"], Claim::LostOnlySo),
    (
        &[
            "KILL_BY",
            "FINISH_BY",
            "PATTERN_KILL_VITAL",
            "LADDER",
            "NET_",
            "CATCH_",
            "SQUEEZE",
            "SNAPBACK",
            "CAPTURE_ON_EDGE",
            "RACE_FILL",
            "RACE_DENY",
        ],
        Claim::Lost,
    ),
    (
        &[
            "HARRY",
            "CHASE",
            "BLOCK_WAY",
            "BLOCK_LAST",
            "BLOCK_EDGE",
            "LEAN_",
            "CAP_GROUP",
            "PATTERN_SURROUND_BIG",
            "PATTERN_KILL",
            "CUT_OFF_WEAK",
            "CUT_TWO_WEAK",
            "PINCER_CLOSE",
            "EXTEND_AND_ATTACK",
            "SLIDE_UNDER",
            "ATARI_ON",
        ],
        Claim::Harried,
    ),
    (&["PATTERN_ENDGAME", "SECOND_LINE_HANE"], Claim::LastPoint),
    (&["PATTERN_CAPTURE"], Claim::Catches),
    (
        &[
            "PATTERN_CUT",
            "PATTERN_CONNECT_VITAL",
            "BOOK_PUNISH",
            "BOOK_URGENT",
        ],
        Claim::Weighs,
    ),
];

/// Returns whether nothing that the judge or the board knows speaks against a reason.
pub(super) fn holds(scene: &Scene<'_>, known: &Suggestion) -> bool {
    let (Some(with), Some(without)) = (scene.with(), scene.without()) else {
        return true;
    };
    agrees_with_the_score(scene, known)
        && !is_idle(scene, without, known)
        && !attacks_the_taken(scene, known)
        && shapes::stands(scene, without, known)
        && claim(known).is_none_or(|claim| is_so(scene, (with, without), claim, known))
}

fn claim(known: &Suggestion) -> Option<Claim> {
    let begins = |names: &&[&str]| names.iter().any(|name| known.reason.name.starts_with(name));
    let mut found = CLAIMS.iter().filter(|(names, _)| begins(names));
    found.next().map(|(_, claim)| *claim)
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
        Claim::Catches => return scene.swings.iter().any(Swing::is_of_stones),
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
        Claim::Helped => now >= otherwise + BETTER,
        Claim::Easy => now >= LIVING && otherwise >= EASY,
        Claim::Escapes => now >= LIVING && otherwise < EASY,
        Claim::Lost => now <= -LIVING && otherwise > -LOST || scene.takes(&stones),
        Claim::LostOnlySo => now <= -LIVING && otherwise >= LIVING / 2.0,
        Claim::Harried => now.abs() <= OUT_OF_REACH && otherwise.abs() <= OUT_OF_REACH + 0.05,
        Claim::Stands => now >= 0.0,
        Claim::Taken => scene.takes(&stones),
        Claim::TakenLost => scene.takes(&stones) && otherwise <= -LIVING,
        Claim::Hangs => (now - otherwise).abs() >= 2.0 * BETTER,
        Claim::NotGiven => now.abs() < LIVING,
        Claim::Stirs => (now - otherwise).abs() >= BETTER / 2.0,
        Claim::Keeps | Claim::Catches | Claim::Captures | Claim::LastPoint | Claim::Weighs => true,
    }
}

fn is_last_point(scene: &Scene<'_>) -> bool {
    let board = scene.before();
    let points = usize::from(board.size().points());
    let stones = points - board.empty_points().len();
    100 * stones >= LATE * points && scene.gain < LAST_POINTS
}

/// Returns whether a reason speaks of a fight or a border where stones are taken, or where the point is settled.
fn is_idle(scene: &Scene<'_>, without: &Owners, known: &Suggestion) -> bool {
    let is_settled = scene
        .point()
        .is_some_and(|point| without.part(point, scene.color).abs() >= SETTLED);
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
        let is_lost = |owners: &Owners| owners.mean(&stones, group.color) <= -LOST;
        let is_so = matches!(claim(known), Some(Claim::Lost)) && !scene.takes(&stones);
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
            (now - otherwise).abs() < BETTER
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
    fn every_beginning_of_a_name_decides_about_a_reason() {
        let reasons = all_reasons();
        let beginnings = CLAIMS.iter().flat_map(|(names, _)| *names);
        let all: Vec<&str> = beginnings.copied().collect();
        for beginning in &all {
            let decides = reasons.iter().any(|reason| {
                let first = all.iter().find(|other| reason.name.starts_with(**other));
                first == Some(beginning)
            });
            assert!(decides, "{beginning}");
        }
    }

    #[test]
    fn to_live_is_said_only_of_stones_that_were_in_danger() {
        let all = all_reasons();
        let claimed = |name: &str| {
            let reason = all.iter().find(|reason| reason.name == name).unwrap();
            claim(&Suggestion::new(sgmp_board::rules::Move::Pass, reason))
        };
        for name in [
            "PATTERN_LIVE_VITAL",
            "PATTERN_LIVE_BIG",
            "JOIN_WEAK_TO_LIVING",
        ] {
            assert!(matches!(claimed(name), Some(Claim::Escapes)), "{name}");
        }
        assert!(matches!(claimed("REMOVE_AJI"), Some(Claim::TakenLost)));
    }
}
