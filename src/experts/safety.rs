//! Playing safe when ahead.

use super::saving::need;
use super::scene::{Ideas, Scene, Stage};
use super::table::*;
use super::values::AHEAD;
use crate::analysis::{ConnectionStatus, Standing};
use crate::reading::Fate;

pub(super) fn suggest(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    if scene.lead < AHEAD || scene.stage() == Stage::Opening {
        return;
    }
    for army in scene.armies(scene.me).filter(|army| need(army).is_some()) {
        for point in army.vital_points().iter().take(4) {
            ideas.about(point, &SAFE_REINFORCE, army);
        }
        for way in army.running.points.iter().take(4) {
            ideas.about(way.point, &SAFE_RUN, army);
        }
    }
    answer_the_dead(scene, ideas);
    for connection in scene.analysis.connections() {
        let string = scene.analysis.strings().get(connection.strings.0);
        if string.color == scene.me && connection.status == ConnectionStatus::Cuttable {
            for point in connection.points.iter().take(3) {
                ideas.sized(point, &SAFE_CONNECT, string.stones.len().min(8) as f32);
            }
        }
    }
    for string in scene.strings(scene.them()) {
        if let Fate::Threatened {
            capture: Some(point),
            ..
        } = string.fate
        {
            ideas.string(point, &SAFE_TAKE_THREATENED, string);
        }
    }
    for point in scene.board.empty_points().to_vec() {
        let touches = scene.board.neighbors(point).any(|n| scene.is_mine(Some(n)));
        let value = scene.outlook(point);
        if touches && (0.0..0.6).contains(&value) && scene.is_near(point, 2, scene.them()) {
            ideas.sized(point, &SAFE_CLOSE, 1.0);
        }
    }
}

/// They have added a stone to a group that is dead: it stays so.
fn answer_the_dead(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    let Some(last) = scene.last else { return };
    let Some(army) = scene.analysis.army_at(last) else {
        return;
    };
    if army.group.color != scene.me && army.status.standing() >= Standing::Unsettled {
        let points = army.vital_points() | army.group.liberties;
        for point in points.iter().take(8) {
            if !scene.is_self_atari(point) {
                ideas.about(point, &SAFE_ANSWER_DEAD, army);
            }
        }
    }
}
