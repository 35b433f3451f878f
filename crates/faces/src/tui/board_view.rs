//! A board in a place on the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::screen_look::ScreenLook;
use sgmp_board::picture::{CellOptions, Grid, Picture};
use sgmp_board::rules::{BoardSize, Point};

/// A board that is drawn as large as its place allows.
pub(super) struct BoardView {
    grid: Grid,
    area: Rect,
}

impl BoardView {
    /// The columns and rows that a board takes in a room of so many; part of it where there is no more room.
    pub(super) fn extent(board: BoardSize, room: (u16, u16), look: ScreenLook) -> (u16, u16) {
        let options = CellOptions::fitting(board, to_usize(room), look.charset, None);
        let (columns, rows) = options.extent(board);
        (columns as u16, rows as u16)
    }

    /// Returns whether all of a board fits.
    pub(super) fn fits(board: BoardSize, room: (u16, u16), look: ScreenLook) -> bool {
        let options = CellOptions::fitting(board, to_usize(room), look.charset, None);
        let mut whole = CellOptions::whole(look.charset, options.size);
        whole.all_coordinates = options.all_coordinates;
        options == whole
    }

    /// The board of a picture in the upper left of a place; where it does not fit, the part around `focus`.
    pub(super) fn new(
        picture: &Picture,
        area: Rect,
        look: ScreenLook,
        focus: Option<Point>,
    ) -> Self {
        let room = to_usize((area.width, area.height));
        let options = CellOptions::fitting(picture.size(), room, look.charset, focus);
        Self {
            grid: Grid::new(picture, options),
            area,
        }
    }

    /// The meanings of the signs that are drawn.
    pub(super) fn legend(&self) -> String {
        self.grid.legend()
    }

    pub(super) fn draw(&self, look: ScreenLook, buffer: &mut Buffer) {
        for (y, row) in (self.area.y..self.area.bottom()).zip(self.grid.rows()) {
            for (x, cell) in (self.area.x..self.area.right()).zip(row) {
                if let Some(place) = buffer.cell_mut((x, y)) {
                    place.set_char(cell.symbol).set_style(look.cell(cell));
                }
            }
        }
    }

    /// The point at a place of the screen.
    pub(super) fn point_at(&self, (x, y): (u16, u16)) -> Option<Point> {
        let column = x.checked_sub(self.area.x)?;
        let row = y.checked_sub(self.area.y)?;
        self.grid.point_at(column.into(), row.into())
    }
}

fn to_usize((columns, rows): (u16, u16)) -> (usize, usize) {
    (columns.into(), rows.into())
}
