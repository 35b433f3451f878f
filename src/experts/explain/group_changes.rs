//! How the groups are that matter after a move.

use crate::experts::group_ref::GroupRef;
use std::cmp::Reverse;

use crate::analysis::{LifeClass, LifeStatus};
use crate::experts::select::MoveReview;
use crate::rules::{Move, Point};

/// Groups that are told of at most.
const MOST: usize = 5;

/// A group after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupChange {
    /// The group.
    pub group: GroupRef,
    /// How alive the weakest of its stones were before; `None` for a stone that was not there.
    pub before: Option<LifeStatus>,
    /// How alive it is.
    pub now: LifeStatus,
    /// Where it is killed and where it is saved, if that hangs on the next move and is known.
    pub decides: Option<(Point, Point)>,
}

impl GroupChange {
    /// Whether the move has made it clearly stronger or weaker.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.before
            .is_some_and(|before| class(before) != class(self.now))
    }

    /// Whether it is worth a word: changed, in danger, weak, or dead and of some size.
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
    found.sort_by_key(|news| {
        let rank = (!news.is_changed(), class(news.now));
        (rank, Reverse(news.group.stones))
    });
    found.truncate(MOST);
    found
}
