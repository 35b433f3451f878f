//! From keys at a board that is studied to what the learner wishes.

use super::key_help::KeyHelp;
use super::screen_keys::Key;
use crate::rules::{BoardSize, Point};

/// Something wished for by a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StudyWish {
    /// A move here.
    Point(Point),
    /// A move elsewhere.
    Pass,
    /// The part of the board, or what is good here.
    Hint,
    /// The answer.
    Show,
    /// The next one.
    Next,
    /// This one from its beginning.
    Restart,
    /// The latest move back.
    Back,
    /// Questions on, or off.
    Quiz,
    /// The text scrolled by pages.
    Scroll(i8),
    /// The screen left.
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
pub(crate) struct StudyKeys {
    size: BoardSize,
    cursor: Point,
    entry: String,
    shows_help: bool,
    /// Letters that are commands.
    commands: &'static [(char, StudyWish)],
}

impl StudyKeys {
    /// Keys at a board, with the cursor in its middle.
    pub(crate) fn new(size: BoardSize, commands: &'static [(char, StudyWish)]) -> Self {
        let middle = Point::new(size.lines() / 2, size.lines() / 2);
        let first = Point::all(size).next();
        Self {
            size,
            cursor: middle
                .or(first)
                .unwrap_or_else(|| unreachable!("a board has points")),
            entry: String::new(),
            shows_help: false,
            commands,
        }
    }

    /// Turns to a board of another size.
    pub(crate) fn turn_to(&mut self, size: BoardSize) {
        if size != self.size {
            *self = Self::new(size, self.commands);
        }
    }

    /// The point of the cursor.
    pub(crate) const fn cursor(&self) -> Point {
        self.cursor
    }

    /// Returns whether all keys are to be shown.
    pub(crate) const fn shows_help(&self) -> bool {
        self.shows_help
    }

    /// The half-typed point for the bottom line.
    pub(crate) fn prompt(&self) -> Option<String> {
        let entry = &self.entry;
        (!entry.is_empty()).then(|| format!("Point: {entry}_  Enter: here; Esc: no"))
    }

    /// The wish of a key; `clicked` is the point under a click.
    pub(crate) fn wish(&mut self, key: Key, clicked: Option<Point>) -> Option<StudyWish> {
        if std::mem::take(&mut self.shows_help) && key != Key::Interrupt {
            return Some(StudyWish::Redraw);
        }
        match key.or_enter() {
            Key::Char(letter) => self.letter(letter),
            Key::Enter => {
                self.entry.clear();
                Some(StudyWish::Point(self.cursor))
            }
            Key::Escape => {
                self.entry.clear();
                None
            }
            Key::Backspace => {
                self.entry.pop();
                None
            }
            Key::Home | Key::End | Key::Save => None,
            Key::Tab => Some(StudyWish::Next),
            Key::Arrow(right, up) => {
                self.entry.clear();
                self.step(right, up);
                None
            }
            Key::Page(pages) => Some(StudyWish::Scroll(pages)),
            Key::Interrupt => Some(StudyWish::Interrupt),
            Key::Suspend => Some(StudyWish::Suspend),
            Key::Redraw => Some(StudyWish::Redraw),
            Key::Click(..) => {
                let point = clicked.filter(|point| point.is_on(self.size))?;
                self.entry.clear();
                self.cursor = point;
                Some(StudyWish::Point(point))
            }
        }
    }

    fn step(&mut self, right: i8, up: i8) {
        let last = self.size.lines() - 1;
        let moved = |at: u8, by: i8| at.saturating_add_signed(by).min(last);
        let (column, row) = (self.cursor.column(), self.cursor.row());
        let next = Point::new(moved(column, right), moved(row, up));
        self.cursor = next.unwrap_or(self.cursor);
    }

    fn letter(&mut self, letter: char) -> Option<StudyWish> {
        if letter == '?' {
            self.shows_help = true;
            return None;
        }
        let command = self.commands.iter().find(|(known, _)| *known == letter);
        if let Some((_, wish)) = command {
            self.entry.clear();
            return Some(*wish);
        }
        if letter.is_ascii_digit() == self.entry.is_empty() {
            // A point begins with a letter, and digits follow.
            self.entry.clear();
            if letter.is_ascii_digit() {
                return None;
            }
        }
        self.entry.push(letter.to_ascii_uppercase());
        let point = Point::parse(&self.entry).filter(|point| point.is_on(self.size));
        if let Some(point) = point {
            self.cursor = point;
        } else if self.entry.len() > 1 {
            self.entry.pop();
        }
        None
    }
}

const fn key(key: &'static str, short: &'static str, long: &'static str) -> KeyHelp {
    KeyHelp { key, short, long }
}

const PLAY: KeyHelp = key("Enter", "play", "play at the cursor (a click plays too)");
const ARROWS: KeyHelp = key("arrows", "", "move the cursor");
const TYPED: KeyHelp = key("C3", "", "a typed point; capital letters are always points");
const ALL_KEYS: KeyHelp = key("?", "keys", "show this page");
const LEAVE: KeyHelp = key("q", "leave", "leave; what was answered is kept");
const SCROLL: KeyHelp = key("PgUp PgDn", "", "scroll the text (the mouse wheel too)");

/// Letters of a problem.
pub(crate) const PROBLEM_COMMANDS: [(char, StudyWish); 5] = [
    ('h', StudyWish::Hint),
    ('s', StudyWish::Show),
    ('n', StudyWish::Next),
    ('r', StudyWish::Restart),
    ('q', StudyWish::Leave),
];

/// Keys of a problem.
pub(crate) const PROBLEM_KEYS: [KeyHelp; 10] = [
    PLAY,
    key("h", "hint", "the part of the board where the move lies"),
    key(
        "s",
        "answer",
        "show the move; the problem comes again tomorrow",
    ),
    key("n", "next", "the next problem (Tab too)"),
    key("r", "again", "this problem from its beginning"),
    ALL_KEYS,
    LEAVE,
    ARROWS,
    TYPED,
    SCROLL,
];

/// Letters of a game whose moves are guessed.
pub(crate) const GUESS_COMMANDS: [(char, StudyWish); 3] = [
    ('h', StudyWish::Hint),
    ('s', StudyWish::Show),
    ('q', StudyWish::Leave),
];

/// Keys of a game whose moves are guessed.
pub(crate) const GUESS_KEYS: [KeyHelp; 8] = [
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
    key("s", "answer", "show the move of the game"),
    ALL_KEYS,
    key("q", "leave", "leave"),
    ARROWS,
    TYPED,
    SCROLL,
];

/// Letters of the joseki tutor.
pub(crate) const JOSEKI_COMMANDS: [(char, StudyWish); 8] = [
    ('p', StudyWish::Pass),
    ('u', StudyWish::Back),
    ('z', StudyWish::Quiz),
    ('h', StudyWish::Hint),
    ('s', StudyWish::Show),
    ('n', StudyWish::Next),
    ('r', StudyWish::Restart),
    ('q', StudyWish::Leave),
];

/// Keys of the joseki tutor.
pub(crate) const JOSEKI_KEYS: [KeyHelp; 12] = [
    PLAY,
    key("u", "back", "take the latest move back"),
    key("p", "elsewhere", "play elsewhere: the corner is left alone"),
    key("z", "quiz", "questions on, or off"),
    key("h", "hint", "in a quiz: where a good move lies"),
    key("s", "answer", "in a quiz: the good moves"),
    key("n", "next", "in a quiz: another line (Tab too)"),
    key("r", "again", "back to the empty corner"),
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
        assert_eq!(keys.wish(Key::Char('h'), None), Some(StudyWish::Hint));
        for letter in ['H', '3'] {
            assert_eq!(keys.wish(Key::Char(letter), None), None);
        }
        assert_eq!(
            keys.prompt().as_deref(),
            Some("Point: H3_  Enter: here; Esc: no")
        );
        assert_eq!(
            keys.wish(Key::Enter, None),
            Some(StudyWish::Point(point("H3")))
        );
        assert_eq!(keys.wish(Key::Arrow(1, 1), None), None);
        assert_eq!(keys.cursor(), point("J4"));
        assert_eq!(keys.wish(Key::Char('3'), None), None);
        assert_eq!(keys.prompt(), None);
        assert_eq!(keys.wish(Key::Char('?'), None), None);
        assert!(keys.shows_help());
        assert_eq!(keys.wish(Key::Char('x'), None), Some(StudyWish::Redraw));
    }
}
