//! Running with weak groups, and shutting weak groups in.

use super::reason::Reason;
use super::saving::{Need, need};
use super::scene::{DIAGONALS, Ideas, KNIGHTS, STEPS, Scene, distance};
use super::table::*;
use crate::analysis::{Army, RunningKind, RunningPoint};
use crate::rules::Point;

/// Points of a group that are suggested at most.
const MOST: usize = 6;

pub(super) fn run(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    for army in scene.armies(scene.me) {
        let Some(need) = need(army) else { continue };
        for way in best(scene, army) {
            let splits = scene
                .armies_near(way.point, 2, scene.them())
                .iter()
                .filter(|other| self::need(other).is_some())
                .count()
                >= 2;
            let hurried = need != Need::Later;
            ideas.about(way.point, running(way.kind, hurried, splits), army);
        }
    }
}

const fn running(kind: RunningKind, hurried: bool, splits: bool) -> &'static Reason {
    match (kind, hurried) {
        (_, true) if splits => &RUN_AND_SPLIT,
        (RunningKind::TowardFriend, true) => &RUN_TO_FRIEND,
        (RunningKind::IntoOpen, true) => &RUN_INTO_OPEN,
        (RunningKind::TowardEnemy, true) => &RUN_TOWARD_ENEMY,
        (RunningKind::AlongEdge, _) => &RUN_ALONG_EDGE,
        (RunningKind::TowardFriend, false) => &STROLL_TO_FRIEND,
        (RunningKind::IntoOpen, false) => &STROLL_INTO_OPEN,
        (RunningKind::TowardEnemy, false) => &STROLL_TOWARD_ENEMY,
    }
}

pub(super) fn surround(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    for army in scene.armies(scene.them()) {
        let Some(need) = need(army) else { continue };
        for way in best(scene, army) {
            let hurried = need != Need::Later;
            ideas.about(way.point, surrounding(scene, &way, hurried), army);
        }
        if need == Need::Later {
            cap(scene, army, ideas);
        }
    }
}

fn surrounding(scene: &Scene<'_>, way: &RunningPoint, hurried: bool) -> &'static Reason {
    match (way.kind, hurried) {
        (RunningKind::TowardFriend, true) => &BLOCK_WAY_HOME,
        (RunningKind::IntoOpen, true) => &BLOCK_WAY_OUT,
        (RunningKind::TowardEnemy, true) => &BLOCK_LAST_GAP,
        (RunningKind::AlongEdge, _) => &BLOCK_EDGE_CRAWL,
        (RunningKind::TowardFriend, false) => &LEAN_FROM_HOME,
        (_, false) if scene.is_near(way.point, 3, scene.me) => &LEAN_WITH_WALL,
        (_, false) => &LEAN_FROM_OPEN,
    }
}

/// The point two steps above a stone, towards the middle.
fn cap(scene: &Scene<'_>, army: &Army, ideas: &mut Ideas<'_>) {
    for stone in army.group.stones.iter() {
        for (x, y) in STEPS {
            let (near, far) = (scene.step(stone, (x, y)), scene.step(stone, (2 * x, 2 * y)));
            if scene.is_empty_at(near)
                && let Some(far) = far
                && scene.is_open(far, 1)
                && scene.line(far) > scene.line(stone)
            {
                ideas.about(far, &CAP_GROUP, army);
            }
        }
    }
}

/// The running points that look best: those a jump, a knight's move or a diagonal away from the
/// group that have the most room.
fn best(scene: &Scene<'_>, army: &Army) -> Vec<RunningPoint> {
    let room = |point: Point| {
        let free = scene
            .around(point, 2)
            .filter(|p| scene.board.is_empty(*p))
            .count() as i32;
        let near = i32::from(is_step(scene, army, point));
        free + 8 * near + i32::from(scene.line(point).min(5)) * 2
    };
    let mut points: Vec<RunningPoint> = army
        .running
        .points
        .iter()
        .filter(|way| scene.board.is_empty(way.point))
        .copied()
        .collect();
    points.sort_by_key(|way| std::cmp::Reverse(room(way.point)));
    let mut chosen: Vec<RunningPoint> = Vec::new();
    for way in points {
        // Of neighbors the better one stands for both.
        let is_new = chosen
            .iter()
            .all(|known| known.kind != way.kind || distance(known.point, way.point) > 1);
        if is_new && chosen.len() < MOST {
            chosen.push(way);
        }
    }
    chosen
}

/// Whether a point is a jump, a knight's move or a diagonal away from a stone of the group.
fn is_step(scene: &Scene<'_>, army: &Army, point: Point) -> bool {
    let jumps = STEPS.map(|(x, y)| (2 * x, 2 * y));
    let steps = jumps.into_iter().chain(KNIGHTS).chain(DIAGONALS);
    let mut stones = steps.filter_map(|step| scene.step(point, step));
    stones.any(|stone| army.group.stones.contains(stone))
}
