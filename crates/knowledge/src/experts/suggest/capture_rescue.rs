//! Single strings: capturing those that are threatened, and saving one's own.

use super::saving::need;
use crate::analysis::{GroupInfo, LifeClass, StoneString};
use crate::experts::expert_context::ExpertContext;
use crate::experts::reason::Reason;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use crate::reading::{ResultCode, StringStatus};
use crate::tactics::{hunters_in_atari, liberties_after};
use sgmp_board::rules::Point;

pub(super) fn capture(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for string in ctx.strings(ctx.them()) {
        match string.status {
            StringStatus::Threatened {
                result, capture, ..
            } => {
                let last = string.liberties.first();
                let in_atari = string.liberties.len() == 1;
                let point = if in_atari { last } else { capture };
                if let Some(point) = point {
                    out.string(point, catching(ctx, string, point, result), string);
                }
            }
            StringStatus::Dead if string.liberties.len() == 1 => {
                if let Some(point) = string.liberties.first() {
                    let helps = relieved(ctx, string, false);
                    let reason = if helps {
                        &TAKE_TO_SAVE_STRING
                    } else {
                        &REMOVE_AJI
                    };
                    out.string(point, reason, string);
                }
            }
            StringStatus::Dead | StringStatus::Safe => {}
        }
    }
}

/// The reason to catch a string there.
fn catching(
    ctx: &ExpertContext<'_>,
    string: &StoneString,
    point: Point,
    result: ResultCode,
) -> &'static Reason {
    let (stones, liberties) = (string.stones.len(), string.liberties.len());
    match result {
        ResultCode::KoIgnoresThreat => return &CAPTURE_BY_KO,
        ResultCode::KoNeedsThreat => return &CAPTURE_BY_HARD_KO,
        ResultCode::Succeeds | ResultCode::Fails => {}
    }
    let (cuts, lives, saves) = (
        divides(ctx, string),
        relieved(ctx, string, true),
        relieved(ctx, string, false),
    );
    let given = ctx.is_self_atari(point);
    match (liberties, stones) {
        (1, 6..) => &TAKE_MANY_STONES,
        (1, _) if lives => &TAKE_TO_LIVE,
        (1, _) if cuts => &TAKE_CUTTING_STONES,
        (1, _) if saves => &TAKE_TO_SAVE_STRING,
        (1, _) if given => &TAKE_AND_RECAPTURE,
        (1, 1) => &TAKE_ONE_STONE,
        (1, 2) => &TAKE_TWO_STONES,
        (1, _) => &TAKE_A_FEW_STONES,
        (2, 2..) if given => &SNAPBACK,
        (_, _) if given => &SQUEEZE_BY_THROW_IN,
        (_, _) if lives => &CATCH_TO_LIVE,
        (2, _) if cuts => &LADDER_CUTTING_STONES,
        (_, _) if cuts => &NET_CUTTING_STONES,
        (_, _) if saves => &CATCH_TO_SAVE_STRING,
        _ if string.stones.iter().all(|s| ctx.line(s) <= 2) => &CAPTURE_ON_EDGE,
        (2, 1) => &LADDER_ONE_STONE,
        (2, _) => &LADDER_STONES,
        (_, 1) => &NET_ONE_STONE,
        _ => &NET_STONES,
    }
}

/// Returns whether a string divides two groups of the other color, of which not both are strong.
fn divides(ctx: &ExpertContext<'_>, string: &StoneString) -> bool {
    let strings = ctx.analysis.strings();
    let enemies = string.enemies.iter().map(|id| strings.get(*id));
    let mut groups = enemies
        .filter(|own| !own.is_dead())
        .filter_map(|own| ctx.analysis.group_info_at(own.anchor));
    let Some(first) = groups.next() else {
        return false;
    };
    let strong = |info: &GroupInfo| info.status.class() == LifeClass::VeryAlive;
    groups.any(|other| !(std::ptr::eq(first, other) || strong(first) && strong(other)))
}

/// Returns whether the capture of a string relieves a weak group (`whole_group`) or a threatened
/// string beside it.
fn relieved(ctx: &ExpertContext<'_>, string: &StoneString, whole_group: bool) -> bool {
    let strings = ctx.analysis.strings();
    string.enemies.iter().any(|id| {
        let own = strings.get(*id);
        let info = ctx.analysis.group_info_at(own.anchor);
        let is_weak = info.is_some_and(|info| info.status.class() >= LifeClass::Unsettled);
        if whole_group {
            is_weak && !own.is_dead()
        } else {
            own.is_threatened()
        }
    })
}

pub(super) fn rescue(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for string in ctx.strings(ctx.me) {
        let StringStatus::Threatened { result, rescue, .. } = string.status else {
            continue;
        };
        if let Some(point) = rescue {
            out.string(point, saving(ctx, string, point, result), string);
        }
        for hunter in hunters_in_atari(ctx.board, string.anchor, ctx.me) {
            if let Some(point) = ctx.board.liberty_set(hunter).first() {
                let one = ctx.board.string_size(hunter) == 1;
                let reason = if one {
                    &TAKE_HUNTER_ONE
                } else {
                    &TAKE_HUNTER_STONES
                };
                out.string(point, reason, string);
            }
        }
        hunters_caught(ctx, string, out);
        for point in string.liberties.iter() {
            if let Some(reason) = extending(ctx, string, point) {
                out.string(point, reason, string);
            }
        }
    }
}

/// Enemies beside a string that can be caught themselves.
fn hunters_caught(ctx: &ExpertContext<'_>, string: &StoneString, out: &mut Suggestions<'_>) {
    let strings = ctx.analysis.strings();
    for id in &string.enemies {
        let hunter = strings.get(*id);
        if let StringStatus::Threatened {
            capture: Some(point),
            ..
        } = hunter.status
            && hunter.liberties.len() > 1
        {
            out.string(point, &CATCH_HUNTER, string);
        }
    }
}

fn saving(
    ctx: &ExpertContext<'_>,
    string: &StoneString,
    point: Point,
    result: ResultCode,
) -> &'static Reason {
    if result != ResultCode::Succeeds {
        return &HOLD_BY_KO;
    }
    let info = ctx.analysis.group_info_at(string.anchor);
    let whole = info.is_some_and(|info| need(info).is_some() && info.group.stones != string.stones);
    let gives_atari = ctx
        .board
        .neighbors(point)
        .any(|n| ctx.is_theirs(Some(n)) && ctx.board.liberties(n) == 2);
    let in_atari = string.liberties.len() == 1;
    match string.stones.len() {
        _ if whole && info.is_some_and(|info| info.group.stones.len() >= 6) => &SAVE_AND_LIVE,
        _ if whole => &SAVE_KEY_OF_GROUP,
        _ if divides(ctx, string) => &SAVE_CUTTING_STONES,
        _ if gives_atari && !string.liberties.contains(point) => &COUNTER_ATARI,
        1 if in_atari => &ANSWER_ATARI_ONE,
        _ if in_atari => &ANSWER_ATARI_STONES,
        1 => &RUN_OUT_ONE,
        2 => &RUN_OUT_TWO,
        3..=5 => &RUN_OUT_A_FEW,
        _ => &RUN_OUT_MANY,
    }
}

/// A liberty where a string joins friends or gains liberties enough.
fn extending(
    ctx: &ExpertContext<'_>,
    string: &StoneString,
    point: Point,
) -> Option<&'static Reason> {
    let after = liberties_after(ctx.board, ctx.me, point, 6);
    let joins = ctx
        .board
        .neighbors(point)
        .any(|n| ctx.is_mine(Some(n)) && !string.stones.contains(n));
    match string.stones.len() {
        1 if joins && after >= 3 => Some(&JOIN_FRIEND_ONE),
        _ if joins && after >= 3 => Some(&JOIN_FRIEND_STONES),
        _ if after >= 4 => Some(&MAKE_LIBERTIES),
        _ => None,
    }
}
