//! Moves at the wrong place of a fight: shapes that gain little.

use super::MoveFault;
use super::finder::Finder;
use super::forced_lines::played;
use crate::experts::expert_context::distance;
use crate::experts::explain::shapes::is_hane;
use crate::experts::explain::string_facts::{beside, named_near};
use crate::experts::explain::threats::{READING_LEVEL, cuts};
use crate::reading::{Budget, ResultCode, Tactician};
use crate::tactics::{MoveShape, WAYS, Way};
use sgmp_board::rules::{Move, Point};

/// Lines within which a better move is in the same fight.
const NEARBY: u8 = 5;
/// Lines within which a stone alone has none of its own.
const ALONE: u8 = 3;
/// Lines within which strong stones work.
const STRENGTH: u8 = 3;
/// The part of strong stones that is their side's, at least.
const STRONG_FROM: f32 = 0.6;
/// Strong stones there, at least.
const STRONG: usize = 3;
impl Finder<'_, '_> {
    /// The move is at the wrong place of a fight.
    pub(super) fn misplaced(&self) -> Option<MoveFault> {
        let mv = self.mv();
        if let Some(best) = self.other_side() {
            return Some(MoveFault::WrongSide(mv, best));
        }
        if let Some(found) = WAYS.into_iter().find_map(|way| self.along_theirs(way)) {
            return Some(found);
        }
        // Where the better move is elsewhere, it is no shape that was lost.
        let is_near = match self.best {
            Move::Play(best) => distance(best, self.point) <= NEARBY,
            Move::Pass => false,
        };
        if is_near && WAYS.into_iter().any(|way| self.is_empty_triangle(way)) {
            return Some(MoveFault::EmptyTriangle(mv));
        }
        let peeped = self.peeped_at();
        let helps = peeped.map(|point| MoveFault::HelpsToConnect(mv, point));
        helps.or_else(|| self.near_strength())
    }

    /// A step straight on from an own stone, along theirs that are as far already.
    fn along_theirs(&self, ((x, y), (u, v)): Way) -> Option<MoveFault> {
        let (me, them) = (Some(self.me), Some(!self.me));
        let goes_on = self.color_at((-x, -y)) == me
            && self.color_at((u - x, v - y)) == them
            && self.color_at((u, v)) == them
            && self.is_empty((x, y));
        if !goes_on || beside(self.board, self.point, self.me).len() > 1 {
            return None;
        }
        let line = |step| {
            let point = self.point.stepped(step, self.board.size());
            point.map(|point| self.line(point))
        };
        let crawls = line((u, v)) == Some(3) && line((-x, -y)) == Some(2);
        match self.line(self.point) {
            2 if crawls => Some(MoveFault::Crawls(self.mv())),
            3.. if self.color_at((u + x, v + y)) != me => Some(MoveFault::PushesBehind(self.mv())),
            _ => None,
        }
    }

    /// Returns whether it makes three of four points own stones, the fourth empty, and nothing else.
    fn is_empty_triangle(&self, (ahead, side): Way) -> bool {
        let corner = (ahead.0 + side.0, ahead.1 + side.1);
        let is_own = |step| self.color_at(step) == Some(self.me);
        let is_made = is_own(ahead)
            && (is_own(side) && self.is_empty(corner) || is_own(corner) && self.is_empty(side));
        let joins = beside(self.board, self.point, self.me).len() > 1;
        is_made && !joins && !self.scene.touches_liberties()
    }

    /// Their stones near the move that are safe, where it stands alone.
    fn near_strength(&self) -> Option<MoveFault> {
        let without = self.scene.without()?;
        let near = |lines, color| {
            let stones = self.board.stones(color);
            stones.filter(move |stone| distance(*stone, self.point) <= lines)
        };
        let is_alone = near(1, !self.me).next().is_none() && near(ALONE, self.me).next().is_none();
        if !is_alone || self.line(self.point) < 3 {
            return None;
        }
        let is_safe = |stone: &Point| without.part(*stone, !self.me) >= STRONG_FROM;
        let strong: Vec<Point> = near(STRENGTH, !self.me).filter(is_safe).collect();
        let nearest = strong
            .iter()
            .min_by_key(|stone| distance(**stone, self.point));
        let strong = *nearest.filter(|_| strong.len() >= STRONG)?;
        let group = named_near(self.board, strong, !self.me, self.point);
        Some(MoveFault::NearStrength(self.mv(), group))
    }

    /// The point at which the other side connects after a peep, if a stone of ours there would have cut, as the reader proves.
    pub(super) fn peeped_at(&self) -> Option<Point> {
        let (board, me, point) = (self.board, self.me, self.point);
        if !MoveShape::Peep.is_made(board, me, point) {
            return None;
        }
        let mut empty = board.neighbors(point).filter(|n| board.is_empty(*n));
        empty.find(|n| {
            let theirs = beside(board, *n, !me);
            let own = beside(board, *n, me);
            theirs.len() >= 2 && own.is_empty() && self.connects_for_good(*n)
        })
    }

    /// Returns whether their strings beside a point could be cut there, and stand joined and are not caught once they have connected
    /// there after the move.
    fn connects_for_good(&self, at: Point) -> bool {
        let is_cut = played(self.board, self.me, at)
            .is_some_and(|cut| cuts((self.board, &cut), !self.me, (at, None), None) > 0);
        is_cut
            && played(&self.scene.after, !self.me, at).is_some_and(|joined| {
                let attack = Tactician::new().attack(&joined, at, Budget::for_level(READING_LEVEL));
                attack.result == ResultCode::Fails && attack.is_complete
            })
    }

    /// The better move, where it goes round the same stone from the other side.
    fn other_side(&self) -> Option<Move> {
        let Move::Play(best) = self.best else {
            return None;
        };
        let is_round = |point: Point| {
            let mut after = self.board.clone();
            let is_made = MoveShape::Hane.is_made(self.board, self.me, point);
            is_made
                && after.play(self.me, Move::Play(point)).is_ok()
                && is_hane(&after, self.me, point)
        };
        let shared = || {
            let mine = beside(self.board, self.point, !self.me);
            let theirs = beside(self.board, best, !self.me);
            mine.iter().any(|anchor| theirs.contains(anchor))
        };
        (is_round(self.point) && is_round(best) && shared()).then_some(self.best)
    }
}
