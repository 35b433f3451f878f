//! A hall on a screen: its boards and clocks, the standings, the news, drawn by a thread of its own.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::terminal::screen_terminal::{ScreenTerminal, charset, has_screen, restore_keyboard};
use crate::tui::{HallBoard, HallView, Key, KeyHelp, SeatView};
use sgmp_board::failure::Failure;
use sgmp_board::picture::Picture;
use sgmp_board::rules::{ByColor, Color, Game};
use sgmp_board::stop_flag::StopFlag;
use sgmp_hall::tournament::event::EventState;
use sgmp_hall::tournament::words::standings_text;
use sgmp_match::console::show_text_on;
use sgmp_match::console::work_progress::WorkProgress;
use sgmp_match::port::MonotonicClock;

/// Time between two drawings.
const DRAW_INTERVAL: Duration = Duration::from_millis(500);

/// Wait for a screen that nobody takes letters from.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// The answer to Ctrl-Z.
const STOP_KEY_NOTICE: &str = "Ctrl-Z does nothing while games are played: their clocks run";

/// Lines of news that are kept.
const MAX_NEWS: usize = 200;

const KEYS: &[KeyHelp] = &[
    KeyHelp {
        key: "Ctrl-C",
        short: "stop; the same words go on",
        long: "Stop: games that are over stay, the same words go on",
    },
    KeyHelp {
        key: "Ctrl-L",
        short: "draw anew",
        long: "Draw the screen anew",
    },
];

/// A game that is being played.
struct LiveGame {
    names: [String; 2],
    game: Game,
    left: ByColor<Option<Duration>>,
    /// Time of its position, since the hall opened.
    since: Duration,
}

/// All that is to be seen.
struct HallPicture {
    title: String,
    progress: String,
    games: (u64, u64),
    live: BTreeMap<(u32, u32), LiveGame>,
    standings: Vec<String>,
    news: Vec<String>,
}

enum ScreenInput {
    Key(Key),
    Close,
}

/// A hall on the screen until it is closed.
pub struct HallScreen {
    seen: Arc<Mutex<HallPicture>>,
    clock: MonotonicClock,
    inputs: Sender<ScreenInput>,
    closed: Mutex<Receiver<()>>,
}

impl HallScreen {
    /// Makes the terminal a screen, if it can be one and lines were not asked for.
    ///
    /// # Errors
    /// A terminal that refuses.
    pub fn wanted(
        state: &EventState,
        is_quiet: bool,
        halt: &StopFlag,
    ) -> Result<Option<Self>, Failure> {
        if is_quiet || !has_screen() {
            return Ok(None);
        }
        let terminal = ScreenTerminal::open(charset(false))?;
        let (inputs, received) = channel();
        terminal.send_keys(inputs.clone(), ScreenInput::Key);
        let seen = Arc::new(Mutex::new(HallPicture {
            title: String::new(),
            progress: String::new(),
            games: (0, 1),
            live: BTreeMap::new(),
            standings: Vec::new(),
            news: Vec::new(),
        }));
        let heard = Arc::clone(&seen);
        show_text_on(Some(Box::new(move |text| {
            let mut seen = lock(&heard);
            seen.news.extend(text.lines().map(str::to_owned));
            let surplus = seen.news.len().saturating_sub(MAX_NEWS);
            seen.news.drain(..surplus);
        })));
        let clock = MonotonicClock::start();
        let (closing, closed) = channel();
        let drawer = Drawer {
            terminal,
            seen: Arc::clone(&seen),
            halt: halt.clone(),
            clock,
        };
        thread::spawn(move || {
            drawer.run(&received);
            // Whoever does not wait for it has left.
            let _gone = closing.send(());
        });
        let screen = Self {
            seen,
            clock,
            inputs,
            closed: Mutex::new(closed),
        };
        screen.show_event(state, None);
        Ok(Some(screen))
    }

    /// Shows the standings and the progress.
    pub fn show_event(&self, state: &EventState, progress: Option<&WorkProgress>) {
        let text = standings_text(&state.standings(), &state.plan.names());
        let mut seen = lock(&self.seen);
        seen.title = format!(
            "{}: round {} of {}",
            state.plan.name,
            state.rounds.len(),
            state.schedule.rounds
        );
        seen.standings = text.lines().map(str::to_owned).collect();
        if let Some(progress) = progress {
            seen.progress = progress.line();
            seen.games = progress.share();
        }
    }

    /// Shows a position, with the time that both sides have left.
    pub fn show_game(
        &self,
        place: (u32, u32),
        names: &[String; 2],
        game: &Game,
        left: ByColor<Option<Duration>>,
    ) {
        let since = self.clock.now().since(sgmp_proto::Instant::ZERO);
        let live = LiveGame {
            names: names.clone(),
            game: game.clone(),
            left,
            since,
        };
        lock(&self.seen).live.insert(place, live);
    }

    /// Takes a board away.
    pub fn clear_game(&self, place: (u32, u32)) {
        lock(&self.seen).live.remove(&place);
    }
}

impl Drop for HallScreen {
    fn drop(&mut self) {
        // After the end nobody draws.
        let _gone = self.inputs.send(ScreenInput::Close);
        let closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        if closed.recv_timeout(CLOSE_TIMEOUT).is_err() {
            restore_keyboard();
        }
        show_text_on(None);
    }
}

/// The thread of the screen.
struct Drawer {
    terminal: ScreenTerminal,
    seen: Arc<Mutex<HallPicture>>,
    halt: StopFlag,
    clock: MonotonicClock,
}

impl Drawer {
    fn run(mut self, inputs: &Receiver<ScreenInput>) {
        loop {
            let now = self.clock.now().since(sgmp_proto::Instant::ZERO);
            let view = lock(&self.seen).view(now);
            self.terminal.draw(|look, frame| view.draw(look, frame));
            match inputs.recv_timeout(DRAW_INTERVAL) {
                Ok(ScreenInput::Key(Key::Interrupt | Key::Char('q'))) => {
                    lock(&self.seen).news.push("Stopping ...".to_owned());
                    self.halt.request();
                }
                Ok(ScreenInput::Key(Key::Suspend)) => {
                    lock(&self.seen).news.push(STOP_KEY_NOTICE.to_owned());
                }
                Ok(ScreenInput::Key(Key::Redraw)) => self.terminal.clear(),
                Ok(ScreenInput::Key(_)) | Err(RecvTimeoutError::Timeout) => {}
                Ok(ScreenInput::Close) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

impl HallPicture {
    fn view(&self, now: Duration) -> HallView {
        let boards = self.live.iter().map(|((_, number), live)| {
            let to_move = live.game.to_move();
            let seat = |color: Color| {
                let thought = if color == to_move {
                    now.saturating_sub(live.since)
                } else {
                    Duration::ZERO
                };
                SeatView {
                    name: live.names[usize::from(color == Color::White)].clone(),
                    clock: live.left[color].map(|left| left.saturating_sub(thought)),
                }
            };
            HallBoard {
                number: *number,
                seats: ByColor::new(seat(Color::Black), seat(Color::White)),
                to_move,
                picture: Picture::from_game(&live.game),
            }
        });
        HallView {
            title: self.title.clone(),
            games: self.games,
            progress: self.progress.clone(),
            boards: boards.collect(),
            standings: self.standings.clone(),
            news: self.news.clone(),
            keys: KEYS,
        }
    }
}

fn lock(seen: &Mutex<HallPicture>) -> MutexGuard<'_, HallPicture> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}
