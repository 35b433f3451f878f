//! Words in the source: doc comments, names of constructors, examples.

use super::tokens::Token;

/// Marks before the text of a doc comment.
const MARKS: [&str; 2] = ["///", "//!"];

/// Words that begin a relative clause where a noun or a verb is due.
const CLAUSES: [&str; 4] = ["What", "Who", "Whose", "Whether"];

/// Derives of the command line: doc comments inside such a type are the texts of `--help`.
const HELP_DERIVES: [&str; 4] = ["Args", "Parser", "Subcommand", "ValueEnum"];

/// The lines where a doc comment opens with a relative clause. Comments on the fields and variants
/// of a type that derives one of [`HELP_DERIVES`] are left out: they speak to the operator.
pub(crate) fn relative_openings(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut last = None;
    let mut help = HelpTexts::default();
    for (at, line) in text.lines().enumerate() {
        if help.step(line) {
            continue;
        }
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

/// Follows the lines of a formatted file into and out of the types that are a command line.
#[derive(Default)]
struct HelpTexts {
    /// The derive that was seen, with its indentation, until its type closes.
    indentation: Option<usize>,
    is_inside: bool,
}

impl HelpTexts {
    /// Takes a line, and returns whether it stands between the braces of such a type.
    fn step(&mut self, line: &str) -> bool {
        let code = line.trim_start();
        let indentation = line.len() - code.len();
        if self.is_inside {
            let is_end = code.starts_with('}') && self.indentation == Some(indentation);
            if is_end {
                *self = Self::default();
            }
            return true;
        }
        if let Some(derives) = code.strip_prefix("#[derive(") {
            let mut names = derives.split(|c: char| !c.is_alphanumeric());
            let is_help = names.any(|name| HELP_DERIVES.contains(&name));
            self.indentation = is_help.then_some(indentation);
        } else if self.indentation == Some(indentation) {
            let words = ["pub", "struct", "enum"];
            let is_type = words.iter().any(|word| code.starts_with(word));
            if is_type && code.ends_with('{') {
                self.is_inside = true;
            } else if is_type {
                self.indentation = None;
            }
        }
        false
    }
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
