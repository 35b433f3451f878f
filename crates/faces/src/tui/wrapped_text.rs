//! Text that is broken into lines, and the place where lines are put one below the other.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// A space at which no line breaks, while a text is broken.
const TIED: char = '\u{a0}';

/// Signs that stay whole, and a number with its percent sign.
const WHOLE: [&str; 3] = [" %", "( )", "[ ]"];

/// Breaks a text at its spaces, but within no sign, and where a word is longer than a line, within it.
pub fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let mut lines = Vec::new();
    let tie =
        |text: String, sign: &&str| text.replace(*sign, &sign.replace(' ', &TIED.to_string()));
    let tied = WHOLE.iter().fold(text.to_owned(), tie);
    for paragraph in tied.lines() {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && columns(&line) + 1 + columns(word) > width {
                lines.push(std::mem::take(&mut line));
            } else if !line.is_empty() {
                line.push(' ');
            }
            for letter in word.chars() {
                if !line.is_empty() && columns(&line) + columns(&letter.to_string()) > width {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(if letter == TIED { ' ' } else { letter });
            }
        }
        lines.push(line);
    }
    lines
}

/// Columns that a text takes.
pub(super) fn columns(text: &str) -> usize {
    Span::raw(text).width()
}

/// A place that is filled with lines from its top.
pub(super) struct LineStack<'a> {
    buffer: &'a mut Buffer,
    left: Rect,
}

impl<'a> LineStack<'a> {
    pub(super) const fn new(buffer: &'a mut Buffer, area: Rect) -> Self {
        Self { buffer, left: area }
    }

    /// The part that is still empty.
    pub(super) const fn left(&self) -> Rect {
        self.left
    }

    /// The buffer, to draw into what is left.
    pub(super) const fn buffer(&mut self) -> &mut Buffer {
        self.buffer
    }

    /// Keeps some rows at the bottom free, and returns them.
    pub(super) fn reserve(&mut self, rows: u16) -> Rect {
        let rows = rows.min(self.left.height);
        self.left.height -= rows;
        Rect {
            y: self.left.bottom(),
            height: rows,
            ..self.left
        }
    }

    /// Takes rows from the top.
    pub(super) fn take(&mut self, rows: u16) -> Rect {
        let rows = rows.min(self.left.height);
        let taken = Rect {
            height: rows,
            ..self.left
        };
        self.left.y += rows;
        self.left.height -= rows;
        taken
    }

    /// Adds a line, if there is room.
    pub(super) fn line(&mut self, line: &Line<'_>) {
        let row = self.take(1);
        if !row.is_empty() {
            self.buffer.set_line(row.x, row.y, line, row.width);
        }
    }

    /// Adds a text of at most so many lines.
    pub(super) fn text(&mut self, text: &str, style: Style, max_lines: usize) {
        for line in wrap(text, self.left.width).into_iter().take(max_lines) {
            self.line(&Line::styled(line, style));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_long_words_within() {
        assert_eq!(wrap("White plays H17.", 11), ["White plays", "H17."]);
        assert_eq!(wrap("a\nb  c", 9), ["a", "b  c"]);
        assert_eq!(wrap("chance 63 %.", 10), ["chance", "63 %."]);
        assert_eq!(wrap("abcdefgh i", 5), ["abcde", "fgh i"]);
        assert_eq!(wrap("", 5), Vec::<String>::new());
        assert_eq!(wrap("棋棋棋", 4), ["棋棋", "棋"]);
    }
}
