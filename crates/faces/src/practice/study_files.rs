//! The learner's files: answers, and the deck of own mistakes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::local_game::GameArchive;
use crate::study::{Grade, Problem, ProblemCourse, StudyLog, read_problems};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{read_bytes, write_atomically};
use sgmp_match::port::wall_clock;

/// The name of the set of one's own mistakes.
pub const OWN: &str = "own";

/// A file of the learner's own, beside the archive of games.
fn own_file(name: &str) -> Result<PathBuf, Failure> {
    let archive = GameArchive::of_this_user();
    let folder = archive
        .as_ref()
        .and_then(|archive| archive.folder().parent());
    let folder = folder.ok_or_else(|| {
        Failure::new(
            Blame::Usage,
            "no folder for answers: neither XDG_DATA_HOME nor HOME is set; name files with --log and --deck",
        )
    })?;
    Ok(folder.join(name))
}

/// The file of answers.
pub fn log_file(named: Option<&PathBuf>) -> Result<PathBuf, Failure> {
    named.map_or_else(|| own_file(StudyLog::FILE), |file| Ok(file.clone()))
}

/// The file of own mistakes.
pub fn deck_file(named: Option<&PathBuf>) -> Result<PathBuf, Failure> {
    named.map_or_else(|| own_file(StudyLog::DECK), |file| Ok(file.clone()))
}

/// The answers so far; none where there is no file yet.
pub fn read_log(file: &Path) -> Result<StudyLog, Failure> {
    if !file.exists() {
        return Ok(StudyLog::default());
    }
    let bytes = read_bytes(file).map_err(|error| Failure::new(Blame::Record, error))?;
    StudyLog::from_json(&bytes).map_err(|error| {
        let file = file.display();
        Failure::new(
            Blame::Record,
            format!("{file}: {error}; move it away, or name another with --log"),
        )
    })
}

/// Writes a file of the learner's, and its folder.
pub fn keep(file: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        fs::create_dir_all(folder).map_err(|error| {
            Failure::new(Blame::Record, format!("{}: {error}", folder.display()))
        })?;
    }
    write_atomically(file, text.as_bytes()).map_err(|error| Failure::new(Blame::Record, error))
}

/// Adds the answer to a course's problem to the file as it is now: another face may have written there meanwhile.
pub(super) fn keep_answer(file: &Path, course: &ProblemCourse) -> Result<(), Failure> {
    let mut log = read_log(file)?;
    log.adopt(&course.session().problem().id, course.log());
    keep(file, &log.to_json())
}

/// The problems of a set, of the deck, or of a file.
pub fn problems_of(name: &str, deck: &Path) -> Result<Vec<Problem>, Failure> {
    if let Some(grade) = Grade::ALL.into_iter().find(|grade| grade.name() == name) {
        return Ok(grade.problems());
    }
    let path = if name == OWN { deck } else { Path::new(name) };
    if name == OWN && !path.exists() {
        return Err(Failure::new(
            Blame::Record,
            "no mistakes of your own yet: sgmp-go problems mistakes GAME.sgf finds them",
        ));
    }
    let bytes = read_bytes(path).map_err(|error| Failure::new(Blame::Record, error))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    read_problems(&bytes, &stem)
        .map_err(|error| Failure::new(Blame::Record, format!("{}: {error}", path.display())))
}

/// Today, in days since 1 January 1970 by the clock of the place.
pub fn today() -> i64 {
    let now = wall_clock();
    let seconds = now.timestamp().as_second() + i64::from(now.offset().seconds());
    seconds.div_euclid(86_400)
}
