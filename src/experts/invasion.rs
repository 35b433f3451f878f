//! Living inside the other side's sphere, and keeping them from it.

use super::corners::place;
use super::reason::Reason;
use super::scene::{Ideas, Scene, Stage};
use super::table::*;
use crate::rules::Point;

/// Invasions that are suggested at most.
const MOST: usize = 8;

pub(super) fn suggest(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    if scene.lines() < 9 {
        return;
    }
    for corner in 0..4 {
        corners(scene, corner, ideas);
    }
    if scene.stage() == Stage::Opening {
        return;
    }
    let points = scene.board.empty_points().iter().copied();
    let mut found: Vec<(f32, Point, &Reason)> =
        points.filter_map(|point| inside(scene, point)).collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (room, point, reason) in found.into_iter().take(MOST) {
        ideas.sized(point, reason, room);
    }
    guard(scene, ideas);
}

fn corners(scene: &Scene<'_>, corner: u8, ideas: &mut Ideas<'_>) {
    let at = |spot| place(scene, corner, spot);
    let Some(inner) = at((3, 3)) else { return };
    let star = at((4, 4));
    let free = scene
        .around(inner, 1)
        .all(|p| scene.board.is_empty(p) || Some(p) == star);
    if !free {
        return;
    }
    if scene.is_theirs(star) {
        ideas.sized(inner, &INVADE_THREE_THREE, 5.0);
        for spot in [(3, 2), (2, 4), (4, 2)] {
            if let Some(point) = at(spot)
                && scene.is_near(point, 2, scene.me)
            {
                ideas.sized(point, &INVADE_CORNER_SIDE, 4.0);
            }
        }
    } else if scene.is_mine(star) && scene.stage() > Stage::Opening {
        ideas.sized(inner, &STOP_INVASION_CORNER, 5.0);
    }
}

/// A point with room inside what may become their territory.
fn inside(scene: &Scene<'_>, point: Point) -> Option<(f32, Point, &'static Reason)> {
    let value = scene.outlook(point);
    let line = scene.line(point);
    if !(-0.92..=-0.2).contains(&value) || line < 3 || scene.is_near(point, 1, scene.them()) {
        return None;
    }
    let open = scene
        .around(point, 3)
        .filter(|p| scene.board.is_empty(*p) && scene.outlook(*p) > -0.97)
        .count();
    if open < 22 {
        return None;
    }
    let helped = scene.is_near(point, 4, scene.me);
    let closing = value > -0.55 && !helped;
    let reason = match line {
        _ if helped => &INVADE_WITH_HELP,
        3 if closing => &INVADE_BEFORE_CLOSED,
        3 => &INVADE_SIDE_LOW,
        4 | 5 => &INVADE_SIDE_HIGH,
        _ => &INVADE_CENTER,
    };
    Some((open as f32 / 4.0, point, reason))
}

/// The place where one would come in, if one were them.
fn guard(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    let points = scene.board.empty_points().iter().copied();
    let mut found: Vec<(usize, Point)> = points
        .filter(|point| {
            let value = scene.outlook(*point);
            (0.2..0.75).contains(&value)
                && matches!(scene.line(*point), 3 | 4)
                && scene.is_open(*point, 1)
        })
        .map(|point| {
            let near = scene.around(point, 3);
            (near.filter(|p| scene.board.is_empty(*p)).count(), point)
        })
        .collect();
    found.sort_by_key(|(open, point)| (usize::MAX - open, *point));
    for (open, point) in found.into_iter().take(3) {
        ideas.sized(point, &STOP_INVASION_SIDE, open as f32 / 6.0);
    }
}
