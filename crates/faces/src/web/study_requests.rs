//! Requests of pages on which somebody studies: what there is, a new study, an answer, a wish.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use super::access::RequestError;
use super::curve::move_to_try_again;
use super::record_requests::{archived, kept_file, sent};
use super::record_state::{main_record, played};
use super::request_words::{JsonBody, QueryWords};
use super::site::Site;
use super::study_room::{Study, StudyRoom, StudyState, Subject};
use crate::igo::IgoSeries;
use crate::study::learner_files::day_of;
use crate::study::{GameSource, GuessGame, JosekiTutor, ProblemCourse};
use crate::study::{LearnerFiles, ListedSet, Told};
use crate::study::{StudyRefusal, StudyWish, TriedMove};
use sgmp_advice::review::AdviceDesk;
use sgmp_board::record::GameTree;
use sgmp_board::rules::{BoardSize, Color, Move, Point};

/// Everything that there is to study.
#[derive(Debug, Serialize)]
pub(super) struct PracticeState {
    sets: Vec<ListedSet>,
    /// For each board of Igo its lines, and level and rank in words.
    igo: Vec<(u8, String)>,
}

/// The link to a study.
#[derive(Debug, Serialize)]
pub(super) struct Opened {
    study: String,
}

/// The problems that somebody wants.
#[derive(Debug, Deserialize)]
pub(super) struct WantedProblems {
    set: String,
    /// All of them, not only new ones and those that are due.
    #[serde(default)]
    all: bool,
}

/// The game whose moves somebody wants to guess.
#[derive(Debug, Deserialize)]
pub(super) struct WantedGuess {
    /// Its name in the archive.
    #[serde(default)]
    game: String,
    /// The color whose moves are guessed; both where it is none.
    #[serde(default)]
    color: String,
}

/// An answer, where a wish needs one.
#[derive(Debug, Deserialize)]
pub(super) struct StudyAnswer {
    #[serde(default)]
    point: String,
}

fn today(site: &Site) -> i64 {
    day_of(&site.host.machine.start_time())
}

/// Lists what there is to study.
pub(super) async fn practice(
    State(site): State<Site>,
) -> Result<Json<PracticeState>, RequestError> {
    let sizes = IgoSeries::BOARDS.into_iter().filter_map(BoardSize::new);
    let log = site.learner.igo_log();
    let igo = sizes.map(|size| {
        let series = IgoSeries::new(log.clone(), size);
        (size.lines(), series.standing())
    });
    Ok(Json(PracticeState {
        sets: site.learner.sets(today(&site))?,
        igo: igo.collect(),
    }))
}

/// Does something on the thread that reads, and waits for it; the job may ask whether somebody still waits.
pub(super) async fn done<T: Send + 'static>(
    site: &Site,
    job: impl FnOnce(&mut AdviceDesk, &dyn Fn() -> bool) -> T + Send + 'static,
) -> Result<T, RequestError> {
    let (sender, answered) = tokio::sync::oneshot::channel();
    let busy = || RequestError::conflict("the computer has too much to do just now: ask again");
    let job = move |desk: &mut AdviceDesk| {
        if !sender.is_closed() {
            let told = job(desk, &|| !sender.is_closed());
            let _ = sender.send(told);
        }
    };
    site.teachers.put(job).map_err(|_| busy())?;
    answered.await.map_err(|_| busy())
}

/// Opens problems of a set.
pub(super) async fn open_problems(
    State(site): State<Site>,
    JsonBody(wanted): JsonBody<WantedProblems>,
) -> Result<Json<Opened>, RequestError> {
    let problems = site.learner.problems(&wanted.set)?;
    let problems =
        problems.ok_or_else(|| RequestError::not_found("there is no such set of problems"))?;
    let (log, today) = (site.learner.answers()?, today(&site));
    let course = done(&site, move |_, _| {
        let course = ProblemCourse::new(problems, log, today, wanted.all)?;
        Some(Subject::Problems(Box::new(course)))
    });
    let course = course.await?.ok_or_else(|| {
        RequestError::conflict("all problems of this set are known for today; ask for all of them")
    })?;
    Ok(open(&site, course))
}

/// The move of a record that somebody wants to try again.
#[derive(Debug, Deserialize)]
pub(super) struct WantedMove {
    /// Its number, from 1.
    number: usize,
    /// The name of the game, which the problem is named by.
    #[serde(default)]
    name: String,
}

/// Makes a problem of one's own of a move of a record that the page has sent, and opens it.
pub(super) async fn try_again(
    State(site): State<Site>,
    QueryWords(wanted): QueryWords<WantedMove>,
    bytes: Bytes,
) -> Result<Json<Opened>, RequestError> {
    let record = main_record(&sent(&bytes)?)?;
    let source = GameSource::new(&wanted.name, &record);
    let missed = move_to_try_again(&site, played(&record)?, wanted.number, source).await?;
    site.learner.add_mistakes(std::slice::from_ref(&missed))?;
    let (log, today) = (site.learner.answers()?, today(&site));
    let course = done(&site, move |_, _| {
        ProblemCourse::new(vec![missed.problem], log, today, true)
    });
    let course = course
        .await?
        .ok_or_else(|| RequestError::conflict("there is no such problem"))?;
    let room = StudyRoom::new(Subject::Problems(Box::new(course)));
    let kept = "It is kept among your own problems: Practice asks it again, in the set \"own\".";
    room.lock().told.push(Told::plain(kept));
    let study = site.add_study(room);
    Ok(Json(Opened { study }))
}

fn open(site: &Site, subject: Subject) -> Json<Opened> {
    let study = site.add_study(StudyRoom::new(subject));
    Json(Opened { study })
}

/// The color of this name, if it is one.
fn color_of(name: &str) -> Option<Color> {
    match name {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ => None,
    }
}

fn guess_of(site: &Site, tree: &GameTree, color: &str) -> Result<Subject, RequestError> {
    let game = played(&main_record(tree)?)?;
    let guess = GuessGame::new(game, color_of(color), 1, site.search.net);
    let guess = guess.ok_or_else(|| RequestError::conflict("this game has no move to guess"))?;
    Ok(Subject::Guess(Box::new(guess)))
}

/// Opens a game of the archive to guess its moves.
pub(super) async fn open_guess(
    State(site): State<Site>,
    JsonBody(wanted): JsonBody<WantedGuess>,
) -> Result<Json<Opened>, RequestError> {
    let tree = archived(&site, &wanted.game)?;
    Ok(open(&site, guess_of(&site, &tree, &wanted.color)?))
}

/// Opens a record that the page has sent, to guess its moves.
pub(super) async fn open_sent_guess(
    State(site): State<Site>,
    QueryWords(wanted): QueryWords<WantedGuess>,
    bytes: Bytes,
) -> Result<Json<Opened>, RequestError> {
    let tree = GameTree::read(&bytes, 1).map_err(|error| RequestError::bad(error.to_string()))?;
    Ok(open(&site, guess_of(&site, &tree, &wanted.color)?))
}

/// Opens the joseki tutor.
pub(super) async fn open_joseki(State(site): State<Site>) -> Json<Opened> {
    let seed = site.host.machine.random() as u64;
    open(&site, Subject::Joseki(Box::new(JosekiTutor::new(seed))))
}

/// The state of a study.
pub(super) async fn show(
    State(site): State<Site>,
    Path(link): Path<String>,
) -> Result<Json<StudyState>, RequestError> {
    let room = site.study(&link)?;
    // A study that nobody answers in is shown at once, whatever else is searched meanwhile.
    let now = room.try_lock().map(|study| study.state());
    let state = match now {
        Some(state) => state,
        None => done(&site, move |_, _| room.lock().state()).await?,
    };
    Ok(Json(with_way_back(&site, state)))
}

/// The same with the address of the game's review, where a problem comes from a game that is kept.
fn with_way_back(site: &Site, mut state: StudyState) -> StudyState {
    state.game = state.origin.take().and_then(|(source, number)| {
        let file = format!("{}.sgf", source.name);
        kept_file(site, &file).ok()?;
        Some((file, number))
    });
    state
}

pub(super) async fn act(
    State(site): State<Site>,
    Path((link, what)): Path<(String, String)>,
    JsonBody(answer): JsonBody<StudyAnswer>,
) -> Result<Json<StudyState>, RequestError> {
    let room = site.study(&link)?;
    let learner = site.learner.clone();
    let granted = move |desk: &mut AdviceDesk, _: &dyn Fn() -> bool| {
        let mut study = room.lock();
        study.grant(desk, &what, &answer.point, &learner)?;
        Ok::<_, RequestError>(study.state())
    };
    let state = done(&site, granted).await??;
    Ok(Json(with_way_back(&site, state)))
}

fn move_of(text: &str) -> Result<Move, RequestError> {
    let shown: String = text.chars().take(8).collect();
    let why = || RequestError::bad(format!("{shown:?} is no point: type one such as E5"));
    match text.trim() {
        "pass" => Ok(Move::Pass),
        name => Point::parse(name).map(Move::Play).ok_or_else(why),
    }
}

impl Study {
    /// Does what a page wishes.
    fn grant(
        &mut self,
        desk: &mut AdviceDesk,
        what: &str,
        point: &str,
        learner: &LearnerFiles,
    ) -> Result<(), RequestError> {
        if what == "whynot" {
            self.refuted.clear();
            self.ask_why_not(desk);
            return Ok(());
        }
        self.refuted.clear();
        self.told.clear();
        let wish = wish_of(what, point)?;
        let before = match (&self.subject, wish) {
            (Subject::Problems(course), StudyWish::Move(mv)) => {
                let board = course.session().board().clone();
                Some(TriedMove { board, mv })
            }
            _ => None,
        };
        let answer = match &mut self.subject {
            Subject::Problems(course) => course.grant(wish),
            Subject::Guess(guess) => guess.grant(wish),
            Subject::Joseki(tutor) => tutor.grant(wish),
        }?;
        match wish {
            StudyWish::Move(_) => {
                self.tried = before;
                self.is_wrong = !answer.refuted.is_empty();
            }
            StudyWish::Restart | StudyWish::Next => {
                self.tried = None;
                self.is_wrong = false;
            }
            StudyWish::Show => self.is_wrong = false,
            _ => {}
        }
        self.told = answer.told;
        self.refuted = answer.refuted;
        match (&self.subject, answer.is_noted) {
            (Subject::Problems(course), true) => Ok(learner.keep_answer(course)?),
            _ => Ok(()),
        }
    }
}

impl From<StudyRefusal> for RequestError {
    fn from(refusal: StudyRefusal) -> Self {
        match refusal {
            StudyRefusal::Unknown => nothing(),
            StudyRefusal::NoPoint => Self::bad(refusal.to_string()),
        }
    }
}

/// The wish that a request names.
fn wish_of(what: &str, point: &str) -> Result<StudyWish, RequestError> {
    Ok(match what {
        "move" => StudyWish::Move(move_of(point)?),
        "pass" => StudyWish::Move(Move::Pass),
        "hint" => StudyWish::Hint,
        "show" => StudyWish::Show,
        "again" => StudyWish::Restart,
        "next" => StudyWish::Next,
        "back" => StudyWish::Back,
        "quiz" => StudyWish::Quiz,
        _ => return Err(nothing()),
    })
}

fn nothing() -> RequestError {
    RequestError::not_found("there is nothing of this name")
}
