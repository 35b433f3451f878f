//! Lines for a person: on a terminal no word is broken at its edge.

use std::fmt::Display;

use super::{TextStream, stdout_line};

/// Columns within which a list of words has its explanations.
const LIST_COLUMNS: usize = 16;

/// A text on standard output for a person to read: where it is a terminal, its lines are broken at spaces. A line with a
/// command of ours stays whole: it is copied.
pub fn told_line(text: impl Display) {
    stdout_line(fitted(&text.to_string()));
}

/// The text as standard output takes it: broken at spaces where that is a terminal.
#[must_use]
pub fn fitted(text: &str) -> String {
    columns().map_or_else(|| text.to_owned(), |columns| broken(text, columns))
}

/// Columns of the terminal that standard output is; `None` where it is none.
fn columns() -> Option<usize> {
    if !TextStream::Stdout.is_terminal() {
        return None;
    }
    #[cfg(unix)]
    {
        let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
        (size.ws_col > 0).then_some(size.ws_col.into())
    }
    #[cfg(not(unix))]
    None
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
    let is_command = line.contains("sgmp-go ");
    if line.chars().count() <= columns || is_command {
        return line.to_owned();
    }
    let indent = " ".repeat(hanging_indent(line).min(columns / 2));
    let (mut told, mut row) = (String::new(), String::new());
    for word in line.split_inclusive(' ') {
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
        assert_eq!(broken(command, 20), command);
    }
}
