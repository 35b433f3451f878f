//! The end of a game: neutral points, what has to be mended before counting, and the pass.

use super::scene::{Ideas, Scene, Stage};
use super::suggestion::Suggestion;
use super::table::*;
use crate::reading::Fate;
use crate::rules::{Move, Point, Rules};
use crate::tactics::liberties_after;

/// Moves suggested where nothing better is known.
const ANY: usize = 4;

pub(super) fn suggest(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    let passed = scene.game.consecutive_passes() > 0;
    let reason = if passed {
        &PASS_AFTER_PASS
    } else {
        &PASS_NOTHING_LEFT
    };
    ideas.add(Suggestion::new(Move::Pass, reason));
    if scene.stage() == Stage::Endgame {
        neutral(scene, ideas);
        mend(scene, ideas);
    }
    if ideas.list().len() <= 1 + ANY {
        let points = scene.board.empty_points().to_vec();
        let sound = |point: &Point| liberties_after(scene.board, scene.me, *point, 3) >= 3;
        for point in points.into_iter().filter(sound).take(ANY) {
            ideas.play(point, &ANY_SOUND_MOVE);
        }
    }
}

/// Points between stones of both that live.
fn neutral(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    let reason = match scene.game.rules() {
        Rules::Japanese => &FILL_NEUTRAL,
        Rules::Chinese => &FILL_NEUTRAL_FOR_AREA,
    };
    for point in scene.board.empty_points().to_vec() {
        let living = |color| {
            scene.board.neighbors(point).any(|n| {
                scene.board.color_at(n) == Some(color)
                    && scene.analysis.status_at(n).is_some_and(|s| s.is_alive())
            })
        };
        if living(scene.me) && living(scene.them()) && !scene.is_self_atari(point) {
            ideas.play(point, reason);
        }
    }
}

/// Weak places of one's own, and dead stones in atari, before the count.
fn mend(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    for string in scene.strings(scene.me) {
        if let Fate::Threatened {
            rescue: Some(point),
            ..
        } = string.fate
        {
            ideas.string(point, &MEND_BEFORE_COUNTING, string);
        }
    }
    for string in scene.strings(scene.them()) {
        if string.is_dead()
            && string.liberties.len() <= 2
            && string.enemies.iter().any(|id| {
                let own = scene.analysis.strings().get(*id);
                own.liberties.len() <= 3
            })
        {
            for point in string.liberties.iter() {
                ideas.string(point, &TAKE_BEFORE_COUNTING, string);
            }
        }
    }
    for point in scene.board.empty_points().to_vec() {
        let closed = scene
            .board
            .neighbors(point)
            .all(|n| scene.is_theirs(Some(n)));
        let one = scene
            .board
            .neighbors(point)
            .any(|n| scene.board.liberties(n) == 1 && scene.board.string_size(n) == 1);
        if closed && one {
            ideas.play(point, &CAPTURE_LAST_KO);
        }
    }
}
