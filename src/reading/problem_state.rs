//! The state of a life problem: the connected strings, the spaces that may become eyes, what
//! lives for ever.

use super::eye_space::{
    EyeSpaceTable, MAX_OUTSIDE_LIBERTIES, MAX_SPACE, SpaceOutcome, SpaceOutcomes, Turn,
};
use super::life_problem::LifeProblem;
use super::proof_numbers::Side;
use super::undo_board::UndoBoard;
use crate::rules::{Point, PointSet};

/// Strings told of at most.
const MAX_STRINGS: usize = 32;
/// Spaces told of at most; more are life in any case.
const MAX_SPACES: usize = 12;

/// A space that may become an eye, or more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Space {
    pub(super) points: PointSet,
    pub(super) size: usize,
    /// Enemy stones in it.
    pub(super) foes: usize,
    /// The points left of it if the enemy plays in all its gaps.
    pub(super) sure: PointSet,
    /// True if the group's color stands all around it.
    pub(super) is_closed: bool,
    /// Places of the strings around it in [`ProblemState::strings`], a bit each; of closed spaces only.
    around: u32,
    /// Of those the strings next to every empty point of it.
    vital_to: u32,
}

/// A string of the group's color in the region.
#[derive(Clone, Copy, Debug)]
struct Wall {
    anchor: Point,
    /// Stones of the group in it, as many as there were to begin with.
    weight: u16,
}

/// See the module.
#[derive(Debug)]
pub(super) struct ProblemState<'a> {
    life_problem: &'a LifeProblem,
    undo_board: &'a UndoBoard,
    strings: Vec<Wall>,
    /// Stones of the group that are left.
    pub(super) left: u16,
    /// Places of the strings that hold together and have the most stones of the group.
    cluster: u32,
    /// Stones of the group's color in the region, and around it.
    own: PointSet,
    /// Enemy stones there.
    foes: PointSet,
    /// Those of them that cannot be captured here, and all that are not in the region.
    hard: PointSet,
    /// Anchors of the living friends around.
    friends: PointSet,
    /// The points of the region that the group may still get: empty or with an enemy in reach.
    pub(super) free: PointSet,
    /// Those next to a hard string or to what lies outside the region.
    pub(super) margin: PointSet,
    pub(super) spaces: Vec<Space>,
    /// Liberties of the cluster.
    pub(super) liberties: PointSet,
    /// Those where it is out, or joins a living friend.
    pub(super) exits: PointSet,
    /// Those from which there may be a way on, exits among them.
    pub(super) leaks: PointSet,
    /// The ways out of a deep problem.
    pub(super) ways: Ways,
}

/// The free ways of a group into the country around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    /// Points at their ends.
    pub(super) ends: usize,
    /// The points on them, ends left out.
    pub(super) points: PointSet,
    /// The first of them.
    first: PointSet,
}

/// Steps of a way out.
const WAY: usize = 4;
/// Ends of ways with which a group has run out.
const MIN_ENDS: usize = 6;
/// The same where its opponent is to move.
const MIN_ENDS_BEFORE_A_MOVE: usize = 8;

impl<'a> ProblemState<'a> {
    /// All of it, unless the group is lost.
    pub(super) fn new(life_problem: &'a LifeProblem, undo_board: &'a UndoBoard) -> Self {
        let mut state = Self::outline(life_problem, undo_board);
        if state.left >= life_problem.least {
            state.fill_in();
        }
        state
    }

    /// The stones that are left of the group and, unless it is lost, the liberties and the exits of its
    /// cluster: all that tells whether it is out.
    pub(super) fn outline(life_problem: &'a LifeProblem, undo_board: &'a UndoBoard) -> Self {
        let mut state = Self {
            life_problem,
            undo_board,
            strings: Vec::with_capacity(MAX_STRINGS),
            left: 0,
            cluster: 0,
            own: PointSet::EMPTY,
            foes: PointSet::EMPTY,
            hard: PointSet::EMPTY,
            friends: life_problem
                .friends
                .iter()
                .map(|p| undo_board.anchor(*p))
                .collect(),
            free: PointSet::EMPTY,
            margin: PointSet::EMPTY,
            spaces: Vec::new(),
            liberties: PointSet::EMPTY,
            exits: PointSet::EMPTY,
            leaks: PointSet::EMPTY,
            ways: Ways {
                ends: 0,
                points: PointSet::EMPTY,
                first: PointSet::EMPTY,
            },
        };
        state.weigh();
        if state.left >= life_problem.least {
            state.gather();
            state.look();
            state.look_out();
        }
        state
    }

    /// The rest: who cannot be captured, the spaces, and the leaks.
    pub(super) fn fill_in(&mut self) {
        self.spaces.reserve(MAX_SPACES);
        self.harden();
        self.survey();
        self.divide();
        if self.life_problem.is_deep {
            self.leaks = self.exits | self.ways.first;
            return;
        }
        let within = self.life_problem.inner | self.hard.next_to();
        self.leaks = self.exits | (self.liberties - within);
    }

    /// Gathers the stones of the group that are left, and their strings.
    fn weigh(&mut self) {
        for (stone, size) in &self.life_problem.core {
            if self.undo_board.color_at(*stone) == Some(self.life_problem.color) {
                self.left += size;
                let place = self.place(self.undo_board.anchor(*stone));
                if let Some(place) = place {
                    self.strings[place].weight += size;
                }
            }
        }
    }

    /// The place of a string, which is made if it is new.
    fn place(&mut self, anchor: Point) -> Option<usize> {
        let known = self.strings.iter().position(|wall| wall.anchor == anchor);
        known.or_else(|| {
            (self.strings.len() < MAX_STRINGS).then(|| {
                self.strings.push(Wall { anchor, weight: 0 });
                self.strings.len() - 1
            })
        })
    }

    /// The strings of the group that have two liberties in common hold together.
    fn gather(&mut self) {
        let count = self.strings.len();
        let liberties: Vec<PointSet> = self
            .strings
            .iter()
            .map(|wall| self.undo_board.liberty_set(wall.anchor))
            .collect();
        let (mut best, mut seen) = (0, 0_u32);
        for start in 0..count {
            if seen & (1 << start) != 0 {
                continue;
            }
            let (mut part, mut reach) = (1_u32 << start, liberties[start]);
            let mut weight = self.strings[start].weight;
            loop {
                let joins = |place: &usize| {
                    part & (1 << place) == 0 && (liberties[*place] & reach).has_two()
                };
                let Some(place) = (0..count).find(joins) else {
                    break;
                };
                part |= 1 << place;
                reach |= liberties[place];
                weight += self.strings[place].weight;
            }
            seen |= part;
            if weight > best {
                best = weight;
                self.cluster = part;
                self.liberties = reach;
            }
        }
    }

    /// Collects the stones in the region, around it, and next to the cluster's liberties.
    fn look(&mut self) {
        let within = self.life_problem.region | self.liberties;
        let all = within | within.next_to();
        self.own = self.undo_board.stones_among(all, self.life_problem.color);
        self.foes = self.undo_board.stones_among(all, !self.life_problem.color);
    }

    /// The enemy's strings that cannot be captured here: the living, and what holds to them.
    fn harden(&mut self) {
        let (undo_board, foe) = (self.undo_board, !self.life_problem.color);
        let mut anchors = PointSet::EMPTY;
        let mut reach = PointSet::EMPTY;
        for hunter in &self.life_problem.hunters {
            if undo_board.color_at(*hunter) == Some(foe) && undo_board.liberties(*hunter) > 1 {
                let anchor = undo_board.anchor(*hunter);
                if anchors.insert(anchor) {
                    reach |= undo_board.liberty_set(anchor);
                }
            }
        }
        // Those that hold to nothing yet.
        let mut loose = PointSet::EMPTY;
        for point in (self.foes & self.life_problem.region).iter() {
            let anchor = undo_board.anchor(point);
            if anchors.contains(anchor) || loose.contains(anchor) {
                continue;
            }
            if self.holds_to(anchor, reach) {
                anchors.insert(anchor);
                reach |= undo_board.liberty_set(anchor);
                loose = PointSet::EMPTY;
            } else {
                loose.insert(anchor);
            }
        }
        let is_hard = |stone: &Point| anchors.contains(undo_board.anchor(*stone));
        let inside: PointSet = (self.foes & self.life_problem.region)
            .iter()
            .filter(is_hard)
            .collect();
        self.hard = inside | (self.foes - self.life_problem.region);
    }

    /// Returns whether an enemy string cannot be cut off from where `reach` are the liberties.
    fn holds_to(&self, anchor: Point, reach: PointSet) -> bool {
        let (undo_board, own) = (self.undo_board, self.life_problem.color);
        let common = undo_board.liberty_set(anchor) & reach;
        // Who cuts there is captured at once, and not in a ko.
        let is_safe = |link: Point| {
            let left = undo_board.liberties_after(own, link);
            let is_open = |last: Point| {
                let mut around = undo_board.neighbors(last);
                around.any(|n| n != link && undo_board.color_at(n) != Some(own))
            };
            !undo_board.captures(own, link) && left.len() <= 1 && left.first().is_none_or(is_open)
        };
        let is_firm = undo_board.string_size(anchor) == 1 || undo_board.liberties(anchor) > 2;
        common.has_two() || is_firm && common.first().is_some_and(is_safe)
    }

    /// Finds the free points, and those of them at the margin.
    fn survey(&mut self) {
        let region = self.life_problem.region;
        self.free = region - self.own - self.hard;
        let outside = self.free.next_to() - region;
        let outer = self.hard | self.undo_board.empty_among(outside);
        self.margin = outer.next_to() & self.free;
    }

    /// Divides what is free into spaces.
    fn divide(&mut self) {
        let mut left = self.free;
        while let Some(start) = left.first() {
            let part = left.connected(start);
            left = left - part;
            if (part & self.margin).is_empty() {
                self.add_closed(part);
            } else {
                self.add_open((part - self.margin) & self.life_problem.inner);
            }
        }
    }

    fn add_closed(&mut self, points: PointSet) {
        let (mut around, mut is_known) = (0, true);
        for stone in (points.next_to() & self.own).iter() {
            match self.place(self.undo_board.anchor(stone)) {
                Some(place) => around |= 1 << place,
                None => is_known = false,
            }
        }
        let empty = points - self.foes;
        let vital_to = (0..self.strings.len())
            .filter(|place| around & (1 << place) != 0)
            .filter(|place| {
                let liberties = self.undo_board.liberty_set(self.strings[*place].anchor);
                (empty - liberties).is_empty()
            })
            .fold(0, |all, place| all | 1 << place);
        self.add(Space {
            points,
            size: points.len(),
            foes: (points & self.foes).len(),
            sure: points,
            // With more strings around it than are told of nothing rests on it.
            is_closed: is_known,
            around,
            vital_to,
        });
    }

    fn add_open(&mut self, core: PointSet) {
        let mut left = core;
        while let Some(start) = left.first() {
            let points = left.connected(start);
            left = left - points;
            let size = points.len();
            if size > 1 || !self.is_false(start) {
                self.add(Space {
                    points,
                    size,
                    foes: (points & self.foes).len(),
                    sure: self.without_gaps(points),
                    is_closed: false,
                    around: 0,
                    vital_to: 0,
                });
            }
        }
    }

    /// Takes from a space what the enemy gets by playing in its gaps.
    fn without_gaps(&self, points: PointSet) -> PointSet {
        let gaps = self.undo_board.empty_next_to(points) & self.margin;
        let joined = points & self.foes & gaps.next_to();
        let lost = gaps | joined;
        points - lost - lost.next_to()
    }

    /// Number of liberties of the walls of a space elsewhere: any number while it has gaps.
    pub(super) fn outside(&self, space: &Space) -> usize {
        if !space.is_closed {
            return MAX_OUTSIDE_LIBERTIES;
        }
        let strings = self.strings.iter().enumerate();
        let walls = strings.filter(|(place, _)| space.around & (1 << place) != 0);
        let liberties = walls.fold(PointSet::EMPTY, |all, (_, wall)| {
            all | self.undo_board.liberty_set(wall.anchor)
        });
        (liberties - space.points).len()
    }

    /// Half eyes in some points, if they are walled in.
    pub(super) fn half_eyes(&self, spaces: &EyeSpaceTable, points: PointSet) -> u32 {
        let mut left = points;
        let mut sum = 0;
        while let Some(start) = left.first() {
            let part = left.connected(start);
            left = left - part;
            sum += self.half_eyes_of(spaces, part);
        }
        sum
    }

    /// The same for points that hang together.
    pub(super) fn half_eyes_of(&self, spaces: &EyeSpaceTable, part: PointSet) -> u32 {
        if part.len() <= 2 {
            return 2;
        }
        match self.play_out(spaces, part, MAX_OUTSIDE_LIBERTIES) {
            None => 4,
            Some(all) if all.for_turn(Turn::Owner) == SpaceOutcome::Dead => 2,
            Some(all) if all.for_turn(Turn::Opponent) == SpaceOutcome::Alive => 4,
            Some(_) => 3,
        }
    }

    fn add(&mut self, space: Space) {
        if self.spaces.len() < MAX_SPACES {
            self.spaces.push(space);
        }
    }

    /// Returns whether a single point is no eye: too many of its corners are the enemy's for good.
    fn is_false(&self, point: Point) -> bool {
        let sides = self.undo_board.neighbors(point).count();
        let foe = !self.life_problem.color;
        let is_lost = |corner: &Point| match self.life_problem.region.contains(*corner) {
            true => self.hard.contains(*corner),
            false => self.undo_board.color_at(*corner) == Some(foe),
        };
        let lost = self.undo_board.corners(point).filter(is_lost);
        lost.count() >= if sides == 4 { 2 } else { 1 }
    }

    /// Stones of the group in the strings of the cluster.
    pub(super) fn cluster_weight(&self) -> u16 {
        self.weight(self.cluster)
    }

    fn weight(&self, places: u32) -> u16 {
        let strings = self.strings.iter().enumerate();
        let inside = strings.filter(|(place, _)| places & (1 << place) != 0);
        inside.map(|(_, wall)| wall.weight).sum()
    }

    /// Returns whether all that is left of the group holds together.
    pub(super) fn is_whole(&self) -> bool {
        self.cluster_weight() == self.left
    }

    /// Returns whether enough of the group lives though it never answers (Benson 1976).
    pub(super) fn lives_for_ever(&self) -> bool {
        let closed = || self.spaces.iter().filter(|space| space.is_closed);
        let mut alive = ((1_u64 << self.strings.len()) - 1) as u32;
        loop {
            let healthy = |space: &&Space| space.around & !alive == 0;
            let eyes = |place: usize| {
                let eyes = closed().filter(healthy);
                eyes.filter(|space| space.vital_to & (1 << place) != 0)
                    .count()
            };
            let places = (0..self.strings.len()).filter(|place| alive & (1 << place) != 0);
            let now = places.fold(0, |now, place| now | u32::from(eyes(place) >= 2) << place);
            if now == alive {
                return self.weight(alive) >= self.life_problem.least;
            }
            alive = now;
        }
    }

    /// Returns whether one solid string with enough of the group is all there is around a closed space.
    pub(super) fn is_solid(&self, space: &Space) -> bool {
        space.is_closed
            && space.around.is_power_of_two()
            && self.weight(space.around) >= self.life_problem.least
    }

    /// The outcome of a space if a solid wall is all around it, with so many liberties
    /// `outside`; `None` if it is too large.
    pub(super) fn play_out(
        &self,
        spaces: &EyeSpaceTable,
        space: PointSet,
        outside: usize,
    ) -> Option<SpaceOutcomes> {
        let mut points = [None; MAX_SPACE];
        for (place, point) in space.iter().enumerate() {
            *points.get_mut(place)? = Some(point);
        }
        // Who has no liberty but in a gap is captured once that is closed.
        let foe = |point: Point| {
            !self.undo_board.is_empty(point)
                && !(self.undo_board.liberty_set(point) & space).is_empty()
        };
        let touches = |point: Point| {
            let mut around = self.undo_board.neighbors(point);
            around.any(|n| !space.contains(n))
        };
        Some(spaces.outcomes(&points, foe, touches, outside))
    }

    /// Returns whether the cluster may still get away.
    pub(super) fn may_run(&self, to_move: Side) -> bool {
        if !self.leaks.is_empty() {
            return true;
        }
        if to_move == Side::Prover {
            return false;
        }
        if self.life_problem.is_deep {
            return self.ways.ends > 0;
        }
        let ahead = self.undo_board.empty_among(self.liberties.next_to());
        let wanted = (ahead & self.life_problem.open) | (ahead - self.life_problem.inner);
        let enemies = self
            .undo_board
            .stones_among(wanted.next_to(), !self.life_problem.color);
        !(wanted - enemies.next_to()).is_empty()
    }

    /// Returns whether an enemy outside its spaces may be captured.
    pub(super) fn may_race(&self) -> bool {
        let in_spaces = self.spaces.iter();
        let inside = in_spaces.fold(PointSet::EMPTY, |all, space| all | space.points);
        !((self.free & self.foes) - inside).is_empty()
    }

    /// The anchors of the group's strings and those around its closed spaces.
    pub(super) fn own(&self) -> impl Iterator<Item = Point> {
        self.strings.iter().map(|wall| wall.anchor)
    }

    /// Enemy stones in reach of capture: an anchor each.
    pub(super) fn soft(&self) -> Vec<Point> {
        let mut found = Vec::new();
        for point in (self.free & self.foes).iter() {
            let anchor = self.undo_board.anchor(point);
            if !found.contains(&anchor) {
                found.push(anchor);
            }
        }
        found
    }

    /// Finds the ways of the cluster out.
    fn look_out(&mut self) {
        let liberties = self.liberties;
        let far = (liberties & self.life_problem.open) | (liberties - self.life_problem.region);
        let joins = self.friends_at(liberties).next_to() & liberties;
        if self.life_problem.is_deep {
            self.ways = self.ways_out();
            self.exits = joins;
            return;
        }
        self.exits = (far - self.foes.next_to()) | joins;
    }

    /// Returns whether a group of a deep problem has room before it, whatever its opponent, who is to
    /// move or has moved, does about it.
    pub(super) const fn has_run_out(&self, to_move: Side) -> bool {
        self.ways.ends
            >= match to_move {
                Side::Prover => MIN_ENDS_BEFORE_A_MOVE,
                Side::Refuter => MIN_ENDS,
            }
    }

    /// The ways of the cluster that no enemy stands next to, but at their first points.
    fn ways_out(&self) -> Ways {
        let (undo_board, color) = (self.undo_board, self.life_problem.color);
        let cluster = (0..self.strings.len())
            .filter(|place| self.cluster & (1 << place) != 0)
            .fold(PointSet::EMPTY, |all, place| {
                all | undo_board.string_set(self.strings[place].anchor)
            });
        let mut rings = [PointSet::EMPTY; WAY];
        let mut reached = cluster | self.liberties;
        rings[0] = self.liberties;
        for step in 1..WAY {
            let around = rings[step - 1].next_to() - reached;
            let free = undo_board.empty_among(around) | undo_board.stones_among(around, color);
            let foes = undo_board.stones_among(free.next_to(), !color);
            rings[step] = free - foes.next_to();
            reached |= rings[step];
        }
        let ends = rings[WAY - 1];
        let (mut points, mut back) = (PointSet::EMPTY, ends);
        for ring in rings[..WAY - 1].iter().rev() {
            back = back.next_to() & *ring;
            points |= back;
        }
        Ways {
            ends: ends.len(),
            points,
            first: back,
        }
    }

    /// Returns whether a living friend stands next to any of some points.
    pub(super) fn has_friend_at(&self, points: PointSet) -> bool {
        if self.life_problem.is_deep && self.has_other_at(points) {
            return true;
        }
        !self.friends_at(points).is_empty()
    }

    /// Returns whether a string that is none of the cluster, and has a liberty outside the problem, stands
    /// next to some points: it may know a way out.
    fn has_other_at(&self, points: PointSet) -> bool {
        let mut others = (points.next_to() & self.own).iter();
        others.any(|stone| {
            let anchor = self.undo_board.anchor(stone);
            let outside = self.undo_board.liberty_set(anchor) - self.life_problem.region;
            let mut strings = self.strings.iter().enumerate();
            !outside.is_empty()
                && !strings
                    .any(|(place, wall)| self.cluster & (1 << place) != 0 && wall.anchor == anchor)
        })
    }

    /// Stones of living friends next to some points in the region or the cluster's liberties.
    fn friends_at(&self, points: PointSet) -> PointSet {
        if self.friends.is_empty() {
            return PointSet::EMPTY;
        }
        let is_friend = |stone: &Point| self.friends.contains(self.undo_board.anchor(*stone));
        (points.next_to() & self.own)
            .iter()
            .filter(is_friend)
            .collect()
    }

    /// Returns whether the cluster is one with a living friend.
    pub(super) fn has_joined(&self) -> bool {
        let strings = self.strings.iter().enumerate();
        strings
            .filter(|(place, _)| self.cluster & (1 << place) != 0)
            .any(|(_, wall)| self.friends.contains(wall.anchor))
    }
}
