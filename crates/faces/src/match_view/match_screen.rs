//! A match over a line on a screen: a spectator that hands on what is to be seen, and a thread that draws it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use sgmp_proto::Instant;

use crate::match_view::screen_state::{Hand, ScreenState};
use crate::match_view::server_seat::ServerSeat;
use crate::terminal::screen_terminal::{ScreenTerminal, charset, restore_keyboard};
use crate::tui::{Key, Wish};
use sgmp_advice::review::AdviceDesk;
use sgmp_board::failure::Failure;
use sgmp_board::rules::{ByColor, Color, Game, Move};
use sgmp_match::console::TextStream;
use sgmp_match::console::catch_up;
use sgmp_match::console::operator::ScreenMenu;
use sgmp_match::console::operator_menu::OperatorMenu;
use sgmp_match::console::show_text_on;
use sgmp_match::play::{Decision, End, Event, Match, Terms};
use sgmp_match::port::{
    DriverInput, Finish, MonotonicClock, MoveSlot, Operator, PortKind, Spectator, as_sent,
};
use sgmp_match::servers::{ServerEvent, ServerGame, ServerSpectator, Speaker, TypedLines};
use sgmp_match::spectators::advice;
use sgmp_match::spectators::match_progress::final_board;

/// Interval at which clocks are drawn.
const CLOCK_INTERVAL: Duration = Duration::from_secs(1);
/// Wait for a screen that nobody takes letters from.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Something for the thread of the screen.
enum ScreenInput {
    Key(Key),
    /// There is something new to be seen.
    Changed,
    /// Moves that might be made after so many moves, in words.
    Hint(usize, String),
    /// The match is over.
    Close,
}

/// The state and the way to the thread that draws it.
struct Shared {
    state: Mutex<ScreenState>,
    /// True while a change waits to be drawn: one word of it is enough.
    is_stale: AtomicBool,
    inputs: Mutex<Sender<ScreenInput>>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, ScreenState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut ScreenState)) {
        change(&mut self.state());
        if !self.is_stale.swap(true, Ordering::SeqCst) {
            self.send(ScreenInput::Changed);
        }
    }

    fn send(&self, input: ScreenInput) {
        let inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        // After the end nobody draws.
        let _gone = inputs.send(input);
    }
}

/// A match on the screen.
pub struct MatchScreen {
    shared: Arc<Shared>,
    closed: Receiver<()>,
    is_open: bool,
}

impl MatchScreen {
    /// Makes the terminal a screen for a match of ours; with talk, what the other operator says is shown.
    ///
    /// # Errors
    /// A terminal that is no screen.
    pub fn open_for(
        has_talk: bool,
        hand: Option<MoveSlot>,
        game: &Match,
        sender: Sender<DriverInput>,
        clock: MonotonicClock,
    ) -> Result<Self, Failure> {
        let hand = hand.map(Hand::Match);
        let state = ScreenState::new(game, hand, has_talk, clock.now());
        Self::open(state, Some(sender), clock)
    }

    /// Makes the terminal a screen for games on a server, which a person plays if there is a hand.
    ///
    /// # Errors
    /// A terminal that is no screen.
    pub fn on_server(
        seat: ServerSeat,
        hand: Option<TypedLines>,
        sender: Sender<DriverInput>,
        clock: MonotonicClock,
    ) -> Result<Self, Failure> {
        let state = ScreenState::on_server(seat, hand, clock.now());
        Self::open(state, Some(sender), clock)
    }

    /// Makes the terminal a screen for a match of the self-test.
    ///
    /// # Errors
    /// A terminal that is no screen.
    pub fn for_self_test(game: &Match, clock: MonotonicClock) -> Result<Self, Failure> {
        let state = ScreenState::new(game, None, false, clock.now());
        Self::open(state, None, clock)
    }

    /// Makes the terminal a screen for a match between two others; what the operator says goes to `sender`.
    ///
    /// # Errors
    /// A terminal that is no screen.
    pub fn watching(
        terms: &Terms,
        game: &Game,
        sender: Option<Sender<DriverInput>>,
        clock: MonotonicClock,
    ) -> Result<Self, Failure> {
        let state = ScreenState::watched(terms, game, clock.now());
        Self::open(state, sender, clock)
    }

    fn open(
        state: ScreenState,
        sender: Option<Sender<DriverInput>>,
        clock: MonotonicClock,
    ) -> Result<Self, Failure> {
        catch_up();
        let terminal = ScreenTerminal::open(charset(false))?;
        if !state.ends_with_its_terminal() {
            terminal.outlives_its_terminal();
        }
        let (inputs, received) = channel();
        terminal.send_keys(inputs.clone(), ScreenInput::Key);
        let shared = Arc::new(Shared {
            state: Mutex::new(state),
            is_stale: AtomicBool::new(false),
            inputs: Mutex::new(inputs),
        });
        let heard = Arc::clone(&shared);
        show_text_on(Some(Box::new(move |text| {
            heard.change(|state| state.say(text));
        })));
        let (closing, closed) = channel();
        let drawer = Drawer {
            terminal,
            shared: Arc::clone(&shared),
            sender,
            clock,
        };
        thread::spawn(move || {
            drawer.run(&received);
            // Whoever does not wait for it has left.
            let _gone = closing.send(());
        });
        Ok(Self {
            shared,
            closed,
            is_open: true,
        })
    }

    /// Shows a match between two others: its clocks, and its board if that has changed.
    pub fn watch(&self, now: Instant, game: &Game, clocks: (ByColor<Duration>, Option<Color>)) {
        self.shared.change(|state| state.watch(now, game, clocks));
    }

    /// Shows that board and clocks of a match between two others are not known.
    pub fn watch_unknown(&self) {
        self.shared.change(ScreenState::watch_unknown);
    }

    /// Counts a frame or something garbled that passed between two others.
    pub fn count_piece(&self, at: Instant, is_frame: bool, is_repeat: bool) {
        let mut state = self.shared.state();
        state.count_piece(at, is_frame, is_repeat);
    }

    /// Says what is wrong with the line between two others, or that nothing is.
    pub fn set_trouble(&self, trouble: Option<String>) {
        self.shared.change(|state| state.set_trouble(trouble));
    }

    /// This menu on the screen, for Ctrl-C.
    pub fn menu(&self, menu: OperatorMenu) -> ScreenMenu {
        self.shared.change(|state| state.know_menu(menu.clone()));
        let shared = Arc::clone(&self.shared);
        ScreenMenu::new(move || {
            let mut is_new = false;
            shared.change(|state| is_new = state.open_menu(&menu));
            is_new
        })
    }

    /// Gives the terminal back, and tells on this stream how the match ended at such a port.
    pub fn finish(mut self, text: TextStream, port: PortKind, game: &Match, finish: &Finish) {
        self.close();
        let Finish::Outcome(outcome) = finish else {
            return;
        };
        if !matches!(outcome.end, End::NoGame(_)) {
            text.line(final_board(game.game(), outcome));
        }
        // What was said on the screen went with it.
        let advice = advice::untold_end(&outcome.end, game.terms().color, port);
        advice.into_iter().for_each(|advice| text.line(advice));
    }

    fn close(&mut self) {
        if !std::mem::replace(&mut self.is_open, false) {
            return;
        }
        self.shared.send(ScreenInput::Close);
        if self.closed.recv_timeout(CLOSE_TIMEOUT).is_err() {
            // The screen is stopped: nobody waits for it, but the keys are given back.
            restore_keyboard();
        }
        show_text_on(None);
    }
}

impl Drop for MatchScreen {
    fn drop(&mut self) {
        self.close();
    }
}

impl Spectator for MatchScreen {
    fn heard(&mut self, at: Instant, _bytes: &[u8]) {
        // Drawn with the next second.
        self.shared.state().note_heard(at);
    }

    fn event(&mut self, now: Instant, game: &Match, event: &Event) {
        self.shared.change(|state| state.update(now, game, event));
    }
}

impl ServerSpectator for MatchScreen {
    fn line(&mut self, at: Instant, from: Speaker, _line: &str) {
        if from == Speaker::Server {
            // Drawn with the next second.
            self.shared.state().note_line(at);
        }
    }

    fn event(&mut self, now: Instant, event: &ServerEvent, game: Option<&ServerGame>) {
        self.shared
            .change(|state| state.update_on_server(now, event, game));
    }
}

/// The thread of the screen.
struct Drawer {
    terminal: ScreenTerminal,
    shared: Arc<Shared>,
    /// The match; `None` where nobody listens.
    sender: Option<Sender<DriverInput>>,
    clock: MonotonicClock,
}

impl Drawer {
    fn run(mut self, inputs: &Receiver<ScreenInput>) {
        loop {
            self.shared.is_stale.store(false, Ordering::SeqCst);
            let view = self.shared.state().view(self.clock.now());
            self.terminal.draw(|look, frame| view.draw(look, frame));
            let mut next = match inputs.recv_timeout(CLOCK_INTERVAL) {
                Ok(input) => Some(input),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            while let Some(input) = next {
                match input {
                    ScreenInput::Close => return,
                    ScreenInput::Changed => {}
                    ScreenInput::Hint(moves, text) => self.shared.state().learn_hint(moves, text),
                    ScreenInput::Key(key) => self.press(key),
                }
                next = inputs.try_recv().ok();
            }
        }
    }

    fn press(&mut self, key: Key) {
        let mut state = self.shared.state();
        if let Some(said) = state.press_menu(key) {
            drop(state);
            if let Some(operator) = said {
                self.tell(operator);
            }
            return;
        }
        let clicked = key.place().and_then(|place| {
            let view = state.view(self.clock.now());
            view.point_at(self.terminal.look(), self.terminal.size(), place)
        });
        let stage = state.stage();
        let wish = state.keys.wish(key, stage, clicked);
        drop(state);
        if let Some(wish) = wish {
            self.grant(wish);
        }
    }

    fn tell(&self, operator: Operator) {
        if let Some(sender) = &self.sender {
            // The match may have ended meanwhile.
            let _gone = sender.send(DriverInput::Operator(operator));
        }
    }

    fn grant(&mut self, wish: Wish) {
        match wish {
            Wish::Interrupt | Wish::Leave => interrupt(),
            Wish::Redraw => self.terminal.clear(),
            Wish::NextPane | Wish::Scroll(_) => self.shared.state().switch(wish),
            Wish::Suspend => self.shared.state().say(
                "Ctrl-Z does nothing while the line is in use: the other side waits for answers.",
            ),
            Wish::Point(point) if self.shared.state().is_recounting() => {
                self.shared.state().toggle_dead(point);
            }
            Wish::Recount => {
                self.shared.state().begin_recount();
                self.tell(Operator::Counts);
            }
            Wish::Accept if self.shared.state().is_naming_dead() => {
                self.shared.state().say_to_server("done");
            }
            Wish::Accept => {
                let counted = self.shared.state().end_recount();
                if let Some(status) = counted {
                    self.tell(Operator::Counted(Box::new(status)));
                }
            }
            Wish::PlayOn => {
                self.shared.state().end_recount();
                self.tell(Operator::CountStands);
            }
            Wish::Point(point) => self.decide(Decision::Move(Move::Play(point))),
            Wish::Pass => self.decide(Decision::Move(Move::Pass)),
            Wish::Resign => self.decide(Decision::Resign),
            Wish::TakeBack => self.tell(Operator::TakesBack),
            Wish::Typed(_) => {
                let said = self.shared.state().keys.take_line();
                if self.shared.state().say_to_server(&said) {
                    return;
                }
                let sent = as_sent(&said);
                let lost = match sent == said {
                    true => "",
                    false => " (the line has ASCII alone, and 160 letters)",
                };
                self.shared.state().say(&format!("we say: {sent}{lost}"));
                self.tell(Operator::Says(said));
            }
            Wish::Hint => {
                let asked = self.shared.state().toggle_hint();
                if let Some((game, color)) = asked {
                    self.find_hint(game, color);
                }
            }
            _ => {}
        }
    }

    fn decide(&self, decision: Decision) {
        let decided = self.shared.state().decide(decision);
        if let Err(error) = decided {
            self.shared.state().say(&error.to_string());
        }
    }

    fn find_hint(&self, game: Game, color: Color) {
        let shared = Arc::clone(&self.shared);
        thread::spawn(move || {
            let hints = AdviceDesk::own().hints(&game, color);
            shared.send(ScreenInput::Hint(game.move_count(), hints.to_string()));
        });
    }
}

/// Does what Ctrl-C does: the keys of a screen make no signals.
#[cfg(unix)]
fn interrupt() {
    use rustix::process::{Signal, getpid, kill_process};
    if let Err(error) = kill_process(getpid(), Signal::INT) {
        log::debug!("cannot interrupt: {error}");
    }
}

#[cfg(not(unix))]
fn interrupt() {
    if let Err(error) = signal_hook::low_level::raise(signal_hook::consts::SIGINT) {
        log::debug!("cannot interrupt: {error}");
    }
}
