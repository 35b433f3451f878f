//! The conditions of a duel: board, rules, time, openings, handicap.

use std::time::Duration;

use super::duel_error::DuelError;
use super::openings::Opening;
use crate::tournament::command_template::CommandTemplate;
use crate::tournament::seats::{AnswerWaits, by_move};
use sgmp_board::rules::{BoardSize, Color, Komi, Move, Rules, fixed_points};
use sgmp_engine::time_control::{Overtime, TimeSystem};

/// The conditions of a duel.
#[derive(Clone, Debug)]
pub struct DuelConditions {
    /// The board of all its games.
    pub size: BoardSize,
    /// The points that White receives in all its games.
    pub komi: Komi,
    /// The rules by which its games are counted.
    pub rules: Rules,
    /// The time of each side, if it is limited.
    pub time: Option<TimeSystem>,
    /// Time beyond its own that a move by move time may take before it counts as an overrun.
    pub grace: Duration,
    /// True if an overrun loses the game; else it is counted.
    pub strict_time: bool,
    /// Stones of a fixed handicap, which the later named of every two players takes in all its games; 0 for even games.
    pub handicap: usize,
    /// Openings, one for each pair of games in turn; none begins with an empty board.
    pub openings: Vec<Opening>,
    /// Moves by lot after the opening.
    pub random_plies: u32,
    /// The seed of openings and of our players' chance.
    pub seed: u64,
    /// Moves after which a game is counted as it stands.
    pub max_moves: usize,
    /// A program that counts by GTP in our engine's place.
    pub referee: Option<CommandTemplate>,
    /// Commands that programs hear first, by GTP.
    pub init: Vec<String>,
    /// The waits for their answers.
    pub waits: AnswerWaits,
}

impl DuelConditions {
    pub(super) fn check_handicap(&self) -> Result<(), DuelError> {
        let (stones, size) = (self.handicap, self.size);
        match stones {
            0 => Ok(()),
            _ if fixed_points(size, stones).is_none() => Err(DuelError::Handicap { stones, size }),
            _ if !self.openings.is_empty() => Err(DuelError::HandicapAndOpenings),
            _ => Ok(()),
        }
    }

    /// The stones of the handicap, as moves of Black.
    pub(super) fn handicap_stones(&self) -> Opening {
        let stones = fixed_points(self.size, self.handicap).unwrap_or_default();
        let stones = stones.into_iter();
        stones.map(|p| (Color::Black, Move::Play(p))).collect()
    }
}

/// A time in words: `600s`, `600s + 30s for 5 moves`, `3s a move`.
pub(super) fn time_words(time: &TimeSystem) -> String {
    let seconds = |time: Duration| format!("{} s", time.as_secs_f64());
    if let Some(period) = by_move(time) {
        return format!("{} a move", seconds(period));
    }
    let main = seconds(time.main);
    match time.overtime {
        Overtime::SuddenDeath => main,
        Overtime::ByoYomi { period, periods } => {
            format!("{main} + {periods} times {}", seconds(period))
        }
        Overtime::Canadian { period, stones } => {
            format!("{main} + {} for {stones} moves", seconds(period))
        }
    }
}
