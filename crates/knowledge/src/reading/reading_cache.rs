//! Answers that hold wherever the board is as it was where they were read.
//!
//! A move changes what can be read near it and nothing else. Who looks at one position after another
//! that differ by a move or two, as the experts do, gets most answers from here.

use super::answer::Answer;
use super::answer_cache::{AnswerCache, PositionStamp};
use super::budget::Budget;
use super::life_problem::LifeProblem;
use super::life_reader::Life;
use super::proof_numbers::ProofSide;
use sgmp_board::rules::{Board, BoardSize, Color, Point, PointSet};

/// A question, with the side that moves first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ReadingQuestion {
    Capture(Point, ProofSide),
    Connection([Point; 2], ProofSide),
    Life(Box<LifeProblem>, ProofSide),
}

impl ReadingQuestion {
    /// Cost of one position of its reading, in positions about a capture. Measured in a game of level 6:
    /// 0.46, 0.86 and 2.4 microseconds.
    pub(super) const fn effort(&self) -> u64 {
        match self {
            Self::Capture(..) => 1,
            Self::Connection(..) => 2,
            Self::Life(..) => 5,
        }
    }
}

/// The reading behind an answer.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) budget: Budget,
    /// The points that were looked at.
    pub(super) seen: PointSet,
    /// True if all was read to its end.
    pub(super) is_read_out: bool,
}

/// An answer and how far it was read.
#[derive(Debug)]
struct Known {
    budget: Budget,
    is_read_out: bool,
    answer: Answer,
}

#[derive(Debug)]
pub(super) struct ReadingCache {
    /// Positions for which an answer is kept that is of no use to them.
    max_age: u32,
    /// The size of the boards that all kept answers belong to.
    size: Option<BoardSize>,
    /// Positions so far.
    age: u32,
    answers: AnswerCache<ReadingQuestion, Known>,
    lives: AnswerCache<Point, Option<Life>>,
    /// The stones of the latest board, by its hash.
    latest: Option<(u64, [PointSet; 2])>,
}

impl ReadingCache {
    pub(super) fn new(max_age: u32) -> Self {
        Self {
            max_age,
            size: None,
            age: 0,
            answers: AnswerCache::default(),
            lives: AnswerCache::default(),
            latest: None,
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::new(self.max_age);
    }

    /// Another position is looked at, and what is near it: forgets what was of no use at the last few.
    pub(super) fn turn_to(&mut self, size: BoardSize) {
        if self.size != Some(size) {
            self.clear();
            self.size = Some(size);
        }
        self.age += 1;
        let oldest = self.age.saturating_sub(self.max_age);
        self.answers.forget_before(oldest);
        self.lives.forget_before(oldest);
    }

    /// The answer, if it was read where the board is the same, and whether it was of use since the
    /// latest turn: who remembers nothing of earlier ones has it then, too.
    pub(super) fn recall(
        &mut self,
        board: &Board,
        question: &ReadingQuestion,
        budget: Budget,
    ) -> Option<(Answer, bool)> {
        let stamp = self.stamp(board);
        let entry = (question.clone(), board.ko_point());
        let suits = |known: &Known| known.suffices(budget);
        let (known, is_of_this_turn) = self.answers.recall(&entry, &stamp, suits)?;
        Some((known.answer.clone(), is_of_this_turn))
    }

    pub(super) fn keep(
        &mut self,
        board: &Board,
        question: &ReadingQuestion,
        reading: Reading,
        answer: &Answer,
    ) {
        let stamp = self.stamp(board);
        let known = Known {
            budget: reading.budget,
            is_read_out: reading.is_read_out,
            answer: answer.clone(),
        };
        let entry = (question.clone(), board.ko_point());
        self.answers.keep(entry, &stamp, reading.seen, known);
    }

    /// The known life of a stone's string, if it was read where the board is the same.
    pub(super) fn recall_life(&mut self, board: &Board, stone: Point) -> Option<Option<Life>> {
        let stamp = self.stamp(board);
        let entry = (stone, board.ko_point());
        let known = self.lives.recall(&entry, &stamp, |_| true);
        known.map(|(life, _)| *life)
    }

    pub(super) fn keep_life(
        &mut self,
        board: &Board,
        stone: Point,
        seen: PointSet,
        life: Option<Life>,
    ) {
        let stamp = self.stamp(board);
        self.lives
            .keep((stone, board.ko_point()), &stamp, seen, life);
    }

    fn stamp(&mut self, board: &Board) -> PositionStamp {
        let hash = board.hash();
        let stones = match self.latest {
            Some((of, stones)) if of == hash => stones,
            _ => {
                let stones = [Color::Black, Color::White].map(|c| board.stones(c).collect());
                self.latest = Some((hash, stones));
                stones
            }
        };
        PositionStamp {
            stones,
            age: self.age,
        }
    }
}

impl Known {
    /// Returns whether a budget would have led to it: its own, or a larger one where all was read out.
    fn suffices(&self, budget: Budget) -> bool {
        let Budget {
            decisions,
            liberties,
            depth,
            is_deep,
        } = budget;
        let own = self.budget;
        // What is deeper than the depth counts as failed, so that another depth is another question.
        let is_more = decisions >= own.decisions
            && liberties == own.liberties
            && depth == own.depth
            && is_deep == own.is_deep;
        budget == own || self.is_read_out && is_more
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tactician;
    use super::*;
    use sgmp_board::rng::Rng;
    use sgmp_board::rules::Move;

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
            if let Some(life_problem) = LifeProblem::new(board, group, PointSet::EMPTY) {
                told.push(tactician.kill(board, &life_problem, Budget::for_level(level / 2)));
                told.push(tactician.live(board, &life_problem, Budget::for_level(level / 2)));
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

    /// The positions of a game by chance in which nobody fills an eye, after each of its moves.
    fn positions(seed: u64, lines: u8, tries: usize) -> Vec<Board> {
        let mut rng = Rng::from_seed(seed);
        let size = BoardSize::new(lines).unwrap();
        let points: Vec<Point> = Point::all(size).collect();
        let mut board = Board::new(size);
        let mut color = Color::Black;
        let mut positions = Vec::new();
        for _ in 0..tries {
            let point = points[rng.below(points.len() as u32) as usize];
            let is_eye = board.is_small_eye(color, point);
            if !is_eye && board.play(color, Move::Play(point)).is_ok() {
                color = !color;
                positions.push(board.clone());
            }
        }
        positions
    }

    /// The life of every string of a position.
    fn lives(tactician: &mut Tactician, board: &Board) -> Vec<Option<Life>> {
        Point::all(board.size())
            .filter(|point| board.anchor(*point) == Some(*point))
            .map(|stone| tactician.life(board, stone))
            .collect()
    }

    #[test]
    fn what_is_remembered_is_what_would_be_read() {
        let mut asked = 0;
        for seed in [11, 14] {
            let mut with_cache = Tactician::with_cache(2);
            for board in positions(seed, 9, 50) {
                // What a quick look read in full serves the careful one.
                let _ = all(&mut with_cache, &board, 0);
                let remembered = all(&mut with_cache, &board, 2);
                let read = all(&mut Tactician::new(), &board, 2);
                assert_eq!(remembered.len(), read.len());
                for (ours, twin) in remembered.iter().zip(&read) {
                    asked += 1;
                    assert_eq!(ours, twin, "{board:?}");
                }
                let read = lives(&mut Tactician::new(), &board);
                assert_eq!(lives(&mut with_cache, &board), read, "{board:?}");
            }
        }
        assert!(asked > 10_000, "{asked}");
    }

    #[test]
    fn without_lines_the_first_moves_are_the_same() {
        let mut brief = Tactician::with_cache(2);
        let mut shorter = 0;
        for board in positions(13, 9, 60) {
            brief.set_keeps_lines(false);
            brief.turn_to(board.size());
            let told = all(&mut brief, &board, 2);
            let in_full = all(&mut Tactician::new(), &board, 2);
            for (short, long) in told.iter().zip(&in_full) {
                assert_eq!((short.result, short.mv), (long.result, long.mv));
                assert!(short.line.len() <= 1 && long.line.starts_with(&short.line));
                assert!(short.positions <= long.positions, "{board:?}");
                shorter += usize::from(short.line.len() < long.line.len());
            }
            // What was told without lines is not told again once they are asked for.
            brief.set_keeps_lines(true);
            assert_eq!(all(&mut brief, &board, 2), in_full, "{board:?}");
        }
        assert!(shorter > 100, "{shorter}");
    }

    #[test]
    fn work_is_counted_as_for_one_who_remembers_nothing() {
        let mut follower = Tactician::with_cache(2);
        let size = BoardSize::new(7).unwrap();
        for board in positions(12, 7, 40) {
            let mut fresh = Tactician::with_cache(2);
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
        let mut tactician = Tactician::with_cache(2);
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
        let mut tactician = Tactician::with_cache(2);
        let size = BoardSize::new(9).unwrap();
        let mut board = Board::new(size);
        let stone = Point::parse("C3").unwrap();
        board.play(Color::Black, Move::Play(stone)).unwrap();
        let question = ReadingQuestion::Capture(stone, ProofSide::Prover);
        let budget = Budget::for_level(2);
        let answer = tactician.attack(&board, stone, budget);
        let mut cache = ReadingCache::new(2);
        cache.turn_to(size);
        let reading = Reading {
            budget,
            seen: PointSet::single(stone),
            is_read_out: true,
        };
        cache.keep(&board, &question, reading, &answer);
        let far = Point::parse("G7").unwrap();
        board.play(Color::White, Move::Play(far)).unwrap();
        for _ in 0..3 {
            cache.turn_to(size);
            let told = Some((answer.clone(), false));
            assert_eq!(cache.recall(&board, &question, budget), told);
            let again = Some((answer.clone(), true));
            assert_eq!(cache.recall(&board, &question, budget), again);
        }

        let (less, more) = (Budget::for_level(0), Budget::for_level(4));
        assert_eq!(cache.recall(&board, &question, less), None);
        assert_eq!(cache.recall(&board, &question, more), Some((answer, true)));
        for _ in 0..3 {
            cache.turn_to(size);
        }
        assert_eq!(cache.recall(&board, &question, budget), None);
    }
}
