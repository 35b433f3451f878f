//! Lines for a person: on a terminal no word is broken at its edge.

use std::fmt::Display;

use super::{TextStream, stdout_line};

/// Columns within which a list of words has its explanations.
const LIST_COLUMNS: usize = 16;

/// A text on standard output for a person to read: where it is a terminal, its lines are broken at spaces. A command of
/// ours stays whole: it is copied.
pub fn told_line(text: impl Display) {
    stdout_line(fitted(&text.to_string()));
}

/// The text as standard output takes it: broken at spaces where that is a terminal.
#[must_use]
pub fn fitted(text: &str) -> String {
    TextStream::Stdout.fitted(text)
}

impl TextStream {
    /// The text as the stream takes it: broken at spaces where that is a terminal.
    pub(super) fn fitted(self, text: &str) -> String {
        self.columns()
            .map_or_else(|| text.to_owned(), |columns| broken(text, columns))
    }

    /// Columns of the terminal that the stream is; `None` where it is none.
    fn columns(self) -> Option<usize> {
        if !self.is_terminal() {
            return None;
        }
        #[cfg(unix)]
        {
            let size = match self {
                Self::Stdout => rustix::termios::tcgetwinsize(std::io::stdout()),
                Self::Stderr => rustix::termios::tcgetwinsize(std::io::stderr()),
            };
            let columns = size.ok()?.ws_col;
            (columns > 0).then_some(columns.into())
        }
        #[cfg(not(unix))]
        None
    }
}

/// The text with its lines broken at spaces.
fn broken(text: &str, columns: usize) -> String {
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| broken_line(line, columns))
        .collect();
    lines.join("\n")
}

fn broken_line(line: &str, columns: usize) -> String {
    if line.chars().count() <= columns {
        return line.to_owned();
    }
    let indent = " ".repeat(hanging_indent(line).min(columns / 2));
    let (mut told, mut row) = (String::new(), String::new());
    for word in words(line) {
        let width = row.chars().count() + word.trim_end().chars().count();
        if width > columns && !row.trim().is_empty() {
            told += row.trim_end();
            told.push('\n');
            row.clone_from(&indent);
        }
        row += word;
    }
    told + row.trim_end()
}

/// The words of a line with the spaces behind them; a command of ours, up to the next stop, is one.
fn words(line: &str) -> Vec<&str> {
    let ends = |word: &str| word.trim_end().ends_with([';', ',', ':', ')', '`']);
    let mut words = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let mut word = rest.split_inclusive(' ').next().unwrap_or(rest).len();
        if rest[..word]
            .trim_start_matches(['(', '`'])
            .starts_with("sgmp-go ")
        {
            while !ends(&rest[..word]) && word < rest.len() {
                word += rest[word..].split_inclusive(' ').next().map_or(0, str::len);
            }
        }
        words.push(&rest[..word]);
        rest = &rest[word..];
    }
    words
}

/// The column at which a line goes on: below its explanation in a list, else below its own beginning.
fn hanging_indent(line: &str) -> usize {
    let start = line.len() - line.trim_start().len();
    let gap = line[start..].find("  ").map(|at| start + at);
    let after_gap = gap.map(|gap| gap + (line[gap..].len() - line[gap..].trim_start().len()));
    after_gap.filter(|at| *at <= LIST_COLUMNS).unwrap_or(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_and_lists_keep_their_form() {
        assert_eq!(
            broken("Black plays E5 and wins.", 14),
            "Black plays E5\nand wins."
        );
        assert_eq!(
            broken("hint    moves that you might make", 22),
            "hint    moves that you\n        might make"
        );
        assert_eq!(
            broken("  1  Learn the game", 14),
            "  1  Learn the\n     game"
        );
        assert_eq!(broken("short\n\nlines", 14), "short\n\nlines");
        let command = "go on with: sgmp-go play --resume game.sgf";
        assert_eq!(
            broken(command, 20),
            "go on with:\nsgmp-go play --resume game.sgf"
        );
        assert_eq!(
            broken("it stays (sgmp-go igo goes on); the rest is new", 30),
            "it stays\n(sgmp-go igo goes on); the\nrest is new"
        );
    }
}
