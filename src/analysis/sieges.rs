//! What the life-and-death search is asked about a group.

use super::groups::GroupId;
use super::judge::Army;
use super::life::{LifeStatus, Standing};
use super::position::Analysis;
use crate::reading::Siege;
use crate::rules::{Board, Color, Point, PointSet};
use crate::tactics::unconditionally_alive;

/// Liberties with which an enemy that does not live yet is not raced against, and how many more
/// than the group's that must be.
const LONG: usize = 5;
const LONGER: usize = 2;
/// Points of a space in which enemies are shut in.
const SMALL: usize = 16;

impl Analysis {
    /// The siege of the group of a stone, on the board that was described.
    #[must_use]
    pub fn siege(&self, board: &Board, stone: Point) -> Option<Siege> {
        siege(board, self.armies(), self.group_at(stone)?)
    }
}

/// The siege of a group among others.
pub(super) fn siege(board: &Board, armies: &[Army], id: GroupId) -> Option<Siege> {
    let group = &armies[id.index()].group;
    let own = group.liberties.len();
    let others = armies.iter().enumerate();
    let alive = others.filter(|(place, other)| {
        *place != id.index()
            && if other.group.color == group.color {
                holds(other)
            } else {
                holds(other) || outlasts(other, own)
            }
    });
    let alive = alive.fold(PointSet::EMPTY, |all, (_, other)| all | other.group.stones);
    Siege::new(board, group.stones, alive - shut_in(board, group.color))
}

/// The enemies of a color in small spaces that it walls in: that they live may rest on its death,
/// so that only those count which nothing can take.
fn shut_in(board: &Board, color: Color) -> PointSet {
    let own: PointSet = board.stones(color).collect();
    let foes: PointSet = board.stones(!color).collect();
    let all: PointSet = Point::all(board.size()).collect();
    let others = all - own;
    let mut left = foes;
    let mut found = PointSet::EMPTY;
    while let Some(start) = left.first() {
        let part = others.connected(start);
        left = left - part;
        if part.len() <= SMALL {
            found |= part & foes;
        }
    }
    if found.is_empty() {
        return found;
    }
    found - unconditionally_alive(board, !color)
}

/// Whether a group lives by itself.
fn holds(army: &Army) -> bool {
    army.status.is_alive() && !matches!(army.status, LifeStatus::WinsRace | LifeStatus::Seki)
}

/// Whether an enemy of a group of so many liberties has far more, and is not dead for sure.
fn outlasts(army: &Army, liberties: usize) -> bool {
    let theirs = army.group.liberties.len();
    army.status.standing() != Standing::Dead && theirs >= LONG && theirs >= liberties + LONGER
}
