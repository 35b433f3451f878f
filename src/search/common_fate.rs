//! Distance as play feels it: along a string it costs nothing.
//!
//! The common fate graph (Graepel et al., "Learning on Graphs in the Game of Go", 2001) joins the
//! stones of a string into one node; its distances were worth 62 Elo and more to tree searches
//! (Pachi's notes: three levels against one).

use crate::rules::{Board, Point};

/// How many steps are counted.
pub(super) const FAR: usize = 4;

/// Steps from a point to all others in the graph, at most [`FAR`]; by padded index.
pub(super) fn distances(board: &Board, from: Point) -> [u8; Point::AREA] {
    let mut steps = [FAR as u8; Point::AREA];
    let mut front = vec![from];
    steps[from.index()] = 0;
    extend_strings(board, &mut front, &mut steps, 0);
    for step in 1..FAR as u8 {
        let mut next = Vec::with_capacity(4 * front.len());
        for point in &front {
            for n in board.neighbours(*point) {
                if steps[n.index()] > step {
                    steps[n.index()] = step;
                    next.push(n);
                }
            }
        }
        extend_strings(board, &mut next, &mut steps, step);
        front = next;
    }
    steps
}

/// All stones of a string are as near as its nearest.
fn extend_strings(board: &Board, front: &mut Vec<Point>, steps: &mut [u8], step: u8) {
    for at in 0..front.len() {
        for stone in board.string(front[at]) {
            if steps[stone.index()] > step {
                steps[stone.index()] = step;
                front.push(stone);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::diagram;

    #[test]
    fn a_string_is_one_step_long() {
        let board = diagram::parse(
            ". . . . . .
             . . . . . .
             . X X X X .
             . . . . . .
             . . . . . .
             . . . . . .",
        )
        .unwrap();
        let steps = distances(&board, Point::parse("A4").unwrap());
        let at = |name: &str| steps[Point::parse(name).unwrap().index()];
        assert_eq!(
            [at("A4"), at("B4"), at("E4"), at("F4"), at("E5")],
            [0, 1, 1, 2, 2]
        );
        assert_eq!([at("A5"), at("A6"), at("A1"), at("F1")], [1, 2, 3, 4]);
    }
}
