//! A search with the net for the life of one group.

use std::panic::resume_unwind;
use std::thread;

use super::life_tree::LifeTree;
use super::life_walk::{Kos, LifeQuestion, Stones, Walk};
use crate::net::{Evaluation, NetChoice, NetPast, NetReader};
use crate::rules::Move;

/// Positions that the net judges for a question.
const EVALUATIONS: u32 = 180;
/// Moves of a line at most.
const MAX_LINE: usize = 10;
/// When a search is clear. None of the 123 questions was answered otherwise for it.
const CLEAR: [Clear; 2] = [
    Clear {
        ways: 40,
        value: 0.6,
    },
    Clear {
        ways: 80,
        value: 0.5,
    },
];

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct LifeVerdict {
    /// -1 to 1: how far the side that moves first gets what it wants.
    pub value: f32,
    /// Its moves and the answers to them that were looked into most; empty if there is nothing to play.
    pub line: Vec<Move>,
    /// The part of the ways down on which a ko was taken, 0 to 1.
    pub kos: f32,
}

/// A state in which a search is clear before its evaluations are spent.
struct Clear {
    ways: u32,
    /// The value is so far from 0 at least.
    value: f32,
}

impl Clear {
    /// The most visited move has been on so many of the ways at least.
    const VISITED: f32 = 0.5;

    fn is_met(&self, ways: u32, tree: &LifeTree) -> bool {
        let is_clear = |first: usize| {
            let node = tree.node(first);
            node.mean().abs() >= self.value && node.visits as f32 >= Self::VISITED * ways as f32
        };
        // Two ways are walked at a time.
        (self.ways..self.ways + 2).contains(&ways)
            && tree.most_visited(LifeTree::ROOT).is_some_and(is_clear)
    }
}

/// A searcher of the life of groups: the values of positions are the net's owners of the stones, the moves are
/// those near them.
///
/// Of the 123 questions about groups in `fixtures/reading` it alone answers 102 rightly (`docs/reading.md`).
pub struct NetLife {
    /// Two positions are judged side by side.
    readers: [NetReader; 2],
}

/// A way down the tree to a position.
struct Descent {
    path: Vec<usize>,
    walk: Walk,
    found: Found,
}

/// Knowledge of the position at the end of a way down.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Found {
    /// Its value for the owner of the stones.
    Value(f32),
    /// Nothing yet: the net is to judge it.
    Nothing,
}

impl Descent {
    fn end(&self) -> usize {
        self.path.last().copied().unwrap_or(LifeTree::ROOT)
    }
}

impl NetLife {
    /// A searcher with a net.
    #[must_use]
    pub fn new(net: NetChoice) -> Self {
        Self {
            readers: [net, net].map(NetReader::new),
        }
    }

    /// Searches, until it is clear or the evaluations are spent; `None` where no stone stands on the point.
    pub fn search(&mut self, question: LifeQuestion<'_>, kos: Kos) -> Option<LifeVerdict> {
        let stones = Stones::new(question, kos)?;
        let mut tree = LifeTree::new();
        let (mut ways, mut ways_with_ko) = (0, 0);
        while ways < EVALUATIONS && !CLEAR.iter().any(|clear| clear.is_met(ways, &tree)) {
            for descent in self.two_ways(&stones, &mut tree) {
                ways += 1;
                ways_with_ko += u32::from(descent.walk.has_met_ko);
            }
        }
        let mut line = Vec::new();
        let mut at = tree.most_visited(LifeTree::ROOT);
        let value = at.map_or(-1.0, |first| tree.node(first).mean());
        while let Some(index) = at.filter(|_| line.len() < MAX_LINE) {
            line.push(tree.node(index).mv);
            at = tree.most_visited(index);
        }
        Some(LifeVerdict {
            value,
            line,
            kos: ways_with_ko as f32 / ways as f32,
        })
    }

    /// Walks down the tree twice, the second time as if the first way were lost, and judges both positions. One
    /// way alone where both end in the same position.
    fn two_ways(&mut self, stones: &Stones<'_>, tree: &mut LifeTree) -> Vec<Descent> {
        let first = descend(stones, tree);
        tree.hold(&first.path);
        let second = descend(stones, tree);
        tree.release(&first.path);
        let is_same = first.end() == second.end() && second.found == Found::Nothing;
        let mut ways = vec![first];
        ways.extend((!is_same).then_some(second));
        let judged = self.judge(&ways);
        for (way, evaluation) in ways.iter().zip(judged) {
            let value = match (way.found, evaluation) {
                (Found::Value(value), _) => value,
                (Found::Nothing, evaluation) => {
                    let (value, moves) = evaluation.map_or((-1.0, Vec::new()), |evaluation| {
                        outcome(stones, &way.walk, &evaluation)
                    });
                    tree.expand(way.end(), &moves);
                    value
                }
            };
            let mut mover = !stones.question.to_move;
            for index in &way.path {
                tree.count(*index, if mover == stones.owner { value } else { -value });
                mover = !mover;
            }
        }
        ways
    }

    /// The net's judgment of the positions that are not known, side by side.
    fn judge(&mut self, ways: &[Descent]) -> Vec<Option<Evaluation>> {
        let evaluate = |reader: &mut NetReader, way: &Descent| {
            let (
                Walk {
                    board, situation, ..
                },
                past,
            ) = (&way.walk, NetPast::default());
            let is_open = way.found == Found::Nothing && way.walk.stands;
            is_open.then(|| match way.end() {
                LifeTree::ROOT => reader.evaluate_well(board, situation, &past),
                _ => reader.evaluate(board, situation, &past),
            })
        };
        let [one, other] = &mut self.readers;
        match ways {
            [first, second] => thread::scope(|scope| {
                let beside = scope.spawn(|| evaluate(other, second));
                let first = evaluate(one, first);
                vec![
                    first,
                    beside.join().unwrap_or_else(|panic| resume_unwind(panic)),
                ]
            }),
            ways => ways.iter().map(|way| evaluate(one, way)).collect(),
        }
    }
}

/// Walks down the tree to a position that is not judged yet, or has no moves.
fn descend(stones: &Stones<'_>, tree: &LifeTree) -> Descent {
    let mut walk = Walk::new(stones);
    let mut path = vec![LifeTree::ROOT];
    let mut at = LifeTree::ROOT;
    let found = loop {
        if !tree.is_judged(at) {
            break Found::Nothing;
        }
        let Some(next) = tree.select(at) else {
            let value = tree.node(at).mean();
            break Found::Value(match walk.turn == stones.owner {
                true => -value,
                false => value,
            });
        };
        walk.play(tree.node(next).mv);
        path.push(next);
        at = next;
    };
    Descent { path, walk, found }
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

#[cfg(test)]
mod tests {
    use super::super::CORNER;
    use super::*;
    use crate::rules::{Color, Point, diagram};

    #[test]
    fn the_same_question_has_the_same_answer() {
        let board = diagram::parse(CORNER).expect("a diagram");
        let mut life = NetLife::new(NetChoice::embedded());
        for to_move in Color::BOTH {
            let question = LifeQuestion {
                board: &board,
                stone: Point::parse("D3").expect("a point"),
                to_move,
            };
            let first = life.search(question, Kos::Plain).expect("a stone");
            assert!((0.5..=1.0).contains(&first.value));
            assert!((0.0..=1.0).contains(&first.kos));
            assert_eq!(life.search(question, Kos::Plain), Some(first));
        }
    }

    #[test]
    fn no_stone_is_no_question() {
        let board = diagram::parse(CORNER).expect("a diagram");
        let question = LifeQuestion {
            board: &board,
            stone: Point::parse("A9").expect("a point"),
            to_move: Color::White,
        };
        let mut life = NetLife::new(NetChoice::embedded());
        assert_eq!(life.search(question, Kos::Plain), None);
    }
}
