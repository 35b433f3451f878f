//! A run of tuning as a picture: the path of each parameter, and how much its steps mattered.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::tuning_run::Tuning;

/// Size of a panel, in pixels.
const WIDTH: u32 = 900;
const HEIGHT: u32 = 190;

/// Iterations that a mean of the last panel is taken over, at most.
const WINDOW: usize = 25;

/// The reason why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the picture cannot be drawn: {0}")]
pub struct PlotError(String);

type Panel<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The lines of a panel. Heights are parts of it, 0 to 1 from below.
struct Lines<'a> {
    caption: String,
    path: Vec<f64>,
    /// A height to compare it with.
    level: f64,
    /// The label of a height.
    label: Box<dyn Fn(&f64) -> String + 'a>,
}

/// The picture as an SVG document: a panel for each parameter with its path and, in gray, the
/// value that is proposed; then the mean share of the better side of an iteration and, in gray,
/// what it would be by chance: where both are one, steps make no difference that could be seen.
///
/// # Errors
/// The error of the drawing library.
pub fn plot(tuning: &Tuning) -> Result<String, PlotError> {
    let mut panels: Vec<Lines<'_>> = parameters(tuning).collect();
    panels.push(winners(tuning));
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

fn parameters(tuning: &Tuning) -> impl Iterator<Item = Lines<'_>> {
    let axes = tuning.plan().axes.iter().zip(tuning.proposal());
    axes.enumerate().map(|(i, (axis, proposal))| {
        let [start, proposed] = [axis.start, proposal].map(|value| axis.knob.show(value));
        let path = tuning.path().iter();
        Lines {
            caption: format!("{}: {start} to {proposed}", axis.knob.name),
            path: path.map(|values| axis.part(values[i])).collect(),
            level: axis.part(proposal),
            label: Box::new(|part| axis.knob.show(axis.value(*part))),
        }
    })
}

/// Each lot of up and down is as often the better one as the worse: what tells is by how much the
/// better one wins.
fn winners(tuning: &Tuning) -> Lines<'static> {
    let shares = tuning.shares().iter();
    let shares: Vec<f64> = shares.map(|share| share.max(1.0 - share)).collect();
    let ends = 1..=shares.len();
    let means = ends.map(|end| {
        let window = &shares[end.saturating_sub(WINDOW)..end];
        window.iter().sum::<f64>() / window.len() as f64
    });
    Lines {
        caption: format!("share of the better side, mean of {WINDOW} iterations"),
        path: means.collect(),
        level: by_chance(2 * tuning.plan().batch),
        label: Box::new(|share| format!("{:.0} %", 100.0 * share)),
    }
}

/// The mean share of the better side in so many games, an even number, of equal players: by de
/// Moivre one half and half the probability that both win as many.
fn by_chance(games: u32) -> f64 {
    let even: f64 = (1..=games / 2)
        .map(|pair| 1.0 - 1.0 / f64::from(2 * pair))
        .product();
    0.5 + even / 2.0
}

impl Lines<'_> {
    fn draw(&self, panel: &Panel<'_>) -> Result<(), PlotError> {
        let last = self.path.len().saturating_sub(1).max(1) as f64;
        let mut chart = ChartBuilder::on(panel)
            .caption(&self.caption, ("sans-serif", 16))
            .margin(8)
            .x_label_area_size(24)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..last, 0.0..1.0)
            .map_err(failed)?;
        let (pale, gray) = (RGBColor(225, 225, 225), RGBColor(150, 150, 150));
        let mut mesh = chart.configure_mesh();
        mesh.bold_line_style(pale).max_light_lines(0);
        mesh.x_labels(10)
            .x_label_formatter(&|iteration| format!("{iteration:.0}"));
        mesh.y_labels(6).y_label_formatter(&*self.label);
        mesh.draw().map_err(failed)?;
        let level = [(0.0, self.level), (last, self.level)];
        chart
            .draw_series(LineSeries::new(level, &gray))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_players_part_by_chance() {
        // Two games: 2-0 or 0-2 half of the time, else 1-1.
        assert_eq!(by_chance(2), 0.75);
        assert_eq!(by_chance(4), 0.5 + 6.0 / 16.0 / 2.0);
        assert!((by_chance(16) - 0.598).abs() < 5e-4);
        assert!((by_chance(2000) - 0.509).abs() < 5e-4);
    }
}
