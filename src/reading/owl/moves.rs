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

/// Collects what is worth a try for either side.
pub(super) struct Trial<'a> {
    pub(super) siege: &'a Siege,
    pub(super) scene: &'a Scene<'a>,
    pub(super) slate: &'a Slate,
}

impl Trial<'_> {
    /// The points where something is decided, for both sides: captures first, then the spaces from
    /// the smallest of three points on, their gaps, cuts, ways out and races.
    pub(super) fn collect(&self, moves: &mut Moves) {
        self.captures(moves);
        let gaps = self.spaces(moves);
        moves.extend(gaps);
        moves.extend(self.shared());
        moves.extend(self.scene.leaks);
        self.races(moves);
        for anchor in self.scene.own() {
            if self.slate.liberties(anchor) <= 2 {
                moves.extend(self.slate.liberty_set(anchor));
            }
        }
        if moves.iter().count() < ENOUGH {
            // Those of all strings, beyond the region, too: who closes them makes an eye false.
            for anchor in self.scene.own() {
                moves.extend(self.slate.liberty_set(anchor));
            }
            moves.extend(self.slate.empty_next_to(gaps) & self.siege.region);
            moves.extend(self.slate.empty_next_to(self.scene.leaks));
        }
    }

    /// The last liberties of strings of either side.
    fn captures(&self, moves: &mut Moves) {
        for anchor in self.scene.own().chain(self.scene.soft()) {
            if self.slate.liberties(anchor) == 1 {
                moves.extend(self.slate.liberty_set(anchor));
            }
        }
    }

    /// The points of the spaces; gives their gaps.
    fn spaces(&self, moves: &mut Moves) -> PointSet {
        let mut spaces: Vec<_> = self.scene.spaces.iter().collect();
        spaces.sort_by_key(|space| (space.size < 3, space.size));
        let mut gaps = PointSet::EMPTY;
        for space in spaces {
            let border = self.slate.empty_next_to(space.points) & self.scene.margin;
            gaps |= border;
            let empty = self.slate.empty_among(space.points);
            if space.size <= SMALL {
                self.by_room(empty, moves);
            } else {
                let next = |points| self.slate.empty_next_to(points);
                moves.extend(empty & self.scene.liberties);
                moves.extend(empty & next(self.scene.liberties) & next(border));
            }
        }
        gaps
    }

    /// Pushes points, those with the most room around first.
    fn by_room(&self, points: PointSet, moves: &mut Moves) {
        let is_empty = |point: &Point| self.slate.is_empty(*point);
        let room = |point: &Point| self.slate.neighbors(*point).filter(is_empty).count();
        let mut sorted: Vec<Point> = points.iter().collect();
        sorted.sort_by_key(|point| std::cmp::Reverse(room(point)));
        for point in sorted {
            moves.push(point);
        }
    }

    /// Points next to two strings of the group's color, where it is cut or joined.
    fn shared(&self) -> PointSet {
        let (mut once, mut twice) = (PointSet::EMPTY, PointSet::EMPTY);
        for anchor in self.scene.own() {
            let liberties = self.slate.liberty_set(anchor);
            twice |= once & liberties;
            once |= liberties;
        }
        twice
    }

    /// The liberties of enemies that may be captured, and the group's own if that is a race.
    fn races(&self, moves: &mut Moves) {
        let (scene, slate) = (self.scene, self.slate);
        let mut is_race = false;
        for enemy in scene.soft() {
            let mut around = slate.enemies(enemy).iter();
            if !around.any(|own| scene.own().any(|anchor| anchor == own)) {
                continue;
            }
            let liberties = slate.liberties(enemy);
            if liberties <= SHORT {
                moves.extend(slate.liberty_set(enemy));
            }
            is_race |= liberties > 1 && slate.string_size(enemy) > 2;
        }
        if is_race || scene.liberties.len() <= FEW {
            moves.extend(scene.liberties);
        }
    }
}
