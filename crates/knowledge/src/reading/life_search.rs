//! The life-and-death search: whether a group that is surrounded, or nearly, is killed or lives,
//! whoever moves first.
//!
//! A [`LifeProblem`] says what is asked: the stones, the region where it is fought out, and the stones
//! around that count as alive. The same proof-number search as for strings tries the points that
//! matter there (of the eye spaces, their gaps, captures, cuts, ways out), within a [`Budget`].
//! A group lives by eyes that nothing can take, by seki, by joining a living friend or by running
//! out; it is dead when most of its stones are captured, or when what it may still get is one eye
//! that is no life (small spaces are played out to the end). Ko is told apart as for strings. The
//! name is that of GNU Go's commands for the same questions.

use super::answer::{Answer, ResultCode};
use super::budget::Budget;
use super::kill_goal::KillGoal;
use super::life_problem::LifeProblem;
use super::proof_numbers::{Proof, ProofSide};
use super::reading_cache::ReadingQuestion;
use super::tactician::Tactician;
use sgmp_board::rules::{Board, Move};

impl Tactician {
    /// Returns whether the opponent of a group, moving first, kills it; by a pass where it is dead as it
    /// stands.
    #[must_use]
    pub fn kill(&mut self, board: &Board, life_problem: &LifeProblem, budget: Budget) -> Answer {
        self.read_life(board, life_problem, budget, ProofSide::Prover)
    }

    /// Returns whether the owner of a group, moving first, lives; by a pass where it is not killed
    /// anyway.
    #[must_use]
    pub fn live(&mut self, board: &Board, life_problem: &LifeProblem, budget: Budget) -> Answer {
        let attack = self.kill(board, life_problem, budget);
        if attack.is_complete && !attack.result.works() {
            return Answer {
                result: ResultCode::Succeeds,
                mv: Some(Move::Pass),
                ..attack
            };
        }
        let answer = self.read_life(board, life_problem, budget, ProofSide::Refuter);
        Answer {
            positions: answer.positions + attack.positions,
            ..answer
        }
    }

    fn read_life(
        &mut self,
        board: &Board,
        life_problem: &LifeProblem,
        budget: Budget,
        first: ProofSide,
    ) -> Answer {
        let question = ReadingQuestion::Life(Box::new(life_problem.clone()), first);
        self.ask(board, &question, budget, |it| {
            it.search_life(board, life_problem, budget, first)
        })
    }

    fn search_life(
        &mut self,
        board: &Board,
        life_problem: &LifeProblem,
        budget: Budget,
        first: ProofSide,
    ) -> Answer {
        let spaces = std::mem::take(&mut self.spaces);
        let plain = life_problem;
        let mut life_problem = life_problem.clone();
        life_problem.is_deep = budget.is_deep;
        let goal = KillGoal {
            life_problem: &life_problem,
            spaces: &spaces,
            plain: budget.is_deep.then_some(plain),
        };
        let is_dead = self.glance(board, &goal, ProofSide::Refuter) == Proof::PROVED;
        let answer = match first {
            ProofSide::Prover if is_dead => Answer::at_once(ResultCode::Succeeds, Some(Move::Pass)),
            ProofSide::Prover | ProofSide::Refuter => self.read(board, &goal, first, budget),
        };
        self.spaces = spaces;
        if budget.is_deep && !is_dead {
            return self.look_again(board, plain, budget, first, answer);
        }
        answer
    }
}
