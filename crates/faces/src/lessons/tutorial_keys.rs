//! The keys of the tutorial, as its screen tells them.

use crate::tui::{KeyHelp, key_help as key};
use crate::tutorial::AnswerKind;

const HINT: KeyHelp = key("h", "hint", "a hint");
const SHOW: KeyHelp = key("s", "show", "show a right answer");
const NEXT: KeyHelp = key("n", "next", "the next page (PgDn too)");
const BACK: KeyHelp = key("PgUp", "back", "the page before");
const CONTENTS: KeyHelp = key("m", "chapters", "all chapters and games (Tab too)");
const LEAVE: KeyHelp = key("q", "leave", "leave; the place is kept");
const KEYS: KeyHelp = key("?", "keys", "show this page");
const PASS: KeyHelp = key("p", "pass", "pass");
const TYPED: KeyHelp = key("C3", "type a point", "");

/// The keys that answer an exercise, and those of all exercises.
macro_rules! answered_by {
    ($($answer:expr),+) => {
        &[$($answer,)+ HINT, SHOW, NEXT, BACK, CONTENTS, LEAVE, KEYS]
    };
}

const MOVE_KEYS: &[KeyHelp] = answered_by![key("Enter", "play", ""), TYPED];
const POINT_KEYS: &[KeyHelp] = answered_by![key("Enter", "this point", ""), TYPED];
const NUMBER_KEYS: &[KeyHelp] = answered_by![key("0-9 Enter", "answer", "")];
const CHOICE_KEYS: &[KeyHelp] = answered_by![key("number", "answer", "")];

/// Keys at an exercise, by the kind of its answers.
pub(super) const fn exercise_keys(kind: AnswerKind) -> &'static [KeyHelp] {
    match kind {
        AnswerKind::Move => MOVE_KEYS,
        AnswerKind::Point => POINT_KEYS,
        AnswerKind::Number => NUMBER_KEYS,
        AnswerKind::Choice => CHOICE_KEYS,
    }
}

/// Keys at an exercise that is solved.
pub(super) const SOLVED_KEYS: [KeyHelp; 5] =
    [key("Enter", "go on", ""), BACK, CONTENTS, LEAVE, KEYS];

/// Keys in a commented game.
pub(super) const GAME_KEYS: [KeyHelp; 5] = [
    key("Enter", "next move", ""),
    key("left", "move before", ""),
    CONTENTS,
    LEAVE,
    KEYS,
];

/// Keys in the contents, and at the end.
pub(super) const LIST_KEYS: [KeyHelp; 4] = [
    key("Enter", "open", ""),
    key("arrows", "move", ""),
    key("Esc", "back", ""),
    LEAVE,
];

/// All keys, on a page of their own.
pub(super) const ALL_KEYS: [KeyHelp; 12] = [
    key(
        "arrows",
        "",
        "move the cursor, choose an answer, walk in a game",
    ),
    key(
        "Enter",
        "",
        "play, answer, then go on (a click answers too)",
    ),
    key("C3", "", "a typed point; capital letters are always points"),
    key(
        "1 2 3",
        "",
        "an answer's number, or a number that is asked for",
    ),
    PASS,
    HINT,
    SHOW,
    NEXT,
    BACK,
    CONTENTS,
    LEAVE,
    key("Esc", "", "put the board back as it was; then leave"),
];
