//! A learner's way through the chapters.

use std::collections::BTreeSet;

use super::chapter_text::{Chapter, Screen};
use super::judged_answer::{AnswerVerdict, Outcome, Teacher};

/// First line of a file of progress.
const PROGRESS_HEADER: &str = "sgmp-go tutorial 1";

/// A screen of the course, by numbers from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The chapter, from 0.
    pub chapter: usize,
    /// The screen in it.
    pub screen: usize,
}

/// The chapters, the place in them, and the screens that are done.
#[derive(Debug)]
pub struct Course {
    chapters: Vec<Chapter>,
    /// `None` after the last screen.
    place: Option<Place>,
    done: BTreeSet<String>,
    teacher: Teacher,
}

impl Course {
    /// The name of a learner's file of progress.
    pub const FILE: &str = "tutorial.txt";

    /// A course from its first screen.
    #[must_use]
    pub fn new(chapters: Vec<Chapter>) -> Self {
        Self {
            place: Some(Place::default()).filter(|_| !chapters.is_empty()),
            chapters,
            done: BTreeSet::new(),
            teacher: Teacher::new(),
        }
    }

    /// Takes up the progress of a text; lines that say nothing here are left out.
    pub fn take_up(&mut self, progress: &str) {
        let mut lines = progress.lines();
        if lines.next() != Some(PROGRESS_HEADER) {
            return;
        }
        for line in lines {
            match line.split_once(' ') {
                Some(("done", name)) if self.find(name).is_some() => {
                    self.done.insert(name.to_owned());
                }
                Some(("at", name)) => self.place = self.find(name).or(self.place),
                _ => {}
            }
        }
    }

    /// The progress as text. After the last screen the course begins anew.
    #[must_use]
    pub fn progress(&self) -> String {
        let mut text = format!("{PROGRESS_HEADER}\n");
        if let Some(screen) = self.screen() {
            text += &format!("at {}\n", screen.name);
        }
        for name in &self.done {
            text += &format!("done {name}\n");
        }
        text
    }

    fn find(&self, name: &str) -> Option<Place> {
        let chapters = self.chapters.iter().enumerate();
        chapters
            .filter_map(|(chapter, it)| {
                let screen = it.screens.iter().position(|screen| screen.name == name)?;
                Some(Place { chapter, screen })
            })
            .next()
    }

    /// The chapters in the order of the course.
    #[must_use]
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    /// The place, unless the course is at its end.
    #[must_use]
    pub const fn place(&self) -> Option<Place> {
        self.place
    }

    /// The screen at the place.
    #[must_use]
    pub fn screen(&self) -> Option<&Screen> {
        let place = self.place?;
        self.chapters.get(place.chapter)?.screens.get(place.screen)
    }

    /// Screens of a chapter that are done.
    #[must_use]
    pub fn done_in(&self, chapter: usize) -> usize {
        let screens = self.chapters.get(chapter).map(|it| &it.screens[..]);
        let screens = screens.unwrap_or_default().iter();
        screens
            .filter(|screen| self.done.contains(&screen.name))
            .count()
    }

    /// Goes to the first screen of a chapter, chosen by its number from 1, its name, its title or the beginning of
    /// that. Returns false where there is none.
    pub fn open_chapter(&mut self, word: &str) -> bool {
        let number = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let word = word.trim().to_lowercase();
        let find = |is_meant: &dyn Fn(&Chapter) -> bool| self.chapters.iter().position(is_meant);
        let is_begun = |it: &Chapter| it.title.to_lowercase().starts_with(&word);
        let named = find(&|it| it.name == word)
            .or_else(|| find(&|it| it.title.to_lowercase() == word))
            .or_else(|| find(&is_begun).filter(|_| !word.is_empty()));
        let chapter = named.or(number).filter(|n| *n < self.chapters.len());
        if let Some(chapter) = chapter {
            self.place = Some(Place { chapter, screen: 0 });
        }
        chapter.is_some()
    }

    /// Goes on to the next screen, or to the end.
    pub fn go_on(&mut self) {
        self.place = self.place.and_then(|Place { chapter, screen }| {
            if screen + 1 < self.chapters.get(chapter)?.screens.len() {
                return Some(Place {
                    chapter,
                    screen: screen + 1,
                });
            }
            (chapter + 1 < self.chapters.len()).then_some(Place {
                chapter: chapter + 1,
                screen: 0,
            })
        });
    }

    /// Goes back to the screen before; at the first it stays.
    pub fn go_back(&mut self) {
        let last_of = |chapter: usize| Place {
            chapter,
            screen: self.chapters[chapter].screens.len().saturating_sub(1),
        };
        self.place = match self.place {
            None => self.chapters.len().checked_sub(1).map(last_of),
            Some(Place { chapter, screen }) if screen > 0 => Some(Place {
                chapter,
                screen: screen - 1,
            }),
            Some(Place { chapter: 0, .. }) => self.place,
            Some(Place { chapter, .. }) => Some(last_of(chapter - 1)),
        };
    }

    /// Notes a screen as done that was answered elsewhere, and goes to the one after it. Returns false where there
    /// is none of this name.
    pub fn pass(&mut self, name: &str) -> bool {
        let found = self.find(name);
        if found.is_some() {
            self.done.insert(name.to_owned());
            self.place = found;
            self.go_on();
        }
        found.is_some()
    }

    /// The names of the screens that are done.
    pub fn done(&self) -> impl Iterator<Item = &str> {
        self.done.iter().map(String::as_str)
    }

    /// Judges an answer to the screen; a right one is remembered. `None` after the last screen.
    pub fn answer(&mut self, text: &str) -> Option<AnswerVerdict> {
        let verdict = self.judge(text)?;
        let name = self.screen()?.name.clone();
        if verdict.outcome == Outcome::Right {
            self.done.insert(name);
        }
        Some(verdict)
    }

    /// Returns whether the screen that is shown is done.
    #[must_use]
    pub fn is_done_here(&self) -> bool {
        let screen = self.screen();
        screen.is_some_and(|screen| self.done.contains(&screen.name))
    }

    /// Judges the right answer that the screen names, for a learner who wants to see it: the screen is not done by
    /// that. `None` after the last screen.
    pub fn show(&mut self) -> Option<AnswerVerdict> {
        let answer = self.screen()?.right_answer().to_owned();
        let mut verdict = self.judge(&answer)?;
        verdict.text = without_praise(&verdict.text);
        Some(verdict)
    }

    fn judge(&mut self, text: &str) -> Option<AnswerVerdict> {
        let place = self.place?;
        let chapter = self.chapters.get(place.chapter)?;
        let screen = chapter.screens.get(place.screen)?;
        Some(self.teacher.judge(screen, text))
    }
}

/// The words on a right answer without the "Yes" before them, which nobody has earned to whom it was shown.
fn without_praise(text: &str) -> String {
    let praises = ["Yes. ", "Yes: ", "Yes, "];
    let rest = praises.iter().find_map(|praise| text.strip_prefix(praise));
    let Some(rest) = rest else {
        return text.to_owned();
    };
    let mut letters = rest.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
