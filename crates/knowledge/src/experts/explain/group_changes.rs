//! The state of the groups that matter after a move.

use crate::experts::group_ref::GroupRef;
use std::cmp::Reverse;

use super::effects::Effect;
use super::owners::{Fate, Owners, TURNED};
use super::swings::CHANGE_DISTANCE;
use crate::analysis::{GroupInfo, LifeClass, LifeStatus};
use crate::experts::expert_context::distance;
use crate::experts::select::MoveReview;
use sgmp_board::rules::{Color, Move, Point, PointSet};

/// Most groups in an explanation.
const MAX_GROUPS: usize = 5;
/// Liberties from which on one stone stands in the open.
const OPEN: usize = 3;

/// A group after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupChange {
    /// The group after the move, by one of its stones.
    pub group: GroupRef,
    /// All its stones.
    pub stones: PointSet,
    /// The status of the weakest of its stones before the move; `None` if the stone was not there.
    pub before: Option<LifeStatus>,
    /// The status after the move.
    pub now: LifeStatus,
    /// The points that kill and that save it, if the next move decides and they are known.
    pub decides: Option<(Point, Point)>,
    /// True if it is one string, and one liberty is left.
    pub is_in_atari: bool,
    /// Its fate as a judge expects it, if there is one.
    pub fates: Option<Fates>,
}

/// The fate of a group with a move and without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fates {
    /// The fate after the move.
    pub now: Fate,
    /// After a pass instead.
    pub without: Fate,
}

/// The owners that a judge expects after a move and after a pass.
#[derive(Clone, Copy)]
pub(super) struct Forecast<'a> {
    pub(super) with: &'a Owners,
    pub(super) without: &'a Owners,
}

impl GroupChange {
    /// Returns whether the move has made it clearly stronger or weaker.
    #[must_use]
    pub(crate) fn is_changed(&self) -> bool {
        if let Some(fates) = self.fates {
            return self.before.is_some() && fates.now != fates.without;
        }
        self.before
            .is_some_and(|before| class(before) != class(self.now))
    }

    /// Returns whether a group of a side has become safe by the move, or one of the other side weak.
    pub(super) fn has_turned_for(&self, color: Color) -> bool {
        // What a judge expects is told by itself.
        let Some(before) = self.before.filter(|_| self.fates.is_none()).map(class) else {
            return false;
        };
        let (good, bad) = match self.group.color == color {
            true => (class(self.now), before),
            false => (before, class(self.now)),
        };
        good <= LifeClass::Alive && bad >= LifeClass::Weak
    }

    /// Returns whether it is one stone with room around it: a stone in the opening is no weak group.
    fn is_lone_in_the_open(&self, review: &MoveReview) -> bool {
        let string = review.after.string_at(self.group.stone);
        self.group.stones == 1 && string.is_some_and(|string| string.liberties.len() >= OPEN)
    }

    /// Returns whether it is worth a word: changed, in danger, weak, or dead and of some size.
    fn matters(&self) -> bool {
        if let Some(fates) = self.fates {
            return self.is_changed()
                || match fates.now {
                    Fate::Lives => false,
                    Fate::Open => true,
                    Fate::Lost => self.group.stones > 1,
                };
        }
        self.is_changed()
            || match self.now.class() {
                LifeClass::VeryAlive | LifeClass::Alive => false,
                LifeClass::Unsettled | LifeClass::Weak => true,
                LifeClass::Dead => self.group.stones > 1,
            }
    }
}

/// The parts of the scale that a beginner tells apart.
fn class(status: LifeStatus) -> LifeClass {
    status.class().max(LifeClass::Alive)
}

/// The groups worth a word: those that changed first, then those that hang on a move, then the weak
/// and the dead; the larger first.
pub(super) fn group_changes(
    mv: Move,
    review: &MoveReview,
    effects: &[Effect],
    forecast: Option<Forecast<'_>>,
) -> Vec<GroupChange> {
    // What can be taken is not called alive beside that.
    let is_denied = |info: &GroupInfo| {
        let mut exposed = effects.iter().filter_map(|effect| match effect {
            Effect::Exposed(own) => Some(own.stone),
            _ => None,
        });
        let is_safe = info.status.class() <= LifeClass::Alive;
        is_safe && exposed.any(|stone| info.group.stones.contains(stone))
    };
    let mut found: Vec<GroupChange> = review
        .after
        .group_infos()
        .iter()
        .filter(|info| !is_denied(info))
        .filter_map(|info| group_change(info, mv, review, forecast))
        .filter(|change| change.matters() && !change.is_lone_in_the_open(review))
        .collect();
    found.sort_by_key(|change| {
        let fate = change.fates.map(|fates| fates.now);
        let rank = (!change.is_changed(), fate, class(change.now));
        (rank, Reverse(change.group.stones))
    });
    found.truncate(MAX_GROUPS);
    found
}

/// Returns whether stones stand near a move.
fn is_near(stones: &PointSet, mv: Move) -> bool {
    let Move::Play(point) = mv else {
        return false;
    };
    stones
        .iter()
        .any(|stone| distance(stone, point) <= CHANGE_DISTANCE)
}

/// A group after a move and the weakest of what it was made of. A part that was worse off than the rest is named by
/// itself: the whole was not.
fn group_change(
    info: &GroupInfo,
    mv: Move,
    review: &MoveReview,
    forecast: Option<Forecast<'_>>,
) -> Option<GroupChange> {
    let stones = info.group.stones.iter();
    let old: Vec<Point> = stones.filter(|stone| mv != Move::Play(*stone)).collect();
    let parts = old
        .iter()
        .filter_map(|stone| review.before.group_info_at(*stone));
    let weakest = parts.max_by_key(|part| part.status);
    let part = weakest.filter(|part| {
        let is_other = class(part.status) != class(info.status);
        part.group.stones.len() < old.len() && is_other && forecast.is_none()
    });
    let stones = part.map_or(info.group.stones, |part| part.group.stones);
    let color = info.group.color;
    let group = match mv {
        Move::Play(point) => GroupRef::nearest(&stones, color, point),
        Move::Pass => GroupRef::from_group(info)?,
    };
    let standing: PointSet = old.iter().copied().collect();
    let fates = forecast.map(|forecast| {
        let now = forecast.with.fate(&info.group.stones, color);
        let means = |owners: &Owners| owners.mean(&standing, color);
        let swing = (means(forecast.with) - means(forecast.without)).abs();
        let is_moved = swing >= TURNED && is_near(&standing, mv);
        let without = match is_moved {
            true => forecast.without.fate(&standing, color),
            false => now,
        };
        Fates { now, without }
    });
    Some(GroupChange {
        group,
        stones: info.group.stones,
        fates,
        before: weakest.map(|part| part.status),
        now: info.status,
        decides: review.after.turning_points(info),
        is_in_atari: info.group.liberties.len() == 1,
    })
}
