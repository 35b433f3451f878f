//! The end of a game: neutral points, repairs before counting, and the pass.

use crate::experts::expert_context::{ExpertContext, Stage};
use crate::experts::suggestion::Suggestion;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use crate::reading::StringStatus;
use crate::tactics::liberties_after;
use sgmp_board::rules::{Move, Point, Rules};

/// Most moves suggested for want of better ones.
const MAX_ANY: usize = 4;

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    let passed = ctx.game.consecutive_passes() > 0;
    let reason = if passed {
        &PASS_AFTER_PASS
    } else {
        &PASS_NOTHING_LEFT
    };
    out.add(Suggestion::new(Move::Pass, reason));
    if ctx.stage() == Stage::Endgame {
        neutral(ctx, out);
        mend(ctx, out);
    }
    if out.list().len() <= 1 + MAX_ANY {
        let points = ctx.board.empty_points().to_vec();
        let sound = |point: &Point| liberties_after(ctx.board, ctx.me, *point, 3) >= 3;
        for point in points.into_iter().filter(sound).take(MAX_ANY) {
            out.play(point, &ANY_SOUND_MOVE);
        }
    }
}

/// Points between stones of both that live.
fn neutral(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    let reason = match ctx.game.rules() {
        Rules::Japanese => &FILL_NEUTRAL,
        Rules::Chinese => &FILL_NEUTRAL_FOR_AREA,
    };
    for point in ctx.board.empty_points().to_vec() {
        let living = |color| {
            ctx.board.neighbors(point).any(|n| {
                ctx.board.color_at(n) == Some(color)
                    && ctx.analysis.status_at(n).is_some_and(|s| s.is_alive())
            })
        };
        if living(ctx.me) && living(ctx.them()) && !ctx.is_self_atari(point) {
            out.play(point, reason);
        }
    }
}

/// Weak places of one's own, and dead stones in atari, before the count.
fn mend(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    for string in ctx.strings(ctx.me) {
        if let StringStatus::Threatened {
            rescue: Some(point),
            ..
        } = string.status
        {
            out.string(point, &MEND_BEFORE_COUNTING, string);
        }
    }
    for string in ctx.strings(ctx.them()) {
        if string.is_dead()
            && string.liberties.len() <= 2
            && string.enemies.iter().any(|id| {
                let own = ctx.analysis.strings().get(*id);
                own.liberties.len() <= 3
            })
        {
            for point in string.liberties.iter() {
                out.string(point, &TAKE_BEFORE_COUNTING, string);
            }
        }
    }
    for point in ctx.board.empty_points().to_vec() {
        let closed = ctx.board.neighbors(point).all(|n| ctx.is_theirs(Some(n)));
        let one = ctx
            .board
            .neighbors(point)
            .any(|n| ctx.board.liberties(n) == 1 && ctx.board.string_size(n) == 1);
        if closed && one {
            out.play(point, &CAPTURE_LAST_KO);
        }
    }
}
