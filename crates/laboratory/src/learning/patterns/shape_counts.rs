//! Counts of played shapes, which decide on those worth a weight.

use std::collections::HashMap;

use super::sample_game::SampleGame;
use crate::learning::parallel_map::{Tick, map_parts, part_of};
use sgmp_knowledge::move_weights::{RADII, ShapeId, ShapeView};

/// Shapes of one radius that a part remembers; those met once are forgotten then.
const MAX_REMEMBERED: usize = 1 << 20;

/// The shapes around played stones that were played at least so often, and how many stones were
/// looked at. The order depends on the games alone.
#[must_use]
pub fn count_shapes(
    sample_games: &[SampleGame],
    least: u32,
    jobs: usize,
    tick: Tick<'_>,
) -> (Vec<ShapeId>, u64) {
    let counts = map_parts(jobs, |part| count(part_of(sample_games, part), tick));
    let mut sums: Vec<HashMap<ShapeId, u32>> = vec![HashMap::new(); RADII.count()];
    let mut stones = 0;
    for (part, seen) in counts {
        stones += seen;
        for (sum, part) in sums.iter_mut().zip(part) {
            for (shape, times) in part {
                *sum.entry(shape).or_default() += times;
            }
        }
    }
    let mut shapes = Vec::new();
    for sum in sums {
        let often = sum.into_iter().filter(|(_, times)| *times >= least);
        let mut names: Vec<ShapeId> = often.map(|(shape, _)| shape).collect();
        names.sort();
        shapes.extend(names);
    }
    (shapes, stones)
}

fn count<'a>(
    sample_games: impl Iterator<Item = &'a SampleGame>,
    tick: Tick<'_>,
) -> (Vec<HashMap<ShapeId, u32>>, u64) {
    let mut counts: Vec<HashMap<ShapeId, u32>> = vec![HashMap::new(); RADII.count()];
    let mut stones = 0;
    for sample_game in sample_games {
        sample_game.each(|played_move| {
            stones += 1;
            let view = ShapeView::new(&played_move.position);
            for (count, shape) in counts.iter_mut().zip(view.around(played_move.played)) {
                *count.entry(shape).or_default() += 1;
            }
        });
        for count in &mut counts {
            if count.len() > MAX_REMEMBERED {
                count.retain(|_, times| *times > 1);
            }
        }
        tick();
    }
    (counts, stones)
}
