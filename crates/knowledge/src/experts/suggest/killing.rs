//! Taking the eyes of weak groups.

use super::saving::{Need, suggest_eyes};
use crate::analysis::{EyePotential, PotentialKind};
use crate::experts::expert_context::ExpertContext;
use crate::experts::reason::Reason;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use crate::reading::Life;

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for info in ctx.group_infos(ctx.them()) {
        if let Some(Life::Unsettled { kills, .. }) = info.read {
            for point in kills.iter() {
                out.about(point, &KILL_BY_READING, info);
            }
        }
        suggest_eyes(info, out, reason);
    }
}

fn reason(need: Need, way: &EyePotential) -> &'static Reason {
    use PotentialKind::{Capture, Connect, Extend, EyeVitalPoint};
    match (need, way.kind) {
        (Need::Now, EyeVitalPoint) => &KILL_BY_EYE_POINT,
        (Need::Now, Extend) => &KILL_BY_ROOM,
        (Need::Now, Connect) => &KILL_BY_SEPARATION,
        (Need::Now, Capture) => &KILL_BY_SAVING_PREY,
        (Need::Soon, EyeVitalPoint) => &HARRY_BY_EYE_POINT,
        (Need::Soon, Extend) => &HARRY_BY_ROOM,
        (Need::Soon, Connect) => &HARRY_BY_SEPARATION,
        (Need::Soon, Capture) => &HARRY_BY_SAVING_PREY,
        (Need::Later, EyeVitalPoint) => &CHASE_BY_EYE_POINT,
        (Need::Later, Extend) => &CHASE_BY_ROOM,
        (Need::Later, Connect) => &CHASE_BY_SEPARATION,
        (Need::Later, Capture) => &CHASE_BY_SAVING_PREY,
        (Need::Hardly, EyeVitalPoint) => &FINISH_BY_EYE_POINT,
        (Need::Hardly, Extend) => &FINISH_BY_ROOM,
        (Need::Hardly, Connect) => &FINISH_BY_SEPARATION,
        (Need::Hardly, Capture) => &FINISH_BY_SAVING_PREY,
    }
}
