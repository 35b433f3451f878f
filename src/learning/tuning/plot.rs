//! A run of tuning as a picture: the path of each parameter, and how unlike both sides were.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::run::Tuning;

/// Size of a panel, in pixels.
const WIDTH: u32 = 900;
const HEIGHT: u32 = 190;

/// Iterations that a mean of the last panel is taken over, at most.
const WINDOW: usize = 25;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the picture cannot be drawn: {0}")]
pub struct PlotError(String);

type Panel<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Lines of a panel, each through its points, first the one in colour.
struct Lines {
    caption: String,
    from: f64,
    to: f64,
    path: Vec<f64>,
    /// A level to compare it with.
    level: f64,
}

/// The picture as an SVG document: a panel for each parameter with its path and, in grey, the
/// value that is proposed; then the mean share of the plus side, where one half says that steps
/// make no difference that could be seen.
///
/// # Errors
/// What the drawing library says.
pub fn plot(tuning: &Tuning) -> Result<String, PlotError> {
    let mut panels: Vec<Lines> = parameters(tuning).collect();
    panels.push(shares(tuning));
    let mut document = String::new();
    let count = panels.len() as u32;
    {
        let area = SVGBackend::with_string(&mut document, (WIDTH, HEIGHT * count));
        let area = area.into_drawing_area();
        area.fill(&WHITE).map_err(failed)?;
        let parts = area.split_evenly((panels.len(), 1));
        for (part, lines) in parts.iter().zip(&panels) {
            lines.draw(part)?;
        }
        area.present().map_err(failed)?;
    }
    Ok(document)
}

fn parameters(tuning: &Tuning) -> impl Iterator<Item = Lines> {
    let axes = tuning.plan().axes.iter().zip(tuning.proposal());
    axes.enumerate().map(|(i, (axis, proposal))| {
        let [start, proposed] = [axis.start, proposal].map(|value| axis.knob.show(value));
        Lines {
            caption: format!("{}: {start} to {proposed}", axis.knob.name),
            from: axis.from,
            to: axis.to,
            path: tuning.path().iter().map(|values| values[i]).collect(),
            level: proposal,
        }
    })
}

fn shares(tuning: &Tuning) -> Lines {
    let shares = tuning.shares();
    let ends = 1..=shares.len();
    let means = ends.map(|end| {
        let window = &shares[end.saturating_sub(WINDOW)..end];
        window.iter().sum::<f64>() / window.len() as f64
    });
    Lines {
        caption: format!("share of the plus side, mean of {WINDOW} iterations"),
        from: 0.0,
        to: 1.0,
        path: means.collect(),
        level: 0.5,
    }
}

impl Lines {
    fn draw(&self, panel: &Panel<'_>) -> Result<(), PlotError> {
        let last = self.path.len().saturating_sub(1).max(1) as f64;
        let mut chart = ChartBuilder::on(panel)
            .caption(&self.caption, ("sans-serif", 16))
            .margin(8)
            .x_label_area_size(24)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..last, self.from..self.to)
            .map_err(failed)?;
        let mut mesh = chart.configure_mesh();
        mesh.light_line_style(WHITE).x_labels(10).y_labels(5);
        mesh.draw().map_err(failed)?;
        let level = [(0.0, self.level), (last, self.level)];
        let grey = RGBColor(150, 150, 150);
        chart
            .draw_series(LineSeries::new(level, &grey))
            .map_err(failed)?;
        let path = self.path.iter().enumerate();
        let path = path.map(|(at, value)| (at as f64, *value));
        chart
            .draw_series(LineSeries::new(path, &BLUE))
            .map_err(failed)?;
        Ok(())
    }
}

fn failed(error: impl std::fmt::Display) -> PlotError {
    PlotError(error.to_string())
}
