//! The verdicts of both self-tests.

use crate::cli::exit::Exit;
use sgmp_board::record::{GameRecord, compare, read_bytes, read_sgf};
use sgmp_match::console::stdout_line;
use sgmp_match::match_files::Paths;
use sgmp_match::play::{End, Match};

/// Result of a check, good or bad.
pub(super) type CheckResult = Result<String, String>;

/// A side after its match.
#[derive(Clone, Copy)]
pub(super) struct Finished<'a> {
    pub(super) paths: &'a Paths,
    pub(super) game: &'a Match,
}

/// Says what was found, and whether all is well.
pub(super) fn report(findings: impl IntoIterator<Item = (&'static str, CheckResult)>) -> Exit {
    let mut exit = Exit::Done;
    for (what, finding) in findings {
        match finding {
            Ok(detail) => stdout_line(format_args!("PASS {what}: {detail}")),
            Err(detail) => {
                stdout_line(format_args!("FAIL {what}: {detail}"));
                exit = Exit::Check;
            }
        }
    }
    exit
}

pub(super) fn verdict(holds: bool, detail: String) -> CheckResult {
    if holds { Ok(detail) } else { Err(detail) }
}

pub(super) fn two_passes(black: Finished<'_>, white: Finished<'_>) -> CheckResult {
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

pub(super) fn records(black: Finished<'_>, white: Finished<'_>) -> CheckResult {
    let (a, b) = (read(black)?, read(white)?);
    match compare(&a, &b) {
        None if !a.moves().is_empty() => Ok(format!("{} moves each", a.moves().len())),
        None => Err("both are empty".to_owned()),
        Some(difference) => Err(difference.to_string()),
    }
}

fn read(side: Finished<'_>) -> Result<GameRecord, String> {
    let bytes = read_bytes(&side.paths.sgf).map_err(|error| error.to_string())?;
    read_sgf(&bytes).map_err(|error| format!("{}: {error}", side.paths.sgf.display()))
}

pub(super) fn scores(black: Finished<'_>, white: Finished<'_>) -> CheckResult {
    let results = [black, white].map(|side| side.game.outcome().map(|outcome| outcome.result()));
    let told = results.map(|result| result.map_or("nothing".to_owned(), |r| r.to_string()));
    verdict(
        results[0] == results[1],
        format!("Black {}, White {}", told[0], told[1]),
    )
}
