//! The board as a grid of characters of one column each, with what each of them means.

use super::board_picture::Picture;
use super::cell_options::{CellOptions, CellSize, LEFT, RIGHT};
use super::point_values::{Lean, Life, Mark};
use super::signs::{Charset, Sign, StoneSign, label};
use crate::rules::{BoardSize, Color, Point};

/// A meaning of a character, from which colors are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellMeaning {
    /// Room around the board.
    Margin,
    /// A letter or a number at the edge.
    Coordinate,
    /// An empty point, or a line between points.
    Line,
    /// An empty point that boards show as a help for the eye.
    Star,
    /// A stone of this color, alive or not looked into.
    Stone(Color),
    /// A stone of this color that counts as dead.
    DeadStone(Color),
    /// Territory, or a point that is as good as certain to be.
    Territory(Color),
    /// A point that is likely to end up as a color's.
    Leaning(Color),
    /// A candidate move, by its rank.
    Candidate(u8),
    /// A label on an empty point.
    Label,
    /// A label or a number on a stone.
    StoneLabel(Color),
    /// A mark of a record, on an empty point or a stone.
    Mark(Mark),
    /// A sign behind a stone: its string is in atari.
    Atari,
    /// A sign behind a stone: how it lives.
    Life(Life),
    /// A parenthesis around the latest move.
    LastMove,
    /// A bracket around the cursor.
    Cursor,
}

/// Columns of a point from which on a sign and a parenthesis have room behind it.
const ROOM_BEHIND_SIGN: usize = 4;

/// A background of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tint {
    /// Likely to be a color's at the end.
    Likely(Color),
    /// As good as certain to be a color's.
    Sure(Color),
    /// The life of the stone that stands here.
    Life(Life),
}

/// One column of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The character to print, one column wide.
    pub symbol: char,
    /// Its meaning, by which it is colored.
    pub meaning: CellMeaning,
    /// Background of the point that it belongs to.
    pub tint: Option<Tint>,
    /// True on the point of the latest move.
    pub is_last: bool,
    /// True on the point of the cursor.
    pub is_cursor: bool,
}

impl Cell {
    const fn new(symbol: char, meaning: CellMeaning) -> Self {
        Self {
            symbol,
            meaning,
            tint: None,
            is_last: false,
            is_cursor: false,
        }
    }

    const MARGIN: Self = Self::new(' ', CellMeaning::Margin);
}

/// A board drawn in rows of cells, all rows equally long.
///
/// # Examples
///
/// ```
/// use sgmp_board::picture::{CellOptions, Charset, Grid, Picture};
/// use sgmp_board::rules::{Board, BoardSize, Point};
///
/// let board = Board::new(BoardSize::NINETEEN);
/// let options = CellOptions::fitting(board.size(), (60, 20), Charset::Ascii, None);
/// let grid = Grid::new(&Picture::new(&board), options);
/// assert_eq!((grid.columns(), grid.rows().len()), (41, 20));
/// let d4 = Point::parse("D4").expect("a point");
/// let (column, row) = grid.place_of(d4).expect("it is shown");
/// assert_eq!(grid.point_at(column, row), Some(d4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    options: CellOptions,
    board: BoardSize,
    rows: Vec<Vec<Cell>>,
}

impl Grid {
    /// Draws a picture, with the room for each point that the options name.
    #[must_use]
    pub fn new(picture: &Picture, options: CellOptions) -> Self {
        let board = picture.size();
        let (columns, rows) = options.extent(board);
        let mut grid = Self {
            options,
            board,
            rows: vec![vec![Cell::MARGIN; columns]; rows],
        };
        if picture.has_coordinates() {
            grid.draw_coordinates();
        }
        if options.charset == Charset::Unicode {
            grid.draw_lines();
        }
        let shown: Vec<Point> = Point::all(board)
            .filter(|p| grid.place_of(*p).is_some())
            .collect();
        for point in &shown {
            grid.draw_point(picture, *point);
        }
        for point in shown {
            grid.draw_signs(picture, point);
        }
        grid.draw_pair(picture.last(), ['(', ')'], CellMeaning::LastMove);
        grid.draw_pair(picture.cursor_point(), ['[', ']'], CellMeaning::Cursor);
        grid
    }

    /// Columns of each row.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// The rows from the top.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// The column and the row at which a point is drawn; `None` for one that is not shown.
    #[must_use]
    pub fn place_of(&self, point: Point) -> Option<(usize, usize)> {
        let window = self.options.window(self.board);
        let within = |at: u8, (first, shown): (u8, u8)| {
            let step = at.checked_sub(first)?;
            (step < shown).then_some(usize::from(step))
        };
        let column = within(point.column(), window.columns)?;
        let row = within(point.row(), window.rows)?;
        let from_top = usize::from(window.rows.1) - 1 - row;
        let top = usize::from(self.options.all_coordinates);
        let size = self.options.size;
        Some((
            LEFT + 1 + column * size.columns(),
            top + from_top * size.rows(),
        ))
    }

    /// The point that a column and a row belong to, for a mouse.
    #[must_use]
    pub fn point_at(&self, column: usize, row: usize) -> Option<Point> {
        let size = self.options.size;
        let near = |(x, y): (usize, usize)| {
            let lead = size.columns() / 2;
            let right = size.columns() - lead;
            (x - lead..x + right).contains(&column) && (y..y + size.rows()).contains(&row)
        };
        Point::all(self.board).find(|point| self.place_of(*point).is_some_and(near))
    }

    fn put(&mut self, (column, row): (usize, usize), cell: Cell) {
        let place = self.rows.get_mut(row).and_then(|row| row.get_mut(column));
        if let Some(place) = place {
            *place = cell;
        }
    }

    fn draw_coordinates(&mut self) {
        let last_row = self.rows.len() - 1;
        let last_column = self.columns() - RIGHT;
        let all = self.options.all_coordinates;
        for point in Point::all(self.board) {
            let Some((column, row)) = self.place_of(point) else {
                continue;
            };
            let letter = point.to_string().chars().next().unwrap_or(' ');
            let letter = Cell::new(letter, CellMeaning::Coordinate);
            self.put((column, last_row), letter);
            let number = (point.row() + 1).to_string();
            self.write((LEFT - number.len(), row), &number);
            if all {
                self.put((column, 0), letter);
                self.write((last_column, row), &number);
            }
        }
    }

    fn write(&mut self, (column, row): (usize, usize), text: &str) {
        for (step, symbol) in text.chars().enumerate() {
            self.put(
                (column + step, row),
                Cell::new(symbol, CellMeaning::Coordinate),
            );
        }
    }

    /// The lines between the points.
    fn draw_lines(&mut self) {
        let lines = self.board.lines();
        let (step, rows) = (self.options.size.columns(), self.options.size.rows());
        for point in Point::all(self.board) {
            let Some((column, row)) = self.place_of(point) else {
                continue;
            };
            if point.column() + 1 < lines {
                for x in column + 1..(column + step).min(self.line_end()) {
                    self.put((x, row), Cell::new('─', CellMeaning::Line));
                }
            }
            if point.row() > 0 {
                for y in row + 1..(row + rows).min(self.rows.len() - 1) {
                    self.put((column, y), Cell::new('│', CellMeaning::Line));
                }
            }
        }
    }

    /// The column behind the board.
    fn line_end(&self) -> usize {
        let right = if self.options.all_coordinates {
            RIGHT
        } else {
            0
        };
        self.columns() - right
    }

    fn draw_point(&mut self, picture: &Picture, point: Point) {
        let Some(place) = self.place_of(point) else {
            return;
        };
        let charset = self.options.charset;
        let stone = picture.stone(point);
        let is_last = picture.last() == Some(point);
        let is_narrow = self.options.size == CellSize::Narrow;
        let sign = match Sign::new(picture, point) {
            Sign::Stone(color) if is_last && is_narrow => Sign::LastStone(color),
            sign => sign,
        };
        let line = match charset {
            Charset::Ascii => '.',
            Charset::Unicode => crossing(point, self.board),
        };
        self.put(
            place,
            Cell {
                tint: tint(picture, point),
                is_last,
                is_cursor: picture.cursor_point() == Some(point),
                ..Cell::new(sign.character(charset, line), meaning(sign))
            },
        );
        let Some(text) = label(picture, point) else {
            return;
        };
        let (skip, first, meaning) = match (stone, sign) {
            (Some(color), _) => (0, 1, CellMeaning::StoneLabel(color)),
            (None, Sign::Label(_)) => (1, 1, CellMeaning::Label),
            (None, _) => return,
        };
        let rest: Vec<char> = text.chars().skip(skip).collect();
        let columns = self.options.size.columns();
        // Behind a stone a digit may touch the next one.
        let least = usize::from(stone.is_some() && columns > 1);
        let room = columns.saturating_sub(2).max(least);
        // Half a number would be another number: it is left out where it does not fit.
        if rest.len() <= room || (stone.is_none() && !text.bytes().all(|b| b.is_ascii_digit())) {
            for (step, symbol) in rest.into_iter().take(room).enumerate() {
                self.put(
                    (place.0 + first + step, place.1),
                    Cell::new(symbol, meaning),
                );
            }
        }
    }

    /// The place behind a point and its label, if nothing stands there.
    fn behind(&self, point: Point) -> Option<(usize, usize)> {
        let (column, row) = self.place_of(point)?;
        if self.options.size == CellSize::Narrow {
            return None;
        }
        let cells = self.rows.get(row)?;
        let taken = |column: &usize| {
            let meaning = cells.get(*column).map(|cell| cell.meaning);
            matches!(
                meaning,
                Some(CellMeaning::StoneLabel(_) | CellMeaning::Label)
            )
        };
        let mut columns = column + 1..column + 1 + self.options.size.columns();
        let free = columns.find(|column| !taken(column))?;
        (free < self.line_end()).then_some((free, row))
    }

    fn draw_signs(&mut self, picture: &Picture, point: Point) {
        let Some(sign) = StoneSign::new(picture, point) else {
            return;
        };
        if let Some(place) = self.behind(point) {
            let meaning = match sign {
                StoneSign::Atari => CellMeaning::Atari,
                StoneSign::Life(life) => CellMeaning::Life(life),
                StoneSign::Mark(mark) => CellMeaning::Mark(mark),
            };
            self.put(
                place,
                Cell::new(sign.character(self.options.charset), meaning),
            );
        }
    }

    /// A pair of signs around a point; the closing one stands behind a sign that says more, or gives way to it where there is
    /// no room.
    fn draw_pair(&mut self, point: Option<Point>, pair: [char; 2], meaning: CellMeaning) {
        let Some(point) = point else { return };
        let (Some((column, row)), Some(behind)) = (self.place_of(point), self.behind(point)) else {
            return;
        };
        self.put((column - 1, row), Cell::new(pair[0], meaning));
        let standing = self.rows[behind.1][behind.0].meaning;
        let is_sign = matches!(
            standing,
            CellMeaning::Atari | CellMeaning::Life(_) | CellMeaning::Mark(_)
        );
        let closing = match is_sign {
            false => Some(behind),
            true => {
                let (next, row) = (behind.0 + 1, behind.1);
                let is_free = self.options.size.columns() >= ROOM_BEHIND_SIGN;
                Some((next, row)).filter(|_| is_free && next < self.line_end())
            }
        };
        if let Some(place) = closing {
            self.put(place, Cell::new(pair[1], meaning));
        }
    }
}

/// The crossing of lines on an empty point.
fn crossing(point: Point, board: BoardSize) -> char {
    let last = board.lines() - 1;
    let place = |at: u8| match at {
        0 => 0,
        at if at == last => 2,
        _ => 1,
    };
    let rows = [['└', '┴', '┘'], ['├', '┼', '┤'], ['┌', '┬', '┐']];
    rows[place(point.row())][place(point.column())]
}

const fn meaning(sign: Sign) -> CellMeaning {
    match sign {
        Sign::Stone(color) | Sign::LastStone(color) => CellMeaning::Stone(color),
        Sign::DeadStone(color) => CellMeaning::DeadStone(color),
        Sign::Owned(color) => CellMeaning::Territory(color),
        Sign::Leaning(color) => CellMeaning::Leaning(color),
        Sign::Empty => CellMeaning::Line,
        Sign::Star => CellMeaning::Star,
        Sign::Rank(rank) => CellMeaning::Candidate(rank),
        Sign::Mark(mark) => CellMeaning::Mark(mark),
        Sign::Label(_) => CellMeaning::Label,
    }
}

fn tint(picture: &Picture, point: Point) -> Option<Tint> {
    if let Some(life) = picture.life_at(point) {
        return Some(Tint::Life(life));
    }
    let lean = picture.lean_at(point).and_then(Lean::from_value);
    match (picture.owner(point), lean) {
        (Some(owner), _) => Some(Tint::Sure(owner)),
        (None, Some(lean)) if lean.is_sure => Some(Tint::Sure(lean.color)),
        (None, Some(lean)) => Some(Tint::Likely(lean.color)),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;

    #[test]
    fn boards_fit_the_usual_screens() {
        let fit = |lines: u8, columns, rows| {
            let board = BoardSize::new(lines).unwrap();
            let options = CellOptions::fitting(board, (columns, rows), Charset::Ascii, None);
            let extent = options.extent(board);
            assert!(extent.0 <= columns && extent.1 <= rows, "{extent:?}");
            let grid = Grid::new(&Picture::new(&Board::new(board)), options);
            assert_eq!((grid.columns(), grid.rows().len()), extent);
            let shown = Point::all(board).filter(|point| grid.place_of(*point).is_some());
            (options.size, shown.count())
        };
        assert_eq!(fit(19, 44, 22), (CellSize::Square, 361));
        assert_eq!(fit(19, 60, 20), (CellSize::Square, 361));
        assert_eq!(fit(19, 60, 16), (CellSize::Square, 15 * 19));
        assert_eq!(fit(19, 80, 45), (CellSize::Double, 361));
        assert_eq!(fit(9, 60, 20), (CellSize::Double, 81));
        assert_eq!(fit(19, 30, 20), (CellSize::Narrow, 361));
        assert_eq!(fit(19, 12, 5), (CellSize::Narrow, 4 * 8));
    }

    #[test]
    fn a_board_that_does_not_fit_scrolls_with_the_focus() {
        let board = BoardSize::NINETEEN;
        for (focus, first) in [("A1", "A1"), ("T19", "A10"), ("K10", "A5")] {
            let focus = Point::parse(focus);
            let options = CellOptions::fitting(board, (60, 11), Charset::Unicode, focus);
            let grid = Grid::new(&Picture::new(&Board::new(board)), options);
            let shown: Vec<Point> = Point::all(board)
                .filter(|point| grid.place_of(*point).is_some())
                .collect();
            assert_eq!(shown.len(), 10 * 19);
            assert_eq!(shown[0].to_string(), first);
            assert!(shown.contains(&focus.unwrap()));
        }
    }

    #[test]
    fn a_mouse_finds_each_point() {
        let picture = Picture::new(&Board::new(BoardSize::NINETEEN));
        for size in [
            CellSize::Narrow,
            CellSize::Square,
            CellSize::Wide,
            CellSize::Double,
        ] {
            let grid = Grid::new(&picture, CellOptions::whole(Charset::Ascii, size));
            for point in Point::all(picture.size()) {
                let (column, row) = grid.place_of(point).unwrap();
                assert_eq!(grid.point_at(column, row), Some(point));
            }
            assert_eq!(grid.point_at(0, 0), None);
        }
    }
}
