//! The goal of killing a group.

use super::budget::Budget;
use super::eye_space::{EyeSpaceTable, SpaceOutcome, Turn};
use super::life_problem::LifeProblem;
use super::move_list::Moves;
use super::outlook::{DECIDED, Outlook};
use super::problem_moves::Trial;
use super::problem_spaces::Space;
use super::problem_state::ProblemState;
use super::proof_numbers::{Proof, ProofSide};
use super::search_goal::Goal;
use super::undo_board::UndoBoard;
use sgmp_board::rules::{Color, Point, PointSet};

/// Points of a closed space in which nobody has played that are life in any case.
const MIN_LIVING_SPACE: usize = 8;

/// Points that are left of all spaces when their gaps are lost, and are life in any case.
const MIN_LIVING_REMAINDER: usize = 12;
/// The same where the group is in pieces.
const MIN_LIVING_REMAINDER_IN_PIECES: usize = 18;
/// Points that an enemy stone in a space takes from it.
const ROOM_OF_FOE: usize = 3;

/// Half eyes beyond which more make a group no harder to kill.
const MAX_HALF_EYES: u32 = 5;

/// To kill a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct KillGoal<'a> {
    pub(super) life_problem: &'a LifeProblem,
    pub(super) spaces: &'a EyeSpaceTable,
    /// The same problem for a reading by rules of thumb, if it is read deep.
    pub(super) plain: Option<&'a LifeProblem>,
}

impl Goal for KillGoal<'_> {
    fn color(&self, side: ProofSide) -> Color {
        match side {
            ProofSide::Prover => !self.life_problem.color,
            ProofSide::Refuter => self.life_problem.color,
        }
    }

    fn estimate(&self, undo_board: &UndoBoard, to_move: ProofSide) -> Proof {
        match self.judge(undo_board, to_move) {
            Err(ProofSide::Prover) => Proof::PROVED,
            Err(ProofSide::Refuter) => Proof::REFUTED,
            Ok(state) => self.guess(&state, to_move),
        }
    }

    fn hasty(&self) -> Option<Self> {
        self.plain.map(|life_problem| Self {
            life_problem,
            plain: None,
            ..*self
        })
    }

    fn is_weak(&self) -> bool {
        self.life_problem.is_deep
    }

    fn outlook(
        &self,
        undo_board: &mut UndoBoard,
        first: ProofSide,
        open: PointSet,
    ) -> Option<Point> {
        let found = Outlook::new(self, undo_board).prospects(first, open);
        found.first().and_then(|prospect| prospect.point)
    }

    fn is_closed(&self) -> bool {
        self.life_problem.open.is_empty()
    }

    fn is_thorough(&self) -> bool {
        true
    }

    /// A position of a life problem takes longer to judge than one of a capture.
    fn max_positions(&self, budget: Budget) -> u32 {
        budget.decisions.saturating_mul(16).saturating_add(100)
    }

    fn in_doubt(&self, first: ProofSide, _: Proof) -> ProofSide {
        if self.life_problem.is_deep {
            first
        } else {
            ProofSide::Refuter
        }
    }

    fn moves(&self, undo_board: &UndoBoard, to_move: ProofSide, moves: &mut Moves) {
        let state = ProblemState::new(self.life_problem, undo_board);
        let trial = Trial {
            life_problem: self.life_problem,
            state: &state,
            undo_board,
        };
        trial.collect(moves);
        moves.may_pass = to_move == ProofSide::Refuter || undo_board.ko().is_some();
    }
}

impl KillGoal<'_> {
    /// The state of a position, or who has won there.
    fn judge<'b>(
        &'b self,
        undo_board: &'b UndoBoard,
        to_move: ProofSide,
    ) -> Result<ProblemState<'b>, ProofSide> {
        let mut state = ProblemState::outline(self.life_problem, undo_board);
        if state.left < self.life_problem.least {
            return Err(ProofSide::Prover);
        }
        if self.is_out(&state, to_move) {
            return Err(ProofSide::Refuter);
        }
        state.fill_in();
        if self.lives(&state, to_move) {
            return Err(ProofSide::Refuter);
        }
        if self.is_lost(&state, to_move) {
            return Err(ProofSide::Prover);
        }
        Ok(state)
    }

    /// The worth of a position for the group, by its half eyes, ways out and liberties; [`DECIDED`], or less
    /// than nothing by as much, where it is decided.
    pub(super) fn worth(&self, undo_board: &UndoBoard, to_move: ProofSide) -> i32 {
        let state = match self.judge(undo_board, to_move) {
            Err(ProofSide::Prover) => return -DECIDED,
            Err(ProofSide::Refuter) => return DECIDED,
            Ok(state) => state,
        };
        let (mut hoped, mut sure) = (0, 0);
        for space in &state.spaces {
            hoped += self.eyes(&state, space.points);
            sure += self.eyes(&state, space.sure);
        }
        let many = |count: usize, most: usize| count.min(most) as i32;
        let lost = self.life_problem.all - state.cluster_weight();
        let turn = if to_move == ProofSide::Refuter { 60 } else { 0 };
        60 * hoped.min(8)
            + 90 * sure.min(6)
            + turn
            + 60 * many(state.ways.ends, 10)
            + 120 * many(state.leaks.len(), 3)
            + 15 * many(state.liberties.len(), 8)
            - 600 * i32::from(lost) / i32::from(self.life_problem.all)
    }

    /// Half eyes in some points, and a little for their room.
    fn eyes(&self, state: &ProblemState<'_>, points: PointSet) -> i32 {
        let room = (points.len() as i32).min(8) / 2;
        state.half_eyes(self.spaces, points) as i32 + room / 2
    }

    /// Returns whether the group has joined a friend or run out.
    fn is_out(&self, state: &ProblemState<'_>, to_move: ProofSide) -> bool {
        if state.cluster_weight() < self.life_problem.least {
            return false;
        }
        let needed = match to_move {
            ProofSide::Refuter => 1,
            ProofSide::Prover => 2,
        };
        if self.life_problem.is_deep && state.has_run_out(to_move) {
            return true;
        }
        state.has_joined() || state.exits.len() >= needed
    }

    /// Returns whether it lives where it is.
    fn lives(&self, state: &ProblemState<'_>, to_move: ProofSide) -> bool {
        state.lives_for_ever()
            || self.has_plenty(state)
            || state.spaces.iter().any(|space| {
                state.is_solid(space)
                    && match self.outcome(state, space, to_move) {
                        Some(inside) => inside == SpaceOutcome::Alive,
                        None => space.size >= MIN_LIVING_SPACE && space.foes == 0,
                    }
            })
    }

    /// Returns whether it has so much room that it need not be read.
    fn has_plenty(&self, state: &ProblemState<'_>) -> bool {
        let room = |space: &Space| space.sure.len().saturating_sub(ROOM_OF_FOE * space.foes);
        let room: usize = state.spaces.iter().map(room).sum();
        let more = if self.life_problem.is_deep { 2 } else { 1 };
        room >= more
            * if state.is_whole() {
                MIN_LIVING_REMAINDER
            } else {
                MIN_LIVING_REMAINDER_IN_PIECES
            }
    }

    fn outcome(
        &self,
        state: &ProblemState<'_>,
        space: &Space,
        to_move: ProofSide,
    ) -> Option<SpaceOutcome> {
        let turn = match to_move {
            ProofSide::Prover => Turn::Opponent,
            ProofSide::Refuter => Turn::Owner,
        };
        let outcomes = state.play_out(self.spaces, space.points, state.outside(space))?;
        Some(outcomes.for_turn(turn))
    }

    /// Returns whether all that it may still get, were every gap closed for nothing, is no life.
    fn is_lost(&self, state: &ProblemState<'_>, to_move: ProofSide) -> bool {
        if state.may_run(to_move) || state.may_race() {
            return false;
        }
        match state.spaces.as_slice() {
            [] => true,
            [space] if state.has_friend_at(space.points) => false,
            [space] => self.outcome(state, space, to_move) == Some(SpaceOutcome::Dead),
            _ => false,
        }
    }

    /// The proof numbers of killing the group.
    fn guess(&self, state: &ProblemState<'_>, to_move: ProofSide) -> Proof {
        let (mut hoped, mut sure) = (0, 0);
        for space in &state.spaces {
            if hoped >= MAX_HALF_EYES && sure >= MAX_HALF_EYES {
                break;
            }
            let whole = state.half_eyes_of(self.spaces, space.points);
            hoped += whole;
            sure += match space.sure == space.points {
                true => whole,
                false => state.half_eyes(self.spaces, space.sure),
            };
        }
        let ways_out = state.leaks.len() as u32;
        let to_move = u32::from(to_move == ProofSide::Refuter);
        let life = hoped.min(MAX_HALF_EYES) + sure.min(MAX_HALF_EYES) + to_move + ways_out.min(4);
        let pn = 1 + life * life / 4;
        let dn = 1 + (14 - life.min(13)).pow(2) / 8;
        Proof::open(pn, dn)
    }
}
