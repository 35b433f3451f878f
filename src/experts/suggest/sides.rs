//! Big moves on the sides: extensions, pincers, the middle between stones.

use super::saving::need;
use crate::analysis::GroupInfo;
use crate::experts::expert_context::ExpertContext;
use crate::experts::group_ref::GroupRef;
use crate::experts::reason::Reason;
use crate::experts::suggestion::Suggestion;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use crate::rules::{Color, Move, Point};

/// The smallest board with sides of their own.
const SMALLEST: i8 = 13;

/// A side of the board: a place along it, from 1, and a line from its edge, from 1, to a point.
#[derive(Clone, Copy)]
struct Side(u8);

impl Side {
    fn point(self, ctx: &ExpertContext<'_>, along: i8, line: i8) -> Option<Point> {
        let far = ctx.lines() + 1 - line;
        let (x, y) = match self.0 {
            0 => (along, line),
            1 => (along, far),
            2 => (line, along),
            _ => (far, along),
        };
        let (x, y) = (u8::try_from(x - 1).ok()?, u8::try_from(y - 1).ok()?);
        Point::new(x, y).filter(|point| point.is_on(ctx.board.size()))
    }
}

/// A stone on a side, seen from the edge.
#[derive(Clone, Copy)]
struct Post {
    along: i8,
    line: i8,
    color: Color,
    point: Point,
    /// Stones of its color above one another there.
    height: i8,
}

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    if ctx.lines() < SMALLEST {
        return;
    }
    for side in (0..4).map(Side) {
        let posts = posts(ctx, side);
        for pair in posts.windows(2) {
            gap(ctx, side, pair[0], pair[1], out);
        }
        match (posts.first(), posts.last()) {
            (None, _) => middle(ctx, side, 1, ctx.lines(), &TAKE_OPEN_SIDE, out),
            (Some(first), Some(last)) => {
                edge(ctx, side, first, -1, out);
                edge(ctx, side, last, 1, out);
            }
            _ => {}
        }
    }
}

/// The lowest stone at each place along a side, on its first five lines.
fn posts(ctx: &ExpertContext<'_>, side: Side) -> Vec<Post> {
    (1..=ctx.lines())
        .filter_map(|along| {
            let at = |line| side.point(ctx, along, line);
            let found = (2..=5).find_map(|line| {
                let point = at(line)?;
                Some((line, point, ctx.board.color_at(point)?))
            });
            let (line, point, color) = found?;
            let height = (line..=7)
                .take_while(|l| at(*l).and_then(|p| ctx.board.color_at(p)) == Some(color))
                .count() as i8;
            Some(Post {
                along,
                line,
                color,
                point,
                height,
            })
        })
        .collect()
}

/// The line on which a stone between others goes: low beside a high one.
const fn line_beside(line: i8) -> i8 {
    if line >= 4 { 3 } else { 4 }
}

/// A stone on a side where nothing is near.
fn put(
    ctx: &ExpertContext<'_>,
    side: Side,
    (along, line): (i8, i8),
    reason: &'static Reason,
    size: f32,
    info: Option<&GroupInfo>,
    out: &mut Suggestions<'_>,
) {
    if let Some(point) = side.point(ctx, along, line)
        && ctx.is_open(point, 1)
    {
        out.add(Suggestion {
            group: info.and_then(GroupRef::from_group),
            size,
            ..Suggestion::new(Move::Play(point), reason)
        });
    }
}

/// The middle of a long gap.
fn middle(
    ctx: &ExpertContext<'_>,
    side: Side,
    from: i8,
    to: i8,
    reason: &'static Reason,
    out: &mut Suggestions<'_>,
) {
    let size = f32::from(to - from);
    for line in [3, 4] {
        put(
            ctx,
            side,
            (i8::midpoint(from, to), line),
            reason,
            size,
            None,
            out,
        );
    }
}

fn gap(ctx: &ExpertContext<'_>, side: Side, left: Post, right: Post, out: &mut Suggestions<'_>) {
    let width = right.along - left.along - 1;
    if width < 3 {
        return;
    }
    let mine = |post: Post| post.color == ctx.me;
    match (mine(left), mine(right)) {
        (true, true) if width >= 5 => {
            let large = width >= 7;
            let reason = if large {
                &BETWEEN_FRIENDS_LARGE
            } else {
                &BETWEEN_FRIENDS_SMALL
            };
            middle(ctx, side, left.along, right.along, reason, out);
        }
        (false, false) if width >= 5 => {
            let (l, r) = (left.along, right.along);
            middle(ctx, side, l, r, &SPLIT_THEIR_SIDE, out);
        }
        (true, false) => extend(ctx, side, left, right, out),
        (false, true) => extend(ctx, side, right, left, out),
        _ => {}
    }
    if width >= 8 && !mine(left) && !mine(right) {
        for (post, toward) in [(left, 1), (right, -1)] {
            pincer(ctx, side, post, toward, out);
        }
    }
}

/// From one's own stone towards theirs.
fn extend(ctx: &ExpertContext<'_>, side: Side, own: Post, other: Post, out: &mut Suggestions<'_>) {
    let toward = (other.along - own.along).signum();
    let width = (other.along - own.along).abs() - 1;
    let far = (own.height + 1).min(width - 2).max(1);
    let target = (own.along + toward * (far + 1), line_beside(own.line).min(4));
    let info = ctx.analysis.group_info_at(own.point);
    let is_weak = info.is_some_and(|info| need(info).is_some());
    let theirs = ctx.analysis.group_info_at(other.point);
    let is_prey = theirs.is_some_and(|info| need(info).is_some());
    let size = f32::from(width.min(9));
    let base = match (is_weak, far) {
        (true, 1) => Some(&EXTEND_FOR_BASE_ONE),
        (true, 2) => Some(&EXTEND_FOR_BASE_TWO),
        (true, _) => Some(&EXTEND_FOR_BASE_WIDE),
        _ => None,
    };
    for line in [3, 4] {
        let at = (target.0, line);
        match base {
            Some(reason) => put(ctx, side, at, reason, size, info, out),
            None if far >= 3 => put(ctx, side, at, &EXTEND_FAR_FROM_STRENGTH, size, None, out),
            None => put(ctx, side, at, &EXTEND_FROM_STRENGTH, size, None, out),
        }
    }
    // As near as two spaces to theirs, it does both.
    if (4..=9).contains(&width) {
        let near = other.along - toward * 3;
        for line in [3, 4] {
            put(ctx, side, (near, line), &EXTEND_AND_CHECK, size, None, out);
            if is_prey {
                put(
                    ctx,
                    side,
                    (near, line),
                    &EXTEND_AND_ATTACK,
                    size,
                    theirs,
                    out,
                );
            }
        }
    }
}

/// Against a lone stone of theirs from the open side.
fn pincer(ctx: &ExpertContext<'_>, side: Side, post: Post, toward: i8, out: &mut Suggestions<'_>) {
    let info = ctx.analysis.group_info_at(post.point);
    let alone = info.is_some_and(|info| info.group.stones.len() <= 3 && need(info).is_some());
    if !alone || !ctx.is_near(post.point, 4, ctx.me) {
        return;
    }
    for (steps, reason) in [(2, &PINCER_CLOSE), (3, &PINCER_CLOSE), (4, &PINCER_WIDE)] {
        let at = (post.along + toward * steps, line_beside(post.line));
        put(ctx, side, at, reason, 4.0, info, out);
    }
}

/// Between the outermost stone and the corner.
fn edge(ctx: &ExpertContext<'_>, side: Side, post: &Post, toward: i8, out: &mut Suggestions<'_>) {
    let end = if toward > 0 { ctx.lines() + 1 } else { 0 };
    let room = (end - post.along).abs() - 1;
    let Some(info) = ctx.analysis.group_info_at(post.point) else {
        return;
    };
    if post.color == ctx.me && room >= 3 {
        if need(info).is_some() {
            let slide = (post.along + toward * 2, 2);
            put(ctx, side, slide, &SLIDE_FOR_BASE, 4.0, Some(info), out);
        }
        if post.line == 3 && post.height == 1 && room >= 5 {
            let above = (post.along + toward, 5);
            put(ctx, side, above, &LIFT_SIDE_STONE, 3.0, None, out);
        }
        if room >= 8 {
            let far = (post.along + toward * (post.height + 2), 3);
            put(
                ctx,
                side,
                far,
                &EXTEND_FROM_STRENGTH,
                f32::from(room.min(9)),
                None,
                out,
            );
        }
    } else if post.color != ctx.me && room >= 3 && need(info).is_some() {
        let under = (post.along + toward * 2, 2);
        put(ctx, side, under, &SLIDE_UNDER, 4.0, Some(info), out);
        if room >= 6 {
            pincer(ctx, side, *post, toward, out);
        }
    }
}
