//! Squirming when behind.

use super::corners::place;
use super::scene::{Ideas, Scene, Stage};
use super::table::*;
use super::values::BEHIND;
use crate::analysis::{ConnectionStatus, LifeStatus, Standing};
use crate::rules::Point;

/// Places that are suggested at most.
const MOST: usize = 5;

pub(super) fn suggest(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    if scene.lead > BEHIND || scene.stage() == Stage::Opening {
        return;
    }
    intrude(scene, ideas);
    for army in scene.armies(scene.me) {
        let hopeless = army.status.is_dead() && army.status != LifeStatus::Captured;
        if !hopeless || army.group.stones.len() < 3 {
            continue;
        }
        for point in army
            .vital_points()
            .iter()
            .chain(army.eye_space().iter())
            .take(5)
        {
            ideas.about(point, &REVIVE_BY_EYE, army);
        }
        for point in army.group.liberties.iter().take(5) {
            ideas.about(point, &REVIVE_BY_RUNNING, army);
        }
    }
    for connection in scene.analysis.connections() {
        let string = scene.analysis.strings().get(connection.strings.0);
        let open = matches!(
            connection.status,
            ConnectionStatus::Cuttable | ConnectionStatus::Loose
        );
        if string.color == scene.them() && open {
            for point in connection.points.iter().take(2) {
                ideas.sized(point, &REVIVE_BY_CUT, string.stones.len().min(8) as f32);
            }
        }
    }
    for army in scene.armies(scene.them()) {
        if army.status.standing() == Standing::Alive {
            for point in army.vital_points().iter().take(3) {
                ideas.about(point, &ATTACK_THE_LIVING, army);
            }
        }
    }
}

/// Where there is most room inside their territory, however sure it seems.
fn intrude(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    for corner in 0..4 {
        if let Some(point) = place(scene, corner, (3, 3))
            && scene.is_open(point, 1)
            && scene.outlook(point) < -0.3
        {
            ideas.sized(point, &BOGUS_INVASION_CORNER, 5.0);
        }
    }
    let room = |point: Point| {
        let near = scene.around(point, 2);
        near.filter(|p| scene.board.is_empty(*p)).count()
    };
    let points = scene.board.empty_points().iter().copied();
    let mut found: Vec<(usize, Point)> = points
        .filter(|point| scene.outlook(*point) < -0.3 && scene.line(*point) >= 2)
        .filter(|point| scene.is_open(*point, 1))
        .map(|point| (room(point), point))
        .collect();
    found.sort_by_key(|(room, point)| (usize::MAX - room, *point));
    for (room, point) in found.into_iter().take(MOST) {
        ideas.sized(point, &BOGUS_INVASION, room as f32 / 2.0);
        let tense = scene.is_near(point, 4, scene.me);
        if tense {
            ideas.sized(point, &COMPLICATE, room as f32 / 2.0);
        }
    }
}
