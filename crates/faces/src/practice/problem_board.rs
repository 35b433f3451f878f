//! Problems at a board: in sentences, or on a screen.

use std::io::{BufRead, IsTerminal, stdin};

use crate::practice::study_screen::{Studied, StudyPage, run_on_screen, stones_in_words};
use crate::study::LearnerFiles;
use crate::study::ProblemCourse;
use crate::study::StudyWish;
use crate::study::{Told, TriedMove};
use crate::tables::plain_answers::{typed_group, typed_row};
use crate::tables::typed_line_error::TypedLineError;
use crate::terminal::screen_terminal::{ScreenTerminal, charset, has_screen};
use crate::tui::{KeyHelp, Note, PROBLEM_COMMANDS, PROBLEM_KEYS, SOLVED_KEYS, TextPane};
use crate::tutorial::help_on;
use sgmp_advice::review::AdviceDesk;
use sgmp_board::failure::Failure;
use sgmp_board::picture::{Charset, Mark, Picture, TextBoard};
use sgmp_board::rules::{ByColor, Color, Move, Point};
use sgmp_match::console::Leaving;
use sgmp_match::console::{TextStream, told_line};

/// All commands, as `help` tells them.
const HELP: &str = "\
E5        play there; a letter (there is no I) and the row
hint      the part of the board where the move lies
answer    show the move; the problem comes again tomorrow
why not   what speaks against the latest move
again     this problem from its beginning
next      the next problem (an empty line too, once it is solved)
board     show the board
stones    all stones in words
row 5     the stones of a row
group C2  a string: its stones, its liberties, how it stands
quit      leave; what was answered is kept";

/// The look of a board that is studied.
#[derive(Clone, Copy, Debug)]
pub struct StudyLook {
    /// The characters that boards are drawn with.
    pub(super) charset: Charset,
    /// True if the board is shown at every step.
    pub(super) shows_board: bool,
    /// True if the person sees a prompt.
    pub(super) prompts: bool,
    /// True if lines are typed though there is a screen.
    pub(super) is_plain: bool,
}

impl StudyLook {
    /// The look for this terminal.
    pub fn new(ascii: bool, is_plain: bool) -> Self {
        let is_seen = TextStream::Stdout.is_terminal();
        Self {
            charset: charset(ascii || is_plain),
            shows_board: !is_plain,
            prompts: is_seen && stdin().is_terminal(),
            is_plain,
        }
    }
}

/// Problems, one after the other.
pub struct ProblemBoard {
    course: ProblemCourse,
    /// The file of answers.
    learner: LearnerFiles,
    /// Sentences on the latest move.
    told: Vec<Note>,
    /// The line that refuted the latest move, the move first.
    refuted: Vec<Move>,
    /// The latest move, and what was said of it.
    tried: Option<(TriedMove, Vec<Told>)>,
    look: StudyLook,
}

impl ProblemBoard {
    /// A board for the problems of a course; answers are kept in these files.
    pub fn new(course: ProblemCourse, learner: LearnerFiles) -> Self {
        Self {
            course,
            learner,
            told: Vec::new(),
            refuted: Vec::new(),
            tried: None,
            look: StudyLook {
                charset: Charset::Ascii,
                shows_board: false,
                prompts: false,
                is_plain: true,
            },
        }
    }

    /// Asks problems until the learner leaves.
    ///
    /// # Errors
    /// Answers that cannot be kept.
    pub fn run(mut self, look: StudyLook) -> Result<Leaving, Failure> {
        self.look = look;
        if has_screen() && !look.is_plain {
            let mut screen = ScreenTerminal::open(look.charset)?;
            return run_on_screen(&mut screen, &mut self, &PROBLEM_COMMANDS);
        }
        self.ask();
        for line in stdin().lock().lines() {
            let Ok(line) = line else { break };
            if !self.heed(line.trim()) {
                break;
            }
        }
        Ok(Leaving::Done)
    }

    /// Tells the problem and its task.
    fn ask(&self) {
        let session = self.course.session();
        let (number, count) = self.course.place();
        let problem = session.problem();
        let kind = match problem.origin() {
            Some(_) => "",
            None => "Problem ",
        };
        told_line(format_args!(
            "{kind}{} ({number} of {count}). {}",
            problem.title(),
            session.task()
        ));
        match self.look.shows_board {
            true => self.show_board(),
            false => told_line(stones_in_words(session.board())),
        }
        if !session.has_answer() {
            told_line("Nobody knows the answer to this one: next goes on.");
        }
        self.prompt();
    }

    fn prompt(&self) {
        if self.look.prompts {
            TextStream::Stdout.text("> ");
        }
    }

    fn picture(&self) -> Picture {
        let session = self.course.session();
        match self.refuted.is_empty() {
            true => {
                let picture = Picture::new(session.board());
                let picture = picture.last_move(session.moves().last().copied());
                let targets = session.targets().into_iter();
                targets.fold(picture, |picture, stone| {
                    picture.mark(stone, Mark::Triangle)
                })
            }
            false => Picture::of_line(session.board(), session.problem().to_move(), &self.refuted),
        }
    }

    fn show_board(&self) {
        let picture = self.picture();
        let drawn = TextBoard::new(&picture).charset(self.look.charset);
        told_line(drawn.to_string().trim_end());
    }

    /// Heeds a line; false to leave.
    fn heed(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let board = self.course.session().board();
        let told = match word.to_ascii_lowercase().as_str() {
            "quit" | "exit" | "q" => return false,
            "help" | "?" => Ok(help_on(rest).unwrap_or_else(|| HELP.to_owned())),
            "hint" | "h" => {
                self.carry_out(StudyWish::Hint);
                Ok(self.take_told())
            }
            "answer" | "show" | "s" => {
                self.carry_out(StudyWish::Show);
                Ok(self.take_told())
            }
            "why" => {
                if self.look.prompts {
                    told_line("A moment ...");
                }
                self.carry_out(StudyWish::WhyNot);
                Ok(self.take_told())
            }
            "again" | "u" => {
                self.carry_out(StudyWish::Restart);
                self.ask();
                return true;
            }
            "" if !self.course.session().is_solved() => Ok(self.course.session().task()),
            "" | "next" | "n" => return self.go_on(),
            "board" | "b" => {
                self.show_board();
                self.prompt();
                return true;
            }
            "stones" => Ok(stones_in_words(board)),
            "row" => typed_row(board, rest).map_err(TypedLineError::from),
            "group" => typed_group(board, self.course.session().problem().to_move(), rest),
            _ => match Point::parse(line).filter(|point| point.is_on(board.size())) {
                Some(point) => {
                    self.carry_out(StudyWish::Move(Move::Play(point)));
                    if self.look.shows_board && self.refuted.is_empty() {
                        self.show_board();
                    }
                    Ok(self.take_told())
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

    /// Tells the case against the latest move.
    fn tell_why_not(&mut self) {
        let (tried, before) = self.tried.clone().unzip();
        let before = before.unwrap_or_default();
        let mut desk = AdviceDesk::own();
        let answer = self.course.why_not(&mut desk, tried.as_ref(), &before);
        self.told = answer.told.into_iter().map(Note::from).collect();
        if !answer.refuted.is_empty() {
            self.refuted = answer.refuted;
        }
    }

    fn take_told(&mut self) -> String {
        self.refuted.clear();
        let told: Vec<String> = self.told.drain(..).map(|note| note.text).collect();
        told.join("\n")
    }

    /// Carries a wish out; false once nothing more is asked.
    fn carry_out(&mut self, wish: StudyWish) -> bool {
        if wish == StudyWish::WhyNot {
            self.tell_why_not();
            return true;
        }
        let board = self.course.session().board().clone();
        let Ok(answer) = self.course.grant(wish) else {
            return true;
        };
        self.tried = match wish {
            StudyWish::Move(mv) => Some((TriedMove { board, mv }, answer.told.clone())),
            StudyWish::Restart | StudyWish::Next => None,
            _ => self.tried.take(),
        };
        self.told = answer.told.into_iter().map(Note::from).collect();
        self.refuted = answer.refuted;
        let is_move = matches!(wish, StudyWish::Move(_));
        if is_move
            && self.course.session().is_solved()
            && let Some(last) = self.told.last_mut()
        {
            last.text += match self.look.is_plain || !has_screen() {
                true => " next goes on.",
                false => " n goes on.",
            };
        }
        if answer.is_noted {
            self.keep();
        }
        answer.goes_on
    }

    /// Keeps the answer. Where it cannot be kept, the course goes on, and that is told.
    fn keep(&mut self) {
        if let Err(error) = self.learner.keep_answer(&self.course) {
            let what = format!(
                "Your answers are not kept: {}. --log names another file.",
                error.message
            );
            self.told.push(Note::warning(what));
        }
    }

    /// Turns to the next problem; false behind the last.
    fn go_on(&mut self) -> bool {
        let goes_on = self.carry_out(StudyWish::Next);
        if goes_on {
            self.ask();
        } else {
            told_line(self.take_told());
        }
        goes_on
    }
}

impl Studied for ProblemBoard {
    fn page(&self) -> StudyPage {
        let session = self.course.session();
        let (number, count) = self.course.place();
        let to_move = session.problem().to_move();
        let mut notes = vec![Note::plain(session.task())];
        if self.told.is_empty() {
            notes.push(Note::plain(
                "Arrows move, Enter plays; or type a point; or click.",
            ));
        }
        let (warnings, plain): (Vec<Note>, Vec<Note>) =
            self.told.iter().cloned().partition(|note| note.is_warning);
        notes.extend(warnings);
        let text: Vec<String> = plain.into_iter().map(|note| note.text).collect();
        let (you, computer) = ("you".to_owned(), "the computer".to_owned());
        StudyPage {
            picture: self.picture(),
            title: format!("{} ({number} of {count})", session.problem().title()),
            names: match to_move {
                Color::Black => ByColor::new(you, computer),
                Color::White => ByColor::new(computer, you),
            },
            to_move,
            notes,
            text: (!text.is_empty()).then(|| TextPane {
                title: if session.is_solved() {
                    "Solved"
                } else {
                    "The problem"
                }
                .to_owned(),
                text: text.join("\n"),
            }),
            moves: session.moves().to_vec(),
        }
    }

    fn keys(&self) -> &'static [KeyHelp] {
        match self.course.session().is_solved() {
            true => &SOLVED_KEYS,
            false => &PROBLEM_KEYS,
        }
    }

    fn grant(&mut self, wish: StudyWish) -> bool {
        self.carry_out(wish)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::study_screen::check_screens;
    use crate::study::{StudyLog, read_problems};

    /// White's corner of three in a row.
    const CORNER: &str = "(;SZ[7]GN[row of three]AB[ad][bd][cd][dd][ed][ee][ef][eg]\
        AW[ae][be][ce][de][af][bf][cf][df][dg]PL[B])";

    #[test]
    fn a_problem_fits_all_screens() {
        let folder = tempfile::tempdir().unwrap();
        let problems = read_problems(CORNER.as_bytes(), "corner").unwrap();
        let course = ProblemCourse::new(problems, StudyLog::default(), 0, false).unwrap();
        let mut board =
            ProblemBoard::new(course, LearnerFiles::new(Some(folder.path().to_owned())));
        check_screens("problem-asked", &board);
        assert!(board.grant(StudyWish::Hint));
        check_screens("problem-hint", &board);
        let play = |name| StudyWish::Move(Move::Play(Point::parse(name).unwrap()));
        assert!(board.grant(play("A1")));
        check_screens("problem-wrong", &board);
        assert!(board.grant(StudyWish::WhyNot));
        check_screens("problem-why-not", &board);
        assert!(board.grant(play("B1")));
        check_screens("problem-solved", &board);
    }
}
