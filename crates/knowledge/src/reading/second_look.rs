//! A second look at the first moves of a question about a group: each is played, the problem drawn anew, and
//! the opponent asked whether he has an answer.
//!
//! A search follows its problem as it was drawn at the beginning, and shares its budget among all moves. The
//! move that is told has to stand this test too, and where none is found more of them are put to it: those in
//! the country around the group.

use super::answer::{Answer, ResultCode};
use super::budget::Budget;
use super::kill_goal::KillGoal;
use super::life_problem::LifeProblem;
use super::proof_numbers::ProofSide;
use super::tactician::Tactician;
use sgmp_board::rules::{Board, Move, Point};

/// The part of a budget that the test of a move gets.
const SHARE_OF_TEST: u32 = 160;
/// The part of it for all tests.
const SHARE_OF_ALL: u32 = 5;
/// Moves tested at most.
const MAX_TESTED: usize = 60;

/// A question about a group.
struct Asked<'a> {
    life_problem: &'a LifeProblem,
    budget: Budget,
    first: ProofSide,
}

impl Tactician {
    /// The answer after a second look.
    pub(super) fn look_again(
        &mut self,
        board: &Board,
        life_problem: &LifeProblem,
        budget: Budget,
        first: ProofSide,
        answer: Answer,
    ) -> Answer {
        let ranked = std::mem::take(&mut self.ranked);
        let is_open_to_doubt = matches!(answer.result, ResultCode::Fails | ResultCode::Succeeds);
        if !is_open_to_doubt || answer.mv == Some(Move::Pass) {
            return answer;
        }
        let asked = Asked {
            life_problem,
            budget,
            first,
        };
        let mut points: Vec<Point> = answer.point().into_iter().collect();
        points.extend(ranked);
        if answer.mv.is_none() {
            points.extend(life_problem.first_moves(board).iter());
        }
        let mut seen = Vec::new();
        points.retain(|point| {
            let is_new = !seen.contains(point);
            seen.push(*point);
            is_new
        });
        points.truncate(MAX_TESTED);
        self.test_moves(board, &asked, points, answer)
    }

    /// The answer after a test of some first moves, the one that was told before the others.
    fn test_moves(
        &mut self,
        board: &Board,
        asked: &Asked<'_>,
        points: Vec<Point>,
        answer: Answer,
    ) -> Answer {
        let mut positions = answer.positions;
        let limit = positions + asked.budget.decisions / SHARE_OF_ALL;
        let works = answer.result.works();
        // The first that is not refuted, and the first that wins a ko.
        let (mut kept, mut ko) = (None, None);
        for point in points {
            if positions > limit {
                break;
            }
            let Some(reply) = self.reply(board, asked, point) else {
                continue;
            };
            positions += reply.positions;
            let is_refuted = reply.is_complete && reply.result == ResultCode::Succeeds;
            let is_told = Some(point) == answer.point();
            if is_told && answer.is_complete && !is_refuted {
                return Answer {
                    positions,
                    ..answer
                };
            }
            if reply.is_complete && reply.result == ResultCode::Fails {
                let told = by(answer, ResultCode::Succeeds, point);
                return Answer {
                    positions,
                    is_complete: true,
                    ..told
                };
            }
            if !is_refuted {
                kept = kept.or(Some(point));
            }
            if reply.is_complete && !works {
                ko = ko.or(turned(reply.result).map(|result| (result, point)));
            }
        }
        let told = match kept {
            Some(point) if works && Some(point) != answer.point() => {
                Some((ResultCode::Succeeds, point))
            }
            _ => ko,
        };
        match told {
            Some((result, point)) => Answer {
                positions,
                is_complete: false,
                ..by(answer, result, point)
            },
            None => Answer {
                positions,
                ..answer
            },
        }
    }

    /// The answer of the opponent to a move; none where it may not be played.
    fn reply(&mut self, board: &Board, asked: &Asked<'_>, point: Point) -> Option<Answer> {
        let color = match asked.first {
            ProofSide::Prover => !asked.life_problem.color,
            ProofSide::Refuter => asked.life_problem.color,
        };
        let mut after = board.clone();
        after.play(color, Move::Play(point)).ok()?;
        let plain = asked.life_problem.after(&after)?;
        let deep = LifeProblem {
            is_deep: true,
            ..plain.clone()
        };
        let budget = Budget {
            decisions: asked.budget.decisions / SHARE_OF_TEST,
            ..asked.budget
        };
        let spaces = std::mem::take(&mut self.spaces);
        let goal = KillGoal {
            life_problem: &deep,
            spaces: &spaces,
            plain: Some(&plain),
        };
        let answer = self.read_deep(&after, &goal, asked.first.other(), budget);
        self.spaces = spaces;
        Some(answer)
    }
}

/// The result of a move by that of the reply, if it is a ko.
const fn turned(reply: ResultCode) -> Option<ResultCode> {
    match reply {
        ResultCode::KoNeedsThreat => Some(ResultCode::KoIgnoresThreat),
        ResultCode::KoIgnoresThreat => Some(ResultCode::KoNeedsThreat),
        ResultCode::Fails | ResultCode::Succeeds => None,
    }
}

/// The answer by another move.
fn by(answer: Answer, result: ResultCode, point: Point) -> Answer {
    let mv = Move::Play(point);
    Answer {
        result,
        mv: Some(mv),
        line: vec![mv],
        leaning: 0.0,
        ..answer
    }
}
