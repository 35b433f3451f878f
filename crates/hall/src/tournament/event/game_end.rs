//! Ends of an event's games.

use serde::{Deserialize, Serialize};

use super::super::standings::Points;
use super::game_course::EventCourse;
use sgmp_board::record::GameResult;
use sgmp_board::rules::Color;
use sgmp_match::play::EndKind;

/// Time used by both sides, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedTimes {
    /// Time used by Black, in milliseconds.
    pub black: u64,
    /// Time used by White, in milliseconds.
    pub white: u64,
}

/// A count of a finished position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventCount {
    /// The counter: `black`, `white`, `ours`.
    pub by: String,
    /// The result in SGF's form.
    pub result: String,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    /// The result in SGF's form; `?` where the judge has to decide.
    pub result: String,
    /// The kind of end, by which tables mark it.
    pub kind: EndKind,
    /// The end in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Moves made by both sides, passes among them.
    #[serde(default)]
    pub moves: u32,
    /// Time used by both sides; 0 where it was not measured.
    #[serde(default)]
    pub used: UsedTimes,
    /// Counts, where the players or we counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<EventCount>,
    /// Versions of the two programs, where they told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<String>,
    /// Its course by our engine's count, where that knows the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<EventCourse>,
}

impl GameEnd {
    /// An end without a game: a forfeit, a report, a ruling.
    #[must_use]
    pub fn without_game(result: GameResult, kind: EndKind, why: &str) -> Self {
        Self {
            result: result.to_string(),
            kind,
            why: why.to_owned(),
            moves: 0,
            used: UsedTimes::default(),
            counts: Vec::new(),
            programs: Vec::new(),
            course: None,
        }
    }

    /// A forfeit by a color.
    #[must_use]
    pub fn forfeit(loser: Color, kind: EndKind, why: &str) -> Self {
        Self::without_game(GameResult::Forfeit { winner: !loser }, kind, why)
    }

    /// The result as it is understood.
    #[must_use]
    pub fn game_result(&self) -> GameResult {
        self.result.parse().unwrap_or_default()
    }

    /// Points of Black and White; `None` while the judge has to decide.
    #[must_use]
    pub fn points(&self) -> Option<[Points; 2]> {
        match self.game_result() {
            GameResult::Unknown => None,
            GameResult::Draw | GameResult::Void => Some([Points::HALF; 2]),
            result => Some(match result.winner() {
                Some(Color::White) => [Points::ZERO, Points::ONE],
                _ => [Points::ONE, Points::ZERO],
            }),
        }
    }
}
