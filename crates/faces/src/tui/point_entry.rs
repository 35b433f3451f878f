//! A point of a board by keys: a cursor that arrows move, and a name that is typed.

use sgmp_board::rules::{BoardSize, Point};

/// A letter and two digits.
const MAX_TYPED: usize = 3;

/// The cursor on a board, and the point that is half typed.
#[derive(Clone, Debug)]
pub struct PointEntry {
    size: BoardSize,
    cursor: Point,
    /// A letter, and the digits that follow it; it may name no point.
    typed: String,
    /// True if the letter was a small one, which may be meant as a key.
    is_small: bool,
}

impl PointEntry {
    /// The cursor in the middle of a board, and nothing typed.
    pub fn new(size: BoardSize) -> Self {
        let middle = Point::new(size.lines() / 2, size.lines() / 2);
        let first = Point::all(size).next();
        Self {
            size,
            cursor: middle
                .or(first)
                .unwrap_or_else(|| unreachable!("a board has points")),
            typed: String::new(),
            is_small: false,
        }
    }

    /// The board on which points are named.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The point of the cursor.
    pub const fn cursor(&self) -> Point {
        self.cursor
    }

    /// The letters that are typed so far.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// The half-typed point for the bottom line; `word` names it.
    pub fn prompt(&self, word: &str) -> Option<String> {
        let typed = &self.typed;
        let letter = typed.chars().next()?;
        let advice = if self.typed_point().is_some() {
            "Enter: here; Esc: no".to_owned()
        } else if !self.is_column(letter) && self.is_small {
            return Some(format!(
                "{} is no key here, and no column of this board; ? shows the keys",
                letter.to_ascii_lowercase()
            ));
        } else if !self.is_column(letter) {
            format!("this board has no column {letter}; Esc: no")
        } else if typed.len() == 1 {
            "then the row's number; Esc: no".to_owned()
        } else {
            format!("this board has no {typed}; Esc: no")
        };
        Some(format!("{word}: {typed}_  {advice}"))
    }

    /// The point that is typed, if it is one of the board.
    fn typed_point(&self) -> Option<Point> {
        Point::parse(&self.typed).filter(|point| point.is_on(self.size))
    }

    /// The point that is chosen: the one that is typed, else that of the cursor; `None` where what is typed names no
    /// point. What is typed is forgotten; a name of no point stays, and the prompt says what is wrong with it.
    pub(crate) fn choose(&mut self) -> Option<Point> {
        let is_point = self.typed.is_empty() || self.typed_point().is_some();
        if is_point || self.is_small {
            self.typed.clear();
        }
        is_point.then_some(self.cursor)
    }

    /// Forgets what is typed.
    pub fn clear(&mut self) {
        self.typed.clear();
    }

    /// Takes the last letter back.
    pub fn erase(&mut self) {
        self.typed.pop();
    }

    /// Moves the cursor, as far as the board goes; what is typed is forgotten.
    pub fn step(&mut self, right: i8, up: i8) {
        self.typed.clear();
        let last = self.size.lines() - 1;
        let moved = |at: u8, by: i8| at.saturating_add_signed(by).min(last);
        let (column, row) = (self.cursor.column(), self.cursor.row());
        let next = Point::new(moved(column, right), moved(row, up));
        self.cursor = next.unwrap_or(self.cursor);
    }

    /// Takes the cursor to the nearest point that is wanted, if one is.
    pub fn go_to_nearest(&mut self, is_wanted: impl Fn(Point) -> bool) {
        let from = self.cursor;
        let distance = |point: &Point| {
            let columns = point.column().abs_diff(from.column());
            columns + point.row().abs_diff(from.row())
        };
        let wanted = Point::all(self.size).filter(|point| is_wanted(*point));
        self.cursor = wanted.min_by_key(distance).unwrap_or(from);
    }

    /// Sets the cursor to the point under a click; `None` beside the board.
    pub fn click(&mut self, clicked: Option<Point>) -> Option<Point> {
        let point = clicked.filter(|point| point.is_on(self.size))?;
        self.typed.clear();
        self.cursor = point;
        Some(point)
    }

    /// Returns whether a letter names a column of the board.
    pub fn is_column(&self, letter: char) -> bool {
        let first = Point::parse(&format!("{letter}1"));
        first.is_some_and(|point| point.is_on(self.size))
    }

    /// Adds a letter or a digit, and takes the cursor along to a point of the board. A letter begins anew; a digit
    /// without a letter changes nothing.
    pub fn add(&mut self, letter: char) {
        if letter.is_ascii_alphabetic() {
            self.typed = letter.to_ascii_uppercase().to_string();
            self.is_small = letter.is_ascii_lowercase();
        } else if !letter.is_ascii_digit() {
            self.typed.clear();
        } else if (1..MAX_TYPED).contains(&self.typed.len()) {
            self.typed.push(letter);
        }
        self.cursor = self.typed_point().unwrap_or(self.cursor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_typed_and_the_cursor_stays_on_the_board() {
        let point = |name| Point::parse(name).unwrap();
        let mut entry = PointEntry::new(BoardSize::new(9).unwrap());
        assert_eq!(entry.cursor(), point("E5"));
        let write = |entry: &mut PointEntry, letters: &str| {
            letters.chars().for_each(|letter| entry.add(letter));
            entry.prompt("Point").unwrap_or_default()
        };
        assert_eq!(write(&mut entry, "7"), "");
        assert_eq!(write(&mut entry, "c1"), "Point: C1_  Enter: here; Esc: no");
        assert_eq!(entry.choose(), Some(point("C1")));
        assert_eq!(entry.choose(), Some(point("C1")), "the cursor's");
        for (letters, prompt) in [
            ("c", "Point: C_  then the row's number; Esc: no"),
            ("C12", "Point: C12_  this board has no C12; Esc: no"),
            ("I5", "Point: I5_  this board has no column I; Esc: no"),
            ("K", "Point: K_  this board has no column K; Esc: no"),
            (
                "k",
                "k is no key here, and no column of this board; ? shows the keys",
            ),
        ] {
            assert_eq!(write(&mut entry, letters), prompt);
            assert_eq!(entry.choose(), None, "nothing is played elsewhere");
        }
        write(&mut entry, "C12");
        entry.erase();
        assert_eq!(entry.choose(), Some(point("C1")));
        write(&mut entry, "c");
        entry.add('9');
        assert_eq!(entry.cursor(), point("C9"));
        for _ in 0..9 {
            entry.step(1, 1);
        }
        assert_eq!((entry.prompt("Point"), entry.cursor()), (None, point("J9")));
        entry.go_to_nearest(|point| point.column() < 8);
        assert_eq!(entry.cursor(), point("H9"));
        assert_eq!(entry.click(Some(point("K10"))), None);
        assert_eq!(entry.click(Some(point("B2"))), Some(point("B2")));
        assert_eq!(entry.cursor(), point("B2"));
    }
}
