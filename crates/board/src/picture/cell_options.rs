//! Choices for drawing a board in cells: the room for a point, and how much of the board fits.

use super::signs::Charset;
use crate::rules::{BoardSize, Point};

/// Columns of the row numbers on the left.
pub(super) const LEFT: usize = 2;
/// Columns of the row numbers on the right.
pub(super) const RIGHT: usize = 2;

/// Room for a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CellSize {
    /// One column: for narrow windows. The latest move has characters of its own.
    Narrow,
    /// Two columns, which is nearly square.
    #[default]
    Square,
    /// Three columns: labels of two characters fit.
    Wide,
    /// Four columns and two rows.
    Double,
    /// So many columns, for text with long labels; at least two.
    Columns(u8),
}

impl CellSize {
    /// Columns from a point to the next.
    pub(super) fn columns(self) -> usize {
        match self {
            Self::Narrow => 1,
            Self::Square => 2,
            Self::Wide => 3,
            Self::Double => 4,
            Self::Columns(columns) => usize::from(columns.clamp(2, 9)),
        }
    }

    /// Rows from a point to the next.
    pub(super) const fn rows(self) -> usize {
        match self {
            Self::Double => 2,
            Self::Narrow | Self::Square | Self::Wide | Self::Columns(_) => 1,
        }
    }
}

/// Choices for drawing a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellOptions {
    /// The set of characters that the terminal can show.
    pub charset: Charset,
    /// Room for a point.
    pub size: CellSize,
    /// True if letters stand above and numbers to the right as well as below and to the left.
    pub all_coordinates: bool,
    /// The part of the board that is shown; all of it if there is none.
    window: Option<Window>,
}

/// A part of the board: columns and rows from A1, the first and the number of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) columns: (u8, u8),
    pub(super) rows: (u8, u8),
}

impl CellOptions {
    /// The whole board at a size.
    #[must_use]
    pub const fn whole(charset: Charset, size: CellSize) -> Self {
        Self {
            charset,
            size,
            all_coordinates: true,
            window: None,
        }
    }

    /// The largest nearly square drawing of a board that fits a place of so many columns and rows.
    ///
    /// Where not even the smallest fits, part of the board is shown with `focus` in it: move the focus,
    /// for example with the cursor, and the drawing scrolls.
    #[must_use]
    pub fn fitting(
        board: BoardSize,
        place: (usize, usize),
        charset: Charset,
        focus: Option<Point>,
    ) -> Self {
        let option = |size, all_coordinates| Self {
            all_coordinates,
            ..Self::whole(charset, size)
        };
        let sizes = [CellSize::Double, CellSize::Square, CellSize::Narrow];
        let fit = |options: &Self| {
            let (columns, rows) = options.extent(board);
            (columns <= place.0, rows <= place.1)
        };
        let choices = sizes
            .into_iter()
            .flat_map(|size| [option(size, true), option(size, false)]);
        let mut choices = choices.filter(|options| fit(options).0);
        if let Some(options) = choices.clone().find(|options| fit(options).1) {
            return options;
        }
        let square = option(CellSize::Square, false);
        let scrolled = if choices.any(|options| options == square) {
            square
        } else {
            option(CellSize::Narrow, false)
        };
        scrolled.scrolled(board, place, focus)
    }

    /// Shows no more of a board than fits, with the focus near the middle.
    fn scrolled(self, board: BoardSize, place: (usize, usize), focus: Option<Point>) -> Self {
        let lines = board.lines();
        let (all_columns, all_rows) = self.extent(board);
        let part = |has: usize, needs: usize, step: usize, at: u8| {
            let missing = needs.saturating_sub(has).div_ceil(step);
            let shown = lines.saturating_sub(missing.min(255) as u8).max(1);
            let first = at.saturating_sub(shown / 2).min(lines - shown);
            (first, shown)
        };
        let middle = Point::new(lines / 2, lines / 2);
        let focus = focus.filter(|point| point.is_on(board)).or(middle);
        let (column, row) = focus.map_or((0, 0), |point| (point.column(), point.row()));
        Self {
            window: Some(Window {
                columns: part(place.0, all_columns, self.size.columns(), column),
                rows: part(place.1, all_rows, self.size.rows(), row),
            }),
            ..self
        }
    }

    /// The part of a board that is shown.
    pub(super) fn window(&self, board: BoardSize) -> Window {
        let all = (0, board.lines());
        self.window.unwrap_or(Window {
            columns: all,
            rows: all,
        })
    }

    /// Columns and rows of the whole drawing.
    #[must_use]
    pub fn extent(&self, board: BoardSize) -> (usize, usize) {
        let window = self.window(board);
        let (columns, rows) = (usize::from(window.columns.1), usize::from(window.rows.1));
        let width = LEFT + 1 + (columns - 1) * self.size.columns() + 1 + self.tail();
        let height = (rows - 1) * self.size.rows() + 1;
        if self.all_coordinates {
            (width + RIGHT, height + 2)
        } else {
            (width, height + 1)
        }
    }

    /// Columns behind the last point of a row: for a sign, or for a label.
    pub(super) fn tail(&self) -> usize {
        self.size.columns().saturating_sub(1).max(1)
    }
}
