//! The questions, and the ko that may lie in them.

use super::answer::{Answer, Verdict};
use super::budget::Budget;
use super::capture::Capture;
use super::life::{Life, read_life};
use super::link::Link;
use super::memory::{Memory, Question, Reading};
use super::owl::Spaces;
use super::proof::{Proof, Side};
use super::prover::{Goal, Prover, Threats};
use crate::rules::{Board, BoardSize, Move, Point};

/// Reads whether strings are captured or saved, joined or cut.
///
/// It keeps a megabyte of memory, so that asking again allocates next to nothing; one answer does
/// not depend on those before it. The ko that the board forbids to take back is forbidden to the
/// side it concerns, as in the game.
#[derive(Debug)]
pub struct Tactician {
    prover: Prover,
    /// Small eye spaces that were played out.
    pub(super) spaces: Spaces,
    memory: Option<Box<Memory>>,
    tells_lines: bool,
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
            prover: Prover::new(),
            spaces: Spaces::default(),
            memory: None,
            tells_lines: true,
            work: 0,
        }
    }

    /// One that keeps its answers and gives them again where the board has not changed as far as they
    /// went, until they have been of no use for so many positions. It has to be told of another position
    /// by [`Self::turn_to`] before it is asked.
    #[must_use]
    pub fn with_memory(patience: u32) -> Self {
        Self {
            memory: Some(Box::new(Memory::new(patience))),
            ..Self::new()
        }
    }

    /// Turns to another position: what is asked from now on is of boards of that size, and answers that
    /// have been of no use for long are forgotten.
    pub fn turn_to(&mut self, size: BoardSize) {
        self.work = 0;
        if let Some(memory) = &mut self.memory {
            memory.turn_to(size);
        }
    }

    /// Whether answers tell a line of play or its first move alone, from now on; a line at first. To find a
    /// line takes as long as a short reading. What is remembered of the other kind is forgotten.
    pub fn tell_lines(&mut self, tells_lines: bool) {
        if self.tells_lines != tells_lines {
            self.tells_lines = tells_lines;
            if let Some(memory) = &mut self.memory {
                memory.clear();
            }
        }
    }

    /// Positions that the answers since the latest [`Self::turn_to`] took, as many as for one who
    /// had remembered nothing then, each counted by the time it takes: those about connections as two
    /// about captures, those about the life of groups as five. A measure of work that depends on the
    /// questions alone.
    #[must_use]
    pub const fn work(&self) -> u64 {
        self.work
    }

    /// Whether the string of a stone is captured if its opponent moves first. Without a stone
    /// there it fails.
    #[must_use]
    pub fn attack(&mut self, board: &Board, stone: Point, budget: Budget) -> Answer {
        self.read_string(board, stone, budget, Side::Prover)
    }

    /// Whether the string of a stone is saved if its owner moves first: a pass where it has more
    /// liberties than are hunted. Without a stone there it fails.
    #[must_use]
    pub fn defend(&mut self, board: &Board, stone: Point, budget: Budget) -> Answer {
        self.read_string(board, stone, budget, Side::Refuter)
    }

    /// Whether the strings of two stones become one if their owner moves first; a pass if they are
    /// one. Without two stones of a color there it fails.
    #[must_use]
    pub fn connect(&mut self, board: &Board, a: Point, b: Point, budget: Budget) -> Answer {
        match link(board, a, b) {
            Some(_) if board.anchor(a) == board.anchor(b) => {
                Answer::at_once(Verdict::Succeeds, Some(Move::Pass))
            }
            Some(goal) => self.read_link(board, &goal, Side::Prover, budget),
            None => Answer::at_once(Verdict::Fails, None),
        }
    }

    /// Whether the strings of two stones stay apart if their opponent moves first; a pass if they
    /// are too far from each other to be read. Without two stones of a color there it fails.
    #[must_use]
    pub fn disconnect(&mut self, board: &Board, a: Point, b: Point, budget: Budget) -> Answer {
        match link(board, a, b) {
            Some(goal) => self.read_link(board, &goal, Side::Refuter, budget),
            None => Answer::at_once(Verdict::Fails, None),
        }
    }

    /// The life of a stone's string, read to the end as by [`super::LifeReader::read`]; it is no part of
    /// [`Self::work`].
    #[must_use]
    pub fn life(&mut self, board: &Board, stone: Point) -> Option<Life> {
        let memory = self.memory.as_mut();
        if let Some(known) = memory.and_then(|memory| memory.recall_life(board, stone)) {
            return known;
        }
        self.prover.clear_traces();
        let life = read_life(self.prover.slate_with(board), stone);
        if let Some(memory) = &mut self.memory {
            memory.keep_life(board, stone, self.prover.seen(board), life);
        }
        life
    }

    fn read_string(&mut self, board: &Board, stone: Point, budget: Budget, first: Side) -> Answer {
        let Some(goal) = capture(board, stone, budget) else {
            return Answer::at_once(Verdict::Fails, None);
        };
        let question = Question::Capture(stone, first);
        self.ask(board, &question, budget, |it| {
            it.read(board, &goal, first, budget)
        })
    }

    fn read_link(&mut self, board: &Board, goal: &Link, first: Side, budget: Budget) -> Answer {
        let question = Question::Link(goal.ends, first);
        self.ask(board, &question, budget, |it| {
            it.read(board, goal, first, budget)
        })
    }

    /// Reads what is not remembered.
    pub(super) fn ask(
        &mut self,
        board: &Board,
        question: &Question,
        budget: Budget,
        read: impl FnOnce(&mut Self) -> Answer,
    ) -> Answer {
        let memory = self.memory.as_mut();
        let known = memory.and_then(|memory| memory.recall(board, question, budget));
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
        question: &Question,
        budget: Budget,
        read: impl FnOnce(&mut Self) -> Answer,
    ) -> Answer {
        if self.memory.is_none() {
            return read(self);
        }
        self.prover.clear_traces();
        let answer = read(self);
        let reading = Reading {
            budget,
            seen: self.prover.seen(board),
            is_read_out: self.prover.is_read_out(),
        };
        if let Some(memory) = &mut self.memory {
            memory.keep(board, question, reading, &answer);
        }
        answer
    }

    /// What can be said of a goal at a glance.
    pub(super) fn glance(&mut self, board: &Board, goal: &impl Goal, to_move: Side) -> Proof {
        self.prover.start(board, Budget::for_level(0));
        self.prover.glance(goal, to_move)
    }

    /// Asks for the side that moves first, and again with the ko given to either side where a ko
    /// was met.
    pub(super) fn read(
        &mut self,
        board: &Board,
        goal: &impl Goal,
        first: Side,
        budget: Budget,
    ) -> Answer {
        self.prover.start(board, budget);
        let outcome = self.prover.prove(goal, first, Threats::Nobody);
        let mut is_complete = outcome.proof.is_decided();
        let winner = |proof| winner(goal, first, proof);
        let works = winner(outcome.proof) == first;
        let mut verdict = if works {
            Verdict::Succeeds
        } else {
            Verdict::Fails
        };
        let longest = if self.tells_lines {
            usize::from(budget.depth)
        } else {
            1
        };
        let mut line = self
            .prover
            .line(goal, first, winner(outcome.proof), longest);
        if outcome.ko_met {
            let favored = if works { first.other() } else { first };
            let second = self.prover.prove(goal, first, Threats::of(favored));
            let changed = winner(second.proof) == favored;
            is_complete &= second.proof.is_decided();
            match (works, changed) {
                (true, true) => verdict = Verdict::KoIgnoresThreat,
                (false, true) => {
                    verdict = Verdict::KoNeedsThreat;
                    line = self.prover.line(goal, first, first, longest);
                }
                // What works even without the ko is the better move.
                (true, false) => line = self.prover.line(goal, first, first, longest),
                (false, false) => {}
            }
        }
        let mv = line.first().copied().unwrap_or(Move::Pass);
        Answer {
            verdict,
            mv: verdict.works().then_some(mv),
            line,
            is_complete,
            leaning: leaning(outcome.proof, first),
            positions: self.prover.positions,
        }
    }
}

/// How much further the side that asks is from its goal than its opponent; 0 where that is decided.
fn leaning(proof: Proof, first: Side) -> f32 {
    if proof.is_decided() {
        return 0.0;
    }
    let (proving, refuting) = ((proof.pn as f32).ln(), (proof.dn as f32).ln());
    match first {
        Side::Prover => proving - refuting,
        Side::Refuter => refuting - proving,
    }
}

fn winner(goal: &impl Goal, first: Side, proof: Proof) -> Side {
    match proof {
        Proof { pn: 0, .. } => Side::Prover,
        Proof { dn: 0, .. } => Side::Refuter,
        _ => goal.in_doubt(first),
    }
}

fn capture(board: &Board, stone: Point, budget: Budget) -> Option<Capture> {
    Some(Capture {
        prey: stone,
        color: board.color_at(stone)?,
        liberties: usize::from(budget.liberties.clamp(1, 8)),
    })
}

fn link(board: &Board, a: Point, b: Point) -> Option<Link> {
    let color = board.color_at(a)?;
    (board.color_at(b) == Some(color)).then_some(Link {
        ends: [a, b],
        color,
    })
}
