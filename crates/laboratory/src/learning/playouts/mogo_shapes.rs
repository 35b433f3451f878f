//! Shapes of three by three points that playouts liked to play before they learned.
//!
//! The shapes are those of MoGo (Gelly, Wang, Munos, Teytaud: "Modification of UCT with patterns
//! in Monte-Carlo Go", INRIA RR-6062, 2006, figures 2 to 5): hane, cuts, and moves at the edge.

use std::sync::LazyLock;

use sgmp_board::rules::Color;

/// The shapes, the point to play in the middle. `X` and `O` are stones of different colors,
/// either of them the mover's; `x` is anything but X, `o` anything but O, `?` anything, and a
/// blank is off the board.
const SHAPES: [&str; 13] = [
    "XOX...???", // hane around two stones
    "XO....?.?", // hane
    "XO?X..x.?", // magari
    ".O.X.....", // diagonal attachment
    "XO?O.o?o?", // unprotected cut
    "XO?O.X???", // peeped cut
    "?X?O.Oooo", // cut through
    "OX?o.O???", // keima cut
    "X.?O.?   ", // edge: chase
    "OX?X.O   ", // edge: block the cut
    "?X?x.O   ", // edge: block the connection
    "?XOx.x   ", // edge: sagari
    "?OXX.O   ", // edge: cut
];

/// For each code of [`sgmp_board::rules::Board::around_code`] whether a shape fits, whoever moves.
static FITS: LazyLock<Vec<bool>> = LazyLock::new(ongoing);

/// Returns whether a shape fits a code of [`sgmp_board::rules::Board::around_code`].
pub(super) fn fits(code: u16) -> bool {
    FITS[usize::from(code)]
}

fn ongoing() -> Vec<bool> {
    let mut ongoing = vec![false; 1 << 16];
    for shape in SHAPES {
        let cells: Vec<u8> = shape.bytes().collect();
        for turn in 0..8 {
            for x in Color::BOTH {
                fill(&mut ongoing, &turned(&cells, turn), x, 0, 0);
            }
        }
    }
    ongoing
}

/// One of the eight symmetries of a square, the middle left out.
fn turned(cells: &[u8], turn: usize) -> Vec<u8> {
    let at = |row: usize, column: usize| {
        let (mut r, mut c) = (row, column);
        if turn & 1 != 0 {
            c = 2 - c;
        }
        if turn & 2 != 0 {
            r = 2 - r;
        }
        if turn & 4 != 0 {
            (r, c) = (c, r);
        }
        cells[r * 3 + c]
    };
    let all = (0..9).map(|i| at(i / 3, i % 3));
    all.enumerate()
        .filter(|(i, _)| *i != 4)
        .map(|(_, cell)| cell)
        .collect()
}

/// Marks every code that the shape allows, place by place.
fn fill(ongoing: &mut [bool], cells: &[u8], x: Color, place: usize, code: u16) {
    let Some(cell) = cells.get(place) else {
        ongoing[usize::from(code)] = true;
        return;
    };
    let (x_code, o_code) = match x {
        Color::Black => (1, 2),
        Color::White => (2, 1),
    };
    let allowed: &[u16] = match cell {
        b'X' => &[x_code],
        b'O' => &[o_code],
        b'.' => &[0],
        b'x' => &[0, o_code, 3],
        b'o' => &[0, x_code, 3],
        b'?' => &[0, 1, 2, 3],
        _ => &[3],
    };
    for bits in allowed {
        fill(ongoing, cells, x, place + 1, code | (bits << (2 * place)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Point, diagram};

    #[test]
    fn a_hane_fits_and_the_empty_board_does_not() {
        let board = diagram::parse(
            ". . . . .
             . X O X .
             . . . . .
             . . . . .
             . . . . .",
        )
        .unwrap();
        let at = |name| fits(board.around_code(Point::parse(name).unwrap()));
        assert!(at("C3"));
        assert!(!at("C2"));
        assert!(!at("E1"));
    }

    #[test]
    fn colors_can_be_exchanged() {
        let swap = |code: u16| -> u16 {
            (0..8)
                .map(|i| {
                    let bits = (code >> (2 * i)) & 3;
                    let swapped = match bits {
                        1 => 2,
                        2 => 1,
                        other => other,
                    };
                    swapped << (2 * i)
                })
                .sum()
        };
        for code in 0..=u16::MAX {
            assert_eq!(FITS[usize::from(code)], FITS[usize::from(swap(code))]);
        }
    }
}
