//! A configuration file against the table of commands: every key is an option, every value is one
//! that the option takes.

use clap::builder::ValueParser;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, Command};

use super::command_options::{
    all_sections, exclude_each_other, find_command, is_count, is_switch, nearest, option_named,
    options_of, takes_several,
};
use super::config_error::{MeantOption, Mistake, SettingError, ValueError, name_in_file};
use super::config_file::{ConfigText, Section, Setting, WrittenValue};

/// The settings of a configuration file, of which each names an option that there is.
#[derive(Debug, Default)]
pub(super) struct CheckedConfig {
    settings: Vec<CheckedSetting>,
}

/// A setting of an option, in the words of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CheckedSetting {
    /// Words of the command; none for an option of all commands.
    pub(super) section: Vec<String>,
    /// Long name of the option.
    pub(super) key: String,
    /// The words of its values, in the order of the file.
    pub(super) words: Vec<String>,
    /// Its line in the file, from 1.
    pub(super) line: usize,
}

impl CheckedConfig {
    /// Checks that there is an option for every setting, and that it has the form that the option
    /// takes. The values are looked at by [`Self::check_values`].
    ///
    /// # Errors
    /// All mistakes of the file.
    pub(super) fn new(root: &Command, text: &ConfigText) -> Result<Self, Vec<Mistake>> {
        let mut mistakes: Vec<Mistake> = text
            .sections
            .iter()
            .filter_map(|section| unknown_section(root, section))
            .collect();
        let mut settings = Vec::new();
        for setting in &text.settings {
            if find_command(root, &setting.section).is_err() {
                continue; // told with its section
            }
            match checked(root, setting) {
                Ok(checked) => settings.push(checked),
                Err(source) => mistakes.push(Mistake {
                    line: setting.line,
                    source,
                }),
            }
        }
        mistakes.sort_by_key(|mistake| mistake.line);
        if mistakes.is_empty() {
            Ok(Self { settings })
        } else {
            Err(mistakes)
        }
    }

    /// The settings that hold for a section: its own and those of all commands.
    pub(super) fn of_section<'a>(
        &'a self,
        section: &'a [String],
    ) -> impl Iterator<Item = &'a CheckedSetting> {
        let holds = move |setting: &&CheckedSetting| {
            setting.section.is_empty() || setting.section == section
        };
        self.settings.iter().filter(holds)
    }

    /// Checks the values of a section by the options' own parsers, and that no two settings exclude
    /// each other.
    ///
    /// # Errors
    /// All mistakes of the section.
    pub(super) fn check_values(
        &self,
        root: &Command,
        section: &[String],
    ) -> Result<(), Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let mut earlier: Vec<(&CheckedSetting, &Arg)> = Vec::new();
        let command = find_command(root, section).unwrap_or(root);
        for setting in self.of_section(section) {
            let Some(option) = option_named(root, &setting.section, &setting.key) else {
                continue;
            };
            let excluded =
                |(_, other): &&(&CheckedSetting, &Arg)| exclude_each_other(command, option, other);
            let mistake = match value_problem(option, setting) {
                Some(problem) => Some(problem),
                None if setting.is_off() => None,
                None => earlier
                    .iter()
                    .find(excluded)
                    .map(|(other, _)| SettingError::Exclusive {
                        name: setting.name(),
                        other: other.key.clone(),
                        line: other.line,
                    }),
            };
            mistakes.extend(mistake.map(|source| Mistake {
                line: setting.line,
                source,
            }));
            if !setting.is_off() {
                earlier.push((setting, option));
            }
        }
        if mistakes.is_empty() {
            Ok(())
        } else {
            Err(mistakes)
        }
    }
}

impl CheckedSetting {
    /// True if it is a switch that is not thrown: it excludes nothing.
    pub(super) fn is_off(&self) -> bool {
        self.words == ["false"]
    }

    /// Section and key, as they stand in the file.
    pub(super) fn name(&self) -> String {
        name_in_file(&self.section, &self.key)
    }
}

fn unknown_section(root: &Command, section: &Section) -> Option<Mistake> {
    let known = find_command(root, &section.path).err()?;
    if section.path.len() > known + 1 {
        return None; // told with the section around it
    }
    let (path, word) = (&section.path[..known], &section.path[known]);
    let name = section.path.join(".");
    let source = match option_named(root, path, word) {
        Some(option) => SettingError::OptionAsSection {
            name: name_in_file(path, word),
            example: example(option),
        },
        None => {
            let sections: Vec<String> = all_sections(root)
                .iter()
                .map(|path| path.join("."))
                .collect();
            SettingError::UnknownSection {
                path: section.path.clone(),
                near: nearest(&name, sections.iter().map(String::as_str)).map(str::to_owned),
            }
        }
    };
    let line = section.line;
    Some(Mistake { line, source })
}

fn checked(root: &Command, setting: &Setting) -> Result<CheckedSetting, SettingError> {
    let Some(option) = option_named(root, &setting.section, &setting.key) else {
        return Err(unknown_key(root, &setting.section, &setting.key));
    };
    let refuse = |form| {
        Err(SettingError::Form {
            name: name_in_file(&setting.section, &setting.key),
            form,
            example: example(option),
        })
    };
    let words = match &setting.value {
        WrittenValue::Switch(on) if is_switch(option) => vec![on.to_string()],
        _ if is_switch(option) => return refuse("is said or not said"),
        WrittenValue::Word(word) if is_count(option) && word.parse::<u8>().is_ok() => {
            vec![word.clone()]
        }
        _ if is_count(option) => return refuse("counts"),
        WrittenValue::Switch(_) => return refuse("takes a value"),
        WrittenValue::Word(word) => vec![word.clone()],
        WrittenValue::List(words) if takes_several(option) && !words.is_empty() => words.clone(),
        WrittenValue::List(_) if takes_several(option) => {
            return refuse("takes at least one value");
        }
        WrittenValue::List(_) | WrittenValue::Nested => return refuse("takes one value"),
    };
    Ok(CheckedSetting {
        section: setting.section.clone(),
        key: setting.key.clone(),
        words,
        line: setting.line,
    })
}

/// Names a key that is no option, with the option that may be meant.
pub(super) fn unknown_key(root: &Command, section: &[String], key: &str) -> SettingError {
    let key = key.to_owned();
    let section_named = [section, std::slice::from_ref(&key)].concat();
    if find_command(root, &section_named).is_ok() {
        let section = section_named.join(".");
        return SettingError::CommandAsOption { key, section };
    }
    let known = || options_of(root, section).filter_map(Arg::get_long);
    let same = |path: &&Vec<String>| option_named(root, path, &key).is_some();
    let sections = all_sections(root);
    let elsewhere = || sections.iter().find(same).map(|path| path.join("."));
    let meant = match (nearest(&key, known()), elsewhere()) {
        (Some(near), _) => MeantOption::Near(near.to_owned()),
        (None, Some(other)) => MeantOption::Elsewhere(other),
        (None, None) => {
            let commands = section
                .is_empty()
                .then(|| sections.iter().map(|path| path.join(".")));
            let commands: Vec<String> = commands.into_iter().flatten().collect();
            let near = nearest(&key, commands.iter().map(String::as_str));
            near.map_or(MeantOption::None, |near| {
                MeantOption::Command(near.to_owned())
            })
        }
    };
    SettingError::UnknownOption {
        section: section.to_vec(),
        key,
        meant,
    }
}

/// A line that sets the option: with its default value if it has one.
pub(super) fn example(option: &Arg) -> String {
    let key = option.get_long().unwrap_or_default();
    if is_switch(option) {
        return format!("{key} = true");
    }
    if is_count(option) {
        return format!("{key} = 1");
    }
    let default = option
        .get_default_values()
        .first()
        .and_then(|value| value.to_str());
    let names = option.get_value_names().and_then(<[_]>::first);
    let value = match (default, option.get_possible_values().first(), names) {
        (Some(default), _, _) if !default.is_empty() => toml_value(default),
        (_, Some(possible), _) => toml_value(possible.get_name()),
        (_, _, Some(name)) => toml_value(name),
        _ => toml_value(&key.to_uppercase()),
    };
    if takes_several(option) {
        format!("{key} = [{value}]")
    } else {
        format!("{key} = {value}")
    }
}

/// A word as a value of TOML: a number where it looks like one, else a text.
pub(super) fn toml_value(word: &str) -> String {
    let is_number = word.parse::<i64>().is_ok() || is_plain_fraction(word);
    if is_number && !word.starts_with(['+', '0']) || word == "0" {
        return word.to_owned();
    }
    toml::Value::String(word.to_owned()).to_string()
}

fn is_plain_fraction(word: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = word.strip_prefix('-').unwrap_or(word);
    unsigned
        .split_once('.')
        .is_some_and(|(whole, part)| digits(whole) && !whole.starts_with('0') && digits(part))
}

/// The objection of the option's own parser to the values, if it has one.
fn value_problem(option: &Arg, setting: &CheckedSetting) -> Option<SettingError> {
    if is_switch(option) || is_count(option) {
        return None;
    }
    let words = setting.words.iter().map(|word| format!("--value={word}"));
    let alone = Arg::new("value")
        .long("value")
        .action(ArgAction::Append)
        .allow_hyphen_values(true)
        .value_parser(parser_of(option));
    let alone = match option.get_value_delimiter() {
        Some(delimiter) => alone.value_delimiter(delimiter),
        None => alone,
    };
    let words = std::iter::once("sgmp-go".to_owned()).chain(words);
    let error = Command::new("sgmp-go")
        .arg(alone)
        .try_get_matches_from(words)
        .err()?;
    let written = setting.words.join(", ");
    Some(SettingError::Value {
        name: setting.name(),
        value: toml_value(&written),
        source: reason(option, &error),
    })
}

fn parser_of(option: &Arg) -> ValueParser {
    option.get_value_parser().clone()
}

/// The parser's reason, and what to write.
fn reason(option: &Arg, error: &clap::Error) -> ValueError {
    let list = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) => values.join(", "),
        _ => String::new(),
    };
    let near = match error.get(ContextKind::SuggestedValue) {
        Some(ContextValue::String(near)) => Some(near.clone()),
        _ => None,
    };
    if !list.is_empty() {
        return ValueError::Unlisted { list, near };
    }
    ValueError::Refused {
        why: std::error::Error::source(error).map(ToString::to_string),
        example: example(option),
    }
}
