//! How the groups are that matter after a move.

use crate::experts::group_ref::GroupRef;
use std::cmp::Reverse;

use crate::analysis::{LifeStatus, Standing};
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
            || match self.now.standing() {
                Standing::VeryAlive | Standing::Alive => false,
                Standing::Unsettled | Standing::Weak => true,
                Standing::Dead => self.group.stones > 1,
            }
    }
}

/// The parts of the scale that a beginner tells apart.
fn class(status: LifeStatus) -> Standing {
    status.standing().max(Standing::Alive)
}

/// The groups worth a word: those that changed first, then those that hang on a move, then the weak
/// and the dead; the larger first.
pub(super) fn group_changes(mv: Move, review: &MoveReview) -> Vec<GroupChange> {
    let is_old = |stone: &Point| mv != Move::Play(*stone);
    let mut found: Vec<GroupChange> = review
        .after
        .armies()
        .iter()
        .filter_map(|army| {
            let stones = army.group.stones.iter().filter(is_old);
            let before = stones.filter_map(|stone| review.before.status_at(stone));
            Some(GroupChange {
                group: GroupRef::from_group(army)?,
                before: before.max(),
                now: army.status,
                decides: review.after.turning_points(army),
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
