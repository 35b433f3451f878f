//! The work of the engine in a game at this computer: what is asked of it, and what its answers do.

use std::time::Duration;

use sgmp_proto::Instant;

use super::game_event::GameEvent;
use super::game_state::{LocalGame, Phase, Refusal};
use super::local_terms::Seat;
use sgmp_board::rules::{Color, Game, Point, PointSet, Status};
use sgmp_engine::engine::{Decision, Level};

/// The state of a game that a task was given out for. An answer to another state is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(u64);

/// A task for whoever runs the engine.
#[derive(Clone, Debug)]
pub struct EngineWanted {
    /// To be given back with the answer.
    pub ticket: Ticket,
    /// The game so far.
    pub game: Game,
    /// The work to do.
    pub task: EngineTask,
}

/// The clock of an engine that is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineClock {
    /// Its time for the whole game.
    pub total: Duration,
    /// Time that is left of it.
    pub left: Duration,
}

/// The work that is asked of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineTask {
    /// Chooses a move for the side that the engine plays.
    Move {
        /// The side to move.
        color: Color,
        /// The level to play at.
        level: Level,
        /// Seed of its chance.
        seed: u64,
        /// Its clock; `None` without clocks.
        clock: Option<EngineClock>,
    },
    /// Says which stones are dead.
    Judgment,
}

/// The engine's answer to a task.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineAnswer {
    /// The move that it was asked for.
    Move {
        /// The move, or a resignation.
        decision: Decision,
        /// The reasons in words, where it has any.
        reasons: Option<String>,
        /// The mover's chance to win, from 0 to 1.
        wins: f32,
    },
    /// The dead stones and the owners of the points.
    Judgment(Box<Status>),
}

impl LocalGame {
    /// The task for the engine now, if there is one.
    #[must_use]
    pub fn wanted(&self, now: Instant) -> Option<EngineWanted> {
        let task = match &self.phase {
            Phase::Playing => {
                let color = self.turn();
                let Seat::Engine(level) = self.terms.seats[color] else {
                    return None;
                };
                EngineTask::Move {
                    color,
                    level,
                    seed: self.terms.seed,
                    clock: self.engine_clock(color, now),
                }
            }
            Phase::Counting(counting) if counting.is_waiting() => EngineTask::Judgment,
            Phase::Counting(_) | Phase::Over(_) => return None,
        };
        Some(EngineWanted {
            ticket: self.ticket(),
            game: self.game.clone(),
            task,
        })
    }

    fn engine_clock(&self, color: Color, now: Instant) -> Option<EngineClock> {
        let total = self.terms.main_time?;
        let left = self.time_left(color, now)?;
        Some(EngineClock { total, left })
    }

    /// The state of the game: another one after each change.
    #[must_use]
    pub const fn ticket(&self) -> Ticket {
        Ticket(self.changes)
    }

    /// Takes the engine's answer.
    ///
    /// # Errors
    /// An answer to another state than the present one, or an illegal move.
    pub fn engine_answers(
        &mut self,
        ticket: Ticket,
        answer: EngineAnswer,
        now: Instant,
    ) -> Result<Vec<GameEvent>, Refusal> {
        if ticket != self.ticket() {
            return Err(Refusal::Stale);
        }
        match (answer, &mut self.phase) {
            (
                EngineAnswer::Move {
                    decision,
                    reasons,
                    wins,
                },
                Phase::Playing,
            ) => self.engine_moves(decision, reasons, wins, now),
            (EngineAnswer::Judgment(status), Phase::Counting(counting)) => {
                counting.propose(*status);
                self.changes += 1;
                let mut told = vec![GameEvent::DeadProposed {
                    strings: self.dead_strings(status.dead()),
                }];
                if self.plays_itself() {
                    told.extend(self.accept_count(now)?);
                }
                Ok(told)
            }
            _ => Err(Refusal::Stale),
        }
    }

    fn engine_moves(
        &mut self,
        decision: Decision,
        reasons: Option<String>,
        wins: f32,
        now: Instant,
    ) -> Result<Vec<GameEvent>, Refusal> {
        let color = self.turn();
        match decision {
            Decision::Resign => Ok(self.end_resigned(color, now)),
            Decision::Move(mv) => {
                let told = self.make(color, mv, now)?;
                if let Some(note) = self.notes.last_mut() {
                    note.reasons = reasons;
                    note.black_wins = Some(match color {
                        Color::Black => wins,
                        Color::White => 1.0 - wins,
                    });
                }
                Ok(told)
            }
        }
    }

    /// One stone of each dead string.
    fn dead_strings(&self, dead: &PointSet) -> Vec<Point> {
        let board = self.game.board();
        let is_first = |stone: &Point| board.string(*stone).min() == Some(*stone);
        dead.iter().filter(is_first).collect()
    }
}
