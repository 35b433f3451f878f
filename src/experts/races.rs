//! Races for liberties, and seki.

use super::reason::Reason;
use super::scene::{Ideas, Scene};
use super::table::*;
use crate::analysis::{Army, LifeStatus, Race};
use crate::rules::PointSet;

pub(super) fn suggest(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    for ours in scene.armies(scene.me) {
        let Some(race) = ours.race else { continue };
        for theirs in rivals(scene, ours) {
            fight(scene, (ours, theirs), race, ideas);
        }
    }
}

/// The groups that a group races with.
fn rivals<'a>(scene: &Scene<'a>, ours: &Army) -> Vec<&'a Army> {
    let armies = scene.analysis.armies();
    let ids = ours.neighbors.iter();
    ids.map(|id| &armies[id.index()])
        .filter(|army| army.race.is_some())
        .collect()
}

fn fight(scene: &Scene<'_>, (ours, theirs): (&Army, &Army), race: Race, ideas: &mut Ideas<'_>) {
    let common = ours.group.liberties & theirs.group.liberties;
    let outside = theirs.group.liberties - common - theirs.eye_space();
    if let Some(reason) = filling(race) {
        for point in outside.iter() {
            if !scene.is_self_atari(point) {
                ideas.about(point, reason, theirs);
            }
        }
    }
    if outside.is_empty() && matches!(race, Race::Even | Race::Ahead | Race::Behind) {
        for point in common.iter() {
            ideas.about(point, &RACE_FILL_COMMON, theirs);
        }
    }
    if matches!(race, Race::Even | Race::Behind | Race::Ahead) {
        extend(scene, ours, race, ideas);
        for point in theirs.vital_points().iter().take(3) {
            ideas.about(point, &RACE_DENY_EYE, theirs);
        }
    }
    if race == Race::Seki {
        seki(scene, (ours, theirs), outside, ideas);
    }
}

const fn filling(race: Race) -> Option<&'static Reason> {
    match race {
        Race::Even => Some(&RACE_FILL_EVEN),
        Race::Ahead => Some(&RACE_FILL_AHEAD),
        Race::Behind => Some(&RACE_FILL_BEHIND),
        Race::Wins | Race::Loses | Race::Seki => None,
    }
}

/// Liberties and eyes for one's own group.
fn extend(scene: &Scene<'_>, ours: &Army, race: Race, ideas: &mut Ideas<'_>) {
    let (more, eye) = match race {
        Race::Even => (&RACE_EXTEND_EVEN, &RACE_EYE_EVEN),
        Race::Behind => (&RACE_EXTEND_BEHIND, &RACE_EYE_BEHIND),
        _ => (&RACE_KEEP_LEAD, &RACE_KEEP_LEAD),
    };
    for point in ours.vital_points().iter().take(4) {
        ideas.about(point, eye, ours);
    }
    let before = ours.group.liberties.len();
    for point in ours.group.liberties.iter() {
        let mut stones = ours.group.stones;
        stones.insert(point);
        let mut after: PointSet = scene.liberties(stones);
        after.remove(point);
        if after.len() > before {
            ideas.about(point, more, ours);
        }
    }
}

fn seki(
    scene: &Scene<'_>,
    (ours, theirs): (&Army, &Army),
    outside: PointSet,
    ideas: &mut Ideas<'_>,
) {
    for point in outside.iter().take(3) {
        ideas.about(point, &SEKI_SPOIL, theirs);
    }
    let own = ours.group.liberties - theirs.group.liberties;
    if ours.status != LifeStatus::Seki {
        for point in own.iter().filter(|p| !scene.is_self_atari(*p)).take(3) {
            ideas.about(point, &SEKI_SECURE, ours);
        }
    }
}
