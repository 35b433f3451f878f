//! The tables of docs/evolution.md, as Markdown.

use std::fmt;

use super::run_data::{KeptNet, PublishedRun, PublishedRuns, against_teacher, held_out, points};
use crate::evolution::statistics::{PairResult, compare, holm, mann_kendall, trend};

/// Settings with so many runs are compared.
const MIN_RUNS: usize = 5;

/// Subject of a table.
type Measure = (&'static str, fn(&KeptNet) -> f64);

const MEASURES: [Measure; 3] = [
    ("points against each other", points),
    ("lead against players never met", held_out),
    ("lead against static-1, openings never met", against_teacher),
];

/// A table of the page.
#[derive(Clone, Debug)]
pub struct PublishedTable {
    /// The section of the page in which it stands.
    pub title: &'static str,
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl PublishedTable {
    /// Its lines as they stand on the page, the head and the rule below it first.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let head = format!("| {} |", self.head.join(" | "));
        let rule = format!("|{}", "---|".repeat(self.head.len()));
        let rows = self
            .rows
            .iter()
            .map(|row| format!("| {} |", row.join(" | ")));
        [head, rule].into_iter().chain(rows).collect()
    }
}

impl fmt::Display for PublishedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "### {}\n\n{}", self.title, self.lines().join("\n"))
    }
}

/// All tables, in the page's order.
pub(super) fn tables(data: &PublishedRuns) -> Vec<PublishedTable> {
    let mut all = vec![
        runs_table(data),
        trends_table(data),
        comparisons_table(data),
    ];
    all.extend(data.runs.iter().filter_map(nets_table));
    all
}

/// A chance: two digits that count, no more than four places.
pub(super) fn share(p: f64) -> String {
    match p {
        ..0.0001 => "< 0.0001".to_owned(),
        0.1.. => format!("{p:.2}"),
        0.01.. => format!("{p:.3}"),
        _ => format!("{p:.4}"),
    }
}

pub(super) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match (
        sorted.get(sorted.len().max(1).div_ceil(2) - 1),
        sorted.get(sorted.len() / 2),
    ) {
        (Some(low), Some(high)) => f64::midpoint(*low, *high),
        _ => 0.0,
    }
}

/// Fitness of the best net of each run of a setting, at its beginning and at its end.
fn fitness(data: &PublishedRuns, setting: &str) -> [Vec<f64>; 2] {
    let best =
        |of: fn(&PublishedRun) -> Option<f64>| data.of_setting(setting).filter_map(of).collect();
    [
        best(|run| run.rows.first().map(|row| row.best)),
        best(|run| run.rows.last().map(|row| row.best)),
    ]
}

/// Passes of all turns of some runs, 0 to 1, and their games.
pub(super) fn passes<'a>(runs: impl Iterator<Item = &'a PublishedRun>) -> (f64, f64) {
    let (mut passes, mut games) = (0.0, 0.0);
    for row in runs.flat_map(|run| &run.rows) {
        passes += row.passes * row.games;
        games += row.games;
    }
    (passes / games.max(1.0), games)
}

fn runs_table(data: &PublishedRuns) -> PublishedTable {
    let row = |setting: &str| {
        let runs: Vec<&PublishedRun> = data.of_setting(setting).collect();
        let end = runs.iter().filter_map(|run| run.rows.last());
        let end = end.map(|row| row.generation).fold(f64::INFINITY, f64::min);
        let (passes, games) = passes(runs.iter().copied());
        let [first, last] = fitness(data, setting);
        let nets = || runs.iter().flat_map(|run| &run.nets);
        let new = nets().filter(|net| net.is_new).count();
        let (cyclic, triples) = runs.iter().fold((0, 0), |sum, run| {
            let (cyclic, all) = run.cross.cyclic_triples();
            (sum.0 + cyclic, sum.1 + all)
        });
        vec![
            setting.to_owned(),
            runs.len().to_string(),
            format!("{end:.0}"),
            format!("{games:.0}"),
            format!("{:+.1}", median(&first)),
            format!("{:+.1}", median(&last)),
            format!("{new} of {}", nets().count()),
            format!("{:.1} %", 100.0 * passes),
            format!("{cyclic} of {triples}"),
        ]
    };
    PublishedTable {
        title: "Runs",
        head: vec![
            "setting",
            "runs",
            "generations",
            "games",
            "best at first",
            "best at the end",
            "different kept nets",
            "passes",
            "cyclic triples",
        ],
        rows: data.settings().into_iter().map(row).collect(),
    }
}

fn trends_table(data: &PublishedRuns) -> PublishedTable {
    let mut rows = Vec::new();
    for setting in data.settings() {
        for (name, of) in MEASURES {
            let runs = data.clusters(setting, of);
            let Some(found) = trend(&runs) else { continue };
            let (s, p) = mann_kendall(&runs);
            let interval = found.interval.map_or("-".to_owned(), |(low, high)| {
                format!("{:+.3} to {:+.3}", 1000.0 * low, 1000.0 * high)
            });
            rows.push(vec![
                setting.to_owned(),
                name.to_owned(),
                format!("{:+.3}", 1000.0 * found.slope),
                interval,
                share(found.p),
                s.to_string(),
                share(p),
            ]);
        }
    }
    PublishedTable {
        title: "Trends of the kept nets",
        head: vec![
            "setting",
            "measure",
            "slope",
            "95 %",
            "p",
            "Kendall's S",
            "its p",
        ],
        rows,
    }
}

/// The last value of something in each run of a setting.
fn last(data: &PublishedRuns, setting: &str, of: fn(&KeptNet) -> f64) -> Vec<f64> {
    let runs = data.of_setting(setting);
    runs.filter_map(|run| run.nets.last().map(of)).collect()
}

fn comparisons_table(data: &PublishedRuns) -> PublishedTable {
    let settings: Vec<&str> = data
        .settings()
        .into_iter()
        .filter(|setting| data.of_setting(setting).count() >= MIN_RUNS)
        .collect();
    let mut rows = compared(&settings, "fitness at the end", |setting| {
        let [_, last] = fitness(data, setting);
        last
    });
    for (name, of) in &MEASURES[1..] {
        rows.extend(compared(&settings, name, |setting| {
            last(data, setting, *of)
        }));
    }
    PublishedTable {
        title: "Settings compared",
        head: vec!["measure", "settings", "medians", "A12", "p", "p, Holm"],
        rows,
    }
}

/// Each two settings by one measure, their p corrected together.
fn compared(settings: &[&str], name: &str, of: impl Fn(&str) -> Vec<f64>) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for (place, one) in settings.iter().enumerate() {
        for other in &settings[place + 1..] {
            let (first, second) = (of(one), of(other));
            let Some(found) = compare(&first, &second) else {
                continue;
            };
            let words = vec![
                name.to_owned(),
                format!("{one} against {other}"),
                format!("{:+.1} and {:+.1}", median(&first), median(&second)),
                format!("{:.2}", found.a12),
                share(found.p),
            ];
            rows.push((words, found.p));
        }
    }
    let corrected = holm(&rows.iter().map(|(_, p)| *p).collect::<Vec<_>>());
    let both = rows.into_iter().zip(corrected);
    both.map(|((mut words, _), p)| {
        words.push(share(p));
        words
    })
    .collect()
}

/// The kept nets of a run beside the paper's table, where it has one.
fn nets_table(run: &PublishedRun) -> Option<PublishedTable> {
    let paper = run.paper_points()?;
    let head = match run.setting.as_str() {
        "A" => ["A: won, drawn, lost", "A: points", "Table I"],
        "B" => ["B: won, drawn, lost", "B: points", "Table II"],
        _ => return None,
    };
    let row = |(net, (_, paper)): (&KeptNet, &(f64, f64))| {
        let PairResult { won, drawn, lost } = net.result;
        let [elo, low, high] = net.rating;
        vec![
            format!("{}", net.generation / 1000.0),
            format!("{won}, {drawn}, {lost}"),
            net.result.points().to_string(),
            format!("{elo:+.0} ({low:+.0} to {high:+.0})"),
            format!("{:+.1}", against_teacher(net)),
            format!("{:+.1}", held_out(net)),
            format!("{paper}"),
        ]
    };
    Some(PublishedTable {
        title: "Tables I and II, Figures 9 and 10",
        head: vec![
            "generation, thousands",
            head[0],
            head[1],
            "rating (95 %)",
            "lead, `static-1`",
            "lead, never met",
            head[2],
        ],
        rows: run.nets.iter().zip(&paper).map(row).collect(),
    })
}
