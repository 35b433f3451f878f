//! The figures of a report, as SVG documents.

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::evolution::statistics::{Cluster, Line};

/// Size of a figure, in pixels.
const WIDTH: u32 = 760;
const HEIGHT: u32 = 360;

/// Points of a line, at most: a table may have tens of thousands of rows.
const MAX_POINTS: usize = 600;

/// Colors of settings and of lines, in turn.
const COLORS: [RGBColor; 6] = [
    RGBColor(31, 90, 160),
    RGBColor(200, 80, 30),
    RGBColor(40, 130, 70),
    RGBColor(130, 60, 150),
    RGBColor(120, 100, 20),
    RGBColor(90, 90, 90),
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

/// Points with the line through them and the band that holds the true line with a chance of 95 %, as
/// the paper's Figures 9 and 10.
pub(super) fn scatter(text: &FigureText<'_>, points: &Cluster) -> Result<String, FigureError> {
    let line = Line::through(points);
    let (x, mut y) = ranges(points.iter());
    if let Some(line) = line {
        for end in [x.0, x.1] {
            let band = line.band(end);
            y = (y.0.min(line.at(end) - band), y.1.max(line.at(end) + band));
        }
    }
    draw(|area| {
        let mut chart = frame(area, text, x, y)?;
        if let Some(line) = line {
            let steps: Vec<f64> = (0..=60)
                .map(|step| x.0 + (x.1 - x.0) * f64::from(step) / 60.0)
                .collect();
            let upper = steps.iter().map(|x| (*x, line.at(*x) + line.band(*x)));
            let lower = steps
                .iter()
                .rev()
                .map(|x| (*x, line.at(*x) - line.band(*x)));
            let band: Vec<(f64, f64)> = upper.chain(lower).collect();
            chart
                .draw_series([Polygon::new(band, COLORS[0].mix(0.12).filled())])
                .map_err(failed)?;
            let ends = [x.0, x.1].map(|x| (x, line.at(x)));
            chart
                .draw_series(LineSeries::new(ends, COLORS[0].stroke_width(2)))
                .map_err(failed)?;
        }
        let dots = points
            .iter()
            .map(|point| Circle::new(*point, 4, COLORS[1].filled()));
        chart.draw_series(dots).map_err(failed)?;
        Ok(())
    })
}

/// Lines, one a curve.
pub(super) fn curves(text: &FigureText<'_>, curves: &[Curve]) -> Result<String, FigureError> {
    let (x, y) = ranges(curves.iter().flat_map(|curve| &curve.points));
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
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::LowerRight)
                .background_style(WHITE.mix(0.85))
                .label_font(("sans-serif", 14))
                .draw()
                .map_err(failed)?;
        }
        Ok(())
    })
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
    let room = ((y.1 - y.0) * 0.06).max(1e-9);
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
    fn figures_are_documents_with_their_words() {
        let text = FigureText {
            caption: "Points <1>",
            x: "generation",
            y: "points",
        };
        let points: Cluster = (0..20)
            .map(|x| (f64::from(x), f64::from(x * 7 % 5)))
            .collect();
        let drawn = scatter(&text, &points).unwrap();
        assert!(drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"));
        assert!(drawn.contains("Points &lt;1&gt;") && drawn.matches("<circle").count() == 20);
        for points in [Vec::new(), vec![(1.0, 1.0)]] {
            let curve = Curve {
                name: "a".to_owned(),
                points,
            };
            assert!(curves(&text, &[curve]).unwrap().contains("</svg>"));
        }
    }
}
