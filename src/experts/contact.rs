//! Stones that touch.

use super::reason::Reason;
use super::scene::{DIAGONALS, Ideas, STEPS, Scene};
use super::table::*;
use crate::rules::Point;
use crate::tactics::liberties_after;

/// Steps from the last two moves within which stones are looked at.
const HOT: u8 = 4;

pub(super) fn suggest(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    for point in scene.board.empty_points().to_vec() {
        ataris(scene, point, ideas);
        if scene.is_hot(point, HOT) && !scene.is_self_atari(point) {
            touch(scene, point, ideas);
            around(scene, point, ideas);
        }
    }
}

/// Strings of theirs that a stone leaves with one liberty, and those left with two.
fn ataris(scene: &Scene<'_>, point: Point, ideas: &mut Ideas<'_>) {
    if scene.is_self_atari(point) {
        return;
    }
    let mut seen: Vec<Point> = Vec::new();
    let mut found = 0;
    for n in scene.board.neighbors(point) {
        let Some(string) = scene.analysis.string_at(n) else {
            continue;
        };
        if string.color == scene.me || seen.contains(&string.anchor) || string.is_dead() {
            continue;
        }
        seen.push(string.anchor);
        match string.liberties.len() {
            2 => {
                found += 1;
                let cuts = string.stones.len() <= 2 && string.enemies.len() >= 2;
                let hot = scene.is_hot(n, HOT);
                let reason = if cuts && hot {
                    &ATARI_ON_CUTTING_STONE
                } else {
                    &ATARI
                };
                ideas.string(point, reason, string);
                if found == 2 {
                    ideas.string(point, &DOUBLE_ATARI, string);
                }
            }
            3 if scene.is_hot(n, HOT) => ideas.string(point, &EMPTY_THEIR_LIBERTIES, string),
            _ => {}
        }
    }
}

/// What a stone beside the fight does, seen along each of the four directions.
fn touch(scene: &Scene<'_>, point: Point, ideas: &mut Ideas<'_>) {
    let at = |x: i8, y: i8| scene.step(point, (x, y));
    for (x, y) in STEPS {
        // To the side of the direction.
        for (u, v) in [(y, x), (-y, -x)] {
            let (ahead, side) = (at(x, y), at(u, v));
            let corner = at(x + u, y + v);
            let back = at(-x, -y);
            if scene.is_mine(corner) && scene.is_theirs(side) && scene.is_empty_at(ahead) {
                ideas.play(point, hane(scene, point, (x, y), (u, v)));
            }
            if scene.is_mine(corner) && scene.is_theirs(ahead) && scene.is_theirs(at(u - x, v - y))
            {
                ideas.play(point, &TURN);
            }
            if scene.is_mine(back) && scene.is_theirs(side) && scene.is_mine(at(u - x, v - y)) {
                ideas.play(point, &PUSH_ALONG);
            }
        }
        let (ahead, back) = (at(x, y), at(-x, -y));
        if scene.is_mine(back) {
            stretch(scene, point, (x, y), ideas);
            if scene.is_theirs(at(-y, -x)) && scene.is_theirs(at(y, x)) {
                ideas.play(point, &PUSH_THROUGH);
            }
        }
        if scene.is_theirs(ahead) && scene.is_theirs(back) {
            ideas.play(point, &WEDGE);
        }
        if scene.is_theirs(back) && scene.is_theirs(at(-2 * x, -2 * y)) && scene.is_mine(at(y, x)) {
            ideas.play(point, &BLOCK_PUSH);
        }
        if scene.is_theirs(back) && scene.is_mine(at(-2 * x, -2 * y)) {
            ideas.play(point, &CLAMP);
        }
    }
}

/// Which hane it is, by how many of their stones stand in a row.
fn hane(scene: &Scene<'_>, point: Point, (x, y): (i8, i8), (u, v): (i8, i8)) -> &'static Reason {
    let row = (1..=4)
        .take_while(|n| scene.is_theirs(scene.step(point, (u * n, v * n))))
        .count();
    let own = (1..=row as i8)
        .take_while(|n| scene.is_mine(scene.step(point, (x + u * n, y + v * n))))
        .count();
    let last_is_hane = scene.last == scene.step(point, (u, v));
    match row {
        2 if own >= 2 => &HANE_AT_HEAD_OF_TWO,
        3.. if own >= 3 => &HANE_AT_HEAD_OF_THREE,
        _ if last_is_hane => &COUNTER_HANE,
        _ => &HANE,
    }
}

/// From an own stone straight on.
fn stretch(scene: &Scene<'_>, point: Point, (x, y): (i8, i8), ideas: &mut Ideas<'_>) {
    let at = |x: i8, y: i8| scene.step(point, (x, y));
    let Some(own) = at(-x, -y) else { return };
    let before = scene.board.liberties(own);
    let touched = scene.board.neighbors(own).any(|n| scene.is_theirs(Some(n)));
    if !touched || liberties_after(scene.board, scene.me, point, 8) <= before {
        return;
    }
    let crossed = [(1, 1), (-1, -1)].into_iter().any(|(a, b)| {
        let (side, diagonal) = (at(a * y - x, b * x - y), at(a * y - 2 * x, b * x - 2 * y));
        scene.is_theirs(side) && scene.is_mine(diagonal)
    });
    ideas.play(
        point,
        if crossed {
            &STRETCH_FROM_CROSS_CUT
        } else {
            &STRETCH
        },
    );
}

/// Connections and attachments in the fight.
fn around(scene: &Scene<'_>, point: Point, ideas: &mut Ideas<'_>) {
    let sides: Vec<Point> = scene.board.neighbors(point).collect();
    let own = sides.iter().filter(|n| scene.is_mine(Some(**n))).count();
    let theirs = sides.iter().filter(|n| scene.is_theirs(Some(**n))).count();
    let strings: Vec<_> = sides
        .iter()
        .filter(|n| scene.is_mine(Some(**n)))
        .filter_map(|n| scene.board.anchor(*n))
        .collect();
    let divided = strings.iter().any(|anchor| *anchor != strings[0]);
    let corners = |color| {
        let corners = DIAGONALS.into_iter().filter_map(|d| scene.step(point, d));
        corners
            .filter(|p| scene.board.color_at(*p) == Some(color))
            .count()
    };
    if own >= 2 && divided && (theirs > 0 || corners(scene.them()) > 0) {
        ideas.play(point, &SOLID_CONNECTION);
    }
    if own == 0 && theirs == 0 && corners(scene.me) >= 2 && scene.is_near(point, 2, scene.them()) {
        ideas.play(point, &TIGERS_MOUTH);
    }
    if theirs == 1 && own == 0 {
        let bumps = corners(scene.me) >= 1;
        ideas.play(point, if bumps { &DIAGONAL_ATTACHMENT } else { &ATTACH });
    }
}
