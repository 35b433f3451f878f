//! Words of the source: names of files and constructors, and the first words of doc comments.

use std::fs;
use std::path::Path;

use crate::figures::names_twice;
use crate::source::{called_of, relative_openings, rust_files, tokens};

/// All that is written in Rust here.
const FOLDERS: [&str; 8] = [
    "src",
    "tests",
    "benches",
    "proto/src",
    "proto/tests",
    "proto-capi/src",
    "proto-capi/tests",
    "fuzz/fuzz_targets",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The places, as `file:line`, that `lines` finds in the folders.
fn places(folders: &[&str], lines: impl Fn(&str) -> Vec<usize>) -> Vec<String> {
    let files = folders
        .iter()
        .flat_map(|folder| rust_files(&root().join(folder)));
    let places = files.flat_map(|path| {
        let text = fs::read_to_string(&path).expect("a source file can be read");
        let path = path
            .strip_prefix(root())
            .expect("below the root")
            .display()
            .to_string();
        lines(&text)
            .into_iter()
            .map(move |line| format!("{path}:{line}"))
    });
    places.collect()
}

#[test]
fn no_file_name_is_there_twice() {
    let twice = names_twice(root());
    assert!(
        twice.is_empty(),
        "one name, one file (but mod.rs and tests.rs): {twice:#?}"
    );
}

#[test]
fn no_constructor_is_called_of() {
    let found = places(&["src", "proto/src", "proto-capi/src"], |text| {
        called_of(&tokens(text))
    });
    assert!(
        found.is_empty(),
        "`new`, `from_...` or `for_...` says more: {found:#?}"
    );
}

#[test]
fn doc_comments_open_with_a_noun_or_a_verb() {
    let found = places(&FOLDERS, relative_openings);
    assert!(
        found.is_empty(),
        "{} doc comments open with What, Who, Whose or Whether: {found:#?}",
        found.len()
    );
}

#[test]
fn the_check_sees_the_first_word_alone() {
    let text = "/// What a stone is.\n/// Whether it is.\nfn f() {}\n//! Whose\n    /// Whatever\n// Who\n";
    assert_eq!(relative_openings(text), [1, 4]);
}

#[test]
fn texts_of_the_help_are_not_doc_comments() {
    let text = "/// What it is.\n#[derive(Debug, Args)]\npub struct A {\n    /// What it has.\n    a: u8,\n}\n/// Who it is.\n\
                #[derive(Debug, Default)]\nstruct B {\n    /// Whose it is.\n    b: u8,\n}\n";
    assert_eq!(relative_openings(text), [1, 7, 10]);
}
