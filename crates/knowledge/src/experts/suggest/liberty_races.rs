//! Races for liberties, and seki.

use crate::analysis::{GroupInfo, LifeStatus, Race};
use crate::experts::expert_context::ExpertContext;
use crate::experts::reason::Reason;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use sgmp_board::rules::PointSet;

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for ours in ctx.group_infos(ctx.me) {
        let Some(race) = ours.race else { continue };
        for theirs in rivals(ctx, ours) {
            fight(ctx, (ours, theirs), race, out);
        }
    }
}

/// The groups that a group races with.
fn rivals<'a>(ctx: &ExpertContext<'a>, ours: &GroupInfo) -> Vec<&'a GroupInfo> {
    let group_infos = ctx.analysis.group_infos();
    let ids = ours.neighbors.iter();
    ids.map(|id| &group_infos[id.index()])
        .filter(|info| info.race.is_some())
        .collect()
}

fn fight(
    ctx: &ExpertContext<'_>,
    (ours, theirs): (&GroupInfo, &GroupInfo),
    race: Race,
    out: &mut Suggestions<'_>,
) {
    let common = ours.group.liberties & theirs.group.liberties;
    let outside = theirs.group.liberties - common - theirs.eye_space();
    if let Some(reason) = filling(race) {
        for point in outside.iter() {
            if !ctx.is_self_atari(point) {
                out.about(point, reason, theirs);
            }
        }
    }
    if outside.is_empty() && matches!(race, Race::Even | Race::Ahead | Race::Behind) {
        for point in common.iter() {
            out.about(point, &RACE_FILL_COMMON, theirs);
        }
    }
    if matches!(race, Race::Even | Race::Behind | Race::Ahead) {
        extend(ctx, ours, race, out);
        for point in theirs.vital_points().iter().take(3) {
            out.about(point, &RACE_DENY_EYE, theirs);
        }
    }
    if race == Race::Seki {
        seki(ctx, (ours, theirs), outside, out);
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
fn extend(ctx: &ExpertContext<'_>, ours: &GroupInfo, race: Race, out: &mut Suggestions<'_>) {
    let (more, eye) = match race {
        Race::Even => (&RACE_EXTEND_EVEN, &RACE_EYE_EVEN),
        Race::Behind => (&RACE_EXTEND_BEHIND, &RACE_EYE_BEHIND),
        _ => (&RACE_KEEP_LEAD, &RACE_KEEP_LEAD),
    };
    for point in ours.vital_points().iter().take(4) {
        out.about(point, eye, ours);
    }
    let before = ours.group.liberties.len();
    for point in ours.group.liberties.iter() {
        let mut stones = ours.group.stones;
        stones.insert(point);
        let mut after: PointSet = ctx.liberties(stones);
        after.remove(point);
        if after.len() > before {
            out.about(point, more, ours);
        }
    }
}

fn seki(
    ctx: &ExpertContext<'_>,
    (ours, theirs): (&GroupInfo, &GroupInfo),
    outside: PointSet,
    out: &mut Suggestions<'_>,
) {
    for point in outside.iter().take(3) {
        out.about(point, &SEKI_SPOIL, theirs);
    }
    let own = ours.group.liberties - theirs.group.liberties;
    if ours.status != LifeStatus::Seki {
        for point in own.iter().filter(|p| !ctx.is_self_atari(*p)).take(3) {
            out.about(point, &SEKI_SECURE, ours);
        }
    }
}
