//! The tutorial on pages: its chapters, its screens, and an answer to every move that is tried.
//!
//! What is done stands in the learner's file, which the terminal's tutorial shares; without one the page alone
//! remembers it.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};

use super::access::RequestError;
use super::position_text::{cells, color_word, move_word, playable};
use super::request_words::JsonBody;
use super::site::Site;
use crate::tutorial::{
    AnswerKind, AnswerVerdict, Chapter, Outcome, Screen, Teacher, english_chapters, english_games,
};
use sgmp_advice::review::AdviceDesk;
use sgmp_board::record::Format;

/// Letters of an answer that are read.
const MAX_ANSWER: usize = 20;

/// A chapter in the list.
#[derive(Debug, Serialize)]
struct ListedChapter {
    title: String,
    screens: Vec<String>,
}

/// The table of contents.
#[derive(Debug, Serialize)]
pub(super) struct TutorialState {
    chapters: Vec<ListedChapter>,
    /// Titles of the commented games.
    games: Vec<String>,
    /// Screens that the learner's file knows as done.
    done: Vec<String>,
    /// The screen at which the learner's file is open.
    at: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct ScreenState {
    name: String,
    chapter: String,
    /// Its number in the chapter, from 1, and the chapter's screens.
    number: usize,
    count: usize,
    rule: String,
    question: String,
    hint: String,
    /// A right answer, for those who have tried.
    right: String,
    kind: &'static str,
    choices: Vec<String>,
    labels: Vec<(String, String)>,
    color: &'static str,
    size: u8,
    board: String,
    last: Option<String>,
    /// Points where the learner may play.
    legal: String,
    before: Option<String>,
    next: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct VerdictState {
    outcome: &'static str,
    text: String,
    /// The position after it, where a move was played.
    board: Option<String>,
    last: Option<String>,
}

/// An answer to a screen's question.
#[derive(Debug, Deserialize)]
pub(super) struct Answer {
    answer: String,
    /// True if the page shows it to a learner, who has not found it.
    #[serde(default)]
    shown: bool,
}

fn chapters() -> Result<Vec<Chapter>, RequestError> {
    english_chapters().map_err(|error| RequestError::conflict(error.to_string()))
}

/// The chapters and the commented games.
pub(super) async fn contents(
    State(site): State<Site>,
) -> Result<Json<TutorialState>, RequestError> {
    let listed = |chapter: Chapter| ListedChapter {
        title: chapter.title,
        screens: chapter.screens.into_iter().map(|it| it.name).collect(),
    };
    let games = english_games().map_err(|error| RequestError::conflict(error.to_string()))?;
    let course = site.learner.course(chapters()?);
    let done: Vec<String> = course.done().map(str::to_owned).collect();
    let at = course.screen().filter(|_| !done.is_empty());
    Ok(Json(TutorialState {
        at: at.map(|screen| screen.name.clone()),
        done,
        chapters: chapters()?.into_iter().map(listed).collect(),
        games: games.iter().map(|game| game.title()).collect(),
    }))
}

fn find(chapters: &[Chapter], name: &str) -> Result<(usize, usize), RequestError> {
    let mut places = chapters.iter().enumerate();
    let found = places.find_map(|(chapter, it)| {
        let screen = it.screens.iter().position(|screen| screen.name == name)?;
        Some((chapter, screen))
    });
    found.ok_or_else(|| RequestError::not_found("the tutorial has no such screen"))
}

/// A screen by its name.
pub(super) async fn show(Path(name): Path<String>) -> Result<Json<ScreenState>, RequestError> {
    let chapters = chapters()?;
    let (chapter, number) = find(&chapters, &name)?;
    let all: Vec<&Screen> = chapters.iter().flat_map(|it| &it.screens).collect();
    let at = all.iter().position(|screen| screen.name == name);
    let beside = |step: fn(usize) -> Option<usize>| {
        let place = step(at?)?;
        all.get(place).map(|screen| screen.name.clone())
    };
    let chapter = &chapters[chapter];
    Ok(Json(ScreenState {
        chapter: chapter.title.clone(),
        number: number + 1,
        count: chapter.screens.len(),
        before: beside(|at| at.checked_sub(1)),
        next: beside(|at| at.checked_add(1)),
        ..ScreenState::new(&chapter.screens[number])
    }))
}

impl ScreenState {
    fn new(screen: &Screen) -> Self {
        let game = &screen.game;
        let label =
            |(point, text): &(sgmp_board::rules::Point, String)| (point.to_string(), text.clone());
        Self {
            name: screen.name.clone(),
            chapter: String::new(),
            number: 0,
            count: 0,
            rule: screen.rule.clone(),
            question: screen.question.clone(),
            hint: screen.hint.clone(),
            right: screen.right_answer().to_owned(),
            kind: match screen.answer_kind() {
                AnswerKind::Move => "move",
                AnswerKind::Point => "point",
                AnswerKind::Number => "number",
                AnswerKind::Choice => "choice",
            },
            choices: screen.choices().into_iter().map(str::to_owned).collect(),
            labels: screen.labels.iter().map(label).collect(),
            color: color_word(screen.color),
            size: game.size().lines(),
            board: cells(game.board()),
            last: game.last_move().map(|(_, mv)| move_word(mv)),
            legal: playable(game, screen.color),
            before: None,
            next: None,
        }
    }
}

/// Judges an answer, on the teachers' thread.
pub(super) async fn answer(
    State(site): State<Site>,
    Path(name): Path<String>,
    JsonBody(answer): JsonBody<Answer>,
) -> Result<Json<VerdictState>, RequestError> {
    let mut chapters = chapters()?;
    let (chapter, number) = find(&chapters, &name)?;
    let screen = chapters.swap_remove(chapter).screens.swap_remove(number);
    let text: String = answer.answer.chars().take(MAX_ANSWER).collect();
    let (sender, answered) = tokio::sync::oneshot::channel();
    let job = move |_: &mut AdviceDesk| {
        if !sender.is_closed() {
            let verdict = Teacher::new().judge(&screen, &text);
            let _ = sender.send(VerdictState::from(verdict));
        }
    };
    let busy = || RequestError::conflict("the computer has too much to do just now: ask again");
    site.teachers.put(job).map_err(|_| busy())?;
    let verdict = answered.await.map_err(|_| busy())?;
    if verdict.outcome == "right" && !answer.shown {
        let mut course = site.learner.course(self::chapters()?);
        course.pass(&name);
        site.learner.keep_course(&course)?;
    }
    Ok(Json(verdict))
}

impl From<AnswerVerdict> for VerdictState {
    fn from(verdict: AnswerVerdict) -> Self {
        let game = verdict.game.as_ref();
        let last = game.and_then(|game| game.last_move());
        Self {
            outcome: match verdict.outcome {
                Outcome::Right => "right",
                Outcome::Wrong => "wrong",
                Outcome::NotAnAnswer => "none",
            },
            text: verdict.text,
            board: game.map(|game| cells(game.board())),
            last: last.map(|(_, mv)| move_word(mv)),
        }
    }
}

/// A commented game as a record, by its number from 1.
pub(super) async fn game(Path(number): Path<String>) -> Result<impl IntoResponse, RequestError> {
    let games = english_games().map_err(|error| RequestError::conflict(error.to_string()))?;
    let place = number.parse::<usize>().ok();
    let place = place.and_then(|number| number.checked_sub(1));
    let game = place.and_then(|place| games.get(place));
    let game = game.ok_or_else(|| RequestError::not_found("there is no such game"))?;
    let kind = [(header::CONTENT_TYPE, "application/x-go-sgf; charset=utf-8")];
    Ok((kind, game.record().to_sgf(Format::Ff4)))
}
