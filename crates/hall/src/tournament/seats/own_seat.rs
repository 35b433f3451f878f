//! Our engine at the board.

use std::time::Duration;

use super::seat_terms::{SeatAnswer, SeatError, SeatTurn, by_move};
use sgmp_engine::engine::{Engine, Settings, Timing};
use sgmp_engine::time_control::{Effort, Terms, TimeSystem};
use sgmp_match::port::{MonotonicClock, thread_cpu_time};

/// Part of the main time that is kept back for a busy machine: the time divided by this.
const RESERVE_DIVISOR: u32 = 20;
const MAX_RESERVE: Duration = Duration::from_secs(5);

/// Time that a move costs besides thinking.
const LAG: Duration = Duration::from_millis(5);

/// Our engine, on the thread of whoever asks.
pub struct OwnSeat {
    engine: Engine,
    /// Its time, if it thinks as long as that lets it.
    time: Option<TimeSystem>,
    /// `None` once the system does not tell.
    cpu: Option<Duration>,
}

impl OwnSeat {
    /// An engine; `time` is what its thinking is measured by.
    pub(super) fn new(settings: Settings, time: Option<TimeSystem>) -> Self {
        Self {
            engine: Engine::new(settings),
            time,
            cpu: Some(Duration::ZERO),
        }
    }

    pub(super) fn choose(&mut self, turn: &SeatTurn<'_>) -> Result<SeatAnswer, SeatError> {
        let clock = MonotonicClock::start();
        let elapsed = || clock.now().since(sgmp_proto::Instant::ZERO);
        let timing = Timing {
            effort: self.effort(turn),
            elapsed: &elapsed,
        };
        let before = thread_cpu_time();
        let choice = self
            .engine
            .choose_timed(turn.game, turn.color, turn.halt, &timing);
        let used = before.and_then(|before| Some(thread_cpu_time()?.saturating_sub(before)));
        self.cpu = self.cpu.and_then(|cpu| Some(cpu + used?));
        if turn.halt.is_requested() {
            return Err(SeatError::Halted);
        }
        Ok(SeatAnswer {
            decision: choice.decision,
            spent: elapsed(),
        })
    }

    fn effort(&self, turn: &SeatTurn<'_>) -> Effort {
        let (Some(time), Some(clock)) = (&self.time, turn.clock) else {
            return Effort::Counted { most: None };
        };
        if let Some(period) = by_move(time) {
            return Effort::Fixed(period);
        }
        let terms = Terms {
            reserve: (time.main / RESERVE_DIVISOR).min(MAX_RESERVE),
            lag: LAG,
            ..Terms::for_match(time.main, turn.game.size())
        };
        let moves = u32::try_from(turn.game.move_count()).unwrap_or(u32::MAX);
        Effort::Flexible(time.budget(clock, moves, &terms))
    }

    /// Processor time of all its moves.
    pub(super) const fn cpu(&self) -> Option<Duration> {
        self.cpu
    }
}
