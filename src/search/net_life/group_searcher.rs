//! A search with the net for the life of one group.

use super::life_tree::LifeTree;
use crate::net::inputs::Situation;
use crate::net::{Evaluation, NetChoice, NetPast, NetReader};
use crate::reading::{Answer, ResultCode};
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
/// A move that reading likes too works from this value on.
const LIKED_FROM: f32 = -0.5;

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

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct LifeVerdict {
    /// -1 to 1: how far the side that moves first gets what it wants.
    pub value: f32,
    /// Its moves and the answers to them that were looked into most; empty if there is nothing to play.
    pub line: Vec<Move>,
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

    /// The answer that reading gave, if it is proved, or else what the search says. It is never called
    /// proved. On a board too small for a net the first stands.
    pub fn judge(&mut self, question: LifeQuestion<'_>, read: Answer) -> Answer {
        let is_small = question.board.size().lines() < NetChoice::MIN_LINES;
        let Some(verdict) = (!read.is_complete && !is_small)
            .then(|| self.search(question))
            .flatten()
        else {
            return read;
        };
        let mv = verdict.line.first().copied();
        let is_liked = read.result.works() && read.mv == mv && verdict.value > LIKED_FROM;
        if verdict.value > 0.0 || is_liked {
            Answer {
                result: ResultCode::Succeeds,
                mv,
                line: verdict.line,
                ..read
            }
        } else {
            Answer {
                result: ResultCode::Fails,
                mv: None,
                line: Vec::new(),
                ..read
            }
        }
    }

    /// Searches; `None` where no stone stands on the point.
    pub fn search(&mut self, question: LifeQuestion<'_>) -> Option<LifeVerdict> {
        let stones = Stones::new(question)?;
        let mut tree = LifeTree::new();
        for _ in 0..EVALUATIONS {
            self.simulate(&stones, &mut tree);
        }
        let mut line = Vec::new();
        let mut at = tree.most_visited(LifeTree::ROOT);
        let value = at.map_or(-1.0, |first| tree.node(first).mean());
        while let Some(index) = at.filter(|_| line.len() < MAX_LINE) {
            line.push(tree.node(index).mv);
            at = tree.most_visited(index);
        }
        Some(LifeVerdict { value, line })
    }

    /// Walks down the tree and judges the position there.
    fn simulate(&mut self, stones: &Stones<'_>, tree: &mut LifeTree) {
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
    owner: Color,
    string: Vec<Point>,
}

impl<'a> Stones<'a> {
    fn new(question: LifeQuestion<'a>) -> Option<Self> {
        Some(Self {
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
}

impl Walk {
    fn new(stones: &Stones<'_>) -> Self {
        let LifeQuestion { board, to_move, .. } = stones.question;
        Self {
            board: board.clone(),
            situation: Situation::at_start(board, to_move, Komi::default(), Rules::Chinese),
            turn: to_move,
        }
    }

    fn play(&mut self, mv: Move) {
        // The tree holds legal moves.
        let _ = self.board.play(self.turn, mv);
        self.situation.play(self.turn, mv);
        self.turn = !self.turn;
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

    fn open(mv: &str) -> Answer {
        Answer {
            result: ResultCode::Succeeds,
            mv: Point::parse(mv).map(Move::Play),
            line: Vec::new(),
            is_complete: false,
            leaning: 0.0,
            positions: 9,
        }
    }

    #[test]
    fn who_moves_first_decides_a_bulky_five() {
        let board = diagram::parse(CORNER).expect("a diagram");
        let mut life = NetLife::new(NetChoice::embedded());
        for to_move in Color::BOTH {
            let question = LifeQuestion {
                board: &board,
                stone: Point::parse("D3").expect("a point"),
                to_move,
            };
            assert!(life.search(question).expect("a stone").value > 0.5);
            let answer = life.judge(question, open("A9"));
            assert_eq!(answer.result, ResultCode::Succeeds);
            assert_eq!(answer.mv, answer.line.first().copied());
            assert_ne!(answer.mv, open("A9").mv);
            assert!(!answer.is_complete, "the net proves nothing");
        }
    }

    #[test]
    fn a_group_with_two_eyes_is_not_caught() {
        let mut board = diagram::parse(CORNER).expect("a diagram");
        for name in ["D2", "D1"] {
            let point = Point::parse(name).expect("a point");
            board.play(Color::Black, Move::Play(point)).expect("legal");
        }
        let question = LifeQuestion {
            board: &board,
            stone: Point::parse("D3").expect("a point"),
            to_move: Color::White,
        };
        let answer = NetLife::new(NetChoice::embedded()).judge(question, open("A9"));
        assert_eq!((answer.result, answer.mv), (ResultCode::Fails, None));
        assert!(answer.line.is_empty());
    }

    #[test]
    fn what_is_proved_and_what_is_too_small_for_the_net_stands() {
        let board = diagram::parse(CORNER).expect("a diagram");
        let mut life = NetLife::new(NetChoice::embedded());
        let question = LifeQuestion {
            board: &board,
            stone: Point::parse("D3").expect("a point"),
            to_move: Color::White,
        };
        let proved = Answer {
            is_complete: true,
            ..open("A9")
        };
        assert_eq!(life.judge(question, proved.clone()), proved);
        let small = diagram::parse(". . .\n. X .\n. . .").expect("a diagram");
        let question = LifeQuestion {
            board: &small,
            stone: Point::parse("B2").expect("a point"),
            to_move: Color::White,
        };
        assert_eq!(life.judge(question, open("A1")), open("A1"));
        let nothing = LifeQuestion {
            stone: Point::parse("A1").expect("a point"),
            ..question
        };
        assert_eq!(life.search(nothing), None);
    }

    #[test]
    fn the_same_question_has_the_same_answer() {
        let board = diagram::parse(CORNER).expect("a diagram");
        let question = LifeQuestion {
            board: &board,
            stone: Point::parse("D3").expect("a point"),
            to_move: Color::White,
        };
        let mut life = NetLife::new(NetChoice::embedded());
        let first = life.search(question).expect("a stone");
        assert!((-1.0..=1.0).contains(&first.value));
        assert_eq!(life.search(question), Some(first));
    }
}
