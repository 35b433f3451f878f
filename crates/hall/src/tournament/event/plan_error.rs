//! The reasons why a file is no event.

use super::event_plan::{MAX_PLAN_BYTES, MAX_PLAYERS};
use sgmp_board::record::TomlFault;

/// The reason why a file is no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// More bytes than the file of an event may have.
    #[error("an event's file has at most {MAX_PLAN_BYTES} bytes")]
    TooLong,
    /// The text is no TOML, or has values that do not belong there.
    #[error(transparent)]
    Text(#[from] TomlFault),
    /// A value that does not do.
    #[error("{}{key} = {value:?}: {why}", .line.map_or_else(String::new, |line| format!("line {line}: ")))]
    Value {
        /// The line of the file, from 1, where it stands in one.
        line: Option<usize>,
        /// The key of the file, without its table.
        key: &'static str,
        /// The value as it was written.
        value: String,
        /// The mistake in words, and the remedy.
        why: String,
    },
    /// Too few players, or too many.
    #[error("{0} players: an event has 2 to {MAX_PLAYERS}")]
    Players(usize),
    /// Two players with one name.
    #[error("two players are called {0:?}: give each its own name")]
    SameName(String),
    /// Two players with one program.
    #[error(
        "{0:?} and {1:?} are the same program; a single copy may enter (section 7 of the call): allow_copies = true for tests"
    )]
    Copies(String, String),
}

impl PlanError {
    /// The same with the line of the file, where a value is to blame that stands in one.
    pub(super) fn at_line_of(mut self, text: &str) -> Self {
        let Self::Value {
            line, key, value, ..
        } = &mut self
        else {
            return self;
        };
        let is_meant = |line: &&str| {
            let (name, given) = line.split_once('=').unwrap_or_default();
            name.trim() == *key && given.trim().trim_matches(['"', '\'']).trim() == value.trim()
        };
        let is_key = |line: &&str| {
            line.split_once('=')
                .is_some_and(|(name, _)| name.trim() == *key)
        };
        let lines = || text.lines().enumerate();
        let found = lines().find(|(_, line)| is_meant(line));
        let found = found.or_else(|| lines().find(|(_, line)| is_key(line)));
        *line = found.map(|(number, _)| number + 1);
        self
    }
}
