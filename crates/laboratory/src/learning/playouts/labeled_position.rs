//! Positions, and who owns their points in the end.

use std::ops::Range;

use crate::learning::parallel_map::Tick;
use crate::learning::patterns::SampleGame;
use crate::learning::self_play::memory_for;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{BoardSize, Color, Game, Komi, Point};
use sgmp_board::shared_work::map_each;
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Engine, Settings};
use sgmp_engine::search::final_status;

/// Positions that are drawn from each game.
const EACH: usize = 4;
/// They lie between these parts of its moves: earlier the end says little, later all is said.
const FROM: f32 = 0.3;
const TO: f32 = 0.92;

/// Playouts that judge the end of a game.
const JUDGED_BY: u32 = 200;
/// Of a search that tells owners one in so many playouts is spent beforehand on who is ahead.
const SHARE_FOR_KOMI: u32 = 4;

/// A position, and whose its points become.
#[derive(Clone, Debug)]
pub struct LabeledPosition {
    game: Game,
    /// By the index of a point: 1 Black's, -1 White's, 0 nobody's or in doubt.
    owners: Vec<f32>,
}

/// The reason why a game gives no positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    /// It was broken off.
    #[error("no two passes end it")]
    Unfinished,
    /// A move breaks the rules.
    #[error("a move of it breaks the rules")]
    Illegal,
}

/// Settings of the sampling of positions from a game, and the source of their owners.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionSampler {
    /// Positions, one of each of as many equal parts of `span`.
    pub each: usize,
    /// A part of the game's moves, from 0 to 1.
    pub span: Range<f32>,
    /// Playouts of a search that tells the owners in each position, of games however they ended; 0:
    /// the end of the game tells them, if two passes end it. The search plays with the komi that makes
    /// the position even, so that neither side is careless.
    pub searched: u32,
}

impl Default for PositionSampler {
    /// The settings for playouts.
    fn default() -> Self {
        Self {
            each: EACH,
            span: FROM..TO,
            searched: 0,
        }
    }
}

impl PositionSampler {
    /// Positions of a game.
    ///
    /// # Errors
    /// [`LabelError`].
    pub fn sample(
        &self,
        sample_game: &SampleGame,
        rng: &mut Rng,
    ) -> Result<Vec<LabeledPosition>, LabelError> {
        let end = sample_game
            .after(sample_game.len())
            .ok_or(LabelError::Illegal)?;
        let told = match self.searched {
            0 if end.consecutive_passes() < 2 => return Err(LabelError::Unfinished),
            0 => Some(owners(&end)),
            _ => None,
        };
        let step = (self.span.end - self.span.start) / self.each as f32;
        let positions = (0..self.each).map(|place| {
            const GRAIN: u32 = 1 << 16;
            let within = rng.below(GRAIN) as f32 / GRAIN as f32;
            let part = self.span.start + step * (place as f32 + within);
            let game = sample_game.after((part * sample_game.len() as f32) as usize);
            let game = game.ok_or(LabelError::Illegal)?;
            let owners = told.clone();
            let owners = owners.unwrap_or_else(|| expected(&game, self.searched));
            Ok(LabeledPosition { game, owners })
        });
        positions.collect()
    }

    /// Positions of each of many games, on so many threads, which do not change the outcome.
    #[must_use]
    pub fn sample_each(
        &self,
        sample_games: &[SampleGame],
        seed: u64,
        jobs: usize,
        tick: Tick<'_>,
    ) -> Vec<Result<Vec<LabeledPosition>, LabelError>> {
        map_each(jobs, sample_games, |sample_game| {
            let mut rng = Rng::from_seed(seed).split(&format!("game {}", sample_game.digest()));
            let positions = self.sample(sample_game, &mut rng);
            tick();
            positions
        })
    }
}

impl LabeledPosition {
    /// The position with the moves that led to it.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.game.size()
    }

    /// Owner of a point in the end: 1 Black, -1 White, 0 nobody; a search gives values between them.
    #[must_use]
    pub fn owner(&self, point: Point) -> f32 {
        self.owners[point.index()]
    }
}

/// Expected owner of each point by a search with the komi that makes the game even.
fn expected(game: &Game, playouts: u32) -> Vec<f32> {
    let searched = |game: &Game, playouts: u32| {
        let mut engine = Engine::new(Settings {
            memory: memory_for(playouts),
            ..Settings::default()
        });
        let thought = engine.analyze(game, game.to_move(), &StopFlag::default(), playouts);
        let mut owners = vec![0.0; Point::AREA];
        for point in Point::all(game.size()) {
            let of = |color| thought.ownership.share(point, color);
            owners[point.index()] = of(Color::Black) - of(Color::White);
        }
        owners
    };
    let first = searched(game, playouts.div_ceil(SHARE_FOR_KOMI));
    let lead: f32 = first.iter().sum();
    let even = Komi::from_half_points(2 * lead.round() as i16 + 1);
    searched(&game.clone().with_komi(even), playouts)
}

fn owners(end: &Game) -> Vec<f32> {
    let status = final_status(end, &mut Rng::from_seed(1), JUDGED_BY);
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
