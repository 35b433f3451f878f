//! The learner's files, which the terminal's practice reads and writes too.

use std::path::{Path, PathBuf};

use super::access::RequestError;
use crate::igo::{IgoLog, IgoSeries};
use crate::study::{
    Grade, MissedChance, MistakeDeck, Problem, ProblemCourse, StudyLog, read_problems,
};
use crate::tutorial::{Chapter, Course};
use sgmp_board::record::{SgfError, read_bytes, write_atomically};

/// The name of the set of one's own mistakes.
const OWN: &str = "own";

/// A folder with the learner's files; nothing is kept without one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnerFiles {
    folder: Option<PathBuf>,
}

/// A set of problems with what the learner knows of it.
#[derive(Debug, serde::Serialize)]
pub(super) struct ListedSet {
    name: &'static str,
    sentence: &'static str,
    count: usize,
    answered: usize,
    known: usize,
    due: usize,
    beginners: bool,
}

fn refused(file: &Path, error: &dyn std::fmt::Display) -> RequestError {
    RequestError::conflict(format!("{}: {error}; move it away", file.display()))
}

impl LearnerFiles {
    /// The files of a folder.
    #[must_use]
    pub const fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(name))
    }

    fn write(&self, name: &str, text: &str) -> Result<(), RequestError> {
        let Some(file) = self.file(name) else {
            return Ok(());
        };
        let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        folder.map_err(|error| RequestError::conflict(format!("{}: {error}", file.display())))?;
        write_atomically(&file, text.as_bytes())
            .map_err(|error| RequestError::conflict(error.to_string()))
    }

    /// The answers to problems so far.
    pub(super) fn answers(&self) -> Result<StudyLog, RequestError> {
        let Some(file) = self.file(StudyLog::FILE).filter(|file| file.exists()) else {
            return Ok(StudyLog::default());
        };
        let bytes = read_bytes(&file).map_err(|error| refused(&file, &error))?;
        StudyLog::from_json(&bytes).map_err(|error| refused(&file, &error))
    }

    /// Adds the answer to a course's problem to the file as it is now.
    pub(super) fn keep_answer(&self, course: &ProblemCourse) -> Result<(), RequestError> {
        let mut log = self.answers()?;
        log.adopt(&course.session().problem().id, course.log());
        self.write(StudyLog::FILE, &log.to_json())
    }

    /// The bytes of the deck of own mistakes, read somehow; `None` where there is no deck yet.
    fn read_deck<T>(
        &self,
        read: impl FnOnce(&[u8]) -> Result<T, SgfError>,
    ) -> Result<Option<T>, RequestError> {
        let Some(file) = self.file(StudyLog::DECK).filter(|file| file.exists()) else {
            return Ok(None);
        };
        let bytes = read_bytes(&file).map_err(|error| refused(&file, &error))?;
        let deck = read(&bytes).map_err(|error| refused(&file, &error))?;
        Ok(Some(deck))
    }

    fn own_mistakes(&self) -> Result<Option<Vec<Problem>>, RequestError> {
        self.read_deck(|bytes| read_problems(bytes, "mistakes"))
    }

    /// Adds missed chances to the deck of own mistakes as it is now, and returns how many are new.
    pub(super) fn add_mistakes(&self, missed: &[MissedChance]) -> Result<usize, RequestError> {
        if self.folder.is_none() {
            let why = "there is no folder for your own problems: name one with --learner FOLDER";
            return Err(RequestError::conflict(why));
        }
        let mut deck = self.read_deck(MistakeDeck::read)?.unwrap_or_default();
        let added = missed.iter().filter(|missed| deck.add(missed)).count();
        if added > 0 {
            self.write(StudyLog::DECK, deck.text())?;
        }
        Ok(added)
    }

    /// The problems of a set by its name.
    pub(super) fn problems(&self, name: &str) -> Result<Vec<Problem>, RequestError> {
        if let Some(grade) = Grade::ALL.into_iter().find(|grade| grade.name() == name) {
            return Ok(grade.problems());
        }
        let none = || RequestError::not_found("there is no such set of problems");
        match name {
            OWN => self.own_mistakes()?.ok_or_else(none),
            _ => Err(none()),
        }
    }

    /// All sets, and how far the learner has come on a day.
    pub(super) fn sets(&self, today: i64) -> Result<Vec<ListedSet>, RequestError> {
        let log = self.answers()?;
        let listed = |name, sentence, beginners, problems: &[Problem]| {
            let ids = || problems.iter().map(|problem| problem.id.as_str());
            let (answered, known) = log.known(ids());
            ListedSet {
                name,
                sentence,
                count: problems.len(),
                answered,
                known,
                due: log.order(ids(), today).len(),
                beginners,
            }
        };
        let grades = Grade::ALL.into_iter().map(|grade| {
            let (name, sentence) = (grade.name(), grade.sentence());
            listed(name, sentence, grade.is_for_beginners(), &grade.problems())
        });
        let mut sets: Vec<ListedSet> = grades.collect();
        if let Some(own) = self.own_mistakes()? {
            let sentence = "Chances that you missed in your own games.";
            sets.push(listed(OWN, sentence, false, &own));
        }
        Ok(sets)
    }

    /// The course of the tutorial, as far as the learner has come.
    pub(super) fn course(&self, chapters: Vec<Chapter>) -> Course {
        let file = self.file(Course::FILE);
        let bytes = file.and_then(|file| read_bytes(&file).ok());
        let mut course = Course::new(chapters);
        course.take_up(&String::from_utf8_lossy(&bytes.unwrap_or_default()));
        course
    }

    /// Keeps how far the learner has come in the tutorial.
    pub(super) fn keep_course(&self, course: &Course) -> Result<(), RequestError> {
        self.write(Course::FILE, &course.progress())
    }

    /// The results of Igo.
    pub(super) fn igo_log(&self) -> IgoLog {
        let file = self.file(IgoSeries::LOG_FILE);
        let bytes = file.and_then(|file| read_bytes(&file).ok());
        IgoLog::from_text(&String::from_utf8_lossy(&bytes.unwrap_or_default()))
    }

    /// Keeps the results of Igo.
    pub(super) fn keep_igo(&self, log: &IgoLog) -> Result<(), RequestError> {
        self.write(IgoSeries::LOG_FILE, &log.to_text())
    }
}

/// The day of a calendar time such as "2026-11-26-224103", counted from 1 January 1970.
pub(super) fn day_of(start_time: &str) -> i64 {
    let mut parts = start_time.split('-').map(str::parse::<i64>);
    let mut part = || parts.next().and_then(Result::ok).unwrap_or(1);
    let (year, month, day) = (part(), part(), part());
    // Years begin in March: the leap day is their last.
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    era * 146_097 + year * 365 + year / 4 - year / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (time, seconds) in [
            ("1970-01-01-000000", 0),
            ("2000-02-29-120000", 951_782_400),
            ("2026-11-27-112233", 1_795_737_600),
        ] {
            assert_eq!(day_of(time), seconds / 86_400, "{time}");
        }
    }
}
