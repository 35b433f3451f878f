use proptest::prelude::*;

use crate::patterns::{Class, Library, PatternSide};

const SHORT: &str = "
kind cut
# A note to the reader.
pattern knight-cut big
  ? . c . ?
  . O b c2
";

const CUT: &str = "kind cut
pattern corner-cut vital
  | ? . . ?
  | O X b ?
  | a O . ?
  + - - - -
a: safe for X
b: ., safe for O
play a (b - | -)
say Cut.
";

fn errors(text: &str) -> Vec<String> {
    let report = Library::default().read_text("text", text);
    report.errors.iter().map(ToString::to_string).collect()
}

#[test]
fn a_pattern_reads_back_as_it_is_written() {
    let mut library = Library::default();
    assert_eq!(library.read_text("text", CUT).errors, []);
    let pattern = library.find("corner-cut").unwrap();
    assert_eq!((pattern.diagram.width, pattern.diagram.height), (4, 3));
    assert_eq!(pattern.conditions.len(), 2);
    assert_eq!(pattern.tree.steps().len(), 4);
    let cell = pattern.diagram.labeled('b').unwrap();
    assert_eq!(pattern.diagram.class(cell), Class::Empty);
    assert_eq!(PatternSide::ALL.map(PatternSide::sign), ["X", "O"]);

    let mut again = Library::default();
    let text = format!("kind cut\n{pattern}");
    assert_eq!(again.read_text("text", &text).errors, [], "{text}");
    assert_eq!(again, library);
}

#[test]
fn mistakes_are_told_with_their_place() {
    let broken = |from: &str, to: &str| errors(&CUT.replacen(from, to, 1));
    for (from, to, error) in [
        ("kind cut", "", "text:2:1: the pattern has no kind"),
        ("kind cut", "kind dance", "text:1:1: \"dance\" is no kind"),
        ("vital", "quick", "text:2:1: \"quick\" is no urgency"),
        ("corner-cut", "Corner", "text:2:1: \"Corner\" is no name"),
        ("| O X", "| O 7", "text:4:3: '7' is no sign of a picture"),
        (
            "| O X b",
            "| O a b",
            "text:5:3: the letter a is in the picture already",
        ),
        ("| O X b ?", "| O X b", "text:4:3: the row does not fit"),
        ("a: safe for X", "c: safe", "text:7:1: 'c' is no letter"),
        ("safe for X", "safest", "text:7:1: \"safest\" is no fact"),
        ("b: .,", "b: ?,", "text:2:1: the point b may be anything"),
        (
            "play a",
            "play c",
            "text:9:1: 'c' is no letter of the picture",
        ),
        (
            "play a (b - | -)",
            "",
            "text:2:1: the pattern corner-cut has no move",
        ),
        (
            "say Cut.",
            "say",
            "text:2:1: the pattern corner-cut has no sentence",
        ),
        ("say Cut.", "| a a a a", "text:10:1: the picture is over"),
    ] {
        let found = broken(from, to);
        let told = found.len() <= 2 && found[0].starts_with(error);
        assert!(told, "{from:?} to {to:?}: {found:?}");
    }
    assert_eq!(errors(&CUT.repeat(2)).len(), 1);
    assert_eq!(
        errors("a b"),
        ["text:1:1: no pattern has begun: write `pattern NAME URGENCY` first"]
    );
    assert_eq!(errors(SHORT).len(), 1);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[ -~\n]{0,200}") {
        let mut library = Library::default();
        library.read_text("text", &format!("kind cut\npattern a big\n{text}"));
    }

    #[test]
    fn damaged_texts_are_read_or_refused(place in 0..CUT.len(), sign in "[ -~\n]") {
        let mut text = CUT.to_owned();
        text.replace_range(place..=place, &sign);
        let mut library = Library::default();
        let report = library.read_text("text", &text);
        prop_assert!(library.patterns().len() + report.errors.len() <= 4);
    }
}
