//! One position of a query, and its analysis.

use std::sync::Arc;
use std::time::Duration;

use super::json_override::{Conditions, Perspective};
use super::json_query::Query;
use super::json_response::{Findings, OwnersAfter, answer_line, no_results_line};
use sgmp_board::rules::Game;
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Engine, NetChoice, Settings};
use sgmp_engine::net::inputs::Symmetry;
use sgmp_engine::search::SearchResult;

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
        let game = self.query.game.after(self.turn);
        let Some(game) = game.filter(|_| !self.halt.is_requested()) else {
            say(&no_results_line(&self.query.id, self.turn));
            return;
        };
        let begun = now();
        let mut due = self.query.reports.map(|reports| begun + reports.first);
        let mut search = PositionSearch::new(self, game);
        loop {
            let is_open = search.go_on();
            let time = now();
            let max_time = self.query.conditions.max_time;
            let is_late = max_time.is_some_and(|most| time.saturating_sub(begun) >= most);
            if !is_open || is_late {
                break;
            }
            if due.is_some_and(|due| time >= due) {
                say(&search.line(true));
                let every = self.query.reports.and_then(|reports| reports.every);
                due = every.map(|every| time + every);
            }
        }
        say(&search.line(false));
    }
}

/// The search of a position, slice by slice.
struct PositionSearch<'a> {
    task: &'a PositionTask,
    game: Game,
    engine: Engine,
    thought: SearchResult,
    owners_after: OwnersAfter,
}

impl<'a> PositionSearch<'a> {
    fn new(task: &'a PositionTask, game: Game) -> Self {
        let mut engine = Engine::new(task.query.conditions.engine);
        engine.avoid(task.query.avoided.clone());
        Self {
            task,
            game,
            engine,
            thought: SearchResult::default(),
            owners_after: OwnersAfter::new(),
        }
    }

    /// Searches for a slice; returns whether there is more to search.
    fn go_on(&mut self) -> bool {
        let conditions = &self.task.query.conditions;
        // With a net, a limit is that of one thread, and the others make as many again.
        let (slice, threads) = match conditions.engine.net {
            Some(_) => (NET_SLICE, conditions.engine.threads.max(1)),
            None => (SLICE, 1),
        };
        let left = conditions.max_visits.saturating_sub(self.thought.playouts);
        let halt = &self.task.halt;
        let color = self.game.to_move();
        let most = slice.min(left.div_ceil(u32::try_from(threads).unwrap_or(u32::MAX)));
        let more = self.engine.analyze(&self.game, color, halt, most);
        let is_open = more.playouts > 0 && more.playouts < left && !halt.is_requested();
        self.thought = more.following(std::mem::take(&mut self.thought));
        is_open
    }

    /// Asks the net for the owners after the moves that were tried, unless that was done before.
    fn find_owners_after(&mut self) {
        let net = self.task.query.conditions.engine.net;
        let is_known = self.game.size().lines() >= NetChoice::MIN_LINES;
        let Some(net) = net.filter(|_| is_known && self.task.query.wanted.moves_ownership) else {
            return;
        };
        let color = self.game.to_move();
        let tried = self.thought.moves.iter().filter(|known| known.visits > 0);
        for mv in tried.map(|known| known.mv) {
            if self.owners_after.iter().any(|(known, _)| *known == mv) {
                continue;
            }
            let mut after = self.game.clone();
            if after.play(color, mv).is_ok() {
                let judgment = net.judge(&after, !color, Symmetry::ALL[0]);
                self.owners_after.push((mv, judgment.ownership));
            }
        }
    }

    /// The line about the findings so far.
    fn line(&mut self, is_during_search: bool) -> String {
        self.find_owners_after();
        let found = Findings {
            game: &self.game,
            thought: &self.thought,
            judgment: self.engine.judgment(&self.game, self.game.to_move()),
            turn: self.task.turn,
            is_during_search,
            owners_after: &self.owners_after,
        };
        answer_line(&self.task.query, &found)
    }
}
