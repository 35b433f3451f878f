//! A report on runs: tables, figures and what they show, as one page.

mod report_figures;
mod report_page;
mod report_tables;
mod run_summary;

pub use report_figures::FigureError;
pub use run_summary::ReportEffort;

use super::FinishedRun;
use report_figures::{Curve, FigureText, curves, kept_nets};

use super::TableRow;
use super::statistics::Cluster;
use report_page::page;
use report_tables::{nets_csv, pairs_csv};
use run_summary::{RunSummary, SettingSummary};

/// A report: a page, and its figures and tables by the names of their files.
#[derive(Debug)]
pub struct EvolutionReport {
    /// The page in HTML, figures in it.
    pub html: String,
    /// The same in plain text.
    pub text: String,
    /// The figures as SVG, each by the name of its file.
    pub figures: Vec<(String, String)>,
    /// The games of the kept nets, in CSV.
    pub tables: [(String, String); 2],
}

/// Makes the report of some runs; those of one setting are taken together.
///
/// # Errors
/// [`FigureError`] where the drawing library refuses.
pub fn report(
    runs: Vec<FinishedRun>,
    effort: ReportEffort,
    mut done: impl FnMut(),
) -> Result<EvolutionReport, FigureError> {
    let mut settings: Vec<SettingSummary> = Vec::new();
    for run in runs {
        let name = run.config.name.clone();
        let summary = RunSummary::new(run, effort);
        match settings.iter_mut().find(|setting| setting.name == name) {
            Some(setting) => setting.runs.push(summary),
            None => settings.push(SettingSummary {
                name,
                runs: vec![summary],
            }),
        }
        done();
    }
    let figures = setting_figures(&settings.iter().map(figure_setting).collect::<Vec<_>>())?;
    let (html, text) = page(&settings, &figures, effort);
    let figures = figures.into_iter().map(|figure| (figure.file, figure.svg));
    Ok(EvolutionReport {
        html,
        text,
        figures: figures.collect(),
        tables: [
            ("nets.csv".to_owned(), nets_csv(&settings)),
            ("pairs.csv".to_owned(), pairs_csv(&settings)),
        ],
    })
}

/// A figure of a report.
pub(super) struct Figure {
    /// The setting that it is about; `None` for all.
    setting: Option<usize>,
    pub(super) file: String,
    pub(super) svg: String,
}

/// A setting as figures show it.
pub(super) struct FigureSetting<'a> {
    pub(super) name: String,
    pub(super) runs: Vec<FigureRun<'a>>,
}

/// A run as figures show it.
pub(super) struct FigureRun<'a> {
    /// Points of the kept nets by their generations.
    pub(super) points: Cluster,
    /// Their mean leads against players that the run never met; empty where it met all.
    pub(super) held_out: Cluster,
    /// The paper's points for the same generations.
    pub(super) paper: Option<Cluster>,
    pub(super) rows: &'a [TableRow],
}

fn figure_setting(setting: &SettingSummary) -> FigureSetting<'_> {
    let runs = setting.runs.iter().map(|run| FigureRun {
        points: run.points(),
        held_out: run.held_out(),
        paper: run.paper_points(),
        rows: &run.run.rows,
    });
    FigureSetting {
        name: setting.name.clone(),
        runs: runs.collect(),
    }
}

/// The figures of settings, and one of all of them.
pub(super) fn setting_figures(settings: &[FigureSetting<'_>]) -> Result<Vec<Figure>, FigureError> {
    let mut all = Vec::new();
    for (place, setting) in settings.iter().enumerate() {
        let mut add = |name: &str, svg: String| {
            let stem: String = setting
                .name
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
                .collect();
            all.push(Figure {
                setting: Some(place),
                file: format!("{stem}-{name}.svg"),
                svg,
            });
        };
        let of_runs = |of: fn(&FigureRun<'_>) -> Cluster| -> Vec<Cluster> {
            setting
                .runs
                .iter()
                .map(of)
                .filter(|run| !run.is_empty())
                .collect()
        };
        let points = of_runs(|run| run.points.clone());
        let caption = format!("{}: points of kept nets against each other", setting.name);
        let text = |caption, y| FigureText {
            caption,
            x: "generation",
            y,
        };
        add("points", kept_nets(&text(&caption, "points"), &points)?);
        if let [run] = &setting.runs[..]
            && let Some(paper) = &run.paper
        {
            let figure = FigureText {
                caption: &format!("{}: the paper's points", setting.name),
                x: "generation",
                y: "points",
            };
            add("paper", kept_nets(&figure, std::slice::from_ref(paper))?);
        }
        let caption = format!(
            "{}: kept nets against players that the run never met",
            setting.name
        );
        let held_out = of_runs(|run| run.held_out.clone());
        if !held_out.is_empty() {
            add(
                "held-out",
                kept_nets(&text(&caption, "mean lead"), &held_out)?,
            );
        }
        let caption = format!("{}: fitness", setting.name);
        let fitness = fitness_curves(setting);
        add("fitness", curves(&text(&caption, "points"), &fitness)?);
        let caption = format!("{}: sizes of mutations of the best net", setting.name);
        add(
            "sigma",
            curves(&text(&caption, "log10 of sigma"), &sigma_curves(setting))?,
        );
    }
    if settings.len() > 1 {
        let best = settings.iter().map(|setting| Curve {
            name: setting.name.clone(),
            points: mean_of_runs(setting, |row| row.best),
        });
        let text = FigureText {
            caption: "Fitness of the best net, mean of the runs of each setting",
            x: "generation",
            y: "points",
        };
        all.push(Figure {
            setting: None,
            file: "settings-fitness.svg".to_owned(),
            svg: curves(&text, &best.collect::<Vec<_>>())?,
        });
    }
    Ok(all)
}

fn fitness_curves(setting: &FigureSetting<'_>) -> Vec<Curve> {
    vec![
        Curve {
            name: "best".to_owned(),
            points: mean_of_runs(setting, |row| row.best),
        },
        Curve {
            name: "mean".to_owned(),
            points: mean_of_runs(setting, |row| row.mean),
        },
    ]
}

fn sigma_curves(setting: &FigureSetting<'_>) -> Vec<Curve> {
    let names = [
        "a tenth is smaller",
        "half is smaller",
        "nine tenths are smaller",
    ];
    let curve = |(place, name): (usize, &str)| Curve {
        name: name.to_owned(),
        points: mean_of_runs(setting, |row| row.sigma[place].max(1e-300).log10()),
    };
    names.into_iter().enumerate().map(curve).collect()
}

/// Means over the runs of a setting, as far as all of them go.
fn mean_of_runs(setting: &FigureSetting<'_>, of: impl Fn(&TableRow) -> f64) -> Vec<(f64, f64)> {
    let rows = || setting.runs.iter().map(|run| run.rows);
    let common = rows().map(<[TableRow]>::len).min().unwrap_or(0);
    let count = setting.runs.len().max(1) as f64;
    let mean = |place: usize| {
        let sum: f64 = rows().map(|rows| of(&rows[place])).sum();
        let generation = rows().next().map_or(0.0, |rows| rows[place].generation);
        (generation, sum / count)
    };
    (0..common).map(mean).collect()
}
