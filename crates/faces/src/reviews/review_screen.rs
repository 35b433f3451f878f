//! A review on a screen: keys in, views out.

use std::sync::mpsc::{Receiver, Sender};

use crate::reviews::review_room::{ReviewRoom, TAKEN_IN, answer_words};
use crate::reviews::review_state::ReviewState;
use crate::reviews::review_threads::{ReviewInput, numbered, start_teacher};
use crate::reviews::review_wish_error::ReviewWishError;
use crate::tables::teacher_thread::{Question, TeacherAnswer, TeacherThread};
use crate::terminal::screen_terminal::ScreenTerminal;
use crate::tui::{Key, LineKind, Wish};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::NodeId;
use sgmp_board::rules::{ByColor, Move};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::NetChoice;

/// The end of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The person has left.
    Left,
    /// Ctrl-C, or the system wants the program to end.
    Interrupted,
}

/// The screen of a review.
pub struct ReviewScreen<'a> {
    room: ReviewRoom,
    teacher: TeacherThread<NodeId>,
    screen: &'a mut ScreenTerminal,
    state: ReviewState,
    /// Ends the search behind the review.
    halt: StopFlag,
}

impl<'a> ReviewScreen<'a> {
    /// A review on a screen; `names` are those of the players.
    pub fn new(
        room: ReviewRoom,
        names: ByColor<String>,
        net: Option<NetChoice>,
        screen: &'a mut ScreenTerminal,
        inputs: &Sender<ReviewInput>,
    ) -> Self {
        let halt = StopFlag::new();
        room.keeper().start(inputs.clone(), halt.clone());
        let teacher = start_teacher(net, room.keeper().search(), inputs.clone());
        screen.send_keys(inputs.clone(), ReviewInput::Key);
        // Notes about the file may have come in between.
        screen.clear();
        let state = ReviewState::new(&room, names);
        Self {
            room,
            teacher,
            screen,
            state,
            halt,
        }
    }

    /// Walks through the game until the person leaves, and returns how, with a sentence about what is kept.
    ///
    /// # Errors
    /// Threads that are gone.
    pub fn run(
        mut self,
        inputs: &Receiver<ReviewInput>,
    ) -> Result<(Departure, Option<String>), Failure> {
        loop {
            self.take_in_changes();
            self.ask_survey();
            let view = self.state.view(&self.room);
            self.screen.draw(|look, frame| view.draw(look, frame));
            let gone = |_| Failure::new(Blame::Record, "the threads of the review are gone");
            let mut next = Some(inputs.recv().map_err(gone)?);
            // Everything that waits is heeded before the screen is drawn again.
            while let Some(input) = next {
                if let Some(departure) = self.heed(input) {
                    self.halt.request();
                    return Ok((departure, self.room.leave()));
                }
                next = inputs.try_recv().ok();
            }
        }
    }

    fn heed(&mut self, input: ReviewInput) -> Option<Departure> {
        match input {
            ReviewInput::Key(key) => return self.press(key),
            ReviewInput::Interrupt => return Some(Departure::Interrupted),
            ReviewInput::Looked(moves, point) => self.room.add_looked(moves, point),
            ReviewInput::LookedClosely(moves, point) => self.room.add_looked_closely(moves, point),
            ReviewInput::LookedAtAll => self.room.finish_curve(),
            ReviewInput::Teacher(node, answer) => self.learn(node, answer),
            ReviewInput::Line(_) | ReviewInput::EndOfLines => {}
        }
        None
    }

    /// Takes an answer of the teacher; one about another place is not shown any more.
    fn learn(&mut self, node: NodeId, answer: TeacherAnswer) {
        let is_here = node == self.room.game().node();
        match answer {
            TeacherAnswer::Tried(number, told, line) if self.room.add_answer(node, &line) => {
                let told = format!("{}\n\nMove {number}. {told}", answer_words(&line));
                self.state.show_text("What if", told);
            }
            TeacherAnswer::Why(number, told) if is_here => {
                self.state.show_reasons(&numbered(number, &told));
            }
            TeacherAnswer::WhyNot(case) if is_here => self.state.show_case(case),
            TeacherAnswer::Hint(moves, told) if is_here => self.state.learn_hint(moves, told),
            TeacherAnswer::Told(told) => self.state.show_text("A problem", told),
            TeacherAnswer::Survey(survey) if is_here => self.state.learn_survey(survey),
            _ => {}
        }
    }

    /// Takes in what another review has changed, unless something is being typed.
    fn take_in_changes(&mut self) {
        if !self.state.keys.is_at_rest() {
            return;
        }
        match self.room.take_in_changes() {
            None => return,
            Some(true) => self.state.learn_comment(&self.room),
            Some(false) => self.state.arrive(&self.room),
        }
        self.state.say(TAKEN_IN);
    }

    fn ask_survey(&self) {
        if self.state.wants_survey() {
            let game = self.room.game().game().clone();
            let to_move = game.to_move();
            self.ask(Question::Survey(game, to_move));
        }
    }

    /// Asks about the place.
    fn ask(&self, question: Question) {
        self.teacher.ask(self.room.game().node(), question);
    }

    fn press(&mut self, key: Key) -> Option<Departure> {
        if self.state.line.leave(key) {
            return None;
        }
        let clicked = key.place().and_then(|place| {
            let view = self.state.view(&self.room);
            view.point_at(self.screen.look(), self.screen.size(), place)
        });
        let stage = self.state.stage();
        match self.state.keys.wish(key, stage, clicked) {
            None => {}
            Some(Wish::Main) if self.room.game().is_in_main_line() => {
                // Nothing to go back from but what is told, and then the review.
                return (!self.state.close_told()).then_some(Departure::Left);
            }
            Some(Wish::Leave) => return Some(Departure::Left),
            Some(Wish::Interrupt) => return Some(Departure::Interrupted),
            Some(wish) => {
                if let Err(error) = self.grant(wish) {
                    self.state.refuse(&error);
                }
            }
        }
        None
    }

    fn grant(&mut self, wish: Wish) -> Result<(), ReviewWishError> {
        match wish {
            Wish::Forward => match self.state.variation() {
                1 => self.room.forward()?,
                chosen => self.room.follow(chosen)?,
            },
            Wish::Back => self.room.back()?,
            Wish::First => self.room.go_to_move(0)?,
            Wish::Last => self.room.go_to_move(self.room.line_length())?,
            Wish::Main => self.room.back_to_main()?,
            Wish::Point(point) => return self.try_move(Move::Play(point)),
            Wish::Pass => return self.try_move(Move::Pass),
            Wish::Turn(number) => return self.go_to_turn(number.into()),
            Wish::Turns => {
                let told = self.room.turns_in_words();
                self.state
                    .show_text("Turning points: 1 to 5 go there", told);
                return Ok(());
            }
            Wish::Comment => {
                let comment = self.room.game().comment().unwrap_or_default();
                self.state.keys.edit(LineKind::Comment, comment.trim());
                return Ok(());
            }
            Wish::Save => {
                let file = self.room.file_to_save().display().to_string();
                self.state.keys.edit(LineKind::Save, &file);
                return Ok(());
            }
            Wish::Typed(kind) => {
                let typed = self.state.keys.take_line();
                return self.take(kind, &typed);
            }
            Wish::Hint => {
                if self.state.toggle_hint() {
                    let game = self.room.game().game().clone();
                    let to_move = game.to_move();
                    self.ask(Question::Hint(game, to_move));
                }
                return Ok(());
            }
            Wish::Why => {
                self.state.wait_for_reasons();
                let made = self.room.game().game().clone();
                self.ask(Question::Why(made, self.room.figures_here()));
                return Ok(());
            }
            Wish::WhyNot => {
                let asked =
                    Question::why_not_last(self.room.game().game(), self.room.figures_here());
                self.ask(asked.ok_or(ReviewWishError::NoMoveYet)?);
                self.state.wait_for_reasons();
                return Ok(());
            }
            Wish::TryAgain => {
                self.ask(self.room.to_try_again()?);
                return Ok(());
            }
            Wish::Suspend => {
                self.screen.suspend();
                return Ok(());
            }
            Wish::Redraw => {
                self.screen.clear();
                return Ok(());
            }
            Wish::Variation(by) => {
                self.state
                    .choose_variation(by, self.room.game().variations().len());
                return Ok(());
            }
            wish => {
                self.state.switch(wish);
                return Ok(());
            }
        }
        self.state.arrive(&self.room);
        Ok(())
    }

    fn take(&mut self, kind: LineKind, typed: &str) -> Result<(), ReviewWishError> {
        match kind {
            LineKind::Comment => {
                self.room.set_comment(typed.trim());
                self.state.arrive(&self.room);
                self.state
                    .say("The comment is kept; Ctrl-S writes everything to a file.");
            }
            LineKind::Save => {
                let told = self.room.save(typed.trim())?;
                self.state.say(&told);
            }
            LineKind::Say => {}
        }
        Ok(())
    }

    fn try_move(&mut self, mv: Move) -> Result<(), ReviewWishError> {
        self.room.try_move(mv)?;
        self.state.arrive(&self.room);
        self.state.wait_for_answer();
        self.ask(Question::Tried(self.room.game().game().clone()));
        Ok(())
    }

    fn go_to_turn(&mut self, number: usize) -> Result<(), ReviewWishError> {
        let turn = self.room.go_to_turn(number)?;
        self.state.arrive(&self.room);
        let better = turn.better();
        let variations = self.room.game().variations();
        let place = variations
            .iter()
            .position(|variation| better.is_some() && variation.first.map(|(_, mv)| mv) == better);
        self.state.set_variation(place.map_or(1, |place| place + 1));
        self.state.show_turn(number, turn.sentence());
        if let Some(question) = self.room.why_turned(&turn) {
            self.ask(question);
        }
        Ok(())
    }
}
