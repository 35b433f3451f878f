//! Any bytes as books of joseki, libraries of patterns, weights of playouts and beliefs, compiled and
//! as text: read, or refused, and what was read is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_engine::search::PlayoutWeights;
use sgmp_knowledge::analysis::OutcomeModel;
use sgmp_knowledge::joseki::{self, Book};
use sgmp_knowledge::patterns::{self, Library};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(book) = Book::from_bytes(bytes) {
        looked_through(&book);
    }
    if let Ok(library) = Library::from_bytes(bytes) {
        let _findings = patterns::check(&library);
    }
    let _weights = PlayoutWeights::from_bytes(bytes);

    let text = String::from_utf8_lossy(bytes);
    let mut book = Book::default();
    let _report = book.read_text("fuzzed", &text);
    looked_through(&book);
    let again = Book::from_bytes(&book.to_bytes()).expect("a book reads what it wrote");
    assert_eq!(again.to_bytes(), book.to_bytes());

    let mut library = Library::default();
    let _report = library.read_text("fuzzed", &text);
    let _findings = patterns::check(&library);
    let again = Library::from_bytes(&library.to_bytes()).expect("a library reads what it wrote");
    assert_eq!(again.to_bytes(), library.to_bytes());

    let _beliefs = OutcomeModel::from_text(&text);
});

fn looked_through(book: &Book) {
    for graph in book.graphs() {
        let _findings = joseki::check(graph);
    }
}
