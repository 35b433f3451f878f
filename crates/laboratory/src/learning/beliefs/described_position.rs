//! Described positions: features of groups and points, and their outcome.

use crate::learning::playouts::LabeledPosition;
use sgmp_board::rules::{Color, Point};
use sgmp_board::shared_work::map_each;
use sgmp_knowledge::analysis::{Analysis, GroupFeatures, OutcomeModel, PointFeatures};
use sgmp_knowledge::reading::Tactician;

/// The levels of the analysis: that of quick looks and that of careful ones, in turn.
const LEVELS: [u8; 2] = [2, 6];

/// Stones of a group that count at most: a large one is not more groups.
const MAX_WEIGHED_STONES: usize = 20;

/// A group of a position.
#[derive(Clone, Debug)]
pub(super) struct GroupSample {
    pub(super) features: GroupFeatures,
    /// The chance to live that it was given, 0 to 1.
    pub(super) told: f32,
    /// The share of its stones that its owner holds in the end.
    pub(super) lived: f32,
    /// Its stones, as far as they count.
    pub(super) weight: f32,
}

/// An empty point of a position.
#[derive(Clone, Debug)]
pub(super) struct PointSample {
    pub(super) features: PointFeatures,
    /// Predicted owner, from 1 for Black to -1 for White.
    pub(super) told: f32,
    /// Final owner; 0 for nobody.
    pub(super) owner: f32,
}

#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) groups: Vec<GroupSample>,
    pub(super) points: Vec<PointSample>,
    /// Black's area less White's: what was told less what it became.
    pub(super) area_error: f32,
}

/// Describes positions by some beliefs.
pub(super) fn samples(
    positions: &[LabeledPosition],
    beliefs: &OutcomeModel,
    jobs: usize,
    tick: &(dyn Fn() + Sync),
) -> Vec<Sample> {
    map_each(jobs, positions.iter().enumerate(), |(number, position)| {
        let sample = Sample::new(position, beliefs, LEVELS[number % LEVELS.len()]);
        tick();
        sample
    })
}

impl Sample {
    fn new(position: &LabeledPosition, beliefs: &OutcomeModel, level: u8) -> Self {
        let game = position.game();
        let (board, turn) = (game.board(), game.to_move());
        let (analysis, study) =
            Analysis::with_features(beliefs, &mut Tactician::new(), board, turn, level);
        let group_infos = analysis.group_infos().iter().zip(study.groups);
        let groups = group_infos.map(|(info, features)| {
            let stones = info.group.stones;
            let own = match info.group.color {
                Color::Black => 1.0,
                Color::White => -1.0,
            };
            let held: f32 = stones.iter().map(|p| own * position.owner(p)).sum();
            GroupSample {
                told: beliefs.chance(&features),
                features,
                lived: (1.0 + held / stones.len() as f32) / 2.0,
                weight: stones.len().min(MAX_WEIGHED_STONES) as f32,
            }
        });
        let points = study.points.into_iter();
        let points = points.map(|(point, features)| PointSample {
            told: analysis.territory().at(point),
            features,
            owner: position.owner(point),
        });
        let area: f32 = Point::all(position.size()).map(|p| position.owner(p)).sum();
        Self {
            groups: groups.collect(),
            points: points.collect(),
            area_error: analysis.estimate().area - area,
        }
    }
}
