//! The center: where two spheres meet, shoulders and caps, jumps.

use super::reason::Reason;
use super::scene::{DIAGONALS, Ideas, KNIGHTS, STEPS, Scene, Stage};
use super::table::*;
use crate::rules::Point;

/// Open points that are suggested at most.
const MOST: usize = 5;

pub(super) fn suggest(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    if scene.stage() == Stage::Endgame {
        return;
    }
    spheres(scene, ideas);
    let stones = scene.board.stones(scene.them());
    for stone in stones.filter(|stone| scene.is_open_above(*stone)) {
        lean(scene, stone, ideas);
    }
    for stone in scene.board.stones(scene.me) {
        jump(scene, stone, ideas);
    }
}

/// What lies open around a point, by whose it will be.
struct Country {
    mine: f32,
    theirs: f32,
    open: f32,
}

fn country(scene: &Scene<'_>, center: Point) -> Country {
    let mut country = Country {
        mine: 0.0,
        theirs: 0.0,
        open: 0.0,
    };
    for point in scene.around(center, 3) {
        if !scene.board.is_empty(point) {
            continue;
        }
        let value = scene.outlook(point);
        country.open += 1.0 - value.abs();
        if value > 0.15 {
            country.mine += value;
        } else if value < -0.15 {
            country.theirs -= value;
        }
    }
    country
}

/// The points where most is undecided.
fn spheres(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    let points = scene.board.empty_points().iter().copied();
    let mut found: Vec<(Point, Country)> = points
        .filter(|point| scene.line(*point) >= 4 && scene.is_open(*point, 1))
        .map(|point| (point, country(scene, point)))
        .collect();
    found.sort_by(|a, b| b.1.open.total_cmp(&a.1.open).then(a.0.cmp(&b.0)));
    for (point, country) in found.into_iter().take(MOST) {
        let reason = sphere(&country);
        let deep = scene.outlook(point) < -0.5;
        let reason = if deep { &DEEP_REDUCTION } else { reason };
        ideas.sized(point, reason, country.open / 4.0);
    }
}

fn sphere(country: &Country) -> &'static Reason {
    match (country.mine, country.theirs) {
        (mine, theirs) if mine > 2.0 && theirs > 2.0 => &JUNCTION,
        (mine, theirs) if mine > theirs => &GROW_SPHERE,
        _ => &REDUCE_SPHERE,
    }
}

impl Scene<'_> {
    /// Whether a stone on a low line has nothing above it.
    fn is_open_above(&self, stone: Point) -> bool {
        matches!(self.line(stone), 3 | 4) && {
            let above = STEPS.into_iter().filter_map(|step| self.step(stone, step));
            above
                .filter(|n| self.line(*n) > self.line(stone))
                .any(|n| self.board.is_empty(n))
        }
    }
}

/// Leaning on a low stone of theirs from above.
fn lean(scene: &Scene<'_>, stone: Point, ideas: &mut Ideas<'_>) {
    let line = scene.line(stone);
    for step in DIAGONALS {
        if let Some(point) = scene.step(stone, step)
            && scene.line(point) == line + 1
            && scene
                .board
                .neighbors(point)
                .all(|n| scene.board.is_empty(n))
        {
            ideas.sized(point, &SHOULDER_HIT, 2.0);
        }
    }
    for (x, y) in STEPS {
        if let Some(point) = scene.step(stone, (2 * x, 2 * y))
            && scene.line(point) == line + 2
            && scene.is_open(point, 1)
        {
            ideas.sized(point, &CAP_SIDE_STONE, 2.0);
            if scene.is_near(point, 4, scene.me) {
                ideas.sized(point, &KEEP_FROM_CENTER, 2.0);
            }
        }
    }
}

/// Out to the middle.
fn jump(scene: &Scene<'_>, stone: Point, ideas: &mut Ideas<'_>) {
    let line = scene.line(stone);
    if line < 3 {
        return;
    }
    let jumps = STEPS.map(|(x, y)| ((2 * x, 2 * y), &JUMP_TO_CENTER));
    let knights = KNIGHTS.map(|step| (step, &KNIGHT_TO_CENTER));
    for (step, reason) in jumps.into_iter().chain(knights) {
        if let Some(point) = scene.step(stone, step)
            && scene.line(point) > line
            && scene
                .board
                .neighbors(point)
                .all(|n| scene.board.is_empty(n))
        {
            let open = country(scene, point).open;
            ideas.sized(point, reason, open / 6.0);
        }
    }
}
