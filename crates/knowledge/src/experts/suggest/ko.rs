//! Kos: taking, ending, and threats elsewhere.

use super::saving::need;
use crate::analysis::{ConnectionStatus, LifeClass};
use crate::experts::expert_context::ExpertContext;
use crate::experts::group_ref::GroupRef;
use crate::experts::suggestion::Suggestion;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::worth::AHEAD;
use crate::experts::weights::*;
use crate::reading::StringStatus;
use crate::tactics::liberties_after;
use sgmp_board::rules::{Move, Point};

/// Most stones of a string to which an atari is a small threat.
const SMALL_THREAT: usize = 2;

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for point in ctx.board.empty_points().to_vec() {
        take(ctx, point, out);
        end(ctx, point, out);
    }
    if let Some(ko) = ctx.board.ko_point()
        && ctx.board.legality(ctx.me, ko).is_err()
    {
        threats(ctx, out);
    }
}

/// A lone stone in atari whose capture leaves a lone stone in atari.
fn take(ctx: &ExpertContext<'_>, point: Point, out: &mut Suggestions<'_>) {
    let closed = ctx.board.neighbors(point).all(|n| ctx.is_theirs(Some(n)));
    if !closed {
        return;
    }
    let mut taken = ctx
        .board
        .neighbors(point)
        .filter(|n| ctx.board.liberties(*n) == 1);
    if let (Some(stone), None) = (taken.next(), taken.next())
        && ctx.board.string_size(stone) == 1
    {
        let weak = ctx
            .groups_near(point, 1, ctx.me)
            .into_iter()
            .find(|info| need(info).is_some());
        match weak {
            Some(info) => out.about(point, &TAKE_KO_FOR_GROUP, info),
            None => out.play(point, &TAKE_KO),
        }
    }
}

/// A point where they would take a ko, or took one before.
fn end(ctx: &ExpertContext<'_>, point: Point, out: &mut Suggestions<'_>) {
    let own = ctx.board.neighbors(point).all(|n| ctx.is_mine(Some(n)));
    let in_atari = ctx
        .board
        .neighbors(point)
        .filter(|n| ctx.board.liberties(*n) == 1)
        .collect::<Vec<_>>();
    if own && in_atari.len() == 1 && ctx.board.string_size(in_atari[0]) == 1 {
        let enemies = ctx
            .groups_near(point, 2, ctx.them())
            .into_iter()
            .map(|info| info.group.stones.len())
            .max();
        let size = enemies.unwrap_or(0).min(6) as f32;
        out.sized(point, &END_KO, size / 3.0);
        if ctx.lead > AHEAD {
            out.sized(point, &SAFE_END_KO, size / 3.0);
        }
    }
    if ctx.board.ko_point().is_some() {
        let taken = ctx.board.neighbors(point).find(|n| {
            ctx.is_theirs(Some(*n))
                && ctx.board.liberties(*n) == 1
                && ctx.board.string_size(*n) >= 2
        });
        if let Some(stone) = taken
            && let Some(string) = ctx.analysis.string_at(stone)
        {
            out.string(point, &END_KO_BY_CAPTURE, string);
        }
    }
}

/// Moves that ask for an answer.
fn threats(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    threats_of_atari(ctx, out);
    threats_on_eyes(ctx, out);
    threats_to_revive(ctx, out);
    threats_to_cut(ctx, out);
    threats_to_catch(ctx, out);
}

fn threats_of_atari(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for string in ctx.strings(ctx.them()) {
        if string.is_dead() || string.liberties.len() != 2 {
            continue;
        }
        let reason = if string.stones.len() <= SMALL_THREAT {
            &THREAT_ATARI_ONE
        } else {
            &THREAT_ATARI_STONES
        };
        for point in string.liberties.iter() {
            if liberties_after(ctx.board, ctx.me, point, 2) >= 1 {
                out.string(point, reason, string);
            }
        }
    }
}

fn threats_on_eyes(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for info in ctx.group_infos(ctx.them()) {
        if info.status.class() <= LifeClass::Alive && info.sure_half_eyes() <= 5 {
            for point in info.vital_points().iter().take(3) {
                out.about(point, &THREAT_ON_EYES, info);
            }
        }
    }
}

fn threats_to_revive(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for info in ctx.group_infos(ctx.me).filter(|info| info.status.is_dead()) {
        for point in info
            .vital_points()
            .iter()
            .chain(info.group.liberties.iter())
            .take(4)
        {
            out.about(point, &THREAT_TO_REVIVE, info);
        }
    }
}

fn threats_to_cut(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    let strings = ctx.analysis.strings();
    for connection in ctx.analysis.connections() {
        let string = strings.get(connection.strings.0);
        if string.color == ctx.them()
            && connection.status == ConnectionStatus::Unbreakable
            && connection.points.len() <= 2
        {
            for point in connection.points.iter() {
                out.add(Suggestion {
                    group: Some(GroupRef::nearest(&string.stones, string.color, point)),
                    size: string.stones.len().min(8) as f32,
                    ..Suggestion::new(Move::Play(point), &THREAT_TO_CUT)
                });
            }
        }
    }
}

fn threats_to_catch(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for string in ctx.strings(ctx.them()) {
        let near_catch = string.liberties.len() == 3 && string.status == StringStatus::Safe;
        for point in string.liberties.iter().filter(|_| near_catch) {
            out.string(point, &THREAT_TO_CATCH, string);
        }
    }
}
