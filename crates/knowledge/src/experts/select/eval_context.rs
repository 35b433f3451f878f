//! A move on the board: what becomes of it, and whether its reasons come true.

use crate::analysis::{Analysis, Effort, GroupInfo, LifeClass, ScoreEstimate, StoneString};
use crate::experts::group_ref::GroupRef;
use crate::experts::reason::{Expert, Role, Stone};
use crate::experts::select::selection::Rejection;
use crate::experts::suggestion::Suggestion;
use crate::experts::weights::worth;
use crate::reading::{ResultCode, StringStatus, Tactician};
use sgmp_board::rules::{Board, Color, Game, Move, Rules};

/// A position after a move, the opponent to move.
pub(super) struct Trial {
    pub(super) analysis: Analysis,
    /// Points for the mover, with what was captured on the way.
    pub(super) points: f32,
    /// Stones that the mover captured on the way, less those of his that were.
    pub(super) captured: f32,
}

/// Evaluates the positions after one for the side to move there.
pub(super) struct EvalContext<'a> {
    tactician: &'a mut Tactician,
    effort: Effort,
    rules: Rules,
    me: Color,
    /// Points for the mover after a pass.
    pub(super) passed: f32,
}

impl<'a> EvalContext<'a> {
    pub(super) fn new(
        tactician: &'a mut Tactician,
        game: &Game,
        me: Color,
        effort: Effort,
    ) -> Self {
        Self::with_passed(tactician, game, me, effort, None)
    }

    /// Creates a context; the score after a pass is computed unless it is known.
    pub(super) fn with_passed(
        tactician: &'a mut Tactician,
        game: &Game,
        me: Color,
        effort: Effort,
        passed: Option<ScoreEstimate>,
    ) -> Self {
        let mut eval = Self {
            tactician,
            effort,
            rules: game.rules(),
            me,
            passed: 0.0,
        };
        match passed {
            Some(estimate) => eval.passed = eval.points(estimate, 0.0),
            None => eval.count_pass(game),
        }
        eval
    }

    fn count_pass(&mut self, game: &Game) {
        let passed = self.make(game, Move::Pass);
        self.passed = passed.map_or(0.0, |trial| trial.points);
    }

    /// Lowers the effort of the analyses from now on.
    pub(super) fn lower_effort(&mut self, game: &Game, effort: Effort) {
        if effort != self.effort {
            self.effort = effort;
            self.count_pass(game);
        }
    }

    /// The reading done for the position: [`Tactician::work`].
    pub(super) const fn work(&self) -> u64 {
        self.tactician.work()
    }

    /// Makes a move and describes what is there then; `None` if the rules forbid it.
    pub(super) fn make(&mut self, game: &Game, mv: Move) -> Option<Trial> {
        let mut board = game.board().clone();
        let captured = board.play(self.me, mv).ok()?;
        Some(self.look(&board, !self.me, f32::from(captured)))
    }

    fn look(&mut self, board: &Board, to_move: Color, captured: f32) -> Trial {
        let analysis = Analysis::with_tactician(self.tactician, board, to_move, self.effort);
        let points = self.points(analysis.estimate(), captured);
        Trial {
            analysis,
            points,
            captured,
        }
    }

    /// Points for the mover; `captured` are his prisoners less the opponent's.
    fn points(&self, estimate: ScoreEstimate, captured: f32) -> f32 {
        let (board, prisoners) = match self.rules {
            Rules::Japanese => (estimate.territory, captured),
            Rules::Chinese => (estimate.area, 0.0),
        };
        match self.me {
            Color::Black => board + prisoners,
            Color::White => prisoners - board,
        }
    }

    /// The minimax value of a tree of moves: each move of `steps` with the number of moves before
    /// it. `None` if its first move is forbidden. At most `leaves` leaves are counted.
    pub(super) fn minimax(
        &mut self,
        game: &Game,
        steps: &[(u8, Move)],
        leaves: usize,
    ) -> Option<f32> {
        let mut left = leaves;
        self.follow(game.board(), steps, 0, self.me, 0.0, &mut left)
    }

    fn follow(
        &mut self,
        board: &Board,
        steps: &[(u8, Move)],
        at: usize,
        mover: Color,
        gained: f32,
        left: &mut usize,
    ) -> Option<f32> {
        let (depth, mv) = *steps.get(at)?;
        let mut after = board.clone();
        let captured = f32::from(after.play(mover, mv).ok()?);
        let gained = if mover == self.me {
            gained + captured
        } else {
            gained - captured
        };
        let below = (at + 1..steps.len()).take_while(|next| steps[*next].0 > depth);
        let answers: Vec<usize> = below.filter(|next| steps[*next].0 == depth + 1).collect();
        let mut best: Option<f32> = None;
        for answer in answers {
            if *left == 0 {
                break;
            }
            if let Some(value) = self.follow(&after, steps, answer, !mover, gained, left) {
                let better = |known: f32| {
                    if mover == self.me {
                        known.min(value)
                    } else {
                        known.max(value)
                    }
                };
                best = Some(best.map_or(value, better));
            }
        }
        if best.is_some() {
            return best;
        }
        *left = left.saturating_sub(1);
        Some(self.look(&after, !mover, gained).points)
    }
}

impl Trial {
    /// Checks that a suggestion has done to its group what it was meant to do.
    pub(super) fn holds(
        &self,
        before: &Analysis,
        suggestion: &Suggestion,
    ) -> Result<(), Rejection> {
        self.stone_stays(suggestion)?;
        let Some(group) = suggestion.group else {
            return Ok(());
        };
        match suggestion.reason.aim.role {
            Role::Free => Ok(()),
            Role::Attack => self.is_weaker(before, group),
            Role::Defend { at_least } => {
                let Some(now) = self.analysis.group_info_at(group.stone) else {
                    return Err(Rejection::NoStronger(group));
                };
                if now.status > at_least {
                    return Err(Rejection::NotSaved(group, now.status));
                }
                let old = before.group_info_at(group.stone);
                let stronger = old.is_none_or(|old| strength(now) > strength(old));
                stronger.then_some(()).ok_or(Rejection::NoStronger(group))
            }
        }
    }

    fn stone_stays(&self, suggestion: &Suggestion) -> Result<(), Rejection> {
        let Move::Play(point) = suggestion.mv else {
            return Ok(());
        };
        let lost = self
            .analysis
            .string_at(point)
            .is_none_or(|string| match string.status {
                StringStatus::Dead => true,
                StringStatus::Threatened { result, .. } => result == ResultCode::Succeeds,
                StringStatus::Safe => false,
            });
        if lost && suggestion.reason.aim.stone == Stone::Stays {
            return Err(Rejection::StoneIsLost);
        }
        Ok(())
    }

    fn is_weaker(&self, before: &Analysis, group: GroupRef) -> Result<(), Rejection> {
        let (now, old) = (
            self.analysis.group_info_at(group.stone),
            before.group_info_at(group.stone),
        );
        match (now, old) {
            // It is gone.
            (None, _) => Ok(()),
            (Some(now), Some(old)) if strength(now) < strength(old) => Ok(()),
            _ => Err(Rejection::NoWeaker(group)),
        }
    }

    /// The gain of a suggestion by reading alone: threatened stones are caught, or saved. Reading is
    /// surer than the count of a whole board.
    pub(super) fn caught(&self, before: &Analysis, suggestion: &Suggestion) -> Option<f32> {
        let group = suggestion.group?;
        let old = before.string_at(group.stone)?;
        let StringStatus::Threatened {
            result: ResultCode::Succeeds,
            ..
        } = old.status
        else {
            return None;
        };
        let now = self.analysis.string_at(group.stone);
        let came_true = match suggestion.reason.expert {
            Expert::Capture => now.is_none_or(StoneString::is_dead),
            Expert::Rescue => now.is_some_and(|string| string.status == StringStatus::Safe),
            _ => false,
        };
        came_true.then(|| worth::caught(old.stones.len()))
    }

    /// Stones of the opponent that are threatened now and were not before.
    pub(super) fn threatened(&self, before: &Analysis, me: Color) -> f32 {
        let open = |info: &GroupInfo| info.status.class() == LifeClass::Unsettled;
        let was_fine = |info: &GroupInfo| {
            let stone = info.group.stones.first();
            let old = stone.and_then(|stone| before.group_info_at(stone));
            old.is_some_and(|old| old.status.is_alive())
        };
        let groups = self.analysis.group_infos().iter();
        let groups: usize = groups
            .filter(|info| info.group.color != me && open(info) && was_fine(info))
            .map(|info| info.group.stones.len())
            .sum();
        let strings = self.analysis.strings().iter();
        let strings: usize = strings
            .map(|(_, string)| string)
            .filter(|string| string.color != me && string.is_threatened())
            .filter(|string| {
                let old = before.string_at(string.anchor);
                old.is_some_and(|old| !old.is_threatened() && !old.is_dead())
            })
            .map(|string| string.stones.len())
            .sum();
        groups.max(strings) as f32
    }
}

/// The strength of a group: by its class, then by its eyes, its way out and its liberties.
fn strength(info: &GroupInfo) -> (std::cmp::Reverse<u8>, u8, usize, usize) {
    (
        std::cmp::Reverse(info.status.number()),
        info.sure_half_eyes(),
        info.running.reach,
        info.group.liberties.len(),
    )
}
