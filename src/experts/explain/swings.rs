//! The gain of a move against another: stones whose fate turns, and room that changes hands, as the judge expects it.

use std::fmt;

use super::owners::{Fate, Owners};
use super::rooms::{Room, largest_room};
use crate::experts::expert_context::distance;
use crate::experts::group_ref::GroupRef;
use crate::rules::{Board, Color, Move, Point, PointSet};

/// Points from which on it is told what a move gains.
pub(super) const WORTH_A_WORD: f32 = 2.5;
/// The part of a point by which the mean owner of stones changes where their fate turns.
const TURNED: f32 = 0.6;
/// Steps from a move within which it saves and kills: what changes beyond is chance more often than not.
pub(super) const NEAR: u8 = 3;
/// The same of stones that it only endangers, or gives a chance.
const CLOSE: u8 = 2;
/// Steps between stones that are told as one group: side by side, diagonal, or with a point between them.
const LINKED: u8 = 2;
/// The part of what a move gains that stones have to be, or else the room is told first.
const SHARE: f32 = 0.25;
/// Groups that are told at most.
const MAX_GROUPS: usize = 2;

/// Something that a move gains.
#[derive(Clone, Debug, PartialEq)]
pub enum Swing {
    /// Stones whose fate it turns.
    Stones(TurnedStones),
    /// Empty points that it brings its player.
    Room(Room),
}

/// Stones whose fate a move turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnedStones {
    /// The move.
    pub mv: Move,
    /// The other move, without which it is told what would be; `None` for no move there.
    pub instead: Option<Move>,
    /// The stones.
    pub stones: PointSet,
    /// Their name.
    pub group: GroupRef,
    /// True for stones of its player.
    pub is_own: bool,
    /// True if the move takes them all off the board.
    pub is_taken: bool,
    /// Their fate with the move.
    pub with: Fate,
    /// Their fate without it.
    pub without: Fate,
}

/// Two moves of a side in a position, and the owners after each.
pub(super) struct Alternatives<'a> {
    pub(super) before: &'a Board,
    pub(super) color: Color,
    pub(super) mv: Move,
    /// A pass where the move is told for itself.
    pub(super) instead: Move,
    pub(super) with: &'a Owners,
    pub(super) without: &'a Owners,
    /// Points that the move gains against the other.
    pub(super) worth: f32,
}

/// Stones that turn together.
struct Cluster {
    color: Color,
    stones: PointSet,
    with: Fate,
    without: Fate,
    /// Sum of the parts of their points that change hands.
    weight: f32,
}

impl Alternatives<'_> {
    /// The gain of the move, the weightiest first; nothing where it is worth little.
    pub(super) fn swings(&self) -> Vec<Swing> {
        let Move::Play(point) = self.mv else {
            return Vec::new();
        };
        if self.worth < WORTH_A_WORD {
            return Vec::new();
        }
        let clusters = self.clusters(point);
        let stones: f32 = clusters.iter().map(|known| known.weight).sum();
        let told = clusters.iter().take(MAX_GROUPS);
        let mut swings: Vec<Swing> = told
            .map(|cluster| Swing::Stones(self.turned(point, cluster)))
            .collect();
        let room = largest_room(self, point).filter(Room::is_turned);
        let room = room.map(Swing::Room);
        let is_enough = stones >= SHARE * self.worth;
        match room {
            Some(room) if !is_enough => swings.insert(0, room),
            Some(room) if swings.len() < MAX_GROUPS => swings.push(room),
            _ => {}
        }
        swings
    }

    /// The part of a point that its player gains there.
    pub(super) fn gained(&self, point: Point) -> f32 {
        self.with.part(point, self.color) - self.without.part(point, self.color)
    }

    /// The move that is compared with, where it is one.
    pub(super) const fn instead(&self) -> Option<Move> {
        match self.instead {
            Move::Pass => None,
            other => Some(other),
        }
    }

    fn turned(&self, point: Point, cluster: &Cluster) -> TurnedStones {
        let mut after = self.before.clone();
        let is_played = after.play(self.color, self.mv).is_ok();
        let mut stones = cluster.stones.iter();
        TurnedStones {
            mv: self.mv,
            instead: self.instead(),
            stones: cluster.stones,
            group: GroupRef::nearest(&cluster.stones, cluster.color, point),
            is_own: cluster.color == self.color,
            is_taken: is_played && stones.all(|stone| after.is_empty(stone)),
            with: cluster.with,
            without: cluster.without,
        }
    }

    /// The stones whose fate turns in favor of the player, the weightiest first.
    fn clusters(&self, point: Point) -> Vec<Cluster> {
        let mut found: Vec<Cluster> = Vec::new();
        for color in Color::BOTH {
            for stone in self.before.stones(color) {
                if self.before.anchor(stone) == Some(stone) {
                    let string: PointSet = self.before.string(stone).collect();
                    found.extend(self.turning(string, color, point));
                }
            }
        }
        let mut joined: Vec<Cluster> = Vec::new();
        for cluster in found {
            let is_one = |known: &&mut Cluster| {
                let alike = |a: &Cluster| (a.color, a.with, a.without);
                alike(known) == alike(&cluster) && are_linked(&known.stones, &cluster.stones)
            };
            match joined.iter_mut().find(is_one) {
                Some(known) => {
                    known.stones |= cluster.stones;
                    known.weight += cluster.weight;
                }
                None => joined.push(cluster),
            }
        }
        joined.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        joined
    }

    /// A string, if its fate turns in favor of the player.
    fn turning(&self, stones: PointSet, color: Color, point: Point) -> Option<Cluster> {
        let (with, without) = (
            self.with.fate(&stones, color),
            self.without.fate(&stones, color),
        );
        let gained: f32 = stones.iter().map(|stone| self.gained(stone)).sum();
        let nearest = stones.iter().map(|stone| distance(stone, point)).min()?;
        let is_decided = match color == self.color {
            true => with == Fate::Lives,
            false => with == Fate::Lost,
        };
        let reach = if is_decided { NEAR } else { CLOSE };
        let is_turned =
            with != without && nearest <= reach && gained >= TURNED * stones.len() as f32;
        is_turned.then_some(Cluster {
            color,
            stones,
            with,
            without,
            weight: gained,
        })
    }
}

fn are_linked(a: &PointSet, b: &PointSet) -> bool {
    let steps = |one: Point, other: Point| {
        one.column().abs_diff(other.column()) + one.row().abs_diff(other.row())
    };
    a.iter()
        .any(|stone| b.iter().any(|other| steps(stone, other) <= LINKED))
}

impl fmt::Display for TurnedStones {
    /// A sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mv, group, .. } = self;
        let one = group.stones == 1;
        let (they, are, live) = match one {
            true => ("it", "is", "lives"),
            false => ("they", "are", "live"),
        };
        let otherwise = match self.instead {
            Some(other) => format!("after {other}"),
            None => "without it".to_owned(),
        };
        match (self.is_own, self.with, self.without) {
            (true, Fate::Lives, Fate::Lost) => {
                write!(f, "{mv} saves {group}: {otherwise} {they} {are} lost.")
            }
            (true, Fate::Lives, _) => {
                write!(
                    f,
                    "{mv} makes {group} safe: {otherwise} {they} {are} in danger."
                )
            }
            (true, ..) => write!(
                f,
                "{mv} gives {group} a chance: {otherwise} {they} {are} lost."
            ),
            (false, Fate::Lost, without) => {
                let kills = match (self.is_taken, one) {
                    (true, _) => "takes",
                    (false, true) => "catches",
                    (false, false) => "kills",
                };
                match without {
                    Fate::Lives => write!(f, "{mv} {kills} {group}: {otherwise} {they} {live}."),
                    _ => write!(f, "{mv} {kills} {group}: {otherwise} {they} may live."),
                }
            }
            (false, ..) => write!(
                f,
                "{mv} puts {group} in danger: {otherwise} {they} {are} safe."
            ),
        }
    }
}

impl fmt::Display for Swing {
    /// A sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stones(turned) => turned.fmt(f),
            Self::Room(room) => room.fmt(f),
        }
    }
}
