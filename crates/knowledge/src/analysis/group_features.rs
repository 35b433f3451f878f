//! Features of a group that predict whether it lives.

use super::group_info::GroupInfo;
use super::life_status::{LifeClass, LifeStatus};
use super::running::RunningAbility;
use crate::reading::Life;

const STATUSES: usize = LifeStatus::ALL.len();
const CLASSES: [(LifeClass, &str); 5] = [
    (LifeClass::VeryAlive, "VeryAlive"),
    (LifeClass::Alive, "Alive"),
    (LifeClass::Unsettled, "Unsettled"),
    (LifeClass::Weak, "Weak"),
    (LifeClass::Dead, "Dead"),
];

/// Quantities that have a feature for each class.
const COUNTED: [&str; 3] = ["liberties", "stones", "full"];
/// Features besides the status and the quantities of each class.
const OTHERS: [&str; 22] = [
    "eyes-first",
    "eyes-second",
    "eyes-sure",
    "ways",
    "eye-space",
    "runs-easily",
    "limps",
    "hardly-runs",
    "reach",
    "read-alive",
    "read-dead",
    "read-unsettled",
    "read-unsettled-first",
    "read-undecided",
    "leaning",
    "weak-enemies",
    "living-enemy",
    "gone",
    "gone-liberties",
    "threatened",
    "threatened-first",
    "bias",
];

const FIRST: usize = STATUSES;
const COUNTS: usize = FIRST + STATUSES;
const OTHER: usize = COUNTS + COUNTED.len() * CLASSES.len();

/// Largest number of half eyes and of ways to more that counts: twice what a group needs.
const MAX_COUNTED: f32 = 8.0;
/// Largest leaning of an unfinished search that counts.
const MAX_LEANING: f32 = 4.0;

/// The surroundings of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings {
    /// True if its owner is expected to move first here.
    pub(super) moves_first: bool,
    /// True if its stones were counted as gone.
    pub(super) is_gone: bool,
    /// The share of its stones that reading finds threatened.
    pub(super) threatened: f32,
    /// The share of the stones of the enemies around that do not live.
    pub(super) weak_enemies: f32,
    /// True if an enemy around lives.
    pub(super) has_living_enemy: bool,
    /// The share of the board's points that stones stand on.
    pub(super) full: f32,
}

/// The features of a group, as numbers, most of them 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupFeatures([f32; Self::COUNT]);

impl GroupFeatures {
    /// Number of features of a group.
    pub const COUNT: usize = OTHER + OTHERS.len();

    /// Names of the features, in their order.
    #[must_use]
    pub fn names() -> Vec<String> {
        let of_status = |prefix: &'static str| {
            let all = LifeStatus::ALL.into_iter();
            all.map(move |status| format!("life.{prefix}.{status:?}"))
        };
        let counted = COUNTED.into_iter().flat_map(|what| {
            let classes = CLASSES.into_iter();
            classes.map(move |(_, class)| format!("life.{what}.{class}"))
        });
        let others = OTHERS.into_iter().map(|name| format!("life.{name}"));
        of_status("status")
            .chain(of_status("first"))
            .chain(counted)
            .chain(others)
            .collect()
    }

    pub(super) fn new(info: &GroupInfo, around: &Surroundings) -> Self {
        let mut values = [0.0; Self::COUNT];
        let status = info.status as usize;
        values[status] = 1.0;
        values[FIRST + status] = f32::from(u8::from(around.moves_first));
        let class = info.status.class() as usize;
        let liberties = (1.0 + info.group.liberties.len() as f32).ln();
        let stones = (info.group.stones.len() as f32).ln();
        let counted = [liberties - 1.8, stones - 1.4, around.full - 0.4];
        for (place, value) in counted.into_iter().enumerate() {
            values[COUNTS + place * CLASSES.len() + class] = value;
        }
        values[OTHER..].copy_from_slice(&others(info, around, liberties));
        Self(values)
    }

    /// The numbers, in the order of the names.
    #[must_use]
    pub const fn values(&self) -> &[f32; Self::COUNT] {
        &self.0
    }
}

/// In the order of [`OTHERS`].
fn others(info: &GroupInfo, around: &Surroundings, liberties: f32) -> [f32; OTHERS.len()] {
    let is = |known: bool| f32::from(u8::from(known));
    let share = |count: f32| count.min(MAX_COUNTED) / MAX_COUNTED;
    let ability = info.running.ability;
    let is_unsettled = matches!(info.read, Some(Life::Unsettled { .. }));
    let balance = info.balance;
    [
        share(balance.first.into()),
        share(balance.second.into()),
        share(balance.sure.into()),
        share(balance.ways as f32),
        (1.0 + info.eye_space().len() as f32).ln(),
        is(ability == RunningAbility::Easy),
        is(ability == RunningAbility::Limps),
        is(ability == RunningAbility::Poor),
        (1.0 + info.running.reach as f32).ln(),
        is(info.read == Some(Life::Alive)),
        is(info.read == Some(Life::Dead)),
        is(is_unsettled),
        is(is_unsettled && around.moves_first),
        is(info.leaning.is_some()),
        info.leaning
            .map_or(0.0, |leaning| leaning.clamp(-MAX_LEANING, MAX_LEANING)),
        around.weak_enemies,
        is(around.has_living_enemy),
        is(around.is_gone),
        is(around.is_gone) * (liberties - 1.8),
        around.threatened,
        around.threatened * is(around.moves_first),
        1.0,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_name_of_its_own() {
        let mut names = GroupFeatures::names();
        assert_eq!(names.len(), GroupFeatures::COUNT);
        names.sort();
        names.dedup();
        assert_eq!(names.len(), GroupFeatures::COUNT);
        for (place, (class, name)) in CLASSES.into_iter().enumerate() {
            assert_eq!(
                (class as usize, format!("{class:?}")),
                (place, name.to_owned())
            );
        }
    }
}
