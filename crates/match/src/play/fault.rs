//! Faults of players, and the kinds of ends: one list from the line to the tournament's tables.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::gtp::AskError;
use sgmp_board::record::GameResult;
use sgmp_board::rules::Color;

/// Ways in which a player loses a game beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// The program ended, or could not be started.
    Crash,
    /// It did not answer in the longest time that is waited.
    Hang,
    /// It refused a command.
    Refused,
    /// It made a move that the rules forbid, or none at all.
    Illegal,
    /// Its time ran out.
    Time,
}

/// A player's fault. The match goes to the judge, or is lost by it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct Fault {
    /// The kind, which decides how the end is named in the tables.
    pub kind: FaultKind,
    /// The fault in words, for the operator.
    pub words: String,
}

impl Fault {
    /// A fault of this kind, in these words.
    #[must_use]
    pub fn new(kind: FaultKind, words: impl ToString) -> Self {
        let words = words.to_string();
        Self { kind, words }
    }
}

impl FaultKind {
    /// The result of a game that a side loses by it.
    #[must_use]
    pub const fn lost_by(self, loser: Color) -> GameResult {
        let winner = loser.other();
        match self {
            Self::Time => GameResult::Time { winner },
            _ => GameResult::Forfeit { winner },
        }
    }

    /// The fault of a program that has not answered as GTP demands; `None` where nobody waits for its answer any more.
    #[must_use]
    pub const fn of_unanswered(error: &AskError) -> Option<Self> {
        match error {
            AskError::Gone { .. } => Some(Self::Crash),
            AskError::Silent { .. } | AskError::Endless { .. } => Some(Self::Hang),
            AskError::Refused { .. } => Some(Self::Refused),
            AskError::Halted { .. } => None,
        }
    }
}

/// The kind of a game's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EndKind {
    /// Two passes, and a count.
    Counted,
    /// A side gave up.
    Resigned,
    /// The most moves were made.
    MoveLimit,
    /// A position came back for ever: no result.
    Cycle,
    /// Nobody can count the board, or the two sides count differently.
    CountsDiffer,
    /// A player's program failed, in this way.
    Fault(FaultKind),
    /// An operator entered another move than the program made.
    InputError,
    /// The connection was lost.
    LineLost,
    /// A player was not there.
    Forfeit,
    /// A player was disqualified.
    Disqualified,
    /// The players reported the result.
    Reported,
    /// The judge decided, or an operator in the name of the judge.
    Ruled,
}

/// A kind of end with its word in an event's files and in the lines of a duel, and its words for people.
type Row = (EndKind, &'static str, &'static str, &'static str);

/// All kinds. What no duel knows has the event's word there.
const KINDS: [Row; 16] = [
    (EndKind::Counted, "counted", "passes", "counted"),
    (
        EndKind::Resigned,
        "resigned",
        "resignation",
        "by resignation",
    ),
    (
        EndKind::MoveLimit,
        "move-limit",
        "longest",
        "stopped at the most moves",
    ),
    (
        EndKind::Cycle,
        "cycle",
        "cycle",
        "no result: the position came back",
    ),
    (
        EndKind::CountsDiffer,
        "counts-differ",
        "no-count",
        "the sides count differently",
    ),
    (
        EndKind::Fault(FaultKind::Crash),
        "crash",
        "crash",
        "a program crashed",
    ),
    (
        EndKind::Fault(FaultKind::Hang),
        "hang",
        "hang",
        "a program did not answer",
    ),
    (
        EndKind::Fault(FaultKind::Refused),
        "refused",
        "refused",
        "a program refused a command",
    ),
    (
        EndKind::Fault(FaultKind::Illegal),
        "rule-broken",
        "illegal",
        "a rule was broken",
    ),
    (EndKind::Fault(FaultKind::Time), "time", "time", "on time"),
    (
        EndKind::InputError,
        "input-error",
        "input-error",
        "a move was entered wrongly",
    ),
    (
        EndKind::LineLost,
        "line-lost",
        "line-lost",
        "the connection was lost",
    ),
    (EndKind::Forfeit, "forfeit", "forfeit", "by forfeit"),
    (
        EndKind::Disqualified,
        "disqualified",
        "disqualified",
        "a player was disqualified",
    ),
    (EndKind::Reported, "reported", "reported", "as reported"),
    (EndKind::Ruled, "ruled", "ruled", "the judge's decision"),
];

impl EndKind {
    fn row(self) -> &'static Row {
        let row = KINDS.iter().find(|(kind, ..)| *kind == self);
        row.expect("every kind has its row: a test")
    }

    /// Its words for people.
    #[must_use]
    pub fn words(self) -> &'static str {
        self.row().3
    }

    /// Its word in the lines of a duel.
    #[must_use]
    pub fn duel_word(self) -> &'static str {
        self.row().2
    }

    /// Returns whether a program, or what it is reached by, failed: the judge decides, or it loses.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(
            self,
            Self::LineLost | Self::Fault(FaultKind::Crash | FaultKind::Hang | FaultKind::Refused)
        )
    }
}

/// Written as the word of an event's files.
impl Serialize for EndKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.row().1)
    }
}

/// Read from either word.
impl<'de> Deserialize<'de> for EndKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        let row = KINDS
            .iter()
            .find(|(_, event, duel, _)| [*event, *duel].contains(&word.as_str()));
        let kind = row.map(|(kind, ..)| *kind);
        kind.ok_or_else(|| serde::de::Error::custom(format!("{word:?} is no kind of end")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new kind does not compile here: give it its row, and its place in this list.
    const fn place(kind: EndKind) -> usize {
        match kind {
            EndKind::Counted => 0,
            EndKind::Resigned => 1,
            EndKind::MoveLimit => 2,
            EndKind::Cycle => 3,
            EndKind::CountsDiffer => 4,
            EndKind::Fault(FaultKind::Crash) => 5,
            EndKind::Fault(FaultKind::Hang) => 6,
            EndKind::Fault(FaultKind::Refused) => 7,
            EndKind::Fault(FaultKind::Illegal) => 8,
            EndKind::Fault(FaultKind::Time) => 9,
            EndKind::InputError => 10,
            EndKind::LineLost => 11,
            EndKind::Forfeit => 12,
            EndKind::Disqualified => 13,
            EndKind::Reported => 14,
            EndKind::Ruled => 15,
        }
    }

    #[test]
    fn every_kind_has_its_row_and_its_words_are_its_own() {
        for (number, (kind, event, duel, _)) in KINDS.iter().enumerate() {
            assert_eq!(place(*kind), number);
            for word in [event, duel] {
                let read: EndKind = serde_json::from_str(&format!("{word:?}")).unwrap();
                assert_eq!(read, *kind, "{word}");
            }
            let written = serde_json::to_string(kind).unwrap();
            assert_eq!(written, format!("{event:?}"));
        }
    }
}
