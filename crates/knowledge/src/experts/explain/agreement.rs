//! Agreement among the reasons for one move: no sentence contradicts another, and no group has two fates, names or counts.

use super::effects::Effect;
use super::swings::Swing;
use crate::experts::claim::Claim;
use crate::experts::group_ref::GroupRef;
use crate::experts::reason::Expert;
use crate::experts::suggestion::Suggestion;

/// Leaves out gains that the board tells better: stones that are caught whoever moves are not only weaker.
pub(super) fn leave_out_the_caught(swings: &mut Vec<Swing>, effects: &[Effect]) {
    let is_caught = |swing: &Swing| {
        effects.iter().any(|effect| match effect {
            Effect::Catches(group) => swing.stones().contains(group.stone),
            _ => false,
        })
    };
    swings.retain(|swing| swing.is_decided() || !is_caught(swing));
}

/// Leaves out reasons that tell the fate of stones that a gain tells of already, in other words or another count; a link is
/// told with the name that the gain has for its group.
pub(super) fn leave_out_the_told(reasons: &mut Vec<Suggestion>, swings: &[Swing]) {
    reasons.retain_mut(|known| {
        let Some(group) = known.group else {
            return true;
        };
        let Some(swing) = swings
            .iter()
            .find(|swing| swing.stones().contains(group.stone))
        else {
            return true;
        };
        match known.reason.expert {
            Expert::Saving
            | Expert::Running
            | Expert::Killing
            | Expert::Surrounding
            | Expert::Races
            | Expert::Rescue => false,
            Expert::Capture => !matches!(swing, Swing::Stones(_)),
            Expert::Connecting => {
                known.group = swing.group();
                true
            }
            _ => !known.reason.claim.is_some_and(tells_a_fate),
        }
    });
}

/// Returns whether a claim is about the life of stones.
const fn tells_a_fate(claim: Claim) -> bool {
    matches!(
        claim,
        Claim::Lives
            | Claim::LivesOnlySo
            | Claim::Escapes
            | Claim::Helped
            | Claim::Easy
            | Claim::Harried
            | Claim::Weak
            | Claim::Lost
            | Claim::LostOnlySo
    )
}

/// Leaves out gains of stones that a capture tells more of.
pub(super) fn leave_out_the_less(swings: &mut Vec<Swing>, reasons: &[Suggestion]) {
    swings.retain(|swing| {
        let is_said = |known: &Suggestion| {
            let is_of = |group: GroupRef| swing.stones().contains(group.stone);
            known.reason.expert == Expert::Capture && known.group.is_some_and(is_of)
        };
        !(matches!(swing, Swing::Shifted(_)) && reasons.iter().any(is_said))
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experts::explain::owners::Fate;
    use crate::experts::explain::stone_swings::ShiftedStones;
    use crate::experts::weights::all_reasons;
    use sgmp_board::rules::{Color, Move, Point, PointSet};

    fn at(name: &str) -> Point {
        Point::parse(name).unwrap()
    }

    /// A white stone at F3 that E3 weakens.
    fn weakened() -> Vec<Swing> {
        vec![Swing::Shifted(ShiftedStones {
            mv: Move::Play(at("E3")),
            stones: PointSet::single(at("F3")),
            group: named(1),
            is_own: false,
            is_safe: false,
            now: Fate::Open,
            instead: None,
            reply: None,
            next: None,
        })]
    }

    fn named(stones: usize) -> GroupRef {
        GroupRef {
            stone: at("F3"),
            color: Color::White,
            stones,
        }
    }

    fn known(expert: Expert) -> Suggestion {
        let reasons = all_reasons();
        let reason = *reasons.iter().find(|known| known.expert == expert).unwrap();
        Suggestion {
            group: Some(named(4)),
            ..Suggestion::new(Move::Play(at("E3")), reason)
        }
    }

    #[test]
    fn what_is_caught_is_not_called_weak() {
        let mut swings = weakened();
        leave_out_the_caught(&mut swings, &[Effect::Joins(vec![named(1)])]);
        assert_eq!(swings.len(), 1);
        leave_out_the_caught(&mut swings, &[Effect::Catches(named(1))]);
        assert!(swings.is_empty());
        let mut swings = weakened();
        leave_out_the_less(&mut swings, &[known(Expert::Capture)]);
        assert!(swings.is_empty());
    }

    #[test]
    fn a_group_has_one_fate_and_one_name() {
        let mut reasons = vec![known(Expert::Surrounding), known(Expert::Connecting)];
        leave_out_the_told(&mut reasons, &weakened());
        let left: Vec<Option<GroupRef>> = reasons.iter().map(|known| known.group).collect();
        assert_eq!(left, [Some(named(1))]);
    }
}
