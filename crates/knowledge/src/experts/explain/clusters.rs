//! Strings that a move turns or shifts together, as the judge expects their owners.

use super::owners::{Fate, TURNED};
use super::reach::reach;
use super::swings::{Alternatives, CHANGE_DISTANCE};
use crate::analysis::Analysis;
use crate::experts::expert_context::distance;
use sgmp_board::rules::{Color, Point, PointSet};

/// The part of a point by which the mean owner of stones changes where they are better or worse off.
pub(super) const SHIFTED: f32 = 0.25;
/// Steps from a move within which it turns stones, even behind a wall.
const TURNING_STEPS: u8 = 2;
/// Steps over empty points from a move within which it changes other stones than those that it saves or kills: what stands
/// behind a wall is changed by another.
const STEPS: u8 = 3;

/// Stones that turn, or shift, together in favor of the player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cluster {
    pub(super) color: Color,
    pub(super) stones: PointSet,
    pub(super) with: Fate,
    pub(super) without: Fate,
    /// True where their fate turns, and not only how sure it is.
    pub(super) is_turned: bool,
    /// Sum of the parts of their points that change hands.
    pub(super) weight: f32,
}

impl Cluster {
    /// Returns whether a side saves or kills the stones.
    fn is_decided(&self, by: Color) -> bool {
        let wanted = match self.color == by {
            true => Fate::Lives,
            false => Fate::Lost,
        };
        self.is_turned && self.with == wanted
    }

    /// Returns whether they are safe in any case.
    pub(super) fn is_safe_anyway(&self) -> bool {
        (self.with, self.without) == (Fate::Lives, Fate::Lives)
    }
}

/// The stones near a move that turn or shift in favor of its player: those that turn first, the weightiest first.
pub(super) fn clusters(two: &Alternatives<'_>, point: Point) -> Vec<Cluster> {
    let mut joined: Vec<Cluster> = Vec::new();
    for color in Color::BOTH {
        for stone in two.before.stones(color) {
            if two.before.anchor(stone) == Some(stone)
                && let Some(found) = changed(two, stone, color)
            {
                join(two.groups, &mut joined, found);
            }
        }
    }
    let reached = reach(&two.after(), point, STEPS);
    joined.retain(|cluster| {
        let afar = cluster
            .stones
            .iter()
            .map(|stone| distance(stone, point))
            .min();
        let is_reached = || !(cluster.stones.next_to() & reached).is_empty();
        match afar.unwrap_or(u8::MAX) {
            afar if afar > CHANGE_DISTANCE => false,
            afar if cluster.is_turned && afar <= TURNING_STEPS => true,
            _ => cluster.is_decided(two.color) || is_reached(),
        }
    });
    joined.sort_by(|a, b| {
        let turned_first = b.is_turned.cmp(&a.is_turned);
        turned_first.then(b.weight.total_cmp(&a.weight))
    });
    joined
}

/// Adds stones to those of their group that share their fate; stones that the move takes are each told as a string.
fn join(groups: &Analysis, joined: &mut Vec<Cluster>, mut found: Cluster) {
    let alike = |a: &Cluster| (a.color, a.with, a.without, a.is_turned);
    let stone = found.stones.first();
    let info = stone.and_then(|stone| groups.group_info_at(stone));
    let group = info.map_or(PointSet::EMPTY, |info| info.group.stones);
    joined.retain(|known| {
        let is_one = alike(known) == alike(&found) && !(known.stones & group).is_empty();
        if is_one {
            found.stones |= known.stones;
            found.weight += known.weight;
        }
        !is_one
    });
    joined.push(found);
}

/// The string of a stone, if it turns or shifts in favor of the player.
fn changed(two: &Alternatives<'_>, stone: Point, color: Color) -> Option<Cluster> {
    let stones: PointSet = two.before.string(stone).collect();
    let is_taken = stones.iter().all(|stone| two.after().is_empty(stone));
    let with = match is_taken {
        true => Fate::Lost,
        false => two.with.fate(&stones, color),
    };
    let without = two.without.fate(&stones, color);
    let weight: f32 = stones.iter().map(|stone| two.gained(stone)).sum();
    let mean = weight / stones.len() as f32;
    let is_turned = with != without && mean >= TURNED;
    // Nobody cares how surely stones are lost.
    let is_shifted = mean >= SHIFTED && (with, without) != (Fate::Lost, Fate::Lost);
    (is_turned || is_shifted).then_some(Cluster {
        color,
        stones,
        with,
        without,
        is_turned,
        weight,
    })
}
