//! The windows of a board: the 8 by 8 squares that a diagram may lie on, three masks for each.

use super::pattern_diagram::{Cell, MAX_LINES};
use sgmp_board::rules::{BoardSize, Color, Point};

/// Maximum number of lines by which a window overhangs the board.
const OVERHANG: usize = MAX_LINES as usize - 1;

/// Number of windows in a row and in a column.
const SPAN: usize = 19 + OVERHANG;

/// The columns or rows of a window's lower left point from that of the board.
pub(super) type Offset = i8;

/// The contents of a window from one side's view: bits of [`Cell`]s.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) mine: u64,
    pub(super) theirs: u64,
    pub(super) off: u64,
}

impl View {
    pub(super) const fn empty(self) -> u64 {
        !(self.mine | self.theirs | self.off)
    }
}

/// All windows of a board.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    size: BoardSize,
    stones: [Vec<u64>; 2],
    off: Vec<u64>,
}

impl Windows {
    /// Those of an empty board.
    pub(super) fn new(size: BoardSize) -> Self {
        let lines = i32::from(size.lines());
        let places = (0..SPAN * SPAN).map(|place| {
            let (column, row) = (place % SPAN, place / SPAN);
            let outside = Cell::all().filter(|cell| {
                let at = |start: usize, step: u8| {
                    let at = (start + usize::from(step)) as i32 - OVERHANG as i32;
                    !(0..lines).contains(&at)
                };
                at(column, cell.column()) || at(row, cell.row())
            });
            outside.fold(0, |mask, cell| mask | cell.bit())
        });
        Self {
            size,
            stones: [vec![0; SPAN * SPAN], vec![0; SPAN * SPAN]],
            off: places.collect(),
        }
    }

    pub(super) const fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone on a point.
    pub(super) fn stone(&self, point: Point) -> Option<Color> {
        let place = place(point.column() as Offset, point.row() as Offset);
        let stands = |color: &Color| self.stones[*color as usize][place] & 1 != 0;
        Color::BOTH.into_iter().find(stands)
    }

    /// Puts a stone on a point or takes it away: in every window that shows the point.
    pub(super) fn set(&mut self, point: Point, stone: Option<Color>) {
        for color in Color::BOTH {
            let windows = &mut self.stones[color as usize];
            for cell in Cell::all() {
                let column = point.column() as Offset - cell.column() as Offset;
                let row = point.row() as Offset - cell.row() as Offset;
                let window = &mut windows[place(column, row)];
                if stone == Some(color) {
                    *window |= cell.bit();
                } else {
                    *window &= !cell.bit();
                }
            }
        }
    }

    /// The view of a side of the window at an offset, each -7 to 18.
    pub(super) fn view(&self, column: Offset, row: Offset, mover: Color) -> View {
        let place = place(column, row);
        View {
            mine: self.stones[mover as usize][place],
            theirs: self.stones[!mover as usize][place],
            off: self.off[place],
        }
    }
}

const fn place(column: Offset, row: Offset) -> usize {
    (column + OVERHANG as Offset) as usize + SPAN * (row + OVERHANG as Offset) as usize
}
