//! The state of the groups that matter after a move.

use crate::experts::group_ref::GroupRef;
use std::cmp::Reverse;

use crate::analysis::{LifeClass, LifeStatus};
use crate::experts::select::MoveReview;
use crate::rules::{Move, Point};

/// Most groups in an explanation.
const MAX_GROUPS: usize = 5;

/// A group after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupChange {
    /// The group.
    pub group: GroupRef,
    /// The status of the weakest of its stones before; `None` if the stone was not there.
    pub before: Option<LifeStatus>,
    /// Its status now.
    pub now: LifeStatus,
    /// The points that kill and that save it, if the next move decides and they are known.
    pub decides: Option<(Point, Point)>,
}

impl GroupChange {
    /// Returns whether the move has made it clearly stronger or weaker.
    #[must_use]
    pub(crate) fn is_changed(&self) -> bool {
        self.before
            .is_some_and(|before| class(before) != class(self.now))
    }

    /// Returns whether it is worth a word: changed, in danger, weak, or dead and of some size.
    fn matters(&self) -> bool {
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
pub(super) fn group_changes(mv: Move, review: &MoveReview) -> Vec<GroupChange> {
    let is_old = |stone: &Point| mv != Move::Play(*stone);
    let mut found: Vec<GroupChange> = review
        .after
        .group_infos()
        .iter()
        .filter_map(|info| {
            let stones = info.group.stones.iter().filter(is_old);
            let before = stones.filter_map(|stone| review.before.status_at(stone));
            Some(GroupChange {
                group: GroupRef::from_group(info)?,
                before: before.max(),
                now: info.status,
                decides: review.after.turning_points(info),
            })
        })
        .filter(GroupChange::matters)
        .collect();
    found.sort_by_key(|change| {
        let rank = (!change.is_changed(), class(change.now));
        (rank, Reverse(change.group.stones))
    });
    found.truncate(MAX_GROUPS);
    found
}
