//! A command line with the facts of a game in it.

use std::fmt;
use std::str::FromStr;

use sgmp_board::rules::{BoardSize, Color, Komi};
use sgmp_match::port::CommandLine;

/// A command line in which `{color}`, `{size}`, `{komi}` and `{time}` stand for the game's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandTemplate(String);

/// The facts of a game that a command line may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// The program's color: `black` or `white`.
    pub color: Color,
    /// Lines of the board.
    pub size: BoardSize,
    /// Komi.
    pub komi: Komi,
    /// Its time, in whole seconds; 0 without a limit.
    pub seconds: u64,
}

impl CommandTemplate {
    /// The command for a game.
    ///
    /// # Errors
    /// Words that are no command.
    pub fn fill(&self, facts: &GameFacts) -> Result<CommandLine, String> {
        let color = match facts.color {
            Color::Black => "black",
            Color::White => "white",
        };
        let filled = self
            .0
            .replace("{color}", color)
            .replace("{size}", &facts.size.lines().to_string())
            .replace("{komi}", &facts.komi.to_string())
            .replace("{time}", &facts.seconds.to_string());
        filled.parse().map_err(|error| format!("{error}"))
    }

    /// The command for a game of which nothing is known yet: its program's path as it is written.
    ///
    /// # Errors
    /// Words that are no command.
    pub(super) fn any_game(&self) -> Result<CommandLine, String> {
        self.0.parse().map_err(|error| format!("{error}"))
    }

    /// The last part of the program's path.
    pub(super) fn program_name(&self) -> String {
        let program = shlex::split(&self.0).and_then(|words| words.into_iter().next());
        let program = program.unwrap_or_default();
        let name = program.rsplit('/').next().unwrap_or_default();
        name.to_owned()
    }
}

impl FromStr for CommandTemplate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let template = Self(text.trim().to_owned());
        if template.0.is_empty() {
            return Err("no command is named".to_owned());
        }
        template.any_game().map(|_| template)
    }
}

impl fmt::Display for CommandTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
