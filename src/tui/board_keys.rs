//! From keys at a board to what somebody wishes: a cursor, points that are typed, questions before what cannot
//! be undone.

use super::key_help::KeyHelp;
use super::screen_keys::Key;
use crate::rules::{BoardSize, Point};

/// The stage of a game, by which keys mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Moves are made.
    Playing,
    /// The stones are counted.
    Counting,
    /// There is a result.
    Over,
    /// A match over a line, which a person plays.
    Hand,
    /// A match over a line, which is watched.
    Watching,
    /// A match over a line, which is watched, with a line for talk.
    Talking,
}

/// Something wished for by a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// A move here; in a count, the string here dead or alive.
    Point(Point),
    /// A pass.
    Pass,
    /// The latest move back.
    TakeBack,
    /// The end of the game.
    Resign,
    /// Moves with reasons shown, or no more.
    Hint,
    /// The reasons for the latest move.
    Why,
    /// Territory shown, or no more.
    Territory,
    /// The life of groups shown, or no more.
    Groups,
    /// The curve shown, or no more.
    Curve,
    /// A bell at an atari, or no more.
    Bell,
    /// The count taken as it stands.
    Accept,
    /// More moves after a count.
    PlayOn,
    /// Another game.
    Again,
    /// The next pane.
    NextPane,
    /// The pane scrolled by pages.
    Scroll(i8),
    /// A line for the other side's operator: [`BoardKeys::said`].
    Say,
    /// The screen left.
    Leave,
    /// Everything stopped at once.
    Interrupt,
    /// The program stopped until the shell lets it go on.
    Suspend,
    /// The screen drawn anew.
    Redraw,
}

/// A question that the same key, or Enter, answers with yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ask {
    letter: char,
    wish: Wish,
    question: &'static str,
}

const PASS: Ask = Ask {
    letter: 'p',
    wish: Wish::Pass,
    question: "Pass? p again passes; Esc: no",
};
const RESIGN: Ask = Ask {
    letter: 'r',
    wish: Wish::Resign,
    question: "Resign? r again resigns; Esc: no",
};
const PLAY_ON: Ask = Ask {
    letter: 'n',
    wish: Wish::PlayOn,
    question: "Play on? n again plays on; Esc: no",
};
const LEAVE: Ask = Ask {
    letter: 'q',
    wish: Wish::Leave,
    question: "Leave? The game is kept. q again leaves; Esc: no",
};

/// Keys at a board, with the state between them.
#[derive(Clone, Debug)]
pub(crate) struct BoardKeys {
    size: BoardSize,
    cursor: Point,
    /// A point that is typed: a letter, and what follows it.
    entry: String,
    ask: Option<Ask>,
    /// The line that is typed for the other side's operator, if one is.
    line: Option<String>,
    /// The letter that has just switched something: a number after it makes it the letter of a point.
    switched: Option<(char, Wish)>,
    shows_help: bool,
    /// True once the arrows were used: before that no cursor is shown.
    has_cursor: bool,
}

impl BoardKeys {
    /// Keys at a board, with the cursor in its middle.
    pub(crate) fn new(size: BoardSize) -> Self {
        let middle = Point::new(size.lines() / 2, size.lines() / 2);
        let first = Point::all(size).next();
        Self {
            size,
            cursor: middle
                .or(first)
                .unwrap_or_else(|| unreachable!("a board has points")),
            entry: String::new(),
            ask: None,
            line: None,
            switched: None,
            shows_help: false,
            has_cursor: true,
        }
    }

    /// The point of the cursor.
    pub(crate) fn cursor(&self) -> Option<Point> {
        self.has_cursor.then_some(self.cursor)
    }

    /// Returns whether all keys are to be shown.
    pub(crate) const fn shows_help(&self) -> bool {
        self.shows_help
    }

    /// The question or the half-typed point for the bottom line.
    pub(crate) fn prompt(&self) -> Option<String> {
        if let Some(line) = &self.line {
            return Some(format!("Say: {line}_  Enter: send; Esc: no"));
        }
        match (&self.ask, self.entry.as_str()) {
            (Some(ask), _) => Some(ask.question.to_owned()),
            (None, "") => None,
            (None, entry) => Some(format!("Point: {entry}_  Enter: here; Esc: no")),
        }
    }

    /// The wish of a key; `clicked` is the point under a click.
    pub(crate) fn wish(&mut self, key: Key, stage: Stage, clicked: Option<Point>) -> Option<Wish> {
        if std::mem::take(&mut self.shows_help) && key != Key::Interrupt {
            return Some(Wish::Redraw);
        }
        let switched = self.switched.take();
        if self.line.is_some() {
            return self.type_line(key);
        }
        if let Some(ask) = self.ask.take() {
            match key {
                Key::Enter | Key::Char('y') => return Some(ask.wish),
                Key::Char(letter) if letter == ask.letter => return Some(ask.wish),
                Key::Char(digit) if digit.is_ascii_digit() && self.is_column(ask.letter) => {
                    self.type_point(ask.letter);
                }
                Key::Escape => return None,
                _ => {}
            }
        }
        match key {
            Key::Char(letter) => self.letter(letter, stage, switched),
            Key::Enter => {
                self.entry.clear();
                self.cursor().map(Wish::Point)
            }
            Key::Escape => {
                self.entry.clear();
                None
            }
            Key::Backspace => {
                self.entry.pop();
                None
            }
            Key::Tab => Some(Wish::NextPane),
            Key::Arrow(right, up) => {
                self.entry.clear();
                self.step(right, up);
                None
            }
            Key::Page(pages) => Some(Wish::Scroll(pages)),
            Key::Interrupt => Some(Wish::Interrupt),
            Key::Suspend => Some(Wish::Suspend),
            Key::Redraw => Some(Wish::Redraw),
            Key::Click(..) => {
                let point = clicked.filter(|point| point.is_on(self.size))?;
                self.entry.clear();
                self.cursor = point;
                Some(Wish::Point(point))
            }
        }
    }

    /// The line that was typed, once [`Wish::Say`] was told.
    pub(crate) fn said(&mut self) -> String {
        self.line.take().unwrap_or_default()
    }

    fn type_line(&mut self, key: Key) -> Option<Wish> {
        let line = self.line.as_mut()?;
        match key {
            Key::Enter if line.trim().is_empty() => self.line = None,
            Key::Enter => return Some(Wish::Say),
            Key::Escape => self.line = None,
            Key::Backspace => {
                line.pop();
            }
            Key::Char(letter) if line.len() < MAX_LINE => line.push(letter),
            Key::Interrupt => return Some(Wish::Interrupt),
            Key::Redraw => return Some(Wish::Redraw),
            _ => {}
        }
        None
    }

    fn step(&mut self, right: i8, up: i8) {
        let last = self.size.lines() - 1;
        let moved = |at: u8, by: i8| at.saturating_add_signed(by).min(last);
        let (column, row) = (self.cursor.column(), self.cursor.row());
        let next = Point::new(moved(column, right), moved(row, up));
        self.cursor = next.unwrap_or(self.cursor);
        self.has_cursor = true;
    }

    /// Returns whether a letter names a column of the board.
    fn is_column(&self, letter: char) -> bool {
        let first = Point::parse(&format!("{letter}1"));
        first.is_some_and(|point| point.is_on(self.size))
    }

    /// Adds to the point that is typed, and takes the cursor along.
    fn type_point(&mut self, letter: char) {
        self.entry.push(letter.to_ascii_uppercase());
        let point = Point::parse(&self.entry).filter(|point| point.is_on(self.size));
        if let Some(point) = point {
            self.cursor = point;
            self.has_cursor = true;
        } else if self.entry.len() > 1 {
            // No such row.
            self.entry.pop();
        }
    }

    fn letter(
        &mut self,
        letter: char,
        stage: Stage,
        switched: Option<(char, Wish)>,
    ) -> Option<Wish> {
        if letter.is_ascii_digit() {
            if !self.entry.is_empty() {
                self.type_point(letter);
                return None;
            }
            // The letter before it was no command, but the beginning of a point: back with it.
            let (first, wish) = switched.filter(|(first, _)| self.is_column(*first))?;
            self.type_point(first);
            self.type_point(letter);
            return Some(wish);
        }
        self.entry.clear();
        let has_points = !matches!(stage, Stage::Watching | Stage::Talking);
        if has_points && letter.is_ascii_uppercase() && self.is_column(letter) {
            self.type_point(letter);
            return None;
        }
        let ask = match (letter, stage) {
            ('p', Stage::Playing | Stage::Hand) => Some(PASS),
            ('r', Stage::Playing | Stage::Hand) => Some(RESIGN),
            ('n', Stage::Counting) => Some(PLAY_ON),
            ('q', Stage::Playing | Stage::Counting) => Some(LEAVE),
            _ => None,
        };
        if ask.is_some() {
            self.ask = ask;
            return None;
        }
        let wish = match (letter, stage) {
            ('?', _) => {
                self.shows_help = true;
                return None;
            }
            ('s', Stage::Hand | Stage::Talking) => {
                self.line = Some(String::new());
                return None;
            }
            ('q', Stage::Hand | Stage::Watching | Stage::Talking) => Wish::Interrupt,
            ('u', Stage::Hand) => Wish::TakeBack,
            ('h', Stage::Hand) => Wish::Hint,
            (_, Stage::Watching | Stage::Talking) => return None,
            ('q', Stage::Over) => Wish::Leave,
            ('u', _) => Wish::TakeBack,
            ('h', Stage::Playing) => Wish::Hint,
            ('w', Stage::Playing | Stage::Counting | Stage::Over) => Wish::Why,
            ('t', Stage::Playing) => Wish::Territory,
            ('g', Stage::Playing) => Wish::Groups,
            ('e', Stage::Playing | Stage::Counting | Stage::Over) => Wish::Curve,
            ('!', Stage::Playing | Stage::Counting | Stage::Over) => Wish::Bell,
            ('y', Stage::Counting) => Wish::Accept,
            ('a', Stage::Over) => Wish::Again,
            _ if self.is_column(letter) => {
                self.type_point(letter);
                return None;
            }
            _ => return None,
        };
        if self.is_column(letter) {
            self.switched = Some((letter, wish));
        }
        Some(wish)
    }

    /// The keys that mean something at a stage, the most important first.
    pub(crate) const fn help(stage: Stage) -> &'static [KeyHelp] {
        match stage {
            Stage::Playing => &PLAYING,
            Stage::Counting => &COUNTING,
            Stage::Over => &OVER,
            Stage::Hand => &HAND,
            Stage::Watching => &WATCHING,
            Stage::Talking => &TALKING,
        }
    }
}

const fn key(key: &'static str, short: &'static str, long: &'static str) -> KeyHelp {
    KeyHelp { key, short, long }
}

const ALL_KEYS: KeyHelp = key("?", "keys", "show this page");
const TAKE_BACK: KeyHelp = key(
    "u",
    "take back",
    "take your latest move back, and the answer to it",
);
const HINT: KeyHelp = key("h", "hint", "moves that you might make, with reasons");
const WHY: KeyHelp = key("w", "why", "the reasons for the latest move");
const CURVE: KeyHelp = key(
    "e",
    "curve",
    "the curve of Black's chance to win, on and off",
);
const LEAVE_KEY: KeyHelp = key(
    "q",
    "leave",
    "leave; the game is kept, and play --resume goes on",
);
const BELL: KeyHelp = key("!", "", "a bell when stones come into atari, on and off");
const TAB: KeyHelp = key("Tab", "", "the next pane beside the board");
const PAGES: KeyHelp = key("PgUp PgDn", "", "scroll the pane (the mouse wheel too)");
const TYPED: KeyHelp = key("C3", "", "a typed point; capital letters are always points");
const ARROWS: KeyHelp = key("arrows", "", "move the cursor");
const SUSPEND: KeyHelp = key("Ctrl-Z", "", "back to the shell; fg goes on");
const INTERRUPT: KeyHelp = key("Ctrl-C", "", "leave at once; the game is kept");

const PLAYING: [KeyHelp; 18] = [
    key("Enter", "play", "play at the cursor (a click plays too)"),
    key("p", "pass", "pass; after two passes the game is counted"),
    ALL_KEYS,
    HINT,
    TAKE_BACK,
    WHY,
    LEAVE_KEY,
    key("t", "territory", "whose each point will be, on and off"),
    key("g", "groups", "how the groups live, on and off"),
    CURVE,
    key("r", "resign", "resign"),
    ARROWS,
    TYPED,
    BELL,
    TAB,
    PAGES,
    SUSPEND,
    INTERRUPT,
];

const COUNTING: [KeyHelp; 15] = [
    key("y", "count it", "the count is right: end the game by it"),
    key(
        "Enter",
        "dead/alive",
        "the string at the cursor dead or alive (a click too)",
    ),
    key("n", "play on", "break the count off and play on"),
    ALL_KEYS,
    TAKE_BACK,
    LEAVE_KEY,
    WHY,
    CURVE,
    ARROWS,
    TYPED,
    BELL,
    TAB,
    PAGES,
    SUSPEND,
    INTERRUPT,
];

const OVER: [KeyHelp; 10] = [
    key("a", "play again", "another game on the same terms"),
    key("q", "leave", "leave"),
    key("u", "take back", "go back into the game"),
    ALL_KEYS,
    WHY,
    CURVE,
    TAB,
    PAGES,
    SUSPEND,
    INTERRUPT,
];

const STOP: KeyHelp = key(
    "Ctrl-C",
    "stop",
    "asks what to do: resign, claim, leave and resume later (q too)",
);
const SAY: KeyHelp = key("s", "say", "a line for the other side's operator");

const HAND: [KeyHelp; 11] = [
    key("Enter", "play", "play at the cursor (a click plays too)"),
    key("p", "pass", "pass"),
    ALL_KEYS,
    HINT,
    STOP,
    key(
        "u",
        "take back",
        "ask the other side to take your move back",
    ),
    SAY,
    key("r", "resign", "resign"),
    ARROWS,
    TYPED,
    PAGES,
];

const WATCHING: [KeyHelp; 3] = [STOP, ALL_KEYS, PAGES];

const TALKING: [KeyHelp; 4] = [SAY, STOP, ALL_KEYS, PAGES];

/// Longest line that is typed.
const MAX_LINE: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        Point::parse(name).unwrap()
    }

    fn typed(keys: &mut BoardKeys, text: &str) -> Vec<Wish> {
        let keys = text.chars().filter_map(|letter| {
            let key = match letter {
                ' ' => Key::Enter,
                '~' => Key::Escape,
                letter => Key::Char(letter),
            };
            keys.wish(key, Stage::Playing, None)
        });
        keys.collect()
    }

    #[test]
    fn points_are_typed_with_the_letters_of_commands_too() {
        let mut keys = BoardKeys::new(BoardSize::NINETEEN);
        let hint_and_back = [Wish::Hint, Wish::Hint, Wish::Point(point("H17"))];
        assert_eq!(typed(&mut keys, "h17 "), hint_and_back);
        assert_eq!(typed(&mut keys, "Q16 "), [Wish::Point(point("Q16"))]);
        assert_eq!(typed(&mut keys, "p4 "), [Wish::Point(point("P4"))]);
        assert_eq!(typed(&mut keys, "c3 "), [Wish::Point(point("C3"))]);
        assert_eq!(typed(&mut keys, "d199 "), [Wish::Point(point("D19"))]);
        assert_eq!(typed(&mut keys, "i5"), []);
    }

    #[test]
    fn what_cannot_be_undone_is_asked_for_twice() {
        let mut keys = BoardKeys::new(BoardSize::NINETEEN);
        assert_eq!(typed(&mut keys, "pp"), [Wish::Pass]);
        assert_eq!(typed(&mut keys, "p~"), []);
        assert_eq!(keys.prompt(), None);
        assert_eq!(typed(&mut keys, "rr"), [Wish::Resign]);
        assert_eq!(typed(&mut keys, "q"), []);
        assert!(keys.prompt().unwrap().starts_with("Leave?"));
        assert_eq!(typed(&mut keys, "wu"), [Wish::Why, Wish::TakeBack]);
        assert_eq!(
            keys.wish(Key::Char('q'), Stage::Over, None),
            Some(Wish::Leave)
        );
    }

    #[test]
    fn the_cursor_stays_on_the_board_and_follows_clicks() {
        let mut keys = BoardKeys::new(BoardSize::new(5).unwrap());
        for _ in 0..9 {
            keys.wish(Key::Arrow(1, 0), Stage::Playing, None);
            keys.wish(Key::Arrow(0, -1), Stage::Playing, None);
        }
        assert_eq!(keys.cursor(), Some(point("E1")));
        let clicked = keys.wish(Key::Click(9, 9), Stage::Counting, Some(point("B2")));
        assert_eq!(clicked, Some(Wish::Point(point("B2"))));
        assert_eq!(keys.cursor(), Some(point("B2")));
        assert_eq!(
            keys.wish(Key::Click(9, 9), Stage::Counting, Some(point("T19"))),
            None
        );
    }

    #[test]
    fn a_line_for_the_other_side_is_typed() {
        let mut keys = BoardKeys::new(BoardSize::NINETEEN);
        let mut wish = |key| keys.wish(key, Stage::Hand, None);
        assert_eq!(wish(Key::Char('s')), None);
        assert_eq!(wish(Key::Char('h')), None);
        assert_eq!(wish(Key::Char('p')), None);
        assert_eq!(wish(Key::Backspace), None);
        assert_eq!(wish(Key::Char('i')), None);
        assert_eq!(wish(Key::Enter), Some(Wish::Say));
        assert_eq!(keys.said(), "hi");
        assert_eq!(keys.wish(Key::Char('p'), Stage::Watching, None), None);
        assert_eq!(keys.prompt(), None);
        let stop = keys.wish(Key::Char('q'), Stage::Watching, None);
        assert_eq!(stop, Some(Wish::Interrupt));
    }

    #[test]
    fn any_key_closes_the_page_of_keys() {
        let mut keys = BoardKeys::new(BoardSize::NINETEEN);
        assert_eq!(typed(&mut keys, "?"), []);
        assert!(keys.shows_help());
        assert_eq!(typed(&mut keys, "p"), [Wish::Redraw]);
        assert!(!keys.shows_help());
        assert_eq!(keys.prompt(), None);
    }
}
