//! The words of the command line, with the settings of the configuration file where they say nothing.

use crate::cli::short_helps::with_short_helps;
use std::ffi::{OsStr, OsString};

use clap::builder::OsStringValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, Parser};

use super::checked_config::{CheckedConfig, CheckedSetting};
use super::command_options::{exclude_each_other, find_command, option_named, section_of};
use super::config_error::ConfigError;
use super::config_location::load;
use sgmp_board::failure::{Blame, Failure};

/// Commands that answer whatever the file says, be it broken.
const WITHOUT_A_FILE: [&str; 4] = ["config", "man", "completions", "help"];

/// The words of the command line, read.
pub(crate) struct CommandLine<T> {
    /// The command and its options.
    pub(crate) parsed: T,
    /// Settings that hold, for an operator who is told that the words are wrong.
    pub(crate) note: Option<String>,
}

/// Words that no work follows from.
pub(crate) enum Refusal {
    /// Help or version, which were asked for, or what is wrong with the words.
    Words(clap::Error),
    /// A configuration file that cannot be followed.
    Config(Failure),
}

impl From<clap::Error> for Refusal {
    fn from(error: clap::Error) -> Self {
        Self::Words(error)
    }
}

impl From<ConfigError> for Refusal {
    fn from(error: ConfigError) -> Self {
        Self::Config(Failure::new(Blame::Usage, error))
    }
}

impl<T: Parser> CommandLine<T> {
    /// Reads the words of the command line, the program's name first.
    ///
    /// # Errors
    /// [`Refusal`]: an answer to show, or a configuration file that is wrong.
    pub(crate) fn read(words: &[OsString]) -> Result<Self, Refusal> {
        let root = T::command();
        let said = SaidWords::read(&root, words).filter(SaidWords::is_for_the_file);
        let Some(said) = said else {
            return Self::parse(root, words, None);
        };
        let Some((path, config)) = load(&root)? else {
            return Self::parse(root, words, None);
        };
        let section = section_of(&said.path);
        let checked = config.check_values(&root, &section);
        checked.map_err(|mistakes| ConfigError::wrong(&path, mistakes))?;
        let settings = said.settings_that_hold(&root, &config);
        let keys: Vec<&str> = settings.iter().map(|setting| &*setting.key).collect();
        let note = format!("{} sets {}", path.display(), keys.join(", "));
        let note = (!keys.is_empty()).then_some(note);
        Self::parse(with_defaults(root, &said.path, &settings), words, note)
    }

    fn parse(command: Command, words: &[OsString], note: Option<String>) -> Result<Self, Refusal> {
        let mut command = with_short_helps(command);
        let mut matches = command.try_get_matches_from_mut(words)?;
        let parsed = T::from_arg_matches_mut(&mut matches);
        let parsed = parsed.map_err(|error| error.format(&mut command))?;
        Ok(Self { parsed, note })
    }
}

/// The words as they are, whatever they leave out.
pub(super) struct SaidWords {
    /// The words of the command.
    pub(super) path: Vec<String>,
    matches: ArgMatches,
    leaves_the_file_out: bool,
}

impl SaidWords {
    /// Reads them; none where they ask for help or the version.
    fn read(root: &Command, words: &[OsString]) -> Option<Self> {
        let command = lenient(root.clone()).ignore_errors(true);
        Self::read_with(command, words).ok()
    }

    /// Reads them by a command that takes them as they are.
    ///
    /// # Errors
    /// Words that the command does not take.
    pub(super) fn read_with(command: Command, words: &[OsString]) -> Result<Self, clap::Error> {
        let matches = command.try_get_matches_from(words)?;
        let mut path = Vec::new();
        let mut innermost = matches;
        while let Some((word, inner)) = innermost.remove_subcommand() {
            path.push(word);
            innermost = inner;
        }
        let options = words.iter().take_while(|word| *word != OsStr::new("--"));
        Ok(Self {
            path,
            matches: innermost,
            leaves_the_file_out: options.into_iter().any(|word| word == "--no-config"),
        })
    }

    /// Returns whether the configuration file has a say.
    fn is_for_the_file(&self) -> bool {
        let answers = |word: &String| WITHOUT_A_FILE.contains(&&**word);
        !self.leaves_the_file_out && !self.path.first().is_some_and(answers)
    }

    /// Returns whether an option was said, by its name in the code.
    pub(super) fn says(&self, id: &str) -> bool {
        let is_known = self.matches.try_contains_id(id).is_ok();
        is_known && self.matches.value_source(id) == Some(ValueSource::CommandLine)
    }

    /// The values of the command, said or left to their defaults.
    pub(super) const fn matches(&self) -> &ArgMatches {
        &self.matches
    }

    /// The settings that hold beside the words: not those of options that were said, and not those
    /// that such an option excludes.
    pub(super) fn settings_that_hold(
        &self,
        root: &Command,
        config: &CheckedConfig,
    ) -> Vec<CheckedSetting> {
        let section = section_of(&self.path);
        let command = find_command(root, &section).unwrap_or(root);
        let holds = |setting: &&CheckedSetting| {
            let Some(option) = option_named(root, &setting.section, &setting.key) else {
                return false;
            };
            let excluded = command
                .get_arguments()
                .filter(|said| self.says(said.get_id().as_str()))
                .any(|said| exclude_each_other(command, option, said));
            !self.says(option.get_id().as_str()) && (!excluded || setting.is_off())
        };
        config.of_section(&section).filter(holds).cloned().collect()
    }
}

/// The commands, with settings as the default values of the options of one: so they exclude nothing,
/// and any word overrides them.
pub(super) fn with_defaults(
    root: Command,
    path: &[String],
    settings: &[CheckedSetting],
) -> Command {
    settings.iter().fold(root, |root, setting| {
        let id =
            option_named(&root, &setting.section, &setting.key).map(|arg| arg.get_id().to_string());
        let Some(id) = id else { return root };
        let path = if setting.section.is_empty() {
            &[]
        } else {
            path
        };
        with_default(root, path, &id, &setting.words)
    })
}

fn with_default(command: Command, path: &[String], id: &str, words: &[String]) -> Command {
    match path.split_first() {
        None => command.mut_arg(id, |arg| arg.required(false).default_values(words.to_vec())),
        Some((word, rest)) => {
            command.mut_subcommand(word, |inner| with_default(inner, rest, id, words))
        }
    }
}

/// The commands, without what they require, and with every value taken as it is written.
pub(super) fn lenient(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let arg = arg.required(false);
        if arg.get_action().takes_values() {
            arg.value_parser(OsStringValueParser::new())
        } else {
            arg
        }
    });
    command.mut_subcommands(lenient)
}

/// Returns whether an error is an answer that was asked for.
pub(super) fn is_answer(error: &clap::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    )
}
