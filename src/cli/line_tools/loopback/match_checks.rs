//! The verdicts of both self-tests.

use std::path::PathBuf;

use crate::cli::exit::Exit;
use sgmp_board::record::{FileError, GameRecord, SgfError, compare, read_bytes, read_sgf};
use sgmp_match::console::stdout_line;
use sgmp_match::match_files::Paths;
use sgmp_match::play::{End, Match};

/// The verdict of a check, with what was seen.
pub(super) enum CheckVerdict {
    Pass(String),
    Fail(String),
}

/// A side after its match.
#[derive(Clone, Copy)]
pub(super) struct Finished<'a> {
    pub(super) paths: &'a Paths,
    pub(super) game: &'a Match,
}

/// Says what was found, and whether all is well.
pub(super) fn report(findings: impl IntoIterator<Item = (&'static str, CheckVerdict)>) -> Exit {
    let mut exit = Exit::Done;
    for (what, finding) in findings {
        match finding {
            CheckVerdict::Pass(detail) => stdout_line(format_args!("PASS {what}: {detail}")),
            CheckVerdict::Fail(detail) => {
                stdout_line(format_args!("FAIL {what}: {detail}"));
                exit = Exit::Check;
            }
        }
    }
    exit
}

pub(super) fn verdict(holds: bool, detail: String) -> CheckVerdict {
    match holds {
        true => CheckVerdict::Pass(detail),
        false => CheckVerdict::Fail(detail),
    }
}

pub(super) fn two_passes(black: Finished<'_>, white: Finished<'_>) -> CheckVerdict {
    let ends = [black, white].map(|side| side.game.outcome().map(|outcome| &outcome.end));
    let holds = ends.iter().all(|end| *end == Some(&End::TwoPasses));
    let told = |end: Option<&End>| end.map_or("nothing".to_owned(), ToString::to_string);
    let moves = black.game.game().move_count();
    verdict(
        holds,
        format!(
            "{moves} moves; Black: {}, White: {}",
            told(ends[0]),
            told(ends[1])
        ),
    )
}

pub(super) fn records(black: Finished<'_>, white: Finished<'_>) -> CheckVerdict {
    let (a, b) = match (read(black), read(white)) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(error), _) | (_, Err(error)) => return CheckVerdict::Fail(error.to_string()),
    };
    match compare(&a, &b) {
        None if !a.moves().is_empty() => {
            CheckVerdict::Pass(format!("{} moves each", a.moves().len()))
        }
        None => CheckVerdict::Fail("both are empty".to_owned()),
        Some(difference) => CheckVerdict::Fail(difference.to_string()),
    }
}

/// The reason why the record of a side is none.
#[derive(Debug, thiserror::Error)]
enum KeptRecordError {
    /// It cannot be read.
    #[error(transparent)]
    Unread(#[from] FileError),
    /// It is no SGF.
    #[error("{}: {source}", .path.display())]
    NoRecord {
        /// The file that was written by the match.
        path: PathBuf,
        /// The flaw in it.
        source: SgfError,
    },
}

fn read(side: Finished<'_>) -> Result<GameRecord, KeptRecordError> {
    let path = &side.paths.sgf;
    read_sgf(&read_bytes(path)?).map_err(|source| KeptRecordError::NoRecord {
        path: path.clone(),
        source,
    })
}

pub(super) fn scores(black: Finished<'_>, white: Finished<'_>) -> CheckVerdict {
    let results = [black, white].map(|side| side.game.outcome().map(|outcome| outcome.result()));
    let told = results.map(|result| result.map_or("nothing".to_owned(), |r| r.to_string()));
    verdict(
        results[0] == results[1],
        format!("Black {}, White {}", told[0], told[1]),
    )
}
