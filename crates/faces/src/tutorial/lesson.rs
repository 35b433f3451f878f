//! A lesson: the course and the commented games, the page that is open, and what is said on it.

use super::chapter_text::Screen;
use super::commented_game::CommentedGame;
use super::course::Course;
use super::judged_answer::{AnswerVerdict, Outcome};
use sgmp_board::picture::Picture;
use sgmp_board::rules::Game;

/// The word before a commented game in a text of progress.
const GAME: &str = "game ";

/// A page of the lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// A screen of the course, or its end after the last one.
    Course,
    /// A commented game, after so many moves.
    Game {
        /// Number of the game, from 0.
        game: usize,
        /// Number of moves that are played.
        moves: usize,
    },
}

/// The course and the commented games with the page that is open.
#[derive(Debug)]
pub struct Lesson {
    course: Course,
    games: Vec<CommentedGame>,
    page: Page,
    verdict: Option<AnswerVerdict>,
    hint: Option<String>,
}

impl Lesson {
    /// A lesson from the first screen of a course.
    #[must_use]
    pub const fn new(course: Course, games: Vec<CommentedGame>) -> Self {
        Self {
            course,
            games,
            page: Page::Course,
            verdict: None,
            hint: None,
        }
    }

    /// Takes up the progress of a text; lines that say nothing here are left out.
    pub fn take_up(&mut self, progress: &str) {
        self.course.take_up(progress);
        let open = progress.lines().find_map(|line| {
            let (game, moves) = line.strip_prefix(GAME)?.split_once(' ')?;
            Some((game.parse::<usize>().ok()?, moves.parse::<usize>().ok()?))
        });
        if let Some((game, moves)) = open {
            let length = self.games.get(game).map(CommentedGame::moves);
            if length.is_some_and(|length| moves <= length) {
                self.page = Page::Game { game, moves };
            }
        }
    }

    /// The progress as text.
    #[must_use]
    pub fn progress(&self) -> String {
        let mut text = self.course.progress();
        if let Page::Game { game, moves } = self.page {
            text += &format!("{GAME}{game} {moves}\n");
        }
        text
    }

    /// The course that is gone through.
    #[must_use]
    pub const fn course(&self) -> &Course {
        &self.course
    }

    /// The commented games that belong to the course.
    #[must_use]
    pub fn games(&self) -> &[CommentedGame] {
        &self.games
    }

    /// The page that is open.
    #[must_use]
    pub const fn page(&self) -> Page {
        self.page
    }

    /// The exercise that is open; `None` in a game and after the last screen.
    #[must_use]
    pub fn exercise(&self) -> Option<&Screen> {
        match self.page {
            Page::Course => self.course.screen(),
            Page::Game { .. } => None,
        }
    }

    /// True after the last screen of the course.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.page == Page::Course && self.course.place().is_none()
    }

    /// The verdict on the latest answer, while it is shown.
    #[must_use]
    pub const fn verdict(&self) -> Option<&AnswerVerdict> {
        self.verdict.as_ref()
    }

    /// The hint, once it was asked for.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// True if the exercise is solved, or the page has none: it is time for the next page.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let verdict = self.verdict.as_ref();
        self.exercise().is_none() || verdict.is_some_and(|it| it.outcome == Outcome::Right)
    }

    /// Judges an answer to the exercise.
    pub fn answer(&mut self, text: &str) {
        if self.exercise().is_some() {
            self.verdict = self.course.answer(text);
        }
    }

    /// Shows the hint of the exercise.
    pub fn ask_hint(&mut self) {
        self.hint = self.exercise().map(|screen| screen.hint.clone());
    }

    /// Shows a right answer of the exercise, which is not done by that: the answer in words, or `None` where there is nothing
    /// to solve.
    pub fn show_answer(&mut self) -> Option<String> {
        let answer = self.exercise()?.right_answer().to_owned();
        let is_done = self.course.is_done_here();
        self.verdict = self.course.show();
        Some(match is_done {
            true => format!("An answer is {answer}."),
            false => format!("An answer is {answer}; it is shown, not solved."),
        })
    }

    /// Puts the exercise back as it was before the latest answer.
    pub fn try_again(&mut self) {
        self.verdict = None;
    }

    /// Goes on: to the next screen or move. After a game's last move the course is open again.
    pub fn go_on(&mut self) {
        self.close_page();
        match self.page {
            Page::Course => self.course.go_on(),
            Page::Game { game, moves } => {
                let length = self.games.get(game).map_or(0, CommentedGame::moves);
                self.page = if moves < length {
                    Page::Game {
                        game,
                        moves: moves + 1,
                    }
                } else {
                    Page::Course
                };
            }
        }
    }

    /// Goes back: to the screen or move before.
    pub fn go_back(&mut self) {
        self.close_page();
        match self.page {
            Page::Course => self.course.go_back(),
            Page::Game { game, moves } => {
                self.page = match moves.checked_sub(1) {
                    Some(moves) => Page::Game { game, moves },
                    None => Page::Course,
                };
            }
        }
    }

    /// Goes to the first screen of a chapter: [`Course::open_chapter`].
    pub fn open_chapter(&mut self, word: &str) -> bool {
        let is_there = self.course.open_chapter(word);
        if is_there {
            self.close_page();
            self.page = Page::Course;
        }
        is_there
    }

    /// Opens a commented game, by its number from 0. Returns false where there is none.
    pub fn open_game(&mut self, game: usize) -> bool {
        let is_there = game < self.games.len();
        if is_there {
            self.close_page();
            self.page = Page::Game { game, moves: 0 };
        }
        is_there
    }

    fn close_page(&mut self) {
        self.verdict = None;
        self.hint = None;
    }

    /// The board of the page: that of the exercise, or as the latest answer left it; `None` at the end.
    #[must_use]
    pub fn picture(&self) -> Option<Picture> {
        if let Page::Game { game, moves } = self.page {
            let position = self.games.get(game)?.position(moves)?;
            return Some(Picture::from_game(&position));
        }
        let screen = self.course.screen()?;
        let played = self.verdict.as_ref().and_then(|it| it.game.as_ref());
        let game: &Game = played.unwrap_or(&screen.game);
        let picture = Picture::from_game(game);
        let labels = screen.labels.iter().filter(|_| played.is_none());
        Some(labels.fold(picture, |picture, (point, label)| {
            picture.label(*point, label.as_str())
        }))
    }

    /// A heading of the page: "Capturing, 3 of 8".
    #[must_use]
    pub fn heading(&self) -> String {
        if let Page::Game { game, moves } = self.page {
            let title = self.games.get(game).map(CommentedGame::title);
            let length = self.games.get(game).map_or(0, CommentedGame::moves);
            return format!("{}, move {moves} of {length}", title.unwrap_or_default());
        }
        let Some(place) = self.course.place() else {
            return "The end of the course".to_owned();
        };
        let chapter = &self.course.chapters()[place.chapter];
        format!(
            "{}, {} of {}",
            chapter.title,
            place.screen + 1,
            chapter.screens.len()
        )
    }

    /// The way that is behind the learner: "17 of 112 exercises are solved."
    #[must_use]
    pub fn summary(&self) -> String {
        let chapters = self.course.chapters();
        let all: usize = chapters.iter().map(|it| it.screens.len()).sum();
        let done: usize = (0..chapters.len()).map(|n| self.course.done_in(n)).sum();
        let solved = format!("{done} of {all} exercises are solved.");
        match self.is_at_end() && done < all {
            true => format!("{solved} The others wait in the list of chapters."),
            false => solved,
        }
    }

    /// The comment on the move of a game, where there is one.
    #[must_use]
    pub fn comment(&self) -> Option<&str> {
        match self.page {
            Page::Course => None,
            Page::Game { game, moves } => self.games.get(game)?.comment(moves),
        }
    }
}
