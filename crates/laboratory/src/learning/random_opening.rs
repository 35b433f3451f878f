//! First moves by lot, so that no two games are alike.

use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, BoardSize, Color, Move, Point};

/// From so many lines on a board has corners and sides of its own.
const MIN_LARGE_LINES: u8 = 11;

/// Corner points by their lines from two edges, counted from 0, the likelier ones more often.
const CORNERS: [(u8, u8); 13] = [
    (3, 3),
    (3, 3),
    (3, 3),
    (3, 3),
    (2, 3),
    (2, 3),
    (3, 2),
    (3, 2),
    (2, 2),
    (2, 4),
    (4, 2),
    (3, 4),
    (4, 3),
];

/// The first moves of a game, Black's first: some where first moves belong, then some anywhere but
/// on the edge.
#[must_use]
pub(crate) fn random_opening(size: BoardSize, chance: &mut Rng) -> Vec<Point> {
    let (most_good, most_odd) = if size.lines() >= MIN_LARGE_LINES {
        (7, 5)
    } else {
        (2, 3)
    };
    let (good, odd) = (chance.below(most_good + 1), chance.below(most_odd));
    let mut board = Board::new(size);
    let mut moves = Vec::new();
    let mut color = Color::Black;
    for place in 0..good + odd {
        let drawn = if place < good {
            good_point(&board, chance)
        } else {
            any_point(&board, chance)
        };
        if let Some(point) = drawn
            && board.play(color, Move::Play(point)).is_ok()
        {
            moves.push(point);
            color = !color;
        }
    }
    moves
}

/// A point of an empty corner, else of a side; on small boards one near the middle.
fn good_point(board: &Board, chance: &mut Rng) -> Option<Point> {
    let last = board.size().lines() - 1;
    if last + 1 < MIN_LARGE_LINES {
        let inner = u32::from(last + 1).saturating_sub(4).max(1);
        let mut at = || (last + 1 - inner as u8) / 2 + chance.below(inner) as u8;
        return Point::new(at(), at()).filter(|point| board.is_empty(*point));
    }
    let empty: Vec<(bool, bool)> = [(false, false), (false, true), (true, false), (true, true)]
        .into_iter()
        .filter(|corner| is_corner_empty(board, *corner))
        .collect();
    if empty.is_empty() || chance.below(4) == 0 {
        return side_point(board, chance);
    }
    let (right, top) = empty[chance.below(empty.len() as u32) as usize];
    let (x, y) = CORNERS[chance.below(CORNERS.len() as u32) as usize];
    let mirrored = |at: u8, is_far: bool| if is_far { last - at } else { at };
    Point::new(mirrored(x, right), mirrored(y, top))
}

fn is_corner_empty(board: &Board, (right, top): (bool, bool)) -> bool {
    const LINES: u8 = 6;
    let last = board.size().lines() - 1;
    let mirrored = |at: u8, is_far: bool| if is_far { last - at } else { at };
    (0..LINES).all(|row| {
        let mut points =
            (0..LINES).filter_map(|column| Point::new(mirrored(column, right), mirrored(row, top)));
        points.all(|point| board.is_empty(point))
    })
}

/// A point of the third or fourth line, off the corners and not next to a stone.
fn side_point(board: &Board, chance: &mut Rng) -> Option<Point> {
    let last = board.size().lines() - 1;
    let line = 2 + chance.below(2) as u8;
    let along = 4 + chance.below(u32::from(last) - 7) as u8;
    let line = if chance.below(2) == 0 {
        line
    } else {
        last - line
    };
    let point = if chance.below(2) == 0 {
        Point::new(along, line)
    } else {
        Point::new(line, along)
    };
    point.filter(|at| board.is_empty(*at) && board.ring(*at).all(|n| board.is_empty(n)))
}

/// Any empty point off the edge.
fn any_point(board: &Board, chance: &mut Rng) -> Option<Point> {
    let last = board.size().lines() - 1;
    let inside = |at: u8| at > 0 && at < last;
    let points: Vec<Point> = Point::all(board.size())
        .filter(|point| board.is_empty(*point))
        .filter(|point| last < 4 || inside(point.row()) && inside(point.column()))
        .collect();
    points
        .get(chance.below(points.len() as u32) as usize)
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_of_all_boards_are_short_and_varied() {
        for lines in 2..=19 {
            let size = BoardSize::new(lines).unwrap();
            let mut openings: Vec<_> = (0..300)
                .map(|seed| random_opening(size, &mut Rng::from_seed(seed)))
                .collect();
            assert!(openings.iter().all(|moves| moves.len() <= 11));
            assert!(openings.iter().flatten().all(|point| point.is_on(size)));
            openings.sort();
            openings.dedup();
            let wanted = if lines >= 9 { 100 } else { 3 };
            assert!(openings.len() > wanted, "{lines}: {}", openings.len());
        }
    }
}
