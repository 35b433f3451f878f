//! The tutorial on a screen: keys to answers and pages, and what is seen of them.

use crate::lessons::tutorial_keys::{ALL_KEYS, GAME_KEYS, LIST_KEYS, SOLVED_KEYS, exercise_keys};
use crate::tui::{
    Bottom, ChoiceRow, HelpPages, Key, KeyHelp, LessonView, MenuRow, MenuView, Note, PointEntry,
};
use crate::tutorial::{AnswerKind, Lesson, Outcome, Page};
use sgmp_board::rules::{BoardSize, Point};

/// Most digits of a number that is typed.
const MAX_DIGITS: usize = 3;

/// An entry of the contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Chapter(usize),
    Game(usize),
    Play,
    Contents,
    Leave,
}

/// The step after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing has changed that would have to be kept.
    Stay,
    /// The progress has changed.
    Keep,
    /// Away from the tutorial.
    Leave,
    /// On to a game against the computer.
    Play,
}

/// The page that is seen.
pub enum TutorialView {
    /// An exercise or a game.
    Lesson(Box<LessonView>),
    /// The contents, or the end.
    Menu(MenuView),
}

/// The tutorial on a screen.
pub struct TutorialPage {
    lesson: Lesson,
    /// The cursor, and the point that is typed.
    point: PointEntry,
    /// A number that is typed.
    number: String,
    /// The answer that is chosen.
    chosen: usize,
    /// The row of the contents, while they are shown.
    contents: Option<usize>,
    /// Words said to the latest answer.
    told: Option<Note>,
    /// True if a hint has just been asked for by a letter that may begin a point.
    was_hint: bool,
    /// True while a list tells its keys.
    tells_keys: bool,
    help: HelpPages,
}

impl TutorialPage {
    /// A lesson at its beginning.
    pub fn new(lesson: Lesson) -> Self {
        let mut page = Self {
            lesson,
            point: PointEntry::new(BoardSize::NINETEEN),
            number: String::new(),
            chosen: 0,
            contents: None,
            told: None,
            was_hint: false,
            tells_keys: false,
            help: HelpPages::default(),
        };
        page.open();
        page
    }

    /// The lesson with the learner's progress.
    pub const fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    fn open(&mut self) {
        self.clear();
        self.chosen = 0;
        self.told = None;
        self.contents = None;
        if let Some(exercise) = self.lesson.exercise() {
            self.point = PointEntry::new(exercise.game.board().size());
        }
    }

    /// Forgets what is typed.
    fn clear(&mut self) {
        self.point.clear();
        self.number.clear();
    }

    fn is_typing(&self) -> bool {
        !self.point.typed().is_empty() || !self.number.is_empty()
    }

    /// The entries of the contents.
    fn contents_entries(&self) -> Vec<Entry> {
        let chapters = (0..self.lesson.course().chapters().len()).map(Entry::Chapter);
        chapters.chain(self.games()).chain([Entry::Play]).collect()
    }

    /// The entries at the end of the course.
    fn end_entries(&self) -> Vec<Entry> {
        let end = [Entry::Contents, Entry::Leave];
        [Entry::Play]
            .into_iter()
            .chain(self.games())
            .chain(end)
            .collect()
    }

    fn games(&self) -> impl Iterator<Item = Entry> + use<> {
        (0..self.lesson.games().len()).map(Entry::Game)
    }

    /// Heeds a key; `point` and `row` are the point of the board and the row of the list under a click.
    pub fn press(&mut self, key: Key, point: Option<Point>, row: Option<usize>) -> Step {
        let key = key.or_enter();
        if self.help.heed(key) {
            return Step::Stay;
        }
        let was_hint = std::mem::take(&mut self.was_hint);
        if std::mem::take(&mut self.tells_keys) && key == Key::Escape {
            return Step::Stay;
        }
        if self.lesson.is_at_end() && self.contents.is_none() {
            return self.press_at_end(key, row);
        }
        if let Some(chosen) = self.contents {
            return self.press_contents(chosen, key, row);
        }
        match key {
            Key::Page(pages) => self.turn(pages),
            Key::Tab | Key::Char('m') => self.show_contents(),
            Key::Char('?') => {
                self.help.open();
                Step::Stay
            }
            Key::Char('q') => Step::Leave,
            Key::Char('n') => self.turn(1),
            Key::Enter if !self.is_typing() && self.lesson.is_solved() => self.turn(1),
            key if self.lesson.exercise().is_none() => match key {
                Key::Arrow(right, _) => self.turn(right),
                Key::Escape => Step::Leave,
                _ => Step::Stay,
            },
            Key::Char('h') => {
                self.lesson.ask_hint();
                self.was_hint = true;
                Step::Stay
            }
            Key::Char('s') => {
                self.clear();
                let answer = self.lesson.show_answer();
                if let Some(exercise) = self.lesson.exercise() {
                    let right = exercise.right_answer();
                    let place = exercise.choices().iter().position(|known| *known == right);
                    self.chosen = place.unwrap_or(0);
                }
                if let (Some(answer), Some(verdict)) = (answer, self.lesson.verdict()) {
                    self.told = Some(Note::plain(format!("{answer} {}", verdict.text)));
                }
                Step::Stay
            }
            Key::Char('p') if self.kind() == AnswerKind::Move => self.answer("pass"),
            Key::Char(letter) => self.type_letter(letter, was_hint),
            Key::Backspace => {
                self.point.erase();
                self.number.pop();
                Step::Stay
            }
            Key::Escape if !self.is_typing() && self.told.is_none() => Step::Leave,
            Key::Escape => {
                self.clear();
                self.lesson.try_again();
                Step::Stay
            }
            Key::Enter => self.submit(),
            Key::Arrow(right, up) => self.move_by(right, up),
            Key::Click(..) if self.lesson.is_solved() => Step::Stay,
            Key::Click(..) => match self.point.click(point) {
                Some(point) => self.answer(&point.to_string()),
                None => Step::Stay,
            },
            Key::Home | Key::End | Key::Save | Key::Interrupt | Key::Suspend | Key::Redraw => {
                Step::Stay
            }
        }
    }

    fn kind(&self) -> AnswerKind {
        let exercise = self.lesson.exercise();
        exercise.map_or(AnswerKind::Choice, |it| it.answer_kind())
    }

    fn turn(&mut self, pages: i8) -> Step {
        if pages < 0 {
            self.lesson.go_back();
        } else if pages > 0 {
            self.lesson.go_on();
        }
        self.open();
        Step::Keep
    }

    fn show_contents(&mut self) -> Step {
        let place = self.lesson.course().place();
        self.contents = Some(place.map_or(0, |place| place.chapter));
        Step::Stay
    }

    fn type_letter(&mut self, letter: char, was_hint: bool) -> Step {
        let exercise = self.lesson.exercise();
        let choices = exercise.map_or(0, |it| it.choices().len());
        match (self.kind(), letter.to_digit(10)) {
            (AnswerKind::Choice, Some(number)) if (1..=choices).contains(&(number as usize)) => {
                self.chosen = number as usize - 1;
                self.submit()
            }
            (AnswerKind::Number, Some(_)) if self.number.len() < MAX_DIGITS => {
                self.number.push(letter);
                Step::Stay
            }
            (AnswerKind::Move | AnswerKind::Point, digit) => {
                if digit.is_some() && was_hint && self.point.is_column('H') {
                    self.point.add('H');
                }
                self.point.add(letter);
                if self.is_typing() {
                    self.lesson.try_again();
                }
                Step::Stay
            }
            _ => Step::Stay,
        }
    }

    fn move_by(&mut self, right: i8, up: i8) -> Step {
        let exercise = self.lesson.exercise();
        let choices = exercise.map_or(0, |it| it.choices().len());
        if choices > 0 {
            let down = if up == 0 { right } else { -up };
            let step = choices as isize + isize::from(down);
            self.chosen = (self.chosen + step as usize) % choices;
            return Step::Stay;
        }
        if !self.lesson.is_solved() {
            self.lesson.try_again();
        }
        self.point.step(right, up);
        Step::Stay
    }

    fn submit(&mut self) -> Step {
        let answer = match self.kind() {
            AnswerKind::Choice => {
                let exercise = self.lesson.exercise();
                let choices = exercise.map(|it| it.choices()).unwrap_or_default();
                choices.get(self.chosen).map(ToString::to_string)
            }
            AnswerKind::Number => Some(self.number.clone()),
            AnswerKind::Move | AnswerKind::Point if self.is_typing() => {
                Some(self.point.typed().to_owned())
            }
            AnswerKind::Move | AnswerKind::Point => Some(self.point.cursor().to_string()),
        };
        self.answer(&answer.unwrap_or_default())
    }

    fn answer(&mut self, text: &str) -> Step {
        self.clear();
        self.lesson.answer(text);
        self.tell()
    }

    fn tell(&mut self) -> Step {
        let Some(verdict) = self.lesson.verdict() else {
            return Step::Stay;
        };
        let is_right = verdict.outcome == Outcome::Right;
        self.told = Some(match is_right {
            true => Note::plain(verdict.text.clone()),
            false => Note::warning(verdict.text.clone()),
        });
        if is_right { Step::Keep } else { Step::Stay }
    }

    fn press_at_end(&mut self, key: Key, row: Option<usize>) -> Step {
        match key {
            Key::Page(-1) => self.turn(-1),
            key => self.press_list(key, row, &self.end_entries()),
        }
    }

    fn press_contents(&mut self, chosen: usize, key: Key, row: Option<usize>) -> Step {
        if matches!(key, Key::Escape | Key::Tab) {
            self.contents = None;
            self.chosen = 0;
            return Step::Stay;
        }
        self.chosen = chosen;
        let step = self.press_list(key, row, &self.contents_entries());
        if self.contents.is_some() {
            self.contents = Some(self.chosen);
        }
        step
    }

    fn press_list(&mut self, key: Key, row: Option<usize>, entries: &[Entry]) -> Step {
        let count = entries.len().max(1);
        let chosen = match key {
            Key::Arrow(0, up) => {
                let step = count as isize - isize::from(up);
                self.chosen = (self.chosen + step as usize) % count;
                return Step::Stay;
            }
            Key::Home => {
                self.chosen = 0;
                return Step::Stay;
            }
            Key::End => {
                self.chosen = count - 1;
                return Step::Stay;
            }
            Key::Char('?') => {
                self.tells_keys = true;
                return Step::Stay;
            }
            Key::Char('m') => return self.show_contents(),
            Key::Char('q') => return Step::Leave,
            Key::Enter => self.chosen,
            Key::Click(..) => match row {
                Some(row) => row,
                None => return Step::Stay,
            },
            _ => return Step::Stay,
        };
        let Some(entry) = entries.get(chosen) else {
            return Step::Stay;
        };
        match *entry {
            Entry::Chapter(number) => {
                self.lesson.open_chapter(&(number + 1).to_string());
            }
            Entry::Game(number) => {
                self.lesson.open_game(number);
            }
            Entry::Play => return Step::Play,
            Entry::Contents => return self.show_contents(),
            Entry::Leave => return Step::Leave,
        }
        self.open();
        Step::Keep
    }

    /// The screen, or the list that is open over it.
    pub fn view(&self) -> TutorialView {
        let mut list = match self.contents {
            Some(chosen) => self.contents_view(chosen),
            None if self.lesson.is_at_end() => self.end_view(),
            None => return TutorialView::Lesson(Box::new(self.lesson_view())),
        };
        if self.tells_keys {
            list.note = list.keys_in_words();
        }
        TutorialView::Menu(list)
    }

    fn row(&self, entry: Entry) -> MenuRow {
        let course = self.lesson.course();
        let label = match entry {
            Entry::Chapter(number) => {
                let chapter = &course.chapters()[number];
                let (done, all) = (course.done_in(number), chapter.screens.len());
                format!("{:>2}  {:<34}{done} of {all}", number + 1, chapter.title)
            }
            Entry::Game(number) => {
                let title = self.lesson.games()[number].title();
                format!("A game with comments: {title}")
            }
            Entry::Play => "Play a game on 9x9 against the computer".to_owned(),
            Entry::Contents => "All chapters".to_owned(),
            Entry::Leave => "Leave".to_owned(),
        };
        MenuRow {
            key: None,
            label,
            value: None,
        }
    }

    fn contents_view(&self, chosen: usize) -> MenuView {
        let entries = self.contents_entries();
        MenuView {
            title: "The tutorial".to_owned(),
            subtitle: self.lesson.summary(),
            rows: entries.into_iter().map(|entry| self.row(entry)).collect(),
            chosen,
            note: String::new(),
            is_warning: false,
            keys: &LIST_KEYS,
        }
    }

    fn end_view(&self) -> MenuView {
        let entries = self.end_entries();
        MenuView {
            title: "The end of the course".to_owned(),
            subtitle: self.lesson.summary(),
            rows: entries.into_iter().map(|entry| self.row(entry)).collect(),
            chosen: self.chosen,
            note: "The best next step is a game. The computer begins weak and gives you stones; it grows with you."
                .to_owned(),
            is_warning: false,
            keys: &LIST_KEYS,
        }
    }

    fn lesson_view(&self) -> LessonView {
        let lesson = &self.lesson;
        let exercise = lesson.exercise();
        let picture = lesson.picture();
        let picture = picture.unwrap_or_else(|| unreachable!("a page that is no list has a board"));
        let has_cursor = matches!(self.kind(), AnswerKind::Move | AnswerKind::Point)
            && exercise.is_some()
            && !lesson.is_solved();
        let choices = exercise.map(|it| it.choices()).unwrap_or_default();
        let rows = choices.iter().enumerate().map(|(number, label)| ChoiceRow {
            label: (*label).to_owned(),
            is_chosen: number == self.chosen,
        });
        let mut notes: Vec<Note> = self.told.iter().cloned().collect();
        if let Some(hint) = lesson.hint().filter(|_| !lesson.is_solved()) {
            notes.push(Note::plain(format!("Hint: {hint}")));
        }
        let text = match exercise {
            Some(screen) => screen.rule.clone(),
            None => lesson.comment().unwrap_or_default().to_owned(),
        };
        let keys = self.keys();
        LessonView {
            picture: picture.cursor(has_cursor.then_some(self.point.cursor())),
            title: lesson.heading(),
            subtitle: match lesson.page() {
                Page::Course => lesson.summary(),
                Page::Game { .. } => "A game with comments".to_owned(),
            },
            text,
            question: exercise.map(|it| it.question.clone()).unwrap_or_default(),
            choices: rows.collect(),
            notes,
            bottom: match (self.point.prompt("Answer"), self.number.as_str()) {
                (Some(prompt), _) => Bottom::Prompt(prompt),
                (None, "") => Bottom::Keys(keys),
                (None, number) => {
                    Bottom::Prompt(format!("Answer: {number}_  Enter: this; Esc: no"))
                }
            },
            help: self.help.page(&ALL_KEYS),
        }
    }

    fn keys(&self) -> &'static [KeyHelp] {
        if self.lesson.exercise().is_none() {
            return &GAME_KEYS;
        }
        if self.lesson.is_solved() {
            return &SOLVED_KEYS;
        }
        exercise_keys(self.kind())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::snapshot::{drawn_by, on_all_screens};
    use crate::tutorial::{Course, english_chapters, english_games};

    fn page() -> TutorialPage {
        let course = Course::new(english_chapters().unwrap());
        TutorialPage::new(Lesson::new(course, english_games().unwrap()))
    }

    fn press(page: &mut TutorialPage, keys: &str) {
        for letter in keys.chars() {
            let key = match letter {
                ' ' => Key::Enter,
                letter => Key::Char(letter),
            };
            page.press(key, None, None);
        }
    }

    fn check(name: &str, page: &TutorialPage) {
        let view = page.view();
        let draw = |charset, size| {
            drawn_by(charset, size, |look, frame| match &view {
                TutorialView::Lesson(view) => view.draw(look, frame),
                TutorialView::Menu(view) => view.draw(look, frame),
            })
        };
        on_all_screens(draw, |ending, drawn| {
            insta::assert_snapshot!(format!("{name}-{ending}"), drawn);
        });
    }

    #[test]
    fn all_kinds_of_pages_fit_all_screens() {
        let mut page = page();
        check("tutorial-move", &page);
        press(&mut page, "b2 ");
        check("tutorial-wrong", &page);
        press(&mut page, "c3 ");
        check("tutorial-right", &page);
        press(&mut page, " ");
        check("tutorial-choice", &page);
        press(&mut page, "2 h");
        check("tutorial-choice-wrong", &page);
        press(&mut page, "n7");
        check("tutorial-number", &page);
        press(&mut page, "?");
        check("tutorial-keys", &page);
        press(&mut page, "xm");
        check("tutorial-contents", &page);
        page.press(Key::Click(1, 1), None, Some(20));
        press(&mut page, "   ");
        check("tutorial-game", &page);
    }

    #[test]
    fn points_are_typed_with_the_letter_of_the_hint_too() {
        let mut page = page();
        page.lesson.open_chapter("3");
        page.open();
        press(&mut page, "h3");
        assert_eq!(
            page.point.typed(),
            if page.point.is_column('H') { "H3" } else { "" }
        );
        let size = page.point.size();
        page.press(Key::Arrow(1, 1), None, None);
        assert!(page.point.typed().is_empty() && page.point.cursor().is_on(size));
    }
}
