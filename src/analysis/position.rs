//! All that the floor says of one position.

use super::connections::{Connection, Finder};
use super::effort::Effort;
use super::groups::{Group, GroupId, Groups};
use super::influence::Influence;
use super::judge::{Army, Judgement, judge};
use super::life::{LifeStatus, Standing};
use super::living::Living;
use super::score::Estimate;
use super::strings::{StoneString, StringId, Strings};
use super::territory::Outlook;
use crate::rules::{Board, Color, Point, PointSet};
use crate::tactics::Tactician;

/// Looks at a position at most: each with those taken for gone that the last found dead.
const LOOKS: usize = 3;

/// A position, described.
#[derive(Clone, Debug)]
pub struct Analysis {
    to_move: Color,
    strings: Strings,
    connections: Vec<Connection>,
    groups: Groups,
    armies: Vec<Army>,
    influence: Influence,
    outlook: Outlook,
    estimate: Estimate,
}

impl Analysis {
    /// Describes a position. `level` (0 to 20) bounds what is read; the same position, turn and
    /// level always give the same.
    #[must_use]
    pub fn of(board: &Board, to_move: Color, level: u8) -> Self {
        Self::read_by(&mut Tactician::new(), board, to_move, level)
    }

    /// The same with a tactician at hand, whose memory is used again.
    #[must_use]
    pub fn read_by(tactician: &mut Tactician, board: &Board, to_move: Color, level: u8) -> Self {
        let effort = Effort::for_level(level);
        let strings = Strings::survey(board, tactician, effort);
        let connections = Finder::find(board, &strings, tactician, effort);
        let (found, dead) = look(board, &strings, &connections);
        let chances = chances(&found.armies, to_move);
        let Judgement {
            groups,
            armies,
            spaces,
            joined,
            walls,
        } = found;
        let living = Living { board, dead };
        let life = |stone: Point| {
            let group = groups.at(&strings, stone);
            group.map_or(0.0, |id| chances[id.index()])
        };
        let sources = armies.iter().zip(&chances).flat_map(|(army, life)| {
            let color = army.group.color;
            let strength = strength(army.status, *life);
            let stones = army.group.stones.iter();
            stones.map(move |stone| (stone, color, strength))
        });
        let influence = Influence::radiate(&living, sources, &walls);
        let outlook = Outlook::of(&living, &spaces, &influence, &life);
        let estimate = Estimate::of(board, &outlook, &life);
        let connections = connections.into_iter().chain(joined).collect();
        Self {
            to_move,
            strings,
            connections,
            groups,
            armies,
            influence,
            outlook,
            estimate,
        }
    }

    /// Whose move it is.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The strings.
    #[must_use]
    pub const fn strings(&self) -> &Strings {
        &self.strings
    }

    /// The string of a stone.
    #[must_use]
    pub fn string_at(&self, stone: Point) -> Option<&StoneString> {
        self.strings.at(stone).map(|id| self.strings.get(id))
    }

    /// The connections, those through common territory last.
    #[must_use]
    pub fn connections(&self) -> &[Connection] {
        &self.connections
    }

    /// The connections of a string.
    pub fn connections_of(&self, string: StringId) -> impl Iterator<Item = &Connection> {
        let ends = move |c: &&Connection| c.strings.0 == string || c.strings.1 == string;
        self.connections.iter().filter(ends)
    }

    /// The groups with all that is known of them, by [`GroupId::index`].
    #[must_use]
    pub fn armies(&self) -> &[Army] {
        &self.armies
    }

    /// The group of a stone.
    #[must_use]
    pub fn group_at(&self, stone: Point) -> Option<GroupId> {
        self.groups.at(&self.strings, stone)
    }

    /// What is known of the group of a stone.
    #[must_use]
    pub fn army_at(&self, stone: Point) -> Option<&Army> {
        self.group_at(stone).map(|id| &self.armies[id.index()])
    }

    /// How alive a stone is: its group, or if that would outlive it, its string.
    #[must_use]
    pub fn status_at(&self, stone: Point) -> Option<LifeStatus> {
        self.army_at(stone).map(|army| army.status)
    }

    /// The stones of all groups that count as dead.
    #[must_use]
    pub fn dead(&self) -> PointSet {
        let dead = self.armies.iter().filter(|army| army.status.is_dead());
        dead.fold(PointSet::EMPTY, |all, army| all | army.group.stones)
    }

    /// The influence of both colours.
    #[must_use]
    pub const fn influence(&self) -> &Influence {
        &self.influence
    }

    /// Whose each point is.
    #[must_use]
    pub const fn outlook(&self) -> &Outlook {
        &self.outlook
    }

    /// The score as it stands.
    #[must_use]
    pub const fn estimate(&self) -> Estimate {
        self.estimate
    }
}

/// Judges until the dead are the same as before; with the dead that the last look took for gone.
fn look(board: &Board, strings: &Strings, connections: &[Connection]) -> (Judgement, PointSet) {
    let mut dead = strings.dead();
    let mut found = judge(board, strings, connections, dead, &|_| LifeStatus::Captured);
    for _ in 1..LOOKS {
        let now = found.dead();
        if now == dead {
            break;
        }
        let before = |group: &Group| {
            let known = found.armies.iter();
            let known = known.filter(|army| !(army.group.stones & group.stones).is_empty());
            known.map(|army| army.status).max().unwrap_or(LifeStatus::NoRoom)
        };
        let next = judge(board, strings, connections, now, &before);
        dead = now;
        found = next;
    }
    (found, dead)
}

/// What a group radiates, as a share of what a living one does.
fn strength(status: LifeStatus, life: f32) -> f32 {
    match status.standing() {
        Standing::VeryAlive | Standing::Alive => 1.0,
        Standing::Unsettled => 0.2 + 0.6 * life,
        Standing::Weak => 0.2,
        Standing::Dead => -0.5,
    }
}

/// How likely each group lives. Of those that hang on the next move the largest is settled by who
/// is to move, the next by the other, and so on: each takes the largest that is left.
fn chances(armies: &[Army], to_move: Color) -> Vec<f32> {
    let mut chances: Vec<f32> = armies.iter().map(|army| army.status.chances().1).collect();
    let mut open: Vec<usize> = (0..armies.len())
        .filter(|place| {
            let (first, second) = armies[*place].status.chances();
            first - second > 0.3
        })
        .collect();
    open.sort_by_key(|place| std::cmp::Reverse(armies[*place].group.stones.len()));
    let mut turn = to_move;
    for place in open {
        let (first, second) = armies[place].status.chances();
        chances[place] = if armies[place].group.color == turn {
            first
        } else {
            second
        };
        turn = !turn;
    }
    chances
}
