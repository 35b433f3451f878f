//! Record and journal on disk: names, and the files of a match that begins; one that goes on: `resumed_match.rs`.

mod record_thread;
mod resumed_match;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

pub(crate) use record_thread::RecordThread;
pub(crate) use resumed_match::{Resumed, agreed_remarks, open_journal, resumed_paths, terms_of};

use crate::cli::matches::match_plan::{MatchPlan, MatchStart, OutputPlan};
use crate::cli::output_names::OutputNames;
use crate::cli::values::choices::SgfFormat;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::picture::GamePage;
use sgmp_board::record::{
    Format, GameRecord, GameResult, check_writable, read_bytes, read_sgf, write_atomically,
};
use sgmp_board::rules::Removal;
use sgmp_match::console::EventTarget;
use sgmp_match::play::journal::{Entry, Journal, JournalError, Opened, Recorded, WireForm};
use sgmp_match::play::{Dialect, RecordSink, StoreError, Terms};
use sgmp_match::spectators::move_remarks::Remarks;

/// Games of a series whose names are looked at before the first: more than anybody plays.
const MAX_CHECKED_GAMES: u32 = 1000;

/// The record's file, replaced at every move.
pub(crate) struct SgfFile {
    path: PathBuf,
    format: Format,
    remarks: Remarks,
    page: Option<PathBuf>,
}

impl SgfFile {
    /// The file that the record goes to, with what is said of the moves by then.
    pub(crate) const fn new(path: PathBuf, format: Format, remarks: Remarks) -> Self {
        Self {
            path,
            format,
            remarks,
            page: None,
        }
    }

    /// Writes a page of the game beside each record.
    pub(crate) fn with_page(mut self, page: Option<PathBuf>) -> Self {
        self.page = page;
        self
    }

    /// Writes the page; the record is what counts, so that trouble here is only told.
    fn keep_page(&self, record: &GameRecord) {
        let Some(path) = &self.page else {
            return;
        };
        let written = match GamePage::new(record) {
            Ok(page) => write_atomically(path, page.to_string().as_bytes()),
            Err(error) => return log::warn!("{}: {error}", path.display()),
        };
        if let Err(error) = written {
            log::warn!("{error}");
        }
    }
}

impl RecordSink for SgfFile {
    fn keep(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        let mut remarked = Cow::Borrowed(record);
        if !self.remarks.is_empty() {
            self.remarks.onto(remarked.to_mut());
        }
        let text = remarked.to_sgf(self.format);
        let written = write_atomically(&self.path, text.as_bytes()).map_err(StoreError::new);
        self.keep_page(&remarked);
        written
    }
}

/// Files of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paths {
    pub(crate) sgf: PathBuf,
    pub(crate) journal: PathBuf,
    /// The page, where one is wanted.
    pub(crate) page: Option<PathBuf>,
}

impl Paths {
    /// The journal lies beside the record, under its name.
    pub(crate) fn for_sgf(sgf: PathBuf) -> Self {
        let journal = sgf.with_extension("journal");
        Self {
            sgf,
            journal,
            page: None,
        }
    }

    /// The same with the page of one of several games, if the plan wants pages.
    pub(crate) fn with_page(mut self, plan: &MatchPlan<'_>, number: u32) -> Self {
        let page = plan.page();
        self.page = page.map(|page| numbered(page, number, "html"));
        self
    }

    /// Forgets a match that never began.
    pub(crate) fn remove(&self) {
        for path in [&self.sgf, &self.journal].into_iter().chain(&self.page) {
            if let Err(error) = std::fs::remove_file(path) {
                log::debug!("{}: {error}", path.display());
            }
        }
    }
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
        let paths = resumed_paths(journal).with_page(plan, 1);
        check_own_page(&paths)?;
        return check_names(&plan.output, &paths);
    }
    let Some(sgf) = plan.sgf() else {
        return Ok(());
    };
    (1..=plan.games().get().min(MAX_CHECKED_GAMES)).try_for_each(|number| {
        let paths = Paths::for_sgf(numbered(sgf, number, "sgf")).with_page(plan, number);
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
        let paths = Paths::for_sgf(PathBuf::from("game.sgf")).with_page(plan, 1);
        check_page_free(&paths)?;
        return check_folder(&paths);
    };
    let paths = Paths::for_sgf(sgf.to_owned()).with_page(plan, 1);
    check_free(&paths, plan)?;
    check_folder(&paths)
}

/// Makes sure that journal and record can be written.
///
/// # Errors
/// A folder that cannot be written to.
pub(crate) fn check_folder(paths: &Paths) -> Result<(), Failure> {
    let mut files = std::iter::once(&paths.journal).chain(&paths.page);
    files
        .try_for_each(|file| check_writable(file))
        .map_err(|error| Failure::new(Blame::Record, error))
}

/// Takes away what a match has left whose game never began: the same command begins anew.
///
/// # Errors
/// A match that is running.
fn clear_false_start(paths: &Paths) -> Result<(), Failure> {
    let is_false_start = match Journal::open(&paths.journal) {
        Ok((_lock, recorded)) => !recorded.has_begun(),
        Err(JournalError::NeverBegun { .. }) => true,
        Err(running @ JournalError::Locked { .. }) => {
            return Err(Failure::new(Blame::Record, running));
        }
        Err(_) => false,
    };
    if is_false_start {
        forget_false_start(paths);
    }
    Ok(())
}

/// The same where it is known that no game began: a record that holds one all the same stays.
pub(crate) fn forget_false_start(paths: &Paths) {
    if !holds_a_game(&paths.sgf) {
        log::info!("{} is of a game that never began", paths.journal.display());
        paths.remove();
    }
}

/// Returns whether a file is there that is no record without a move and without a result: people may have entered
/// one, where a side did not appear.
fn holds_a_game(sgf: &Path) -> bool {
    let is_empty = |record: &GameRecord| {
        record.moves().is_empty() && record.info.result == GameResult::Unknown
    };
    let is_false_start = |bytes: Vec<u8>| read_sgf(&bytes).is_ok_and(|record| is_empty(&record));
    sgf.exists() && !read_bytes(sgf).is_ok_and(is_false_start)
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

/// The name of a file of one of several games: that of the first is the one that was given.
pub(crate) fn numbered(path: &Path, number: u32, ending: &str) -> PathBuf {
    match number {
        1 => path.to_owned(),
        number => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            path.with_file_name(format!("{stem}-{number}.{ending}"))
        }
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
    let paths = paths.with_page(plan, number);
    check_names(&plan.output, &paths)?;
    check_free(&paths, plan)?;
    Ok(paths)
}

fn exists(path: &Path, paths: &Paths, plan: &MatchPlan<'_>) -> Failure {
    let advice = match Journal::read(&paths.journal) {
        Ok(recorded) if !is_finished(&recorded) => {
            let command = plan.resume_command(&paths.journal);
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

/// Returns whether a journal's match has come to its end.
pub(crate) fn is_finished(recorded: &Recorded) -> bool {
    recorded
        .entries
        .iter()
        .any(|entry| matches!(entry, Entry::Ended { .. }))
}

/// Date, players and round; with a number behind it where finished games have taken the name.
///
/// # Errors
/// Too many names that are taken.
pub(crate) fn free_name(
    terms: &Terms,
    is_finished: impl Fn(&Path) -> bool,
) -> Result<Paths, Failure> {
    for name in names_of(terms) {
        let paths = Paths::for_sgf(PathBuf::from(format!("{name}.sgf")));
        let taken = paths.sgf.exists() || paths.journal.exists();
        if !taken || !is_finished(&paths.journal) {
            return Ok(paths);
        }
    }
    Err(too_many(terms))
}

/// The names of a match's files, one after another.
fn names_of(terms: &Terms) -> impl Iterator<Item = String> {
    let base = [
        &terms.date,
        &terms.names.black,
        "vs",
        &terms.names.white,
        "round",
        &terms.round,
    ]
    .map(file_word)
    .join("-");
    (1..1000).map(move |number| match number {
        1 => base.clone(),
        number => format!("{base}-{number}"),
    })
}

fn too_many(terms: &Terms) -> Failure {
    let base = names_of(terms).next().unwrap_or_default();
    Failure::new(
        Blame::Record,
        format!("too many records named {base}; choose one by --sgf"),
    )
}

/// A word that any file system takes.
fn file_word(text: &(impl AsRef<str> + ?Sized)) -> String {
    let safe = |c: char| {
        if c.is_alphanumeric() || "-_.".contains(c) {
            c
        } else {
            '_'
        }
    };
    let word: String = text.as_ref().chars().map(safe).take(40).collect();
    if word.is_empty() {
        "_".to_owned()
    } else {
        word
    }
}

/// The journal's first entry; no player is named.
pub(crate) fn opened(
    terms: &Terms,
    paths: &Paths,
    format: SgfFormat,
    at: jiff::Timestamp,
) -> Opened {
    let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Opened {
        format: sgmp_match::play::journal::FORMAT,
        program: format!("sgmp-go {}", env!("CARGO_PKG_VERSION")),
        our_color: terms.color,
        size: terms.size,
        komi_half_points: terms.komi.half_points(),
        rules: terms.rules,
        dead_stones_stay: terms.removal == Removal::Never,
        dialect: match terms.dialect {
            Dialect::Fjk => WireForm::Fjk,
            Dialect::Gmp => WireForm::Gmp,
        },
        handicap: terms.handicap.stones(),
        main_time_ms: millis(terms.main_time),
        used_ms: millis(terms.used),
        black: terms.names.black.clone(),
        white: terms.names.white.clone(),
        event: terms.event.clone(),
        place: terms.place.clone(),
        round: terms.round.clone(),
        date: terms.date.clone(),
        sgf: paths.sgf.to_string_lossy().into_owned(),
        sgf_format: format_name(format).to_owned(),
        player: Vec::new(),
        at,
    }
}

const fn format_name(format: SgfFormat) -> &'static str {
    match format {
        SgfFormat::Fjk => "fjk",
        SgfFormat::Ff4 => "ff4",
    }
}

#[cfg(test)]
mod tests;
