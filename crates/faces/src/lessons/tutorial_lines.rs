//! The tutorial in lines: answers and words typed, sentences told.

use crate::tutorial::{AnswerKind, CommentedGame, Lesson, Outcome, Page, help_on};
use sgmp_board::picture::{Charset, Picture, TextBoard};

/// All words, as `help` tells them.
const HELP: &str = "\
C3          an answer: a point, a number, or one of the words to choose from
hint        help with the exercise
show        a right answer
next        the next page (Enter too, once the exercise is solved)
back        the page before
repeat      the page once more
board       the board as a picture
chapters    all chapters and commented games
chapter 6   open a chapter, by its number or its name in the list
game 1      open a commented game; Enter goes on move by move
play        a game on 9x9 against the computer
quit        leave: the place is kept";

/// The step after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineStep {
    /// Nothing has changed that would have to be kept.
    Stay,
    /// The progress has changed.
    Keep,
    /// Away from the tutorial.
    Leave,
    /// On to a game against the computer.
    Play,
}

/// The tutorial in lines.
pub struct TutorialLines {
    lesson: Lesson,
    charset: Charset,
    /// True if boards are drawn, not told in words.
    draws: bool,
}

impl TutorialLines {
    /// A lesson in lines; boards are drawn, or told in words.
    pub const fn new(lesson: Lesson, charset: Charset, draws: bool) -> Self {
        Self {
            lesson,
            charset,
            draws,
        }
    }

    /// The lesson with the learner's progress.
    pub const fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The page that is open, in words.
    pub fn page(&self) -> String {
        let lesson = &self.lesson;
        let mut lines = vec![format!("{}.", lesson.heading())];
        if lesson.is_at_end() {
            lines.push(lesson.summary());
            lines.push(
                "The best next step is a game: play. The computer begins weak and gives you stones; it grows with you."
                    .to_owned(),
            );
            let games = (1..).zip(lesson.games());
            let told = games.map(|(number, game)| format!("game {number}: {}", game.title()));
            lines.push(format!(
                "Games with comments: {}.",
                told.collect::<Vec<_>>().join("; ")
            ));
            return lines.join("\n");
        }
        match lesson.exercise() {
            Some(screen) => {
                lines.push(screen.rule.clone());
                lines.extend(self.board());
                lines.push(screen.question.clone());
                match screen.answer_kind() {
                    AnswerKind::Choice => {
                        let choices = (1..).zip(screen.choices());
                        let choices = choices.map(|(number, choice)| format!("{number} {choice}"));
                        lines.push(format!(
                            "Answers: {}.",
                            choices.collect::<Vec<_>>().join(", ")
                        ));
                    }
                    AnswerKind::Number => lines.push("Answer with a number.".to_owned()),
                    AnswerKind::Move | AnswerKind::Point => {}
                }
            }
            None => {
                lines.extend(self.moved());
                lines.extend(lesson.comment().map(str::to_owned));
                if self.draws {
                    lines.extend(self.board());
                }
            }
        }
        lines.join("\n")
    }

    /// The move that has just been played in a commented game.
    fn moved(&self) -> Option<String> {
        let Page::Game { game, moves } = self.lesson.page() else {
            return None;
        };
        let game: &CommentedGame = self.lesson.games().get(game)?;
        let played = game.record().moves().get(moves.checked_sub(1)?)?;
        Some(match played.mv {
            sgmp_board::rules::Move::Pass => format!("{} passes.", played.color),
            sgmp_board::rules::Move::Play(point) => format!("{} plays {point}.", played.color),
        })
    }

    fn board(&self) -> Option<String> {
        let picture = self.lesson.picture()?;
        Some(match self.draws {
            true => self.drawn(&picture),
            false => picture.description(),
        })
    }

    fn drawn(&self, picture: &Picture) -> String {
        TextBoard::new(picture).charset(self.charset).to_string()
    }

    /// Heeds a line, and returns what is said to it.
    pub fn heed(&mut self, line: &str) -> (String, LineStep) {
        let line = line.trim().to_lowercase();
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let rest = rest.trim();
        match word {
            "" if self.lesson.is_at_end() => (self.page(), LineStep::Stay),
            "" if self.lesson.is_solved() => self.turn(true),
            "" => (
                "Type an answer, or hint, show, next, help.".to_owned(),
                LineStep::Stay,
            ),
            "next" => self.turn(true),
            "back" => self.turn(false),
            "repeat" => {
                self.lesson.try_again();
                (self.page(), LineStep::Stay)
            }
            "help" | "?" => (
                help_on(rest).unwrap_or_else(|| HELP.to_owned()),
                LineStep::Stay,
            ),
            "quit" | "exit" | "q" => (String::new(), LineStep::Leave),
            "play" => (String::new(), LineStep::Play),
            "board" => {
                let picture = self.lesson.picture();
                let told = picture.map_or_else(|| self.page(), |picture| self.drawn(&picture));
                (told, LineStep::Stay)
            }
            "chapters" => (self.chapters(), LineStep::Stay),
            "chapter" if self.lesson.open_chapter(rest) => (self.page(), LineStep::Keep),
            "game" if self.open_game(rest) => (self.page(), LineStep::Keep),
            "chapter" | "game" => (
                format!("There is no {word} {rest:?}: chapters tells all of them."),
                LineStep::Stay,
            ),
            "hint" => {
                self.lesson.ask_hint();
                let told = self
                    .lesson
                    .hint()
                    .unwrap_or("There is nothing to solve here.");
                (told.to_owned(), LineStep::Stay)
            }
            "show" => match self.lesson.show_answer() {
                Some(answer) => self.told(&format!("{answer} ")),
                None => ("There is nothing to solve here.".to_owned(), LineStep::Stay),
            },
            _ if self.lesson.exercise().is_none() => (
                "Enter goes on; help tells all words.".to_owned(),
                LineStep::Stay,
            ),
            _ => {
                let chosen = self.choice_of_number(&line);
                self.lesson.answer(chosen.as_deref().unwrap_or(&line));
                self.told("")
            }
        }
    }

    /// The choice whose number was typed.
    fn choice_of_number(&self, line: &str) -> Option<String> {
        let screen = self.lesson.exercise();
        let screen = screen.filter(|screen| screen.answer_kind() == AnswerKind::Choice)?;
        let place = line.parse::<usize>().ok()?.checked_sub(1)?;
        screen.choices().get(place).map(ToString::to_string)
    }

    fn turn(&mut self, is_forward: bool) -> (String, LineStep) {
        if is_forward {
            self.lesson.go_on();
        } else {
            self.lesson.go_back();
        }
        (self.page(), LineStep::Keep)
    }

    fn open_game(&mut self, number: &str) -> bool {
        let number = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        number.is_some_and(|number| self.lesson.open_game(number))
    }

    /// The verdict in words.
    fn told(&mut self, before: &str) -> (String, LineStep) {
        let Some(verdict) = self.lesson.verdict() else {
            return (self.page(), LineStep::Stay);
        };
        let (after, step) = match verdict.outcome {
            Outcome::Right => ("\nEnter goes on.", LineStep::Keep),
            Outcome::Wrong => ("\nTry again, or type hint.", LineStep::Stay),
            Outcome::NotAnAnswer => ("", LineStep::Stay),
        };
        let mut told = format!("{before}{}", verdict.text);
        if self.draws && verdict.game.is_some() {
            told += &self
                .board()
                .map(|board| format!("\n{board}"))
                .unwrap_or_default();
        }
        if verdict.outcome == Outcome::Wrong {
            self.lesson.try_again();
        }
        (told + after, step)
    }

    fn chapters(&self) -> String {
        let course = self.lesson.course();
        let chapters = course
            .chapters()
            .iter()
            .enumerate()
            .map(|(number, chapter)| {
                let (done, all) = (course.done_in(number), chapter.screens.len());
                format!(
                    "{:>2}  {}: {done} of {all} solved",
                    number + 1,
                    chapter.title
                )
            });
        let games = (1..).zip(self.lesson.games());
        let games = games.map(|(number, game)| format!("game {number}  {}", game.title()));
        chapters.chain(games).collect::<Vec<_>>().join("\n")
    }
}
