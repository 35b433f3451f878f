//! The figures of a report, as SVG documents.

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::evolution::statistics::{Cluster, Line, mean_interval};

/// Size of a figure, in pixels.
const WIDTH: u32 = 760;
const HEIGHT: u32 = 360;

/// Points of a line, at most: a table may have tens of thousands of rows.
const MAX_POINTS: usize = 600;

/// Room below the lowest point for the legend, as a share of the height of all points.
const LEGEND_SHARE: f64 = 0.35;

/// The part of a figure's width at which the legend of its lines begins.
const LEGEND_FROM: f64 = 0.65;

/// Height of a row of the legend, in pixels, and of the plot without caption and axis.
const LEGEND_ROW: f64 = 18.0;
const PLOT_HEIGHT: f64 = 273.0;

/// Room below the lowest height and above the highest, as a share of all between them.
const ROOM_SHARE: f64 = 0.06;

/// Colors of settings and of lines, in turn.
const COLORS: [RGBColor; 7] = [
    RGBColor(31, 90, 160),
    RGBColor(200, 80, 30),
    RGBColor(40, 130, 70),
    RGBColor(130, 60, 150),
    RGBColor(120, 100, 20),
    RGBColor(90, 90, 90),
    RGBColor(60, 180, 200),
];

/// The reason why there is no figure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a figure cannot be drawn: {0}")]
pub struct FigureError(String);

fn failed(error: impl std::fmt::Display) -> FigureError {
    FigureError(error.to_string())
}

/// A line of a figure.
pub(super) struct Curve {
    pub(super) name: String,
    pub(super) points: Cluster,
}

/// The words of a figure.
pub(super) struct FigureText<'a> {
    pub(super) caption: &'a str,
    pub(super) x: &'a str,
    pub(super) y: &'a str,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Points of the kept nets of some runs. Of one run with the line through them: its nets share their ancestors, so there is no
/// band. Of more with the mean of the runs, and of three and more with the band that holds 95 % of the means of runs drawn
/// with replacement: the unit is the run.
pub(super) fn kept_nets(text: &FigureText<'_>, runs: &[Cluster]) -> Result<String, FigureError> {
    let points = || runs.iter().flatten();
    let (x, _) = ranges(points());
    let room = (x.1 - x.0) * 0.02;
    let x = (x.0 - room, x.1 + room);
    let (line, name) = match runs {
        [one] => (straight(one, x), "line through them, least squares"),
        _ => (means_of_runs(runs), "mean of the runs"),
    };
    let band = band_of_runs(runs);
    let all = runs.iter().flatten().chain(&line).chain(&band);
    let (_, (low, high)) = ranges(all);
    let y = (low - LEGEND_SHARE * (high - low), high);
    draw(|area| {
        let mut chart = frame(area, text, x, y)?;
        if !band.is_empty() {
            let color = COLORS[0].mix(0.15).filled();
            chart
                .draw_series([Polygon::new(band, color)])
                .map_err(failed)?
                .label("95 % of means of runs drawn with replacement")
                .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 18, y + 5)], color));
        }
        if !line.is_empty() {
            chart
                .draw_series(LineSeries::new(line, COLORS[0].stroke_width(2)))
                .map_err(failed)?
                .label(name)
                .legend(|(x, y)| {
                    PathElement::new([(x, y), (x + 18, y)], COLORS[0].stroke_width(3))
                });
        }
        let dots = points().map(|point| Circle::new(*point, 4, COLORS[1].filled()));
        let label = match runs.len() {
            1 => "kept nets".to_owned(),
            count => format!("kept nets of {count} runs"),
        };
        chart
            .draw_series(dots)
            .map_err(failed)?
            .label(label)
            .legend(|(x, y)| Circle::new((x + 9, y), 4, COLORS[1].filled()));
        legend(&mut chart)
    })
}

/// The ends of the line through points; nothing where there is none.
fn straight(points: &Cluster, x: (f64, f64)) -> Cluster {
    let ends = |line: Line| [x.0, x.1].map(|x| (x, line.at(x))).to_vec();
    Line::through(points).map_or_else(Vec::new, ends)
}

/// The heights of all runs at each x at which all of them have a point.
fn heights(runs: &[Cluster]) -> Vec<(f64, Vec<f64>)> {
    let Some(first) = runs.first() else {
        return Vec::new();
    };
    let at = |x: f64| -> Option<Vec<f64>> {
        let of_run = |run: &Cluster| run.iter().find(|point| point.0 == x).map(|point| point.1);
        runs.iter().map(of_run).collect()
    };
    first
        .iter()
        .filter_map(|(x, _)| Some((*x, at(*x)?)))
        .collect()
}

fn means_of_runs(runs: &[Cluster]) -> Cluster {
    let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
    heights(runs)
        .into_iter()
        .map(|(x, values)| (x, mean(values)))
        .collect()
}

/// The outline of the band of the runs' mean; nothing for fewer than three runs.
fn band_of_runs(runs: &[Cluster]) -> Cluster {
    let ends: Option<Vec<(f64, f64, f64)>> = heights(runs)
        .into_iter()
        .map(|(x, values)| mean_interval(&values).map(|(low, high)| (x, low, high)))
        .collect();
    let ends = ends.unwrap_or_default();
    let upper = ends.iter().map(|(x, _, high)| (*x, *high));
    let lower = ends.iter().rev().map(|(x, low, _)| (*x, *low));
    upper.chain(lower).collect()
}

/// Lines, one a curve.
pub(super) fn curves(text: &FigureText<'_>, curves: &[Curve]) -> Result<String, FigureError> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let (x, mut y) = ranges(points());
    if curves.len() > 1 {
        let from = x.0 + LEGEND_FROM * (x.1 - x.0);
        let below = points().filter(|point| point.0 >= from);
        let lowest = below.map(|point| point.1).fold(y.1, f64::min);
        y.0 = y.0.min(bottom_for_legend(lowest, y.1, curves.len()));
    }
    draw(|area| {
        let mut chart = frame(area, text, x, y)?;
        for (curve, color) in curves.iter().zip(COLORS.iter().cycle()) {
            let every = curve.points.len().div_ceil(MAX_POINTS).max(1);
            let last = curve.points.last().copied();
            let points = curve.points.iter().step_by(every).copied().chain(last);
            chart
                .draw_series(LineSeries::new(points, color.stroke_width(2)))
                .map_err(failed)?
                .label(&curve.name)
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 18, y)], color.stroke_width(3))
                });
        }
        if curves.len() > 1 {
            legend(&mut chart)?;
        }
        Ok(())
    })
}

/// The lowest height of a figure whose lowest point above the legend is this one, so that the legend hides nothing of it.
fn bottom_for_legend(lowest: f64, highest: f64, rows: usize) -> f64 {
    let legend = (rows as f64).mul_add(LEGEND_ROW, LEGEND_ROW) / PLOT_HEIGHT;
    // A frame leaves room below the lowest height and above the highest.
    let share = (1.0 + 2.0 * ROOM_SHARE).mul_add(legend, -ROOM_SHARE);
    (lowest - share * highest) / (1.0 - share)
}

/// Says what the lines, points and areas of a figure are.
fn legend<'a>(chart: &mut Chart<'a>) -> Result<(), FigureError> {
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE.mix(0.85))
        .label_font(("sans-serif", 14))
        .draw()
        .map_err(failed)
}

fn draw(paint: impl FnOnce(&Area<'_>) -> Result<(), FigureError>) -> Result<String, FigureError> {
    let mut document = String::new();
    {
        let area = SVGBackend::with_string(&mut document, (WIDTH, HEIGHT)).into_drawing_area();
        area.fill(&WHITE).map_err(failed)?;
        paint(&area)?;
        area.present().map_err(failed)?;
    }
    Ok(document)
}

type Chart<'a> = ChartContext<
    'a,
    SVGBackend<'a>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn frame<'a>(
    area: &Area<'a>,
    text: &FigureText<'_>,
    x: (f64, f64),
    y: (f64, f64),
) -> Result<Chart<'a>, FigureError> {
    let room = ((y.1 - y.0) * ROOM_SHARE).max(1e-9);
    let mut chart = ChartBuilder::on(area)
        .caption(text.caption, ("sans-serif", 17))
        .margin(10)
        .margin_right(36)
        .x_label_area_size(42)
        .y_label_area_size(62)
        .build_cartesian_2d(x.0..x.1, y.0 - room..y.1 + room)
        .map_err(failed)?;
    chart
        .configure_mesh()
        .bold_line_style(RGBColor(225, 225, 225))
        .max_light_lines(0)
        .x_labels(9)
        .y_labels(8)
        .x_label_formatter(&|value| number(*value))
        .y_label_formatter(&|value| number(*value))
        .x_desc(text.x)
        .y_desc(text.y)
        .axis_desc_style(("sans-serif", 14))
        .label_style(("sans-serif", 13))
        .draw()
        .map_err(failed)?;
    Ok(chart)
}

/// A number of an axis, no longer than it needs to be.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The least and greatest x and y.
fn ranges<'a>(points: impl Iterator<Item = &'a (f64, f64)>) -> ((f64, f64), (f64, f64)) {
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    let (mut x, mut y) = (none, none);
    for point in points {
        x = (x.0.min(point.0), x.1.max(point.0));
        y = (y.0.min(point.1), y.1.max(point.1));
    }
    let sound = |(low, high): (f64, f64)| {
        if low < high {
            (low, high)
        } else if low.is_finite() {
            (low - 1.0, low + 1.0)
        } else {
            (0.0, 1.0)
        }
    };
    (sound(x), sound(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_has_room_below_the_lines() {
        // Three rows take a little more than a quarter of the plot.
        let bottom = bottom_for_legend(0.0, 1.0, 3);
        assert!((-0.35..-0.3).contains(&bottom), "{bottom}");
        assert!(bottom_for_legend(0.9, 1.0, 3) > 0.5, "room that is there");
    }

    #[test]
    fn figures_are_documents_with_their_words() {
        let text = FigureText {
            caption: "Points <1>",
            x: "generation",
            y: "points",
        };
        let points: Cluster = (0..20)
            .map(|x| (f64::from(x), f64::from(x * 7 % 5)))
            .collect();
        let drawn = kept_nets(&text, std::slice::from_ref(&points)).unwrap();
        assert!(drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"));
        assert!(drawn.contains("Points &lt;1&gt;") && drawn.contains("line through them"));
        // One more in the legend.
        assert_eq!(drawn.matches("<circle").count(), 21);
        assert!(!drawn.contains("<polygon"), "no band for one run");
        let lifted = |by: f64| points.iter().map(|(x, y)| (*x, y + by)).collect();
        let runs: Vec<Cluster> = [0.0, 4.0, 2.0].map(lifted).into();
        let drawn = kept_nets(&text, &runs).unwrap();
        for words in [
            "<polygon",
            "95 % of means of runs",
            "mean of the runs",
            "kept nets of 3 runs",
        ] {
            assert!(drawn.contains(words), "{words}");
        }
        assert_eq!(means_of_runs(&runs)[3], (3.0, points[3].1 + 2.0));
        assert!(!kept_nets(&text, &runs[..2]).unwrap().contains("<polygon"));
        for points in [Vec::new(), vec![(1.0, 1.0)]] {
            kept_nets(&text, std::slice::from_ref(&points)).unwrap();
            let curve = Curve {
                name: "a".to_owned(),
                points,
            };
            assert!(curves(&text, &[curve]).unwrap().contains("</svg>"));
        }
    }
}
