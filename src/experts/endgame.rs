//! The last points: edges and borders.

use super::reason::Reason;
use super::scene::{DIAGONALS, Ideas, STEPS, Scene, Stage, distance};
use super::table::*;
use crate::rules::Point;

/// Steps to the right and up.
type Way = (i8, i8);

/// Points of a border that are suggested at most.
const MOST: usize = 14;

pub(super) fn suggest(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    if scene.stage() == Stage::Opening {
        return;
    }
    for point in scene.board.empty_points().to_vec() {
        if scene.is_self_atari(point) {
            continue;
        }
        match scene.line(point) {
            1 => first_line(scene, point, ideas),
            2 => second_line(scene, point, ideas),
            _ => {}
        }
        gains_in_passing(scene, point, ideas);
    }
    borders(scene, ideas);
}

/// The step towards the edge and the two along it, seen from a point.
fn directions(scene: &Scene<'_>, point: Point) -> Option<(Way, [Way; 2])> {
    let line = scene.line(point);
    let down = STEPS.into_iter().find(|step| {
        scene
            .step(point, *step)
            .map_or(line == 1, |n| scene.line(n) < line)
    })?;
    let along = [(down.1, down.0), (-down.1, -down.0)];
    Some((down, along))
}

/// What a point is worth on the border: how far what lies around it differs from being ours.
fn stake(scene: &Scene<'_>, point: Point) -> f32 {
    let near = scene.around(point, 1);
    near.filter(|p| scene.board.is_empty(*p))
        .map(|p| (1.0 - scene.outlook(p)).min(1.0))
        .sum()
}

fn first_line(scene: &Scene<'_>, point: Point, ideas: &mut Ideas<'_>) {
    let Some((down, along)) = directions(scene, point) else {
        return;
    };
    let size = stake(scene, point);
    let up = (-down.0, -down.1);
    let above = scene.step(point, up);
    for (x, y) in along {
        let (side, other) = (scene.step(point, (x, y)), scene.step(point, (-x, -y)));
        let corner = scene.step(point, (x + up.0, y + up.1));
        let back = scene.step(point, (up.0 - x, up.1 - y));
        // Under their stone, from ours.
        if scene.is_theirs(above) && scene.is_mine(back) {
            ideas.sized(point, &EDGE_HANE, size);
        }
        if scene.is_mine(above) && scene.is_theirs(corner) && !scene.is_mine(other) {
            ideas.sized(point, &EDGE_DESCEND, size);
        }
        if scene.is_theirs(side) && scene.is_mine(above) {
            ideas.sized(point, &EDGE_BLOCK, size);
        }
        if scene.is_mine(other) && scene.is_mine(above) {
            ideas.sized(point, &EDGE_CONNECT, size);
        }
        monkey(scene, point, (x, y), up, ideas);
    }
    if scene
        .board
        .neighbors(point)
        .any(|n| scene.is_mine(Some(n)) && scene.line(n) == 1 && scene.board.liberties(n) == 1)
        && let Some(stone) = scene
            .board
            .neighbors(point)
            .find(|n| scene.is_mine(Some(*n)))
        && let Some(string) = scene.analysis.string_at(stone)
    {
        ideas.string(point, &SAVE_EDGE_STONE, string);
    }
}

/// The long step along the edge from a stone on the second line, and the shorter one.
fn monkey(scene: &Scene<'_>, point: Point, (x, y): (i8, i8), up: (i8, i8), ideas: &mut Ideas<'_>) {
    let at = |steps: i8, lines: i8| {
        scene.step(point, (steps * x + lines * up.0, steps * y + lines * up.1))
    };
    let free = |steps: i8| scene.is_empty_at(at(steps, 0));
    let territory = scene.outlook(point) < -0.3;
    if scene.is_mine(at(3, 1))
        && free(1)
        && free(2)
        && free(3)
        && territory
        && scene.is_empty_at(at(2, 1))
    {
        ideas.sized(point, &MONKEY_JUMP, 4.0);
    }
    if scene.is_mine(at(2, 1)) && free(1) && free(2) && territory && scene.is_empty_at(at(1, 1)) {
        ideas.sized(point, &EDGE_KNIGHT, 3.0);
    }
    let ours = scene.outlook(point) > 0.3;
    if scene.is_theirs(at(3, 1)) && free(1) && free(2) && ours && scene.is_empty_at(at(2, 1)) {
        for (steps, lines) in [(2, 0), (2, 1), (1, 0)] {
            if let Some(stop) = at(steps, lines) {
                ideas.sized(stop, &STOP_MONKEY_JUMP, 4.0);
            }
        }
    }
}

fn second_line(scene: &Scene<'_>, point: Point, ideas: &mut Ideas<'_>) {
    let Some((down, along)) = directions(scene, point) else {
        return;
    };
    let size = stake(scene, point);
    let up = (-down.0, -down.1);
    let above = scene.step(point, up);
    for (x, y) in along {
        let (side, other) = (scene.step(point, (x, y)), scene.step(point, (-x, -y)));
        let back = scene.step(point, (up.0 - x, up.1 - y));
        let corner = scene.step(point, (x + up.0, y + up.1));
        if scene.is_theirs(above) && (scene.is_mine(back) || scene.is_mine(other)) {
            let reason = if scene.is_mine(other) {
                &SECOND_LINE_PUSH
            } else {
                &SECOND_LINE_HANE
            };
            ideas.sized(point, reason, size);
        }
        if scene.is_mine(above) && scene.is_theirs(side) {
            ideas.sized(point, &SECOND_LINE_BLOCK, size);
        }
        if scene.is_mine(above) && scene.is_theirs(corner) && scene.is_empty_at(side) {
            ideas.sized(point, &SECOND_LINE_DESCEND, size);
        }
    }
}

/// Ataris and connections that cost nothing.
fn gains_in_passing(scene: &Scene<'_>, point: Point, ideas: &mut Ideas<'_>) {
    if scene.stage() != Stage::Endgame {
        return;
    }
    let sides = || scene.board.neighbors(point);
    let atari = sides().find(|n| scene.is_theirs(Some(*n)) && scene.board.liberties(*n) == 2);
    if let Some(stone) = atari
        && let Some(string) = scene.analysis.string_at(stone)
        && !string.is_dead()
    {
        ideas.string(point, &ENDGAME_ATARI, string);
    }
    let own: Vec<_> = sides()
        .filter(|n| scene.is_mine(Some(*n)))
        .filter_map(|n| scene.board.anchor(n))
        .collect();
    let joins = own.iter().any(|anchor| *anchor != own[0]);
    let corners = DIAGONALS.into_iter().filter_map(|d| scene.step(point, d));
    let pressed = corners.chain(sides()).any(|n| scene.is_theirs(Some(n)));
    if joins && pressed {
        ideas.sized(point, &LAST_CONNECTION, 1.0);
    }
}

/// Points where the two territories meet.
fn borders(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    let points = scene.board.empty_points().iter().copied();
    let mut found: Vec<(f32, Point, &Reason)> = points
        .filter(|point| scene.line(*point) >= 2 && !scene.is_self_atari(*point))
        .filter_map(|point| {
            let (mut best, mut worst) = (-1.0_f32, 1.0_f32);
            let near = scene.around(point, 2).filter(|p| distance(*p, point) <= 2);
            for p in near.filter(|p| scene.board.is_empty(*p)) {
                best = best.max(scene.outlook(p));
                worst = worst.min(scene.outlook(p));
            }
            let touches = scene.board.neighbors(point).any(|n| scene.is_mine(Some(n)));
            let contested = best > 0.35 && worst < -0.35;
            let reason = match (touches, scene.outlook(point)) {
                _ if contested => &BOTH_SIDES_BORDER,
                (true, value) if value < 0.0 && worst < -0.35 => &PUSH_BORDER,
                (true, value) if value > 0.0 && worst < 0.0 => &CLOSE_BORDER,
                _ => return None,
            };
            Some((best - worst, point, reason))
        })
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (spread, point, reason) in found.into_iter().take(MOST) {
        ideas.sized(point, reason, spread);
    }
}
