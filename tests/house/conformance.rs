//! `docs/protocol.md` and `docs/reports.md` against the tests that they name.

use std::fs;
use std::path::Path;

/// Folders in which a file named in a document may lie.
const FOLDERS: [&str; 11] = [
    "proto/tests/protocol/rules",
    "proto/tests/protocol/gmp",
    "proto/tests/protocol",
    "proto/src",
    "proto/src/session",
    "tests/records",
    "tests/ports",
    "tests/peers",
    "tests/games",
    "tests/gtp",
    "crates/match/src/gtp/server",
];

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every `file::test` in backticks.
fn named(document: &str) -> Vec<(&str, &str)> {
    let tables = document.lines().filter(|line| line.starts_with('|'));
    let quoted = tables.flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted.filter_map(|name| name.split_once("::")).collect()
}

/// The names of the tests in a source file, those within `proptest!` too.
fn tests_in(source: &str) -> Vec<&str> {
    let after_mark = source.split("#[test]").skip(1);
    after_mark
        .filter_map(|text| {
            let (_, signature) = text.split_once("fn ")?;
            Some(signature.split_once('(')?.0.trim())
        })
        .collect()
}

#[test]
fn every_test_that_a_document_names_exists() {
    for (document, least) in [("docs/protocol.md", 100), ("docs/reports.md", 15)] {
        all_exist(document, least);
    }
}

/// Looks for the tests of one document, which names so many at least.
fn all_exist(name: &str, least: usize) {
    let document = read(name);
    let named = named(&document);
    assert!(named.len() >= least, "only {} tests are named", named.len());
    let missing: Vec<String> = named
        .into_iter()
        .filter(|(file, test)| !exists(file, test))
        .map(|(file, test)| format!("{file}::{test}"))
        .collect();
    assert!(
        missing.is_empty(),
        "{name} names what is not there:\n{}",
        missing.join("\n")
    );
}

fn exists(file: &str, test: &str) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    FOLDERS.iter().any(|folder| {
        let path = root.join(folder).join(file).with_extension("rs");
        fs::read_to_string(path).is_ok_and(|source| tests_in(&source).contains(&test))
    })
}

#[test]
fn every_test_of_a_rule_is_in_the_document() {
    let document = read("docs/protocol.md");
    let named = named(&document);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDERS[0]);
    for entry in fs::read_dir(folder).expect("the rules' tests can be read") {
        let path = entry.expect("an entry of a folder").path();
        let source = fs::read_to_string(&path).expect("a test can be read");
        for test in tests_in(&source) {
            assert!(
                !test.starts_with("rule_") || named.iter().any(|(_, name)| *name == test),
                "{test} ({}) is not in docs/protocol.md",
                path.display()
            );
        }
    }
}
