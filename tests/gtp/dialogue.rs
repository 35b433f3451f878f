//! Reads a dialogue, and compares answers with what it expects.

use std::fs;
use std::path::Path;

/// A command, and the lines of its answer; none for a remark, which has no answer.
pub(crate) struct Exchange {
    pub(crate) sent: String,
    pub(crate) answer: Vec<String>,
}

/// The dialogue of a file in `fixtures/gtp`.
pub(crate) fn read(name: &str) -> Vec<Exchange> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/gtp")
        .join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut exchanges: Vec<Exchange> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with(';')) {
        match (line.strip_prefix("> "), exchanges.last_mut()) {
            (Some(sent), _) => exchanges.push(Exchange {
                sent: sent.to_owned(),
                answer: Vec::new(),
            }),
            (None, Some(last)) => last.answer.push(line.to_owned()),
            (None, None) => panic!("{name} begins with an answer"),
        }
    }
    exchanges
}

impl Exchange {
    /// Returns whether an answer is the one expected; it must end with an empty line.
    pub(crate) fn accepts(&self, answer: &str) -> bool {
        if self.answer.is_empty() {
            return answer.is_empty();
        }
        let Some(body) = answer.strip_suffix("\n\n") else {
            return false;
        };
        let expected: Vec<&str> = self.answer.iter().map(String::as_str).collect();
        let lines: Vec<&str> = body.split('\n').collect();
        lines_match(&expected, &lines)
    }
}

fn lines_match(expected: &[&str], lines: &[&str]) -> bool {
    match (expected.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((&"...", rest)), _) => {
            (0..=lines.len()).any(|skipped| lines_match(rest, &lines[skipped..]))
        }
        (Some((first, rest)), Some((line, others))) => {
            line_matches(first, line) && lines_match(rest, others)
        }
        _ => false,
    }
}

fn line_matches(expected: &str, line: &str) -> bool {
    let (expected, open) = match expected.strip_suffix("...") {
        Some(expected) => (expected, true),
        None => (expected, false),
    };
    let mut words = line.split(' ');
    for pattern in expected.split(' ').filter(|word| !open || !word.is_empty()) {
        let is_there = words.next().is_some_and(|word| word_matches(pattern, word));
        if !is_there {
            return false;
        }
    }
    open || words.next().is_none()
}

fn word_matches(pattern: &str, word: &str) -> bool {
    let is_vertex = || {
        let (letter, digits) = word.split_at(word.len().min(1));
        word == "pass"
            || letter.chars().all(|c| c.is_ascii_uppercase()) && digits.parse::<u8>().is_ok()
    };
    match pattern {
        "{vertex}" => is_vertex(),
        "{number}" => word.parse::<f64>().is_ok(),
        "{word}" => !word.is_empty(),
        _ => pattern == word,
    }
}

#[test]
fn patterns_match_what_they_say() {
    for (expected, line, matches) in [
        ("=1 {vertex}", "=1 D4", true),
        ("=1 {vertex}", "=1 pass", true),
        ("=1 {vertex}", "=1 resign", false),
        ("= {number}", "= 1.5", true),
        ("= {number}", "=", false),
        ("info move {vertex} ...", "info move D4 visits 3", true),
        ("info move {vertex} ...", "info", false),
        ("=", "= D4", false),
    ] {
        assert_eq!(line_matches(expected, line), matches, "{expected} / {line}");
    }
    assert!(lines_match(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(!lines_match(&["a", "..."], &["b"]));
}
