//! The names of a match's files, decided before any of them is opened.

use std::path::{Path, PathBuf};

use super::match_plan::{MatchPlan, MatchStart, OutputPlan};
use crate::cli::output_names::OutputNames;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::picture::GamePage;
use sgmp_board::record::read_bytes;
use sgmp_match::console::EventTarget;
use sgmp_match::match_files::resumed_match::resumed_paths;
use sgmp_match::match_files::{
    Paths, check_folder, clear_false_start, free_name, is_finished, numbered,
};
use sgmp_match::play::Terms;
use sgmp_match::play::journal::Journal;

/// Games of a series whose names are looked at before the first: more than anybody plays.
const MAX_CHECKED_GAMES: u32 = 1000;

/// The page of one of several games, if the plan wants pages.
pub(crate) fn page_of(plan: &MatchPlan<'_>, number: u32) -> Option<PathBuf> {
    plan.page().map(|page| numbered(page, number, "html"))
}

/// Decides about the names of a match's files: record, journal, events and trace are four files.
///
/// # Errors
/// Two outputs in one file.
pub(crate) fn check_names(output: &OutputPlan<'_>, paths: &Paths) -> Result<(), Failure> {
    let mut names = OutputNames::default();
    names.add("the record", &paths.sgf)?;
    names.add("the journal", &paths.journal)?;
    if let Some(page) = &paths.page {
        names.add("--page", page)?;
    }
    if let Some(EventTarget::File(path)) = output.json {
        names.add("--json", path)?;
    }
    output
        .trace
        .map_or(Ok(()), |path| names.add("--trace", path))
}

/// The same for all games that `--sgf` or `--resume` name, before anything is begun.
///
/// # Errors
/// Two outputs in one file.
pub(crate) fn check_given_names(plan: &MatchPlan<'_>) -> Result<(), Failure> {
    if let MatchStart::Resumed(journal) = plan.start {
        let paths = resumed_paths(journal).with_page(page_of(plan, 1));
        check_own_page(&paths)?;
        return check_names(&plan.output, &paths);
    }
    let Some(sgf) = plan.sgf() else {
        return Ok(());
    };
    (1..=plan.games().get().min(MAX_CHECKED_GAMES)).try_for_each(|number| {
        let paths = Paths::for_sgf(numbered(sgf, number, "sgf")).with_page(page_of(plan, number));
        check_names(&plan.output, &paths)
    })
}

/// Makes sure that a page that a match goes on with is one of ours.
fn check_own_page(paths: &Paths) -> Result<(), Failure> {
    let is_own = |page: &PathBuf| read_bytes(page).is_ok_and(|bytes| GamePage::is_page(&bytes));
    match &paths.page {
        Some(page) if page.exists() && !is_own(page) => check_page_free(paths),
        Some(_) | None => Ok(()),
    }
}

/// Makes sure that the files of a game whose terms are not known yet can be written: by the name
/// that was given, or in this folder.
///
/// # Errors
/// A record or a journal that is there already, and a folder that cannot be written to.
pub(crate) fn check_before_terms(plan: &MatchPlan<'_>) -> Result<(), Failure> {
    let Some(sgf) = plan.sgf() else {
        let paths = Paths::for_sgf(PathBuf::from("game.sgf")).with_page(page_of(plan, 1));
        check_page_free(&paths)?;
        return check_folder(&paths);
    };
    let paths = Paths::for_sgf(sgf.to_owned()).with_page(page_of(plan, 1));
    check_free(&paths, plan)?;
    check_folder(&paths)
}

fn check_free(paths: &Paths, plan: &MatchPlan<'_>) -> Result<(), Failure> {
    clear_false_start(paths)?;
    let taken = [&paths.journal, &paths.sgf];
    match taken.into_iter().find(|path| path.exists()) {
        Some(path) => Err(exists(path, paths, plan)),
        None => check_page_free(paths),
    }
}

fn check_page_free(paths: &Paths) -> Result<(), Failure> {
    match paths.page.as_deref().filter(|page| page.exists()) {
        Some(page) => Err(Failure::new(
            Blame::Record,
            format!(
                "--page {} exists already and is not overwritten: choose another name",
                page.display()
            ),
        )),
        None => Ok(()),
    }
}

/// The paths of a new match. Of several games on a line the first has the name that was given, the
/// others a number behind it.
///
/// # Errors
/// An existing record or an unfinished journal is never overwritten.
pub(crate) fn new_paths(
    plan: &MatchPlan<'_>,
    terms: &Terms,
    number: u32,
) -> Result<Paths, Failure> {
    let paths = match plan.sgf() {
        Some(sgf) => Paths::for_sgf(numbered(sgf, number, "sgf")),
        None => free_name(terms, |journal| {
            Journal::read(journal).is_ok_and(|recorded| is_finished(&recorded))
        })?,
    };
    let paths = paths.with_page(page_of(plan, number));
    check_names(&plan.output, &paths)?;
    check_free(&paths, plan)?;
    Ok(paths)
}

fn exists(path: &Path, paths: &Paths, plan: &MatchPlan<'_>) -> Failure {
    let advice = match Journal::read(&paths.journal) {
        Ok(recorded) if !is_finished(&recorded) => {
            let command = plan.resume_command(paths);
            format!("go on with its match: {command}")
        }
        _ => "choose another name with --sgf".to_owned(),
    };
    Failure::new(
        Blame::Record,
        format!(
            "{} exists already and is not overwritten; {advice}",
            path.display()
        ),
    )
}
