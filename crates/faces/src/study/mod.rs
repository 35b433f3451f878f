//! Studies of a learner alone: problems, own mistakes, guessing the moves of games, walking through the joseki.
//!
//! Problems are played out against the reader ([`ProblemSession`]), in an order that answers make
//! ([`ProblemCourse`], [`StudyLog`]). They come with the program ([`Grade`]), from files ([`read_problems`]), from
//! one's own games ([`MistakeSearch`], [`MistakeDeck`]), or are made ([`ProblemMaker`]).

mod enclosed_groups;
mod game_source;
mod guess_game;
mod joseki_tutor;
pub(crate) mod learner_files;
mod mistake_deck;
mod own_mistakes;
mod problem;
mod problem_course;
mod problem_maker;
mod problem_session;
mod problem_set;
mod region;
mod retried_move;
mod stored_answer;
mod study_log;
mod study_wish;
mod told_answers;
mod tried_move;

pub use enclosed_groups::enclosed_group;
pub use game_source::GameSource;
pub use guess_game::{GuessGame, GuessResult};
pub use joseki_tutor::{BookMove, BookVerdict, JosekiTutor, corners_in_words};
pub use learner_files::{LearnerFiles, ListedSet, today};
pub use mistake_deck::{MistakeDeck, persons_colors};
pub use own_mistakes::{MissedChance, MistakeSearch};
pub use problem::{Grade, Problem};
pub use problem_course::ProblemCourse;
pub use problem_maker::ProblemMaker;
pub use problem_session::{ProblemSession, Verdict};
pub use problem_set::read_problems;
pub use region::region;
pub use study_log::{StudyCard, StudyLog, StudyLogError, StudyResult};
pub use study_wish::{StudyAnswer, StudyRefusal, StudyWish};
pub use told_answers::{
    Told, counted, told_of_book, told_of_guess, told_of_problem, told_region, told_solution,
};
pub use tried_move::TriedMove;
