//! Kos: taking, ending, and threats elsewhere.

use super::saving::need;
use super::scene::{Ideas, Scene, prey};
use super::suggestion::Suggestion;
use super::table::*;
use crate::analysis::{ConnectionStatus, Standing};
use crate::reading::Fate;
use crate::rules::{Move, Point};
use crate::tactics::liberties_after;

/// Stones below which a threat is a small one.
const FEW: usize = 2;

pub(super) fn suggest(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    for point in scene.board.empty_points().to_vec() {
        take(scene, point, ideas);
        end(scene, point, ideas);
    }
    if let Some(ko) = scene.board.ko_point()
        && scene.board.legality(scene.me, ko).is_err()
    {
        threats(scene, ideas);
    }
}

/// A lone stone in atari whose capture leaves a lone stone in atari.
fn take(scene: &Scene<'_>, point: Point, ideas: &mut Ideas<'_>) {
    let closed = scene
        .board
        .neighbors(point)
        .all(|n| scene.is_theirs(Some(n)));
    if !closed {
        return;
    }
    let mut taken = scene
        .board
        .neighbors(point)
        .filter(|n| scene.board.liberties(*n) == 1);
    if let (Some(stone), None) = (taken.next(), taken.next())
        && scene.board.string_size(stone) == 1
    {
        let weak = scene
            .armies_near(point, 1, scene.me)
            .into_iter()
            .find(|army| need(army).is_some());
        match weak {
            Some(army) => ideas.about(point, &TAKE_KO_FOR_GROUP, army),
            None => ideas.play(point, &TAKE_KO),
        }
    }
}

/// A point where they would take a ko, or took one before.
fn end(scene: &Scene<'_>, point: Point, ideas: &mut Ideas<'_>) {
    let own = scene.board.neighbors(point).all(|n| scene.is_mine(Some(n)));
    let in_atari = scene
        .board
        .neighbors(point)
        .filter(|n| scene.board.liberties(*n) == 1)
        .collect::<Vec<_>>();
    if own && in_atari.len() == 1 && scene.board.string_size(in_atari[0]) == 1 {
        let enemies = scene
            .armies_near(point, 2, scene.them())
            .into_iter()
            .map(|army| army.group.stones.len())
            .max();
        let size = enemies.unwrap_or(0).min(6) as f32;
        ideas.sized(point, &END_KO, size / 3.0);
        if scene.lead > super::values::AHEAD {
            ideas.sized(point, &SAFE_END_KO, size / 3.0);
        }
    }
    if scene.board.ko_point().is_some() {
        let taken = scene.board.neighbors(point).find(|n| {
            scene.is_theirs(Some(*n))
                && scene.board.liberties(*n) == 1
                && scene.board.string_size(*n) >= 2
        });
        if let Some(stone) = taken
            && let Some(string) = scene.analysis.string_at(stone)
        {
            ideas.string(point, &END_KO_BY_CAPTURE, string);
        }
    }
}

/// Moves that ask for an answer.
fn threats(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    for string in scene.strings(scene.them()) {
        if string.is_dead() || !string.liberties.len().eq(&2) {
            continue;
        }
        for point in string.liberties.iter() {
            let few = string.stones.len() <= FEW;
            let reason = if few {
                &THREAT_ATARI_ONE
            } else {
                &THREAT_ATARI_STONES
            };
            if liberties_after(scene.board, scene.me, point, 2) >= 1 {
                ideas.string(point, reason, string);
            }
        }
    }
    for army in scene.armies(scene.them()) {
        if army.status.standing() <= Standing::Alive && army.sure_half_eyes() <= 5 {
            for point in army.vital_points().iter().take(3) {
                ideas.about(point, &THREAT_ON_EYES, army);
            }
        }
    }
    for army in scene.armies(scene.me).filter(|army| army.status.is_dead()) {
        for point in army
            .vital_points()
            .iter()
            .chain(army.group.liberties.iter())
            .take(4)
        {
            ideas.about(point, &THREAT_TO_REVIVE, army);
        }
    }
    let strings = scene.analysis.strings();
    for connection in scene.analysis.connections() {
        let string = strings.get(connection.strings.0);
        if string.color == scene.them()
            && connection.status == ConnectionStatus::Unbreakable
            && connection.points.len() <= 2
        {
            for point in connection.points.iter() {
                ideas.add(Suggestion {
                    group: Some(prey(string)),
                    size: string.stones.len().min(8) as f32,
                    ..Suggestion::new(Move::Play(point), &THREAT_TO_CUT)
                });
            }
        }
    }
    for string in scene.strings(scene.them()) {
        let near_catch = string.liberties.len() == 3 && string.fate == Fate::Safe;
        for point in string.liberties.iter().filter(|_| near_catch) {
            ideas.string(point, &THREAT_TO_CATCH, string);
        }
    }
}
