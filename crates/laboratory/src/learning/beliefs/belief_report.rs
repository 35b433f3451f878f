//! Accuracy of beliefs in games that they were not learned from.

use std::fmt;

use super::described_position::{GroupSample, samples};
use crate::learning::parallel_map::Tick;
use crate::learning::playouts::LabeledPosition;
use sgmp_knowledge::analysis::OutcomeModel;

/// Groups that were given about the same chance to live.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// Number of groups that were told about this chance.
    pub groups: usize,
    /// The mean chance that they were given, 0 to 1.
    pub told: f32,
    /// The mean share of their stones that lived.
    pub lived: f32,
}

/// The errors of beliefs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Mean square of what the owner of an empty point was off, -1 to 1 standing for the colors.
    pub points: f32,
    /// Median of what the area of a position was off, in points.
    pub area: f32,
    /// Mean square of what the chance of a group was off, its stones counted up to twenty.
    pub life: f32,
    /// The groups by the chance that they were given, in tenths.
    pub rows: [Row; 10],
}

impl Report {
    /// The report of some positions whose owners are known.
    #[must_use]
    pub fn new(
        positions: &[LabeledPosition],
        beliefs: &OutcomeModel,
        jobs: usize,
        tick: Tick<'_>,
    ) -> Self {
        let seen = samples(positions, beliefs, jobs, tick);
        let mut report = Self::default();
        let mut areas: Vec<f32> = seen.iter().map(|sample| sample.area_error.abs()).collect();
        areas.sort_by(f32::total_cmp);
        report.area = areas.get(areas.len() / 2).copied().unwrap_or(0.0);
        report.points = mean(seen.iter().map(|sample| {
            let points = sample.points.iter();
            (1.0, mean(points.map(|p| (1.0, (p.told - p.owner).powi(2)))))
        }));
        let groups = || seen.iter().flat_map(|sample| &sample.groups);
        report.life = mean(groups().map(|g| (g.weight, (g.told - g.lived).powi(2))));
        let last = report.rows.len() - 1;
        for (place, row) in report.rows.iter_mut().enumerate() {
            let of_row = |group: &GroupSample| ((10.0 * group.told) as usize).min(last) == place;
            let here = || groups().filter(|group| of_row(group));
            *row = Row {
                groups: here().count(),
                told: mean(here().map(|g| (g.weight, g.told))),
                lived: mean(here().map(|g| (g.weight, g.lived))),
            };
        }
        report
    }
}

/// The mean of weighted numbers; 0 of none.
fn mean(numbers: impl Iterator<Item = (f32, f32)>) -> f32 {
    let (mut all, mut sum) = (0.0, 0.0);
    for (weight, number) in numbers {
        all += f64::from(weight);
        sum += f64::from(weight) * f64::from(number);
    }
    if all > 0.0 { (sum / all) as f32 } else { 0.0 }
}

impl fmt::Display for Report {
    /// A line of errors.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "owners of points {:.4}, area {:.1} points (median), life of groups {:.4}",
            self.points, self.area, self.life
        )
    }
}
