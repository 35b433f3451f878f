//! The findings of a report on one run, and of all runs of a setting.

use crate::evolution::cross_play::{against_predecessors, against_static, cross_play};
use crate::evolution::finished_run::FinishedRun;
use crate::evolution::paper_tables::{TABLE_I, TABLE_II};
use crate::evolution::statistics::{
    Cluster, CrossTable, Line, PairResult, Rating, Trend, holm, mann_kendall, sign_p, trend,
};
use sgmp_engine::engine::evolved::StaticPlayer;

/// The effort for a report.
#[derive(Clone, Copy, Debug)]
pub struct ReportEffort {
    /// Openings by chance from which each net meets others.
    pub openings: u32,
    /// Threads that play the games.
    pub threads: usize,
}

/// One run with what its nets did.
#[derive(Debug)]
pub(super) struct RunSummary {
    pub(super) run: FinishedRun,
    pub(super) cross: CrossTable,
    pub(super) ratings: Vec<Rating>,
    /// Games of each net but the first against the one before.
    pub(super) steps: Vec<PairResult>,
    /// Mean leads of the nets against each static player.
    pub(super) leads: Vec<(StaticPlayer, Vec<f64>)>,
}

impl RunSummary {
    /// Lets the nets of a run play.
    pub(super) fn new(run: FinishedRun, effort: ReportEffort) -> Self {
        let ReportEffort { openings, threads } = effort;
        let max_moves = run.config.board.max_moves_per_point;
        let cross = cross_play(&run.nets, max_moves, threads);
        let leads = StaticPlayer::ALL.into_iter().map(|player| {
            (
                player,
                against_static(&run.nets, player, openings, max_moves, threads),
            )
        });
        Self {
            ratings: cross.ratings(),
            steps: against_predecessors(&run.nets, openings, max_moves, threads),
            leads: leads.collect(),
            cross,
            run,
        }
    }

    /// Points of each net by its generation.
    pub(super) fn points(&self) -> Cluster {
        let nets = self.run.nets.iter().enumerate();
        nets.map(|(place, net)| {
            let points = self.cross.record(place).points();
            (net.header().generation as f64, f64::from(points))
        })
        .collect()
    }

    /// The points of the paper's nets, by the generations that they were kept at, where this run keeps its nets
    /// at the same.
    pub(super) fn paper_points(&self) -> Option<Cluster> {
        let every = self.run.config.keep_every;
        let table: &[i32] = match (self.run.config.board.lines, every) {
            (13, 1_000) => &TABLE_I,
            (13, 10_000) => &TABLE_II,
            _ => return None,
        };
        let point = |(nth, points): (usize, &i32)| ((nth as u64 * every) as f64, (*points).into());
        Some(table.iter().enumerate().map(point).collect())
    }

    /// Mean leads of the nets, by their generation, against the static players that the run did not learn
    /// from.
    pub(super) fn held_out(&self) -> Cluster {
        self.leads_against(|player| {
            !self
                .run
                .config
                .fitness
                .opponents
                .iter()
                .any(|name| name == player.name())
        })
    }

    /// The same against those that it did learn from, from openings that it did not meet.
    pub(super) fn against_teachers(&self) -> Cluster {
        self.leads_against(|player| {
            self.run
                .config
                .fitness
                .opponents
                .iter()
                .any(|name| name == player.name())
        })
    }

    fn leads_against(&self, counts: impl Fn(StaticPlayer) -> bool) -> Cluster {
        let counted: Vec<&Vec<f64>> = self
            .leads
            .iter()
            .filter(|(player, _)| counts(*player))
            .map(|(_, leads)| leads)
            .collect();
        if counted.is_empty() {
            return Vec::new();
        }
        let nets = self.run.nets.iter().enumerate();
        nets.map(|(place, net)| {
            let sum: f64 = counted.iter().map(|leads| leads[place]).sum();
            (net.header().generation as f64, sum / counted.len() as f64)
        })
        .collect()
    }

    /// Number of steps from a kept net to the next whose games are won or lost so clearly that chance is
    /// ruled out, by Holm's method for all steps: won, lost.
    pub(super) fn significant_steps(&self) -> (usize, usize) {
        let values: Vec<f64> = self.steps.iter().map(|step| sign_p(*step)).collect();
        let clear = holm(&values);
        let count = |is_meant: fn(&PairResult) -> bool| {
            let steps = self.steps.iter().zip(&clear);
            steps
                .filter(|(step, p)| **p < 0.05 && is_meant(step))
                .count()
        };
        (
            count(|step| step.won > step.lost),
            count(|step| step.won < step.lost),
        )
    }

    /// Number of kept nets that differ from the one before, the first among them.
    pub(super) fn different_nets(&self) -> usize {
        let nets = &self.run.nets;
        let changes = nets
            .windows(2)
            .filter(|pair| !pair[1].is_same_net(&pair[0]));
        changes.count() + usize::from(!nets.is_empty())
    }

    /// Share of all turns that were passes.
    pub(super) fn passes(&self) -> f64 {
        let (sum, games) = self.run.rows.iter().fold((0.0, 0.0), |(sum, games), row| {
            (sum + row.passes * row.games, games + row.games)
        });
        if games > 0.0 { sum / games } else { 0.0 }
    }

    /// Seconds that a generation took, the median.
    pub(super) fn seconds(&self) -> f64 {
        let mut all: Vec<f64> = self.run.rows.iter().map(|row| row.seconds).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied().unwrap_or_default()
    }
}

/// A trend with all that is told of it.
#[derive(Debug)]
pub(super) struct TrendSummary {
    pub(super) trend: Trend,
    /// The line through the points, where there is one run.
    pub(super) line: Option<Line>,
    pub(super) kendall: (i64, f64),
}

/// All runs of a setting.
#[derive(Debug)]
pub(super) struct SettingSummary {
    pub(super) name: String,
    pub(super) runs: Vec<RunSummary>,
}

impl SettingSummary {
    /// The trend of something of each run.
    pub(super) fn trend(&self, of: fn(&RunSummary) -> Cluster) -> Option<TrendSummary> {
        let clusters: Vec<Cluster> = self.runs.iter().map(of).collect();
        let line = match &clusters[..] {
            [one] => Line::through(one),
            _ => None,
        };
        Some(TrendSummary {
            trend: trend(&clusters)?,
            line,
            kendall: mann_kendall(&clusters),
        })
    }

    /// The last value of something of each run.
    pub(super) fn last(&self, of: fn(&RunSummary) -> Cluster) -> Vec<f64> {
        let runs = self.runs.iter();
        runs.filter_map(|run| of(run).last().map(|point| point.1))
            .collect()
    }

    /// Fitness of the best net of each run at its end.
    pub(super) fn last_fitness(&self) -> Vec<f64> {
        let rows = self.runs.iter().filter_map(|run| run.run.rows.last());
        rows.map(|row| row.best).collect()
    }
}
