//! What a move is worth before it was tried.
//!
//! Visits in advance: an even start for every move, then more for moves near the last one, for
//! captures and ataris, for shapes, and for the board's sensible lines; fewer for self-atari and
//! for ladders that do not work. The parts are features with weights, one place for what is
//! learned later.

use super::common_fate::{self, FAR};
use super::criticality::Criticality;
use super::opening::OpeningWeights;
use super::pattern3;
use super::playout::Latest;
use super::tree::Prior;
use crate::rules::{Board, Color, Game, Move, Point};
use crate::tactics::{Capture, captures_in_ladder, is_self_atari, liberties_after};

/// The weights, in visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriorWeights {
    /// For every move, half of them won.
    pub even: u32,
    /// By distance from the last move in the common fate graph: one step, two, three.
    pub near: [u32; FAR - 1],
    /// A capture, or the rescue of own stones; for one stone, and for more.
    pub capture: [u32; 2],
    /// A shape of three by three points.
    pub shape: u32,
    /// Self-atari, lost.
    pub self_atari: u32,
    /// Lines where nothing stands near, and corners.
    pub opening: OpeningWeights,
    /// Points whose owner mostly wins: for a criticality of one half, won.
    pub critical: u32,
    /// Points whose owner is certain, lost.
    pub settled: u32,
}

impl PriorWeights {
    /// Ends that it takes to say anything.
    const ENOUGH: u32 = 200;
    /// From which share of the ends on a point is its owner's for certain.
    const CERTAIN: f32 = 0.97;

    /// Whether the ends of simulations weigh anything.
    pub(super) const fn ask_the_ends(&self) -> bool {
        self.critical > 0 || self.settled > 0
    }

    /// What the ends of earlier simulations tell of a point.
    pub(super) fn by_ends(&self, ends: &Criticality, point: Point) -> Prior {
        let mut prior = Prior::default();
        if ends.ends() >= Self::ENOUGH {
            let critical = 2.0 * ends.of(point).max(0.0);
            prior.add((critical * self.critical as f32) as u32, 1.0);
            if ends.certainty(point) >= Self::CERTAIN {
                prior.add(self.settled, 0.0);
            }
        }
        prior
    }
}

impl Default for PriorWeights {
    fn default() -> Self {
        Self {
            even: 20,
            near: [24, 22, 8],
            capture: [16, 30],
            shape: 12,
            self_atari: 16,
            opening: OpeningWeights::default(),
            critical: 0,
            settled: 0,
        }
    }
}

/// The moves of a position worth a visit, each with its prior.
pub(super) struct Proposer<'a> {
    pub(super) board: &'a Board,
    pub(super) color: Color,
    pub(super) latest: Latest,
    pub(super) weights: &'a PriorWeights,
    pub(super) criticality: &'a Criticality,
}

impl Proposer<'_> {
    /// All legal moves that fill no own eye, and a pass where `may_pass`.
    pub(super) fn propose(&self, may_pass: bool) -> Vec<(Move, Prior)> {
        let steps = self
            .latest
            .last
            .map(|last| common_fate::distances(self.board, last));
        let points = self.board.empty_points().iter().copied();
        let mut moves: Vec<(Move, Prior)> = points
            .filter(|point| !self.board.is_small_eye(self.color, *point))
            .filter(|point| self.board.legality(self.color, *point).is_ok())
            .filter_map(|point| {
                let steps = steps
                    .as_ref()
                    .map_or(FAR, |steps| steps[point.index()].into());
                Some((Move::Play(point), self.prior(point, steps)?))
            })
            .collect();
        if may_pass || moves.is_empty() {
            let mut even = Prior::default();
            even.add(self.weights.even, 0.5);
            moves.push((Move::Pass, even));
        }
        moves
    }

    /// `None` for a move not worth trying: running out into a ladder.
    fn prior(&self, point: Point, steps: usize) -> Option<Prior> {
        let weights = self.weights;
        let mut prior = weights.by_ends(self.criticality, point);
        prior.add(weights.even, 0.5);
        if let Some(visits) = weights.near.get(steps.saturating_sub(1)) {
            prior.add(*visits, 1.0);
        }
        self.tactics(point, &mut prior)?;
        if pattern3::fits(self.board, point) {
            prior.add(weights.shape, 1.0);
        }
        if is_self_atari(self.board, self.color, point) {
            prior.add(weights.self_atari, 0.0);
        }
        weights.opening.add_to(&mut prior, self.board, point);
        Some(prior)
    }

    fn tactics(&self, point: Point, prior: &mut Prior) -> Option<()> {
        let board = self.board;
        let class = |stones: usize| self.weights.capture[usize::from(stones > 1)];
        for n in board.neighbours(point) {
            let Some(owner) = board.color_at(n) else {
                continue;
            };
            let (stones, liberties) = (board.string_size(n), board.liberties(n));
            if owner != self.color {
                let is_capture = liberties == 1
                    || liberties == 2 && captures_in_ladder(board, n) == Capture::By(point);
                if is_capture {
                    prior.add(class(stones), 1.0);
                }
            } else if liberties == 1 {
                match liberties_after(board, self.color, point, 3) {
                    0 | 1 => prior.add(class(stones), 0.0),
                    2 if self.runs_into_ladder(point) => return None,
                    _ => prior.add(class(stones), 1.0),
                }
            }
        }
        Some(())
    }

    fn runs_into_ladder(&self, point: Point) -> bool {
        let mut after = self.board.clone();
        after.play(self.color, Move::Play(point)).is_ok()
            && after.liberties(point) == 2
            && matches!(captures_in_ladder(&after, point), Capture::By(_))
    }
}

/// The share of each move in the visits that are won in advance, by the index of its point, 0 for
/// a pass; nothing is known of ends of simulations.
pub(super) fn policy(game: &Game, color: Color, weights: &PriorWeights) -> Vec<f32> {
    let proposer = Proposer {
        board: game.board(),
        color,
        latest: latest_of(game),
        weights,
        criticality: &Criticality::default(),
    };
    let moves = proposer.propose(true);
    let won = |prior: &Prior| prior.wins as f32;
    let sum: f32 = moves.iter().map(|(_, prior)| won(prior)).sum();
    let mut shares = vec![0.0; Point::AREA];
    for (mv, prior) in &moves {
        let index = match mv {
            Move::Pass => 0,
            Move::Play(point) => point.index(),
        };
        shares[index] = won(prior) / sum.max(1.0);
    }
    shares
}

/// The last two moves of a game.
pub(super) fn latest_of(game: &Game) -> Latest {
    let point = |back: usize| {
        let at = game.move_count().checked_sub(back)?;
        match game.moves().get(at)?.1 {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    };
    Latest {
        last: point(1),
        before: point(2),
    }
}
