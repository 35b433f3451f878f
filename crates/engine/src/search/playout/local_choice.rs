//! A playout's choice among the points near the last two moves, or of none of them.

use super::light_playout::{LastMoves, may_fill};
use super::policy::{ELSEWHERE_WEIGHT, Nearness, PlayoutPolicy, Replies};
use super::replies::ReplyPoints;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, Color, Move, Point};
use sgmp_knowledge::tactics::is_self_atari;

/// The most points near two moves, and replies elsewhere.
const MAX_POINTS: usize = 16 + ReplyPoints::MAX_POINTS;

/// A point near the last moves.
#[derive(Clone, Copy, Debug)]
pub struct LocalPoint {
    /// The point, which is empty.
    pub point: Point,
    /// Its nearness to the last move and the one before.
    pub nearness: Nearness,
    /// Its replies to the last move.
    pub replies: Replies,
    /// By which it is drawn: its own, or a bound that its contacts only lessen.
    weight: f32,
    is_bound: bool,
}

impl LocalPoint {
    /// A point that replies to nothing, not weighed yet.
    pub(super) fn at(point: Point, nearness: Nearness) -> Self {
        Self {
            point,
            nearness,
            replies: Replies::default(),
            weight: 0.0,
            is_bound: true,
        }
    }
}

/// Sees how a playout chooses, before it plays.
pub trait PlayoutObserver {
    /// True if it wants to see anything.
    const WATCHES: bool;

    /// `color` had the choice among these points, or to play elsewhere, and took the one of this
    /// place.
    fn observe(&mut self, board: &Board, color: Color, choice: &[LocalPoint], taken: Option<usize>);
}

/// An observer that nothing is told.
impl PlayoutObserver for () {
    const WATCHES: bool = false;

    fn observe(&mut self, _: &Board, _: Color, _: &[LocalPoint], _: Option<usize>) {}
}

/// The empty points near the last two moves, with their weights. One serves all moves of a playout.
pub(super) struct LocalChoice {
    points: [LocalPoint; MAX_POINTS],
    count: usize,
    sum: f32,
}

impl LocalChoice {
    pub(super) fn new() -> Self {
        Self {
            points: [LocalPoint::at(Point::new(0, 0).unwrap(), Nearness::Far); MAX_POINTS],
            count: 0,
            sum: ELSEWHERE_WEIGHT,
        }
    }

    fn gather(
        &mut self,
        board: &Board,
        color: Color,
        last_moves: LastMoves,
        policy: &PlayoutPolicy,
    ) {
        self.count = 0;
        self.sum = ELSEWHERE_WEIGHT;
        let answers = last_moves.last.map_or_else(ReplyPoints::empty, |last| {
            ReplyPoints::find(board, color, last)
        });
        let mut add = |point, nearness| {
            let replies = answers.at(point);
            self.push(LocalPoint {
                replies,
                weight: policy.bound(board, color, point, nearness, replies),
                ..LocalPoint::at(point, nearness)
            });
        };
        if let Some(last) = last_moves.last {
            for point in board.open_beside(last) {
                add(point, Nearness::Beside);
            }
            for point in board.open_corners(last) {
                add(point, Nearness::Corner);
            }
        }
        if let Some(before) = last_moves.before {
            let is_new =
                |point: &Point| last_moves.last.is_none_or(|last| !is_around(*point, last));
            for point in board.open_beside(before).filter(is_new) {
                add(point, Nearness::BesideFormer);
            }
            for point in board.open_corners(before).filter(is_new) {
                add(point, Nearness::CornerOfFormer);
            }
        }
        for (point, replies) in answers.list() {
            let known = &self.points[..self.count];
            if known.iter().all(|near| near.point != *point) {
                self.push(LocalPoint {
                    replies: *replies,
                    weight: policy.bound(board, color, *point, Nearness::Far, *replies),
                    ..LocalPoint::at(*point, Nearness::Far)
                });
            }
        }
    }

    fn push(&mut self, near: LocalPoint) {
        self.points[self.count] = near;
        self.count += 1;
        self.sum += near.weight;
    }

    /// Draws a place by weight; `None` for elsewhere. `lessened` gives what is left of a bound, 0 to
    /// 1: it is asked for what was drawn by one alone, and what is left decides whether that stands.
    /// So all are drawn by their own weights, and few of these are worked out.
    fn draw(&mut self, rng: &mut Rng, lessened: impl Fn(Point) -> f32) -> Option<usize> {
        loop {
            let dice = rng.next_u64();
            let mut rest = share(dice) * self.sum;
            let mut all = self.points[..self.count].iter_mut().enumerate();
            let (place, near) = all.find(|(_, near)| {
                rest -= near.weight;
                rest < 0.0
            })?;
            if !near.is_bound {
                return Some(place);
            }
            near.is_bound = false;
            let left = lessened(near.point);
            self.sum -= (1.0 - left) * near.weight;
            near.weight *= left;
            if share(dice << 32) < left {
                return Some(place);
            }
        }
    }

    fn remove(&mut self, place: usize) {
        self.sum -= self.points[place].weight;
        self.count -= 1;
        self.points[place] = self.points[self.count];
    }

    /// Leaves out what is not played.
    fn retain_playable(&mut self, board: &Board, color: Color) {
        for place in (0..self.count).rev() {
            let near = &self.points[place];
            if !is_sound(board, color, near) || board.legality(color, near.point).is_err() {
                self.remove(place);
            }
        }
    }
}

/// A number from 0 up to 1 from the upper bits of dice.
const fn share(dice: u64) -> f32 {
    const BITS: u32 = 24;
    (dice >> (64 - BITS)) as f32 / (1_u32 << BITS) as f32
}

/// Returns whether a point is one of the eight around another.
const fn is_around(a: Point, b: Point) -> bool {
    // Boards are padded: what is one step away in a row of cells is so on the board.
    let apart = a.index().abs_diff(b.index());
    apart == 1 || apart.abs_diff(Point::STRIDE) <= 1
}

/// Returns whether a point is one to play on where that is allowed.
fn is_sound(board: &Board, color: Color, near: &LocalPoint) -> bool {
    let point = near.point;
    !near.replies.is_empty() || may_fill(board, color, point) && !is_self_atari(board, color, point)
}

/// Plays near the last moves what the policy likes, or nothing, as often as it likes other points
/// more: by weight among what can be played.
pub(super) fn play_local<W: PlayoutObserver>(
    board: &mut Board,
    color: Color,
    last_moves: LastMoves,
    policy: &PlayoutPolicy,
    rng: &mut Rng,
    choice: &mut LocalChoice,
    observer: &mut W,
) -> Option<Point> {
    choice.gather(board, color, last_moves, policy);
    if W::WATCHES {
        choice.retain_playable(board, color);
    }
    // What turns out not to be played is put aside and the rest drawn from anew, which draws by
    // weight among what can be.
    loop {
        let lessened = |point| policy.lessened(board, color, point);
        let taken = choice.draw(rng, lessened);
        if W::WATCHES && choice.count > 0 {
            observer.observe(board, color, &choice.points[..choice.count], taken);
        }
        let near = &choice.points[taken?];
        let is_sound = W::WATCHES || is_sound(board, color, near);
        if is_sound && board.play(color, Move::Play(near.point)).is_ok() {
            return Some(near.point);
        }
        choice.remove(taken?);
    }
}
