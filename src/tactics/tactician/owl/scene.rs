//! What a position of a siege looks like: who is connected, which spaces may become eyes, what
//! lives for ever.

use super::super::proof::Side;
use super::super::slate::Slate;
use super::inside::{Inside, LARGEST, MANY, Spaces, Turn};
use super::siege::Siege;
use crate::rules::{Point, PointSet};

/// Strings told of at most.
const MOST_STRINGS: usize = 32;
/// Spaces told of at most; more are life in any case.
const MOST_SPACES: usize = 12;

/// A space that may become an eye, or more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Space {
    pub(super) points: PointSet,
    pub(super) size: usize,
    /// Enemy stones in it.
    pub(super) foes: usize,
    /// What is left of it if the enemy plays in all its gaps.
    pub(super) sure: PointSet,
    /// Whether the group's colour stands all around it.
    pub(super) is_closed: bool,
    /// Places of the strings around it in [`Scene::strings`], a bit each; of closed spaces only.
    around: u32,
    /// Of those the strings next to every empty point of it.
    vital_to: u32,
}

/// A string of the group's colour in the region.
#[derive(Clone, Copy, Debug)]
struct Wall {
    anchor: Point,
    /// Stones of the group in it, as many as there were to begin with.
    weight: u16,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    siege: &'a Siege,
    slate: &'a Slate,
    strings: Vec<Wall>,
    /// Stones of the group that are left.
    pub(super) left: u16,
    /// Places of the strings that hold together and have the most stones of the group.
    cluster: u32,
    /// Anchors of the enemy's strings that cannot be captured here.
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
}

impl<'a> Scene<'a> {
    pub(super) fn new(siege: &'a Siege, slate: &'a Slate) -> Self {
        let mut scene = Self {
            siege,
            slate,
            strings: Vec::with_capacity(MOST_STRINGS),
            left: 0,
            cluster: 0,
            hard: PointSet::EMPTY,
            friends: siege.friends.iter().map(|p| slate.anchor(*p)).collect(),
            free: PointSet::EMPTY,
            margin: PointSet::EMPTY,
            spaces: Vec::with_capacity(MOST_SPACES),
            liberties: PointSet::EMPTY,
            exits: PointSet::EMPTY,
            leaks: PointSet::EMPTY,
        };
        scene.weigh();
        if scene.left >= siege.least {
            scene.gather();
            scene.harden();
            scene.survey();
            scene.divide();
            scene.look_out();
        }
        scene
    }

    /// Which stones of the group are left, in which strings.
    fn weigh(&mut self) {
        for (stone, size) in &self.siege.core {
            if self.slate.color_at(*stone) == Some(self.siege.color) {
                self.left += size;
                let place = self.place(self.slate.anchor(*stone));
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
            (self.strings.len() < MOST_STRINGS).then(|| {
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
            .map(|wall| self.slate.liberty_set(wall.anchor))
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
                    part & (1 << place) == 0 && (liberties[*place] & reach).len() >= 2
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

    /// The enemy's strings that cannot be captured here: the living, and what holds to them.
    fn harden(&mut self) {
        let (slate, foe) = (self.slate, !self.siege.color);
        let mut reach = PointSet::EMPTY;
        for hunter in &self.siege.hunters {
            if slate.color_at(*hunter) == Some(foe) && slate.liberties(*hunter) > 1 {
                let anchor = slate.anchor(*hunter);
                if self.hard.insert(anchor) {
                    reach |= slate.liberty_set(anchor);
                }
            }
        }
        for point in &self.siege.region {
            if slate.color_at(*point) == Some(foe) {
                let anchor = slate.anchor(*point);
                if !self.hard.contains(anchor) && self.holds_to(anchor, reach) {
                    self.hard.insert(anchor);
                    reach |= slate.liberty_set(anchor);
                }
            }
        }
    }

    /// Whether an enemy string cannot be cut off from where `reach` are the liberties.
    fn holds_to(&self, anchor: Point, reach: PointSet) -> bool {
        let (slate, own) = (self.slate, self.siege.color);
        let common = slate.liberty_set(anchor) & reach;
        // Who cuts there is captured at once, and not in a ko.
        let is_safe = |link: Point| {
            let left = slate.liberties_after(own, link);
            let is_open = |last: Point| {
                let mut around = slate.neighbours(last);
                around.any(|n| n != link && slate.color_at(n) != Some(own))
            };
            !slate.captures(own, link) && left.len() <= 1 && left.first().is_none_or(is_open)
        };
        let is_firm = slate.string_size(anchor) == 1 || slate.liberties(anchor) > 2;
        common.len() >= 2 || is_firm && common.first().is_some_and(is_safe)
    }

    fn is_hard(&self, stone: Point) -> bool {
        self.hard.contains(self.slate.anchor(stone))
    }

    /// Which points are free, and which of them lie at the margin.
    fn survey(&mut self) {
        let (slate, own) = (self.slate, self.siege.color);
        for point in &self.siege.region {
            match slate.color_at(*point) {
                Some(color) if color == own || self.is_hard(*point) => continue,
                Some(_) | None => self.free.insert(*point),
            };
            let is_outer = |n: Point| match slate.color_at(n) {
                Some(color) if color == own => false,
                Some(_) => !self.siege.mask.contains(n) || self.is_hard(n),
                None => !self.siege.mask.contains(n),
            };
            if slate.neighbours(*point).any(is_outer) {
                self.margin.insert(*point);
            }
        }
    }

    /// Divides what is free into spaces.
    fn divide(&mut self) {
        let mut seen = PointSet::EMPTY;
        for start in self.free.iter() {
            if !seen.insert(start) {
                continue;
            }
            let part = self.part(start, self.free);
            seen |= part;
            if (part & self.margin).is_empty() {
                self.add_closed(part);
            } else {
                self.add_open((part - self.margin) & self.siege.inner);
            }
        }
    }

    /// The points of `within` that hang together with one of them.
    fn part(&self, start: Point, within: PointSet) -> PointSet {
        let mut part = PointSet::single(start);
        let mut open = Vec::with_capacity(32);
        open.push(start);
        while let Some(point) = open.pop() {
            for n in self.slate.neighbours(point) {
                if within.contains(n) && part.insert(n) {
                    open.push(n);
                }
            }
        }
        part
    }

    fn add_closed(&mut self, points: PointSet) {
        let (mut around, mut vital_to, mut foes) = (0, u32::MAX, 0);
        let mut is_known = true;
        for point in points.iter() {
            let mut here = 0;
            for n in self.slate.neighbours(point) {
                if self.slate.color_at(n) == Some(self.siege.color) {
                    match self.place(self.slate.anchor(n)) {
                        Some(place) => here |= 1 << place,
                        None => is_known = false,
                    }
                }
            }
            around |= here;
            if self.slate.is_empty(point) {
                vital_to &= here;
            } else {
                foes += 1;
            }
        }
        self.add(Space {
            points,
            size: points.len(),
            foes,
            sure: points,
            // With more strings around it than are told of nothing rests on it.
            is_closed: is_known,
            around,
            vital_to,
        });
    }

    fn add_open(&mut self, core: PointSet) {
        let mut seen = PointSet::EMPTY;
        for start in core.iter() {
            if seen.insert(start) {
                let points = self.part(start, core);
                seen |= points;
                let size = points.len();
                if size > 1 || !self.is_false(start) {
                    let foes = points.iter().filter(|p| !self.slate.is_empty(*p)).count();
                    self.add(Space {
                        points,
                        size,
                        foes,
                        sure: self.without_gaps(points),
                        is_closed: false,
                        around: 0,
                        vital_to: 0,
                    });
                }
            }
        }
    }

    /// Takes from a space what the enemy gets by playing in its gaps.
    fn without_gaps(&self, points: PointSet) -> PointSet {
        let slate = self.slate;
        let gaps = slate.empty_next_to(points) & self.margin;
        let is_joined = |point: &Point| {
            !slate.is_empty(*point) && slate.neighbours(*point).any(|n| gaps.contains(n))
        };
        let joined: PointSet = points.iter().filter(is_joined).collect();
        let lost = gaps | joined;
        let is_sure = |point: &Point| {
            !lost.contains(*point) && !slate.neighbours(*point).any(|n| lost.contains(n))
        };
        points.iter().filter(is_sure).collect()
    }

    /// How many liberties the walls of a space have elsewhere: any number while it has gaps.
    pub(super) fn outside(&self, space: &Space) -> usize {
        if !space.is_closed {
            return MANY;
        }
        let strings = self.strings.iter().enumerate();
        let walls = strings.filter(|(place, _)| space.around & (1 << place) != 0);
        let liberties = walls.fold(PointSet::EMPTY, |all, (_, wall)| {
            all | self.slate.liberty_set(wall.anchor)
        });
        (liberties - space.points).len()
    }

    /// Half eyes in some points, if they are walled in.
    pub(super) fn half_eyes(&self, spaces: &Spaces, points: PointSet) -> u32 {
        let mut left = points;
        let mut sum = 0;
        while let Some(start) = left.first() {
            let part = self.part(start, left);
            left = left - part;
            let outcome = |turn| self.play_out(spaces, part, MANY, turn);
            sum += match part.len() {
                1 | 2 => 2,
                3..=LARGEST => match (outcome(Turn::Owner), outcome(Turn::Opponent)) {
                    (Some(Inside::Dead), _) => 2,
                    (_, Some(Inside::Alive)) => 4,
                    _ => 3,
                },
                _ => 4,
            };
        }
        sum
    }

    fn add(&mut self, space: Space) {
        if self.spaces.len() < MOST_SPACES {
            self.spaces.push(space);
        }
    }

    /// Whether a single point is no eye: too many of its corners are the enemy's for good.
    fn is_false(&self, point: Point) -> bool {
        let sides = self.slate.neighbours(point).count();
        let lost = self.slate.corners(point).filter(|corner| {
            self.slate.color_at(*corner) == Some(!self.siege.color)
                && (self.is_hard(*corner) || !self.siege.mask.contains(*corner))
        });
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

    /// Whether all that is left of the group holds together.
    pub(super) fn is_whole(&self) -> bool {
        self.cluster_weight() == self.left
    }

    /// Whether enough of the group lives though it never answers (Benson 1976).
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
                return self.weight(alive) >= self.siege.least;
            }
            alive = now;
        }
    }

    /// Whether one solid string with enough of the group is all there is around a closed space.
    pub(super) fn is_solid(&self, space: &Space) -> bool {
        space.is_closed
            && space.around.is_power_of_two()
            && self.weight(space.around) >= self.siege.least
    }

    /// What comes of a space of some points if a solid wall is all around it, with so many liberties
    /// `outside`; `None` if it is too large.
    pub(super) fn play_out(
        &self,
        spaces: &Spaces,
        space: PointSet,
        outside: usize,
        turn: Turn,
    ) -> Option<Inside> {
        let mut points = [None; LARGEST];
        for (place, point) in space.iter().enumerate() {
            *points.get_mut(place)? = Some(point);
        }
        // Who has no liberty but in a gap is captured once that is closed.
        let foe = |point: Point| {
            !self.slate.is_empty(point) && !(self.slate.liberty_set(point) & space).is_empty()
        };
        let touches = |point: Point| {
            let mut around = self.slate.neighbours(point);
            around.any(|n| !space.contains(n))
        };
        Some(spaces.outcome(&points, foe, touches, outside, turn))
    }

    /// Whether the cluster may still get away.
    pub(super) fn may_run(&self, to_move: Side) -> bool {
        let is_free = |point: Point| {
            self.slate.is_empty(point)
                && !self.is_next_to_enemy(point)
                && (self.siege.open.contains(point) || !self.siege.inner.contains(point))
        };
        !self.leaks.is_empty()
            || to_move == Side::Refuter
                && self
                    .liberties
                    .iter()
                    .any(|liberty| self.slate.neighbours(liberty).any(is_free))
    }

    /// Whether an enemy outside its spaces may be captured.
    pub(super) fn may_race(&self, slate: &Slate) -> bool {
        let in_spaces = self.spaces.iter();
        let inside = in_spaces.fold(PointSet::EMPTY, |all, space| all | space.points);
        let soft = self.free - inside;
        soft.iter().any(|point| !slate.is_empty(point))
    }

    /// The anchors of the group's strings and those around its closed spaces.
    pub(super) fn own(&self) -> impl Iterator<Item = Point> {
        self.strings.iter().map(|wall| wall.anchor)
    }

    /// Enemy stones in reach of capture: an anchor each.
    pub(super) fn soft(&self) -> Vec<Point> {
        let mut found = Vec::new();
        for point in self.free.iter() {
            if !self.slate.is_empty(point) {
                let anchor = self.slate.anchor(point);
                if !found.contains(&anchor) {
                    found.push(anchor);
                }
            }
        }
        found
    }

    /// Where the cluster may get out.
    fn look_out(&mut self) {
        for point in self.liberties.iter() {
            let is_inner = self.siege.inner.contains(point);
            if self.is_exit(point) {
                self.exits.insert(point);
                self.leaks.insert(point);
            } else if !is_inner && !self.is_next_to_hard(point) {
                self.leaks.insert(point);
            }
        }
    }

    /// Whether a living friend stands next to any of some points.
    pub(super) fn has_friend_at(&self, points: PointSet) -> bool {
        !self.friends.is_empty() && points.iter().any(|point| self.is_next_to_friend(point))
    }

    fn is_next_to_friend(&self, point: Point) -> bool {
        self.slate.neighbours(point).any(|n| {
            self.slate.color_at(n) == Some(self.siege.color)
                && self.friends.contains(self.slate.anchor(n))
        })
    }

    fn is_exit(&self, point: Point) -> bool {
        let is_far = self.siege.open.contains(point) || !self.siege.mask.contains(point);
        is_far && !self.is_next_to_enemy(point) || self.is_next_to_friend(point)
    }

    fn is_next_to_enemy(&self, point: Point) -> bool {
        let mut around = self.slate.neighbours(point);
        around.any(|n| self.slate.color_at(n) == Some(!self.siege.color))
    }

    /// Whether the cluster is one with a living friend.
    pub(super) fn has_joined(&self) -> bool {
        let strings = self.strings.iter().enumerate();
        strings
            .filter(|(place, _)| self.cluster & (1 << place) != 0)
            .any(|(_, wall)| self.friends.contains(wall.anchor))
    }

    fn is_next_to_hard(&self, point: Point) -> bool {
        let mut around = self.slate.neighbours(point);
        around.any(|n| {
            self.slate.color_at(n) == Some(!self.siege.color)
                && (!self.siege.mask.contains(n) || self.is_hard(n))
        })
    }
}
