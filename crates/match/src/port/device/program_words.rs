//! The words of a program that are kept after its end: its standard error, and the talk with it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Bytes that are kept of the beginning, and as many of the end.
const HALF_BYTES: usize = 512 * 1024;

/// Longest line that is kept, in bytes.
const MAX_LINE_BYTES: usize = 4096;

/// A keeper of a program's words, which is handed out before it starts and read after its end. The default keeps
/// nothing. Of each kind the first and the last 512 KiB are kept.
#[derive(Clone, Debug, Default)]
pub struct ProgramWords {
    errors: Option<SharedLines>,
    talk: Option<SharedLines>,
}

type SharedLines = Arc<Mutex<BoundedLines>>;

impl ProgramWords {
    /// A keeper of the standard error, and of the talk where that is asked for.
    #[must_use]
    pub fn keep(with_talk: bool) -> Self {
        Self {
            errors: Some(SharedLines::default()),
            talk: with_talk.then(SharedLines::default),
        }
    }

    /// Its standard error as text, a line each; empty if it said nothing, or nothing is kept.
    #[must_use]
    pub fn errors(&self) -> String {
        text(self.errors.as_ref())
    }

    /// The talk with it: the time since its start in seconds, `>` for what it was told and `<` for what it said.
    #[must_use]
    pub fn talk(&self) -> String {
        text(self.talk.as_ref())
    }

    pub(in crate::port) fn take_error(&self, line: &str) {
        if let Some(errors) = &self.errors {
            locked(errors).take(line);
        }
    }

    pub(in crate::port) fn take_sent(&self, at: Duration, line: &str) {
        self.take_talk(at, '>', line);
    }

    pub(in crate::port) fn take_heard(&self, at: Duration, line: &str) {
        self.take_talk(at, '<', line);
    }

    fn take_talk(&self, at: Duration, sign: char, line: &str) {
        if let Some(talk) = &self.talk {
            locked(talk).take(&format!("{:9.3} {sign} {line}", at.as_secs_f64()));
        }
    }
}

fn locked(lines: &Mutex<BoundedLines>) -> MutexGuard<'_, BoundedLines> {
    lines.lock().unwrap_or_else(PoisonError::into_inner)
}

fn text(lines: Option<&SharedLines>) -> String {
    lines.map_or_else(String::new, |lines| locked(lines).text())
}

/// The first and the last of many lines.
#[derive(Debug, Default)]
struct BoundedLines {
    first: String,
    last: VecDeque<String>,
    /// Bytes of the last lines.
    last_bytes: usize,
    left_out: u64,
}

impl BoundedLines {
    fn take(&mut self, line: &str) {
        let line = cut(line);
        if self.last.is_empty() && self.first.len() + line.len() < HALF_BYTES {
            self.first.push_str(line);
            self.first.push('\n');
            return;
        }
        self.last_bytes += line.len() + 1;
        self.last.push_back(line.to_owned());
        while self.last_bytes > HALF_BYTES {
            let Some(oldest) = self.last.pop_front() else {
                break;
            };
            self.last_bytes -= oldest.len() + 1;
            self.left_out += 1;
        }
    }

    fn text(&self) -> String {
        let mut text = self.first.clone();
        if self.left_out > 0 {
            text.push_str(&format!("({} lines are left out here)\n", self.left_out));
        }
        for line in &self.last {
            text.push_str(line);
            text.push('\n');
        }
        text
    }
}

/// A line, cut where it is too long.
fn cut(line: &str) -> &str {
    &line[..line.floor_char_boundary(MAX_LINE_BYTES)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_of_many_words_are_kept() {
        let words = ProgramWords::keep(true);
        (0..200_000).for_each(|number| words.take_error(&format!("line {number}")));
        let kept = words.errors();
        assert!(kept.len() < 2 * HALF_BYTES + 100, "{} bytes", kept.len());
        assert!(kept.starts_with("line 0\nline 1\n"));
        assert!(kept.ends_with("line 199998\nline 199999\n"));
        let left_out = kept.lines().find(|line| line.starts_with('('));
        let number: usize = left_out.unwrap()[1..]
            .split(' ')
            .next()
            .unwrap()
            .parse()
            .unwrap();
        assert_eq!(kept.lines().count() - 1 + number, 200_000);
        words.take_sent(Duration::from_millis(1500), "1 genmove b");
        words.take_heard(Duration::from_millis(1750), &"é".repeat(5000));
        let talk = words.talk();
        assert!(talk.starts_with("    1.500 > 1 genmove b\n    1.750 < é"));
        assert!(talk.len() < 5000, "a long line is cut");
    }

    #[test]
    fn nothing_is_kept_where_nobody_asks() {
        let words = ProgramWords::default();
        words.take_error("fatal");
        words.take_sent(Duration::ZERO, "quit");
        assert_eq!(
            (words.errors(), words.talk()),
            (String::new(), String::new())
        );
    }
}
