//! `config`: the configuration file, shown, begun, found.

use std::ffi::OsString;
use std::path::Path;

use clap::{Args, Command, Subcommand};

use super::command_options::find_command;
use super::config_edit::{EditError, EditedConfig};
use super::config_location::{config_path, read_text};
use super::config_show::shown;
use super::config_template::template;
use super::own_settings::OwnSettings;
use super::settings_page::SettingsPage;
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{FileError, create_new, make_folder, write_atomically};
use sgmp_engine::engine::Level;
use sgmp_faces::menus::menu_screen::visit;
use sgmp_faces::terminal::screen_terminal::{ScreenTerminal, charset, has_screen};
use sgmp_match::console::{TextStream, stdout_line};

const EXPLANATION: &str = "\
The file is TOML. Options of all commands (verbose) stand at its top, those of a command below its \
name: [match] (with the word and without), [human], [learn.tune]. A key is an option's long name:

  [match]
  port = \"/dev/ttyS0\"
  komi = 6.5
  strict = true

What is said on the command line goes before what stands in the file, and an option that is said puts \
aside the ones that it excludes: --level puts playouts aside. Every command reads its own section, gtp \
and analysis, which a GUI starts, too; --no-config leaves the file out. Options of one run (--resume, \
--sgf, --force, ...) may stand there, and then hold for every run: they are better said than written. \
A file with an unknown key or a wrong value is refused before anything starts (exit code 2).";

/// A task with the configuration file.
#[derive(Debug, Args)]
#[command(after_help = EXPLANATION)]
pub struct ConfigArgs {
    /// The task
    #[command(subcommand)]
    pub task: Task,
}

/// The tasks.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Tell every option's value and where it comes from: default, file with line, command line,
    /// environment
    Show(ShowArgs),
    /// Print a file with every option as a comment, or begin it
    Init {
        /// Write it where `config path` says; a file that is there stays
        #[arg(long)]
        write: bool,
    },
    /// Print where the file is looked for
    Path,
    /// Change the settings on a screen; the file is written only when that is asked for
    Edit,
    /// Set an option in the file, which is begun if need be: set play level 7, set plain true
    Set {
        /// The command and the option (an option of all commands alone), and its value
        #[arg(
            value_name = "[COMMAND] OPTION VALUE",
            required = true,
            num_args = 2..,
            allow_hyphen_values = true
        )]
        words: Vec<String>,
    },
    /// Leave an option to its default: its line becomes a comment
    Unset {
        /// The command and the option
        #[arg(value_name = "[COMMAND] OPTION", required = true)]
        words: Vec<String>,
    },
}

/// The values to show.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// Only what is not left to its default
    #[arg(long)]
    pub changed: bool,

    /// A command, and options as they would be said: only it is shown, as it would run. Without this
    /// all commands are
    #[arg(
        value_name = "COMMAND LINE",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub words: Vec<OsString>,
}

/// Does it.
///
/// # Errors
/// A file that is wrong, or cannot be written.
pub(crate) fn run(args: &ConfigArgs, root: &Command, uses_the_file: bool) -> Result<Exit, Failure> {
    match &args.task {
        Task::Show(args) => TextStream::Stdout.text(&shown(args, root, uses_the_file)?),
        Task::Init { write: false } => TextStream::Stdout.text(&template(root)),
        Task::Init { write: true } => {
            let path = config_path().ok_or_else(no_place)?;
            write_new(&path, &template(root)).map_err(|error| {
                let advice = match error {
                    FileError::AlreadyExists { .. } => "; `sgmp-go config init` prints what is new",
                    _ => "",
                };
                Failure::new(Blame::Record, format!("{error}{advice}"))
            })?;
            stdout_line(format_args!("written: {}", path.display()));
        }
        Task::Path => stdout_line(config_path().ok_or_else(no_place)?.display()),
        Task::Edit => return edit(root),
        Task::Set { words } => {
            let (section, [key, values @ ..]) = section_and_rest(root, words) else {
                return Err(Failure::new(Blame::Usage, "say an option and its value"));
            };
            if values.is_empty() {
                let why = format!("say a value for {key}, too");
                return Err(Failure::new(Blame::Usage, why));
            }
            change(|edited| edited.set(root, section, key, values))?;
        }
        Task::Unset { words } => {
            let (section, [key]) = section_and_rest(root, words) else {
                return Err(Failure::new(
                    Blame::Usage,
                    "say an option, after its command",
                ));
            };
            change(|edited| edited.unset(root, section, key))?;
        }
    }
    Ok(Exit::Done)
}

/// The words of a command and those behind them.
fn section_and_rest<'a>(root: &Command, words: &'a [String]) -> (&'a [String], &'a [String]) {
    let known = find_command(root, words).err().unwrap_or(words.len());
    words.split_at(known)
}

/// Changes the file, and says what it is.
///
/// # Errors
/// A change that the file does not take.
fn change(change: impl FnOnce(&mut EditedConfig) -> Result<(), EditError>) -> Result<(), Failure> {
    let path = config_path().ok_or_else(no_place)?;
    let text = read_text(&path).map_err(|error| Failure::new(Blame::Record, error))?;
    let before = EditedConfig::new(text.unwrap_or_default());
    let mut edited = before.clone();
    change(&mut edited).map_err(|why| Failure::new(Blame::Usage, why))?;
    if edited == before {
        stdout_line(format_args!("it is so already: {}", path.display()));
        return Ok(());
    }
    let refused = |error: &dyn std::fmt::Display| {
        Failure::new(Blame::Record, format!("{}: {error}", path.display()))
    };
    if let Some(folder) = path.parent() {
        make_folder(folder).map_err(|error| refused(&error))?;
    }
    let written = write_atomically(&path, edited.text().as_bytes());
    written.map_err(|error| Failure::new(Blame::Record, error))?;
    stdout_line(format_args!("written: {}", path.display()));
    Ok(())
}

/// The settings of the user's file, to be changed.
///
/// # Errors
/// No place for the file, and one that cannot be read.
pub(crate) fn own_settings(root: &Command) -> Result<OwnSettings, Failure> {
    let path = config_path().ok_or_else(no_place)?;
    let text = read_text(&path).map_err(|error| Failure::new(Blame::Record, error))?;
    let all = SettingsPage::new(root.clone(), path, text.unwrap_or_default());
    Ok(OwnSettings::new(all))
}

/// The level of games against the computer: that of the settings, else the program's.
pub(crate) fn level_of_settings(root: &Command) -> Level {
    let settings = own_settings(root).ok();
    let level = settings.and_then(|settings| settings.level());
    level.unwrap_or(Level::USUAL)
}

/// Changes the settings on a screen.
///
/// # Errors
/// No screen, and a file that cannot be read.
fn edit(root: &Command) -> Result<Exit, Failure> {
    if !has_screen() {
        let why = "there is no screen here: sgmp-go config set OPTION VALUE changes a setting, and config show \
                   tells all of them";
        return Err(Failure::new(Blame::Usage, why));
    }
    let mut page = own_settings(root)?;
    let mut screen = ScreenTerminal::open(charset(false))?;
    visit(&mut page, &mut screen)?;
    Ok(Exit::Done)
}

/// The environment names no home.
fn no_place() -> Failure {
    let what = if cfg!(windows) {
        "there is no place for a configuration file: APPDATA is not set"
    } else {
        "there is no place for a configuration file: neither XDG_CONFIG_HOME nor HOME is set"
    };
    Failure::new(Blame::Record, what)
}

fn write_new(path: &Path, text: &str) -> Result<(), FileError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    make_folder(folder).map_err(|source| FileError::Refused {
        path: folder.to_owned(),
        doing: "make",
        source,
    })?;
    create_new(path, text.as_bytes())
}
