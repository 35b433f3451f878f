//! The curve of a game: Black's chance to win and lead after each move, as small searches see them, and the
//! moves on which the game turned.
//!
//! The page asks for one part after another, so that it can draw what is known, and questions of its
//! reader come in between. The curve of a game of the archive is kept beside it, where `review` finds it too;
//! those of other records are remembered for a while.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::access::RequestError;
use super::position_text::Position;
use super::site::Site;
use sgmp_advice::review::AdviceDesk;
use sgmp_advice::review::{CurveSearch, GameCurve, KeptCurve, TurningPoint};
use sgmp_board::rules::Game;
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::NetChoice;

/// Positions that are searched for one part.
const MAX_SEARCHED: usize = 6;
/// Curves that are remembered.
const MAX_CURVES: usize = 8;

/// A position as the search sees it, for Black.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct PointState {
    /// Chance to win, 0 to 1.
    win: f32,
    /// Points ahead, where a net tells.
    lead: Option<f32>,
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
    /// The moves that lost most, the largest loss first; none before everything is known.
    turns: Vec<TurnState>,
}

/// A wish for a part.
#[derive(Debug, Deserialize)]
pub(super) struct CurveWish {
    /// Moves before the part's first position.
    pub(super) from: usize,
}

#[derive(Default)]
pub(super) struct CurveShelf(Mutex<VecDeque<KeptCurve>>);

impl CurveShelf {
    fn take(&self, game: &Game, search: CurveSearch) -> Option<KeptCurve> {
        let mut curves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = curves.iter().position(|curve| curve.is_of(game, search))?;
        curves.remove(place)
    }

    fn put(&self, curve: KeptCurve) {
        let mut curves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        curves.truncate(MAX_CURVES - 1);
        curves.push_front(curve);
    }
}

/// Judges positions of a game from one of them on, on the teachers' thread.
pub(super) async fn judge_part(
    site: &Site,
    game: Game,
    file: Option<PathBuf>,
    from: usize,
) -> Result<CurvePart, RequestError> {
    let (answer, answered) = tokio::sync::oneshot::channel();
    let (shelf, search) = (site.curves.clone(), site.search);
    let job = move |_: &mut AdviceDesk| {
        if !answer.is_closed() {
            let search = CurveSearch {
                net: search
                    .net
                    .filter(|_| game.size().lines() >= NetChoice::MIN_LINES),
                ..search
            };
            let known = shelf.take(&game, search);
            let mut curve = known.unwrap_or_else(|| KeptCurve::open(file, game, search));
            let part = CurvePart::make(&mut curve, from);
            if let Err(error) = curve.keep() {
                log::warn!("the curve is not kept: {error}");
            }
            shelf.put(curve);
            let _ = answer.send(part);
        }
    };
    let busy = || RequestError::conflict("the computer has too much to do just now: ask again");
    site.teachers.put(job).map_err(|_| busy())?;
    answered.await.map_err(|_| busy())
}

impl CurvePart {
    fn make(kept: &mut KeptCurve, from: usize) -> Self {
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
        let curve = kept.curve();
        let points = (from..end).map(|number| PointState::of_curve(curve, number));
        let points = points.collect();
        let turns = if end > last {
            let turns = TurningPoint::find(kept.game(), curve);
            turns
                .iter()
                .map(|turn| TurnState::new(kept.game(), turn))
                .collect()
        } else {
            Vec::new()
        };
        Self { points, turns }
    }
}

impl PointState {
    fn of_curve(curve: &GameCurve, number: usize) -> Option<Self> {
        let point = curve.at(number)?;
        let round = |value: f32, digits: f32| (value * digits).round() / digits;
        Some(Self {
            win: round(point.win, 1000.0),
            lead: point.lead.map(|lead| round(lead, 10.0)),
        })
    }
}

impl TurnState {
    fn new(game: &Game, turn: &TurningPoint) -> Self {
        let mut better = Vec::new();
        if let Some(mut after) = game.after(turn.number - 1) {
            for mv in &turn.before.line {
                if after.play(after.to_move(), *mv).is_err() {
                    break;
                }
                better.push(Position::new(&after, after.move_count(), after.last_move()));
            }
        }
        Self {
            number: turn.number,
            sentence: turn.sentence(),
            better,
        }
    }
}
