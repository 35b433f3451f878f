use proptest::prelude::*;

use crate::joseki::{Book, BookPosition, Mark, NodeId, Report, Source};
use sgmp_board::rules::{BoardSize, Move, Point};

fn read(text: &str) -> (Book, Report) {
    let mut book = Book::default();
    let report = book.read_text("text", text);
    (book, report)
}

/// The errors as they are printed.
fn errors(text: &str) -> Vec<String> {
    let report = read(text).1;
    report.errors.iter().map(ToString::to_string).collect()
}

fn moves(words: &str) -> Vec<Move> {
    let words = words.split_whitespace();
    words
        .map(|word| Point::parse(word).map_or(Move::Pass, Move::Play))
        .collect()
}

/// The position of the corner that these moves lead to.
fn at(book: &Book, words: &str) -> Option<NodeId> {
    let position = BookPosition::after_moves(BoardSize::NINETEEN, &moves(words)).unwrap();
    let corner = book.corner();
    corner.find(&position.canonical(corner.symmetries()))
}

#[test]
fn lines_go_on_from_the_line_above_from_a_move_and_from_a_label() {
    let (book, report) = read(
        "# A comment.
Q16 [Star point]
  R14 O17! ; The small knight's answer.
    S16 R17 =slide
  ..R14 R12
@slide R10>
@slide -",
    );
    assert_eq!((&report.errors, &report.idle), (&vec![], &vec![]));
    assert_eq!((report.lines, report.written), (6, 8));
    assert_eq!(book.corner().moves(), 8);
    let answer = book.corner().node(at(&book, "Q16 R14").unwrap());
    assert_eq!(answer.edges.len(), 2);
    assert_eq!(answer.edges[0].mark, Mark::Urgent);
    let after = book.corner().node(answer.edges[0].to);
    assert_eq!(after.comment.as_deref(), Some("The small knight's answer."));
    let star = book.corner().node(at(&book, "Q16").unwrap());
    assert_eq!(star.name.as_deref(), Some("Star point"));
    assert!(at(&book, "Q16 R14 O17 S16 R17 R10").is_some());
    assert!(at(&book, "Q16 R14 O17 S16 R17 -").is_some());
    assert!(at(&book, "Q16 O17 N17").is_none());
    assert_eq!(at(&book, "Q16 O17 M17"), at(&book, "Q16 R14 R12"), "folded");
}

#[test]
fn orders_of_moves_meet() {
    let (book, report) = read("Q16 R14 O17 R10\nR14 Q16 - O17");
    assert_eq!(report.errors, []);
    assert_eq!(book.corner().moves(), 4 + 3);
    let (book, _) = read("Q16 R17 Q17 R16\nQ16 R17 R16 Q17\nQ17 R17 Q16 R16");
    assert_eq!(book.corner().moves(), 4 + 3);
    assert_eq!(at(&book, "Q16 O17"), None);
}

#[test]
fn a_mark_may_be_left_out_but_not_changed() {
    assert_eq!(errors("Q16 R14 R13?\nQ16 R14 R13 Q13"), [""; 0]);
    assert_eq!(errors("Q16 R14 R13\nQ16 R14 R13? Q13"), [""; 0]);
    assert_eq!(
        errors("Q16 R14 R13?\nQ16 R14 R13! Q13"),
        ["text:2:9: the same move in the same position is marked bad elsewhere: choose one"]
    );
    let (book, _) = read("Q16 R14*>\nQ16 R14");
    let star = book.corner().node(at(&book, "Q16").unwrap());
    let edge = star.edges[0];
    assert_eq!((edge.mark, edge.source), (Mark::FollowUp, Source::Written));
}

#[test]
fn what_is_wrong_says_where_and_what_to_do() {
    for (text, error) in [
        (
            "Q16 X99",
            "1:5: \"X99\" is no move: write a point such as R14 (with ! ? > ^ or * behind), or - to leave the corner alone",
        ),
        (
            "Q16 R14&",
            "1:5: '&' marks nothing: use ! urgent, ? bad, > follow-up, ^ conditional, * grown",
        ),
        (
            "Q16 R14!?",
            "1:5: the move is marked urgent and bad: choose one",
        ),
        (
            "\nQ16 Q16",
            "2:5: Q16: a Black stone is there already; choose an empty point",
        ),
        (
            "Q16 D4",
            "1:5: D4 is no point of the upper right corner: write H8 to T19",
        ),
        (
            "Q16 - -",
            "1:7: both sides leave the corner alone: end the line before",
        ),
        (
            "R17 Q16 -\nQ16 R17 -",
            "2:9: the position comes back: end the line before",
        ),
        (
            "Q16\n  ..R14 O17",
            "2:3: ..R14 is no move of the line above: name one that is",
        ),
        (
            "..R14 O17",
            "1:1: the line is indented and goes on from no other: begin it at the left",
        ),
        (
            "@slide O17",
            "1:1: no line before ends in =slide: write that first",
        ),
        (
            "Q16 =a\nR16 =a",
            "2:5: =a is the name of another position already: choose another",
        ),
        (
            "Q16 [A]\nQ16 [B]",
            "2:5: the position is called \"A\" already: keep one of the two",
        ),
        ("Q16 [A", "1:5: the name does not end: close it with ]"),
        (
            "; nothing",
            "1:1: there is no move before it: write it behind one",
        ),
        (
            "board 5",
            "1:1: \"board 5\" is no board: write corner, or board with 9, 13 or 19 behind",
        ),
    ] {
        assert_eq!(errors(text), [format!("text:{error}")], "{text}");
    }
}

#[test]
fn nothing_grows_without_bound() {
    let row = "R14 ".repeat(2000);
    assert_eq!(
        errors(&row),
        ["text:1:1: the line has more than 4000 bytes: divide it"]
    );
    let said = format!("Q16 [{}]", "a".repeat(500));
    assert_eq!(
        errors(&said),
        ["text:1:5: the text has more than 400 bytes: say it in one sentence"]
    );
    let ko = format!("board 9\nA2 B2 B1 C1 - A1{}", " B1 - A1 -".repeat(60));
    assert_eq!(errors(&ko).len(), 1, "the position comes back");
    assert_eq!(errors(&"X\n".repeat(1000)).len(), 100);
}

#[test]
fn what_goes_on_from_a_wrong_line_is_passed_over() {
    let (book, report) = read("Q16 Q16\n  R14 O17\n    S16\nR16 P17");
    assert_eq!(report.errors.len(), 1);
    assert_eq!(book.corner().moves(), 3, "{report:?}");
}

#[test]
fn lines_that_bring_nothing_are_named() {
    let idle = |text: &str| -> Vec<String> {
        let report = read(text).1;
        let idle = report.idle.iter();
        idle.map(|(place, idle)| format!("{place} {idle}"))
            .collect()
    };
    assert_eq!(
        idle("Q16 R14\nQ16 O17"),
        ["text:2:1 all of this line is in the book already: leave it out"]
    );
    assert_eq!(idle("Q16 R14\nQ16\n  R17"), [""; 0], "others go on from it");
    assert_eq!(idle("Q16 R14\nQ16 R14\n..Q16 R17"), [""; 0]);
    assert_eq!(idle("Q16 R14\nQ16 R14 ; Said."), [""; 0]);
    assert_eq!(
        idle("Q16 =a"),
        ["text:1:5 nothing goes on from =a: leave it out"]
    );
}

#[test]
fn boards_have_books_of_their_own() {
    let (book, report) = read("board 9\nE5 [Middle]\nboard 19\nQ16 D4\nD4 Q16\ncorner\nQ16");
    assert_eq!(report.errors, []);
    let count = |lines| {
        let size = BoardSize::new(lines).unwrap();
        book.board(size).map(|graph| graph.moves())
    };
    assert_eq!(
        [count(9), count(13), count(19)],
        [Some(1), Some(0), Some(2)]
    );
    assert_eq!((count(7), book.corner().moves()), (None, 1));
}

proptest! {
    /// Bytes that look like lines, and any at all.
    #[test]
    fn no_text_is_too_damaged(
        text in prop::collection::vec(
            prop_oneof![
                Just("Q16 ".to_owned()), Just("R14".to_owned()), Just("..".to_owned()),
                Just("- ".to_owned()), Just("\n".to_owned()), Just("  ".to_owned()),
                Just("@a".to_owned()), Just("=a".to_owned()), Just("[".to_owned()),
                Just("] ".to_owned()), Just("!".to_owned()), Just("board 9\n".to_owned()),
                "\\PC{0,3}",
            ],
            0..60,
        )
    ) {
        let (book, report) = read(&text.concat());
        let bytes = book.to_bytes();
        let back = Book::from_bytes(&bytes).expect("what was written");
        prop_assert_eq!(back.corner().moves(), book.corner().moves());
        prop_assert!(report.errors.len() <= 100);
    }
}
