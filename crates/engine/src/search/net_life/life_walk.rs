//! The stones asked about, and the ways on from their position.

use crate::net::Evaluation;
use crate::net::inputs::Situation;
use crate::search::puct::all_moves;
use sgmp_board::rules::{Board, Color, Komi, Move, Point, Rules};

/// Moves are tried so many lines and columns away from the stones at most.
const REACH: u8 = 4;
/// The probability of looking elsewhere is at most this: an answer elsewhere is a threat that somebody
/// may have.
const MOST_ELSEWHERE: f32 = 0.3;
/// Moves of a position at most.
const MAX_MOVES: usize = 40;

/// A question about the string of a stone: does the side to move save it, if it is its own, or catch it?
#[derive(Clone, Copy, Debug)]
pub struct LifeQuestion<'a> {
    /// The position in which the question is asked.
    pub board: &'a Board,
    /// A stone of the string.
    pub stone: Point,
    /// The side that moves first.
    pub to_move: Color,
}

/// Kos in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kos {
    /// By the rules: who is to take back plays elsewhere first, and elsewhere nothing is worth an answer.
    Plain,
    /// A side takes back at once, as if it had every threat.
    TakenBackBy(Color),
}

/// The stones asked about.
pub(super) struct Stones<'a> {
    pub(super) question: LifeQuestion<'a>,
    kos: Kos,
    pub(super) owner: Color,
    string: Vec<Point>,
}

impl<'a> Stones<'a> {
    pub(super) fn new(question: LifeQuestion<'a>, kos: Kos) -> Option<Self> {
        Some(Self {
            kos,
            owner: question.board.color_at(question.stone)?,
            string: question.board.string(question.stone).collect(),
            question,
        })
    }

    /// Mean of the owners of the stones, for the player to move.
    pub(super) fn owned(&self, evaluation: &Evaluation) -> f32 {
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
    pub(super) fn moves(
        &self,
        board: &Board,
        turn: Color,
        evaluation: &Evaluation,
    ) -> Vec<(Move, f32)> {
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

/// A position of which the net always says the same, but for how it came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Position {
    stones: u64,
    ko_point: Option<Point>,
    turn: Color,
    passes: usize,
}

/// A way down the tree.
pub(super) struct Walk {
    pub(super) board: Board,
    pub(super) situation: Situation,
    pub(super) turn: Color,
    kos: Kos,
    pub(super) has_met_ko: bool,
    /// False once the stones have been taken.
    pub(super) stands: bool,
    stone: Point,
}

impl Walk {
    pub(super) fn new(stones: &Stones<'_>) -> Self {
        let LifeQuestion { board, to_move, .. } = stones.question;
        Self {
            board: board.clone(),
            situation: Situation::at_start(board, to_move, Komi::default(), Rules::Chinese),
            turn: to_move,
            kos: stones.kos,
            has_met_ko: false,
            stands: true,
            stone: stones.question.stone,
        }
    }

    pub(super) fn position(&self) -> Position {
        Position {
            stones: self.board.hash(),
            ko_point: self.board.ko_point(),
            turn: self.turn,
            passes: self.situation.passes(),
        }
    }

    pub(super) fn play(&mut self, mv: Move) {
        // The tree holds legal moves.
        let _ = self.board.play(self.turn, mv);
        self.situation.play(self.turn, mv);
        self.turn = !self.turn;
        self.stands &= self.board.color_at(self.stone).is_some();
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
    use sgmp_board::rules::diagram;

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
