//! The spaces of a life problem that may become eyes, and what they come to.

use super::eye_space::{
    EyeSpaceTable, MAX_OUTSIDE_LIBERTIES, MAX_SPACE, SpaceOutcome, SpaceOutcomes, Turn,
};
use super::problem_state::ProblemState;
use sgmp_board::rules::{Point, PointSet};

/// Spaces told of at most; more are life in any case.
pub(super) const MAX_SPACES: usize = 12;

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

impl ProblemState<'_> {
    /// Divides what is free into spaces.
    pub(super) fn divide(&mut self) {
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
}
