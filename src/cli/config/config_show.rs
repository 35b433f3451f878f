//! `config show`: the value of every option and where it comes from.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::Path;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use super::checked_config::{CheckedConfig, CheckedSetting, toml_value};
use super::command_line::{SaidWords, is_answer, lenient, with_defaults};
use super::command_options::{
    all_sections, is_count, is_switch, options_of, section_of, takes_several,
};
use super::config_command::ShowArgs;
use super::config_error::ConfigError;
use super::config_location::{config_path, load};
use sgmp_board::failure::{Blame, Failure};

/// Columns before the origin of a value.
const VALUE_COLUMNS: usize = 34;

/// Variable that goes before --verbose.
const LOG_VARIABLE: &str = "RUST_LOG";

/// The text that is shown.
///
/// # Errors
/// A file that is wrong, or words that no command takes.
pub(super) fn shown(
    args: &ShowArgs,
    root: &Command,
    uses_the_file: bool,
) -> Result<String, Failure> {
    let refused = |error: ConfigError| Failure::new(Blame::Usage, error);
    let loaded = if uses_the_file {
        load(root).map_err(refused)?
    } else {
        None
    };
    let (path, config) =
        loaded.map_or_else(Default::default, |(path, config)| (Some(path), config));
    let mut text = first_line(path.as_deref(), uses_the_file);
    let whole = Show {
        root,
        config: &config,
        file: path.as_deref(),
        only_changed: args.changed,
    };
    let commands: Vec<Vec<OsString>> = if args.words.is_empty() {
        let sections = all_sections(root).into_iter();
        sections
            .map(|section| section.into_iter().map(OsString::from).collect())
            .collect()
    } else {
        vec![args.words.clone()]
    };
    for (i, words) in commands.iter().enumerate() {
        text.push_str(&whole.of_command(words, i == 0)?);
    }
    Ok(text)
}

fn first_line(path: Option<&Path>, uses_the_file: bool) -> String {
    match (path, config_path()) {
        (Some(path), _) => format!("# {}\n", path.display()),
        (None, _) if !uses_the_file => "# no file is read (--no-config)\n".to_owned(),
        (None, Some(path)) => format!("# {} (not there)\n", path.display()),
        (None, None) => "# there is no place for a file\n".to_owned(),
    }
}

/// The commands, and the file beside them.
struct Show<'a> {
    root: &'a Command,
    config: &'a CheckedConfig,
    file: Option<&'a Path>,
    only_changed: bool,
}

impl Show<'_> {
    /// The values of a command that is started with these words.
    fn of_command(&self, words: &[OsString], with_globals: bool) -> Result<String, Failure> {
        let words: Vec<OsString> = std::iter::once(OsString::from("sgmp-go"))
            .chain(words.iter().cloned())
            .collect();
        let read = |command: Command| {
            let read = SaidWords::read_with(command.clone(), &words);
            let read = read.or_else(|error| match error.kind() {
                // Words that are missing only here are none of our business.
                ErrorKind::MissingRequiredArgument => {
                    SaidWords::read_with(command.ignore_errors(true), &words)
                }
                _ => Err(error),
            });
            read.map_err(|error| words_failure(&error))
        };
        let command = lenient(self.root.clone()).subcommand_required(false);
        let said = read(without_required_words(command.clone()))?;
        let section = section_of(&said.path);
        if let (Err(mistakes), Some(file)) =
            (self.config.check_values(self.root, &section), self.file)
        {
            return Err(Failure::new(
                Blame::Usage,
                ConfigError::wrong(file, mistakes),
            ));
        }
        let settings = said.settings_that_hold(self.root, self.config);
        let with_settings = with_defaults(command, &said.path, &settings);
        let said = read(without_required_words(with_settings))?;
        let mut text = String::new();
        if with_globals {
            text.push_str(&self.section(&[], &said, &settings));
        }
        let lines = self.section(&section, &said, &settings);
        if !lines.is_empty() {
            let _infallible = write!(text, "\n[{}]\n{lines}", section.join("."));
        }
        Ok(text)
    }

    fn section(&self, section: &[String], said: &SaidWords, settings: &[CheckedSetting]) -> String {
        let mut text = String::new();
        for option in options_of(self.root, section) {
            let Some((origin, is_changed)) = self.origin(section, option, said, settings) else {
                continue;
            };
            if !is_changed && self.only_changed {
                continue;
            }
            let key = option.get_long().unwrap_or_default();
            let line = match value(option, said.matches()) {
                Some(value) => format!("{key} = {value}"),
                None => format!("#{key}"),
            };
            let _infallible = writeln!(text, "{line:VALUE_COLUMNS$} # {origin}");
        }
        text
    }

    /// Origin of a value, and true if somebody chose it.
    fn origin(
        &self,
        section: &[String],
        option: &Arg,
        said: &SaidWords,
        settings: &[CheckedSetting],
    ) -> Option<(String, bool)> {
        let id = option.get_id().as_str();
        let from_log = (id == "verbose")
            .then(|| std::env::var(LOG_VARIABLE).ok())
            .flatten();
        if let Some(filter) = from_log {
            return Some((
                format!("environment: {LOG_VARIABLE}={filter} goes before it"),
                true,
            ));
        }
        if said.says(id) {
            return Some(("command line".to_owned(), true));
        }
        let key = option.get_long()?;
        let of_file = settings
            .iter()
            .find(|setting| setting.section == section && setting.key == key);
        if let (Some(setting), Some(file)) = (of_file, self.file) {
            let name = file.file_name().unwrap_or_default().display();
            return Some((format!("{name}, line {}", setting.line), true));
        }
        let put_aside = self
            .config
            .of_section(section)
            .find(|setting| setting.section == section && setting.key == key);
        let source = said.matches().value_source(id);
        Some(match (source, put_aside) {
            (_, Some(setting)) => (
                format!("put aside by the command line (line {})", setting.line),
                true,
            ),
            (Some(ValueSource::EnvVariable), _) => ("environment".to_owned(), true),
            (Some(_), _) => ("default".to_owned(), false),
            (None, _) => ("not set".to_owned(), false),
        })
    }
}

/// Subcommands are asked for, and missing words are none of our business.
fn without_required_words(command: Command) -> Command {
    command
        .subcommand_required(false)
        .arg_required_else_help(false)
        .mut_subcommands(without_required_words)
}

/// The value that an option has, as it would stand in a file; none if it is not set.
fn value(option: &Arg, matches: &ArgMatches) -> Option<String> {
    let id = option.get_id().as_str();
    if is_switch(option) {
        return Some(matches.get_flag(id).to_string());
    }
    if is_count(option) {
        return Some(matches.get_count(id).to_string());
    }
    let words: Vec<String> = matches
        .get_raw(id)?
        .map(|word| toml_value(&word.to_string_lossy()))
        .collect();
    Some(match &*words {
        [word] if !takes_several(option) => word.clone(),
        words => format!("[{}]", words.join(", ")),
    })
}

fn words_failure(error: &clap::Error) -> Failure {
    let text = error.to_string();
    let blame = if is_answer(error) {
        Blame::Nobody
    } else {
        Blame::Usage
    };
    Failure::new(blame, text.trim_start_matches("error: ").trim_end())
}
