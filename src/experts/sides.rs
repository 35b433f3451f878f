//! Big moves on the sides: extensions, pincers, the middle between stones.

use super::reason::Reason;
use super::saving::need;
use super::scene::{Ideas, Scene};
use super::suggestion::Suggestion;
use super::table::*;
use crate::analysis::Army;
use crate::rules::{Color, Move, Point};

/// The smallest board with sides of their own.
const SMALLEST: i8 = 13;

/// A side of the board: a place along it, from 1, and a line from its edge, from 1, to a point.
#[derive(Clone, Copy)]
struct Side(u8);

impl Side {
    fn point(self, scene: &Scene<'_>, along: i8, line: i8) -> Option<Point> {
        let far = scene.lines() + 1 - line;
        let (x, y) = match self.0 {
            0 => (along, line),
            1 => (along, far),
            2 => (line, along),
            _ => (far, along),
        };
        let (x, y) = (u8::try_from(x - 1).ok()?, u8::try_from(y - 1).ok()?);
        Point::new(x, y).filter(|point| point.is_on(scene.board.size()))
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

pub(super) fn suggest(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    if scene.lines() < SMALLEST {
        return;
    }
    for side in (0..4).map(Side) {
        let posts = posts(scene, side);
        for pair in posts.windows(2) {
            gap(scene, side, pair[0], pair[1], ideas);
        }
        match (posts.first(), posts.last()) {
            (None, _) => middle(scene, side, 1, scene.lines(), &TAKE_OPEN_SIDE, ideas),
            (Some(first), Some(last)) => {
                edge(scene, side, first, -1, ideas);
                edge(scene, side, last, 1, ideas);
            }
            _ => {}
        }
    }
}

/// The lowest stone at each place along a side, on its first five lines.
fn posts(scene: &Scene<'_>, side: Side) -> Vec<Post> {
    (1..=scene.lines())
        .filter_map(|along| {
            let at = |line| side.point(scene, along, line);
            let found = (2..=5).find_map(|line| {
                let point = at(line)?;
                Some((line, point, scene.board.color_at(point)?))
            });
            let (line, point, color) = found?;
            let height = (line..=7)
                .take_while(|l| at(*l).and_then(|p| scene.board.color_at(p)) == Some(color))
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
    scene: &Scene<'_>,
    side: Side,
    (along, line): (i8, i8),
    reason: &'static Reason,
    size: f32,
    army: Option<&Army>,
    ideas: &mut Ideas<'_>,
) {
    if let Some(point) = side.point(scene, along, line)
        && scene.is_open(point, 1)
    {
        ideas.add(Suggestion {
            group: army.and_then(super::scene::concern),
            size,
            ..Suggestion::new(Move::Play(point), reason)
        });
    }
}

/// The middle of a long gap.
fn middle(
    scene: &Scene<'_>,
    side: Side,
    from: i8,
    to: i8,
    reason: &'static Reason,
    ideas: &mut Ideas<'_>,
) {
    let size = f32::from(to - from);
    for line in [3, 4] {
        put(
            scene,
            side,
            (i8::midpoint(from, to), line),
            reason,
            size,
            None,
            ideas,
        );
    }
}

fn gap(scene: &Scene<'_>, side: Side, left: Post, right: Post, ideas: &mut Ideas<'_>) {
    let width = right.along - left.along - 1;
    if width < 3 {
        return;
    }
    let mine = |post: Post| post.color == scene.me;
    match (mine(left), mine(right)) {
        (true, true) if width >= 5 => {
            let large = width >= 7;
            let reason = if large {
                &BETWEEN_FRIENDS_LARGE
            } else {
                &BETWEEN_FRIENDS_SMALL
            };
            middle(scene, side, left.along, right.along, reason, ideas);
        }
        (false, false) if width >= 5 => {
            let (l, r) = (left.along, right.along);
            middle(scene, side, l, r, &SPLIT_THEIR_SIDE, ideas);
        }
        (true, false) => extend(scene, side, left, right, ideas),
        (false, true) => extend(scene, side, right, left, ideas),
        _ => {}
    }
    if width >= 8 && !mine(left) && !mine(right) {
        for (post, toward) in [(left, 1), (right, -1)] {
            pincer(scene, side, post, toward, ideas);
        }
    }
}

/// From one's own stone towards theirs.
fn extend(scene: &Scene<'_>, side: Side, own: Post, other: Post, ideas: &mut Ideas<'_>) {
    let toward = (other.along - own.along).signum();
    let width = (other.along - own.along).abs() - 1;
    let far = (own.height + 1).min(width - 2).max(1);
    let target = (own.along + toward * (far + 1), line_beside(own.line).min(4));
    let army = scene.analysis.army_at(own.point);
    let is_weak = army.is_some_and(|army| need(army).is_some());
    let theirs = scene.analysis.army_at(other.point);
    let is_prey = theirs.is_some_and(|army| need(army).is_some());
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
            Some(reason) => put(scene, side, at, reason, size, army, ideas),
            None if far >= 3 => put(
                scene,
                side,
                at,
                &EXTEND_FAR_FROM_STRENGTH,
                size,
                None,
                ideas,
            ),
            None => put(scene, side, at, &EXTEND_FROM_STRENGTH, size, None, ideas),
        }
    }
    // As near as two spaces to theirs, it does both.
    if (4..=9).contains(&width) {
        let near = other.along - toward * 3;
        for line in [3, 4] {
            put(
                scene,
                side,
                (near, line),
                &EXTEND_AND_CHECK,
                size,
                None,
                ideas,
            );
            if is_prey {
                put(
                    scene,
                    side,
                    (near, line),
                    &EXTEND_AND_ATTACK,
                    size,
                    theirs,
                    ideas,
                );
            }
        }
    }
}

/// Against a lone stone of theirs from the open side.
fn pincer(scene: &Scene<'_>, side: Side, post: Post, toward: i8, ideas: &mut Ideas<'_>) {
    let army = scene.analysis.army_at(post.point);
    let alone = army.is_some_and(|army| army.group.stones.len() <= 3 && need(army).is_some());
    if !alone || !scene.is_near(post.point, 4, scene.me) {
        return;
    }
    for (steps, reason) in [(2, &PINCER_CLOSE), (3, &PINCER_CLOSE), (4, &PINCER_WIDE)] {
        let at = (post.along + toward * steps, line_beside(post.line));
        put(scene, side, at, reason, 4.0, army, ideas);
    }
}

/// Between the outermost stone and the corner.
fn edge(scene: &Scene<'_>, side: Side, post: &Post, toward: i8, ideas: &mut Ideas<'_>) {
    let end = if toward > 0 { scene.lines() + 1 } else { 0 };
    let room = (end - post.along).abs() - 1;
    let Some(army) = scene.analysis.army_at(post.point) else {
        return;
    };
    if post.color == scene.me && room >= 3 {
        if need(army).is_some() {
            let slide = (post.along + toward * 2, 2);
            put(scene, side, slide, &SLIDE_FOR_BASE, 4.0, Some(army), ideas);
        }
        if post.line == 3 && post.height == 1 && room >= 5 {
            let above = (post.along + toward, 5);
            put(scene, side, above, &LIFT_SIDE_STONE, 3.0, None, ideas);
        }
        if room >= 8 {
            let far = (post.along + toward * (post.height + 2), 3);
            put(
                scene,
                side,
                far,
                &EXTEND_FROM_STRENGTH,
                f32::from(room.min(9)),
                None,
                ideas,
            );
        }
    } else if post.color != scene.me && room >= 3 && need(army).is_some() {
        let under = (post.along + toward * 2, 2);
        put(scene, side, under, &SLIDE_UNDER, 4.0, Some(army), ideas);
        if room >= 6 {
            pincer(scene, side, *post, toward, ideas);
        }
    }
}
