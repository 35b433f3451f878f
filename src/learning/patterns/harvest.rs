//! Which shapes are worth a weight.

use std::collections::HashMap;

use super::lesson::Lesson;
use crate::learning::parts::{Tick, in_parts, part_of};
use crate::move_weights::{RADII, ShapeId, ShapeView};

/// Shapes of one radius that a part remembers; those met once are forgotten then.
const MOST_REMEMBERED: usize = 1 << 20;

/// The shapes around played stones that were played at least so often, and how many stones were
/// looked at. The order depends on the games alone.
#[must_use]
pub fn harvest(lessons: &[Lesson], least: u32, jobs: usize, tick: Tick<'_>) -> (Vec<ShapeId>, u64) {
    let counts = in_parts(jobs, |part| count(part_of(lessons, part), tick));
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
    lessons: impl Iterator<Item = &'a Lesson>,
    tick: Tick<'_>,
) -> (Vec<HashMap<ShapeId, u32>>, u64) {
    let mut counts: Vec<HashMap<ShapeId, u32>> = vec![HashMap::new(); RADII.count()];
    let mut stones = 0;
    for lesson in lessons {
        lesson.each(|occasion| {
            stones += 1;
            let view = ShapeView::new(&occasion.position);
            for (count, shape) in counts.iter_mut().zip(view.around(occasion.played)) {
                *count.entry(shape).or_default() += 1;
            }
        });
        for count in &mut counts {
            if count.len() > MOST_REMEMBERED {
                count.retain(|_, times| *times > 1);
            }
        }
        tick();
    }
    (counts, stones)
}
