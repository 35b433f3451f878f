//! The questions, and the ko that may lie in them.

use super::answer::{Answer, ResultCode};
use super::budget::Budget;
use super::capture_goal::CaptureGoal;
use super::connection_goal::ConnectionGoal;
use super::df_pn::DfPn;
use super::eye_space::EyeSpaceTable;
use super::life_reader::{Life, read_life};
use super::proof_numbers::{Proof, ProofSide};
use super::reading_cache::{Reading, ReadingCache, ReadingQuestion};
use super::search_goal::{Goal, Threats};
use sgmp_board::rules::{Board, BoardSize, Move, Point};

/// Reads whether strings are captured or saved, joined or cut.
///
/// It keeps a megabyte of memory, so that asking again allocates next to nothing; one answer does
/// not depend on those before it. The ko that the board forbids to take back is forbidden to the
/// side it concerns, as in the game.
///
/// # Examples
///
/// ```
/// use sgmp_knowledge::reading::{Budget, ResultCode, Tactician};
/// use sgmp_board::rules::{Point, diagram};
///
/// let board = diagram::parse(
///     ". . . . .
///      . . . . .
///      . X X . .
///      X O . . .
///      . X . . .",
/// )?;
/// let stone = Point::parse("B2").expect("a point");
/// let mut tactician = Tactician::new();
/// let attack = tactician.attack(&board, stone, Budget::for_level(5));
/// assert_eq!(attack.result, ResultCode::Succeeds);
/// assert_eq!(attack.point(), Point::parse("C2"));
/// # Ok::<(), sgmp_board::rules::diagram::DiagramError>(())
/// ```
#[derive(Debug)]
pub struct Tactician {
    pub(super) df_pn: DfPn,
    /// Small eye spaces that were played out.
    pub(super) spaces: EyeSpaceTable,
    cache: Option<Box<ReadingCache>>,
    pub(super) keeps_lines: bool,
    /// First moves of the latest question about a group, see [`DfPn::ranked`].
    pub(super) ranked: Vec<Point>,
    /// See [`Self::work`].
    work: u64,
}

impl Default for Tactician {
    fn default() -> Self {
        Self::new()
    }
}

impl Tactician {
    /// A tactician with nothing read yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            df_pn: DfPn::new(),
            spaces: EyeSpaceTable::default(),
            cache: None,
            keeps_lines: true,
            ranked: Vec::new(),
            work: 0,
        }
    }

    /// One that keeps its answers and gives them again where the board has not changed as far as they
    /// went, until they have been of no use for so many positions. It has to be told of another position
    /// by [`Self::turn_to`] before it is asked.
    #[must_use]
    pub fn with_cache(max_age: u32) -> Self {
        Self {
            cache: Some(Box::new(ReadingCache::new(max_age))),
            ..Self::new()
        }
    }

    /// Turns to another position: what is asked from now on is of boards of that size, and answers that
    /// have been of no use for long are forgotten.
    pub fn turn_to(&mut self, size: BoardSize) {
        self.work = 0;
        if let Some(cache) = &mut self.cache {
            cache.turn_to(size);
        }
    }

    /// Returns whether answers tell a line of play or its first move alone, from now on; a line at
    /// first. To find a line takes as long as a short reading. What is remembered of the other kind
    /// is forgotten.
    pub(crate) fn set_keeps_lines(&mut self, keeps_lines: bool) {
        if self.keeps_lines != keeps_lines {
            self.keeps_lines = keeps_lines;
            if let Some(cache) = &mut self.cache {
                cache.clear();
            }
        }
    }

    /// Positions that the answers since the latest `Self::turn_to` took, as many as for one who
    /// had remembered nothing then, each counted by the time it takes: those about connections as two
    /// about captures, those about the life of groups as five. A measure of work that depends on the
    /// questions alone.
    #[must_use]
    pub const fn work(&self) -> u64 {
        self.work
    }

    /// Returns whether the string of a stone is captured if its opponent moves first. Without a stone
    /// there it fails.
    #[must_use]
    pub fn attack(&mut self, board: &Board, stone: Point, budget: Budget) -> Answer {
        self.read_string(board, stone, budget, ProofSide::Prover)
    }

    /// Returns whether the string of a stone is saved if its owner moves first: a pass where it has more
    /// liberties than are hunted. Without a stone there it fails.
    #[must_use]
    pub fn defend(&mut self, board: &Board, stone: Point, budget: Budget) -> Answer {
        self.read_string(board, stone, budget, ProofSide::Refuter)
    }

    /// Returns whether the strings of two stones become one if their owner moves first; a pass if
    /// they are one. Without two stones of a color there it fails.
    #[must_use]
    pub fn connect(&mut self, board: &Board, a: Point, b: Point, budget: Budget) -> Answer {
        match link(board, a, b, budget) {
            Some(_) if board.anchor(a) == board.anchor(b) => {
                Answer::at_once(ResultCode::Succeeds, Some(Move::Pass))
            }
            Some(goal) => self.read_link(board, &goal, ProofSide::Prover, budget),
            None => Answer::at_once(ResultCode::Fails, None),
        }
    }

    /// Returns whether the strings of two stones stay apart if their opponent moves first; a pass if they
    /// are too far from each other to be read. Without two stones of a color there it fails.
    #[must_use]
    pub fn disconnect(&mut self, board: &Board, a: Point, b: Point, budget: Budget) -> Answer {
        match link(board, a, b, budget) {
            Some(goal) if self.is_far(board, &goal) => {
                Answer::at_once(ResultCode::Succeeds, Some(Move::Pass))
            }
            Some(goal) => self.read_link(board, &goal, ProofSide::Refuter, budget),
            None => Answer::at_once(ResultCode::Fails, None),
        }
    }

    /// The life of a stone's string, read to the end as by `super::LifeReader::read`; it is no part of
    /// [`Self::work`].
    #[must_use]
    pub fn life(&mut self, board: &Board, stone: Point) -> Option<Life> {
        let cache = self.cache.as_mut();
        if let Some(known) = cache.and_then(|cache| cache.recall_life(board, stone)) {
            return known;
        }
        self.df_pn.clear_read_set();
        let life = read_life(self.df_pn.undo_board_with(board), stone);
        if let Some(cache) = &mut self.cache {
            cache.keep_life(board, stone, self.df_pn.seen(board), life);
        }
        life
    }

    fn read_string(
        &mut self,
        board: &Board,
        stone: Point,
        budget: Budget,
        first: ProofSide,
    ) -> Answer {
        let Some(goal) = capture(board, stone, budget) else {
            return Answer::at_once(ResultCode::Fails, None);
        };
        let question = ReadingQuestion::Capture(stone, first);
        self.ask(board, &question, budget, |it| {
            it.read(board, &goal, first, budget)
        })
    }

    /// Returns whether two strings of a deep question are too far apart to be joined.
    fn is_far(&mut self, board: &Board, goal: &ConnectionGoal) -> bool {
        goal.is_deep && self.glance(board, goal, ProofSide::Prover) == Proof::REFUTED
    }

    fn read_link(
        &mut self,
        board: &Board,
        goal: &ConnectionGoal,
        first: ProofSide,
        budget: Budget,
    ) -> Answer {
        let question = ReadingQuestion::Connection(goal.ends, first);
        self.ask(board, &question, budget, |it| {
            it.read(board, goal, first, budget)
        })
    }

    /// Reads what is not remembered.
    pub(super) fn ask(
        &mut self,
        board: &Board,
        question: &ReadingQuestion,
        budget: Budget,
        read: impl FnOnce(&mut Self) -> Answer,
    ) -> Answer {
        let cache = self.cache.as_mut();
        let known = cache.and_then(|cache| cache.recall(board, question, budget));
        let is_new = known
            .as_ref()
            .is_none_or(|(_, is_of_this_turn)| !is_of_this_turn);
        let answer = known.map_or_else(
            || self.read_anew(board, question, budget, read),
            |(answer, _)| answer,
        );
        if is_new {
            self.work += question.effort() * u64::from(answer.positions);
        }
        answer
    }

    fn read_anew(
        &mut self,
        board: &Board,
        question: &ReadingQuestion,
        budget: Budget,
        read: impl FnOnce(&mut Self) -> Answer,
    ) -> Answer {
        if self.cache.is_none() {
            return read(self);
        }
        self.df_pn.clear_read_set();
        let answer = read(self);
        let reading = Reading {
            budget,
            seen: self.df_pn.seen(board),
            is_read_out: self.df_pn.is_read_out(),
        };
        if let Some(cache) = &mut self.cache {
            cache.keep(board, question, reading, &answer);
        }
        answer
    }

    /// The proof numbers of a goal at a glance.
    pub(super) fn glance(&mut self, board: &Board, goal: &impl Goal, to_move: ProofSide) -> Proof {
        self.df_pn.undo_board_with(board);
        self.df_pn.glance(goal, to_move)
    }

    /// Asks for the side that moves first, and again with the ko given to either side where a ko
    /// was met.
    pub(super) fn read(
        &mut self,
        board: &Board,
        goal: &impl Goal,
        first: ProofSide,
        budget: Budget,
    ) -> Answer {
        if budget.is_deep {
            return self.read_deep(board, goal, first, budget);
        }
        self.df_pn.start(board, budget);
        let outcome = self.df_pn.prove(goal, first, Threats::Nobody);
        let mut is_complete = outcome.proof.is_decided();
        let winner = |proof| winner(goal, first, proof);
        let works = winner(outcome.proof) == first;
        let mut result = if works {
            ResultCode::Succeeds
        } else {
            ResultCode::Fails
        };
        // Without lines a first move is looked for where there is one.
        let keeps_lines = self.keeps_lines;
        let longest = |works| match keeps_lines {
            true => usize::from(budget.depth),
            false => usize::from(works),
        };
        let won = winner(outcome.proof);
        let mut line = self.df_pn.line(goal, first, won, longest(works));
        if outcome.ko_met {
            let favored = if works { first.other() } else { first };
            let second = self.df_pn.prove(goal, first, Threats::for_side(favored));
            let changed = winner(second.proof) == favored;
            is_complete &= second.proof.is_decided();
            match (works, changed) {
                (true, true) => result = ResultCode::KoIgnoresThreat,
                (false, true) => {
                    result = ResultCode::KoNeedsThreat;
                    line = self.df_pn.line(goal, first, first, longest(true));
                }
                // What works even without the ko is the better move.
                (true, false) => line = self.df_pn.line(goal, first, first, longest(true)),
                (false, false) => {}
            }
        }
        let mv = line.first().copied().unwrap_or(Move::Pass);
        Answer {
            result,
            mv: result.works().then_some(mv),
            line,
            is_complete,
            leaning: leaning(outcome.proof, first),
            positions: self.df_pn.positions,
        }
    }
}

/// The leaning of the proof numbers toward the side that moves first; 0 where they are decided.
pub(super) fn leaning(proof: Proof, first: ProofSide) -> f32 {
    if proof.is_decided() {
        return 0.0;
    }
    let (proving, refuting) = ((proof.pn as f32).ln(), (proof.dn as f32).ln());
    match first {
        ProofSide::Prover => proving - refuting,
        ProofSide::Refuter => refuting - proving,
    }
}

fn winner(goal: &impl Goal, first: ProofSide, proof: Proof) -> ProofSide {
    match proof {
        Proof { pn: 0, .. } => ProofSide::Prover,
        Proof { dn: 0, .. } => ProofSide::Refuter,
        _ => goal.in_doubt(first, proof),
    }
}

fn capture(board: &Board, stone: Point, budget: Budget) -> Option<CaptureGoal> {
    Some(CaptureGoal {
        prey: stone,
        color: board.color_at(stone)?,
        liberties: usize::from(budget.liberties.clamp(1, 8)),
        is_deep: budget.is_deep,
    })
}

fn link(board: &Board, a: Point, b: Point, budget: Budget) -> Option<ConnectionGoal> {
    let color = board.color_at(a)?;
    (board.color_at(b) == Some(color)).then_some(ConnectionGoal {
        ends: [a, b],
        color,
        is_deep: budget.is_deep,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::StringStatus;
    use crate::tactics::{Capture, captures_in_ladder, nets};
    use sgmp_board::rng::Rng;
    use sgmp_board::rules::{Board, BoardSize, Color, Move, Point};

    #[test]
    fn the_tactician_says_so_too() {
        let mut rng = Rng::from_seed(1);
        let mut tactician = Tactician::new();
        let (mut seen, mut dead) = (0, 0);
        for _ in 0..1200 {
            let mut board = Board::new(BoardSize::new(9).unwrap());
            let mut color = Color::Black;
            for _ in 0..30 {
                let points = board.empty_points();
                let point = points[rng.below(points.len() as u32) as usize];
                if board.play(color, Move::Play(point)).is_ok() {
                    color = !color;
                }
            }
            for stone in Point::all(board.size()) {
                if board.anchor(stone) != Some(stone)
                    || captures_in_ladder(&board, stone) != Capture::Escapes
                {
                    continue;
                }
                for net in nets(&board, stone).iter() {
                    let mut shut = board.clone();
                    let hunter = !board.color_at(stone).unwrap();
                    shut.play(hunter, Move::Play(net)).unwrap();
                    let status = tactician.string_status(&shut, stone, Budget::for_level(8));
                    seen += 1;
                    dead += u32::from(status == StringStatus::Dead);
                }
            }
        }
        // What the one leaves out the other reads, and neither reads everything.
        assert!(seen > 30 && dead * 4 > seen * 3, "{dead} of {seen}");
    }
}
