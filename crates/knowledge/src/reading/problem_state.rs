//! The state of a life problem: the connected strings, the spaces that may become eyes, what
//! lives for ever.

use super::life_problem::LifeProblem;
use super::problem_spaces::{MAX_SPACES, Space};
use super::problem_ways::Ways;
use super::undo_board::UndoBoard;
use sgmp_board::rules::{Point, PointSet};

/// Strings told of at most.
const MAX_STRINGS: usize = 32;
/// A string of the group's color in the region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall {
    pub(super) anchor: Point,
    /// Stones of the group in it, as many as there were to begin with.
    pub(super) weight: u16,
}

#[derive(Debug)]
pub(super) struct ProblemState<'a> {
    pub(super) life_problem: &'a LifeProblem,
    pub(super) undo_board: &'a UndoBoard,
    pub(super) strings: Vec<Wall>,
    /// Stones of the group that are left.
    pub(super) left: u16,
    /// Places of the strings that hold together and have the most stones of the group.
    pub(super) cluster: u32,
    /// Stones of the group's color in the region, and around it.
    pub(super) own: PointSet,
    /// Enemy stones there.
    pub(super) foes: PointSet,
    /// Those of them that cannot be captured here, and all that are not in the region.
    pub(super) hard: PointSet,
    /// Anchors of the living friends around.
    pub(super) friends: PointSet,
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
    pub(super) fn place(&mut self, anchor: Point) -> Option<usize> {
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

    /// Stones of the group in the strings of the cluster.
    pub(super) fn cluster_weight(&self) -> u16 {
        self.weight(self.cluster)
    }

    pub(super) fn weight(&self, places: u32) -> u16 {
        let strings = self.strings.iter().enumerate();
        let inside = strings.filter(|(place, _)| places & (1 << place) != 0);
        inside.map(|(_, wall)| wall.weight).sum()
    }

    /// Returns whether all that is left of the group holds together.
    pub(super) fn is_whole(&self) -> bool {
        self.cluster_weight() == self.left
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
}
