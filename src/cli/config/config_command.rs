//! `config`: the configuration file, shown, begun, found.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use clap::{Args, Command, Subcommand};

use super::config_location::config_path;
use super::config_show::shown;
use super::config_template::template;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{TextStream, stdout_line};

const EXPLANATION: &str = "\
The file is TOML. Options of all commands (verbose) stand at its top, those of a command below its
name: [match] (with the word and without), [human], [learn.tune]. A key is an option's long name:

  [match]
  port = \"/dev/ttyS0\"
  komi = 6.5
  strict = true

What is said on the command line goes before what stands in the file, and an option that is said puts
aside the ones that it excludes: --level puts playouts aside. Every command reads its own section, gtp
and analysis, which a GUI starts, too; --no-config leaves the file out. Options of one run (--resume,
--sgf, --force, ...) may stand there, and then hold for every run: they are better said than written.
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
                let advice = match error.kind() {
                    io::ErrorKind::AlreadyExists => "; `sgmp-go config init` prints what is new",
                    _ => "",
                };
                Failure::new(Exit::Record, format!("{}: {error}{advice}", path.display()))
            })?;
            stdout_line(format_args!("written: {}", path.display()));
        }
        Task::Path => stdout_line(config_path().ok_or_else(no_place)?.display()),
    }
    Ok(Exit::Done)
}

/// The environment names no home.
fn no_place() -> Failure {
    let what = if cfg!(windows) {
        "there is no place for a configuration file: APPDATA is not set"
    } else {
        "there is no place for a configuration file: neither XDG_CONFIG_HOME nor HOME is set"
    };
    Failure::new(Exit::Record, what)
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
