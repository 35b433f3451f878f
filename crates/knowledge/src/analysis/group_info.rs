//! A group with its eyes, its ways out, its races and its status.

use super::eye_potentials::{Balance, EyePotential};
use super::eyes::Eye;
use super::groups::{Group, GroupId};
use super::life_status::{LifeClass, LifeStatus};
use super::races::Race;
use super::running::Running;
use crate::reading::Life;
use sgmp_board::rules::{Point, PointSet};

/// A group with everything known about it.
#[derive(Clone, Debug)]
pub struct GroupInfo {
    /// Its strings, stones and liberties.
    pub group: Group,
    /// The eyes that it has or can make in its spaces.
    pub eyes: Vec<Eye>,
    /// Its ways to more eyes.
    pub potentials: Vec<EyePotential>,
    /// Its ways to run; none if it need not.
    pub running: Running,
    /// The living enemy groups next to it.
    pub neighbors: Vec<GroupId>,
    /// Its race with one of them, the best there is, if both are weak.
    pub race: Option<Race>,
    /// Its place on the scale of life.
    pub status: LifeStatus,
    /// The result of reading to the end, if that was tried and its surroundings are small enough.
    pub read: Option<Life>,
    /// The leaning of an unfinished search for its life: above 0 it is
    /// nearer to life than to death, by the natural logarithm of the proportion of their proof
    /// numbers.
    pub leaning: Option<f32>,
    pub(super) balance: Balance,
}

impl GroupInfo {
    /// The points of its eyes and of what it surrounds with gaps.
    #[must_use]
    pub fn eye_space(&self) -> PointSet {
        let points = self.eyes.iter().map(|eye| eye.points);
        points.fold(PointSet::EMPTY, |all, eye| all | eye)
    }

    /// Points where a move decides how many eyes it gets.
    #[must_use]
    pub(crate) fn vital_points(&self) -> PointSet {
        let points = self.potentials.iter().map(|potential| potential.points);
        points.fold(PointSet::EMPTY, |all, some| all | some)
    }

    /// The eyes that it keeps if the opponent moves first in each, in half eyes.
    #[must_use]
    pub(crate) const fn sure_half_eyes(&self) -> u8 {
        self.balance.sure
    }

    /// Lines between a point and its nearest stone.
    pub(super) fn steps_to(&self, point: Point) -> u8 {
        let afar = self.group.stones.iter().map(|stone| {
            let across = stone.column().abs_diff(point.column());
            across.max(stone.row().abs_diff(point.row()))
        });
        afar.min().unwrap_or(u8::MAX)
    }

    /// Returns whether its life depends on the next move.
    #[must_use]
    pub(crate) fn is_unsettled(&self) -> bool {
        self.status.class() == LifeClass::Unsettled
    }
}
