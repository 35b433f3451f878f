//! Mistakes of a configuration file, told with their lines.

use std::fmt;
use std::path::{Path, PathBuf};

use super::config_file::SyntaxError;

/// The most mistakes that are told at once.
const MAX_TOLD: usize = 10;

/// One mistake in a line of a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {source}")]
pub(super) struct Mistake {
    /// The line, from 1.
    pub(super) line: usize,
    /// The mistake, and what to write.
    pub(super) source: SettingError,
}

/// A mistake in a setting, or in the header of a section.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SettingError {
    /// A character in another encoding.
    #[error("this is no UTF-8")]
    NoText,
    /// A text that is no TOML.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// A section where an option is meant.
    #[error("{name} is an option, and no section: write {example}")]
    OptionAsSection {
        /// The option, with its section.
        name: String,
        /// A line that sets it.
        example: String,
    },
    /// A section of no command.
    #[error(
        "there is no command {}, and so no section [{}]: {}",
        .path.join(" "),
        .path.join("."),
        meant_section(.near.as_deref())
    )]
    UnknownSection {
        /// The words of the section.
        path: Vec<String>,
        /// The section that may be meant.
        near: Option<String>,
    },
    /// An option where a section is meant.
    #[error("{key} is a command: write [{section}] above its settings, once")]
    CommandAsOption {
        /// The last word of the command.
        key: String,
        /// The section of the command.
        section: String,
    },
    /// An option that there is not.
    #[error("{} is {}: {meant}", name_in_file(.section, .key), whose(.section))]
    UnknownOption {
        /// The section in which it stands.
        section: Vec<String>,
        /// The name of it.
        key: String,
        /// The option that may be meant.
        meant: MeantOption,
    },
    /// A value in a form that the option does not take.
    #[error("{name} {form}: write {example}")]
    Form {
        /// The option, with its section.
        name: String,
        /// The form that it takes.
        form: &'static str,
        /// A line that sets it.
        example: String,
    },
    /// Two options of which one may stand there.
    #[error("{name} and {other} (line {line}) exclude each other: keep one of them")]
    Exclusive {
        /// The option, with its section.
        name: String,
        /// The option that it excludes, with its section.
        other: String,
        /// The line of the other.
        line: usize,
    },
    /// A value that the option refuses.
    #[error("{name} = {value}: {source}")]
    Value {
        /// The option, with its section.
        name: String,
        /// The value as TOML has it.
        value: String,
        /// The objection of the option itself.
        source: ValueError,
    },
}

/// An option that may be meant by one that there is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum MeantOption {
    /// One of a name much like it.
    #[error("did you mean {0}?")]
    Near(String),
    /// One of that name in another section.
    #[error("it may stand below [{0}], for one")]
    Elsewhere(String),
    /// A command is spelled nearly so, whose options stand in a section of its own.
    #[error("did you mean the command {0}?")]
    Command(String),
    /// No option is spelled nearly so, in no section.
    #[error("`sgmp-go config init` prints all there are")]
    None,
}

/// The objection of an option to a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ValueError {
    /// The option has a list of values.
    #[error("it is one of {list}{}", .near.as_ref().map_or_else(String::new, |near| format!("; did you mean {near}?")))]
    Unlisted {
        /// The values of the list.
        list: String,
        /// The value that may be meant.
        near: Option<String>,
    },
    /// The parser of the option refuses it.
    #[error("{}; write it as in {example}", .why.as_deref().unwrap_or("the option does not take this"))]
    Refused {
        /// The words of the parser.
        why: Option<String>,
        /// A line that sets the option.
        example: String,
    },
}

fn meant_section(near: Option<&str>) -> String {
    match near {
        Some(near) => format!("did you mean [{near}]?"),
        None => "sections are named as commands are: [match], [learn.tune]".to_owned(),
    }
}

fn whose(section: &[String]) -> String {
    match section {
        [] => "no option of all commands".to_owned(),
        words => format!("no option of `sgmp-go {}`", words.join(" ")),
    }
}

/// A key with its section before it.
pub(super) fn name_in_file(section: &[String], key: &str) -> String {
    if section.is_empty() {
        key.to_owned()
    } else {
        format!("[{}] {key}", section.join("."))
    }
}

/// A configuration file that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ConfigError {
    /// It cannot be read.
    #[error("{}: {reason}; --no-config leaves the file out", path.display())]
    Unreadable {
        /// The configuration file that was named, or found.
        path: PathBuf,
        /// The reason of the system, or that it is no text.
        reason: String,
    },
    /// It can be read, and says what is wrong.
    #[error("{}; --no-config leaves the file out", Listing { path, mistakes })]
    Wrong {
        /// The configuration file that was read.
        path: PathBuf,
        /// The mistakes in it, by lines; at least one.
        mistakes: Vec<Mistake>,
    },
}

/// Mistakes, one a line.
struct Listing<'a> {
    path: &'a Path,
    mistakes: &'a [Mistake],
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, mistake) in self.mistakes.iter().take(MAX_TOLD).enumerate() {
            let gap = if i == 0 { "" } else { "\n" };
            let (path, Mistake { line, source }) = (self.path.display(), mistake);
            write!(f, "{gap}{path}:{line}: {source}")?;
        }
        match self.mistakes.len().saturating_sub(MAX_TOLD) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more mistakes"),
        }
    }
}

impl ConfigError {
    /// A file with mistakes.
    pub(super) fn wrong(path: &Path, mistakes: Vec<Mistake>) -> Self {
        Self::Wrong {
            path: path.to_owned(),
            mistakes,
        }
    }
}
