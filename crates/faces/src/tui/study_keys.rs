//! From keys at a board that is studied to what the learner wishes.

use super::key_help::{HelpPage, HelpPages, KeyHelp, key_help as key};
use super::point_entry::PointEntry;
use super::screen_keys::Key;
use crate::study::StudyWish;
use sgmp_board::rules::{BoardSize, Move, Point};

/// The effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyInput {
    /// A wish about the problem or the position.
    Wish(StudyWish),
    /// The text scrolled by pages.
    Scroll(i8),
    /// The screen is to be left.
    Leave,
    /// Everything stopped at once.
    Interrupt,
    /// The program stopped until the shell lets it go on.
    Suspend,
    /// The screen drawn anew.
    Redraw,
}

/// Keys at a board, with the state between them.
#[derive(Clone, Debug)]
pub struct StudyKeys {
    entry: PointEntry,
    help: HelpPages,
    /// Letters that are commands.
    commands: &'static [(char, StudyInput)],
}

impl StudyKeys {
    /// Keys at a board, with the cursor in its middle.
    pub fn new(size: BoardSize, commands: &'static [(char, StudyInput)]) -> Self {
        Self {
            entry: PointEntry::new(size),
            help: HelpPages::default(),
            commands,
        }
    }

    /// Turns to a board of another size.
    pub fn turn_to(&mut self, size: BoardSize) {
        if size != self.entry.size() {
            *self = Self::new(size, self.commands);
        }
    }

    /// Takes the cursor to a point, if there is one to go to.
    pub fn go_to(&mut self, point: Option<Point>) {
        self.entry.click(point);
    }

    /// Takes the cursor to the nearest point without a stone.
    pub fn leave_stones(&mut self, is_empty: impl Fn(Point) -> bool) {
        self.entry.go_to_nearest(is_empty);
    }

    /// The point of the cursor.
    pub const fn cursor(&self) -> Point {
        self.entry.cursor()
    }

    /// The page of help that is open, with these keys.
    pub fn help(&self, keys: &'static [KeyHelp]) -> Option<HelpPage> {
        self.help.page(keys)
    }

    /// The half-typed point for the bottom line.
    pub fn prompt(&self) -> Option<String> {
        self.entry.prompt("Point")
    }

    /// The wish of a key; `clicked` is the point under a click.
    pub fn wish(&mut self, key: Key, clicked: Option<Point>) -> Option<StudyInput> {
        if self.help.heed(key) {
            return Some(StudyInput::Redraw);
        }
        match key.or_enter() {
            Key::Char(letter) => self.letter(letter),
            Key::Enter => self.entry.choose().map(point_wish),
            Key::Escape if self.entry.typed().is_empty() => Some(StudyInput::Leave),
            Key::Escape => {
                self.entry.clear();
                None
            }
            Key::Backspace => {
                self.entry.erase();
                None
            }
            Key::Home => Some(StudyInput::Wish(StudyWish::Restart)),
            Key::End | Key::Save => None,
            Key::Tab => Some(StudyInput::Wish(StudyWish::Next)),
            Key::Arrow(right, up) => {
                self.entry.step(right, up);
                None
            }
            Key::Page(pages) => Some(StudyInput::Scroll(pages)),
            Key::Interrupt => Some(StudyInput::Interrupt),
            Key::Suspend => Some(StudyInput::Suspend),
            Key::Redraw => Some(StudyInput::Redraw),
            Key::Click(..) => self.entry.click(clicked).map(point_wish),
        }
    }

    fn letter(&mut self, letter: char) -> Option<StudyInput> {
        if letter == '?' {
            self.help.open();
            return None;
        }
        let command = self.commands.iter().find(|(known, _)| *known == letter);
        if let Some((_, wish)) = command {
            self.entry.clear();
            return Some(*wish);
        }
        self.entry.add(letter);
        None
    }
}

/// The wish of a point that is chosen.
const fn point_wish(point: Point) -> StudyInput {
    StudyInput::Wish(StudyWish::Move(Move::Play(point)))
}

const PLAY: KeyHelp = key("Enter", "play", "play at the cursor (a click plays too)");
const ARROWS: KeyHelp = key("arrows", "", "move the cursor");
const TYPED: KeyHelp = key("C3", "", "a typed point; capital letters are always points");
const ALL_KEYS: KeyHelp = key("?", "keys", "show this page");
const LEAVE: KeyHelp = key("q", "leave", "leave; what was answered is kept");
const SCROLL: KeyHelp = key("PgUp PgDn", "", "scroll the text (the mouse wheel too)");

/// Letters of a problem.
pub const PROBLEM_COMMANDS: [(char, StudyInput); 6] = [
    ('h', StudyInput::Wish(StudyWish::Hint)),
    ('z', StudyInput::Wish(StudyWish::WhyNot)),
    ('s', StudyInput::Wish(StudyWish::Show)),
    ('n', StudyInput::Wish(StudyWish::Next)),
    ('u', StudyInput::Wish(StudyWish::Restart)),
    ('q', StudyInput::Leave),
];

/// Keys of a problem.
pub const PROBLEM_KEYS: [KeyHelp; 11] = [
    PLAY,
    key("h", "hint", "the part of the board where the move lies"),
    key("z", "why not", "what speaks against your latest move"),
    key(
        "s",
        "show",
        "show the move; the problem comes again tomorrow",
    ),
    key("n", "next", "the next problem (Tab too)"),
    key(
        "u",
        "take back",
        "your moves back: this problem from its beginning",
    ),
    ALL_KEYS,
    LEAVE,
    ARROWS,
    TYPED,
    SCROLL,
];

/// Keys of a problem that is solved.
pub const SOLVED_KEYS: [KeyHelp; 5] = [
    key("n", "next", "the next problem (Tab too)"),
    key("u", "take back", "this problem from its beginning"),
    ALL_KEYS,
    LEAVE,
    SCROLL,
];

/// Letters of a game whose moves are guessed.
pub const GUESS_COMMANDS: [(char, StudyInput); 3] = [
    ('h', StudyInput::Wish(StudyWish::Hint)),
    ('s', StudyInput::Wish(StudyWish::Show)),
    ('q', StudyInput::Leave),
];

/// Keys of a game whose moves are guessed.
pub const GUESS_KEYS: [KeyHelp; 8] = [
    key(
        "Enter",
        "guess",
        "guess the point at the cursor (a click too)",
    ),
    key(
        "h",
        "hint",
        "the part of the board where the move lies, for half the points",
    ),
    key("s", "show", "show the move of the game"),
    ALL_KEYS,
    key("q", "leave", "leave"),
    ARROWS,
    TYPED,
    SCROLL,
];

/// Letters of the joseki tutor.
pub const JOSEKI_COMMANDS: [(char, StudyInput); 7] = [
    ('p', StudyInput::Wish(StudyWish::Move(Move::Pass))),
    ('u', StudyInput::Wish(StudyWish::Back)),
    ('k', StudyInput::Wish(StudyWish::Quiz)),
    ('h', StudyInput::Wish(StudyWish::Hint)),
    ('s', StudyInput::Wish(StudyWish::Show)),
    ('n', StudyInput::Wish(StudyWish::Next)),
    ('q', StudyInput::Leave),
];

/// Keys of the joseki tutor, where the book is walked through.
pub const JOSEKI_KEYS: [KeyHelp; 9] = [
    PLAY,
    key("u", "take back", "take the latest move back"),
    key(
        "p",
        "pass",
        "pass: play elsewhere, the corner is left alone",
    ),
    key("k", "quiz", "questions: you find the moves"),
    key("Home", "beginning", "back to the empty corner"),
    ALL_KEYS,
    key("q", "leave", "leave"),
    ARROWS,
    TYPED,
];

/// Keys of the joseki tutor in a quiz.
pub const QUIZ_KEYS: [KeyHelp; 11] = [
    PLAY,
    key("h", "hint", "where a good move lies"),
    key("s", "show", "the good moves"),
    key("n", "next", "another line (Tab too)"),
    key(
        "k",
        "end the quiz",
        "no more questions: walk through the book",
    ),
    key(
        "p",
        "pass",
        "pass: play elsewhere, the corner is left alone",
    ),
    key("Home", "beginning", "back to the empty corner"),
    ALL_KEYS,
    key("q", "leave", "leave"),
    ARROWS,
    TYPED,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_commands_and_capitals_points() {
        let size = BoardSize::new(9).unwrap();
        let mut keys = StudyKeys::new(size, &PROBLEM_COMMANDS);
        let point = |name| Point::parse(name).unwrap();
        assert_eq!(
            keys.wish(Key::Char('h'), None),
            Some(StudyInput::Wish(StudyWish::Hint))
        );
        for letter in ['H', '3'] {
            assert_eq!(keys.wish(Key::Char(letter), None), None);
        }
        assert_eq!(
            keys.prompt().as_deref(),
            Some("Point: H3_  Enter: here; Esc: no")
        );
        assert_eq!(keys.wish(Key::Enter, None), Some(point_wish(point("H3"))));
        assert_eq!(keys.wish(Key::Arrow(1, 1), None), None);
        assert_eq!(keys.cursor(), point("J4"));
        assert_eq!(keys.wish(Key::Char('3'), None), None);
        assert_eq!(keys.prompt(), None);
        assert_eq!(keys.wish(Key::Char('?'), None), None);
        assert!(keys.help(&[]).is_some());
        assert_eq!(keys.wish(Key::Char('x'), None), Some(StudyInput::Redraw));
    }
}
