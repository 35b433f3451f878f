//! The course of a game as a drawing, and in words.

use std::fmt::Write;

use super::game_curve::GameCurve;
use super::turning_points::TurningPoint;

/// Units of the drawing.
const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 200.0;
/// Half of what is pressed of a turning point: 24 pixels where the drawing is as wide as a phone is high.
const TARGET: f32 = 12.0;
/// Room for the words at the edges.
const MARGIN: f32 = 34.0;

impl GameCurve {
    /// A drawing in SVG for a page: Black's chance as a filled line, the lead as a dashed one, the turning points
    /// as circles that lead to `#mN`. In words for those who do not see it.
    #[must_use]
    pub fn svg(&self, turns: &[TurningPoint]) -> String {
        let moves = self.points().len().saturating_sub(1).max(1);
        let step = (WIDTH - 2.0 * MARGIN) / moves as f32;
        let x = |number: usize| MARGIN + step * number as f32;
        let high = HEIGHT - 40.0;
        let y = |win: f32| 14.0 + high * (1.0 - win);
        let largest = self.largest_lead();
        let y_lead = |lead: f32| y(0.5 + lead / largest / 2.0);
        let mut wins = String::new();
        let mut leads = String::new();
        for (number, point) in self.points().iter().enumerate() {
            let Some(point) = point else { continue };
            let _written = write!(wins, "{:.1},{:.1} ", x(number), y(point.win));
            if let Some(lead) = point.lead {
                let _written = write!(leads, "{:.1},{:.1} ", x(number), y_lead(lead));
            }
        }
        let mut svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"group\" aria-labelledby=\"curve-t curve-d\" \
             style=\"width:100%;font:11px sans-serif;fill:currentColor\">\n\
             <title id=\"curve-t\">The course of the game</title>\n<desc id=\"curve-d\">{}</desc>\n",
            self.in_words()
        );
        let (left, right, top, middle, bottom) = (x(0), x(moves), y(1.0), y(0.5), y(0.0));
        let _written = write!(
            svg,
            "<path d=\"M{left} {top}H{right}M{left} {middle}H{right}M{left} {bottom}H{right}\" fill=\"none\" \
             stroke=\"currentColor\" stroke-opacity=\".35\"/>\n\
             <text x=\"2\" y=\"{}\">Black</text><text x=\"2\" y=\"{}\">White</text><text x=\"2\" y=\"{}\">50 %</text>\n\
             <polyline points=\"{wins}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"/>\n",
            top + 4.0,
            bottom + 4.0,
            middle + 4.0
        );
        if !leads.is_empty() {
            let _written = write!(
                svg,
                "<polyline points=\"{leads}\" fill=\"none\" stroke=\"#d2453a\" stroke-dasharray=\"4 3\"/>\n\
                 <text x=\"{}\" y=\"{}\">+{largest:.0}</text><text x=\"{}\" y=\"{}\">-{largest:.0}</text>\n",
                right + 3.0,
                top + 4.0,
                right + 3.0,
                bottom + 4.0
            );
        }
        for number in (0..=moves).step_by(marks_every(moves)) {
            let _written = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
                x(number),
                HEIGHT - 6.0
            );
        }
        for turn in turns {
            let number = turn.loss.number;
            let place = format!("cx=\"{:.1}\" cy=\"{:.1}\"", x(number), y(turn.after.win));
            // The outer circle is not seen: it is what a finger hits.
            let _written = write!(
                svg,
                "\n<a href=\"#m{number}\"><circle {place} r=\"{TARGET}\" fill=\"none\" pointer-events=\"all\"/>\
                 <circle {place} r=\"5\" fill=\"#2f74c4\" stroke=\"#fff\"><title>Move {number}</title></circle></a>"
            );
        }
        let _written = write!(
            svg,
            "\n<line class=\"now\" data-x0=\"{left}\" data-step=\"{step}\" x1=\"{right}\" x2=\"{right}\" y1=\"{top}\" \
             y2=\"{bottom}\" stroke=\"#2f74c4\" stroke-width=\"2\"/>\n</svg>\n"
        );
        svg
    }

    /// The largest lead of either side, at least 10 points.
    fn largest_lead(&self) -> f32 {
        let leads = self
            .points()
            .iter()
            .flatten()
            .filter_map(|point| point.lead);
        leads.fold(10.0, |most: f32, lead| most.max(lead.abs()))
    }

    /// The course in a sentence every so many moves.
    #[must_use]
    pub fn in_words(&self) -> String {
        let moves = self.points().len().saturating_sub(1);
        let every = marks_every(moves.max(1));
        let told = self
            .points()
            .iter()
            .enumerate()
            .filter_map(|(number, point)| {
                let point = point.as_ref()?;
                (number % every == 0 || number == moves)
                    .then(|| format!("After move {number}: {}.", point.in_words()))
            });
        told.collect::<Vec<_>>().join(" ")
    }
}

/// Moves between two marks: some ten in a game.
fn marks_every(moves: usize) -> usize {
    match moves {
        0..=12 => 1,
        13..=60 => 5,
        61..=120 => 10,
        121..=400 => 25,
        _ => 100,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{CurvePoint, CurveSearch};
    use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move};

    #[test]
    fn the_course_is_drawn_and_told() {
        let mut game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        game.play(Color::Black, Move::Pass).unwrap();
        let search = CurveSearch {
            net: None,
            effort: 1,
        };
        let mut curve = GameCurve::new(&game, search);
        assert_eq!(curve.in_words(), "");
        for (moves, win) in [(0, 0.5), (1, 0.2)] {
            let lead = Some(40.0 * win - 20.0);
            let line = Vec::new();
            curve.set(moves, CurvePoint { win, lead, line });
        }
        assert_eq!(
            curve.in_words(),
            "After move 0: Black's chance is 50 %. After move 1: Black's chance is 20 %, White is 12 points ahead."
        );
        let turns = TurningPoint::find(&game, &curve);
        let svg = curve.svg(&turns);
        for part in [
            "<title id=\"curve-t\">",
            "href=\"#m1\"",
            "class=\"now\"",
            ">+12</text>",
        ] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
    }
}
