//! Big moves on the sides: extensions, pincers, the middle between stones.

use super::saving::need;
use crate::analysis::GroupInfo;
use crate::experts::expert_context::ExpertContext;
use crate::experts::group_ref::GroupRef;
use crate::experts::reason::Reason;
use crate::experts::suggestion::Suggestion;
use crate::experts::suggestions::Suggestions;
use crate::experts::weights::*;
use sgmp_board::rules::{Color, Move, Point};

/// The smallest board with sides of their own.
const MIN_LINES: i8 = 13;

/// A side of the board: a place along it, from 1, and a line from its edge, from 1, to a point.
#[derive(Clone, Copy)]
struct BoardSide(u8);

impl BoardSide {
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

/// A place on a side, both from 1.
#[derive(Clone, Copy)]
struct SidePlace {
    along: i8,
    line: i8,
}

/// The group that a suggestion is about, and its size.
#[derive(Clone, Copy)]
struct About<'a> {
    size: f32,
    info: Option<&'a GroupInfo>,
}

impl About<'_> {
    const fn size(size: f32) -> Self {
        Self { size, info: None }
    }
}

pub(super) fn suggest(ctx: &ExpertContext<'_>, out: &mut Suggestions<'_>) {
    if ctx.lines() < MIN_LINES {
        return;
    }
    for side in (0..4).map(BoardSide) {
        SideExpert { ctx, side, out }.suggest();
    }
}

/// Suggests moves on one side.
struct SideExpert<'a, 'b, 'c> {
    ctx: &'a ExpertContext<'b>,
    side: BoardSide,
    out: &'a mut Suggestions<'c>,
}

impl SideExpert<'_, '_, '_> {
    fn suggest(&mut self) {
        let posts = posts(self.ctx, self.side);
        for pair in posts.windows(2) {
            self.gap(pair[0], pair[1]);
        }
        match (posts.first(), posts.last()) {
            (None, _) => self.middle(1, self.ctx.lines(), &TAKE_OPEN_SIDE),
            (Some(first), Some(last)) => {
                self.edge(first, -1);
                self.edge(last, 1);
            }
            _ => {}
        }
    }

    /// A stone on a side where nothing is near.
    fn put(&mut self, place: SidePlace, reason: &'static Reason, about: About<'_>) {
        if let Some(point) = self.side.point(self.ctx, place.along, place.line)
            && self.ctx.is_open(point, 1)
        {
            self.out.add(Suggestion {
                group: about.info.and_then(GroupRef::from_group),
                size: about.size,
                ..Suggestion::new(Move::Play(point), reason)
            });
        }
    }

    /// The middle of a long gap.
    fn middle(&mut self, from: i8, to: i8, reason: &'static Reason) {
        let about = About::size(f32::from(to - from));
        let along = i8::midpoint(from, to);
        for line in [3, 4] {
            self.put(SidePlace { along, line }, reason, about);
        }
    }

    fn gap(&mut self, left: Post, right: Post) {
        let width = right.along - left.along - 1;
        if width < 3 {
            return;
        }
        let me = self.ctx.me;
        let mine = |post: Post| post.color == me;
        match (mine(left), mine(right)) {
            (true, true) if width >= 5 => {
                let large = width >= 7;
                let reason = if large {
                    &BETWEEN_FRIENDS_LARGE
                } else {
                    &BETWEEN_FRIENDS_SMALL
                };
                self.middle(left.along, right.along, reason);
            }
            (false, false) if width >= 5 => {
                self.middle(left.along, right.along, &SPLIT_THEIR_SIDE);
            }
            (true, false) => self.extend(left, right),
            (false, true) => self.extend(right, left),
            _ => {}
        }
        if width >= 8 && !mine(left) && !mine(right) {
            for (post, toward) in [(left, 1), (right, -1)] {
                self.pincer(post, toward);
            }
        }
    }

    /// From one's own stone towards theirs.
    fn extend(&mut self, own: Post, other: Post) {
        let toward = (other.along - own.along).signum();
        let width = (other.along - own.along).abs() - 1;
        let far = (own.height + 1).min(width - 2).max(1);
        let size = f32::from(width.min(9));
        self.extend_freely(own, own.along + toward * (far + 1), far, size);
        // As near as two spaces to theirs, it does both.
        if !(4..=9).contains(&width) {
            return;
        }
        let theirs = self.ctx.analysis.group_info_at(other.point);
        let is_weak = theirs.is_some_and(|info| need(info).is_some());
        let along = other.along - toward * 3;
        for line in [3, 4] {
            let place = SidePlace { along, line };
            self.put(place, &EXTEND_AND_CHECK, About::size(size));
            if is_weak {
                let about = About { size, info: theirs };
                self.put(place, &EXTEND_AND_ATTACK, about);
            }
        }
    }

    /// As far from one's own stone as its height allows.
    fn extend_freely(&mut self, own: Post, along: i8, far: i8, size: f32) {
        let info = self.ctx.analysis.group_info_at(own.point);
        let is_weak = info.is_some_and(|info| need(info).is_some());
        let (reason, about) = match (is_weak, far) {
            (true, 1) => (&EXTEND_FOR_BASE_ONE, About { size, info }),
            (true, 2) => (&EXTEND_FOR_BASE_TWO, About { size, info }),
            (true, _) => (&EXTEND_FOR_BASE_WIDE, About { size, info }),
            (false, 3..) => (&EXTEND_FAR_FROM_STRENGTH, About::size(size)),
            (false, _) => (&EXTEND_FROM_STRENGTH, About::size(size)),
        };
        for line in [3, 4] {
            self.put(SidePlace { along, line }, reason, about);
        }
    }

    /// Against a lone stone of theirs from the open side.
    fn pincer(&mut self, post: Post, toward: i8) {
        let info = self.ctx.analysis.group_info_at(post.point);
        let alone = info.is_some_and(|info| info.group.stones.len() <= 3 && need(info).is_some());
        if !alone || !self.ctx.is_near(post.point, 4, self.ctx.me) {
            return;
        }
        let line = line_beside(post.line);
        for (steps, reason) in [(2, &PINCER_CLOSE), (3, &PINCER_CLOSE), (4, &PINCER_WIDE)] {
            let along = post.along + toward * steps;
            self.put(SidePlace { along, line }, reason, About { size: 4.0, info });
        }
    }

    /// Between the outermost stone and the corner.
    fn edge(&mut self, post: &Post, toward: i8) {
        let end = if toward > 0 { self.ctx.lines() + 1 } else { 0 };
        let room = (end - post.along).abs() - 1;
        let Some(info) = self.ctx.analysis.group_info_at(post.point) else {
            return;
        };
        let is_weak = need(info).is_some();
        let place = |steps: i8, line: i8| SidePlace {
            along: post.along + toward * steps,
            line,
        };
        let about = About {
            size: 4.0,
            info: Some(info),
        };
        if post.color == self.ctx.me && room >= 3 {
            if is_weak {
                self.put(place(2, 2), &SLIDE_FOR_BASE, about);
            }
            if post.line == 3 && post.height == 1 && room >= 5 {
                self.put(place(1, 5), &LIFT_SIDE_STONE, About::size(3.0));
            }
            if room >= 8 {
                let about = About::size(f32::from(room.min(9)));
                self.put(place(post.height + 2, 3), &EXTEND_FROM_STRENGTH, about);
            }
        } else if post.color != self.ctx.me && room >= 3 && is_weak {
            self.put(place(2, 2), &SLIDE_UNDER, about);
            if room >= 6 {
                self.pincer(*post, toward);
            }
        }
    }
}

/// The lowest stone at each place along a side, on its first five lines.
fn posts(ctx: &ExpertContext<'_>, side: BoardSide) -> Vec<Post> {
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
