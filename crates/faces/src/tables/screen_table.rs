//! A game at this computer on a screen: keys in, views out.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use sgmp_proto::Instant;

use crate::local_game::{GameEvent, GameWish, Ticket};
use crate::tables::game_room::GameRoom;
use crate::tables::table_habits::TableHabits;
use crate::tables::table_input::TableInput;
use crate::tables::table_state::TableState;
use crate::tables::teacher_thread::TeacherAnswer;
use crate::terminal::screen_terminal::ScreenTerminal;
use crate::tui::{Key, LineKind, Stage, Wish};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::Move;

/// Interval at which clocks are drawn.
const CLOCK_INTERVAL: Duration = Duration::from_secs(1);

/// The end of a visit at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableEnd {
    /// The person has left.
    Left,
    /// The person wants to look at the finished game, which lies here.
    Review(PathBuf),
    /// Ctrl-C, or the system wants the program to end.
    Interrupted,
}

/// The table: a room, the screen, and the state of what is shown.
pub struct ScreenTable<'a> {
    room: &'a mut GameRoom,
    screen: &'a mut ScreenTerminal,
    state: TableState,
}

impl<'a> ScreenTable<'a> {
    /// A table on a screen for this room.
    pub fn new(
        room: &'a mut GameRoom,
        screen: &'a mut ScreenTerminal,
        habits: TableHabits,
    ) -> Self {
        let mut state = TableState::new(room.game(), habits);
        state.tell_end(room);
        Self {
            room,
            screen,
            state,
        }
    }

    /// Plays until the person leaves.
    ///
    /// # Errors
    /// A record that cannot be written.
    pub fn run(&mut self, inputs: &Receiver<TableInput>) -> Result<TableEnd, Failure> {
        loop {
            self.room.ask_engine();
            self.ask_teacher();
            self.draw();
            let Some(input) = self.next_input(inputs)? else {
                continue;
            };
            let mut next = Some(input);
            // Everything that waits is heeded before the screen is drawn again.
            while let Some(input) = next {
                if let Some(end) = self.heed(input)? {
                    self.room.leave();
                    return Ok(end);
                }
                next = inputs.try_recv().ok();
            }
        }
    }

    /// The next input; `None` where the clocks have to be looked at first.
    fn next_input(&mut self, inputs: &Receiver<TableInput>) -> Result<Option<TableInput>, Failure> {
        let gone = || Failure::new(Blame::Record, "the threads of the game are gone");
        let Some(deadline) = self.room.game().deadline() else {
            return inputs.recv().map(Some).map_err(|_| gone());
        };
        let now = self.room.now();
        match inputs.recv_timeout(until_next_second(deadline, now)) {
            Ok(input) => Ok(Some(input)),
            Err(RecvTimeoutError::Timeout) => {
                let told = self.room.tick();
                self.tell(&told);
                Ok(None)
            }
            Err(RecvTimeoutError::Disconnected) => Err(gone()),
        }
    }

    fn draw(&mut self) {
        let view = self.state.view(self.room);
        self.screen.draw(|look, frame| view.draw(look, frame));
    }

    fn heed(&mut self, input: TableInput) -> Result<Option<TableEnd>, Failure> {
        match input {
            TableInput::Key(key) => return self.press(key),
            TableInput::Interrupt => return Ok(Some(TableEnd::Interrupted)),
            TableInput::Engine(ticket, answer) => {
                let told = self.room.engine_answers(ticket, answer);
                self.tell(&told);
            }
            TableInput::Teacher(ticket, answer) => self.learn(ticket, answer),
            TableInput::Line(_) | TableInput::EndOfLines => {}
        }
        Ok(None)
    }

    fn learn(&mut self, ticket: Ticket, answer: TeacherAnswer) {
        let is_present = ticket == self.room.game().ticket();
        self.state.learn(answer, ticket, is_present);
    }

    /// Asks for what is to be shown and is not known yet.
    fn ask_teacher(&mut self) {
        let ticket = self.room.game().ticket();
        let moves = self.room.game().game().move_count();
        if self.state.wants_survey(ticket) {
            self.room.ask_survey();
        }
        if let Some(first) = self.state.wants_chances(moves) {
            self.room.ask_chances(first);
        }
    }

    fn press(&mut self, key: Key) -> Result<Option<TableEnd>, Failure> {
        if self.state.line.leave(key) {
            return Ok(None);
        }
        let is_played = TableState::stage(self.room.game()) == Stage::Playing;
        let steps_back = key == Key::Escape && self.state.keys.is_at_rest();
        if steps_back && self.state.look_ahead() {
            return Ok(None);
        }
        if steps_back && is_played && self.state.close_told() {
            return Ok(None);
        }
        let clicked = key.place().and_then(|place| {
            let view = self.state.view(self.room);
            view.point_at(self.screen.look(), self.screen.size(), place)
        });
        let stage = TableState::stage(self.room.game());
        match self.state.keys.wish(key, stage, clicked) {
            None => Ok(None),
            Some(Wish::Leave) => Ok(Some(TableEnd::Left)),
            Some(Wish::Review) => Ok(self
                .room
                .file()
                .map(|file| TableEnd::Review(file.to_owned()))),
            Some(Wish::Interrupt) => Ok(Some(TableEnd::Interrupted)),
            Some(wish) => self.grant(wish).map(|()| None),
        }
    }

    fn grant(&mut self, wish: Wish) -> Result<(), Failure> {
        if wish == Wish::Hint && !self.state.gives_hints() {
            return Ok(());
        }
        if matches!(wish, Wish::Hint | Wish::TakeBack)
            && let Some(warning) = self.room.warning_of_help()
        {
            self.state.warn(warning);
            return Ok(());
        }
        // What is asked is asked of the game as it stands.
        let asks = matches!(
            wish,
            Wish::Hint | Wish::Why | Wish::WhyNot | Wish::Territory | Wish::Groups
        );
        if asks {
            self.state.look_ahead();
        }
        // Nothing is done to a position that is only looked at.
        let changes = matches!(wish, Wish::Point(_) | Wish::Pass | Wish::TakeBack);
        if changes && self.state.look_ahead() {
            return Ok(());
        }
        match wish {
            Wish::Back => self.state.look_back(-1, self.room.game()),
            Wish::Forward => self.state.look_back(1, self.room.game()),
            Wish::Point(point) => {
                let wish = GameWish::of_point(point, self.room.game().phase());
                if let Some(wish) = wish {
                    self.carry_out(wish);
                }
            }
            Wish::Pass => self.carry_out(GameWish::Move(Move::Pass)),
            Wish::TakeBack => self.carry_out(GameWish::TakeBack),
            Wish::Resign => self.carry_out(GameWish::Resign),
            Wish::Accept => self.carry_out(GameWish::Accept),
            Wish::PlayOn => self.carry_out(GameWish::PlayOn),
            Wish::Again => {
                let begun = self.room.play_again();
                begun.map_err(|error| Failure::new(Blame::Usage, error))?;
                self.state = self.state.again(self.room.game());
            }
            Wish::Hint if self.state.toggle_hint() => self.room.ask_hint(),
            Wish::Hint => {}
            Wish::Why => {
                self.state.wait_for_reasons(self.room.game().ticket());
                self.room.ask_why();
            }
            Wish::WhyNot => match self.room.ask_why_not(None) {
                Ok(()) => self.state.wait_for_reasons(self.room.game().ticket()),
                Err(why) => self.state.refuse(why),
            },
            Wish::Save => {
                let name = self.room.copy_name();
                self.state.keys.edit(LineKind::Save, &name);
            }
            Wish::Typed(_) => {
                let name = self.state.keys.take_line();
                let saved = self.room.save_copy(name.trim());
                self.state.tell_saved(saved);
            }
            Wish::Suspend => self.screen.suspend(),
            Wish::Redraw => self.screen.clear(),
            Wish::Territory
            | Wish::Groups
            | Wish::Curve
            | Wish::Bell
            | Wish::NextPane
            | Wish::Scroll(_) => self.state.switch(wish),
            _ => {}
        }
        Ok(())
    }

    fn carry_out(&mut self, wish: GameWish) {
        match self.room.grant(wish) {
            Ok(told) => self.tell(&told),
            Err(refusal) => self.state.refuse(refusal),
        }
    }

    fn tell(&mut self, told: &[GameEvent]) {
        if self.state.tell(told, self.room) {
            self.screen.bell();
        }
    }
}

/// Time until the running clock shows another second, and no longer than until its flag falls.
fn until_next_second(deadline: Instant, now: Instant) -> Duration {
    let left = deadline.since(now);
    let part = Duration::from_nanos(u64::from(left.subsec_nanos()));
    let wait = if part.is_zero() { CLOCK_INTERVAL } else { part };
    wait.min(left)
}
