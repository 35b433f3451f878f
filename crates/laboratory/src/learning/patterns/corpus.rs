//! The moves of many positions as teams of features, column by column.

use std::collections::BTreeMap;

use super::sample_game::{PlayedMove, SampleGame};
use super::shape_inclusion::ShapeInclusion;
use crate::learning::parallel_map::{Tick, map_parts, part_of};
use sgmp_board::rng::Rng;
use sgmp_board::rules::Point;
use sgmp_knowledge::move_weights::{
    FamilySet, FeatureFamily, NetReading, ShapeDictionary, ShapeView, TacticalFeatures,
};

/// Bytes that a move takes here and while it is fitted; half as much again while columns grow.
const BYTES_A_MOVE: u64 = (4 + FeatureFamily::COUNT as u64 + 4) * 3 / 2;

/// The most moves that a position has.
const MAX_MOVES: u64 = 361;

/// Limits and settings of a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorpusSettings {
    /// Bytes for all moves together.
    pub memory: u64,
    /// Of whatever is drawn by lot.
    pub seed: u64,
    /// Number of threads to work with.
    pub jobs: usize,
    /// Groups of features that are not looked at.
    pub without: FamilySet,
}

/// Positions one after another: of each the move that was played, then others.
///
/// If memory does not hold all moves, the others are sampled: the choice among the sampled moves
/// follows the same weights (McFadden, "Modelling the choice of residential location", 1978).
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    pub(super) parts: Vec<Columns>,
    /// Of the shapes that its columns number.
    pub(super) inclusion: ShapeInclusion,
}

/// A part of the positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    pub(super) shapes: Vec<u32>,
    pub(super) levels: [Vec<u8>; FeatureFamily::COUNT],
    /// End of each position.
    pub(super) ends: Vec<u32>,
    /// Shapes and the next smaller ones in them, as the played moves show them.
    kin: BTreeMap<u32, u32>,
}

impl Corpus {
    /// The positions of games with so many stones to learn from, as [`super::count_shapes`] counted them.
    #[must_use]
    pub fn new(
        sample_games: &[SampleGame],
        stones: u64,
        dictionary: &ShapeDictionary,
        settings: &CorpusSettings,
        tick: Tick<'_>,
    ) -> Self {
        let room = settings.memory / BYTES_A_MOVE / stones.max(1);
        let most = room.clamp(2, MAX_MOVES) as usize;
        let parts = map_parts(settings.jobs, |part| {
            let mut columns = Columns::default();
            for sample_game in part_of(sample_games, part) {
                let name = format!("lesson {}", sample_game.digest());
                let mut rng = Rng::from_seed(settings.seed).split(&name);
                sample_game
                    .each(|played_move| columns.add(played_move, dictionary, most, &mut rng));
                tick();
            }
            columns.leave_out(settings.without);
            columns.shrink();
            columns
        });
        let kin = parts.iter().flat_map(|part| &part.kin);
        let inclusion =
            ShapeInclusion::new(dictionary.len(), kin.map(|(shape, in_it)| (*shape, *in_it)));
        Self { parts, inclusion }
    }

    /// Number of positions in all parts.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.parts.iter().map(|part| part.ends.len()).sum()
    }

    /// Number of moves of all positions.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.parts.iter().map(|part| part.shapes.len()).sum()
    }
}

impl Columns {
    fn add(
        &mut self,
        played_move: &PlayedMove<'_>,
        known: &ShapeDictionary,
        most: usize,
        rng: &mut Rng,
    ) {
        // 32 bits count four thousand million moves: far more than memory holds.
        let Ok(end) = u32::try_from(self.shapes.len() + most) else {
            return;
        };
        let mut points: Vec<Point> = played_move.position.legal_points().collect();
        // The order of a board's empty points tells of the moves that led there.
        points.sort();
        points.retain(|point| *point != played_move.played);
        let drawn = (most - 1).min(points.len());
        if drawn < points.len() {
            for place in 0..drawn {
                let other = place + rng.below((points.len() - place) as u32) as usize;
                points.swap(place, other);
            }
        }
        let view = ShapeView::new(&played_move.position);
        let mut in_it = 0;
        for shape in known.known(view.around(played_move.played)) {
            self.kin.insert(shape, in_it);
            in_it = shape;
        }
        let mut scout = TacticalFeatures::new(played_move.position, NetReading::Read);
        for point in std::iter::once(&played_move.played).chain(&points[..drawn]) {
            self.shapes.push(known.largest(view.around(*point)));
            let levels = scout.levels(*point);
            for (column, level) in self.levels.iter_mut().zip(levels.all()) {
                column.push(*level);
            }
        }
        debug_assert!(self.shapes.len() <= end as usize);
        self.ends.push(self.shapes.len() as u32);
    }

    /// Forgets the levels of some groups.
    fn leave_out(&mut self, without: FamilySet) {
        for (group, column) in FeatureFamily::ALL.into_iter().zip(&mut self.levels) {
            if without.contains(group) {
                column.fill(0);
            }
        }
    }

    /// Gives back what was taken to grow.
    fn shrink(&mut self) {
        self.shapes.shrink_to_fit();
        self.ends.shrink_to_fit();
        for column in &mut self.levels {
            column.shrink_to_fit();
        }
    }

    /// The range of moves of each position.
    pub(super) fn positions(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let ends = self.ends.iter().copied();
        starts
            .zip(ends)
            .map(|(start, end)| start as usize..end as usize)
    }
}
