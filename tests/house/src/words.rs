//! Words of the source: names of files and constructors, and the first words of doc comments.

use std::collections::BTreeMap;
use std::path::Path;

use crate::source::{self, Facts, SourceFile};

/// Names that every folder may have.
const COMMON_NAMES: [&str; 4] = ["lib.rs", "main.rs", "mod.rs", "tests.rs"];

/// The places, as `file:line`, that `lines` finds in the files.
fn places<'a>(
    files: impl Iterator<Item = &'a SourceFile>,
    lines: impl Fn(&Facts) -> &[usize],
) -> Vec<String> {
    files
        .flat_map(|file| {
            let place = |line| format!("{}:{line}", file.path.display());
            lines(&file.facts).iter().map(place).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn no_file_name_is_there_twice() {
    let mut by_name: BTreeMap<_, Vec<&Path>> = BTreeMap::new();
    for file in source::files() {
        let name = file.path.file_name().unwrap_or_default();
        let is_common = COMMON_NAMES.iter().any(|common| name == *common);
        if file.is_below(&["src", "crates"]) && !is_common {
            by_name.entry(name).or_default().push(&file.path);
        }
    }
    by_name.retain(|_, paths| paths.len() > 1);
    assert!(
        by_name.is_empty(),
        "one name, one file (but {COMMON_NAMES:?}): {by_name:#?}"
    );
}

#[test]
fn no_constructor_is_called_of() {
    let parts = ["src", "crates", "proto/src", "proto-capi/src"];
    let files = source::files().iter();
    let files = files.filter(|file| file.is_below(&parts));
    let found = places(files, |facts| &facts.called_of);
    assert!(
        found.is_empty(),
        "`new`, `from_...` or `for_...` says more: {found:#?}"
    );
}

#[test]
fn doc_comments_open_with_a_noun_or_a_verb() {
    let found = places(source::files().iter(), |facts| &facts.relative_openings);
    assert!(
        found.is_empty(),
        "{} doc comments open with What, Who, Whose or Whether: {found:#?}",
        found.len()
    );
}

#[test]
fn the_checks_see_words() {
    let facts = |text: &str| SourceFile::new("a.rs", text).facts;
    let text = "//! Whose\n//! What\n\n/// What a stone is.\n/// Whether it is.\nfn f() {}\n/// Whatever\nfn g() {\n    // Who\n}\n\
                any! {\n    /// A stone.\n    struct A;\n    /// Whether it is.\n    struct B;\n}\n";
    assert_eq!(facts(text).relative_openings, [1, 4, 14]);
    let text = "fn of() {}\nfn off() { A::of() }\nimpl A {\n    /// fn of\n    pub fn of() {}\n}\n";
    assert_eq!(facts(text).called_of, [1, 5]);
}

#[test]
fn texts_of_the_help_are_not_doc_comments() {
    let text = "/// What it is.\n#[derive(Debug, Args)]\npub struct A {\n    /// What it has.\n    a: u8,\n}\n/// Who it is.\n\
                #[derive(Debug, Default)]\nstruct B {\n    /// Whose it is.\n    b: u8,\n}\n#[derive(clap::Subcommand)]\nenum C {\n    \
                /// What it is.\n    D,\n}\n";
    let facts = SourceFile::new("a.rs", text).facts;
    assert_eq!(facts.relative_openings, [1, 7, 10]);
}
