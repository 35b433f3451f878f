//! Answers that hold wherever the board is as it was where they were read.
//!
//! A move changes what can be read near it and nothing else. Who looks at one position after another
//! that differ by a move or two, as the experts do, gets most answers from here.

use std::collections::HashMap;

use super::answer::Answer;
use super::budget::Budget;
use super::owl::Siege;
use super::proof::Side;
use crate::rules::{Board, Color, Point, PointSet};

/// What is asked, the side that moves first last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Question {
    Capture(Point, Side),
    Link([Point; 2], Side),
    Life(Box<Siege>, Side),
}

/// A question and what bounds its answer besides the stones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Entry {
    question: Question,
    ko: Option<Point>,
}

/// An answer and what it rests on.
#[derive(Debug)]
struct Known {
    budget: Budget,
    /// The points that were looked at.
    seen: PointSet,
    /// The stones there, Black's first.
    stones: [PointSet; 2],
    answer: Answer,
}

/// See the module. What is kept was read on one size of board.
#[derive(Debug, Default)]
pub(super) struct Memory {
    known: HashMap<Entry, Vec<Known>>,
    /// The stones of the latest board, by its hash.
    latest: Option<(u64, [PointSet; 2])>,
}

impl Memory {
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.latest = None;
    }

    /// The answer, if it was read where the board is the same.
    pub(super) fn recall(
        &mut self,
        board: &Board,
        question: &Question,
        budget: Budget,
    ) -> Option<Answer> {
        let stones = self.stones(board);
        let known = self.known.get(&entry(board, question))?;
        let same = |known: &&Known| known.suffices(budget) && known.holds(&stones);
        known.iter().find(same).map(|known| known.answer.clone())
    }

    pub(super) fn keep(
        &mut self,
        board: &Board,
        question: &Question,
        budget: Budget,
        seen: PointSet,
        answer: &Answer,
    ) {
        let stones = self.stones(board).map(|stones| stones & seen);
        let place = self.known.entry(entry(board, question));
        place.or_default().push(Known {
            budget,
            seen,
            stones,
            answer: answer.clone(),
        });
    }

    fn stones(&mut self, board: &Board) -> [PointSet; 2] {
        let hash = board.hash();
        match self.latest {
            Some((of, stones)) if of == hash => stones,
            _ => {
                let stones = [Color::Black, Color::White].map(|c| board.stones(c).collect());
                self.latest = Some((hash, stones));
                stones
            }
        }
    }
}

impl Known {
    /// Whether a budget would have led to it: its own, or a larger one where all was read.
    fn suffices(&self, budget: Budget) -> bool {
        let Budget {
            decisions,
            liberties,
            depth,
        } = budget;
        let own = self.budget;
        // What is deeper than the depth counts as failed, so that another depth is another question.
        let is_more =
            decisions >= own.decisions && liberties == own.liberties && depth == own.depth;
        budget == own || self.answer.is_complete && is_more
    }

    fn holds(&self, stones: &[PointSet; 2]) -> bool {
        let mut both = self.stones.iter().zip(stones);
        both.all(|(then, now)| *then == *now & self.seen)
    }
}

fn entry(board: &Board, question: &Question) -> Entry {
    Entry {
        question: question.clone(),
        ko: board.ko_point(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tactician;
    use super::*;
    use crate::rng::Rng;
    use crate::rules::{BoardSize, Move};

    /// Asks all there is to ask about a position: of each string, of stones near each other, and of
    /// the life of each string's group.
    fn all(tactician: &mut Tactician, board: &Board, level: u8) -> Vec<Answer> {
        let budget = Budget::for_level(level);
        let stones: Vec<Point> = Point::all(board.size())
            .filter(|point| board.anchor(*point) == Some(*point))
            .collect();
        let mut told = Vec::new();
        for stone in &stones {
            told.push(tactician.attack(board, *stone, budget));
            told.push(tactician.defend(board, *stone, budget));
            let group: PointSet = board.string(*stone).collect();
            if let Some(siege) = Siege::new(board, group, PointSet::EMPTY) {
                told.push(tactician.kill(board, &siege, Budget::for_level(level / 2)));
                told.push(tactician.live(board, &siege, Budget::for_level(level / 2)));
            }
            for other in &stones {
                if other > stone {
                    told.push(tactician.connect(board, *stone, *other, budget));
                    told.push(tactician.disconnect(board, *stone, *other, budget));
                }
            }
        }
        told
    }

    #[test]
    fn what_is_remembered_is_what_would_be_read() {
        let mut rng = Rng::from_seed(11);
        let size = BoardSize::new(9).unwrap();
        let points: Vec<Point> = Point::all(size).collect();
        let (mut asked, mut differ) = (0, 0);
        for _ in 0..2 {
            let mut board = Board::new(size);
            let mut with_memory = Tactician::with_memory();
            let mut color = Color::Black;
            for _ in 0..50 {
                let point = points[rng.below(points.len() as u32) as usize];
                if board.is_small_eye(color, point) || board.play(color, Move::Play(point)).is_err()
                {
                    continue;
                }
                color = !color;
                // What a quick look read in full serves the careful one.
                let _ = all(&mut with_memory, &board, 0);
                let remembered = all(&mut with_memory, &board, 2);
                let read = all(&mut Tactician::new(), &board, 2);
                assert_eq!(remembered.len(), read.len());
                for (ours, twin) in remembered.iter().zip(&read) {
                    asked += 1;
                    assert_eq!(ours.verdict, twin.verdict, "{ours:?} {twin:?} {board:?}");
                    differ += usize::from(ours != twin);
                }
            }
        }
        // Moves of one worth may be tried in another order where a string was put together otherwise.
        assert!(differ * 1000 < asked, "{differ} of {asked}");
    }

    #[test]
    fn answers_are_found_until_they_are_forgotten() {
        let mut tactician = Tactician::with_memory();
        let size = BoardSize::new(9).unwrap();
        let mut board = Board::new(size);
        let stone = Point::parse("C3").unwrap();
        board.play(Color::Black, Move::Play(stone)).unwrap();
        let question = Question::Capture(stone, Side::Prover);
        let budget = Budget::for_level(2);
        let answer = tactician.attack(&board, stone, budget);
        let mut memory = Memory::default();
        let seen = PointSet::single(stone);
        memory.keep(&board, &question, budget, seen, &answer);
        let far = Point::parse("G7").unwrap();
        board.play(Color::White, Move::Play(far)).unwrap();
        assert_eq!(memory.recall(&board, &question, budget), Some(answer));
        let (less, more) = (Budget::for_level(0), Budget::for_level(4));
        assert_eq!(memory.recall(&board, &question, less), None);
        assert!(memory.recall(&board, &question, more).is_some());
        memory.clear();
        assert_eq!(memory.recall(&board, &question, budget), None);
    }
}
