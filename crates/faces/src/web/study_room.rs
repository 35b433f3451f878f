//! Something that a learner studies on a page: problems, a game whose moves are guessed, the joseki tutor.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use serde::Serialize;

use super::position_text::{cells, color_word, move_word};
use crate::study::{GameSource, GuessGame, JosekiTutor, ProblemCourse, Told, TriedMove};
use sgmp_advice::review::AdviceDesk;
use sgmp_board::rules::{Board, Color, Move, Point};

/// The subject of a study.
pub(super) enum Subject {
    /// Problems, one after the other.
    Problems(Box<ProblemCourse>),
    /// The moves of a game.
    Guess(Box<GuessGame>),
    /// The book of corners.
    Joseki(Box<JosekiTutor>),
}

/// A study and what was said last.
pub(super) struct Study {
    pub(super) subject: Subject,
    pub(super) told: Vec<Told>,
    /// The line that refutes the latest move, the move first.
    pub(super) refuted: Vec<Move>,
    /// The latest move of a problem.
    pub(super) tried: Option<TriedMove>,
    /// True if the latest move was wrong.
    pub(super) is_wrong: bool,
}

/// A study that requests share.
#[derive(Clone)]
pub(super) struct StudyRoom(Arc<Mutex<Study>>);

impl StudyRoom {
    pub(super) fn new(subject: Subject) -> Self {
        Self(Arc::new(Mutex::new(Study {
            subject,
            told: Vec::new(),
            refuted: Vec::new(),
            tried: None,
            is_wrong: false,
        })))
    }

    /// The study, for as long as an answer takes.
    pub(super) fn lock(&self) -> MutexGuard<'_, Study> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The study, unless an answer is being made in it.
    pub(super) fn try_lock(&self) -> Option<MutexGuard<'_, Study>> {
        match self.0.try_lock() {
            Ok(study) => Some(study),
            Err(TryLockError::Poisoned(study)) => Some(study.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

/// A sentence as the page shows it.
#[derive(Debug, Serialize)]
struct ToldState {
    text: String,
    warning: bool,
}

/// A step of a line that is played out.
#[derive(Debug, Serialize)]
struct LineStep {
    point: String,
    color: &'static str,
    board: String,
}

/// A move of the book.
#[derive(Debug, Serialize)]
struct ListedMove {
    sign: String,
    text: String,
    /// The answer that makes the move.
    point: String,
}

/// The state of a page.
#[derive(Debug, Serialize)]
pub(super) struct StudyState {
    kind: &'static str,
    title: String,
    task: String,
    /// Tries, points or right answers so far.
    score: String,
    size: u8,
    color: &'static str,
    board: String,
    last: Option<String>,
    legal: String,
    told: Vec<ToldState>,
    labels: Vec<(String, String)>,
    /// Stones that the problem is about, each with its sign.
    signs: Vec<(String, &'static str)>,
    /// The line that refutes the latest move, the move first.
    line: Vec<LineStep>,
    /// True if the first move of the line is a wrong one that was tried.
    wrong: bool,
    /// The game of one's own that a problem comes from, with the number of the move.
    #[serde(skip)]
    pub(super) origin: Option<(GameSource, usize)>,
    /// The file of that game, where it is kept, with the number of the move.
    pub(super) game: Option<(String, usize)>,
    moves: Vec<ListedMove>,
    /// The buttons that do something now.
    can: Vec<&'static str>,
    /// True once the question is answered: next goes on.
    done: bool,
    quiz: bool,
}

/// A plus for each point of a bare board where a side may play.
fn open_points(board: &Board, color: Color) -> String {
    let lines = board.size().lines();
    let points = (0..lines)
        .rev()
        .flat_map(|row| (0..lines).map(move |c| (c, row)));
    let may_play = |point| board.clone().play(color, Move::Play(point)).is_ok();
    points
        .map(
            |(column, row)| match Point::new(column, row).is_some_and(may_play) {
                true => '+',
                false => '.',
            },
        )
        .collect()
}

impl Study {
    /// The state for the page.
    pub(super) fn state(&self) -> StudyState {
        let (board, color) = self.position();
        let told = self.told.iter().map(|told| ToldState {
            text: told.text.clone(),
            warning: told.is_warning,
        });
        let mut state = StudyState {
            kind: "",
            title: String::new(),
            task: String::new(),
            score: String::new(),
            size: board.size().lines(),
            color: color_word(color),
            board: cells(board),
            last: None,
            legal: open_points(board, color),
            told: told.collect(),
            labels: Vec::new(),
            signs: Vec::new(),
            line: self.line(board, color),
            wrong: self.is_wrong,
            origin: None,
            game: None,
            moves: Vec::new(),
            can: Vec::new(),
            done: false,
            quiz: false,
        };
        match &self.subject {
            Subject::Problems(course) => self.problem(course, &mut state),
            Subject::Guess(guess) => guess_state(guess, &mut state),
            Subject::Joseki(tutor) => joseki_state(tutor, &mut state),
        }
        state
    }

    fn position(&self) -> (&Board, Color) {
        match &self.subject {
            Subject::Problems(course) => {
                let session = course.session();
                (session.board(), session.problem().to_move())
            }
            Subject::Guess(guess) => {
                let position = guess.position();
                let asked = guess.asked().map(|(_, color)| color);
                (position.board(), asked.unwrap_or(position.to_move()))
            }
            Subject::Joseki(tutor) => (tutor.board(), tutor.to_move()),
        }
    }

    /// The refutation, step by step.
    fn line(&self, board: &Board, first: Color) -> Vec<LineStep> {
        let (mut at, mut color) = (board.clone(), first);
        let mut line = Vec::new();
        for mv in &self.refuted {
            if at.play(color, *mv).is_err() {
                break;
            }
            line.push(LineStep {
                point: move_word(*mv),
                color: color_word(color),
                board: cells(&at),
            });
            color = !color;
        }
        line
    }

    fn problem(&self, course: &ProblemCourse, state: &mut StudyState) {
        let session = course.session();
        let (number, count) = course.place();
        state.kind = "problems";
        state.title = format!("{} ({number} of {count})", session.problem().title());
        state.task = session.task();
        if !session.is_solved() {
            let targets = session.targets().into_iter();
            state.signs = targets
                .map(|stone| (stone.to_string(), "triangle"))
                .collect();
        }
        state.origin = session.problem().origin();
        state.score = match session.wrong_tries() {
            // What is solved says it in its verdict.
            _ if session.is_solved() => String::new(),
            0 => "No wrong move yet".to_owned(),
            1 => "1 wrong move".to_owned(),
            tries => format!("{tries} wrong moves"),
        };
        state.last = session.moves().last().map(|(_, mv)| move_word(*mv));
        state.done = session.is_solved();
        state.can = match (session.is_solved(), &self.tried) {
            (true, _) => vec!["again"],
            (false, None) => vec!["hint", "show", "again"],
            (false, Some(_)) => vec!["hint", "show", "whynot", "again"],
        };
        if number < count {
            state.can.push("next");
        }
        if session.is_solved() {
            state.legal = String::new();
        }
    }

    /// Tells what speaks against the latest move of a problem; of other studies nothing is asked.
    pub(super) fn ask_why_not(&mut self, desk: &mut AdviceDesk) {
        let Subject::Problems(course) = &mut self.subject else {
            return;
        };
        let answer = course.why_not(desk, self.tried.as_ref(), &self.told);
        self.told = answer.told;
        if !answer.refuted.is_empty() {
            self.refuted = answer.refuted;
        }
    }
}

fn guess_state(guess: &GuessGame, state: &mut StudyState) {
    let position = guess.position();
    state.kind = "guess";
    state.title = "Guess the move".to_owned();
    state.task = guess.question();
    state.score = guess.score_in_words();
    state.last = position.last_move().map(|(_, mv)| move_word(mv));
    state.done = guess.asked().is_none();
    state.can = vec!["hint", "show"];
    if state.done {
        state.legal = String::new();
        state.can.clear();
    }
}

fn joseki_state(tutor: &JosekiTutor, state: &mut StudyState) {
    state.kind = "joseki";
    state.quiz = tutor.is_quiz();
    state.title = "Joseki in the upper right corner".to_owned();
    state.task = [tutor.words(), tutor.question()]
        .into_iter()
        .filter(|words| !words.is_empty())
        .collect::<Vec<_>>()
        .join(" · ");
    state.last = tutor.moves().last().map(|mv| move_word(*mv));
    state.can = vec!["quiz", "again"];
    if tutor.is_quiz() {
        state.score = tutor.score_in_words();
        state.can.extend(["hint", "show", "next"]);
        return;
    }
    state.can.push("pass");
    if !tutor.moves().is_empty() {
        state.can.push("back");
    }
    for (letter, known) in ('a'..='z').zip(tutor.known()) {
        let sign = known.sign(letter);
        if let Move::Play(point) = known.mv {
            state.labels.push((point.to_string(), sign.clone()));
        }
        state.moves.push(ListedMove {
            sign,
            text: known.in_words(),
            point: move_word(known.mv),
        });
    }
}
