//! The last words of a program on its standard error, as they are told behind what has become of it.

use std::collections::VecDeque;
use std::fmt;

/// Most lines that are told.
const MAX_LINES: usize = 3;

/// Most characters that are told.
const MAX_CHARS: usize = 200;

/// Lines that are told of a failed assertion: its own, and the one on which it may go on.
const ASSERTION_LINES: usize = 2;

/// The sign between two lines.
const SEPARATOR: &str = " / ";

/// The last words of a program; displayed they begin with a semicolon, and are nothing if it said nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastWords(String);

impl fmt::Display for LastWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_str() {
            "" => Ok(()),
            words => write!(f, "; its last words: {words}"),
        }
    }
}

/// The lines of a program so far, as many of them as may become its last words.
#[derive(Clone, Debug, Default)]
pub struct LatestLines {
    latest: VecDeque<String>,
    /// The latest assertion that failed: what comes behind it, such as a board, says less.
    assertion: Vec<String>,
}

impl LatestLines {
    /// Takes its next line. Control characters are taken out of it, and it is cut where it is long.
    pub fn take(&mut self, line: &str) {
        let line = visible(line);
        if line.is_empty() {
            return;
        }
        let is_assertion = names_assertion(&line);
        if is_assertion {
            self.assertion.clear();
        }
        if is_assertion || (1..ASSERTION_LINES).contains(&self.assertion.len()) {
            self.assertion.push(line.clone());
        }
        self.latest.push_back(line);
        if self.latest.len() > MAX_LINES {
            self.latest.pop_front();
        }
    }

    /// The last words, if nothing more comes: the assertion that failed, else the last lines, fewer where they are long.
    #[must_use]
    pub fn last_words(&self) -> LastWords {
        let mut lines: Vec<&str> = self.latest.iter().map(String::as_str).collect();
        let chars = |lines: &[&str]| lines.join(SEPARATOR).chars().count();
        while lines.len() > 1 && chars(&lines) > MAX_CHARS {
            lines.remove(0);
        }
        let words = match self.assertion.as_slice() {
            [] => lines.join(SEPARATOR),
            assertion => assertion.join(SEPARATOR),
        };
        LastWords(words.chars().take(MAX_CHARS).collect())
    }
}

/// A line without control characters, nor what our log writes for them.
fn visible(line: &str) -> String {
    let spaced = line
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control() && *c != char::REPLACEMENT_CHARACTER);
    let cut: String = spaced.take(MAX_CHARS).collect();
    cut.trim().to_owned()
}

/// Returns whether a line tells of an assertion that failed, as GNU Go's `***assertion failure:` and the C library's
/// ``Assertion `x' failed``.
fn names_assertion(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.contains("assertion") && line.contains("fail")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> String {
        let mut latest = LatestLines::default();
        lines.iter().for_each(|line| latest.take(line));
        latest.last_words().to_string()
    }

    #[test]
    fn the_last_lines_are_told() {
        assert_eq!(told(&[]), "");
        assert_eq!(told(&["", "  "]), "");
        assert_eq!(
            told(&["fatal: giving up"]),
            "; its last words: fatal: giving up"
        );
        assert_eq!(
            told(&["a", "b", "", "c", "d"]),
            "; its last words: b / c / d"
        );
    }

    #[test]
    fn they_draw_nothing_and_are_not_long() {
        assert_eq!(told(&["\x1b\tbye\u{fffd}\u{7}\r"]), "; its last words: bye");
        let long = "x".repeat(500);
        let told_long = told(&["first", "second", &long]);
        assert_eq!(told_long.len(), "; its last words: ".len() + MAX_CHARS);
        assert!(told_long.ends_with('x') && !told_long.contains("second"));
    }

    #[test]
    fn an_assertion_is_told_before_what_comes_behind_it() {
        let gnugo = [
            "warming up",
            "***assertion failure:",
            "board.c:942 - pos == PASS_MOVE || ON_BOARD1(pos) near [-459]***",
            "   A B C D E F G H J",
            "gnugo 3.8 (seed 1): You stepped on a bug.",
            "Please mail this message, including the debug output above, to gnugo@gnu.org",
        ];
        let expected = "; its last words: ***assertion failure: / board.c:942 - pos == PASS_MOVE || \
                        ON_BOARD1(pos) near [-459]***";
        assert_eq!(told(&gnugo), expected);
        let of_the_library = "go: play.c:3: main: Assertion `x' failed.";
        assert_eq!(
            told(&[of_the_library]),
            format!("; its last words: {of_the_library}")
        );
    }
}
