//! Positions, and who owns their points in the end.

use std::ops::Range;

use crate::learning::patterns::Lesson;
use crate::rng::Rng;
use crate::rules::{BoardSize, Color, Game, Point};
use crate::search::judge;

/// Positions that are drawn from each game.
const EACH: usize = 4;
/// They lie between these parts of its moves: earlier the end says little, later all is said.
const FROM: f32 = 0.3;
const TO: f32 = 0.92;

/// Playouts that judge the end of a game.
const JUDGED_BY: u32 = 200;

/// A position of a game that was played to its end.
#[derive(Clone, Debug)]
pub struct Scene {
    game: Game,
    /// By the index of a point: 1 Black's, -1 White's, 0 nobody's.
    owners: Vec<f32>,
}

/// Why a game shows nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SceneError {
    /// It was broken off.
    #[error("no two passes end it")]
    Unfinished,
    /// A move breaks the rules.
    #[error("a move of it breaks the rules")]
    Illegal,
}

impl Scene {
    /// Positions of a game, by lot.
    ///
    /// # Errors
    /// [`SceneError`].
    pub fn of(lesson: &Lesson, rng: &mut Rng) -> Result<Vec<Self>, SceneError> {
        Self::within(lesson, FROM..TO, EACH, rng)
    }

    /// So many positions of a game, by lot, one of each of as many equal parts of `span`, a part of
    /// the game's moves from 0 to 1.
    ///
    /// # Errors
    /// [`SceneError`].
    pub fn within(
        lesson: &Lesson,
        span: Range<f32>,
        each: usize,
        rng: &mut Rng,
    ) -> Result<Vec<Self>, SceneError> {
        let moves = lesson.len();
        let end = lesson.after(moves).ok_or(SceneError::Illegal)?;
        if end.consecutive_passes() < 2 {
            return Err(SceneError::Unfinished);
        }
        let owners = owners(&end);
        let step = (span.end - span.start) / each as f32;
        let drawn = (0..each).map(|place| {
            const GRAIN: u32 = 1 << 16;
            let within = rng.below(GRAIN) as f32 / GRAIN as f32;
            let part = span.start + step * (place as f32 + within);
            let game = lesson.after((part * moves as f32) as usize);
            let owners = owners.clone();
            let scene = game.map(|game| Self { game, owners });
            scene.ok_or(SceneError::Illegal)
        });
        drawn.collect()
    }

    /// The position.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Its board's size.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.game.size()
    }

    /// Who owns a point in the end: 1 Black, -1 White, 0 nobody.
    #[must_use]
    pub fn owner(&self, point: Point) -> f32 {
        self.owners[point.index()]
    }
}

fn owners(end: &Game) -> Vec<f32> {
    let status = judge(end, &mut Rng::from_seed(1), JUDGED_BY);
    let mut owners = vec![0.0; Point::AREA];
    let sign = |color: Color| if color == Color::Black { 1.0 } else { -1.0 };
    for point in Point::all(end.size()) {
        let owner = match end.board().color_at(point) {
            Some(color) if status.dead().contains(point) => Some(!color),
            Some(color) => Some(color),
            None => status.territory().owner(point),
        };
        owners[point.index()] = owner.map_or(0.0, sign);
    }
    owners
}
