//! Where the first moves belong: corners before sides, the third and fourth lines before others.

use super::tree::Prior;
use crate::rules::{Board, Point};

/// What a line is worth where no stone is near, in visits: won above 0, lost below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningWeights {
    /// First to fifth line and all further in, four steps or more from every stone.
    pub far: [i32; 6],
    /// The same lines, three steps from the nearest stone.
    pub close: [i32; 6],
    /// The corner points of the third and fourth lines while a corner is empty; on boards of
    /// eleven lines and more.
    pub corner: u32,
}

impl Default for OpeningWeights {
    fn default() -> Self {
        Self {
            far: [-40, -40, 40, 40, 0, -40],
            close: [-30, -20, 15, 15, 0, -10],
            corner: 120,
        }
    }
}

impl OpeningWeights {
    /// Lines of a board that has sides between its corners.
    const LARGE: u8 = 11;
    /// Lines that make a corner.
    const CORNER: u8 = 7;

    /// Adds what a point of an empty region is worth.
    pub(super) fn add_to(&self, prior: &mut Prior, board: &Board, point: Point) {
        let lines = board.size().lines();
        let edge = |at: u8| at.min(lines - 1 - at);
        let (column, row) = (edge(point.column()), edge(point.row()));
        let line = usize::from(column.min(row)).min(self.far.len() - 1);
        let visits = match nearest(board, point) {
            None => self.far[line],
            Some(3) => self.close[line],
            Some(_) => return,
        };
        prior.add(visits.unsigned_abs(), if visits > 0 { 1.0 } else { 0.0 });
        let is_corner = |at: u8| at == 2 || at == 3;
        if lines >= Self::LARGE
            && is_corner(column)
            && is_corner(row)
            && Self::has_empty_corner(board, point)
        {
            prior.add(self.corner, 1.0);
        }
    }

    fn has_empty_corner(board: &Board, point: Point) -> bool {
        let lines = board.size().lines();
        let side = |at: u8| {
            let start = if at < lines / 2 {
                0
            } else {
                lines - Self::CORNER
            };
            start..start + Self::CORNER
        };
        side(point.row()).all(|row| {
            let mut points = side(point.column()).filter_map(|column| Point::new(column, row));
            points.all(|at| board.is_empty(at))
        })
    }
}

/// Steps to the nearest stone, if there are at most three.
fn nearest(board: &Board, point: Point) -> Option<u8> {
    const MOST: u8 = 3;
    let last = board.size().lines() - 1;
    let around = |at: u8| at.saturating_sub(MOST)..=(at + MOST).min(last);
    let mut best = None;
    for row in around(point.row()) {
        for column in around(point.column()) {
            let steps = column.abs_diff(point.column()) + row.abs_diff(point.row());
            let nearer = steps <= MOST && best.is_none_or(|best| steps < best);
            if nearer && Point::new(column, row).is_some_and(|at| !board.is_empty(at)) {
                best = Some(steps);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BoardSize, Color, Move};

    #[test]
    fn corners_come_first_and_the_edge_last() {
        let weights = OpeningWeights::default();
        let mut board = Board::new(BoardSize::NINETEEN);
        let point = |name| Point::parse(name).unwrap();
        let prior = |board: &Board, name| {
            let mut prior = Prior::default();
            weights.add_to(&mut prior, board, point(name));
            (prior.visits, prior.wins)
        };
        assert_eq!(prior(&board, "D4"), (160, 320));
        assert_eq!(prior(&board, "K4"), (40, 80));
        assert_eq!(prior(&board, "A1"), (40, 0));
        assert_eq!(prior(&board, "K10"), (40, 0));
        board.play(Color::Black, Move::Play(point("F3"))).unwrap();
        assert_eq!(prior(&board, "D4"), (15, 30), "the corner is taken");
        assert_eq!(prior(&board, "F4"), (0, 0), "in contact");
        assert_eq!(prior(&board, "Q16"), (160, 320));
    }
}
