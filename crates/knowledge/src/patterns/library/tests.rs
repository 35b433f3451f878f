use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::patterns::Matcher;
use crate::patterns::{Finding, Kind, Severity, check};
use sgmp_board::container;
use sgmp_board::rules::{Board, Color};

/// The library of the texts under `data/patterns/`.
fn written() -> Library {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/patterns");
    let files = fs::read_dir(folder).expect("data/patterns can be read");
    let mut files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    files.sort();
    let mut library = Library::default();
    for file in files {
        let text = fs::read_to_string(&file).expect("a text of patterns");
        assert_eq!(
            library.read_text(&file.display().to_string(), &text).errors,
            []
        );
    }
    library
}

#[test]
fn the_compiled_library_is_that_of_the_texts() {
    assert!(
        written().to_bytes() == Library::embedded_bytes(),
        "the texts have changed: sgmp-go patterns compile data/patterns --out data/pattern_library.bin --force"
    );
}

#[test]
fn nothing_is_wrong_in_the_library() {
    let findings = check(Library::embedded());
    let grave = findings.iter().filter(|f| f.severity() == Severity::Error);
    let grave: Vec<String> = grave.map(Finding::to_string).collect();
    assert_eq!(grave, [""; 0]);
}

#[test]
fn there_are_enough_patterns_of_every_kind() {
    let library = Library::embedded();
    assert!(
        library.patterns().len() >= 320,
        "{}",
        library.patterns().len()
    );
    assert!(library.moves() >= 1600, "{}", library.moves());
    for kind in Kind::ALL {
        let found = library
            .patterns()
            .iter()
            .filter(|p| p.kind == *kind)
            .count();
        assert!(found >= 8, "{found} patterns of the kind {kind}");
    }
}

#[test]
fn patterns_read_back_as_texts() {
    for pattern in Library::embedded().patterns() {
        let mut library = Library::default();
        let text = format!("kind {}\n{pattern}", pattern.kind);
        assert_eq!(library.read_text("text", &text).errors, [], "{text}");
        let again = library.find(&pattern.name).unwrap();
        assert_eq!(
            (&again.diagram, &again.tree),
            (&pattern.diagram, &pattern.tree)
        );
    }
}

proptest! {
    #[test]
    fn damage_is_seen(place in 0..100_000_usize, bit in 0..8) {
        let mut bytes = Library::embedded_bytes().to_vec();
        let place = place % bytes.len();
        bytes[place] ^= 1_u8 << bit;
        prop_assert!(Library::from_bytes(&bytes).is_err());
        prop_assert!(Library::from_bytes(&bytes[..place]).is_err());
    }

    #[test]
    fn damage_behind_a_right_checksum_ends_well(
        places in prop::collection::vec((19..100_000_usize, any::<u8>()), 1..5)
    ) {
        let mut bytes = Library::embedded_bytes().to_vec();
        bytes.truncate(bytes.len() - 4);
        let length = bytes.len();
        for (place, byte) in places {
            bytes[19 + place % (length - 19)] = byte;
        }
        if let Ok(library) = Library::from_bytes(&container::seal(bytes)) {
            let board = Board::new(sgmp_board::rules::BoardSize::NINETEEN);
            let _ = check(&library).len() + Matcher::new(&library, &board).diagrams(Color::Black).len();
        }
    }
}
