//! `docs/protocol.md` and `docs/reports.md` against the tests that they name.

use crate::read;
use crate::source::{self, SourceFile};

/// Every `file::test` in backticks.
fn named(document: &str) -> Vec<(&str, &str)> {
    let tables = document.lines().filter(|line| line.starts_with('|'));
    let quoted = tables.flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted.filter_map(|name| name.split_once("::")).collect()
}

/// The names of the tests in a source file, those within `proptest!` too.
fn tests_in(file: &SourceFile) -> impl Iterator<Item = &str> {
    let after_mark = file.text.split("#[test]").skip(1);
    after_mark.filter_map(|text| {
        let (_, signature) = text.split_once("fn ")?;
        Some(signature.split_once('(')?.0.trim())
    })
}

#[test]
fn every_test_that_a_document_names_exists() {
    for (document, least) in [("docs/protocol.md", 100), ("docs/reports.md", 15)] {
        let text = read(document);
        let named = named(&text);
        assert!(named.len() >= least, "only {} tests are named", named.len());
        let is_missing = |&(file, test): &(&str, &str)| {
            let mut files = source::files().iter();
            let is_here = |found: &SourceFile| found.path.with_extension("").ends_with(file);
            !files.any(|found| is_here(found) && tests_in(found).any(|name| name == test))
        };
        let missing: Vec<_> = named.into_iter().filter(is_missing).collect();
        assert!(missing.is_empty(), "{document} names {missing:#?}");
    }
}

#[test]
fn every_test_of_a_rule_is_in_the_document() {
    let document = read("docs/protocol.md");
    let named = named(&document);
    let files = source::files().iter();
    for file in files.filter(|file| file.is_below(&["proto/tests/protocol/rules"])) {
        for test in tests_in(file) {
            assert!(
                !test.starts_with("rule_") || named.iter().any(|(_, name)| *name == test),
                "{test} ({}) is not in docs/protocol.md",
                file.path.display()
            );
        }
    }
}
