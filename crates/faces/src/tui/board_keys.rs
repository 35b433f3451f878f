//! From keys at a board to what somebody wishes: a cursor, points that are typed, questions before what cannot
//! be undone.

use super::board_wish::{LineKind, Wish, review_wish, walk};
use super::key_help::{HelpPage, HelpPages, KeyHelp};
use super::point_entry::PointEntry;
use super::screen_keys::Key;
use super::stage_keys::{ServerStage, Stage};
use sgmp_board::rules::{BoardSize, Point};

/// A question that the same key answers with yes, and no other: Enter is the key that plays.
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
const TRY_PASS: Ask = Ask {
    letter: 'p',
    wish: Wish::Pass,
    question: "Try a pass? p again passes; Esc: no",
};
const RESIGN: Ask = Ask {
    letter: 'r',
    wish: Wish::Resign,
    question: "Resign? r again resigns; Esc: no",
};
const PLAY_ON: Ask = Ask {
    letter: 'o',
    wish: Wish::PlayOn,
    question: "Play on? o again plays on; Esc: no",
};
const LEAVE: Ask = Ask {
    letter: 'q',
    wish: Wish::Leave,
    question: "Leave? The game is kept. q again leaves; Esc: no",
};

/// Keys at a board, with the state between them.
#[derive(Clone, Debug)]
pub struct BoardKeys {
    /// The cursor, and the point that is typed.
    entry: PointEntry,
    ask: Option<Ask>,
    /// The line that is typed, if one is.
    line: Option<(LineKind, String)>,
    /// The letter that has just switched something: a number after it makes it the letter of a point.
    switched: Option<(char, Wish)>,
    help: HelpPages,
    /// True if a move is asked for twice.
    confirms: bool,
    /// The point that waits for its second key.
    unconfirmed: Option<Point>,
    /// True once the arrows were used: before that no cursor is shown.
    has_cursor: bool,
}

impl BoardKeys {
    /// Keys at a board, with the cursor in its middle.
    pub fn new(size: BoardSize) -> Self {
        Self {
            entry: PointEntry::new(size),
            ask: None,
            line: None,
            switched: None,
            help: HelpPages::default(),
            confirms: false,
            unconfirmed: None,
            has_cursor: true,
        }
    }

    /// The same keys, which ask for a move twice if that is wished.
    pub const fn confirming(mut self, confirms: bool) -> Self {
        self.confirms = confirms;
        self
    }

    /// Takes the cursor to the nearest point without a stone.
    pub fn leave_stones(&mut self, is_empty: impl Fn(Point) -> bool) {
        self.entry.go_to_nearest(is_empty);
    }

    /// The point of the cursor.
    pub fn cursor(&self) -> Option<Point> {
        self.has_cursor.then_some(self.entry.cursor())
    }

    /// The page of help that is open, with these keys.
    pub fn help(&self, keys: &'static [KeyHelp]) -> Option<HelpPage> {
        self.help.page(keys)
    }

    /// Returns whether a point is half typed.
    pub fn is_typing_point(&self) -> bool {
        !self.entry.typed().is_empty()
    }

    /// The question or the half-typed point for the bottom line.
    pub fn prompt(&self) -> Option<String> {
        if let Some((kind, line)) = &self.line {
            let (label, done) = (kind.label(), kind.done());
            return Some(format!("{label}: {line}_  Enter: {done}; Esc: no"));
        }
        match (&self.ask, self.unconfirmed) {
            (Some(ask), _) => Some(ask.question.to_owned()),
            (None, Some(point)) => Some(format!("Play {point}? Enter again plays; Esc: no")),
            (None, None) => self.entry.prompt("Point"),
        }
    }

    /// The wish of a key; `clicked` is the point under a click.
    pub fn wish(&mut self, key: Key, stage: Stage, clicked: Option<Point>) -> Option<Wish> {
        if self.help.heed(key) {
            return Some(Wish::Redraw);
        }
        let switched = self.switched.take();
        let unconfirmed = self.unconfirmed.take();
        if self.line.is_some() {
            return self.type_line(key);
        }
        let key = key.or_enter();
        if let Some(ask) = self.ask.take() {
            match key {
                Key::Enter => return Some(Wish::Redraw),
                Key::Char(letter) if letter == ask.letter => return Some(ask.wish),
                Key::Char(digit) if digit.is_ascii_digit() && self.entry.is_column(ask.letter) => {
                    self.type_point(ask.letter);
                }
                Key::Escape => return None,
                _ => {}
            }
        }
        let is_free = !self.is_typing_point();
        let walked = walk(key, is_free).filter(|_| stage == Stage::Review);
        if walked.is_some() {
            self.entry.clear();
            return walked;
        }
        match key {
            Key::Char(letter) => self.letter(letter, stage, switched),
            Key::Enter if stage == Stage::Counted => Some(Wish::Leave),
            Key::Enter => {
                let chosen = self.entry.choose();
                let chosen = chosen.filter(|_| self.has_cursor)?;
                self.confirmed(chosen, stage, unconfirmed)
            }
            Key::Escape => {
                self.entry.clear();
                if is_free && unconfirmed.is_none() {
                    return self.step_back(stage);
                }
                None
            }
            Key::Backspace => {
                self.entry.erase();
                None
            }
            Key::Home | Key::End => None,
            Key::Save => {
                let has_game = !stage.is_match();
                has_game.then_some(Wish::Save)
            }
            Key::Tab => Some(Wish::NextPane),
            Key::Arrow(right, up) => {
                self.entry.step(right, up);
                self.has_cursor = true;
                None
            }
            Key::Page(pages) => Some(Wish::Scroll(pages)),
            Key::Interrupt => Some(Wish::Interrupt),
            Key::Suspend => Some(Wish::Suspend),
            Key::Redraw => Some(Wish::Redraw),
            Key::Click(..) => {
                let point = self.entry.click(clicked)?;
                self.confirmed(point, stage, unconfirmed)
            }
        }
    }

    /// Returns whether nothing is typed, asked or half chosen.
    pub fn is_at_rest(&self) -> bool {
        let is_asked = self.line.is_some() || self.ask.is_some() || self.unconfirmed.is_some();
        !is_asked && !self.is_typing_point() && self.help == HelpPages::default()
    }

    /// The wish of Esc where nothing is typed or asked: one step back, in a game the question that `q` asks.
    fn step_back(&mut self, stage: Stage) -> Option<Wish> {
        match stage {
            Stage::Playing | Stage::Counting => {
                self.ask = Some(LEAVE);
                None
            }
            Stage::Over => Some(Wish::Leave),
            Stage::Trying => Some(Wish::Try),
            Stage::Recounting => Some(Wish::PlayOn),
            Stage::Review => Some(Wish::Main),
            Stage::Hand
            | Stage::HandWithUndo
            | Stage::Watching
            | Stage::Talking
            | Stage::OnServer(_) => Some(Wish::Interrupt),
            // The line is not left by a key too many.
            Stage::Counted => None,
        }
    }

    /// The wish of a point that is chosen: the first time nothing, where moves are asked for twice.
    fn confirmed(&mut self, point: Point, stage: Stage, before: Option<Point>) -> Option<Wish> {
        if self.confirms && stage == Stage::Playing && before != Some(point) {
            self.unconfirmed = Some(point);
            return None;
        }
        Some(Wish::Point(point))
    }

    /// Begins to type a line, which holds this already.
    pub fn edit(&mut self, kind: LineKind, text: &str) {
        self.line = Some((kind, text.replace('\n', "\\n")));
    }

    /// The line that was typed, once [`Wish::Typed`] was told.
    pub fn take_line(&mut self) -> String {
        match self.line.take() {
            Some((LineKind::Comment, text)) => text.replace("\\n", "\n"),
            Some((LineKind::Say | LineKind::Save, text)) => text,
            None => String::new(),
        }
    }

    fn type_line(&mut self, key: Key) -> Option<Wish> {
        let (kind, line) = self.line.as_mut()?;
        let kind = *kind;
        match key {
            // An empty comment takes the one that is there away.
            Key::Enter if line.trim().is_empty() && kind != LineKind::Comment => self.line = None,
            Key::Enter => return Some(Wish::Typed(kind)),
            Key::Escape => self.line = None,
            Key::Backspace => {
                line.pop();
            }
            Key::Char(letter) if line.len() < kind.max_length() => line.push(letter),
            Key::Interrupt => return Some(Wish::Interrupt),
            Key::Redraw => return Some(Wish::Redraw),
            _ => {}
        }
        None
    }

    /// Adds to the point that is typed.
    fn type_point(&mut self, letter: char) {
        self.entry.add(letter);
        self.has_cursor = true;
    }

    fn letter(
        &mut self,
        letter: char,
        stage: Stage,
        switched: Option<(char, Wish)>,
    ) -> Option<Wish> {
        if letter.is_ascii_digit() {
            if self.is_typing_point() {
                self.type_point(letter);
                return None;
            }
            // The letter before it was no command, but the beginning of a point: back with it.
            let (first, wish) = switched.filter(|(first, _)| self.entry.is_column(*first))?;
            self.type_point(first);
            self.type_point(letter);
            return Some(wish);
        }
        self.entry.clear();
        if stage.has_points() && letter.is_ascii_uppercase() && self.entry.is_column(letter) {
            self.type_point(letter);
            return None;
        }
        let ask = match (letter, stage) {
            ('p', stage) if stage == Stage::Playing || stage.is_hand() => Some(PASS),
            ('r', stage) if stage == Stage::Playing || stage.is_hand() => Some(RESIGN),
            ('o', Stage::Counting) => Some(PLAY_ON),
            ('q', Stage::Playing | Stage::Counting) => Some(LEAVE),
            ('p', Stage::Review | Stage::Trying) => Some(TRY_PASS),
            _ => None,
        };
        if ask.is_some() {
            self.ask = ask;
            return None;
        }
        let wish = match (letter, stage) {
            ('?', _) => {
                self.help.open();
                return None;
            }
            ('i', stage) if stage.takes_words() => {
                self.edit(LineKind::Say, "");
                return None;
            }
            (_, Stage::Review | Stage::Trying) => match review_wish(letter) {
                Some(wish) => wish,
                None => {
                    self.type_point(letter);
                    return None;
                }
            },
            ('q', _) if stage.is_match() => Wish::Interrupt,
            ('h', Stage::Hand | Stage::HandWithUndo) => Wish::Hint,
            ('d', Stage::Counted) => Wish::Recount,
            ('y', Stage::Recounting | Stage::OnServer(ServerStage::NamingDead)) => Wish::Accept,
            (_, stage) if !stage.has_points() => return None,
            ('q', Stage::Over) => Wish::Leave,
            ('u', stage)
                if !matches!(stage, Stage::Hand | Stage::Recounting | Stage::OnServer(_)) =>
            {
                Wish::TakeBack
            }
            ('h', Stage::Playing) => Wish::Hint,
            ('w', Stage::Playing | Stage::Counting | Stage::Over) => Wish::Why,
            ('z', Stage::Playing | Stage::Counting | Stage::Over) => Wish::WhyNot,
            ('t', Stage::Playing) => Wish::Territory,
            ('g', Stage::Playing) => Wish::Groups,
            ('e', Stage::Playing | Stage::Counting | Stage::Over) => Wish::Curve,
            ('!', Stage::Playing | Stage::Counting | Stage::Over) => Wish::Bell,
            ('<', Stage::Playing | Stage::Counting | Stage::Over) => Wish::Back,
            ('>', Stage::Playing | Stage::Counting | Stage::Over) => Wish::Forward,
            ('y', Stage::Counting) => Wish::Accept,
            ('a', Stage::Over) => Wish::Again,
            ('v', Stage::Over) => Wish::Review,
            _ => {
                self.type_point(letter);
                return None;
            }
        };
        if self.entry.is_column(letter) {
            self.switched = Some((letter, wish));
        }
        Some(wish)
    }
}

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
        assert_eq!(typed(&mut keys, "~I5 "), []);
        let prompt = keys.prompt().unwrap();
        assert!(prompt.contains("this board has no column I"), "{prompt}");
    }

    #[test]
    fn what_cannot_be_undone_is_asked_for_twice() {
        let mut keys = BoardKeys::new(BoardSize::NINETEEN);
        assert_eq!(typed(&mut keys, "pp"), [Wish::Pass]);
        assert_eq!(typed(&mut keys, "p~"), []);
        assert_eq!(keys.prompt(), None);
        assert_eq!(typed(&mut keys, "rr"), [Wish::Resign]);
        for letter in ["p", "r", "q"] {
            // Whoever touches a letter and then plays at the cursor loses nothing.
            assert_eq!(typed(&mut keys, &format!("{letter} ")), [Wish::Redraw]);
            assert_eq!(keys.prompt(), None);
        }
        assert_eq!(typed(&mut keys, "q"), []);
        assert!(keys.prompt().unwrap().starts_with("Leave?"));
        assert_eq!(typed(&mut keys, "wz"), [Wish::Why, Wish::WhyNot]);
        assert_eq!(typed(&mut keys, "wu"), [Wish::Why, Wish::TakeBack]);
        assert_eq!(
            keys.wish(Key::Char('q'), Stage::Over, None),
            Some(Wish::Leave)
        );
    }

    #[test]
    fn esc_goes_back_one_step() {
        let mut keys = BoardKeys::new(BoardSize::new(9).unwrap());
        assert_eq!(typed(&mut keys, "C~"), [], "what was typed");
        assert_eq!(keys.prompt(), None);
        assert_eq!(typed(&mut keys, "~"), []);
        assert!(keys.prompt().unwrap().starts_with("Leave?"));
        assert_eq!(typed(&mut keys, "~"), [], "the question");
        assert_eq!(typed(&mut keys, "~q"), [Wish::Leave]);
        for (stage, wish) in [
            (Stage::Over, Some(Wish::Leave)),
            (Stage::Review, Some(Wish::Main)),
            (Stage::Trying, Some(Wish::Try)),
            (Stage::Hand, Some(Wish::Interrupt)),
            (Stage::Counted, None),
        ] {
            assert_eq!(keys.wish(Key::Escape, stage, None), wish, "{stage:?}");
        }
    }

    #[test]
    fn help_has_pages_that_its_key_turns() {
        let mut keys = BoardKeys::new(BoardSize::new(9).unwrap());
        let page = |keys: &BoardKeys| keys.help(&[]).map(|page| page.number);
        typed(&mut keys, "?");
        assert_eq!(page(&keys), Some(0));
        typed(&mut keys, "??");
        assert_eq!(page(&keys), Some(2));
        typed(&mut keys, "x");
        assert_eq!(page(&keys), None);
    }

    #[test]
    fn a_move_is_asked_for_twice_where_that_is_wished() {
        let mut keys = BoardKeys::new(BoardSize::new(9).unwrap()).confirming(true);
        assert_eq!(typed(&mut keys, " "), []);
        let asked = keys.prompt();
        assert_eq!(
            asked.as_deref(),
            Some("Play E5? Enter again plays; Esc: no")
        );
        assert_eq!(typed(&mut keys, "~ "), [], "Esc has taken it back");
        assert_eq!(typed(&mut keys, " "), [Wish::Point(point("E5"))]);
        assert_eq!(typed(&mut keys, "C3 "), []);
        assert_eq!(typed(&mut keys, "D4  "), [Wish::Point(point("D4"))]);
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
        assert_eq!(wish(Key::Char('i')), None);
        assert_eq!(wish(Key::Char('h')), None);
        assert_eq!(wish(Key::Char(' ')), None);
        assert_eq!(wish(Key::Char('p')), None);
        assert_eq!(wish(Key::Backspace), None);
        assert_eq!(wish(Key::Backspace), None);
        assert_eq!(wish(Key::Char('i')), None);
        assert_eq!(wish(Key::Enter), Some(Wish::Typed(LineKind::Say)));
        assert_eq!(keys.take_line(), "hi");
        assert_eq!(keys.wish(Key::Char('p'), Stage::Watching, None), None);
        assert_eq!(keys.prompt(), None);
    }

    /// It is as good as Ctrl-C, and the page of all keys says so.
    #[test]
    fn q_asks_in_a_match() {
        for stage in [
            Stage::Hand,
            Stage::HandWithUndo,
            Stage::Watching,
            Stage::Talking,
            Stage::Counted,
            Stage::Recounting,
        ] {
            let mut keys = BoardKeys::new(BoardSize::NINETEEN);
            let stop = keys.wish(Key::Char('q'), stage, None);
            assert_eq!(stop, Some(Wish::Interrupt), "{stage:?}");
            let help = stage.keys().iter().find(|help| help.key == "Ctrl-C");
            let told = help.is_some_and(|help| help.long.contains("q too"));
            assert!(told, "{stage:?}");
        }
    }

    #[test]
    fn a_game_is_walked_through_and_its_comment_written() {
        let mut keys = BoardKeys::new(BoardSize::new(9).unwrap());
        let mut wish = |key| keys.wish(key, Stage::Review, None);
        assert_eq!(wish(Key::Enter), Some(Wish::Forward));
        assert_eq!(wish(Key::Arrow(-1, 0)), Some(Wish::Back));
        assert_eq!(wish(Key::Arrow(0, -1)), Some(Wish::Variation(1)));
        assert_eq!(wish(Key::Char('3')), Some(Wish::Turn(3)));
        assert_eq!(wish(Key::Char('c')), None);
        assert_eq!(wish(Key::Char('3')), None);
        assert_eq!(wish(Key::Enter), Some(Wish::Point(point("C3"))));
        assert_eq!(wish(Key::Char('g')), Some(Wish::Groups));
        assert_eq!(wish(Key::Char('4')), Some(Wish::Turn(4)));
        assert_eq!(wish(Key::Char('z')), Some(Wish::WhyNot));
        assert_eq!(wish(Key::Char('i')), Some(Wish::Comment));
        keys.edit(LineKind::Comment, "one\ntwo");
        assert!(keys.prompt().unwrap().contains("one\\ntwo_"));
        let typed = keys.wish(Key::Enter, Stage::Review, None);
        assert_eq!(typed, Some(Wish::Typed(LineKind::Comment)));
        assert_eq!(keys.take_line(), "one\ntwo");
        assert_eq!(
            keys.wish(Key::Escape, Stage::Review, None),
            Some(Wish::Main)
        );
        let stops = keys.wish(Key::Escape, Stage::Trying, None);
        assert_eq!(stops, Some(Wish::Try));
    }

    #[test]
    fn any_key_closes_the_page_of_keys() {
        let mut keys = BoardKeys::new(BoardSize::NINETEEN);
        assert_eq!(typed(&mut keys, "?"), []);
        assert!(keys.help(&[]).is_some());
        assert_eq!(typed(&mut keys, "p"), [Wish::Redraw]);
        assert!(keys.help(&[]).is_none());
        assert_eq!(keys.prompt(), None);
    }
}
