//! The curve of a game: Black's chance to win and lead after each move, as small searches see them, and the
//! moves on which the game turned.
//!
//! The page asks for one part after another, so that it can draw what is known, and questions of its
//! reader come in between. The curve of a game of the archive is kept beside it, where `review` finds it too;
//! those of other records are remembered for a while.

use std::collections::VecDeque;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::access::RequestError;
use super::position_text::Position;
use super::site::Site;
use crate::study::{GameSource, MissedChance};
use sgmp_advice::review::{
    AdviceDesk, CurveSearch, GameCurve, GameLessons, GameSummary, KeptCurve, LossGrade, MoveLoss,
    TurningPoint,
};
use sgmp_board::rules::Game;
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::NetChoice;
use sgmp_knowledge::experts::MoveFigures;

/// Positions that are searched for one part.
const MAX_SEARCHED: usize = 6;
/// Positions that take as long as a close look at one.
const CLOSE_LOOK: usize = 3;
/// Curves that are remembered.
const MAX_CURVES: usize = 8;

/// A position as the search sees it, for Black.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct PointState {
    /// Chance to win, 0 to 1.
    win: f32,
    /// Points ahead, where a net tells.
    lead: Option<f32>,
    /// The loss of the move that led here; none at the beginning, and where the position before is not known.
    loss: Option<LossState>,
}

/// The loss of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct LossState {
    /// "?!", "?", "??", or empty.
    sign: &'static str,
    /// The sign and the loss in words.
    words: String,
}

impl From<MoveLoss> for LossState {
    fn from(loss: MoveLoss) -> Self {
        Self {
            sign: loss.grade().sign(),
            words: loss.to_string(),
        }
    }
}

/// A move on which the game turned.
#[derive(Debug, Serialize)]
struct TurnState {
    number: usize,
    /// The loss, and the better move.
    sentence: String,
    /// The positions of the better line, from the one before the move.
    better: Vec<Position>,
}

/// Some positions in a row; none of one after the game's end.
#[derive(Debug, Serialize)]
pub(super) struct CurvePart {
    points: Vec<Option<PointState>>,
    /// True while the turning points are looked at closely: nothing is told of them yet, and some points will change.
    goes_on: bool,
    /// The moves that lost most, the largest loss first; none before everything is known.
    turns: Vec<TurnState>,
    /// The moves of Black and of White in sum; none before everything is known.
    summary: Vec<String>,
    /// True while positions of another record are searched first.
    waits: bool,
}

/// A wish for a part.
#[derive(Debug, Deserialize)]
pub(super) struct CurveWish {
    /// Moves before the part's first position.
    pub(super) from: usize,
    /// The part that is known now; nothing is searched for it.
    #[serde(default)]
    pub(super) known: bool,
}

#[derive(Default)]
struct Shelf {
    curves: VecDeque<KeptCurve>,
    /// The game of which positions are searched now.
    at_work: Option<Game>,
}

/// Curves of late, the latest first.
#[derive(Default)]
pub(super) struct CurveShelf(Mutex<Shelf>);

impl CurveShelf {
    fn lock(&self) -> MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The curve as far as it is known; it stays here, for pages that ask while more of it is searched.
    fn find(&self, game: &Game, search: CurveSearch) -> Option<KeptCurve> {
        let shelf = self.lock();
        let found = shelf.curves.iter().find(|curve| curve.is_of(game, search));
        found.cloned()
    }

    fn put(&self, curve: KeptCurve) {
        let mut shelf = self.lock();
        let (game, search) = (curve.game(), curve.search());
        shelf.curves.retain(|known| !known.is_of(game, search));
        shelf.curves.truncate(MAX_CURVES - 1);
        shelf.curves.push_front(curve);
    }

    /// Notes the game of which positions are searched now.
    fn begin(&self, game: &Game) {
        self.lock().at_work = Some(game.clone());
    }

    fn end(&self) {
        self.lock().at_work = None;
    }

    /// Returns whether positions of another game are searched now.
    fn is_held_up(&self, game: &Game) -> bool {
        let shelf = self.lock();
        shelf.at_work.as_ref().is_some_and(|other| other != game)
    }
}

/// Judges positions of a game in play from one of them on, on the teachers' thread.
pub(super) async fn judge_part(
    site: &Site,
    game: Game,
    from: usize,
) -> Result<CurvePart, RequestError> {
    at_curve(site, game, None, move |_, curve| {
        CurvePart::make(curve, from).0
    })
    .await
}

/// The same of a game that is reviewed; behind its last position comes what the whole of it tells.
pub(super) async fn review_part(
    site: &Site,
    game: Game,
    file: Option<PathBuf>,
    from: usize,
) -> Result<CurvePart, RequestError> {
    let part = move |_: &mut AdviceDesk, curve: &mut KeptCurve| {
        let (part, searched) = CurvePart::make(curve, from);
        let end = from.saturating_add(part.points.len());
        match end > curve.game().move_count() {
            true => CurvePart::last(curve, from..end, MAX_SEARCHED - searched),
            false => part,
        }
    };
    at_curve(site, game, file, part).await
}

/// A move of a game as a problem of one's own.
///
/// # Errors
/// A move that is not there, one that lost little, and a pass.
pub(super) async fn move_to_try_again(
    site: &Site,
    game: Game,
    number: usize,
    source: GameSource,
) -> Result<MissedChance, RequestError> {
    let made = at_curve(site, game, None, move |desk, kept| {
        let index = number.checked_sub(1)?;
        for moves in [index, number] {
            if kept.curve().at(moves).is_none() {
                kept.look(moves, &StopFlag::new());
            }
        }
        let loss = MoveLoss::of_move(kept.game(), kept.curve(), index)?;
        let known = kept.curve().at(index)?;
        let is_heavy = loss.grade() > LossGrade::Good;
        let made = MissedChance::to_try_again(desk, kept.game(), &loss, known, &source);
        made.filter(|_| is_heavy)
    });
    made.await?
        .ok_or_else(|| RequestError::conflict("this move lost too little to make a problem of it"))
}

/// The part of a game's curve that is known, at once: nothing is searched.
pub(super) fn known_part(site: &Site, game: Game, file: Option<PathBuf>) -> CurvePart {
    let waits = site.curves.is_held_up(&game);
    let last = game.move_count();
    let kept = kept_curve(&site.curves, file, game, site.search);
    CurvePart {
        waits,
        ..CurvePart::of_curve(&kept, 0, last + 1)
    }
}

/// The figures that the curve of a whole game has of the latest move of a position in it, as far as its curve is known here.
pub(super) fn known_figures(site: &Site, whole: Game, position: &Game) -> Option<MoveFigures> {
    let (color, _) = position.last_move()?;
    if !whole.moves().starts_with(position.moves()) {
        return None;
    }
    let kept = kept_curve(&site.curves, None, whole, site.search);
    kept.curve().figures(color, position.move_count())
}

/// The curve of a game as it was left last.
fn kept_curve(
    shelf: &CurveShelf,
    file: Option<PathBuf>,
    game: Game,
    search: CurveSearch,
) -> KeptCurve {
    let is_known = game.size().lines() >= NetChoice::MIN_LINES;
    let search = CurveSearch {
        net: search.net.filter(|_| is_known),
        ..search
    };
    let known = shelf.find(&game, search);
    known.unwrap_or_else(|| KeptCurve::open(file, game, search))
}

/// Does something with the curve of a game on the teachers' thread.
async fn at_curve<T: Send + 'static>(
    site: &Site,
    game: Game,
    file: Option<PathBuf>,
    task: impl FnOnce(&mut AdviceDesk, &mut KeptCurve) -> T + Send + 'static,
) -> Result<T, RequestError> {
    let (answer, answered) = tokio::sync::oneshot::channel();
    let (shelf, search) = (site.curves.clone(), site.search);
    let job = move |desk: &mut AdviceDesk| {
        if !answer.is_closed() {
            shelf.begin(&game);
            let mut curve = kept_curve(&shelf, file, game, search);
            let told = task(desk, &mut curve);
            if let Err(error) = curve.keep() {
                log::warn!("the curve is not kept: {error}");
            }
            shelf.put(curve);
            shelf.end();
            let _ = answer.send(told);
        }
    };
    let busy = || RequestError::conflict("the computer has too much to do just now: ask again");
    site.teachers.put(job).map_err(|_| busy())?;
    answered.await.map_err(|_| busy())
}

impl CurvePart {
    /// A part, and the number of positions that were searched for it.
    fn make(kept: &mut KeptCurve, from: usize) -> (Self, usize) {
        let last = kept.game().move_count();
        let mut searched = 0;
        let mut end = from;
        while end <= last && searched < MAX_SEARCHED {
            if kept.curve().at(end).is_none() {
                searched += 1;
                kept.look(end, &StopFlag::new());
            }
            end += 1;
        }
        (Self::of_curve(kept, from, end), searched)
    }

    /// The last part of a curve that is known, with what the whole of it tells; nothing yet where so many positions more do not
    /// suffice for a close look at its turning points.
    fn last(kept: &mut KeptCurve, part: Range<usize>, searches: usize) -> Self {
        let looks = searches.div_ceil(CLOSE_LOOK);
        let looked = (0..looks)
            .take_while(|_| kept.look_closely(&StopFlag::new()))
            .count();
        let is_stuck = looks > 0 && looked == 0;
        let part = Self::of_curve(kept, part.start, part.end);
        let (game, curve) = (kept.game(), kept.curve());
        if !is_stuck && curve.next_close(game).is_some() {
            return Self {
                goes_on: true,
                ..part
            };
        }
        let turns = TurningPoint::find(game, curve);
        let summary = GameSummary::new(game, curve).to_string();
        let lessons = GameLessons::new(game, curve).to_string();
        let lines = summary.lines().chain(lessons.lines());
        Self {
            turns: turns
                .iter()
                .map(|turn| TurnState::new(game, turn))
                .collect(),
            summary: lines.map(str::to_owned).collect(),
            ..part
        }
    }

    /// The points of a curve from one position up to another, as far as they are known.
    fn of_curve(kept: &KeptCurve, from: usize, end: usize) -> Self {
        let (game, curve) = (kept.game(), kept.curve());
        let points = (from..end).map(|number| PointState::of_curve(game, curve, number));
        Self {
            points: points.collect(),
            goes_on: false,
            turns: Vec::new(),
            summary: Vec::new(),
            waits: false,
        }
    }
}

impl PointState {
    fn of_curve(game: &Game, curve: &GameCurve, number: usize) -> Option<Self> {
        let point = curve.at(number)?;
        let move_before = number.checked_sub(1);
        let loss = move_before.and_then(|index| MoveLoss::of_move(game, curve, index));
        let round = |value: f32, digits: f32| (value * digits).round() / digits;
        Some(Self {
            win: round(point.win, 1000.0),
            lead: point.lead.map(|lead| round(lead, 10.0)),
            loss: loss.map(LossState::from),
        })
    }
}

impl TurnState {
    fn new(game: &Game, turn: &TurningPoint) -> Self {
        let mut better = Vec::new();
        if let Some(mut after) = game.after(turn.loss.number - 1) {
            for mv in &turn.before.line {
                if after.play(after.to_move(), *mv).is_err() {
                    break;
                }
                better.push(Position::new(&after, after.move_count(), after.last_move()));
            }
        }
        Self {
            number: turn.loss.number,
            sentence: turn.sentence(),
            better,
        }
    }
}
