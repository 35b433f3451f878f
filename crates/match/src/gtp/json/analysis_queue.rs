//! Queries that are not answered yet, by priority.

use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::json_fields::{FieldError, Fields};
use super::json_override::short;
use super::json_query::Query;
use super::json_response::no_results_line;
use super::position_task::{AnalysisConfig, PositionTask};
use crate::gtp::Input;
use sgmp_board::stop_flag::StopFlag;

/// Positions that wait at most as they are searched; further queries wait as text.
const MAX_WAITING: usize = 20_000;

/// Games that wait so at most: a game may take a megabyte.
const MAX_GAMES: usize = 2000;

/// The queries of a client: lines in, answers at once, and tasks for whoever has time.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use sgmp_engine::engine::Settings;
/// use sgmp_match::gtp::{AnalysisConfig, AnalysisQueue, Input};
///
/// let mut queue = AnalysisQueue::new(AnalysisConfig {
///     engine: Settings { memory: 1 << 20, ..Settings::default() },
///     max_visits: 20,
///     max_time: None,
/// });
/// let query = r#"{"id":"1","moves":[["B","C3"]],"rules":"japanese","boardXSize":5,"boardYSize":5}"#;
/// assert!(queue.take_line(&Input::Line(query.to_owned())).is_empty());
/// let task = queue.start_next().unwrap();
/// let mut lines = Vec::new();
/// task.run(&|| Duration::ZERO, &mut |line| lines.push(line.to_owned()));
/// queue.finish(&task);
/// assert!(lines[0].contains(r#""turnNumber":1"#) && queue.is_idle());
/// ```
#[derive(Debug)]
pub struct AnalysisQueue {
    config: AnalysisConfig,
    waiting: Vec<PositionTask>,
    running: Vec<PositionTask>,
    /// Queries behind those that wait, in their order.
    deferred: VecDeque<DeferredQuery>,
    /// Number of the next task.
    next: u64,
}

/// A query that was read, is right, and has to wait for room.
#[derive(Debug)]
struct DeferredQuery {
    id: String,
    /// The query as it came, as JSON.
    text: String,
    /// Its turns that nobody has given up.
    turns: Vec<usize>,
}

impl AnalysisQueue {
    /// A queue that is open for queries and has none yet.
    #[must_use]
    pub const fn new(config: AnalysisConfig) -> Self {
        Self {
            config,
            waiting: Vec::new(),
            running: Vec::new(),
            deferred: VecDeque::new(),
            next: 0,
        }
    }

    /// Reads a line; returns the lines to answer at once.
    pub fn take_line(&mut self, line: &Input) -> Vec<String> {
        let line = match line {
            Input::Line(line) if line.trim().is_empty() => return Vec::new(),
            Input::Line(line) => line,
            Input::TooLong => return vec![error_line("the line is too long")],
        };
        let value: Result<Value, _> = serde_json::from_str(line);
        match value {
            Ok(Value::Object(object)) => self.take_object(&object),
            Ok(_) => vec![error_line("a query must be a JSON object")],
            Err(error) => {
                let message = format!("could not parse the line as JSON: {error}");
                vec![error_line(&message)]
            }
        }
    }

    fn take_object(&mut self, object: &Map<String, Value>) -> Vec<String> {
        let Some(id) = object.get("id").and_then(Value::as_str) else {
            let error = FieldError::new("id", "must be there, a string");
            return vec![error.error_line(None)];
        };
        let taken = match object.get("action") {
            None => self.take_query(id, object),
            Some(action) => self.act(action, object),
        };
        taken.unwrap_or_else(|error| vec![error.error_line(Some(id))])
    }

    /// Queues the positions of a query; returns warnings.
    fn take_query(
        &mut self,
        id: &str,
        object: &Map<String, Value>,
    ) -> Result<Vec<String>, FieldError> {
        let conditions = self.config.conditions();
        let (query, warnings) = Query::read(id.to_owned(), object, conditions)?;
        let lines = warnings.iter().map(|warning| warning.warning_line(id));
        let lines = lines.collect();
        if self.deferred.is_empty() && self.has_room_for(query.turns.len()) {
            self.enqueue(query);
        } else {
            self.deferred.push_back(DeferredQuery {
                id: id.to_owned(),
                text: Value::Object(object.clone()).to_string(),
                turns: query.turns.iter().map(|(turn, _)| *turn).collect(),
            });
        }
        Ok(lines)
    }

    fn has_room_for(&self, turns: usize) -> bool {
        let is_full = self.waiting.len() + turns > MAX_WAITING || self.games() >= MAX_GAMES;
        self.waiting.is_empty() || !is_full
    }

    fn enqueue(&mut self, query: Query) {
        let query = Arc::new(query);
        for (turn, priority) in &query.turns {
            self.waiting.push(PositionTask {
                query: Arc::clone(&query),
                turn: *turn,
                priority: *priority,
                number: self.next,
                halt: StopFlag::new(),
            });
            self.next += 1;
        }
    }

    /// Takes in what waits as text, as far as there is room.
    fn admit(&mut self) {
        while let Some(next) = self.deferred.front()
            && self.has_room_for(next.turns.len())
        {
            let Some(DeferredQuery { id, text, turns }) = self.deferred.pop_front() else {
                return;
            };
            let object: Option<Map<String, Value>> = serde_json::from_str(&text).ok();
            let conditions = self.config.conditions();
            let read = object.and_then(|object| Query::read(id, &object, conditions).ok());
            // It was right when it came.
            if let Some((mut query, _)) = read {
                query.turns.retain(|(turn, _)| turns.contains(turn));
                self.enqueue(query);
            }
        }
    }

    /// Number of games that wait: the tasks of a game lie side by side.
    fn games(&self) -> usize {
        let same = |pair: &[PositionTask]| Arc::ptr_eq(&pair[0].query, &pair[1].query);
        let changes = self.waiting.windows(2).filter(|pair| !same(pair)).count();
        changes + usize::from(!self.waiting.is_empty())
    }

    fn act(
        &mut self,
        action: &Value,
        object: &Map<String, Value>,
    ) -> Result<Vec<String>, FieldError> {
        let mut fields = Fields::new(object);
        let mut echo = Value::Object(object.clone());
        let mut lines = Vec::new();
        match action.as_str().unwrap_or_default() {
            "query_version" => {
                echo["version"] = env!("CARGO_PKG_VERSION").into();
                echo["git_hash"] = "<omitted>".into();
            }
            "query_models" => echo["models"] = self.models(),
            // Every position is searched afresh: there is nothing to clear.
            "clear_cache" => {}
            "terminate" => {
                let id: Option<String> = fields.read("terminateId", "a string")?;
                let id =
                    id.ok_or_else(|| FieldError::new("terminateId", "must be there, a string"))?;
                lines = self.terminate(Some(&id), &mut fields)?;
            }
            "terminate_all" => lines = self.terminate(None, &mut fields)?,
            other => {
                let message = format!(
                    "{:?} is not known here: query_version, query_models, clear_cache, terminate \
                     or terminate_all",
                    short(other)
                );
                return Err(FieldError::new("action", message));
            }
        }
        lines.insert(0, echo.to_string());
        Ok(lines)
    }

    /// Gives up the queries with an id, or all, where turns are named those alone; returns the last lines
    /// of those that nobody has begun.
    fn terminate(
        &mut self,
        id: Option<&str>,
        fields: &mut Fields<'_>,
    ) -> Result<Vec<String>, FieldError> {
        let turns: Option<Vec<usize>> = fields.read("turnNumbers", "a list of turns")?;
        let is_meant = |task: &PositionTask| {
            let has_id = id.is_none_or(|id| task.query.id == id);
            has_id
                && turns
                    .as_ref()
                    .is_none_or(|turns| turns.contains(&task.turn))
        };
        for task in self.running.iter().filter(|task| is_meant(task)) {
            task.halt.request();
        }
        let given_up = self.waiting.extract_if(.., |task| is_meant(task));
        let lines = given_up.map(|task| no_results_line(&task.query.id, task.turn));
        let mut lines: Vec<_> = lines.collect();
        let of_id = |query: &&mut DeferredQuery| id.is_none_or(|id| query.id == id);
        for query in self.deferred.iter_mut().filter(of_id) {
            let is_meant = |turn: &mut usize| turns.as_ref().is_none_or(|some| some.contains(turn));
            let gone = query.turns.extract_if(.., is_meant);
            lines.extend(gone.map(|turn| no_results_line(&query.id, turn)));
        }
        self.deferred.retain(|query| !query.turns.is_empty());
        Ok(lines)
    }

    fn models(&self) -> Value {
        let Some(net) = self.config.engine.net else {
            return json!([]);
        };
        let note: String = net.note().chars().take(200).collect();
        json!([{ "name": "sgmp-go", "internalName": note, "usesHumanSLProfile": false }])
    }

    /// The task to begin next: of those with the highest priority the earliest.
    pub fn start_next(&mut self) -> Option<PositionTask> {
        self.admit();
        let places = self.waiting.iter().enumerate();
        let next = places.max_by_key(|(_, task)| (task.priority, std::cmp::Reverse(task.number)));
        let place = next.map(|(place, _)| place)?;
        let task = self.waiting.remove(place);
        self.running.push(task.clone());
        Some(task)
    }

    /// Notes that a task has had its last line.
    pub fn finish(&mut self, task: &PositionTask) {
        self.running.retain(|other| other.number != task.number);
    }

    /// Gives up everything, without a line for what has not begun.
    pub fn stop(&mut self) {
        self.waiting.clear();
        self.deferred.clear();
        for task in &self.running {
            task.halt.request();
        }
    }

    /// Returns whether nothing waits and nothing is under way.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.running.is_empty() && self.deferred.is_empty()
    }
}

fn error_line(message: &str) -> String {
    json!({ "error": message }).to_string()
}
