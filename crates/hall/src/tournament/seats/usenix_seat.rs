//! A program of the USENIX tournament at the board: it reads the opponent's moves and writes its own.

use std::time::Duration;

use super::seat_terms::{SeatAnswer, SeatError, SeatTerms, SeatTurn};
use crate::tournament::command_template::GameFacts;
use crate::tournament::referee::{Said, read_line, variables};
use sgmp_board::rules::Move;
use sgmp_engine::engine::Decision;
use sgmp_match::gtp::{Gone, Input, Peer};
use sgmp_match::play::{Fault, FaultKind};
use sgmp_match::port::{CommandLine, EngineProcess};

/// Time that a program has to end after the game.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Time between two looks at the halt flag.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Lines out of turn that are passed over before each of the opponent's moves.
const MAX_LINES_OUT_OF_TURN: u32 = 10_000;

/// A program that is spoken to in moves. It hears of no clock.
pub struct UsenixSeat {
    process: EngineProcess,
    /// Longest wait for a move.
    wait: Duration,
}

impl UsenixSeat {
    /// Starts a program, which finds its color, the board's size and the komi in its environment.
    ///
    /// # Errors
    /// Its fault.
    pub(super) fn start(
        command: &CommandLine,
        facts: &GameFacts,
        terms: &SeatTerms<'_>,
    ) -> Result<Self, SeatError> {
        let process = EngineProcess::start_with(command, &variables(facts), &terms.words)
            .map_err(|error| Fault::new(FaultKind::Crash, error))?;
        Ok(Self {
            process,
            wait: terms.waits.genmove,
        })
    }

    /// Hands it a move of the opponent's.
    ///
    /// # Errors
    /// Its fault.
    pub(super) fn hear(&mut self, mv: Move) -> Result<(), SeatError> {
        for _ in 0..MAX_LINES_OUT_OF_TURN {
            if self
                .process
                .receive(Duration::ZERO)
                .map_err(crash)?
                .is_none()
            {
                break;
            }
        }
        self.process.send(&mv.to_string()).map_err(crash)
    }

    /// Waits for its move; other lines are ignored.
    ///
    /// # Errors
    /// Its fault, or a halt.
    pub(super) fn choose(&mut self, turn: &SeatTurn<'_>) -> Result<SeatAnswer, SeatError> {
        let asked_at = self.process.now();
        loop {
            if turn.halt.is_requested() {
                return Err(SeatError::Halted);
            }
            let spent = self.process.now().saturating_sub(asked_at);
            if spent > self.wait {
                let said = self.process.last_words();
                let words = format!("it has made no move in {} s{said}", self.wait.as_secs());
                return Err(Fault::new(FaultKind::Hang, words).into());
            }
            let line = self.process.receive(POLL_INTERVAL).map_err(crash)?;
            let Some(Input::Line(line)) = line else {
                continue;
            };
            let decision = match read_line(&line) {
                Said::Move(mv) => Decision::Move(mv),
                Said::Resign => Decision::Resign,
                Said::Other => continue,
            };
            let spent = self.process.now().saturating_sub(asked_at);
            return Ok(SeatAnswer { decision, spent });
        }
    }

    /// Ends it; returns the processor time of the program and all it started.
    pub(super) fn leave(mut self) -> Option<Duration> {
        Some(self.process.end(EXIT_TIMEOUT)?.total())
    }
}

fn crash(gone: Gone) -> SeatError {
    Fault::new(FaultKind::Crash, gone).into()
}
