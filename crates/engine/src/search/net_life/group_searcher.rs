//! A search with the net for the life of one group.

use std::collections::HashMap;
use std::panic::resume_unwind;
use std::thread;

use super::descent::Descent;
use super::life_tree::LifeTree;
use super::life_walk::{Kos, LifeQuestion, Position, Stones, Walk};
use super::life_ways::Ways;
use crate::net::{Evaluation, NetChoice, NetPast, NetReader};
use sgmp_board::rules::Move;

/// Moves of a line at most.
const MAX_LINE: usize = 10;

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LifeVerdict {
    /// -1 to 1: how far the side that moves first gets what it wants.
    pub(super) value: f32,
    /// Its moves and the answers to them that were looked into most; empty if there is nothing to play.
    pub(super) line: Vec<Move>,
    /// The part of the ways down on which a ko was taken, 0 to 1.
    pub(super) kos: f32,
}

/// A searcher of the life of groups: the values of positions are the net's owners of the stones, the moves are
/// those near them.
///
/// Of the 123 questions about groups in `fixtures/reading` it alone answers 102 rightly (`docs/reading.md`).
pub struct NetLife {
    /// Two positions are judged side by side.
    readers: [NetReader; 2],
    /// The judgments of the net about positions of a question.
    known: HashMap<Position, Evaluation>,
}

impl NetLife {
    /// A searcher with a net.
    #[must_use]
    pub fn new(net: NetChoice) -> Self {
        Self {
            readers: [net, net].map(NetReader::new),
            known: HashMap::new(),
        }
    }

    /// Forgets what the net has said, so that an answer does not depend on the questions before it.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }

    /// Judges the position of a question, while something else is done on this core.
    pub(super) fn judge_beside<T>(
        &mut self,
        question: LifeQuestion<'_>,
        other: impl FnOnce() -> T,
    ) -> T {
        let Some(stones) = Stones::new(question, Kos::Plain) else {
            return other();
        };
        let walk = Walk::new(&stones);
        let [reader, _] = &mut self.readers;
        let (evaluation, done) = thread::scope(|scope| {
            let beside = scope.spawn(|| evaluate(reader, &walk, true));
            let done = other();
            (
                beside.join().unwrap_or_else(|panic| resume_unwind(panic)),
                done,
            )
        });
        self.known.insert(walk.position(), evaluation);
        done
    }

    /// Searches, until it is clear or the ways are spent; `None` where no stone stands on the point.
    pub(super) fn search(&mut self, question: LifeQuestion<'_>, kos: Kos) -> Option<LifeVerdict> {
        let stones = Stones::new(question, kos)?;
        let mut tree = LifeTree::new();
        let mut ways = Ways::default();
        while !ways.are_enough(&tree) {
            self.two_ways(&stones, &mut tree, &mut ways);
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
            kos: ways.kos(),
        })
    }

    /// Walks down the tree to two positions that the net has not judged yet, to the second as if the first way
    /// were lost, and has both judged. One alone where both ways end in the same position.
    fn two_ways(&mut self, stones: &Stones<'_>, tree: &mut LifeTree, ways: &mut Ways) {
        let Some(first) = self.next_unknown(stones, tree, ways) else {
            return;
        };
        tree.hold(&first.path);
        let second = self.next_unknown(stones, tree, ways);
        tree.release(&first.path);
        let second = second.filter(|second| second.end() != first.end());
        let unknown: Vec<Descent> = std::iter::once(first).chain(second).collect();
        for (way, evaluation) in unknown.iter().zip(self.judge(&unknown)) {
            way.learn(stones, tree, ways, Some(&evaluation));
            self.known.insert(way.walk.position(), evaluation);
        }
    }

    /// Walks down the tree until a position is met that the net has not judged yet; counts those before it.
    /// `None` once the search is at its end.
    fn next_unknown(
        &self,
        stones: &Stones<'_>,
        tree: &mut LifeTree,
        ways: &mut Ways,
    ) -> Option<Descent> {
        while !ways.are_enough(tree) {
            let way = Descent::new(stones, tree);
            if tree.is_judged(way.end()) {
                let value = way.value_of_end(stones, tree);
                way.count(stones, tree, ways, value);
            } else if !way.walk.stands {
                way.learn(stones, tree, ways, None);
            } else {
                let Some(known) = self.known.get(&way.walk.position()) else {
                    return Some(way);
                };
                way.learn(stones, tree, ways, Some(known));
            }
        }
        None
    }

    /// The net's judgment of positions, side by side.
    fn judge(&mut self, ways: &[Descent]) -> Vec<Evaluation> {
        let evaluate = |reader: &mut NetReader, way: &Descent| {
            evaluate(reader, &way.walk, way.end() == LifeTree::ROOT)
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

/// The net's judgment of a position; the first of a search is judged more steadily.
fn evaluate(reader: &mut NetReader, walk: &Walk, is_first: bool) -> Evaluation {
    let (board, situation, past) = (&walk.board, &walk.situation, &NetPast::default());
    match is_first {
        true => reader.evaluate_well(board, situation, past),
        false => reader.evaluate(board, situation, past),
    }
}

#[cfg(test)]
mod tests {
    use super::super::CORNER;
    use super::*;
    use sgmp_board::rules::{Color, Point, diagram};

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
            life.forget();
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
