//! Reads Rust source just far enough to see which modules it names.

mod circles;
mod imports;
mod prose;
mod tokens;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) use circles::circles;
pub(crate) use imports::imports;
pub(crate) use prose::{called_of, examples, public_items, relative_openings};
pub(crate) use tokens::{Token, test_lines, tokens, without_tests};

/// Every `.rs` file below a folder, in order.
pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder).expect("a source folder can be read");
    for entry in entries {
        let path = entry.expect("an entry of a source folder").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A module that names a higher one, or one that stands on no floor.
pub(crate) struct Climb {
    file: PathBuf,
    pub(crate) line: usize,
    from: String,
    to: String,
}

impl fmt::Display for Climb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "src/{}:{}: {} uses {}",
            self.file.display(),
            self.line,
            self.from,
            self.to
        )
    }
}

/// The climbs in a file of `src/`; test code counts like any other.
pub(crate) fn climbs(file: &Path, text: &str, floors: &BTreeMap<String, u32>) -> Vec<Climb> {
    let home = module_path(file);
    let from = home.first().expect("a file is a module").clone();
    let own = floors.get(&from).copied();
    let names = named_modules(&home, &tokens(text));
    let climbs = names.into_iter().filter(|(_, to)| {
        let other = floors.get(to).copied();
        own.is_none() || other.is_none() || other > own
    });
    climbs
        .map(|(line, to)| Climb {
            file: file.to_owned(),
            line,
            from: from.clone(),
            to,
        })
        .collect()
}

/// Lines that bring in `std` before the tests begin.
pub(crate) fn std_outside_tests(text: &str) -> Vec<usize> {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let tokens = tokens(text);
    let stds = tokens.windows(3).filter(|window| {
        let words = window.iter().map(|token| token.text.as_str());
        words.eq(["extern", "crate", "std"])
    });
    stds.map(|window| window[0].line).collect()
}

/// `play/game_match/mod.rs` is `play::contest`.
pub(crate) fn module_path(file: &Path) -> Vec<String> {
    let without = file.with_extension("");
    let mut path: Vec<String> = without
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if path.last().is_some_and(|last| last == "mod") {
        path.pop();
    }
    path
}

/// Every top-level module that a file names through `crate::`, `sgmp_go::` or `super::`.
fn named_modules(home: &[String], tokens: &[Token]) -> Vec<(usize, String)> {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let mut names = Vec::new();
    let mut inline = InlineModules::default();
    let mut at = 0;
    while at < tokens.len() {
        inline.step(text(at.wrapping_sub(2)), text(at));
        let is_path_start = text(at.wrapping_sub(1)) != "::";
        let after = match text(at) {
            "crate" | "sgmp_go" if text(at + 1) == "::" => Some(at + 2),
            "super" if is_path_start => {
                let mut steps = 0;
                while text(at + 2 * steps) == "super" && text(at + 2 * steps + 1) == "::" {
                    steps += 1;
                }
                let reaches_root = steps == home.len() + inline.depth();
                reaches_root.then_some(at + 2 * steps)
            }
            _ => None,
        };
        if let Some(after) = after {
            names.extend(first_names(&tokens[after..]));
        }
        at += 1;
    }
    names
}

/// The names that a path, or a group of paths, begins with.
fn first_names(tokens: &[Token]) -> Vec<(usize, String)> {
    let name = |token: &Token| (token.line, token.text.clone());
    match tokens.first() {
        Some(token) if token.text == "{" => {}
        Some(token) => return vec![name(token)],
        None => return Vec::new(),
    }
    let (mut depth, mut starts, mut names) = (0, false, Vec::new());
    for token in tokens {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," => {}
            _ if starts && depth == 1 => names.push(name(token)),
            _ => {}
        }
        if depth == 0 {
            break;
        }
        starts = matches!(token.text.as_str(), "{" | ",");
    }
    names
}

/// The `mod name { ... }` that are open.
#[derive(Default)]
struct InlineModules {
    /// For each open brace, whether it is a module's.
    braces: Vec<bool>,
}

impl InlineModules {
    fn step(&mut self, before_last: &str, token: &str) {
        match token {
            "{" => self.braces.push(before_last == "mod"),
            "}" => {
                self.braces.pop();
            }
            _ => {}
        }
    }

    fn depth(&self) -> usize {
        self.braces.iter().filter(|is_module| **is_module).count()
    }
}
