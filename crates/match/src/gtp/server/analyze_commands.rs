//! Commands that report while they search: the analyses of Leela Zero and KataGo.

use std::time::Duration;

use super::analysis_report::{AnalysisFormat, Options, report};
use super::host::{Host, StoppedBy};
use super::server_state::ServerState;
use crate::gtp::arguments::Arguments;
use crate::gtp::reply::{Refusal, head};
use sgmp_board::rules::Color;
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Decision;
use sgmp_engine::search::{AvoidedMoves, SearchResult};
use sgmp_engine::time_control::{Effort, Spending, SpendingStep};

/// Simulations between two looks at the clock: some hundredths of a second on 19x19.
const SLICE: u32 = 256;

/// The same with a net.
const NET_SLICE: u32 = 32;

/// Simulations made even if the next line waits already, so that there is something to report.
const MIN_PLAYOUTS: u32 = 32;

/// Simulations after which an analysis ends by itself.
const MAX_PLAYOUTS: u32 = 1 << 30;

/// An answer that grows line by line.
pub(super) struct Report<'a> {
    id: Option<&'a str>,
    begun: bool,
    host: &'a mut dyn Host,
}

impl<'a> Report<'a> {
    pub(super) fn new(id: Option<&'a str>, host: &'a mut dyn Host) -> Self {
        Self {
            id,
            begun: false,
            host,
        }
    }

    /// Writes the head of the answer, once.
    fn begin(&mut self) {
        if !self.begun {
            self.begun = true;
            self.host.say(&format!("{}\n", head('=', self.id, "")));
        }
    }

    fn line(&mut self, text: &str) {
        self.begin();
        self.host.say(&format!("{text}\n"));
    }

    /// The empty line that ends it.
    pub(super) fn end(mut self) {
        self.begin();
        self.host.say("\n");
    }
}

/// A search with reports.
struct Task<'a> {
    color: Color,
    format: AnalysisFormat,
    options: &'a Options,
    halt: StopFlag,
    begun: Duration,
    effort: Effort,
    max_playouts: u32,
}

impl ServerState {
    /// `lz-analyze`, `kata-analyze`: searches until a line comes.
    pub(super) fn analyze(
        &mut self,
        args: &Arguments<'_>,
        out: &mut Report<'_>,
        format: AnalysisFormat,
    ) -> Result<(), Refusal> {
        let options = Options::read(args, self.position.size())?;
        let task = Task {
            color: options
                .color
                .unwrap_or_else(|| self.position.game().to_move()),
            format,
            halt: out.host.start_search(None, StoppedBy::AnyLine),
            begun: out.host.now(),
            effort: Effort::Counted { most: None },
            max_playouts: MAX_PLAYOUTS,
            options: &options,
        };
        out.begin();
        let _ = self.search_with_reports(&task, out);
        Ok(())
    }

    /// `lz-genmove_analyze`, `kata-genmove_analyze`: searches as long as for a move, and plays it.
    pub(super) fn genmove_analyze(
        &mut self,
        args: &Arguments<'_>,
        out: &mut Report<'_>,
        format: AnalysisFormat,
    ) -> Result<(), Refusal> {
        let options = Options::read(args, self.position.size())?;
        let task = self.move_task(&options, format, out);
        let (color, begun) = (task.color, task.begun);
        let thought = self.search_with_reports(&task, out);
        let (engine, position) = self.engine_and_position();
        let choice = engine.decide(position.game(), color, &thought);
        let decision = self.settle(color, choice);
        let spent = out.host.now().saturating_sub(begun);
        self.clocks.spend(color, spent);
        let name = self.carry_out(color, decision)?;
        out.line(&format!("play {name}"));
        Ok(())
    }

    /// `kata-search_analyze`: searches as long as for a move, and tells it without playing it.
    pub(super) fn search_analyze(
        &mut self,
        args: &Arguments<'_>,
        out: &mut Report<'_>,
        format: AnalysisFormat,
    ) -> Result<(), Refusal> {
        let options = Options::read(args, self.position.size())?;
        let task = self.move_task(&options, format, out);
        let thought = self.search_with_reports(&task, out);
        let (engine, position) = self.engine_and_position();
        let choice = engine.decide(position.game(), task.color, &thought);
        let name = match choice.decision {
            Decision::Move(mv) => mv.to_string(),
            Decision::Resign => "resign".to_owned(),
        };
        out.line(&format!("play {name}"));
        Ok(())
    }

    /// The search for a move.
    fn move_task<'a>(
        &mut self,
        options: &'a Options,
        format: AnalysisFormat,
        out: &mut Report<'_>,
    ) -> Task<'a> {
        let to_move = self.position.game().to_move();
        let color = options.color.unwrap_or(to_move);
        let begun = out.host.now();
        let effort = self.effort_for(color);
        let (engine, position) = self.engine_and_position();
        let max_playouts = engine.most_playouts(position.game()).min(MAX_PLAYOUTS);
        Task {
            color,
            format,
            halt: out.host.start_search(effort.most(), StoppedBy::LaterLine),
            begun,
            effort,
            max_playouts,
            options,
        }
    }

    /// Searches in slices and reports at each interval, and once more if it never has.
    fn search_with_reports(&mut self, task: &Task<'_>, out: &mut Report<'_>) -> SearchResult {
        let avoided = task.options.avoided.clone();
        self.engine_and_position().0.avoid(avoided);
        let sum = self.search_in_slices(task, out);
        self.engine_and_position().0.avoid(AvoidedMoves::default());
        sum
    }

    fn search_in_slices(&mut self, task: &Task<'_>, out: &mut Report<'_>) -> SearchResult {
        let mut sum = self.first_slice(task);
        let mut next = out.host.now() + task.options.interval;
        let mut reported = false;
        let mut spending = Spending::new(task.effort, task.max_playouts);
        while !task.halt.is_requested() {
            let elapsed = out.host.now().saturating_sub(task.begun);
            if spending.step(elapsed, &sum.progress()) == SpendingStep::Stop {
                break;
            }
            let before = sum.playouts;
            sum = self.slice(task, before).following(sum);
            let now = out.host.now();
            if now >= next {
                self.report(task, &sum, out);
                reported = true;
                next = now + task.options.interval;
            }
            if sum.playouts == before {
                break;
            }
        }
        if !reported {
            self.report(task, &sum, out);
        }
        sum
    }

    fn report(&self, task: &Task<'_>, thought: &SearchResult, out: &mut Report<'_>) {
        let size = self.position.size();
        if let Some(line) = report(thought, task.format, task.options, task.color, size) {
            out.line(&line);
        }
    }

    fn first_slice(&mut self, task: &Task<'_>) -> SearchResult {
        let (engine, position) = self.engine_and_position();
        let most = MIN_PLAYOUTS.min(task.max_playouts);
        engine.analyze(position.game(), task.color, &StopFlag::new(), most)
    }

    /// Searches on for a slice, after so many simulations.
    fn slice(&mut self, task: &Task<'_>, playouts: u32) -> SearchResult {
        let slice = self.config.engine.net.map_or(SLICE, |_| NET_SLICE);
        let most = slice.min(task.max_playouts.saturating_sub(playouts));
        let (engine, position) = self.engine_and_position();
        engine.analyze(position.game(), task.color, &task.halt, most)
    }

    /// Ponders until any line comes, if the latest move is ours: the tree serves our next move.
    pub(super) fn ponder(&mut self, host: &mut dyn Host) {
        if self.last_choice.is_none() || self.position.game().consecutive_passes() >= 2 {
            return;
        }
        let halt = host.start_search(None, StoppedBy::AnyLine);
        if !halt.is_requested() {
            let (engine, position) = self.engine_and_position();
            engine.ponder(position.game(), position.game().to_move(), &halt);
        }
    }

    /// A short search for the commands of GoGui's dialog.
    pub(super) fn glance(&mut self, color: Color, host: &mut dyn Host) -> SearchResult {
        const GLANCE_TIMEOUT: Duration = Duration::from_secs(1);
        let time = self.config.move_time.unwrap_or(GLANCE_TIMEOUT);
        let halt = host.start_search(Some(time), StoppedBy::LaterLine);
        let most = self.config.engine.playouts.unwrap_or(MAX_PLAYOUTS);
        let (engine, position) = self.engine_and_position();
        engine.analyze(position.game(), color, &halt, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::server::fake_host::{FakeHost, ask, ask_in, server};

    #[test]
    fn an_analysis_goes_on_until_a_line_comes() {
        let mut server = server();
        ask(&mut server, "boardsize 5");
        let mut host = FakeHost::stopping_after(40);
        let answer = ask_in(&mut server, "4 lz-analyze b 1", &mut host);
        assert_eq!(host.searches, [(None, StoppedBy::AnyLine)]);
        let lines: Vec<&str> = answer.lines().collect();
        assert_eq!(lines[0], "=4");
        assert!(lines.len() >= 3, "{answer}");
        let is_info = |line: &&str| line.starts_with("info move ") && line.contains(" order 0 pv ");
        assert!(lines[1..].iter().all(is_info), "{answer}");
        assert_eq!(ask(&mut server, "move_history"), "=");
    }

    #[test]
    fn an_analysis_that_is_stopped_at_once_still_ends() {
        let mut server = server();
        let mut host = FakeHost::stopping_after(0);
        ask(&mut server, "boardsize 5");
        let answer = ask_in(&mut server, "kata-analyze 10 ownership true", &mut host);
        assert!(answer.starts_with("=\ninfo move "), "{answer}");
    }

    #[test]
    fn a_move_that_is_thought_aloud_is_played() {
        let mut server = server();
        ask(&mut server, "boardsize 5");
        let mut host = FakeHost::default();
        let answer = ask_in(
            &mut server,
            "9 kata-genmove_analyze W 5 rootInfo true",
            &mut host,
        );
        assert_eq!(host.searches, [(None, StoppedBy::LaterLine)]);
        let (first, last) = (answer.lines().next(), answer.lines().last());
        assert_eq!(first, Some("=9"));
        let played = last.unwrap().strip_prefix("play ").unwrap();
        let last_move = ask(&mut server, "last_move");
        assert_eq!(last_move, format!("= white {played}"));
        assert!(answer.contains("rootInfo visits "), "{answer}");
    }

    #[test]
    fn what_is_not_understood_starts_nothing() {
        let mut host = FakeHost::default();
        let answer = ask_in(&mut server(), "2 kata-analyze foo", &mut host);
        assert!(answer.starts_with("?2 syntax error"), "{answer}");
        assert!(host.searches.is_empty());
    }
}
