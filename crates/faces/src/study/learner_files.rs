//! The learner's files, the same for every face: answers to problems, own mistakes, the place in the tutorial, the
//! results of Igo.

use std::path::{Path, PathBuf};

use sgmp_match::port::wall_clock;

use super::{Grade, MissedChance, MistakeDeck, Problem, ProblemCourse, StudyLog, read_problems};
use crate::igo::{IgoLog, IgoSeries};
use crate::local_game::{FOLDER_VARIABLES, GameArchive};
use crate::tutorial::{Chapter, Course};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{SgfError, make_folder, read_bytes, write_atomically};

/// A folder with the learner's files, and files that are named apart. Nothing is kept without either.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnerFiles {
    folder: Option<PathBuf>,
    answers: Option<PathBuf>,
    deck: Option<PathBuf>,
}

/// A set of problems with what the learner knows of it.
#[derive(Debug, serde::Serialize)]
pub struct ListedSet {
    /// Its name, by which it is asked for.
    pub name: &'static str,
    /// Its contents in a sentence.
    pub sentence: &'static str,
    /// The number of its problems.
    pub count: usize,
    /// The number of those that were answered.
    pub answered: usize,
    /// The number of those that are known.
    pub known: usize,
    /// The number of those to do on the day.
    pub due: usize,
    /// True for a set that a beginner can solve.
    pub beginners: bool,
}

impl LearnerFiles {
    /// The name of the set of one's own mistakes.
    pub const OWN: &str = "own";

    /// The files of a folder.
    #[must_use]
    pub const fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            answers: None,
            deck: None,
        }
    }

    /// The files of whoever runs the program, beside the archive of games; a file that is named lies elsewhere.
    ///
    /// # Errors
    /// No folder, where a file is not named.
    pub fn of_this_user(
        answers: Option<&PathBuf>,
        deck: Option<&PathBuf>,
    ) -> Result<Self, Failure> {
        let folder = Self::user_folder();
        if folder.is_none() && (answers.is_none() || deck.is_none()) {
            return Err(Failure::new(
                Blame::Usage,
                format!(
                    "no folder for answers: {FOLDER_VARIABLES}; name files with --log and --deck"
                ),
            ));
        }
        Ok(Self {
            folder,
            answers: answers.cloned(),
            deck: deck.cloned(),
        })
    }

    /// The folder of whoever runs the program; `None` where the system names none.
    #[must_use]
    pub fn user_folder() -> Option<PathBuf> {
        let archive = GameArchive::of_this_user()?;
        archive.folder().parent().map(Path::to_owned)
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(name))
    }

    fn answers_file(&self) -> Option<PathBuf> {
        self.answers.clone().or_else(|| self.file(StudyLog::FILE))
    }

    /// The file of own mistakes, if there is a place for it.
    #[must_use]
    pub fn deck_file(&self) -> Option<PathBuf> {
        self.deck.clone().or_else(|| self.file(StudyLog::DECK))
    }

    /// The answers to problems so far.
    ///
    /// # Errors
    /// A file that is not one of answers.
    pub fn answers(&self) -> Result<StudyLog, Failure> {
        let Some(file) = self.answers_file().filter(|file| file.exists()) else {
            return Ok(StudyLog::default());
        };
        let bytes = read_bytes(&file).map_err(|error| Failure::new(Blame::Record, error))?;
        StudyLog::from_json(&bytes).map_err(|error| damaged(&file, &error))
    }

    /// Adds the answer to a course's problem to the file as it is now: another face may have written there meanwhile.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub fn keep_answer(&self, course: &ProblemCourse) -> Result<(), Failure> {
        let mut log = self.answers()?;
        log.adopt(&course.session().problem().id, course.log());
        write(self.answers_file(), &log.to_json())
    }

    /// The bytes of the deck of own mistakes, read somehow; `None` where there is no deck yet.
    fn read_deck<T>(
        &self,
        read: impl FnOnce(&[u8]) -> Result<T, SgfError>,
    ) -> Result<Option<T>, Failure> {
        let Some(file) = self.deck_file().filter(|file| file.exists()) else {
            return Ok(None);
        };
        let bytes = read_bytes(&file).map_err(|error| Failure::new(Blame::Record, error))?;
        read(&bytes)
            .map(Some)
            .map_err(|error| damaged(&file, &error))
    }

    fn own_mistakes(&self) -> Result<Option<Vec<Problem>>, Failure> {
        self.read_deck(|bytes| read_problems(bytes, "mistakes"))
    }

    /// Adds missed chances to the deck of own mistakes as it is now, and returns how many are new.
    ///
    /// # Errors
    /// A deck that cannot be read or written, or has no place.
    pub fn add_mistakes(&self, missed: &[MissedChance]) -> Result<usize, Failure> {
        let Some(file) = self.deck_file() else {
            return Err(Failure::new(
                Blame::Usage,
                "there is no folder for your own problems: name one with --learner FOLDER",
            ));
        };
        let mut deck = self.read_deck(MistakeDeck::read)?.unwrap_or_default();
        let added = missed.iter().filter(|missed| deck.add(missed)).count();
        if added > 0 {
            write(Some(file), deck.text())?;
        }
        Ok(added)
    }

    /// The problems of a set by its name; `None` where no set has it.
    ///
    /// # Errors
    /// A deck of own mistakes that is not there yet, or cannot be read.
    pub fn problems(&self, name: &str) -> Result<Option<Vec<Problem>>, Failure> {
        if name == Self::OWN {
            let own = self.own_mistakes()?.ok_or_else(|| {
                Failure::new(
                    Blame::Record,
                    "no mistakes of your own yet: sgmp-go problems mistakes GAME.sgf finds them",
                )
            });
            return own.map(Some);
        }
        let grade = Grade::ALL.into_iter().find(|grade| grade.name() == name);
        Ok(grade.map(Grade::problems))
    }

    /// All sets, and how far the learner has come on a day.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn sets(&self, today: i64) -> Result<Vec<ListedSet>, Failure> {
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
            sets.push(listed(Self::OWN, sentence, false, &own));
        }
        Ok(sets)
    }

    /// The course of the tutorial, as far as the learner has come.
    #[must_use]
    pub fn course(&self, chapters: Vec<Chapter>) -> Course {
        let mut course = Course::new(chapters);
        course.take_up(&self.text(Course::FILE));
        course
    }

    /// Keeps how far the learner has come in the tutorial.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn keep_course(&self, course: &Course) -> Result<(), Failure> {
        write(self.file(Course::FILE), &course.progress())
    }

    /// The results of Igo.
    #[must_use]
    pub fn igo_log(&self) -> IgoLog {
        IgoLog::from_text(&self.text(IgoSeries::LOG_FILE))
    }

    /// Keeps the results of Igo.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn keep_igo(&self, log: &IgoLog) -> Result<(), Failure> {
        write(self.file(IgoSeries::LOG_FILE), &log.to_text())
    }

    /// A file as text, as far as it can be read.
    fn text(&self, name: &str) -> String {
        let bytes = self.file(name).and_then(|file| read_bytes(&file).ok());
        String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
    }
}

/// Writes a file, and makes its folder; without a place nothing is kept.
fn write(file: Option<PathBuf>, text: &str) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        make_folder(folder).map_err(|error| {
            Failure::new(Blame::Record, format!("{}: {error}", folder.display()))
        })?;
    }
    write_atomically(&file, text.as_bytes()).map_err(|error| Failure::new(Blame::Record, error))
}

fn damaged(file: &Path, error: &dyn std::fmt::Display) -> Failure {
    let what = format!("{}: {error}; move it away", file.display());
    Failure::new(Blame::Record, what)
}

/// Today, in days since 1 January 1970 by the clock of the place.
#[must_use]
pub fn today() -> i64 {
    let now = wall_clock();
    let seconds = now.timestamp().as_second() + i64::from(now.offset().seconds());
    seconds.div_euclid(86_400)
}

/// The day of a calendar time such as "2026-11-26-224103", counted from 1 January 1970.
pub(crate) fn day_of(start_time: &str) -> i64 {
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
