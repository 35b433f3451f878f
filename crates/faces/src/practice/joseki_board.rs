//! The joseki tutor at a board: in sentences, or on a screen.

use std::io::{BufRead, stdin};

use crate::practice::problem_board::StudyLook;
use crate::practice::study_screen::{Studied, StudyPage, run_on_screen, stones_in_words};
use crate::study::JosekiTutor;
use crate::study::StudyWish;
use crate::terminal::screen_terminal::{ScreenTerminal, has_screen};
use crate::tui::{JOSEKI_COMMANDS, JOSEKI_KEYS, KeyHelp, Note, QUIZ_KEYS, TextPane};
use crate::tutorial::help_on;
use sgmp_board::failure::Failure;
use sgmp_board::picture::{Charset, Picture, TextBoard};
use sgmp_board::rules::{ByColor, Color, Move, Point};
use sgmp_match::console::Leaving;
use sgmp_match::console::{TextStream, told_line};

/// All commands, as `help` tells them.
const HELP: &str = "\
R14       play there
-         play elsewhere
back      take the latest move back
moves     the moves that the book has here
quiz      questions on, or off: you find the moves, the tutor answers
hint      in a quiz: the part of the board where a good move lies
answer    in a quiz: the good moves
next      in a quiz: another line
again     back to the empty corner
board     show the board
stones    all stones in words
help hane what a word of the game means
quit      leave";

/// Walks through the book until the person leaves.
///
/// # Errors
/// A terminal that refuses to be a screen.
pub fn run(mut tutor: JosekiTutor, has_quiz: bool, look: StudyLook) -> Result<Leaving, Failure> {
    if has_quiz {
        tutor.toggle_quiz();
    }
    let mut board = JosekiBoard::new(tutor, look);
    if has_screen() && !look.is_plain {
        let mut screen = ScreenTerminal::open(look.charset)?;
        return run_on_screen(&mut screen, &mut board, &JOSEKI_COMMANDS);
    }
    board.ask();
    let prompt = || {
        if look.prompts {
            TextStream::Stdout.text("> ");
        }
    };
    prompt();
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        if !board.heed(line.trim()) {
            break;
        }
        prompt();
    }
    if board.tutor.is_quiz() {
        told_line(board.tutor.score_in_words());
    }
    Ok(Leaving::Done)
}

struct JosekiBoard {
    tutor: JosekiTutor,
    told: Vec<Note>,
    /// The line that punishes a bad answer, the answer first.
    refuted: Vec<Move>,
    charset: Charset,
    shows_board: bool,
}

impl JosekiBoard {
    const fn new(tutor: JosekiTutor, look: StudyLook) -> Self {
        Self {
            tutor,
            told: Vec::new(),
            refuted: Vec::new(),
            charset: look.charset,
            shows_board: look.shows_board,
        }
    }

    /// The book's moves, a line each.
    fn moves_in_words(&self) -> String {
        let known = self.tutor.known();
        if known.is_empty() {
            return "The book has no moves here.".to_owned();
        }
        let lines: Vec<String> = ('a'..='z')
            .zip(known)
            .map(|(letter, known)| match known.mv {
                Move::Play(_) => format!("  {} {}", known.sign(letter), known.in_words()),
                Move::Pass => format!("    {}", known.in_words()),
            })
            .collect();
        lines.join("\n")
    }

    fn picture(&self) -> Picture {
        let board = self.tutor.board();
        if !self.refuted.is_empty() {
            return Picture::of_line(board, self.tutor.to_move(), &self.refuted);
        }
        let mut picture = Picture::new(board);
        let last = self.tutor.moves().last();
        picture = picture.last_move(last.map(|mv| (!self.tutor.to_move(), *mv)));
        if self.tutor.is_quiz() {
            return picture;
        }
        for (letter, known) in ('a'..='z').zip(self.tutor.known()) {
            if let Move::Play(point) = known.mv {
                let label = known.sign(letter);
                picture = picture.label(point, label);
            }
        }
        picture
    }

    fn show_board(&self) {
        let drawn = TextBoard::new(&self.picture())
            .charset(self.charset)
            .to_string();
        told_line(drawn.trim_end());
    }

    fn ask(&self) {
        if self.shows_board {
            self.show_board();
        }
        let words = self.tutor.words();
        if !words.is_empty() {
            told_line(words);
        }
        told_line(self.tutor.question());
        if !self.tutor.is_quiz() {
            told_line(self.moves_in_words());
        }
    }

    fn tell(&mut self) {
        for note in self.told.drain(..) {
            told_line(note.text);
        }
    }

    /// Heeds a line; false to leave.
    fn heed(&mut self, line: &str) -> bool {
        let size = self.tutor.board().size();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if matches!(word, "help" | "?") {
            told_line(help_on(rest).unwrap_or_else(|| HELP.to_owned()));
            return true;
        }
        match line.to_ascii_lowercase().as_str() {
            "quit" | "exit" | "q" => return false,
            "moves" | "m" => told_line(self.moves_in_words()),
            "board" | "b" => self.show_board(),
            "stones" => told_line(stones_in_words(self.tutor.board())),
            "" => self.ask(),
            word => {
                let wish = match word {
                    "-" | "elsewhere" | "pass" => Some(StudyWish::Move(Move::Pass)),
                    "back" | "u" | "undo" => Some(StudyWish::Back),
                    "quiz" | "k" => Some(StudyWish::Quiz),
                    "hint" | "h" => Some(StudyWish::Hint),
                    "answer" | "show" | "s" => Some(StudyWish::Show),
                    "next" | "n" => Some(StudyWish::Next),
                    "again" => Some(StudyWish::Restart),
                    _ => Point::parse(line)
                        .filter(|point| point.is_on(size))
                        .map(|point| StudyWish::Move(Move::Play(point))),
                };
                match wish {
                    Some(wish) => {
                        self.grant(wish);
                        self.tell();
                        self.refuted.clear();
                        if !matches!(wish, StudyWish::Hint | StudyWish::Show) {
                            self.ask();
                        }
                    }
                    None => told_line(format_args!(
                        "Not done: {line:?} is not known here: type a point such as Q16, or help"
                    )),
                }
            }
        }
        true
    }
}

impl Studied for JosekiBoard {
    fn page(&self) -> StudyPage {
        let mut notes = vec![
            Note::plain(self.tutor.words()),
            Note::plain(self.tutor.question()),
        ];
        notes.extend(self.told.iter().cloned());
        let color = |index: usize| {
            if index.is_multiple_of(2) {
                Color::Black
            } else {
                Color::White
            }
        };
        let moves = self.tutor.moves().iter().enumerate();
        StudyPage {
            picture: self.picture(),
            title: match self.tutor.is_quiz() {
                true => self.tutor.score_in_words(),
                false => "Joseki in the upper right corner".to_owned(),
            },
            names: ByColor::new("Black".to_owned(), "White".to_owned()),
            to_move: self.tutor.to_move(),
            notes,
            text: (!self.tutor.is_quiz()).then(|| TextPane {
                title: "The book".to_owned(),
                text: self.moves_in_words(),
            }),
            moves: moves.map(|(index, mv)| (color(index), *mv)).collect(),
        }
    }

    fn keys(&self) -> &'static [KeyHelp] {
        match self.tutor.is_quiz() {
            true => &QUIZ_KEYS,
            false => &JOSEKI_KEYS,
        }
    }

    /// In the corner that the book is about, on none of its first moves.
    fn first_cursor(&self) -> Option<Point> {
        Point::parse("O14")
    }

    fn grant(&mut self, wish: StudyWish) -> bool {
        self.told.clear();
        self.refuted.clear();
        if let Ok(answer) = self.tutor.grant(wish) {
            self.told.extend(answer.told.into_iter().map(Note::from));
            self.refuted = answer.refuted;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::study_screen::check_screens;

    #[test]
    fn the_joseki_tutor_fits_all_screens() {
        let look = StudyLook {
            charset: Charset::Ascii,
            shows_board: true,
            prompts: false,
            is_plain: false,
        };
        let mut board = JosekiBoard::new(JosekiTutor::new(1), look);
        let play = |name| StudyWish::Move(Move::Play(Point::parse(name).unwrap()));
        check_screens("joseki-corner", &board);
        assert!(board.grant(play("Q16")));
        check_screens("joseki-move", &board);
        assert!(board.grant(StudyWish::Quiz));
        assert!(board.grant(play("A1")));
        check_screens("joseki-quiz", &board);
    }
}
