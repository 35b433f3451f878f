//! Visits that moves are given before they were tried.
//!
//! Visits in advance: an even start for every move, and won ones by how likely players of games
//! are to make it, for which weights were learned (`crates/knowledge/src/move_weights/`).

use super::node::Prior;
use super::params::UctParams;
use crate::search::playout::LastMoves;
use sgmp_board::rules::{Board, BoardSize, Color, Game, Move, Point};
use sgmp_knowledge::move_weights::MoveContext;

/// Lines from which on a board is a large one.
const LARGE_BOARD: u8 = 15;

/// The weights, in visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriorWeights {
    /// For every move, half of them won.
    pub even: u32,
    /// Won, for a move that players are certain to make; for others by the root of their chance.
    pub learned: u32,
    /// The same on boards of 15 lines and more.
    pub learned_large: u32,
}

impl PriorWeights {
    /// [`Self::learned`] on a board of a size.
    const fn learned_on(&self, size: BoardSize) -> u32 {
        if size.lines() >= LARGE_BOARD {
            self.learned_large
        } else {
            self.learned
        }
    }
}

impl Default for PriorWeights {
    fn default() -> Self {
        Self {
            even: 20,
            learned: 150,
            learned_large: 300,
        }
    }
}

/// The moves of a position worth a visit, each with its prior.
pub(super) struct Proposer<'a> {
    pub(super) board: &'a Board,
    pub(super) color: Color,
    pub(super) last_moves: LastMoves,
    pub(super) params: &'a UctParams,
}

impl Proposer<'_> {
    /// All legal moves that fill no own eye, and a pass where `may_pass`.
    pub(super) fn propose(&self, may_pass: bool) -> Vec<(Move, Prior)> {
        let weights = &self.params.priors;
        let points = self.board.empty_points().iter().copied();
        let points: Vec<Point> = points
            .filter(|point| !self.board.is_small_eye(self.color, *point))
            .filter(|point| self.board.legality(self.color, *point).is_ok())
            .collect();
        let (learned, pass) = self.learned(&points);
        let priors = points.iter().zip(learned).map(|(point, visits)| {
            let mut prior = Prior::default();
            prior.add(weights.even, 0.5);
            prior.add(visits, 1.0);
            (Move::Play(*point), prior)
        });
        let mut moves: Vec<(Move, Prior)> = priors.collect();
        if may_pass || moves.is_empty() {
            let mut prior = Prior::default();
            prior.add(weights.even, 0.5);
            prior.add(pass, 1.0);
            moves.push((Move::Pass, prior));
        }
        moves
    }

    /// The visits that each point has won, and a pass, by what players make of it.
    fn learned(&self, points: &[Point]) -> (Vec<u32>, u32) {
        let most = self.params.priors.learned_on(self.board.size());
        if most == 0 {
            return (vec![0; points.len()], 0);
        }
        let position = MoveContext {
            board: self.board,
            color: self.color,
            last: self.last_moves.last,
            before: self.last_moves.before,
        };
        let chances = self.params.patterns.probabilities(position, points);
        let pass = 1.0 - chances.iter().sum::<f32>();
        let visits = |chance: f32| (most as f32 * chance.max(0.0).sqrt()) as u32;
        // A pass is either far off or sure: the root would make much of one in a hundred.
        let of_pass = (most as f32 * pass.max(0.0)) as u32;
        (chances.into_iter().map(visits).collect(), of_pass)
    }
}

/// The share of each move in the visits that are won in advance, by the index of its point, 0 for
/// a pass.
pub(super) fn policy(game: &Game, color: Color, params: &UctParams) -> Vec<f32> {
    let proposer = Proposer {
        board: game.board(),
        color,
        last_moves: LastMoves::from_game(game),
        params,
    };
    let moves = proposer.propose(true);
    let won = |prior: &Prior| prior.wins as f32;
    let sum: f32 = moves.iter().map(|(_, prior)| won(prior)).sum();
    let mut shares = vec![0.0; Point::AREA];
    for (mv, prior) in &moves {
        shares[slot(*mv)] = won(prior) / sum.max(1.0);
    }
    shares
}

/// The index of a move's point, 0 for a pass.
pub(super) const fn slot(mv: Move) -> usize {
    match mv {
        Move::Pass => 0,
        Move::Play(point) => point.index(),
    }
}
