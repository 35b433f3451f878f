//! The page of a report, and the same as plain text.

use std::fmt::Write;

use super::Figure;
use super::run_summary::{ReportEffort, RunSummary, SettingSummary, TrendSummary};
use crate::evolution::statistics::{Cluster, Comparison, compare, holm};
use sgmp_board::picture::{escape_markup, html_page};
use sgmp_engine::engine::evolved::StaticPlayer;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#222;--paper:#fff;--soft:#555;--line:#ccc}\
@media(prefers-color-scheme:dark){:root{--ink:#ece7dc;--paper:#1b1a18;--soft:#b0a89b;--line:#45403a}}\
body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:var(--paper)}\
h1{font-size:1.6rem}h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}\
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.2rem .8rem;text-align:right;border-bottom:1px solid var(--line)}\
td{white-space:nowrap}\
td:first-child,th:first-child{text-align:left;white-space:normal}svg{max-width:100%;height:auto;background:#fff}.wide{overflow-x:auto}\
p.note{color:var(--soft)}p.lost{font-weight:bold}";

/// A table of words.
struct ReportTable {
    title: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl ReportTable {
    fn html(&self) -> String {
        let cells = |tag: &str, cells: &[String]| -> String {
            let cells = cells
                .iter()
                .map(|cell| format!("<{tag}>{}</{tag}>", escape_markup(cell)));
            format!("<tr>{}</tr>", cells.collect::<String>())
        };
        let body: String = self.rows.iter().map(|row| cells("td", row)).collect();
        format!(
            "<h3>{0}</h3><div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table>{1}{body}</table></div>\n",
            escape_markup(&self.title),
            cells("th", &self.head)
        )
    }

    fn text(&self) -> String {
        let all = || std::iter::once(&self.head).chain(&self.rows);
        let width = |place: usize| {
            let lengths = all()
                .filter_map(|row| row.get(place))
                .map(|cell| cell.chars().count());
            lengths.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let mut text = format!("{}\n", self.title);
        for row in all() {
            let mut line = String::new();
            for (place, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let width = *width;
                let _ = if place == 0 {
                    write!(line, "  {cell:<width$}")
                } else {
                    write!(line, "  {cell:>width$}")
                };
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.push('\n');
        text
    }
}

/// The page in HTML and in text.
pub(super) fn page(
    settings: &[SettingSummary],
    figures: &[Figure],
    effort: ReportEffort,
) -> (String, String) {
    let title = "Evolution of the opening: report";
    let note = format!(
        "Nets that were kept play each other on an empty board with both colors, 2 points for a win, -1 for a loss, 1 \
         for a draw, as in Kendall, Yaakob and Hingston (2004). Leads are means over {} openings of four moves by \
         chance, with both colors, counted after the finisher has played both sides to the end. Unless one run is \
         named, the unit is the run: intervals draw runs with replacement, p exchanges generations within runs, which \
         flatters a run whose best net stays the same for long: look at the number of different nets.",
        effort.openings
    );
    let (mut html, mut text) = (String::new(), format!("{title}\n\n{note}\n\n"));
    for (place, setting) in settings.iter().enumerate() {
        let runs = setting.runs.len();
        let head = format!(
            "{} ({runs} run{})",
            setting.name,
            if runs == 1 { "" } else { "s" }
        );
        let _ = writeln!(html, "<h2>{}</h2>", escape_markup(&head));
        let _ = write!(text, "{head}\n{}\n\n", "=".repeat(head.chars().count()));
        for lost in setting.runs.iter().filter_map(|run| run.run.lost.as_ref()) {
            let _ = writeln!(html, "<p class=\"lost\">{}</p>", escape_markup(lost));
            let _ = write!(text, "{lost}\n\n");
        }
        for table in setting_tables(setting) {
            html.push_str(&table.html());
            text.push_str(&table.text());
        }
        for figure in figures
            .iter()
            .filter(|figure| figure.setting == Some(place))
        {
            html.push_str(&figure.svg);
        }
    }
    if settings.len() > 1 {
        html.push_str("<h2>Settings compared</h2>\n");
        for table in comparisons(settings) {
            html.push_str(&table.html());
            text.push_str(&table.text());
        }
        for figure in figures.iter().filter(|figure| figure.setting.is_none()) {
            html.push_str(&figure.svg);
        }
    }
    let note = escape_markup(&note);
    let body = format!("<main><h1>{title}</h1><p class=\"note\">{note}</p>\n{html}</main>\n");
    let page = html_page(title, STYLE, "", body);
    (page, text)
}

fn setting_tables(setting: &SettingSummary) -> Vec<ReportTable> {
    let mut tables = vec![runs_table(setting), trends_table(setting)];
    if let [run] = &setting.runs[..] {
        tables.push(points_table(run));
    }
    tables
}

/// A row a run.
fn runs_table(setting: &SettingSummary) -> ReportTable {
    let head = [
        "run",
        "seed",
        "generations",
        "first best",
        "last best",
        "different nets",
        "passes",
        "cyclic triples",
        "steps won, lost",
        "s a generation",
    ];
    let row = |run: &RunSummary| {
        let rows = &run.run.rows;
        let (cyclic, all) = run.cross.cyclic_triples();
        let (won, lost) = run.significant_steps();
        vec![
            run.run.name.clone(),
            run.run.config.seed.to_string(),
            rows.last().map_or(0.0, |row| row.generation).to_string(),
            rows.first().map_or(String::new(), |row| signed(row.best)),
            rows.last().map_or(String::new(), |row| signed(row.best)),
            run.different_nets().to_string(),
            format!("{:.1} %", 100.0 * run.passes()),
            format!("{cyclic} of {all}"),
            format!("{won}, {lost} of {}", run.steps.len()),
            format!("{:.3}", run.seconds()),
        ]
    };
    ReportTable {
        title: "Runs (steps: kept nets that beat, or lost to, the one before, Holm-corrected sign test)".to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows: setting.runs.iter().map(row).collect(),
    }
}

/// A measure of a run at each kept generation.
type Course = fn(&RunSummary) -> Cluster;

/// The measures whose trend is told.
const MEASURES: [(&str, Course); 3] = [
    ("points against each other", RunSummary::points),
    ("lead against players never met", RunSummary::held_out),
    (
        "lead against those met, openings never met",
        RunSummary::against_teachers,
    ),
];

fn trends_table(setting: &SettingSummary) -> ReportTable {
    let head = [
        "measure",
        "slope for 1,000 generations",
        "95 %",
        "p by exchange",
        "Kendall's S",
        "its p",
    ];
    let row = |(name, of): (&str, fn(&RunSummary) -> Cluster)| {
        let Some(found) = setting.trend(of) else {
            let mut row = vec![name.to_owned()];
            row.resize(head.len(), "-".to_owned());
            return row;
        };
        vec![
            name.to_owned(),
            format!("{:+.3}", 1000.0 * found.trend.slope),
            interval(&found),
            share(found.trend.p),
            found.kendall.0.to_string(),
            share(found.kendall.1),
        ]
    };
    ReportTable {
        title: "Trends of the kept nets".to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows: MEASURES.into_iter().map(row).collect(),
    }
}

/// The interval of a slope: of runs drawn with replacement, or by Student's law for one run.
fn interval(found: &TrendSummary) -> String {
    match (found.trend.interval, found.line) {
        (Some((low, high)), _) => format!("{:+.3} to {:+.3}", 1000.0 * low, 1000.0 * high),
        (None, Some(line)) => format!("standard error {:.3}", 1000.0 * line.error),
        (None, None) => "-".to_owned(),
    }
}

/// Each kept net of a run, beside the paper's table where it has as many.
fn points_table(run: &RunSummary) -> ReportTable {
    let nets = run.run.nets.len();
    let paper = run.paper_points();
    let mut head: Vec<String> = ["generation", "won, drawn, lost", "points", "rating", "95 %"]
        .map(str::to_owned)
        .to_vec();
    head.extend(StaticPlayer::ALL.map(|player| format!("lead, {}", player.name())));
    if paper.is_some() {
        head.push("the paper's points".to_owned());
    }
    let row = |place: usize| {
        let record = run.cross.record(place);
        let rating = run.ratings[place];
        let mut row = vec![
            run.run.nets[place].header().generation.to_string(),
            format!("{}, {}, {}", record.won, record.drawn, record.lost),
            record.points().to_string(),
            format!("{:+.0}", rating.elo),
            format!("{:+.0} to {:+.0}", rating.low, rating.high),
        ];
        row.extend(run.leads.iter().map(|(_, leads)| signed(leads[place])));
        if let Some(paper) = &paper {
            let points = paper.get(place).map(|(_, points)| points.to_string());
            row.push(points.unwrap_or_default());
        }
        row
    };
    ReportTable {
        title: format!("{}: kept nets", run.run.name),
        head,
        rows: (0..nets).map(row).collect(),
    }
}

/// A number of each run of a setting that settings are compared by.
type Measure = (&'static str, fn(&SettingSummary) -> Vec<f64>);

fn comparisons(settings: &[SettingSummary]) -> Vec<ReportTable> {
    let measures: [Measure; 3] = [
        (
            "fitness of the best net at the end",
            SettingSummary::last_fitness,
        ),
        (
            "lead of the last kept net against players never met",
            |setting| setting.last(RunSummary::held_out),
        ),
        (
            "lead of the last kept net against those met, openings never met",
            |setting| setting.last(RunSummary::against_teachers),
        ),
    ];
    measures
        .into_iter()
        .map(|measure| comparison_table(settings, measure))
        .collect()
}

fn comparison_table(settings: &[SettingSummary], (title, of): Measure) -> ReportTable {
    let mut found: Vec<(Vec<String>, Comparison)> = Vec::new();
    for (place, one) in settings.iter().enumerate() {
        for other in &settings[place + 1..] {
            let (first, second) = (of(one), of(other));
            if let Some(comparison) = compare(&first, &second) {
                let words = vec![
                    format!("{} against {}", one.name, other.name),
                    format!("{} and {}", first.len(), second.len()),
                    format!("{} and {}", median(&first), median(&second)),
                ];
                found.push((words, comparison));
            }
        }
    }
    let values: Vec<f64> = found.iter().map(|(_, comparison)| comparison.p).collect();
    let corrected = holm(&values);
    let rows = found
        .into_iter()
        .zip(corrected)
        .map(|((mut row, comparison), corrected)| {
            row.push(format!("{:.2}", comparison.a12));
            row.push(share(comparison.p));
            row.push(share(corrected));
            row
        });
    let head = ["settings", "runs", "medians", "A12", "p", "p, Holm"];
    ReportTable {
        title: format!("Mann-Whitney: {title}"),
        head: head.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}

fn median(values: &[f64]) -> String {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (low, high) = (
        sorted.get((sorted.len().max(1) - 1) / 2),
        sorted.get(sorted.len() / 2),
    );
    match (low, high) {
        (Some(low), Some(high)) => signed((low + high) / 2.0),
        _ => "-".to_owned(),
    }
}

fn signed(value: f64) -> String {
    format!("{value:+.1}")
}

/// A chance: two digits that count, no more than four places.
fn share(p: f64) -> String {
    match p {
        ..0.0001 => "< 0.0001".to_owned(),
        0.1.. => format!("{p:.2}"),
        0.01.. => format!("{p:.3}"),
        _ => format!("{p:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::report;
    use super::*;
    use crate::evolution::{EvolutionConfig, FinishedRun, Population, RunFolder, Workers};

    fn toy_run(name: &str, seed: u64) -> FinishedRun {
        let folder = tempfile::tempdir().unwrap();
        let mut config = EvolutionConfig::toy();
        config.seed = seed;
        config.name = name.to_owned();
        config.keep_every = 2;
        let (mut kept, _) = RunFolder::open(folder.path(), &config).unwrap();
        let (mut population, row) = Population::start(config, &Workers::new(2)).unwrap();
        kept.add(&population, &row, 0.5).unwrap();
        for _ in 0..12 {
            let row = population.step(&Workers::new(2)).unwrap();
            kept.add(&population, &row, 0.5).unwrap();
        }
        let mut run = FinishedRun::read(folder.path()).unwrap();
        run.name = format!("run-{seed}");
        run
    }

    #[test]
    fn a_report_tells_all_runs() {
        let effort = ReportEffort {
            openings: 2,
            threads: 2,
        };
        let runs = || {
            vec![
                toy_run("one <a>", 1),
                toy_run("two", 1),
                toy_run("two", 2),
                toy_run("two", 3),
            ]
        };
        let mut told = 0;
        let made = report(runs(), effort, || told += 1).unwrap();
        assert_eq!(told, 4);
        assert!(made.html.contains("one &lt;a&gt; (1 run)") && made.html.contains("two (3 runs)"));
        assert!(!made.html.contains("the paper's points"), "another board");
        assert!(made.text.contains("one <a> against two") && made.text.contains("A12"));
        assert_eq!(made.figures.len(), 9);
        assert_eq!(made.html.matches("<svg").count(), 9);
        assert!(
            made.figures
                .iter()
                .any(|(name, _)| name == "one--a--points.svg")
        );
        assert_eq!(report(runs(), effort, || {}).unwrap().text, made.text);
        let [(_, nets), (_, pairs)] = &made.tables;
        // Seven nets a run, four runs.
        assert_eq!((nets.lines().count(), pairs.lines().count()), (29, 85));
        assert!(nets.contains("\ntwo,run-3,3,12,"));
    }

    #[test]
    fn chances_are_short() {
        assert_eq!(share(0.000_04), "< 0.0001");
        assert_eq!(
            [share(0.18), share(0.043_21), share(0.004_321)],
            ["0.18", "0.043", "0.0043"]
        );
        assert_eq!(median(&[3.0, 1.0, 2.0, 4.0]), "+2.5");
        assert_eq!(median(&[]), "-");
    }
}
