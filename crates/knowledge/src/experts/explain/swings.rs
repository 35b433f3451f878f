//! The gain of a move against another: stones whose fate turns, or that are better or worse off, and room that changes
//! hands, as the judge expects it.

use std::fmt;

use super::clusters::{Cluster, SHIFTED, clusters};
use super::judgment::FollowUp;
use super::owners::{Fate, Owners};
use super::rooms::{Room, largest_room};
use super::stone_swings::{ShiftedStones, TurnedStones};
use super::threats::{have_way_out, is_caught_anyhow, is_caught_at_once};
use crate::analysis::Analysis;
use crate::experts::expert_context::distance;
use crate::experts::group_ref::GroupRef;
use sgmp_board::rules::{Board, Color, Move, Point, PointSet};

/// Points from which on it is told what a move gains.
pub(super) const WORTH_A_WORD: f32 = 2.5;
/// Steps from a move within which it changes stones: what changes beyond is chance more often than not.
pub(super) const CHANGE_DISTANCE: u8 = 3;
/// The part of what a move gains that stones have to be, or else the room is told first.
const STONES_FIRST_FROM: f32 = 0.25;
/// Steps from the move, or from stones, within which an answer is about them.
const REPLY_STEPS: u8 = 2;
/// The mean part of own stones from which on they are said to have a chance.
const A_CHANCE: f32 = -0.25;
/// Groups that are told at most.
const MAX_GROUPS: usize = 2;

/// Something that a move gains.
#[derive(Clone, Debug, PartialEq)]
pub enum Swing {
    /// Stones whose fate it turns.
    Stones(TurnedStones),
    /// Stones that it makes better or worse off.
    Shifted(ShiftedStones),
    /// Empty points that it brings its player.
    Room(Room),
}

/// Two moves of a side in a position, and the owners after each.
pub(super) struct Alternatives<'a> {
    pub(super) before: &'a Board,
    /// The groups that stones are told as: after the move where that is known, else before it.
    pub(super) groups: &'a Analysis,
    pub(super) color: Color,
    pub(super) mv: Move,
    /// A pass where the move is told for itself.
    pub(super) instead: Move,
    pub(super) with: &'a Owners,
    pub(super) without: &'a Owners,
    /// Points that the move gains against the other.
    pub(super) worth: f32,
    /// The other side's best answer to the other move, where the judge knows.
    pub(super) reply: Option<Move>,
    /// The follow-up of the move if the other side plays elsewhere, where the judge knows.
    pub(super) next: Option<&'a FollowUp>,
}

impl Swing {
    /// Returns whether it is about stones.
    pub(super) const fn is_of_stones(&self) -> bool {
        matches!(self, Self::Stones(_) | Self::Shifted(_))
    }

    /// The stones that it is about; none of room.
    pub(super) const fn stones(&self) -> PointSet {
        match self {
            Self::Stones(turned) => turned.stones,
            Self::Shifted(shifted) => shifted.stones,
            Self::Room(_) => PointSet::EMPTY,
        }
    }

    /// The name of the stones that it is about.
    pub(super) const fn group(&self) -> Option<GroupRef> {
        match self {
            Self::Stones(turned) => Some(turned.group),
            Self::Shifted(shifted) => Some(shifted.group),
            Self::Room(_) => None,
        }
    }

    /// The weight of its kind: stones that turn before others, and those before room.
    pub(super) const fn weight(&self) -> u8 {
        match self {
            Self::Stones(_) => 2,
            Self::Shifted(_) => 1,
            Self::Room(_) => 0,
        }
    }

    /// Returns whether it saves or kills stones.
    pub(super) fn is_decided(&self) -> bool {
        match self {
            Self::Stones(turned) => turned.is_decided(),
            Self::Shifted(_) | Self::Room(_) => false,
        }
    }

    /// Returns whether it tells no more than that stones are better or worse off.
    pub(super) const fn is_bare(&self) -> bool {
        matches!(self, Self::Shifted(shifted) if shifted.is_bare())
    }

    /// Returns whether it makes safe stones safer, or presses such.
    pub(super) const fn is_of_safe_stones(&self) -> bool {
        matches!(self, Self::Shifted(shifted) if shifted.is_safe)
    }
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
        let room = largest_room(self, point).filter(Room::is_turned);
        let room = room.map(Swing::Room);
        let (safe, mut clusters): (Vec<Cluster>, Vec<Cluster>) = clusters(self, point)
            .into_iter()
            .partition(Cluster::is_safe_anyway);
        // That safe stones are safer yet is told only where nothing else is known.
        if clusters.is_empty() && room.is_none() {
            clusters = safe;
        }
        let stones: f32 = clusters.iter().map(|known| known.weight).sum();
        let mut told = PointSet::EMPTY;
        let mut swings: Vec<Swing> = Vec::new();
        for cluster in &clusters {
            // A group is told of once: its parts are not told apart.
            let whole = self.group_of(cluster);
            if swings.len() < MAX_GROUPS
                && (told & whole).is_empty()
                && let Some(swing) = self.told(point, cluster)
            {
                told |= whole;
                swings.push(swing);
            }
        }
        let is_enough = stones >= STONES_FIRST_FROM * self.worth;
        match room {
            Some(room) if !is_enough => swings.insert(0, room),
            Some(room) if swings.len() < MAX_GROUPS => swings.push(room),
            _ => {}
        }
        swings
    }

    /// The board after the move.
    pub(super) fn after(&self) -> Board {
        let mut after = self.before.clone();
        // Only legal moves are compared; another would change nothing.
        let _ = after.play(self.color, self.mv);
        after
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

    /// Returns whether reading refutes that the move kills stones of the other side: there is a way out after it, or none
    /// without it; or that it saves own ones: they are taken at once.
    fn is_refuted(&self, cluster: &Cluster, is_taken: bool) -> bool {
        let stones = &cluster.stones;
        let mut strings: Vec<Point> = stones
            .iter()
            .filter_map(|stone| self.before.anchor(stone))
            .collect();
        strings.sort_unstable();
        strings.dedup();
        if cluster.color == self.color {
            let after = self.after();
            return matches!(strings[..], [one] if is_caught_at_once(&after, one));
        }
        let is_caught = || {
            strings
                .iter()
                .all(|one| is_caught_anyhow(self.before, *one))
        };
        let lives = || have_way_out(&self.after(), stones, cluster.color, self.with);
        cluster.with == Fate::Lost && (is_caught() || !is_taken && lives())
    }

    /// Returns whether the analysis after the move, where it is known, reads the stones to the contrary.
    fn is_disputed(&self, point: Point, cluster: &Cluster) -> bool {
        let is_after = self.groups.status_at(point).is_some();
        let mut stones = cluster.stones.iter();
        is_after
            && stones.any(|stone| {
                let status = self.groups.status_at(stone);
                status.is_some_and(|status| cluster.with.is_disputed(status))
            })
    }

    /// Returns whether the judge gives stones hardly a chance with the move, too.
    fn is_hopeless(&self, cluster: &Cluster) -> bool {
        let chance = self.with.mean(&cluster.stones, cluster.color);
        cluster.without == Fate::Lost && chance < A_CHANCE
    }

    /// The stones of the group that a cluster is a part of.
    fn group_of(&self, cluster: &Cluster) -> PointSet {
        let stone = cluster.stones.first();
        let info = stone.and_then(|stone| self.groups.group_info_at(stone));
        info.map_or(cluster.stones, |info| cluster.stones | info.group.stones)
    }

    /// The group of the other side that stones are a part of, where it changes as a whole: the groups to watch name it so.
    fn whole_group(&self, point: Point, cluster: &Cluster) -> Option<GroupRef> {
        let stones = self.group_of(cluster);
        let gained: f32 = stones.iter().map(|stone| self.gained(stone)).sum();
        let is_whole = cluster.color != self.color && gained / stones.len() as f32 >= SHIFTED;
        is_whole.then(|| GroupRef::nearest(&stones, cluster.color, point))
    }

    /// Returns whether the judge gives up the stone that is said to save others, or leaves their group open.
    fn is_half_saved(&self, point: Point, cluster: &Cluster) -> bool {
        let is_own = cluster.color == self.color && cluster.with == Fate::Lives;
        let whole = self.group_of(cluster);
        is_own && whole.contains(point) && self.with.fate(&whole, self.color) != Fate::Lives
    }

    /// The other side's answer, if it lies at the stones or at the move: it shows what the move keeps it from.
    fn reply_at(&self, point: Point, stones: &PointSet) -> Option<Move> {
        let Move::Play(answer) = self.reply? else {
            return None;
        };
        let is_near = |other: Point| distance(other, answer) <= REPLY_STEPS;
        (is_near(point) || stones.iter().any(is_near)).then_some(Move::Play(answer))
    }

    /// The next move if it stays without an answer, where it kills these stones of the other side, which are not lost yet.
    fn killed_next(&self, cluster: &Cluster) -> Option<Move> {
        let next = self.next.filter(|_| cluster.color != self.color)?;
        let Move::Play(point) = next.mv else {
            return None;
        };
        let is_near = |other: Point| distance(other, point) <= CHANGE_DISTANCE;
        let is_killed = next.owners.fate(&cluster.stones, cluster.color) == Fate::Lost
            && cluster.with != Fate::Lost
            && cluster.stones.iter().any(is_near);
        is_killed.then_some(next.mv)
    }

    /// Stones that change, as they are told; nothing of stones that are taken in any case, whosever they are.
    fn told(&self, point: Point, cluster: &Cluster) -> Option<Swing> {
        let group = GroupRef::nearest(&cluster.stones, cluster.color, point);
        let is_own = cluster.color == self.color;
        let after = self.after();
        let is_taken = cluster.stones.iter().all(|stone| after.is_empty(stone));
        let is_refuted = cluster.is_turned && self.is_refuted(cluster, is_taken);
        if is_refuted && (is_taken || is_own) || is_own && self.is_hopeless(cluster) {
            return None;
        }
        let (reply, next) = (
            self.reply_at(point, &cluster.stones),
            self.killed_next(cluster),
        );
        let is_half_saved = self.is_half_saved(point, cluster);
        if is_refuted || !cluster.is_turned || is_half_saved || self.is_disputed(point, cluster) {
            let now = match is_refuted || is_half_saved {
                true => Fate::Open,
                false => cluster.with,
            };
            return Some(Swing::Shifted(ShiftedStones {
                mv: self.mv,
                stones: cluster.stones,
                group: self.whole_group(point, cluster).unwrap_or(group),
                is_own,
                is_safe: cluster.is_safe_anyway(),
                now,
                instead: self.instead(),
                reply,
                next,
            }));
        }
        Some(Swing::Stones(TurnedStones {
            mv: self.mv,
            instead: self.instead(),
            stones: cluster.stones,
            group,
            is_own,
            is_taken,
            with: cluster.with,
            without: cluster.without,
            reply,
            next,
        }))
    }
}

impl fmt::Display for Swing {
    /// The sentence of the one kind of swing or the other.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stones(turned) => turned.fmt(f),
            Self::Shifted(shifted) => shifted.fmt(f),
            Self::Room(room) => room.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{BoardSize, diagram};

    /// Two black stones that White presses, a wall, and a black stone behind it.
    const WALL: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . O O O O O O O
        . . O . . . . . .
        . . O . X X . . .
        . . O . . . . . .
        . . O . . . . . .
        . . O . . . . . .";

    /// The sentences of a white move where the right lower corner is this much Black's with it and without, and the
    /// rest White's.
    fn told(mv: &str, with: f32, without: f32) -> Vec<String> {
        let owners = |part: f32| {
            Owners::new(BoardSize::new(9).unwrap(), move |point| {
                let is_inside = point.column() > 2 && point.row() < 5;
                if is_inside { part } else { -0.8 }
            })
        };
        let (with, without) = (owners(with), owners(without));
        let board = diagram::parse(WALL).unwrap();
        let two = Alternatives {
            before: &board,
            groups: &Analysis::new(&board, Color::White, 0),
            color: Color::White,
            mv: Move::Play(Point::parse(mv).unwrap()),
            instead: Move::Pass,
            with: &with,
            without: &without,
            worth: 3.0,
            reply: None,
            next: None,
        };
        two.swings().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn stones_that_are_worse_off_are_named_though_their_fate_stays_open() {
        let told = told("G5", -0.2, 0.2);
        assert_eq!(
            told[0],
            "G5 weakens Black's 2 stones at F4, which are not safe yet."
        );
    }

    #[test]
    fn a_smaller_turn_is_told_as_one() {
        assert_eq!(
            told("G5", 0.0, 0.6)[0],
            "G5 puts Black's 2 stones at F4 in danger: without it they are safe."
        );
        assert_eq!(
            told("G5", -0.6, 0.0)[0],
            "G5 kills Black's 2 stones at F4: without it they may live."
        );
    }

    #[test]
    fn nothing_is_told_of_stones_and_room_behind_a_wall() {
        assert_eq!(told("G7", -0.2, 0.2), Vec::<String>::new());
    }
}
