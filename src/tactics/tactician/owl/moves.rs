//! The moves that are tried in a siege.

use super::super::moves::Moves;
use super::super::slate::Slate;
use super::scene::Scene;
use super::siege::Siege;
use crate::rules::{Point, PointSet};

/// Spaces up to this size are tried point by point; of larger ones the points near stones.
const SMALL: usize = 10;
/// Liberties up to which an enemy string is raced against.
const SHORT: usize = 4;
/// Liberties in all up to which each of them matters.
const FEW: usize = 4;
/// Moves up to which more are looked for further off.
const ENOUGH: usize = 6;

/// What the attacker tries.
pub(super) fn attack(siege: &Siege, scene: &Scene<'_>, slate: &Slate, moves: &mut Moves) {
    captures(siege, scene, slate, moves);
    common(siege, scene, slate, moves);
    moves.may_pass = slate.ko().is_some();
}

/// What the owner of the group tries.
pub(super) fn defend(siege: &Siege, scene: &Scene<'_>, slate: &Slate, moves: &mut Moves) {
    captures(siege, scene, slate, moves);
    common(siege, scene, slate, moves);
    moves.may_pass = true;
}

/// The last liberties of strings of either side.
fn captures(_: &Siege, scene: &Scene<'_>, slate: &Slate, moves: &mut Moves) {
    for anchor in scene.own().chain(scene.soft()) {
        if slate.liberties(anchor) == 1 {
            moves.extend(slate.liberty_set(anchor));
        }
    }
}

fn common(siege: &Siege, scene: &Scene<'_>, slate: &Slate, moves: &mut Moves) {
    let empty = |points: PointSet| -> PointSet {
        points
            .iter()
            .filter(|point| slate.is_empty(*point))
            .collect()
    };
    let mut spaces: Vec<_> = scene.spaces.iter().collect();
    spaces.sort_by_key(|space| (space.size < 3, space.size));
    let mut gaps = PointSet::EMPTY;
    for space in &spaces {
        let border = slate.empty_next_to(space.points) & scene.margin;
        gaps |= border;
        if space.size <= SMALL {
            by_room(slate, empty(space.points), moves);
        } else {
            let near = empty(space.points & slate.empty_next_to(scene.liberties));
            moves.extend(empty(space.points) & scene.liberties);
            moves.extend(near & slate.empty_next_to(border));
        }
    }
    moves.extend(gaps);
    moves.extend(shared(scene, slate));
    let leaks = scene.leaks;
    moves.extend(leaks);
    let soft = scene.soft();
    let mut is_race = false;
    for enemy in soft {
        let liberties = slate.liberties(enemy);
        let touches = slate
            .enemies(enemy)
            .any(|own| scene.own().any(|anchor| anchor == own));
        if liberties <= SHORT && touches {
            moves.extend(slate.liberty_set(enemy));
        }
        is_race |= touches && liberties > 1 && slate.string_size(enemy) > 2;
    }
    if is_race || scene.liberties.len() <= FEW {
        moves.extend(scene.liberties);
    }
    for anchor in scene.own() {
        if slate.liberties(anchor) <= 2 {
            moves.extend(slate.liberty_set(anchor));
        }
    }
    if moves.iter().count() < ENOUGH {
        moves.extend(scene.liberties & siege.mask);
        moves.extend(slate.empty_next_to(gaps) & siege.mask);
        moves.extend(slate.empty_next_to(leaks));
    }
}

/// Pushes points, those with the most room around first.
fn by_room(slate: &Slate, points: PointSet, moves: &mut Moves) {
    let room = |point: &Point| {
        slate
            .neighbours(*point)
            .filter(|n| slate.is_empty(*n))
            .count()
    };
    let mut sorted: Vec<Point> = points.iter().collect();
    sorted.sort_by_key(|point| std::cmp::Reverse(room(point)));
    for point in sorted {
        moves.push(point);
    }
}

/// Points next to two strings of the group's colour, where it is cut or joined.
fn shared(scene: &Scene<'_>, slate: &Slate) -> PointSet {
    let (mut once, mut twice) = (PointSet::EMPTY, PointSet::EMPTY);
    for anchor in scene.own() {
        let liberties = slate.liberty_set(anchor);
        twice |= once & liberties;
        once |= liberties;
    }
    twice
}
