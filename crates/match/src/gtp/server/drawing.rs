//! Drawings on the board in GoGui's forms: a text in each point, or (`gfx`) colored points, labels,
//! and lines of text below.
//!
//! Source: the manual of GoGui, "Analyze Commands", type `gfx`.

use std::collections::BTreeMap;
use std::fmt;

use super::server_state::ServerState;
use sgmp_board::rules::{BoardSize, Point};

/// The colors that a point may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Paint {
    Green,
    Cyan,
    Yellow,
    Magenta,
    Red,
}

impl fmt::Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Green => "green",
            Self::Cyan => "cyan",
            Self::Yellow => "yellow",
            Self::Magenta => "magenta",
            Self::Red => "red",
        })
    }
}

/// A drawing in the `gfx` form. A point keeps the first color and the first label that it gets.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawing {
    paints: BTreeMap<Point, Paint>,
    labels: BTreeMap<Point, String>,
    lines: Vec<String>,
}

impl Drawing {
    pub(super) fn paint(&mut self, point: Point, paint: Paint) {
        self.paints.entry(point).or_insert(paint);
    }

    /// Labels a point; at most four characters fit.
    pub(super) fn label(&mut self, point: Point, label: impl fmt::Display) {
        let label = || label.to_string();
        self.labels.entry(point).or_insert_with(label);
    }

    /// Adds a line of text, once: a pattern that matches with its mirror image gives the same twice.
    pub(super) fn line(&mut self, line: impl fmt::Display) {
        let line = line.to_string();
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    /// Returns whether there is no line of text.
    pub(super) const fn is_silent(&self) -> bool {
        self.lines.is_empty()
    }
}

impl fmt::Display for Drawing {
    /// One drawing command a line, without an end of line after the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut by_paint: BTreeMap<Paint, Vec<String>> = BTreeMap::new();
        for (point, paint) in &self.paints {
            by_paint.entry(*paint).or_default().push(point.to_string());
        }
        let paints = by_paint
            .iter()
            .map(|(paint, points)| format!("COLOR {paint} {}", points.join(" ")));
        let labels = self
            .labels
            .iter()
            .map(|(point, label)| format!("LABEL {point} {label}"));
        let lines = self.lines.iter().map(|line| format!("TEXT {line}"));
        let all: Vec<String> = paints.chain(labels).chain(lines).collect();
        f.write_str(&all.join("\n"))
    }
}

/// A text for each point, in rows from the top.
pub(super) fn board(state: &ServerState, cell: impl Fn(Point) -> String) -> String {
    let size = state.position.size();
    let cells: Vec<String> = from_the_top(size).map(cell).collect();
    let rows = cells.chunks(size.lines().into()).map(|row| row.join(" "));
    rows.fold(String::new(), |text, row| text + "\n" + &row)
}

/// The text of a point that GoGui leaves empty.
pub(super) fn blank() -> String {
    "\"\"".to_owned()
}

/// The points row by row from the upper left corner, as boards are read.
pub(super) fn from_the_top(size: BoardSize) -> impl Iterator<Item = Point> {
    let lines = size.lines();
    (0..lines)
        .rev()
        .flat_map(move |row| (0..lines).filter_map(move |column| Point::new(column, row)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_gathered_by_color() {
        let mut drawing = Drawing::default();
        assert!(drawing.is_silent());
        let point = |name| Point::parse(name).unwrap();
        drawing.paint(point("C3"), Paint::Red);
        drawing.paint(point("D4"), Paint::Green);
        drawing.paint(point("C4"), Paint::Red);
        drawing.paint(point("C4"), Paint::Cyan);
        drawing.label(point("D4"), 7);
        drawing.line("seven at D4");
        drawing.line("seven at D4");
        let told = drawing.to_string();
        assert_eq!(
            told,
            "COLOR green D4\nCOLOR red C3 C4\nLABEL D4 7\nTEXT seven at D4"
        );
    }

    #[test]
    fn boards_are_read_from_the_top() {
        let points: Vec<String> = from_the_top(BoardSize::new(2).unwrap())
            .map(|point| point.to_string())
            .collect();
        assert_eq!(points, ["A2", "B2", "A1", "B1"]);
    }
}
