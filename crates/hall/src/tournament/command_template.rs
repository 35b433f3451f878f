//! A command line with the facts of a game in it.

use std::fmt;
use std::str::FromStr;

use sgmp_board::rules::{BoardSize, Color, Komi};
use sgmp_match::port::{CommandLine, SpecError};

/// A command line in which `{color}`, `{size}`, `{komi}` and `{time}` stand for the game's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandTemplate(String);

/// The reason why words are no command line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// There are no words.
    #[error("no command is named")]
    Empty,
    /// A quote that is not closed, or another mistake in them.
    #[error(transparent)]
    Words(#[from] SpecError),
}

/// The facts of a game that a command line may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// The program's color: `black` or `white`.
    pub color: Color,
    /// Lines of the board.
    pub size: BoardSize,
    /// The points that White receives.
    pub komi: Komi,
    /// Its time, in whole seconds; 0 without a limit.
    pub seconds: u64,
}

impl GameFacts {
    /// The program's color as a word: `black` or `white`.
    pub(super) const fn color_word(&self) -> &'static str {
        match self.color {
            Color::Black => "black",
            Color::White => "white",
        }
    }
}

impl CommandTemplate {
    /// The command for a game.
    ///
    /// # Errors
    /// Words that are no command.
    pub fn fill(&self, facts: &GameFacts) -> Result<CommandLine, SpecError> {
        let filled = self
            .0
            .replace("{color}", facts.color_word())
            .replace("{size}", &facts.size.lines().to_string())
            .replace("{komi}", &facts.komi.to_string())
            .replace("{time}", &facts.seconds.to_string());
        filled.parse()
    }

    /// The command for a game of which nothing is known yet: its program's path as it is written.
    ///
    /// # Errors
    /// Words that are no command.
    pub(super) fn any_game(&self) -> Result<CommandLine, SpecError> {
        self.0.parse()
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
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        let template = Self(text.trim().to_owned());
        if template.0.is_empty() {
            return Err(TemplateError::Empty);
        }
        template.any_game()?;
        Ok(template)
    }
}

impl fmt::Display for CommandTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
