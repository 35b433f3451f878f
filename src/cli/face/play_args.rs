//! The options of `play`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::cli::values::argument_error::ArgumentError;
use crate::cli::values::board_args::parse_size;
use crate::cli::values::habit_args::HabitArgs;
use crate::cli::values::level_words::ranks_of_levels;
use crate::cli::values::thinking_args::parse_net;
use sgmp_board::rules::{BoardSize, Handicap, Komi, RuleSet};
use sgmp_engine::engine::Level;
use sgmp_engine::engine::NamedNet;
use sgmp_faces::local_game::{Lead, LocalHandicap};
use sgmp_match::play::duration::parse_duration;

/// Terms of a game at this computer, and the look of it.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Lines of the board, 2 to 19
    #[arg(long, value_parser = parse_size, default_value = "9", value_name = "LINES")]
    pub size: BoardSize,

    /// The computer's level, 0 to 20
    #[arg(long, default_value_t = Level::USUAL, value_name = "0..20",
          help = format!("The computer's level, 0 to 20, by rank: {}", ranks_of_levels()))]
    pub level: Level,

    /// The computer's color: black, white, both, or none for two players here
    #[arg(long, value_enum, default_value = "white", value_name = "COLOR")]
    pub computer: ComputerSeats,

    /// Stones that Black has ahead, 2 to 9, on the fixed points; White moves first. With --free-handicap 2 to 17
    #[arg(long, value_name = "N", value_parser = parse_lead)]
    pub handicap: Option<u8>,

    /// The handicap as plays: Black makes N moves where it likes, and then moves first (Ing's way: his challenge
    /// games had 14 to 17)
    #[arg(long, requires = "handicap")]
    pub free_handicap: bool,

    /// The rules: japanese, chinese, tromp-taylor (dead stones are not taken off), or another name that is nearest to one
    #[arg(long, default_value = "japanese")]
    pub rules: RuleSet,

    /// Points for White [default: 5.5, with a handicap 0.5]
    #[arg(long)]
    pub komi: Option<Komi>,

    /// Each side's time for the whole game: 10m, 1h [default: no clocks]
    #[arg(long, value_parser = parse_duration, value_name = "TIME")]
    pub time: Option<Duration>,

    /// Time for each of the computer's moves at level 20, in a game without clocks
    #[arg(long, value_parser = parse_duration, default_value = "3s", value_name = "TIME")]
    pub move_time: Duration,

    /// Seed of the computer's chance: the same seed and the same moves give the same game at levels 0 to 19
    /// [default: from the clock]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Your name for the record
    #[arg(long, value_name = "NAME", default_value = "")]
    pub name: String,

    /// The net of the computer and of hints: own, none, or a file [default: own]
    #[arg(long, value_name = "own|none|FILE", value_parser = parse_net)]
    pub net: Option<NamedNet>,

    /// Go on with a game, by its own players and terms: the last one that has no result, or that of this record
    #[arg(long, value_name = "RECORD", num_args = 0..=1)]
    pub resume: Option<Option<PathBuf>>,

    /// Folder of the records of all games [default: $XDG_DATA_HOME/sgmp-go/games, else
    /// ~/.local/share/sgmp-go/games]
    #[arg(long, value_name = "FOLDER")]
    pub archive: Option<PathBuf>,

    /// Ring the terminal's bell when stones come into atari (it is told in words too)
    #[arg(long)]
    pub bell: bool,

    /// Ask for each move twice on the screen: Enter, and Enter again
    #[arg(long)]
    pub confirm: bool,

    /// Habits
    #[command(flatten)]
    pub habits: HabitArgs,

    /// Draw boards with ASCII alone, whatever the terminal can show
    #[arg(long)]
    pub ascii: bool,
}

/// A handicap of more stones than there are fixed points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} stones have no fixed points: say --free-handicap, too")]
pub(super) struct NoFixedPoints(u8);

impl PlayArgs {
    /// The options where nothing is said.
    pub(super) fn usual() -> Self {
        #[derive(Debug, clap::Parser)]
        struct Words {
            #[command(flatten)]
            args: PlayArgs,
        }
        <Words as clap::Parser>::parse_from(["play"]).args
    }
}

/// The seats that the computer takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ComputerSeats {
    /// The computer plays Black.
    Black,
    /// The computer plays White.
    White,
    /// The computer plays both.
    Both,
    /// Two players play here.
    None,
}

/// Most plays that Black may have ahead: those of Ing's challenge games.
const MAX_PLAYS: u8 = 17;

fn parse_lead(text: &str) -> Result<u8, ArgumentError> {
    let lead = text.parse().ok().filter(|lead| *lead <= MAX_PLAYS);
    lead.ok_or_else(|| ArgumentError::Lead {
        text: text.to_owned(),
        most: MAX_PLAYS,
    })
}

impl PlayArgs {
    /// The handicap.
    ///
    /// # Errors
    /// More stones than the fixed points.
    pub(super) fn local_handicap(&self) -> Result<LocalHandicap, NoFixedPoints> {
        match self.handicap {
            None | Some(0 | 1) => Ok(LocalHandicap::NONE),
            Some(plays) if self.free_handicap => {
                Ok(Lead::new(plays).map_or(LocalHandicap::NONE, LocalHandicap::Plays))
            }
            Some(stones) => {
                let fixed = Handicap::new(stones.into());
                fixed.map(LocalHandicap::Fixed).ok_or(NoFixedPoints(stones))
            }
        }
    }
}
