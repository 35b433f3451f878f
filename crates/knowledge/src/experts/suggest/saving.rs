//! Eyes for weak groups.

use crate::analysis::{EyePotential, GroupInfo, LifeClass, LifeStatus, PotentialKind};
use crate::experts::expert_context::ExpertContext;
use crate::experts::reason::Reason;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use crate::reading::Life;

/// The urgency of help for a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// It lives or dies by the next move.
    Now,
    /// It would have to limp away.
    Soon,
    /// It runs, or lives in one move.
    Later,
    /// It is nearly lost.
    Hardly,
}

/// The urgency of help for a group; `None` if it needs none, or none would do.
pub(super) fn need(info: &GroupInfo) -> Option<Need> {
    match info.status {
        LifeStatus::LivesOrDies | LifeStatus::WouldLive | LifeStatus::EvenRace => Some(Need::Now),
        LifeStatus::LivesOrLimps | LifeStatus::RunningFight | LifeStatus::AheadInRace => {
            Some(Need::Soon)
        }
        LifeStatus::LivesOrRuns | LifeStatus::RunsWithEye | LifeStatus::Runs => Some(Need::Later),
        status if status.class() == LifeClass::Weak => Some(Need::Hardly),
        _ => None,
    }
}

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for info in ctx.group_infos(ctx.me) {
        if let Some(Life::Unsettled { saves, .. }) = info.read {
            for point in saves.iter() {
                out.about(point, &LIVE_BY_READING, info);
            }
        }
        suggest_eyes(info, out, reason);
    }
}

/// The points of a weak group's possible eyes, each with what `reason` makes of it.
pub(super) fn suggest_eyes(
    info: &GroupInfo,
    out: &mut Suggestions<'_>,
    reason: fn(Need, &EyePotential) -> &'static Reason,
) {
    let Some(need) = need(info) else { return };
    for way in &info.potentials {
        let reason = reason(need, way);
        for point in way.points.iter().take(4) {
            out.about(point, reason, info);
        }
    }
}

fn reason(need: Need, way: &EyePotential) -> &'static Reason {
    use PotentialKind::{Capture, Connect, Extend, EyeVitalPoint};
    match (need, way.kind) {
        (Need::Now, EyeVitalPoint) => &LIVE_BY_EYE_POINT,
        (Need::Now, Extend) => &LIVE_BY_ROOM,
        (Need::Now, Connect) => &LIVE_BY_JOINING,
        (Need::Now, Capture) => &LIVE_BY_CAPTURE,
        (Need::Soon, EyeVitalPoint) => &SETTLE_BY_EYE_POINT,
        (Need::Soon, Extend) => &SETTLE_BY_ROOM,
        (Need::Soon, Connect) => &SETTLE_BY_JOINING,
        (Need::Soon, Capture) => &SETTLE_BY_CAPTURE,
        (Need::Later, EyeVitalPoint) => &EASE_BY_EYE_POINT,
        (Need::Later, Extend) => &EASE_BY_ROOM,
        (Need::Later, Connect) => &EASE_BY_JOINING,
        (Need::Later, Capture) => &EASE_BY_CAPTURE,
        (Need::Hardly, EyeVitalPoint) => &HELP_BY_EYE_POINT,
        (Need::Hardly, Extend) => &HELP_BY_ROOM,
        (Need::Hardly, Connect) => &HELP_BY_JOINING,
        (Need::Hardly, Capture) => &HELP_BY_CAPTURE,
    }
}
