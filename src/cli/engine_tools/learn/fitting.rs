//! Steps that all fits of learned data share, and the command line that made the data.

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::cli::output_names::{ForceArgs, OutputNames};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{FileError, check_writable};
use sgmp_laboratory::learning::Tick;
use sgmp_laboratory::learning::patterns::{SampleGame, read_sample_games};
use sgmp_match::console::stderr_line;
use sgmp_match::console::work_progress::WorkProgress;

/// The command line of this run, quoted for a shell: learned data carry it.
pub(super) fn command_line() -> String {
    let words: Vec<String> = std::env::args().collect();
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}

/// Number of threads: one for each core where none is given.
pub(super) fn threads(jobs: Option<NonZeroU16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, Into::into);
    jobs.map_or_else(cores, |n| n.get().into())
}

/// Does work with a progress bar; the work ticks once a game.
pub(super) fn stage<T>(
    what: &'static str,
    games: u64,
    is_quiet: bool,
    work: impl FnOnce(Tick<'_>) -> T,
) -> T {
    let progress = Mutex::new(WorkProgress::new(what, 0, games, is_quiet));
    let step = || {
        if let Ok(mut progress) = progress.lock() {
            progress.step();
        }
    };
    let done = work(&step);
    if let Ok(progress) = progress.into_inner() {
        progress.finish();
    }
    done
}

/// Reads the games of files and folders, and says which files of folders are passed over.
///
/// # Errors
/// Files that cannot be read.
pub(super) fn lessons(games: &[PathBuf], decided: u8) -> Result<Vec<SampleGame>, Failure> {
    let read = read_sample_games(games, decided);
    let read = read.map_err(|error| Failure::new(Blame::Record, error))?;
    for error in &read.passed_over {
        stderr_line(format_args!("passed over: {error}"));
    }
    if read.games.is_empty() && !read.passed_over.is_empty() {
        return Err(Failure::new(Blame::Record, "none of the files can be read"));
    }
    Ok(read.games)
}

/// Decides about the names of a fit's output and of the unfinished work beside it. The same command
/// may go on, and be given again: `command_in` finds the command line in a file that a fit has made.
///
/// # Errors
/// An output that is an input, that is there already and was not made by this command, or that
/// cannot be written.
pub(super) fn check_names(
    games: &[PathBuf],
    out: &Path,
    force: ForceArgs,
    command_in: impl Fn(&[u8]) -> Option<String>,
) -> Result<(), Failure> {
    let mut names = OutputNames::reading(games);
    names.add("the unfinished work", &partial(out))?;
    let made = std::fs::read(out).ok().and_then(|bytes| command_in(&bytes));
    if made.is_some_and(|made| made == command_line()) {
        names.add("--out", out)?;
    } else {
        names.add_new("--out", out, force)?;
    }
    // Before the work: it may take hours.
    check_writable(out).map_err(of_file)
}

/// The command line in the note of learned weights.
pub(super) fn command_in_note(note: &str) -> Option<String> {
    let note: serde_json::Value = serde_json::from_str(note).ok()?;
    Some(note.get("command")?.as_str()?.to_owned())
}

/// The failure of a file.
pub(super) fn of_file(error: FileError) -> Failure {
    Failure::new(Blame::Record, error)
}

/// The file beside `out` that holds unfinished work.
pub(super) fn partial(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

/// Folds many numbers into one.
pub(super) fn digest_of(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        (hash ^ word)
            .wrapping_mul(0x0000_0100_0000_01b3)
            .rotate_left(23)
    })
}
