//! What the book of corners and openings gives moves in advance.

use std::collections::BTreeMap;

use super::tree::Prior;
use crate::joseki::{Fuseki, Joseki, Mark};
use crate::rules::{Board, Color, Point};

/// Stones, in parts of the board's points, from which on no corner is as the book has it.
const FULL: f32 = 0.3;

/// The points that the book knows for `color`, each once, with visits in advance; `weight` of them, all
/// won, for a move that has to be made. Where corners and openings both know a point, the weightier
/// counts.
pub(super) fn advice(board: &Board, color: Color, weight: u32) -> Vec<(Point, Prior)> {
    let points = f32::from(board.size().points());
    let stones = points - board.empty_points().len() as f32;
    if stones > FULL * points {
        return Vec::new();
    }
    let mut told: BTreeMap<Point, (f32, f32)> = BTreeMap::new();
    let mut known = Joseki::embedded().moves(board, color);
    known.extend(Fuseki::embedded().moves(board, color));
    for known in known {
        let said = share(known.mark, known.rank);
        let most = told.entry(known.point).or_insert(said);
        if said.0 > most.0 {
            *most = said;
        }
    }
    let prior = |(share, worth)| {
        let mut prior = Prior::default();
        prior.add((weight as f32 * share) as u32, worth);
        prior
    };
    let told = told.into_iter();
    told.map(|(point, said)| (point, prior(said))).collect()
}

/// How much a mark weighs, and whether for a move or against it: a book's first moves are the usual
/// ones.
fn share(mark: Mark, rank: usize) -> (f32, f32) {
    let usual = 1.0 / (1.0 + rank as f32).sqrt();
    match mark {
        Mark::Urgent => (1.0, 1.0),
        Mark::Normal => (0.7 * usual, 1.0),
        Mark::Conditional => (0.35 * usual, 1.0),
        Mark::FollowUp => (0.15, 1.0),
        Mark::Bad => (0.3, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BoardSize, Move};

    fn visits(board: &Board, color: Color, name: &str) -> i64 {
        let point = Point::parse(name).unwrap();
        let advice = advice(board, color, 100);
        let told = advice.iter().filter(|(at, _)| *at == point);
        told.map(|(_, prior)| i64::from(prior.wins) - i64::from(prior.visits))
            .sum()
    }

    #[test]
    fn empty_corners_come_first_and_the_center_is_unknown() {
        let board = Board::new(BoardSize::NINETEEN);
        assert!(visits(&board, Color::Black, "Q16") > 40);
        assert_eq!(visits(&board, Color::Black, "K11"), 0);
        let advice = advice(&board, Color::Black, 100);
        assert!(advice.iter().all(|(_, prior)| prior.visits <= 100));
    }

    #[test]
    fn an_invaded_corner_is_answered() {
        let mut board = Board::new(BoardSize::NINETEEN);
        for (color, name) in [(Color::Black, "D4"), (Color::White, "C3")] {
            let mv = Move::Play(Point::parse(name).unwrap());
            board.play(color, mv).unwrap();
        }
        let blocks = visits(&board, Color::Black, "D3") + visits(&board, Color::Black, "C4");
        assert!(blocks > 60, "{blocks}");
    }
}
