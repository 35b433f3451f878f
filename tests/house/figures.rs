//! Figures of the source, to compare one state of the house with another:
//!
//! ```sh
//! cargo test --test house -- figures --nocapture
//! FIGURES_OF=FOLDER cargo test --test house -- figures --nocapture
//! ```
//!
//! A file is any `.rs` under `src/`, `proto/src/` and `proto-capi/src/`. Files of tests (`tests.rs`,
//! `testing.rs`, all below a folder `tests`) count as files, and for nothing else; neither do the
//! items under `#[cfg(test)]` of other files. A line is a line, empty or comment or code.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::floors::floors_of;
use crate::source::{
    called_of, circles, climbs, examples, imports, public_items, relative_openings, rust_files,
    test_lines, tokens, without_tests,
};

const ROOTS: [&str; 3] = ["src", "proto/src", "proto-capi/src"];

/// Sums over the files of all packages.
#[derive(Default)]
struct Figures {
    files: usize,
    /// Lines of each file that is not a test.
    lines: Vec<usize>,
    public: BTreeMap<&'static str, usize>,
    called_of: usize,
    openings: usize,
    examples: usize,
    circles: Vec<Vec<PathBuf>>,
}

impl Figures {
    fn read(root: &Path) -> Self {
        let mut figures = Self::default();
        for part in ROOTS {
            for path in rust_files(&root.join(part)) {
                figures.files += 1;
                if !is_test(path.strip_prefix(root).expect("below the root")) {
                    figures.add(part, &fs::read_to_string(&path).expect("a source file"));
                }
            }
            figures.circles.extend(circles(&imports(&root.join(part))));
        }
        figures.circles.sort_by_key(Vec::len);
        figures.lines.sort_unstable();
        figures
    }

    fn add(&mut self, part: &'static str, text: &str) {
        let all = tokens(text);
        let of_tests: usize = test_lines(&all)
            .iter()
            .map(|(from, to)| to - from + 1)
            .sum();
        self.lines.push(text.lines().count() - of_tests);
        let kept = without_tests(&all);
        *self.public.entry(part).or_default() += public_items(&kept);
        self.called_of += called_of(&kept).len();
        self.openings += relative_openings(text).len();
        self.examples += examples(text);
    }
}

fn is_test(path: &Path) -> bool {
    let is_named = path
        .file_name()
        .is_some_and(|name| name == "tests.rs" || name == "testing.rs");
    is_named || path.iter().any(|part| part == "tests")
}

/// File names under `src/` that more than one file has, and these files.
pub(crate) fn names_twice(root: &Path) -> Vec<(String, Vec<PathBuf>)> {
    let mut by_name: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in rust_files(&root.join("src")) {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name != "mod.rs" && name != "tests.rs" {
            let path = path.strip_prefix(root).expect("below the root");
            by_name.entry(name).or_default().push(path.to_owned());
        }
    }
    by_name
        .into_iter()
        .filter(|(_, paths)| paths.len() > 1)
        .collect()
}

fn upward(root: &Path) -> usize {
    let floors = floors_of(root);
    let src = root.join("src");
    let files = rust_files(&src).into_iter();
    let each = files
        .filter(|path| *path != src.join("lib.rs"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a source file");
            climbs(path.strip_prefix(&src).expect("below src"), &text, &floors).len()
        });
    each.sum()
}

#[test]
fn figures() {
    let here = || env!("CARGO_MANIFEST_DIR").into();
    let root = PathBuf::from(env::var_os("FIGURES_OF").unwrap_or_else(here));
    let figures = Figures::read(&root);
    let size = |file: &str| fs::metadata(root.join(file)).map_or(0, |data| data.len());
    let largest = figures.circles.last().map_or(0, Vec::len);
    let count = |least: usize| {
        figures
            .circles
            .iter()
            .filter(|circle| circle.len() > least)
            .count()
    };
    let twice = names_twice(&root);
    let twins: usize = twice.iter().map(|(_, paths)| paths.len()).sum();
    let lines = &figures.lines;
    let within = lines
        .iter()
        .filter(|lines| (100..=400).contains(*lines))
        .count();
    let short = lines.iter().filter(|lines| **lines < 60).count();
    println!(
        "| figure | {} |",
        root.file_name().unwrap_or_default().display()
    );
    println!("|---|---|");
    println!("| files | {} |", figures.files);
    println!("| lines without tests | {} |", lines.iter().sum::<usize>());
    println!(
        "| median lines of a file without tests | {} |",
        lines[lines.len() / 2]
    );
    println!(
        "| files of 100 to 400 lines, below 60 lines | {within}, {short} of {} |",
        lines.len()
    );
    println!("| files in the largest circle of imports | {largest} |");
    println!(
        "| circles of more than three files, of more than one | {}, {} |",
        count(3),
        count(1)
    );
    println!("| upward imports | {} |", upward(&root));
    println!(
        "| file names twice under src/ (files that share one) | {} ({twins}) |",
        twice.len()
    );
    println!(
        "| pub items: src, proto, proto-capi | {:?} |",
        ROOTS.map(|root| figures.public[root])
    );
    println!("| functions called `of` | {} |", figures.called_of);
    println!(
        "| doc comments that open with What, Who, Whose, Whether | {} |",
        figures.openings
    );
    println!("| doc examples | {} |", figures.examples);
    println!(
        "| bytes of README.md, docs/strength.md | {}, {} |",
        size("README.md"),
        size("docs/strength.md")
    );
    assert!(
        figures.files > 0 && !lines.is_empty(),
        "no source under {}",
        root.display()
    );
}
