//! The tutorial: short screens, each with one sentence of rule, one exercise on a small board, and an
//! answer to every move that the learner tries; and commented games.
//!
//! Chapters are text files (their form: `data/tutorial/README.md`), games are records in SGF. The goal of an
//! exercise is judged by the rules and by reading, so that every move that works is right, stored or not.
//! No terminal, no thread, no clock: a [`Course`] takes answers and gives verdicts.
//!
//! ```
//! use sgmp_faces::tutorial::{Course, Outcome, english_chapters};
//!
//! let mut course = Course::new(english_chapters()?);
//! assert!(course.open_chapter("capture"));
//! let verdict = course.answer("d3").expect("a screen is open");
//! assert_eq!(verdict.outcome, Outcome::Right);
//! assert!(verdict.text.starts_with("Captured."));
//! # Ok::<(), sgmp_faces::tutorial::ChapterError>(())
//! ```

mod chapter_error;
mod chapter_text;
mod commented_game;
mod course;
mod course_check;
#[cfg(test)]
mod course_tests;
mod exercise_goal;
mod glossary;
mod judged_answer;
mod lesson;
mod plain_fact;

pub use chapter_error::{ChapterError, ChapterFault};
pub use chapter_text::{AnswerKind, Chapter, Screen, chapters_from_files};
pub use commented_game::{CommentedGame, english_games};
pub use course::{Course, Place};
pub use course_check::check_course;
pub use glossary::{GLOSSARY, GameWord, glossary_script, help_on, meaning};
pub use judged_answer::{AnswerVerdict, Outcome, Teacher};
pub use lesson::{Lesson, Page};

/// The chapters of the English course, in their order: name, text.
const ENGLISH: [(&str, &str); 20] = [
    ("board", include_str!("../../data/tutorial/01-board.txt")),
    (
        "liberties",
        include_str!("../../data/tutorial/02-liberties.txt"),
    ),
    (
        "capture",
        include_str!("../../data/tutorial/03-capture.txt"),
    ),
    ("atari", include_str!("../../data/tutorial/04-atari.txt")),
    (
        "suicide",
        include_str!("../../data/tutorial/05-suicide.txt"),
    ),
    ("ko", include_str!("../../data/tutorial/06-ko.txt")),
    ("eyes", include_str!("../../data/tutorial/07-eyes.txt")),
    ("life", include_str!("../../data/tutorial/08-life.txt")),
    ("races", include_str!("../../data/tutorial/09-races.txt")),
    (
        "counting",
        include_str!("../../data/tutorial/10-counting.txt"),
    ),
    (
        "ladders",
        include_str!("../../data/tutorial/11-ladders.txt"),
    ),
    ("nets", include_str!("../../data/tutorial/12-nets.txt")),
    (
        "snapback",
        include_str!("../../data/tutorial/13-snapback.txt"),
    ),
    (
        "connection",
        include_str!("../../data/tutorial/14-connection.txt"),
    ),
    (
        "cutting",
        include_str!("../../data/tutorial/15-cutting.txt"),
    ),
    (
        "opening",
        include_str!("../../data/tutorial/16-opening.txt"),
    ),
    (
        "invasion",
        include_str!("../../data/tutorial/17-invasion.txt"),
    ),
    (
        "endgame",
        include_str!("../../data/tutorial/18-endgame.txt"),
    ),
    (
        "handicap",
        include_str!("../../data/tutorial/19-handicap.txt"),
    ),
    (
        "manners",
        include_str!("../../data/tutorial/20-manners.txt"),
    ),
];

/// The commented games in English.
const ENGLISH_GAMES: [&str; 2] = [
    include_str!("../../data/tutorial/games/1-atari.sgf"),
    include_str!("../../data/tutorial/games/2-wall.sgf"),
];

/// Reads the English course.
///
/// # Errors
/// A mistake in the form of a chapter; a test sees to it that there is none.
pub fn english_chapters() -> Result<Vec<Chapter>, ChapterError> {
    chapters_from_files(ENGLISH)
}
