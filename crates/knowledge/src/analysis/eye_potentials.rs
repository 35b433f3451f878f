//! Ways of a group to more eyes, and the eyes it gets when both sides take them in turn.

use super::connections::{Connection, ConnectionStatus};
use super::eyes::{Eye, EyeKind};
use super::groups::{Group, GroupId, Groups};
use super::strings::Strings;
use sgmp_board::rules::PointSet;

/// The kind of a way to more eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PotentialKind {
    /// By the vital point of an eye.
    EyeVitalPoint,
    /// By closing or widening an open space.
    Extend,
    /// By joining a friend that has eyes.
    Connect,
    /// By capturing a threatened string.
    Capture,
}

/// One way for a group to more eyes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EyePotential {
    /// The kind of move by which it gains them.
    pub kind: PotentialKind,
    /// Gain in half eyes: 1 to 4.
    pub amount: u8,
    /// The points where a move takes it.
    pub points: PointSet,
}

/// Two eyes, in half eyes.
pub(super) const LIFE: u8 = 4;

/// Eyes of a group, in half eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Balance {
    /// Without playing any more.
    pub(super) sure: u8,
    /// If its owner moves first and both take the largest in turn.
    pub(super) first: u8,
    /// If the opponent moves first.
    pub(super) second: u8,
    /// Potentials of which any one would do.
    pub(super) ways: usize,
}

impl Balance {
    pub(super) fn new(eyes: &[Eye], potentials: &[EyePotential]) -> Self {
        let sure: u8 = sure(eyes);
        let mut amounts: Vec<u8> = potentials.iter().map(|p| p.amount).collect();
        amounts.sort_unstable_by_key(|amount| std::cmp::Reverse(*amount));
        let every_other = |from: usize| amounts.iter().skip(from).step_by(2).sum::<u8>();
        let missing = LIFE.saturating_sub(sure);
        Self {
            sure,
            first: sure + every_other(0),
            second: sure + every_other(1),
            ways: amounts.iter().filter(|amount| **amount >= missing).count(),
        }
    }
}

/// The half eyes that stay if the opponent moves first in each.
pub(super) fn sure(eyes: &[Eye]) -> u8 {
    eyes.iter()
        .map(|eye| 2 * eye.second)
        .fold(0, u8::saturating_add)
}

/// The potentials of a group. `worth` returns the sure half eyes of any group.
pub(super) fn potentials(
    id: GroupId,
    groups: &Groups,
    strings: &Strings,
    connections: &[Connection],
    eyes: &[Eye],
    worth: &dyn Fn(GroupId) -> u8,
) -> Vec<EyePotential> {
    let mut found = Vec::new();
    for eye in eyes.iter().filter(|eye| eye.first > eye.second) {
        let kind = if eye.kind == EyeKind::Open {
            PotentialKind::Extend
        } else {
            PotentialKind::EyeVitalPoint
        };
        found.push(EyePotential {
            kind,
            amount: 2 * (eye.first - eye.second),
            points: eye.vital,
        });
    }
    connect(id, groups, connections, worth, &mut found);
    capture(groups.get(id), strings, &mut found);
    // More than a handful are more than anybody counts.
    found.truncate(MAX_POTENTIALS);
    found
}

/// Potentials of a group at most.
const MAX_POTENTIALS: usize = 24;

fn connect(
    id: GroupId,
    groups: &Groups,
    connections: &[Connection],
    worth: &dyn Fn(GroupId) -> u8,
    found: &mut Vec<EyePotential>,
) {
    let is_open = |connection: &&Connection| {
        matches!(
            connection.status,
            ConnectionStatus::Loose | ConnectionStatus::Cuttable
        )
    };
    let mut used = PointSet::EMPTY;
    for connection in connections.iter().filter(is_open) {
        let (a, b) = connection.strings;
        let (a, b) = (groups.group_of(a), groups.group_of(b));
        if a == b || (a != id && b != id) {
            continue;
        }
        let amount = worth(if a == id { b } else { a }).min(LIFE);
        // One point that joins two ways is one way.
        if amount > 0 && (connection.points & used).is_empty() {
            used |= connection.points;
            found.push(EyePotential {
                kind: PotentialKind::Connect,
                amount,
                points: connection.points,
            });
        }
    }
}

fn capture(group: &Group, strings: &Strings, found: &mut Vec<EyePotential>) {
    let mut seen = Vec::new();
    for string in &group.strings {
        for enemy in &strings.get(*string).enemies {
            let prey = strings.get(*enemy);
            if let crate::reading::StringStatus::Threatened { capture, .. } = prey.status
                && !seen.contains(enemy)
            {
                seen.push(*enemy);
                let amount = match prey.stones.len() {
                    1 => 1,
                    2 => 2,
                    3..=5 => 3,
                    _ => LIFE,
                };
                found.push(EyePotential {
                    kind: PotentialKind::Capture,
                    amount,
                    points: capture.into_iter().collect(),
                });
            }
        }
    }
}

display_names! {
    PotentialKind:
    EyeVitalPoint "vital point of an eye",
    Extend "room for an eye",
    Connect "joins a friend with eyes",
    Capture "captures stones",
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(amount: u8) -> EyePotential {
        EyePotential {
            kind: PotentialKind::Connect,
            amount,
            points: PointSet::EMPTY,
        }
    }

    #[test]
    fn who_moves_first_takes_the_largest() {
        let balance = Balance::new(&[], &[way(2), way(4), way(1)]);
        assert_eq!((balance.first, balance.second, balance.sure), (5, 2, 0));
        assert_eq!(balance.ways, 1);
        let miai = Balance::new(&[], &[way(4), way(4)]);
        assert_eq!((miai.second, miai.ways), (4, 2));
    }
}
