//! The numbers of a board's points on the wire.

use crate::message::{Vertex, WireMove};
use crate::{BoardSize, Color};

/// The length of the rows by which points are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbering {
    /// `1 + x + N*y` on N lines: as the protocol has it.
    #[default]
    ByBoard,
    /// `1 + x + 19*y` on any board: one old library for Windows, on 9 lines.
    ByNineteen,
}

/// A board and the numbers of its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The lines of the board, by which the range of the numbers is known.
    pub size: BoardSize,
    /// The order in which the points are counted on the wire.
    pub numbering: Numbering,
}

impl From<BoardSize> for Grid {
    fn from(size: BoardSize) -> Self {
        Self {
            size,
            numbering: Numbering::ByBoard,
        }
    }
}

impl Grid {
    /// A move as it goes over the wire; `None` for a point that the board does not have.
    #[must_use]
    pub fn number(self, color: Color, vertex: Vertex) -> Option<WireMove> {
        self.has(vertex)
            .then(|| WireMove::new(color, vertex, self.rows()))
    }

    /// The point of a move on the wire; `None` for a number that is no point of the board.
    #[must_use]
    pub fn vertex(self, mv: WireMove) -> Option<Vertex> {
        mv.vertex(self.rows()).filter(|vertex| self.has(*vertex))
    }

    fn rows(self) -> BoardSize {
        match self.numbering {
            Numbering::ByBoard => self.size,
            Numbering::ByNineteen => BoardSize::NINETEEN,
        }
    }

    fn has(self, vertex: Vertex) -> bool {
        let lines = self.size.lines();
        match vertex {
            Vertex::Pass => true,
            Vertex::Point { column, row } => column < lines && row < lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{Command, Message};

    const LEGACY: Numbering = Numbering::ByNineteen;

    fn nine(numbering: Numbering) -> Grid {
        let size = BoardSize::new(9).unwrap();
        Grid { size, numbering }
    }

    fn number(grid: Grid, column: u8, row: u8) -> u16 {
        let vertex = Vertex::Point { column, row };
        grid.number(Color::Black, vertex).unwrap().number()
    }

    #[test]
    fn the_old_library_counts_rows_of_nineteen() {
        let (old, new) = (nine(LEGACY), nine(Numbering::ByBoard));
        // A1, J1, A2, E5, J9.
        for ((column, row), by_nineteen, by_board) in [
            ((0, 0), 1, 1),
            ((8, 0), 9, 9),
            ((0, 1), 20, 10),
            ((4, 4), 81, 41),
            ((8, 8), 161, 81),
        ] {
            assert_eq!(number(old, column, row), by_nineteen);
            assert_eq!(number(new, column, row), by_board);
        }
    }

    #[test]
    fn every_point_comes_back_and_no_number_between_the_rows_is_one() {
        for numbering in [LEGACY, Numbering::ByBoard] {
            let grid = nine(numbering);
            let mut points = 0;
            for value in 0..=511 {
                let Message::Move(mv) = Message::from_wire(Command::Move, value) else {
                    unreachable!("a MOVE says a move")
                };
                let Some(vertex) = grid.vertex(mv) else {
                    continue;
                };
                assert_eq!(grid.number(Color::Black, vertex), Some(mv));
                points += 1;
            }
            // And the pass.
            assert_eq!(points, 81 + 1);
        }
    }

    #[test]
    fn a_point_that_the_board_does_not_have_has_no_number() {
        let outside = Vertex::Point { column: 9, row: 0 };
        for numbering in [LEGACY, Numbering::ByBoard] {
            assert_eq!(nine(numbering).number(Color::Black, outside), None);
        }
    }
}
