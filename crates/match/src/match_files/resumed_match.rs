//! A match that goes on: its journal opened again, and the record beside it, which has to agree.

use std::path::Path;

use crate::match_files::Paths;
use crate::play::journal::{Entry, Journal, Opened, Recorded, WireForm, standing_moves};
use crate::play::{Dialect, Terms};
use crate::spectators::move_remarks::Remarks;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{
    Difference, Format, GameRecord, OffBoard, RecordedMove, Setup, compare, read_bytes, read_game,
};
use sgmp_board::rules::{ByColor, Komi, Removal, RuleSet, fixed_points};

/// A journal opened again.
pub struct Resumed {
    /// The journal, open to be gone on with.
    pub journal: Journal,
    /// The entries that it held.
    pub recorded: Recorded,
    /// The terms of the match.
    pub terms: Terms,
    /// The files of the match.
    pub paths: Paths,
    /// The form of its record.
    pub format: Format,
    /// Remarks on the moves, for the record.
    pub remarks: Remarks,
}

/// Opens the journal of an interrupted match; the record beside it has to agree.
///
/// # Errors
/// Whatever keeps the match from going on, with what to do.
pub fn open_journal(path: &Path) -> Result<Resumed, Failure> {
    let mut paths = resumed_paths(path);
    let (journal, recorded) =
        Journal::open(&paths.journal).map_err(|error| Failure::new(Blame::Record, error))?;
    let opened = &recorded.opened;
    let terms = terms_of(opened);
    // A record whose name does not end in .sgf goes on under its own.
    let named = Path::new(&opened.sgf).extension().unwrap_or_default();
    let named = paths.journal.with_extension(named);
    if named != paths.journal && !paths.sgf.exists() && named.exists() {
        paths.sgf = named;
    }
    let format = if opened.sgf_format == "ff4" {
        Format::Ff4
    } else {
        Format::Fjk
    };
    let remarks = check_record(&recorded, &paths)?;
    Ok(Resumed {
        journal,
        recorded,
        terms,
        paths,
        format,
        remarks,
    })
}

/// The files of a match that goes on, by its journal or its record. The record lies beside the
/// journal even if both were moved.
pub fn resumed_paths(path: &Path) -> Paths {
    let journal = if path.extension().is_some_and(|extension| extension == "sgf") {
        path.with_extension("journal")
    } else {
        path.to_owned()
    };
    Paths {
        sgf: journal.with_extension("sgf"),
        journal,
        page: None,
    }
}

/// The terms of a journal's match.
pub fn terms_of(opened: &Opened) -> Terms {
    use std::time::Duration;
    Terms {
        color: opened.our_color,
        size: opened.size,
        komi: Komi::from_half_points(opened.komi_half_points),
        rules: RuleSet {
            rules: opened.rules,
            removal: match opened.dead_stones_stay {
                true => Removal::Never,
                false => Removal::Agreed,
            },
        },
        main_time: Duration::from_millis(opened.main_time_ms),
        used: Duration::from_millis(opened.used_ms),
        names: ByColor::new(opened.black.clone(), opened.white.clone()),
        event: opened.event.clone(),
        place: opened.place.clone(),
        round: opened.round.clone(),
        date: opened.date.clone(),
        // The journal's order has been checked: there is such a handicap.
        handicap: opened.handicap().unwrap_or_default(),
        dialect: match opened.dialect {
            WireForm::Fjk => Dialect::Fjk,
            WireForm::Gmp => Dialect::Gmp,
        },
    }
}

/// The record may lack the last move or two (it is written after the journal), never more than
/// the journal has. What it says of the moves is kept.
fn check_record(recorded: &Recorded, paths: &Paths) -> Result<Remarks, Failure> {
    let on_paper = |entries| {
        on_paper(&recorded.opened, entries)
            .map_err(|error| refused(disagrees(paths, &error.to_string())))
    };
    // Moves may have been taken back just before the crash.
    let last = |entry: &Entry| matches!(entry, Entry::TakenBack { .. });
    let before = recorded.entries.iter().rposition(last);
    let before = before
        .map(|at| on_paper(&recorded.entries[..at]))
        .transpose()?;
    let journal = on_paper(&recorded.entries)?;
    agreed_remarks(std::iter::once(&journal).chain(&before), paths)
}

/// Remarks of a match's record on its moves, once it agrees with one of these, which its journal holds.
///
/// # Errors
/// A record that cannot be read, or that differs from all of them.
pub fn agreed_remarks<'a>(
    journal: impl IntoIterator<Item = &'a GameRecord>,
    paths: &Paths,
) -> Result<Remarks, Failure> {
    if !paths.sgf.exists() {
        log::warn!("{} is missing and is written anew", paths.sgf.display());
        return Ok(Remarks::default());
    }
    let bytes = read_bytes(&paths.sgf).map_err(|error| refused(error.to_string()))?;
    let read = read_game(&bytes, 1);
    let read = read.map_err(|error| refused(disagrees(paths, &error.to_string())))?;
    for remark in &read.remarks {
        log::warn!("{}: {remark}", paths.sgf.display());
    }
    let sgf = read.record;
    let mut first = None;
    for journal in journal {
        match difference(journal, &sgf) {
            None => return Ok(Remarks::from_record(&sgf)),
            Some(how) => first = first.or(Some(how)),
        }
    }
    Err(refused(disagrees(paths, &first.unwrap_or_default())))
}

fn refused(what: String) -> Failure {
    Failure::new(Blame::Record, what)
}

/// The moves of a journal's entries as the record would have them.
fn on_paper(opened: &Opened, entries: &[Entry]) -> Result<GameRecord, OffBoard> {
    let mut record = GameRecord::new(opened.size);
    let points = fixed_points(opened.size, opened.handicap.into());
    if let Some(points) = points {
        record.set_setup(Setup::handicap(points))?;
    }
    for (color, mv) in standing_moves(entries) {
        record.push(RecordedMove::new(color, mv))?;
    }
    Ok(record)
}

/// Describes the first thing that the record has and the journal has not.
fn difference(journal: &GameRecord, sgf: &GameRecord) -> Option<String> {
    match compare(journal, sgf) {
        None
        | Some(Difference::Move {
            a: Some(_),
            b: None,
            ..
        }) => None,
        Some(difference) => Some(difference.to_string()),
    }
}

fn disagrees(paths: &Paths, how: &str) -> String {
    format!(
        "{} and {} do not agree ({how}); one of them is damaged: move the wrong one away, the \
         judge decides how play goes on",
        paths.journal.display(),
        paths.sgf.display()
    )
}
