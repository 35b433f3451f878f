//! The curve of a game: Black's chance to win and lead after each move, judged by small searches with the
//! net.
//!
//! The page asks for one part after another, so that it can draw what is known, and questions of its
//! reader come in between.

use serde::Serialize;

use super::access::RequestError;
use super::job_queue::JobQueue;
use crate::engine::NetChoice;
use crate::experts::Teacher;
use crate::rules::{Color, Game};
use crate::search::{NetSearcher, PuctParams, StopFlag};

/// Evaluations for each position.
const EVALUATIONS: u32 = 32;
/// Bytes for such a search.
const MEMORY: usize = 4 << 20;

/// A position as the net sees it, for Black.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct CurvePoint {
    /// Chance to win, 0 to 1.
    win: f32,
    /// Points ahead.
    lead: f32,
}

/// Some positions in a row; none of a board that the net does not know.
#[derive(Debug, Serialize)]
pub(super) struct CurvePart {
    points: Vec<Option<CurvePoint>>,
}

impl CurvePart {
    /// Positions of one part.
    pub(super) const MAX_POSITIONS: usize = 6;
}

/// Judges positions, on the teachers' thread.
pub(super) async fn judge_part(
    teachers: &JobQueue<Teacher>,
    games: Vec<Game>,
) -> Result<CurvePart, RequestError> {
    let (answer, answered) = tokio::sync::oneshot::channel();
    let job = move |_: &mut Teacher| {
        if !answer.is_closed() {
            let points = games.iter().map(judged).collect();
            let _ = answer.send(CurvePart { points });
        }
    };
    let busy = || RequestError::conflict("the computer has too much to do just now: ask again");
    teachers.put(job).map_err(|_| busy())?;
    answered.await.map_err(|_| busy())
}

fn judged(game: &Game) -> Option<CurvePoint> {
    if game.size().lines() < NetChoice::MIN_LINES {
        return None;
    }
    let color = game.to_move();
    let net = NetChoice::embedded();
    let mut searcher = NetSearcher::new(net, MEMORY, 1, PuctParams::default());
    let result = searcher.search(game, color, &StopFlag::new(), EVALUATIONS);
    let lead = result.score?;
    let (win, lead) = match color {
        Color::Black => (result.value, lead),
        Color::White => (1.0 - result.value, -lead),
    };
    let round = |value: f32, digits: f32| (value * digits).round() / digits;
    Some(CurvePoint {
        win: round(win, 1000.0),
        lead: round(lead, 10.0),
    })
}
