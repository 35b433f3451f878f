//! A way down the tree of a search, and what is counted on it.

use super::life_tree::LifeTree;
use super::life_walk::{Stones, Walk};
use super::life_ways::Ways;
use crate::net::Evaluation;
use sgmp_board::rules::Move;

/// A way down the tree.
pub(super) struct Descent {
    pub(super) path: Vec<usize>,
    pub(super) walk: Walk,
}

impl Descent {
    /// Walks down the tree to a position that was not judged in it yet, or has no moves.
    pub(super) fn new(stones: &Stones<'_>, tree: &LifeTree) -> Self {
        let mut walk = Walk::new(stones);
        let mut path = vec![LifeTree::ROOT];
        let mut at = LifeTree::ROOT;
        while let Some(next) = tree.select(at) {
            walk.play(tree.node(next).mv);
            path.push(next);
            at = next;
        }
        Self { path, walk }
    }

    pub(super) fn end(&self) -> usize {
        self.path.last().copied().unwrap_or(LifeTree::ROOT)
    }

    /// The value of an end that was judged before, for the owner of the stones.
    pub(super) fn value_of_end(&self, stones: &Stones<'_>, tree: &LifeTree) -> f32 {
        let value = tree.node(self.end()).mean();
        match self.walk.turn == stones.owner {
            true => -value,
            false => value,
        }
    }

    /// Gives the end its moves and counts its value; without an evaluation the stones are gone.
    pub(super) fn learn(
        &self,
        stones: &Stones<'_>,
        tree: &mut LifeTree,
        ways: &mut Ways,
        evaluation: Option<&Evaluation>,
    ) {
        let (value, moves) = evaluation.map_or((-1.0, Vec::new()), |evaluation| {
            outcome(stones, &self.walk, evaluation)
        });
        tree.expand(self.end(), &moves);
        self.count(stones, tree, ways, value);
    }

    /// Counts a value for the owner of the stones on the whole way.
    pub(super) fn count(
        &self,
        stones: &Stones<'_>,
        tree: &mut LifeTree,
        ways: &mut Ways,
        value: f32,
    ) {
        ways.count(self.walk.has_met_ko);
        let mut mover = !stones.question.to_move;
        for index in &self.path {
            tree.count(*index, if mover == stones.owner { value } else { -value });
            mover = !mover;
        }
    }
}

/// The value of a position for the owner of the stones, and its moves; none after two passes.
fn outcome(stones: &Stones<'_>, walk: &Walk, evaluation: &Evaluation) -> (f32, Vec<(Move, f32)>) {
    let own = stones.owned(evaluation);
    let value = if walk.turn == stones.owner { own } else { -own };
    let moves = match walk.situation.passes() >= 2 {
        true => Vec::new(),
        false => stones.moves(&walk.board, walk.turn, evaluation),
    };
    (value, moves)
}
