//! Guessing the moves of a game: in sentences, or on a screen.

use std::io::{BufRead, stdin};

use crate::practice::problem_board::StudyLook;
use crate::practice::study_screen::{Studied, StudyPage, run_on_screen, stones_in_words};
use crate::study::GuessGame;
use crate::study::StudyWish;
use crate::tables::plain_answers::{typed_group, typed_row};
use crate::tables::typed_line_error::TypedLineError;
use crate::terminal::screen_terminal::{ScreenTerminal, has_screen};
use crate::tui::{GUESS_COMMANDS, GUESS_KEYS, KeyHelp, Note, TextPane};
use crate::tutorial::help_on;
use sgmp_board::failure::Failure;
use sgmp_board::picture::{Charset, Picture, TextBoard};
use sgmp_board::rules::{ByColor, Color, Move, Point};
use sgmp_match::console::Leaving;
use sgmp_match::console::{TextStream, told_line};

/// All commands, as `help` tells them.
const HELP: &str = "\
E5        guess that point
hint      the part of the board where the move lies, for half the points
answer    show the move of the game
board     show the board
stones    all stones in words
row 5     the stones of a row
group C2  a string: its stones, its liberties, how it stands
score     the points so far
quit      leave";

/// A game whose moves are guessed.
pub struct GuessBoard {
    guess: GuessGame,
    told: Vec<String>,
    charset: Charset,
    shows_board: bool,
    prompts: bool,
}

impl GuessBoard {
    /// A board on which the moves of this game are guessed.
    pub const fn new(guess: GuessGame) -> Self {
        Self {
            guess,
            told: Vec::new(),
            charset: Charset::Ascii,
            shows_board: false,
            prompts: false,
        }
    }

    /// Asks until the game ends or the person leaves.
    ///
    /// # Errors
    /// A terminal that refuses to be a screen.
    pub fn run(mut self, look: StudyLook) -> Result<Leaving, Failure> {
        self.charset = look.charset;
        self.shows_board = look.shows_board;
        self.prompts = look.prompts;
        if has_screen() && !look.is_plain {
            let mut screen = ScreenTerminal::open(look.charset)?;
            let exit = run_on_screen(&mut screen, &mut self, &GUESS_COMMANDS);
            drop(screen);
            told_line(self.guess.score_in_words());
            return exit;
        }
        self.ask();
        for line in stdin().lock().lines() {
            let Ok(line) = line else { break };
            if !self.heed(line.trim()) {
                break;
            }
        }
        told_line(self.guess.score_in_words());
        Ok(Leaving::Done)
    }

    fn picture(&self) -> Picture {
        Picture::from_game(self.guess.position())
    }

    fn show_board(&self) {
        let picture = self.picture();
        let drawn = TextBoard::new(&picture).charset(self.charset);
        told_line(drawn.to_string().trim_end());
    }

    fn ask(&self) {
        if self.shows_board {
            self.show_board();
        } else if let Some((color, mv)) = self.guess.position().last_move() {
            told_line(format_args!("The last move: {color} {mv}."));
        }
        told_line(self.guess.question());
        self.prompt();
    }

    fn prompt(&self) {
        if self.prompts {
            TextStream::Stdout.text("> ");
        }
    }

    /// Heeds a line; false to leave.
    fn heed(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let position = self.guess.position();
        let board = position.board();
        let told = match word.to_ascii_lowercase().as_str() {
            "quit" | "exit" | "q" => return false,
            "help" | "?" => Ok(help_on(rest).unwrap_or_else(|| HELP.to_owned())),
            "hint" | "h" => {
                self.carry_out(StudyWish::Hint);
                Ok(self.told.join("\n"))
            }
            "answer" | "show" | "s" => {
                let goes_on = self.carry_out(StudyWish::Show);
                told_line(self.told.join("\n"));
                self.ask();
                return goes_on;
            }
            "board" | "b" => {
                self.show_board();
                Ok(self.guess.question())
            }
            "stones" => Ok(stones_in_words(board)),
            "score" => Ok(self.guess.score_in_words()),
            "" => Ok(self.guess.question()),
            "row" => typed_row(board, rest).map_err(TypedLineError::from),
            "group" => typed_group(board, position.to_move(), rest),
            _ => match Point::parse(line).filter(|point| point.is_on(board.size())) {
                Some(point) => {
                    let before = self.guess.asked();
                    let goes_on = self.carry_out(StudyWish::Move(Move::Play(point)));
                    told_line(self.told.join("\n"));
                    if self.guess.asked() != before {
                        self.ask();
                    } else {
                        self.prompt();
                    }
                    return goes_on;
                }
                None => Err(TypedLineError::Unknown {
                    word: line.to_owned(),
                    near: None,
                }),
            },
        };
        match told {
            Ok(told) => told_line(told),
            Err(why) => told_line(format_args!("Not done: {why}")),
        }
        self.prompt();
        true
    }

    /// Carries a wish out; false once nothing more is asked.
    fn carry_out(&mut self, wish: StudyWish) -> bool {
        let Ok(answer) = self.guess.grant(wish) else {
            return true;
        };
        self.told = answer.told.into_iter().map(|told| told.text).collect();
        answer.goes_on
    }
}

impl Studied for GuessBoard {
    fn page(&self) -> StudyPage {
        let position = self.guess.position();
        let asked = self.guess.asked();
        let name = |color: Color| match asked {
            Some((_, known)) if known == color => "you guess".to_owned(),
            _ => color.to_string(),
        };
        let text = self.told.join("\n");
        StudyPage {
            picture: self.picture(),
            title: self.guess.score_in_words(),
            names: ByColor::new(name(Color::Black), name(Color::White)),
            to_move: asked.map_or(Color::Black, |(_, color)| color),
            notes: vec![Note::plain(self.guess.question())],
            text: (!text.is_empty()).then(|| TextPane {
                title: "The guess".to_owned(),
                text,
            }),
            moves: position.moves().to_vec(),
        }
    }

    fn keys(&self) -> &'static [KeyHelp] {
        &GUESS_KEYS
    }

    fn grant(&mut self, wish: StudyWish) -> bool {
        // What was said last is read before the screen goes.
        self.carry_out(wish);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::study_screen::check_screens;
    use sgmp_board::record::{read_sgf, replay};

    #[test]
    fn a_guessed_game_fits_all_screens() {
        let record = read_sgf(b"(;SZ[9];B[ee];W[cg];B[gg];W[cd])").unwrap();
        let game = replay(&record, usize::MAX).unwrap();
        let guess = GuessGame::new(game, Some(Color::White), 1, None).unwrap();
        let mut board = GuessBoard::new(guess);
        check_screens("guess-asked", &board);
        for name in ["A1", "C3"] {
            let point = Point::parse(name).unwrap();
            assert!(board.grant(StudyWish::Move(Move::Play(point))));
        }
        check_screens("guess-right", &board);
        assert!(board.grant(StudyWish::Show));
        check_screens("guess-over", &board);
    }
}
