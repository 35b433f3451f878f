//! Moves that are in vain, and moves that gain nothing where they are.

use super::MoveFault;
use super::forced_lines::is_in_ladder;
use crate::experts::expert_context::distance;
use crate::experts::explain::owners::{Fate, Owners};
use crate::experts::explain::scene::Scene;
use crate::experts::explain::string_facts::{beside, named_near};
use crate::experts::explain::threats::READING_LEVEL;
use crate::experts::group_ref::GroupRef;
use crate::reading::{Budget, ResultCode, Tactician};
use crate::tactics::unconditionally_alive;
use sgmp_board::rules::{Board, Color, Move, Point, PointSet};

/// Points up to which a move gains nothing to speak of.
pub(super) const GAINS_NOTHING: f32 = 1.5;
/// The part of the board, in percent, that is filled at most in the opening.
const OPENING_PERCENT: usize = 25;
/// The mean part of stones from which on they need no move.
pub(super) const SAFE: f32 = 0.8;
/// The part of a point from which on it belongs to a side.
const OWNED: f32 = 0.6;
/// The part of a stone from which on it is rather theirs.
const LEANS_TO_THEM: f32 = -0.3;
/// Points of a gap between two walls.
const GAP: usize = 2;
/// Points of a room that is rather an eye than territory.
const SMALL_ROOM: usize = 6;
/// Steps within which stones crowd around a move.
const CROWD: u8 = 3;
/// Their stones in such a crowd, where few of ours stand by.
const CROWDED: usize = 4;

/// A move whose fault is looked for.
pub(super) struct Finder<'a, 'b> {
    pub(super) scene: &'a Scene<'b>,
    pub(super) point: Point,
    pub(super) best: Move,
    pub(super) board: &'b Board,
    pub(super) me: Color,
}

impl<'a, 'b> Finder<'a, 'b> {
    /// The move of a scene, beside the best one; `None` for a pass.
    pub(super) fn new(scene: &'a Scene<'b>, best: Move) -> Option<Self> {
        Some(Self {
            scene,
            point: scene.point()?,
            best,
            board: scene.before(),
            me: scene.color,
        })
    }
}

impl Finder<'_, '_> {
    pub(super) const fn mv(&self) -> Move {
        self.scene.mv
    }

    pub(super) fn line(&self, point: Point) -> u8 {
        point.line(self.board.size())
    }

    pub(super) fn is_empty(&self, step: (i8, i8)) -> bool {
        let point = self.point.stepped(step, self.board.size());
        point.is_some_and(|point| self.board.is_empty(point))
    }

    pub(super) fn color_at(&self, step: (i8, i8)) -> Option<Color> {
        let point = self.point.stepped(step, self.board.size())?;
        self.board.color_at(point)
    }

    /// The move fills an eye, or runs from atari and is caught.
    pub(super) fn in_vain(&self) -> Option<MoveFault> {
        if self.scene.captures() {
            return None;
        }
        let own = beside(self.board, self.point, self.me);
        let in_atari = own.iter().find(|stone| self.board.liberties(**stone) == 1);
        match in_atari {
            Some(stone) => self.is_caught(self.point).then(|| self.runs(*stone)),
            None if self.board.is_small_eye(self.me, self.point) => {
                Some(MoveFault::FillsEye(self.mv()))
            }
            None => None,
        }
    }

    /// The stone is lost, alone or with others.
    pub(super) fn lost(&self) -> Option<MoveFault> {
        if self.scene.captures() {
            return None;
        }
        let own = beside(self.board, self.point, self.me);
        self.added_to_lost(&own)
            .or_else(|| self.too_deep(&own))
            .or_else(|| self.caught(&own))
    }

    /// Stones that run from atari, and are caught.
    fn runs(&self, stone: Point) -> MoveFault {
        let group = named_near(self.board, stone, self.me, self.point);
        match is_in_ladder(&self.scene.after, self.point) {
            true => MoveFault::RunsInLadder(self.mv(), group),
            false => MoveFault::RunsInVain(self.mv(), group),
        }
    }

    /// Stones beside the move that are lost without it, and with it.
    fn added_to_lost(&self, own: &[Point]) -> Option<MoveFault> {
        let without = self.scene.without().filter(|_| self.scene.is_lost())?;
        let was_lost = |stone: &Point| {
            let stones: PointSet = self.board.string(*stone).collect();
            without.fate(&stones, self.me) == Fate::Lost
        };
        let stone = own.iter().copied().find(was_lost)?;
        let group = named_near(self.board, stone, self.me, self.point);
        Some(MoveFault::AddsToLost(self.mv(), group))
    }

    /// A lone stone that is lost in a crowd of theirs.
    fn too_deep(&self, own: &[Point]) -> Option<MoveFault> {
        let near = |color| {
            let stones = self.board.stones(color);
            let near = stones.filter(|stone| distance(*stone, self.point) <= CROWD);
            near.count()
        };
        let (theirs, ours) = (near(!self.me), near(self.me));
        let is_crowded = theirs >= CROWDED && ours <= theirs / 3;
        let is_open = self.scene.after.liberties(self.point) > 1;
        let part = self.scene.with()?.part(self.point, self.me);
        let is_lone = own.is_empty() && is_crowded && is_open;
        (is_lone && part < LEANS_TO_THEM).then_some(MoveFault::TooDeep(self.mv()))
    }

    /// A stone that the reader catches.
    fn caught(&self, own: &[Point]) -> Option<MoveFault> {
        if !self.is_caught(self.point) {
            return None;
        }
        let after = &self.scene.after;
        if after.liberties(self.point) == 1 {
            let answer = after.liberty_set(self.point).first()?;
            return Some(MoveFault::TakenAtOnce(self.mv(), answer));
        }
        if !own.is_empty() || !self.scene.is_lost() {
            return None;
        }
        let helps = |point| MoveFault::HelpsToConnect(self.mv(), point);
        let peeped = self.peeped_at().map(helps);
        Some(peeped.unwrap_or(MoveFault::Caught(self.mv())))
    }

    /// Returns whether the string of a stone is taken after the move, as the reader proves.
    fn is_caught(&self, stone: Point) -> bool {
        let mut reader = Tactician::new();
        let attack = reader.attack(&self.scene.after, stone, Budget::for_level(READING_LEVEL));
        attack.result == ResultCode::Succeeds && attack.is_complete
    }

    /// The move gains nothing where it is.
    pub(super) fn wasted(&self) -> Option<MoveFault> {
        let mv = self.mv();
        if self.scene.gain >= GAINS_NOTHING {
            return None;
        }
        if let Some(point) = self.peeped_at() {
            return Some(MoveFault::HelpsToConnect(mv, point));
        }
        let without = self.scene.without()?;
        if self.scene.touches_liberties() {
            return None;
        }
        if let Some(alive) = self.beside_the_alive() {
            return Some(MoveFault::GuardsTheSafe(mv, alive));
        }
        if self.is_all_around(without) {
            return Some(MoveFault::OwnTerritory(mv));
        }
        let settled = without.part(self.point, self.me).abs() < 1.0 - OWNED;
        if self.is_between_the_living(without) && (settled || self.is_gap(without)) {
            return Some(MoveFault::Nobodys(mv));
        }
        self.guards_the_safe(without)
    }

    /// Own stones that nobody can take, where the move fills a small room of theirs.
    fn beside_the_alive(&self) -> Option<GroupRef> {
        let all: PointSet = Point::all(self.board.size()).collect();
        let room = (all - self.board.stones(self.me).collect()).connected(self.point);
        let alive = unconditionally_alive(self.board, self.me);
        let is_small = room.len() <= SMALL_ROOM && room.iter().all(|p| self.board.is_empty(p));
        let mut walls = (room.next_to() & alive).iter();
        let stone = walls.next().filter(|_| is_small)?;
        Some(named_near(self.board, stone, self.me, self.point))
    }

    /// Own stones beside the move that are safe without it.
    fn guards_the_safe(&self, without: &Owners) -> Option<MoveFault> {
        let beside = beside(self.board, self.point, self.me).into_iter();
        let safe = beside.chain(self.diagonal()).find(|stone| {
            let stones: PointSet = self.board.string(*stone).collect();
            without.mean(&stones, self.me) >= SAFE
        })?;
        let group = named_near(self.board, safe, self.me, self.point);
        Some(MoveFault::GuardsTheSafe(self.mv(), group))
    }

    /// Own stones at the corners of the move.
    fn diagonal(&self) -> Vec<Point> {
        let steps = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let corners = steps.map(|step| self.point.stepped(step, self.board.size()));
        let own = corners.into_iter().flatten();
        own.filter(|corner| self.board.color_at(*corner) == Some(self.me))
            .collect()
    }

    /// A stone on the first line in the opening, that takes and saves none.
    pub(super) fn first_line(&self) -> Option<MoveFault> {
        let points = usize::from(self.board.size().points());
        let stones = points - self.board.empty_points().len();
        let is_opening = 100 * stones <= OPENING_PERCENT * points;
        let is_quiet = !self.scene.captures() && self.scene.after.liberties(self.point) > 1;
        (is_opening && is_quiet && self.line(self.point) == 1)
            .then_some(MoveFault::FirstLine(self.mv()))
    }

    /// Returns whether all points within a step are the player's without the move.
    fn is_all_around(&self, without: &Owners) -> bool {
        let mut near = Point::all(self.board.size()).filter(|p| distance(*p, self.point) <= 1);
        near.all(|point| without.part(point, self.me) >= OWNED)
    }

    /// Returns whether it is one of a point or two that safe stones alone stand around.
    fn is_gap(&self, without: &Owners) -> bool {
        let empty: PointSet = self.board.empty_points().iter().copied().collect();
        let gap = empty.connected(self.point);
        let mut walls = gap.next_to().iter();
        gap.len() <= GAP
            && walls.all(|point| {
                let color = self.board.color_at(point);
                color.is_none_or(|color| without.part(point, color) >= SAFE)
            })
    }

    /// Returns whether stones of both sides that live touch the point.
    fn is_between_the_living(&self, without: &Owners) -> bool {
        let lives = |color| {
            let stones = beside(self.board, self.point, color);
            stones
                .iter()
                .any(|stone| without.part(*stone, color) >= SAFE)
        };
        lives(self.me) && lives(!self.me)
    }
}
