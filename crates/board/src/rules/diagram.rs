//! Positions as text: drawing them, and reading them for tests and fixtures.

use std::fmt;

use thiserror::Error;

use super::{Board, BoardSize, Color, Move, Point, PointSet, SetupError, Territory};

/// The mark of each thing on a point, and its name in the legend.
const MARKS: [(char, &str); 7] = [
    ('X', "Black"),
    ('O', "White"),
    ('x', "Black's dead stone"),
    ('o', "White's dead stone"),
    ('+', "Black's territory"),
    ('-', "White's territory"),
    ('.', "empty"),
];

/// A board to draw: coordinates, stones, and marks that were added.
///
/// Points are `X` and `O` for stones, `x` and `o` for dead ones, `+` and `-` for the territory of
/// Black and of White, `.` for other empty points; the latest move stands in parentheses, and a
/// last line says what the marks used mean.
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    board: &'a Board,
    last: Option<Point>,
    dead: PointSet,
    territory: Territory,
}

impl<'a> Diagram<'a> {
    /// The stones of a board.
    #[must_use]
    pub fn new(board: &'a Board) -> Self {
        Self {
            board,
            last: None,
            dead: PointSet::EMPTY,
            territory: Territory::default(),
        }
    }

    /// Marks the latest move, if it was one on the board.
    #[must_use]
    pub const fn last_move(mut self, last: Option<(Color, Move)>) -> Self {
        self.last = match last {
            Some((_, Move::Play(point))) => Some(point),
            Some((_, Move::Pass)) | None => None,
        };
        self
    }

    /// Marks the stones on these points as dead.
    #[must_use]
    pub const fn dead(mut self, dead: &PointSet) -> Self {
        self.dead = *dead;
        self
    }

    /// Marks whose the empty points are.
    #[must_use]
    pub const fn territory(mut self, territory: &Territory) -> Self {
        self.territory = *territory;
        self
    }

    fn mark(&self, point: Point) -> char {
        let owner = self.territory.owner(point);
        match (self.board.color_at(point), self.dead.contains(point)) {
            (Some(Color::Black), false) => 'X',
            (Some(Color::White), false) => 'O',
            (Some(Color::Black), true) => 'x',
            (Some(Color::White), true) => 'o',
            (None, _) => match owner {
                Some(Color::Black) => '+',
                Some(Color::White) => '-',
                None => '.',
            },
        }
    }

    /// The line of a row: its number, its points with what stands between them, its number.
    fn row(&self, row: u8) -> String {
        let lines = self.board.size().lines();
        let points = || (0..lines).filter_map(|column| Point::new(column, row));
        let mut text = format!("{:>2}", row + 1);
        let mut closing = false;
        for point in points() {
            let opening = self.last == Some(point);
            text.push(if opening {
                '('
            } else if closing {
                ')'
            } else {
                ' '
            });
            text.push(self.mark(point));
            closing = opening;
        }
        text.push(if closing { ')' } else { ' ' });
        text + &(row + 1).to_string()
    }

    /// The meaning of the marks used; empty if only stones and empty points were drawn.
    fn legend(&self) -> String {
        let used: Vec<char> = Point::all(self.board.size())
            .map(|point| self.mark(point))
            .collect();
        let mut parts: Vec<String> = MARKS
            .iter()
            .filter(|(mark, _)| used.contains(mark))
            .map(|(mark, meaning)| format!("{mark} {meaning}"))
            .collect();
        if self.last.is_some() {
            parts.push("( ) latest move".to_owned());
        }
        parts.join(", ")
    }
}

impl fmt::Display for Diagram<'_> {
    /// The rows from the top, between two lines of column letters, and the legend.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = header(self.board.size());
        writeln!(f, "   {header}")?;
        for row in (0..self.board.size().lines()).rev() {
            writeln!(f, "{}", self.row(row))?;
        }
        writeln!(f, "   {header}")?;
        writeln!(f, "{LEGEND} {}", self.legend())
    }
}

/// Beginning of the legend's line.
const LEGEND: &str = "Marks:";

/// The letters of the columns: "A B C".
fn header(size: BoardSize) -> String {
    let letters = (0..size.lines()).filter_map(|column| Point::new(column, 0));
    letters
        .map(|point| point.to_string()[..1].to_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

/// An error in the text of a diagram.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// A character that marks nothing.
    #[error("row {row} from the top holds {found:?}; use X O x o + - . and spaces")]
    Mark {
        /// The row, from 1 at the top.
        row: usize,
        /// The character that stands for nothing.
        found: char,
    },
    /// A row of another length than there are rows, or a size no board has.
    #[error(
        "row {row} from the top has {columns} points and there are {rows} rows; draw a square of 2 to 19 lines"
    )]
    Shape {
        /// The row, from 1 at the top.
        row: usize,
        /// Points in the row.
        columns: usize,
        /// Rows in the text.
        rows: usize,
    },
    /// Stones that cannot stand together.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Reads a position: rows from the top, with or without coordinates, as [`Diagram`] draws them.
///
/// Dead stones are stones and territory is empty here; spaces and parentheses mean nothing.
///
/// # Errors
/// If the text holds something else, is no square, or shows an impossible position.
///
/// # Examples
///
/// ```
/// use sgmp_board::rules::{Color, Diagram, Point, diagram};
///
/// let board = diagram::parse(
///     ". . .
///      . X O
///      . . .",
/// )?;
/// let center = Point::parse("B2").expect("a point");
/// assert_eq!(board.color_at(center), Some(Color::Black));
/// let drawn = Diagram::new(&board).to_string();
/// assert_eq!(diagram::parse(&drawn)?, board);
/// # Ok::<(), diagram::DiagramError>(())
/// ```
pub fn parse(text: &str) -> Result<Board, DiagramError> {
    let rows: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| is_row(line))
        .collect();
    let lines = u8::try_from(rows.len()).ok().and_then(BoardSize::new);
    let mut stones = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let points = read_row(row).map_err(|found| DiagramError::Mark { row: i + 1, found })?;
        if lines.is_none() || points.len() != rows.len() {
            return Err(DiagramError::Shape {
                row: i + 1,
                columns: points.len(),
                rows: rows.len(),
            });
        }
        let placed = points
            .into_iter()
            .enumerate()
            .filter_map(|(column, stone)| {
                let point = Point::new(column as u8, (rows.len() - 1 - i) as u8)?;
                Some((stone?, point))
            });
        stones.extend(placed);
    }
    let size = lines.ok_or(DiagramError::Shape {
        row: 0,
        columns: 0,
        rows: rows.len(),
    })?;
    Ok(Board::from_stones(size, stones)?)
}

/// Returns whether a trimmed line holds a row, not column letters, the legend or nothing.
fn is_row(line: &str) -> bool {
    let is_header = BoardSize::new(line.len().div_ceil(2) as u8).is_some_and(|s| line == header(s));
    !line.is_empty() && !is_header && !line.starts_with(LEGEND)
}

/// The points of a row without its number; or the character that has no meaning.
fn read_row(row: &str) -> Result<Vec<Option<Color>>, char> {
    row.trim_matches(|c: char| c.is_ascii_digit())
        .chars()
        .filter(|c| !matches!(c, ' ' | '(' | ')'))
        .map(|c| match c {
            'X' | 'x' => Ok(Some(Color::Black)),
            'O' | 'o' => Ok(Some(Color::White)),
            '.' | '+' | '-' => Ok(None),
            other => Err(other),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::territory;

    const POSITION: &str = "
        . X . O .
        X X . O O
        O X . O .
        . X . O .
        . X O O O";

    #[test]
    fn everything_it_was_told_is_drawn() {
        let board = parse(POSITION).unwrap();
        let dead = PointSet::single(Point::parse("A3").unwrap());
        let last = Some((Color::White, Move::Play(Point::parse("E1").unwrap())));
        let drawn = Diagram::new(&board)
            .last_move(last)
            .dead(&dead)
            .territory(&territory(&board, &dead))
            .to_string();
        let expected = [
            "   A B C D E",
            " 5 + X . O - 5",
            " 4 X X . O O 4",
            " 3 o X . O - 3",
            " 2 + X . O - 2",
            " 1 + X O O(O)1",
            "   A B C D E",
            "Marks: X Black, O White, o White's dead stone, + Black's territory, \
             - White's territory, . empty, ( ) latest move\n",
        ];
        assert_eq!(drawn, expected.join("\n"));
        assert_eq!(parse(&drawn), Ok(board));
    }

    #[test]
    fn a_large_board_reads_back() {
        let stones = Point::all(BoardSize::NINETEEN)
            .step_by(3)
            .map(|point| (Color::White, point));
        let board = Board::from_stones(BoardSize::NINETEEN, stones).unwrap();
        let drawn = Diagram::new(&board).to_string();
        assert!(drawn.starts_with("   A B C D E F G H J K L M N O P Q R S T\n19 O . . O"));
        assert_eq!(parse(&drawn), Ok(board));
    }

    #[test]
    fn a_wrong_text_says_where() {
        assert_eq!(
            parse(". .\n. ?"),
            Err(DiagramError::Mark { row: 2, found: '?' })
        );
        let shape = |row, columns, rows| Err(DiagramError::Shape { row, columns, rows });
        assert_eq!(parse(". .\n. . ."), shape(2, 3, 2));
        assert_eq!(parse(""), shape(0, 0, 0));
        assert_eq!(parse(&". \n".repeat(300)), shape(1, 1, 300));
        let choked = parse("X O\n. X").unwrap_err();
        assert_eq!(
            choked.to_string(),
            "the string of B2 has no liberty; remove it or give it one"
        );
    }
}
