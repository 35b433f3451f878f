use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::joseki::{BookStats, Report, Severity, check};

/// The book of the texts under `data/`.
fn written() -> (Book, Report) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let folder = fs::read_dir(data.join("joseki")).expect("data/joseki can be read");
    let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    files.sort();
    files.push(data.join("fuseki.txt"));
    let mut book = Book::default();
    let mut report = Report::default();
    for file in files {
        let text = fs::read_to_string(&file).expect("a text of joseki");
        report.extend(book.read_text(&file.display().to_string(), &text));
    }
    (book, report)
}

#[test]
fn the_compiled_book_is_that_of_the_texts() {
    let (book, report) = written();
    assert_eq!(report.errors, []);
    assert!(
        book.to_bytes() == Book::embedded_bytes(),
        "the texts have changed: sgmp-go joseki compile data/joseki data/fuseki.txt --out data/joseki.bin --force"
    );
}

#[test]
fn nothing_is_wrong_in_the_book() {
    let (_, report) = written();
    assert_eq!(report.idle, []);
    let findings: Vec<_> = Book::embedded().graphs().flat_map(check).collect();
    let grave = findings.iter().filter(|f| f.severity() == Severity::Error);
    let grave: Vec<String> = grave.map(ToString::to_string).collect();
    assert_eq!(grave, [""; 0]);
}

#[test]
fn there_are_enough_moves_in_few_bytes() {
    let stats = BookStats::new(Book::embedded().corner());
    // The Many Faces of Go had 26,000, at 1.2 bytes each.
    assert!(stats.moves >= 25_000, "{} moves", stats.moves);
    assert!(
        stats.bytes_a_move() <= 1.2,
        "{} bytes a move",
        stats.bytes_a_move()
    );
    assert!(stats.shared > 50 && stats.depth <= 60, "{stats:?}");
}

#[test]
fn a_book_reads_back_with_its_names() {
    let mut book = Book::default();
    let text = "Q16 [Star] R14? O17! S16 ; A comment.\n..Q16 - O17*>\nboard 9\nE5 C3^\n..E5 - C3";
    assert_eq!(book.read_text("text", text).errors, []);
    let back = Book::from_bytes(&book.to_bytes()).unwrap();
    assert_eq!(back.to_bytes(), book.to_bytes());
    let (here, there) = (BookStats::new(book.corner()), BookStats::new(back.corner()));
    assert_eq!(here, there);
    assert_eq!((here.names, here.comments, here.grown), (1, 1, 1));
}

proptest! {
    #[test]
    fn damage_is_seen(place in 0..10_000_usize, bit in 0..8) {
        let mut bytes = Book::embedded_bytes().to_vec();
        let place = place % bytes.len();
        bytes[place] ^= 1_u8 << bit;
        prop_assert!(Book::from_bytes(&bytes).is_err());
        prop_assert!(Book::from_bytes(&bytes[..place]).is_err());
    }

    #[test]
    fn damage_behind_a_right_checksum_ends_well(places in prop::collection::vec((17..10_000_usize, any::<u8>()), 1..5)) {
        let mut bytes = Book::embedded_bytes().to_vec();
        let body = bytes.len() - 4;
        for (place, byte) in places {
            bytes[place % body] = byte;
        }
        bytes.truncate(body);
        let bytes = container::seal(bytes);
        if let Ok(book) = Book::from_bytes(&bytes) {
            let _ = BookStats::new(book.corner());
        }
    }
}
