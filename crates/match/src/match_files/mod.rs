//! Record and journal on disk: names, and the files of a match that begins; one that goes on: `resumed_match.rs`.

pub mod finished_record;
pub mod match_journal;
pub mod pause_question;
pub mod record_thread;
pub mod resumed_match;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::play::journal::{Entry, Journal, JournalError, Opened, Recorded, WireForm};
use crate::play::{Dialect, RecordSink, StoreError, Terms};
use crate::spectators::move_remarks::Remarks;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::picture::GamePage;
use sgmp_board::record::{
    Format, GameRecord, GameResult, check_writable, read_bytes, read_sgf, write_atomically,
};
use sgmp_board::rules::Removal;

/// The record's file, replaced at every move.
pub struct SgfFile {
    path: PathBuf,
    format: Format,
    remarks: Remarks,
    page: Option<PathBuf>,
}

impl SgfFile {
    /// The file that the record goes to, with what is said of the moves by then.
    pub const fn new(path: PathBuf, format: Format, remarks: Remarks) -> Self {
        Self {
            path,
            format,
            remarks,
            page: None,
        }
    }

    /// Writes a page of the game beside each record.
    pub fn with_page(mut self, page: Option<PathBuf>) -> Self {
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
pub struct Paths {
    /// The record in SGF, replaced at every move.
    pub sgf: PathBuf,
    /// The journal, from which the match can be resumed.
    pub journal: PathBuf,
    /// The page, where one is wanted.
    pub page: Option<PathBuf>,
}

impl Paths {
    /// The journal lies beside the record, under its name.
    pub fn for_sgf(sgf: PathBuf) -> Self {
        let journal = sgf.with_extension("journal");
        Self {
            sgf,
            journal,
            page: None,
        }
    }

    /// The same with a page.
    pub fn with_page(mut self, page: Option<PathBuf>) -> Self {
        self.page = page;
        self
    }

    /// Forgets a match that never began.
    pub fn remove(&self) {
        for path in [&self.sgf, &self.journal].into_iter().chain(&self.page) {
            if let Err(error) = std::fs::remove_file(path) {
                log::debug!("{}: {error}", path.display());
            }
        }
    }
}

/// Makes sure that journal and record can be written.
///
/// # Errors
/// A folder that cannot be written to.
pub fn check_folder(paths: &Paths) -> Result<(), Failure> {
    let mut files = std::iter::once(&paths.journal).chain(&paths.page);
    files
        .try_for_each(|file| check_writable(file))
        .map_err(|error| Failure::new(Blame::Record, error))
}

/// Takes away what a match has left whose game never began: the same command begins anew.
///
/// # Errors
/// A match that is running.
pub fn clear_false_start(paths: &Paths) -> Result<(), Failure> {
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
pub fn forget_false_start(paths: &Paths) {
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

/// The name of a file of one of several games: that of the first is the one that was given.
pub fn numbered(path: &Path, number: u32, ending: &str) -> PathBuf {
    match number {
        1 => path.to_owned(),
        number => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            path.with_file_name(format!("{stem}-{number}.{ending}"))
        }
    }
}

/// Returns whether a journal's match has come to its end.
pub fn is_finished(recorded: &Recorded) -> bool {
    recorded
        .entries
        .iter()
        .any(|entry| matches!(entry, Entry::Ended { .. }))
}

/// Date, players and round; with a number behind it where finished games have taken the name.
///
/// # Errors
/// Too many names that are taken.
pub fn free_name(terms: &Terms, is_finished: impl Fn(&Path) -> bool) -> Result<Paths, Failure> {
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
pub fn file_word(text: &(impl AsRef<str> + ?Sized)) -> String {
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
pub fn opened(terms: &Terms, paths: &Paths, format: Format, at: jiff::Timestamp) -> Opened {
    let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Opened {
        format: crate::play::journal::FORMAT,
        program: format!("sgmp-go {}", env!("CARGO_PKG_VERSION")),
        our_color: terms.color,
        size: terms.size,
        komi_half_points: terms.komi.half_points(),
        rules: terms.rules.rules,
        dead_stones_stay: terms.rules.removal == Removal::Never,
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

const fn format_name(format: Format) -> &'static str {
    match format {
        Format::Fjk => "fjk",
        Format::Ff4 => "ff4",
    }
}

#[cfg(test)]
mod tests;
