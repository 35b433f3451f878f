//! Words in the source: doc comments, names of constructors, examples.

use super::tokens::Token;

/// Marks before the text of a doc comment.
const MARKS: [&str; 2] = ["///", "//!"];

/// Words that begin a relative clause where a noun or a verb is due.
const CLAUSES: [&str; 4] = ["What", "Who", "Whose", "Whether"];

/// The lines where a doc comment opens with a relative clause.
pub(crate) fn relative_openings(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut last = None;
    for (at, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let mark = MARKS.iter().find(|mark| line.starts_with(**mark)).copied();
        if let Some(mark) = mark.filter(|_| mark != last) {
            let words = line[mark.len()..].split_whitespace();
            let first = words
                .map(|word| word.trim_end_matches([',', '\'', ':']))
                .next();
            if first.is_some_and(|word| CLAUSES.contains(&word)) {
                found.push(at + 1);
            }
        }
        last = mark;
    }
    found
}

/// The lines of functions called `of`.
pub(crate) fn called_of(tokens: &[Token]) -> Vec<usize> {
    let pairs = tokens.windows(2);
    let found = pairs.filter(|pair| pair[0].text == "fn" && pair[1].text == "of");
    found.map(|pair| pair[0].line).collect()
}

/// Code in doc comments that rustdoc compiles.
pub(crate) fn examples(text: &str) -> usize {
    let mut count = 0;
    let mut is_inside = false;
    for line in text.lines().map(str::trim_start) {
        let Some(mark) = MARKS.iter().find(|mark| line.starts_with(**mark)) else {
            is_inside = false;
            continue;
        };
        let Some(kind) = line[mark.len()..].trim().strip_prefix("```") else {
            continue;
        };
        let is_rust = matches!(
            kind,
            "" | "rust" | "no_run" | "should_panic" | "compile_fail"
        );
        count += usize::from(!is_inside && is_rust);
        is_inside = !is_inside;
    }
    count
}

/// Items, fields and passed-on names that are `pub` without a bound.
pub(crate) fn public_items(tokens: &[Token]) -> usize {
    let words = [
        "fn", "struct", "enum", "trait", "const", "static", "type", "mod", "use", "union",
        "unsafe", "async", "extern",
    ];
    let pairs = tokens.windows(2);
    let found =
        pairs.filter(|pair| pair[0].text == "pub" && words.contains(&pair[1].text.as_str()));
    found.count()
}
