//! A review in sentences: lines typed, sentences told.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender};

use crate::reviews::review_room::{ReviewRoom, TAKEN_IN, answer_words, variation_words};
use crate::reviews::review_threads::{ReviewInput, numbered, start_teacher};
use crate::reviews::review_wish_error::ReviewWishError;
use crate::study::counted;
use crate::tables::plain_answers::typed_row;
use crate::tables::teacher_thread::{Question, TeacherAnswer, TeacherThread};
use crate::tutorial::help_on;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::picture::{Charset, Picture, TextBoard};
use sgmp_board::record::NodeId;
use sgmp_board::rules::{Move, Point};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::NetChoice;
use sgmp_match::console::Leaving;
use sgmp_match::console::work_progress::WorkProgress;
use sgmp_match::console::{TextStream, told_line};

/// All commands, as `help` tells them.
const HELP: &str = "\
next, back      a move on, a move back; an empty line is next
move 57         the position after move 57 of this line; start and end
variation 2     follow the second variation that begins here
main            back to the main line
E5, try E5      try a move here: it is answered and explained, and becomes a variation
why             the reasons for the last move
why not         what speaks against the last move; why not E5: against a move here
hint            moves for the side to move, with the reasons
curve           who was ahead when, as the search sees it
turning points  the moves on which the game turned, with the better lines
summary         the moves of both sides in sum: the best ones, what they lost, mistakes
mistakes        every move that lost much, with its sign: ?! inaccuracy, ? mistake, ?? blunder
turn 1          go to the position before the first of them
problem         make a problem of your own of the move that lost much here
comment         the comment of this position; comment TEXT replaces it, comment - takes it away
last            the last move, and who is ahead
board           show the board
row 5           the stones of a row
group C2        a string: its stones, its liberties, how it stands
groups          how all groups stand
save FILE.sgf   write the game with all its variations and comments
help atari      what a word of the game means
quit            leave";

/// The look of a review in lines.
#[derive(Clone, Copy, Debug)]
pub struct ReviewLook {
    /// The characters that boards are drawn with.
    pub charset: Charset,
    /// True if the board is shown at every step.
    pub shows_board: bool,
    /// True if the person sees a prompt.
    pub prompts: bool,
}

/// The table of a review.
pub struct ReviewTable {
    room: ReviewRoom,
    teacher: TeacherThread<NodeId>,
    look: ReviewLook,
    /// Questions that the teacher has not answered yet.
    questions: usize,
    /// Ends the search behind the review.
    halt: StopFlag,
    is_leaving: bool,
}

/// An answer, or the reason why there is none.
type Told = Result<String, ReviewWishError>;

impl ReviewTable {
    /// A table in lines for this room.
    pub fn new(
        room: ReviewRoom,
        net: Option<NetChoice>,
        look: ReviewLook,
        inputs: &Sender<ReviewInput>,
    ) -> Self {
        let halt = StopFlag::new();
        room.keeper().start(inputs.clone(), halt.clone());
        let teacher = start_teacher(net, room.keeper().search(), inputs.clone());
        Self {
            room,
            teacher,
            look,
            questions: 0,
            halt,
            is_leaving: false,
        }
    }

    /// Walks through the game until the person leaves.
    ///
    /// # Errors
    /// None of its own: what cannot be done is told.
    pub fn run(&mut self, inputs: &Receiver<ReviewInput>) -> Result<Leaving, Failure> {
        self.greet();
        let all = self.room.keeper().curve().points().len();
        let known = self.room.keeper().curve().known();
        // Who types sees no bar run through the lines.
        let mut progress =
            WorkProgress::new("positions", known as u64, all as u64, self.look.prompts);
        let mut lines: VecDeque<String> = VecDeque::new();
        let mut has_ended = false;
        loop {
            if self.questions == 0 {
                let waits = |line: &String| !self.room.keeper().is_done() && needs_all(line);
                let may_go_on = self.look.prompts || !lines.front().is_some_and(waits);
                if let Some(line) = lines.pop_front_if(|_| may_go_on) {
                    self.heed(line.trim());
                    if self.is_leaving {
                        progress.finish();
                        return Ok(self.leave(Leaving::Done));
                    }
                    continue;
                }
                if has_ended && lines.is_empty() {
                    progress.finish();
                    return Ok(self.leave(Leaving::Done));
                }
            }
            let gone = |_| Failure::new(Blame::Record, "the threads of the review are gone");
            match inputs.recv().map_err(gone)? {
                ReviewInput::Line(line) => match line.trim() {
                    // Nobody waits for a long search to leave.
                    "quit" | "exit" | "q" if self.look.prompts => {
                        return Ok(self.leave(Leaving::Done));
                    }
                    _ => lines.push_back(line),
                },
                ReviewInput::EndOfLines => has_ended = true,
                ReviewInput::Interrupt => {
                    progress.finish();
                    return Ok(self.leave(Leaving::Interrupted));
                }
                ReviewInput::Looked(moves, point) => {
                    self.room.add_looked(moves, point);
                    progress.step();
                }
                ReviewInput::LookedClosely(moves, point) => {
                    self.room.add_looked_closely(moves, point);
                }
                ReviewInput::LookedAtAll => {
                    self.room.finish_curve();
                    progress.finish();
                    if self.look.prompts {
                        told_line("\nThe whole game has been looked at: curve, turning points.");
                        self.prompt();
                    }
                }
                ReviewInput::Teacher(node, answer) => self.learn(node, answer),
                ReviewInput::Key(_) => {}
            }
        }
    }

    /// Tells an answer of the teacher.
    fn learn(&mut self, node: NodeId, answer: TeacherAnswer) {
        self.questions = self.questions.saturating_sub(1);
        match answer {
            TeacherAnswer::Why(number, told) => told_line(numbered(number, &told)),
            TeacherAnswer::Tried(number, told, line) => {
                told_line(numbered(number, &told));
                if self.room.add_answer(node, &line) {
                    told_line(answer_words(&line));
                }
            }
            answer => {
                if let Some(told) = answer.into_words() {
                    told_line(told);
                }
            }
        }
        self.prompt();
    }

    fn greet(&self) {
        let moves = self.room.line_length();
        let game = self.room.game().game();
        told_line(format_args!(
            "A game of {} on {}, komi {}, {} rules. Type next, or help.",
            counted(moves as i64, "move"),
            game.size(),
            game.komi(),
            game.rule_set().name()
        ));
        if let Some(greeting) = self.room.greeting() {
            told_line(greeting);
        }
        self.tell_place();
    }

    fn prompt(&self) {
        if self.look.prompts {
            TextStream::Stdout.text("> ");
        }
    }

    fn board(&self) -> String {
        let picture = Picture::from_game(self.room.game().game());
        let drawn = TextBoard::new(&picture)
            .charset(self.look.charset)
            .to_string();
        drawn.trim_end().to_owned()
    }

    /// The position in sentences.
    fn tell_place(&self) {
        if self.look.shows_board {
            told_line(self.board());
        }
        told_line(self.room.place());
        if let Some(comment) = self.room.game().comment() {
            told_line(format_args!("Comment: {}", comment.trim()));
        }
        let variations = self.room.game().variations();
        match variations.as_slice() {
            [] => told_line("The line ends here."),
            [_] => {}
            several => {
                let told = (1..)
                    .zip(several)
                    .map(|(number, v)| format!("{number} {}", variation_words(v)));
                let told: Vec<String> = told.collect();
                let count = several.len();
                told_line(format_args!(
                    "{count} variations begin here: {}.",
                    told.join(", ")
                ));
            }
        }
        self.prompt();
    }

    fn heed(&mut self, line: &str) {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        // A comment that replaces one was typed before anybody was told of another: both stay.
        if word != "comment" || rest.is_empty() {
            self.take_in_changes();
        }
        let told = match word.to_ascii_lowercase().as_str() {
            "" | "next" | "n" => self.stepped(ReviewRoom::forward),
            "back" | "b" => self.stepped(ReviewRoom::back),
            "start" => self.stepped(|room| room.go_to_move(0)),
            "end" => self.stepped(|room| room.go_to_move(room.line_length())),
            "move" | "m" => match rest.parse() {
                Ok(number) => self.stepped(|room| room.go_to_move(number)),
                Err(_) => Err(ReviewWishError::MoveNumber),
            },
            "variation" | "v" => match rest.parse() {
                Ok(number) => self.stepped(|room| room.follow(number)),
                Err(_) => Err(ReviewWishError::VariationNumber),
            },
            "main" => self.stepped(ReviewRoom::back_to_main),
            "try" | "t" => self.try_point(rest),
            "why" if rest.starts_with("not") => match self.why_not(rest) {
                Ok(question) => {
                    self.ask(question);
                    return;
                }
                Err(why) => Err(why),
            },
            "why" | "w" => {
                let made = self.room.game().game().clone();
                self.ask(Question::Why(made, self.room.figures_here()));
                return;
            }
            "hint" | "h" => {
                let game = self.room.game().game().clone();
                let to_move = game.to_move();
                self.ask(Question::Hint(game, to_move));
                return;
            }
            "problem" => match self.room.to_try_again() {
                Ok(question) => {
                    self.ask(question);
                    return;
                }
                Err(why) => Err(why),
            },
            "groups" | "g" => {
                let game = self.room.game().game().clone();
                let to_move = game.to_move();
                self.ask(Question::Groups(game, to_move));
                return;
            }
            "group" => match self.point(rest) {
                Ok(point) => {
                    let game = self.room.game().game().clone();
                    let to_move = game.to_move();
                    self.ask(Question::Group(game, to_move, point));
                    return;
                }
                Err(why) => Err(why),
            },
            "turn" => self.go_to_turn(rest),
            "comment" => self.comment(rest),
            "save" => self.room.save(rest).map(Some),
            "quit" | "exit" | "q" => {
                self.is_leaving = true;
                return;
            }
            _ => match self.point(line) {
                Ok(_) => self.try_point(line),
                Err(_) => self.question(&word.to_ascii_lowercase(), rest).map(Some),
            },
        };
        match told {
            Ok(Some(told)) => told_line(told),
            Ok(None) => return,
            Err(why) => told_line(format_args!("Not done: {why}")),
        }
        self.prompt();
    }

    /// Takes in what another review has changed, and tells what changes here: nobody replaces a comment unread.
    fn take_in_changes(&mut self) {
        let before = self.room.game().comment();
        if self.room.take_in_changes().is_none() {
            return;
        }
        told_line(TAKEN_IN);
        let now = self.room.game().comment();
        if now != before {
            let now = now.unwrap_or_else(|| "There is none here any more.".to_owned());
            told_line(format_args!("The comment here: {now}"));
        }
    }

    /// An answer that changes nothing.
    fn question(&self, word: &str, rest: &str) -> Told {
        let game = self.room.game().game();
        match word {
            "help" | "?" => Ok(help_on(rest).unwrap_or_else(|| HELP.to_owned())),
            "board" => Ok(self.board()),
            "last" => Ok(self.room.place()),
            "clock" => Ok("A review has no clocks.".to_owned()),
            "curve" | "c" => Ok(self.room.curve_in_words()),
            "summary" | "s" => Ok(self.room.summary_in_words()),
            "mistakes" => Ok(self.room.mistakes_in_words()),
            "turning" | "turns" | "l" => Ok(self.room.turns_in_words()),
            "row" => Ok(typed_row(game.board(), rest)?),
            _ => Err(ReviewWishError::NoCommand(word.to_owned())),
        }
    }

    fn point(&self, text: &str) -> Result<Point, ReviewWishError> {
        let size = self.room.game().game().size();
        let point = Point::parse(text).filter(|point| point.is_on(size));
        point.ok_or_else(|| ReviewWishError::NoPoint {
            text: text.to_owned(),
            size,
        })
    }

    /// The question what speaks against a move; the latest where none is named.
    fn why_not(&self, rest: &str) -> Result<Question, ReviewWishError> {
        let named = rest.trim_start_matches("not").trim().trim_end_matches('?');
        let game = self.room.game().game();
        let mv = match named {
            "" => {
                let question = Question::why_not_last(game, self.room.figures_here());
                return question.ok_or(ReviewWishError::NoMoveYet);
            }
            "pass" => Move::Pass,
            name => Move::Play(self.point(name)?),
        };
        let (played, figures) = ((game.to_move(), mv), self.room.figures_of_next(mv));
        Ok(Question::WhyNot(game.clone(), played, figures))
    }

    /// Asks about the place; the answer is waited for.
    fn ask(&mut self, question: Question) {
        self.questions += 1;
        self.teacher.ask(self.room.game().node(), question);
    }

    /// Takes a step, and tells the place that it leads to.
    fn stepped(
        &mut self,
        step: impl FnOnce(&mut ReviewRoom) -> Result<(), ReviewWishError>,
    ) -> Result<Option<String>, ReviewWishError> {
        step(&mut self.room)?;
        self.tell_place();
        Ok(None)
    }

    fn try_point(&mut self, text: &str) -> Result<Option<String>, ReviewWishError> {
        let mv = match text.to_ascii_lowercase().as_str() {
            "pass" => Move::Pass,
            _ => Move::Play(self.point(text)?),
        };
        self.room.try_move(mv)?;
        if self.look.shows_board {
            told_line(self.board());
        }
        self.ask(Question::Tried(self.room.game().game().clone()));
        Ok(None)
    }

    fn go_to_turn(&mut self, rest: &str) -> Result<Option<String>, ReviewWishError> {
        let turn = self.room.go_to_turn(rest.parse().unwrap_or(0))?;
        self.tell_place();
        told_line(turn.sentence());
        if let Some(question) = self.room.why_turned(&turn) {
            self.ask(question);
        }
        Ok(None)
    }

    fn comment(&mut self, rest: &str) -> Result<Option<String>, ReviewWishError> {
        match rest {
            "" => {
                let none = || "There is no comment here.".to_owned();
                return Ok(Some(self.room.game().comment().unwrap_or_else(none)));
            }
            "-" => self.room.set_comment(""),
            text => self.room.set_comment(text),
        }
        Ok(Some("Kept; save writes it to a file of yours.".to_owned()))
    }

    fn leave(&mut self, exit: Leaving) -> Leaving {
        self.halt.request();
        if let Some(told) = self.room.leave() {
            told_line(told);
        }
        exit
    }
}

/// Returns whether a line asks for what only the whole curve tells.
fn needs_all(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    matches!(
        word.to_ascii_lowercase().as_str(),
        "curve" | "c" | "turning" | "turn" | "summary" | "mistakes"
    )
}
