//! The seats of an event's game, and its conditions.

use std::time::Duration;

use crate::tournament::duel::{DuelConditions, DuelError, DuelPlan};
use crate::tournament::event::{EventPlan, EventState};
use crate::tournament::pairing::PairedGame;
use crate::tournament::{AnswerWaits, PlayerKind, PlayerSpec, PlayerSpecError};
use sgmp_board::rules::{Color, Move};
use sgmp_engine::time_control::{Overtime, TimeSystem};

/// Time that a move may take beyond the time that is left, before a program counts as hung.
const HANG_GRACE: Duration = Duration::from_secs(5);

/// Time to start a program, beside the time of a game.
const START_TIMEOUT: Duration = Duration::from_secs(10);

/// A player of an event.
///
/// # Errors
/// Words that name no player.
pub fn hall_spec(plays: &str, name: &str) -> Result<PlayerSpec, PlayerSpecError> {
    let spec: PlayerSpec = plays.parse()?;
    Ok(spec.named(name))
}

/// A player as it takes its seat: somebody sits there for people until they are asked.
pub(super) fn seat_spec(spec: PlayerSpec) -> Result<PlayerSpec, PlayerSpecError> {
    if !matches!(spec.kind(), PlayerKind::Human) {
        return Ok(spec);
    }
    hall_spec("random", spec.name())
}

/// A plan with the one game, and its number. Handicap stones are the moves that stand on the board at the beginning.
pub(super) fn seats(
    state: &EventState,
    (round, board): (u32, u32),
    pair: PairedGame,
    specs: [PlayerSpec; 2],
) -> Result<(DuelPlan, u32), DuelError> {
    let plan = &state.plan;
    let stones = plan.stones_of(pair).into_iter();
    let opening: Vec<_> = stones
        .map(|point| (Color::Black, Move::Play(point)))
        .collect();
    let conditions = DuelConditions {
        komi: plan.komi_of(pair),
        openings: match opening.is_empty() {
            true => Vec::new(),
            false => vec![opening],
        },
        ..game_conditions(plan, state.game_seed(round, board))
    };
    let duel = DuelPlan::new(specs.into(), 2, conditions)?;
    let number = u32::from(duel.game(0).players != [0, 1]);
    Ok((duel, number))
}

/// The conditions of an event's games.
pub fn game_conditions(plan: &EventPlan, seed: u64) -> DuelConditions {
    DuelConditions {
        size: plan.size,
        komi: plan.komi,
        rules: plan.rules,
        time: Some(TimeSystem {
            main: plan.time,
            overtime: Overtime::SuddenDeath,
        }),
        grace: Duration::ZERO,
        strict_time: true,
        handicap: 0,
        openings: Vec::new(),
        random_plies: 0,
        seed,
        max_moves: plan.max_moves as usize,
        referee: None,
        init: Vec::new(),
        waits: AnswerWaits {
            // Where moves are quick, so is everything else.
            answer: AnswerWaits::default().answer.min(plan.time + START_TIMEOUT),
            genmove: plan.time + HANG_GRACE,
            ..AnswerWaits::default()
        },
    }
}
