//! Moves that neglect what can be read: stones that are taken, two threats at once, ladders, kos.

use super::MoveFault;
use super::finder::Finder;
use super::forced_lines::{answers, is_free, is_in_ladder, played, ways_out};
use crate::experts::expert_context::distance;
use crate::experts::explain::owners::Fate;
use crate::experts::explain::string_facts::{atari, beside, named_near};
use crate::experts::explain::threats::{Seen, threat};
use crate::experts::group_ref::GroupRef;
use crate::tactics::{Capture, captures_in_ladder};
use sgmp_board::rules::{Board, Color, Move, Point, PointSet};

/// Lines from which a move is elsewhere.
const ELSEWHERE: u8 = 3;
/// Stones of a group that is worth a word.
const GROUP: usize = 3;

impl Finder<'_, '_> {
    /// The move leaves or spoils what a forced line decides.
    pub(super) fn neglects(&self) -> Option<MoveFault> {
        self.ladder_spoiled().or_else(|| self.fork_left())
    }

    /// An atari whose answer lets theirs out of a ladder, or leads own stones into one.
    fn ladder_spoiled(&self) -> Option<MoveFault> {
        let answers = answers(&self.scene.after, self.point);
        if answers.is_empty() {
            return None;
        }
        let short = |color| {
            let strings = strings(self.board, color).into_iter();
            strings.filter(|stone| self.board.liberties(*stone) == 2)
        };
        let is_broken = |stone: Point| {
            let mut freed = answers.iter().filter(|(_, later)| is_free(later, stone));
            freed.next().map(|(answer, _)| *answer)
        };
        let broken = short(!self.me)
            .filter(|stone| is_in_ladder(self.board, *stone))
            .find_map(|stone| Some((stone, is_broken(stone)?)));
        if let Some((stone, answer)) = broken {
            return Some(MoveFault::BreaksLadder(
                self.mv(),
                answer,
                self.named(stone),
            ));
        }
        let is_caught = |stone: Point| {
            let same = |later: &Board| later.liberties(stone) == 2 && is_in_ladder(later, stone);
            let mut caught = answers.iter().filter(|(_, later)| same(later));
            caught.next().map(|(answer, _)| *answer)
        };
        let (stone, answer) = short(self.me)
            .filter(|stone| is_free(self.board, *stone))
            .find_map(|stone| Some((stone, is_caught(stone)?)))?;
        Some(MoveFault::LosesBreaker(
            self.mv(),
            answer,
            self.named(stone),
        ))
    }

    /// Own stones that are taken after the move, and are not after the best one.
    pub(super) fn left_to_die(&self) -> Option<MoveFault> {
        let Move::Play(best) = self.best else {
            return None;
        };
        let saved = played(self.board, self.me, best)?;
        let left = strings(self.board, self.me)
            .into_iter()
            .filter(|stone| {
                self.board.string_size(*stone) >= GROUP
                    && self.is_elsewhere(*stone)
                    && !self.is_lost_with_best(*stone)
                    && is_taken(&self.scene.after, *stone)
                    && !is_taken(&saved, *stone)
            })
            .max_by_key(|stone| self.board.string_size(*stone))?;
        Some(MoveFault::LeavesToDie(
            self.mv(),
            self.named(left),
            self.best,
        ))
    }

    /// A point where theirs puts two own strings in atari and takes one of them, and does not after the best move.
    fn fork_left(&self) -> Option<MoveFault> {
        let Move::Play(best) = self.best else {
            return None;
        };
        let saved = played(self.board, self.me, best)?;
        let after = &self.scene.after;
        let empty = after.empty_points().iter().copied();
        empty
            .filter(|point| distance(*point, self.point) >= ELSEWHERE)
            .find_map(|point| {
                let pair = forked(after, self.me, point)?;
                let is_met = !saved.is_empty(point) || forked(&saved, self.me, point).is_none();
                let many: usize = pair.iter().map(|stone| after.string_size(*stone)).sum();
                let counts =
                    many >= GROUP && !pair.iter().any(|stone| self.is_lost_with_best(*stone));
                let names = pair.map(|stone| named_near(after, stone, self.me, point));
                (is_met && counts).then_some(MoveFault::LeavesFork(self.mv(), point, names))
            })
    }

    /// A ko that theirs have just taken, and no threat, where the best move goes on with it.
    pub(super) fn no_threat(&self) -> Option<MoveFault> {
        let ko = self.board.ko_point()?;
        let Move::Play(best) = self.best else {
            return None;
        };
        let is_elsewhere = distance(ko, self.point) >= ELSEWHERE;
        let fights = distance(ko, best) < ELSEWHERE || self.threatens(best);
        let is_none = is_elsewhere && !self.scene.captures() && !self.threatens(self.point);
        (is_none && fights).then_some(MoveFault::NoThreat(self.mv(), ko))
    }

    /// Returns whether a move puts stones in atari, or threatens to catch or cut some.
    fn threatens(&self, point: Point) -> bool {
        let Some(after) = played(self.board, self.me, point) else {
            return false;
        };
        let seen = Seen {
            with: self.scene.without(),
            next: None,
        };
        atari(self.board, &after, self.me, point).is_some()
            || threat((self.board, &after), self.me, point, seen).is_some()
    }

    fn is_elsewhere(&self, stone: Point) -> bool {
        let mut string = self.board.string(stone);
        string.all(|own| distance(own, self.point) >= ELSEWHERE)
    }

    /// Returns whether own stones are given up even where the best move is made.
    fn is_lost_with_best(&self, stone: Point) -> bool {
        let stones: PointSet = self.board.string(stone).collect();
        let owners = self.scene.judgment.owners_after(self.best);
        owners.is_some_and(|owners| owners.fate(&stones, self.me) == Fate::Lost)
    }

    /// The string of a stone by its stone nearest to the move.
    fn named(&self, stone: Point) -> GroupRef {
        let color = self.board.color_at(stone).unwrap_or(self.me);
        named_near(self.board, stone, color, self.point)
    }
}

/// The strings of a color, each by one stone.
fn strings(board: &Board, color: Color) -> Vec<Point> {
    let stones = board.stones(color);
    stones
        .filter(|stone| board.anchor(*stone) == Some(*stone))
        .collect()
}

/// Returns whether a string of two liberties or one is taken by ataris alone, the other side first.
fn is_taken(board: &Board, stone: Point) -> bool {
    board.liberties(stone) <= 2 && captures_in_ladder(board, stone) != Capture::Escapes
}

/// Two strings that a stone of the other side puts in atari, if no answer keeps both.
fn forked(board: &Board, color: Color, point: Point) -> Option<[Point; 2]> {
    let mut pair = beside(board, point, color);
    pair.retain(|stone| board.liberties(*stone) == 2);
    let [a, b, ..] = pair[..] else {
        return None;
    };
    let after = played(board, !color, point).filter(|after| after.liberties(point) > 1)?;
    let mut answers = [a, b].into_iter().flat_map(|stone| ways_out(&after, stone));
    let keeps = |answer| {
        let later = played(&after, color, answer);
        later.is_some_and(|later| later.liberties(a) > 1 && later.liberties(b) > 1)
    };
    (!answers.any(keeps)).then_some([a, b])
}
