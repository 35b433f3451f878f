//! A search with the net for the life of one group.

use super::life_tree::LifeTree;
use crate::net::inputs::Situation;
use crate::net::{Evaluation, NetChoice, NetPast, NetReader};
use crate::rules::{Board, Color, Komi, Move, Point, Rules};
use crate::search::puct::all_moves;

/// Positions that the net judges for a question.
const EVALUATIONS: u32 = 150;
/// Moves are tried so many lines and columns away from the stones at most.
const REACH: u8 = 4;
/// The probability of looking elsewhere is at most this: an answer elsewhere is a threat that somebody
/// may have.
const MOST_ELSEWHERE: f32 = 0.3;
/// Moves of a position at most.
const MAX_MOVES: usize = 40;
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

/// A question about the string of a stone: does the side to move save it, if it is its own, or catch it?
#[derive(Clone, Copy, Debug)]
pub struct LifeQuestion<'a> {
    /// The position.
    pub board: &'a Board,
    /// A stone of the string.
    pub stone: Point,
    /// The side that moves first.
    pub to_move: Color,
}

/// Kos in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kos {
    /// By the rules: who is to take back plays elsewhere first, and elsewhere nothing is worth an answer.
    Plain,
    /// A side takes back at once, as if it had every threat.
    TakenBackBy(Color),
}

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

/// What makes a search clear before its evaluations are spent.
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
        ways == self.ways && tree.most_visited(LifeTree::ROOT).is_some_and(is_clear)
    }
}

/// A searcher of the life of groups: the values of positions are the net's owners of the stones, the moves are
/// those near them.
///
/// Of the 123 questions about groups in `fixtures/reading` it alone answers 101 rightly (`docs/reading.md`).
pub struct NetLife {
    reader: NetReader,
}

impl NetLife {
    /// A searcher with a net.
    #[must_use]
    pub fn new(net: NetChoice) -> Self {
        Self {
            reader: NetReader::new(net),
        }
    }

    /// Searches, until it is clear or the evaluations are spent; `None` where no stone stands on the point.
    pub fn search(&mut self, question: LifeQuestion<'_>, kos: Kos) -> Option<LifeVerdict> {
        let stones = Stones::new(question, kos)?;
        let mut tree = LifeTree::new();
        let (mut ways, mut ways_with_ko) = (0, 0);
        while ways < EVALUATIONS && !CLEAR.iter().any(|clear| clear.is_met(ways, &tree)) {
            ways += 1;
            ways_with_ko += u32::from(self.simulate(&stones, &mut tree));
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

    /// Walks down the tree and judges the position there. Returns whether a ko was met on the way.
    fn simulate(&mut self, stones: &Stones<'_>, tree: &mut LifeTree) -> bool {
        let mut walk = Walk::new(stones);
        let mut path = vec![LifeTree::ROOT];
        let mut at = LifeTree::ROOT;
        let value = loop {
            if !tree.is_judged(at) {
                let (value, moves) = self.judge_leaf(stones, &walk, at == LifeTree::ROOT);
                tree.expand(at, &moves);
                break value;
            }
            let Some(next) = tree.select(at) else {
                let value = tree.node(at).mean();
                break if walk.turn == stones.owner {
                    -value
                } else {
                    value
                };
            };
            walk.play(tree.node(next).mv);
            path.push(next);
            at = next;
        };
        let mut mover = !stones.question.to_move;
        for index in path {
            tree.count(index, if mover == stones.owner { value } else { -value });
            mover = !mover;
        }
        walk.has_met_ko
    }

    /// The value of a position for the owner of the stones, and its moves; none where the question is answered.
    fn judge_leaf(
        &mut self,
        stones: &Stones<'_>,
        walk: &Walk,
        is_root: bool,
    ) -> (f32, Vec<(Move, f32)>) {
        if walk.board.color_at(stones.question.stone) != Some(stones.owner) {
            return (-1.0, Vec::new());
        }
        let past = NetPast::default();
        let evaluation = if is_root {
            self.reader
                .evaluate_well(&walk.board, &walk.situation, &past)
        } else {
            self.reader.evaluate(&walk.board, &walk.situation, &past)
        };
        let own = stones.owned(&evaluation);
        let value = if walk.turn == stones.owner { own } else { -own };
        let is_over = walk.situation.passes() >= 2;
        let moves = if is_over {
            Vec::new()
        } else {
            stones.moves(&walk.board, walk.turn, &evaluation)
        };
        (value, moves)
    }
}

/// The stones asked about.
struct Stones<'a> {
    question: LifeQuestion<'a>,
    kos: Kos,
    owner: Color,
    string: Vec<Point>,
}

impl<'a> Stones<'a> {
    fn new(question: LifeQuestion<'a>, kos: Kos) -> Option<Self> {
        Some(Self {
            kos,
            owner: question.board.color_at(question.stone)?,
            string: question.board.string(question.stone).collect(),
            question,
        })
    }

    /// Mean of the owners of the stones, for the player to move.
    fn owned(&self, evaluation: &Evaluation) -> f32 {
        let lines = usize::from(evaluation.size);
        let place = |stone: &Point| {
            let from_top = lines - 1 - usize::from(stone.row());
            from_top * lines + usize::from(stone.column())
        };
        let owners = evaluation.ownership();
        let sum: f32 = self.string.iter().map(|stone| owners[place(stone)]).sum();
        sum / self.string.len() as f32
    }

    fn is_near(&self, mv: Move) -> bool {
        let Move::Play(point) = mv else {
            return false;
        };
        self.string.iter().any(|stone| {
            stone.column().abs_diff(point.column()) <= REACH
                && stone.row().abs_diff(point.row()) <= REACH
        })
    }

    /// The moves near the stones, the likeliest first, and a pass for all others.
    fn moves(&self, board: &Board, turn: Color, evaluation: &Evaluation) -> Vec<(Move, f32)> {
        let mut moves = all_moves(board, turn, evaluation, 1.0);
        moves.retain(|(mv, _)| self.is_near(*mv));
        let inside: f32 = moves.iter().map(|(_, prior)| prior).sum();
        let elsewhere = (1.0 - inside).clamp(0.0, MOST_ELSEWHERE);
        let share = (1.0 - elsewhere) / inside.max(f32::MIN_POSITIVE);
        for (_, prior) in &mut moves {
            *prior *= share;
        }
        moves.push((Move::Pass, elsewhere));
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        moves.truncate(MAX_MOVES);
        moves
    }
}

/// A way down the tree.
struct Walk {
    board: Board,
    situation: Situation,
    turn: Color,
    kos: Kos,
    has_met_ko: bool,
}

impl Walk {
    fn new(stones: &Stones<'_>) -> Self {
        let LifeQuestion { board, to_move, .. } = stones.question;
        Self {
            board: board.clone(),
            situation: Situation::at_start(board, to_move, Komi::default(), Rules::Chinese),
            turn: to_move,
            kos: stones.kos,
            has_met_ko: false,
        }
    }

    fn play(&mut self, mv: Move) {
        // The tree holds legal moves.
        let _ = self.board.play(self.turn, mv);
        self.situation.play(self.turn, mv);
        self.turn = !self.turn;
        self.has_met_ko |= self.board.ko_point().is_some();
        if self.kos == Kos::TakenBackBy(self.turn) {
            // A pass on the board alone: what was taken may be taken back.
            let _ = self.board.play(self.turn, Move::Pass);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::diagram;

    /// A group whose eye space is a bulky five: it lives or dies by who moves first.
    const CORNER: &str = ". . . . . . . . .
                          . . . . . . . . .
                          . . . . . . . . .
                          . . . . . . . . .
                          . . . . . . . . .
                          . . O O O O O . .
                          O O O X X X O . .
                          O X X . . X O . .
                          O X . . . X O . .";

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

    #[test]
    fn a_side_may_take_back_at_once() {
        let text = ". . . . . . .
                    . . . . . . .
                    . . X O . . .
                    . X . X O . .
                    . . X O . . .
                    . . . . . . .
                    . . . . . . .";
        let board = diagram::parse(text).expect("a diagram");
        let stone = Point::parse("D4").expect("a point");
        let taken = |kos| {
            let question = LifeQuestion {
                board: &board,
                stone: Point::parse("C3").expect("a point"),
                to_move: Color::White,
            };
            let stones = Stones::new(question, kos).expect("a stone");
            let mut walk = Walk::new(&stones);
            walk.play(Move::Play(Point::parse("C4").expect("a point")));
            assert!(walk.has_met_ko);
            walk.board.legality(Color::Black, stone).is_ok()
        };
        assert!(!taken(Kos::Plain));
        assert!(!taken(Kos::TakenBackBy(Color::White)));
        assert!(taken(Kos::TakenBackBy(Color::Black)));
    }
}
