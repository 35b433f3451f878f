//! Answers that hold wherever the board is as it was where they were read.
//!
//! A move changes what can be read near it and nothing else. Who looks at one position after another
//! that differ by a move or two, as the experts do, gets most answers from here.

use std::collections::HashMap;

use super::answer::Answer;
use super::budget::Budget;
use super::owl::Siege;
use super::proof::Side;
use crate::rules::{Board, BoardSize, Color, Point, PointSet};

/// Positions for which an answer is kept that is of no use to them: both sides of a game may ask in turn.
const KEPT: u32 = 2;

/// What is asked, the side that moves first last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Question {
    Capture(Point, Side),
    Link([Point; 2], Side),
    Life(Box<Siege>, Side),
}

impl Question {
    /// How long a position of its reading takes, in positions about a capture. Measured in a game of level 6:
    /// 0.46, 0.86 and 2.4 microseconds.
    pub(super) const fn effort(&self) -> u64 {
        match self {
            Self::Capture(..) => 1,
            Self::Link(..) => 2,
            Self::Life(..) => 5,
        }
    }
}

/// A question and what bounds its answer besides the stones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Entry {
    question: Question,
    ko: Option<Point>,
}

/// How an answer was come by.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) budget: Budget,
    /// The points that were looked at.
    pub(super) seen: PointSet,
    /// Whether all was read to its end.
    pub(super) is_read_out: bool,
}

/// An answer and what it rests on.
#[derive(Debug)]
struct Known {
    reading: Reading,
    /// The position at which it was last of use.
    age: u32,
    /// The stones that were seen, Black's first.
    stones: [PointSet; 2],
    answer: Answer,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// What is kept was read on one size of board.
    size: Option<BoardSize>,
    /// Positions so far.
    age: u32,
    known: HashMap<Entry, Vec<Known>>,
    /// The stones of the latest board, by its hash.
    latest: Option<(u64, [PointSet; 2])>,
}

impl Memory {
    /// Another position is looked at, and what is near it: forgets what was of no use at the last few.
    pub(super) fn turn_to(&mut self, size: BoardSize) {
        if self.size != Some(size) {
            *self = Self::default();
            self.size = Some(size);
        }
        self.age += 1;
        let oldest = self.age.saturating_sub(KEPT);
        self.known.retain(|_, known| {
            known.retain(|known| known.age >= oldest);
            !known.is_empty()
        });
    }

    /// The answer, if it was read where the board is the same, and whether it was of use since the
    /// latest turn: who remembers nothing of earlier ones has it then, too.
    pub(super) fn recall(
        &mut self,
        board: &Board,
        question: &Question,
        budget: Budget,
    ) -> Option<(Answer, bool)> {
        let stones = self.stones(board);
        let known = self.known.get_mut(&entry(board, question))?;
        let same = |known: &&mut Known| known.suffices(budget) && known.holds(&stones);
        let found = known
            .iter_mut()
            .filter(same)
            .max_by_key(|known| known.age)?;
        let is_of_this_turn = found.age == self.age;
        found.age = self.age;
        Some((found.answer.clone(), is_of_this_turn))
    }

    pub(super) fn keep(
        &mut self,
        board: &Board,
        question: &Question,
        reading: Reading,
        answer: &Answer,
    ) {
        let stones = self.stones(board).map(|stones| stones & reading.seen);
        let place = self.known.entry(entry(board, question));
        place.or_default().push(Known {
            reading,
            age: self.age,
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
    /// Whether a budget would have led to it: its own, or a larger one where all was read out.
    fn suffices(&self, budget: Budget) -> bool {
        let Budget {
            decisions,
            liberties,
            depth,
        } = budget;
        let own = self.reading.budget;
        // What is deeper than the depth counts as failed, so that another depth is another question.
        let is_more =
            decisions >= own.decisions && liberties == own.liberties && depth == own.depth;
        budget == own || self.reading.is_read_out && is_more
    }

    fn holds(&self, stones: &[PointSet; 2]) -> bool {
        let mut both = self.stones.iter().zip(stones);
        both.all(|(then, now)| *then == *now & self.reading.seen)
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
    use crate::rules::Move;

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
        let mut asked = 0;
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
                    assert_eq!(ours, twin, "{board:?}");
                }
            }
        }
        assert!(asked > 10_000, "{asked}");
    }

    #[test]
    fn work_is_counted_as_for_one_who_remembers_nothing() {
        let mut rng = Rng::from_seed(12);
        let size = BoardSize::new(7).unwrap();
        let points: Vec<Point> = Point::all(size).collect();
        let mut board = Board::new(size);
        let mut follower = Tactician::with_memory();
        let mut color = Color::Black;
        for _ in 0..40 {
            let point = points[rng.below(points.len() as u32) as usize];
            if board.is_small_eye(color, point) || board.play(color, Move::Play(point)).is_err() {
                continue;
            }
            color = !color;
            let mut fresh = Tactician::with_memory();
            for tactician in [&mut follower, &mut fresh] {
                tactician.turn_to(size);
                let _ = all(tactician, &board, 0);
                let _ = all(tactician, &board, 2);
            }
            assert_eq!(follower.work(), fresh.work(), "{board:?}");
        }
        assert!(follower.work() > 0);
        follower.turn_to(size);
        assert_eq!(follower.work(), 0);
    }

    #[test]
    fn a_question_asked_again_costs_nothing() {
        let mut tactician = Tactician::with_memory();
        let mut board = Board::new(BoardSize::NINETEEN);
        let point = |name| Point::parse(name).unwrap();
        for name in ["D4", "D6"] {
            board.play(Color::Black, Move::Play(point(name))).unwrap();
            board.play(Color::White, Move::Pass).unwrap();
        }
        tactician.turn_to(board.size());
        for _ in 0..2 {
            let budget = Budget::for_level(2);
            let answer = tactician.disconnect(&board, point("D4"), point("D6"), budget);
            assert!(answer.positions > 0);
            assert_eq!(tactician.work(), 2 * u64::from(answer.positions));
        }
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
        memory.turn_to(size);
        let reading = Reading {
            budget,
            seen: PointSet::single(stone),
            is_read_out: true,
        };
        memory.keep(&board, &question, reading, &answer);
        let far = Point::parse("G7").unwrap();
        board.play(Color::White, Move::Play(far)).unwrap();
        for _ in 0..3 {
            memory.turn_to(size);
            let told = Some((answer.clone(), false));
            assert_eq!(memory.recall(&board, &question, budget), told);
            let again = Some((answer.clone(), true));
            assert_eq!(memory.recall(&board, &question, budget), again);
        }

        let (less, more) = (Budget::for_level(0), Budget::for_level(4));
        assert_eq!(memory.recall(&board, &question, less), None);
        assert_eq!(memory.recall(&board, &question, more), Some((answer, true)));
        for _ in 0..=KEPT {
            memory.turn_to(size);
        }
        assert_eq!(memory.recall(&board, &question, budget), None);
    }
}
