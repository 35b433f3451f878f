//! One position of a query, and its analysis.

use std::sync::Arc;
use std::time::Duration;

use super::json_override::{Conditions, Perspective};
use super::json_query::Query;
use super::json_response::{Findings, answer_line, no_results_line};
use crate::engine::{Engine, Settings};
use crate::net::inputs::Symmetry;
use crate::search::{SearchResult, StopFlag};

/// Simulations between two looks at the clock: some hundredths of a second on 19x19.
const SLICE: u32 = 256;

/// The same with a net.
const NET_SLICE: u32 = 32;

/// Moves of a variation at most, where a query does not say it.
const PV_LENGTH: usize = 15;

/// The settings that queries start from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnalysisConfig {
    /// The player, for one position.
    pub engine: Settings,
    /// Visits of a position, where a query does not say it.
    pub max_visits: u32,
    /// Longest time for a position, where a query does not say it.
    pub max_time: Option<Duration>,
}

impl AnalysisConfig {
    pub(super) fn conditions(&self) -> Conditions {
        Conditions {
            engine: self.engine,
            perspective: Perspective::default(),
            max_visits: self.max_visits,
            max_time: self.max_time,
            pv_length: PV_LENGTH,
        }
    }
}

/// A position to analyze.
#[derive(Clone, Debug)]
pub struct PositionTask {
    pub(super) query: Arc<Query>,
    pub(super) turn: usize,
    pub(super) priority: i64,
    /// Number of tasks that came before.
    pub(super) number: u64,
    pub(super) halt: StopFlag,
}

impl PositionTask {
    /// Analyzes the position and says the lines of the answer, until it is done, stopped or out of time.
    /// The last line alone says that the search is over.
    pub fn run(&self, now: &dyn Fn() -> Duration, say: &mut dyn FnMut(&str)) {
        let query = &*self.query;
        let Some(game) = query
            .game
            .after(self.turn)
            .filter(|_| !self.halt.is_requested())
        else {
            say(&no_results_line(&query.id, self.turn));
            return;
        };
        let color = game.to_move();
        let conditions = &query.conditions;
        let mut engine = Engine::new(conditions.engine);
        engine.avoid(query.avoided.clone());
        let judged = query
            .wanted
            .policy
            .then(|| engine.judge(&game, color, Symmetry::ALL[0]));
        let judgment = judged.flatten();
        let slice = conditions.engine.net.map_or(SLICE, |_| NET_SLICE);
        let begun = now();
        let mut reported = begun;
        let mut sum: Option<SearchResult> = None;
        let thought = loop {
            let done = sum.as_ref().map_or(0, |sum| sum.playouts);
            let left = conditions.max_visits.saturating_sub(done);
            let more = engine.analyze(&game, color, &self.halt, slice.min(left));
            let has_ended = more.playouts == 0 || more.playouts >= left;
            let all = match sum.take() {
                Some(before) => more.following(before),
                None => more,
            };
            let time = now();
            let is_late = conditions
                .max_time
                .is_some_and(|most| time.saturating_sub(begun) >= most);
            if has_ended || is_late || self.halt.is_requested() {
                break all;
            }
            let found = |thought, is_during_search| Findings {
                game: &game,
                thought,
                judgment: judgment.as_ref(),
                turn: self.turn,
                is_during_search,
            };
            let is_due = |every: Duration| time.saturating_sub(reported) >= every;
            if query.report_every.is_some_and(is_due) {
                reported = time;
                say(&answer_line(query, &found(&all, true)));
            }
            sum = Some(all);
        };
        let found = Findings {
            game: &game,
            thought: &thought,
            judgment: judgment.as_ref(),
            turn: self.turn,
            is_during_search: false,
        };
        say(&answer_line(query, &found));
    }
}
