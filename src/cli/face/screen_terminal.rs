//! The terminal as a screen: raw keys and a page of its own, given back whatever happens.

use std::io::{self, Stdout, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, Once, PoisonError};
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, MoveTo, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture, read};
use ratatui::crossterm::style::Print;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};

use crate::cli::exit::{Exit, Failure};
use crate::picture::Charset;
use crate::tui::{Key, Palette, ScreenLook};

/// True while the terminal is a screen.
static IS_SCREEN: AtomicBool = AtomicBool::new(false);

/// The reader of keys: one for the whole program, for a thread that waits for a key cannot be called back.
static KEYS: Mutex<Option<Box<dyn Fn(Key) + Send>>> = Mutex::new(None);
static READER: Once = Once::new();
static PANIC_HOOK: Once = Once::new();

/// The terminal as a screen until it is dropped.
pub(crate) struct ScreenTerminal {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    look: ScreenLook,
}

impl ScreenTerminal {
    /// Makes the terminal a screen.
    ///
    /// # Errors
    /// A terminal that refuses.
    pub(crate) fn open(charset: Charset) -> Result<Self, Failure> {
        PANIC_HOOK.call_once(|| {
            let told = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                leave_screen();
                told(panic);
            }));
        });
        let opened = enter_screen().and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        let terminal = opened.map_err(|error| {
            leave_screen();
            Failure::new(Exit::Record, format!("this terminal is no screen: {error}"))
        })?;
        let palette = Palette::from_environment(|name| std::env::var(name).ok());
        let charset = match charset {
            Charset::Unicode if !READER.is_completed() => probed_charset(),
            charset => charset,
        };
        Ok(Self {
            terminal,
            look: ScreenLook { charset, palette },
        })
    }

    /// The characters and colors.
    pub(crate) const fn look(&self) -> ScreenLook {
        self.look
    }

    /// Columns and rows.
    pub(crate) fn size(&self) -> (u16, u16) {
        let size = self.terminal.size().unwrap_or_default();
        (size.width, size.height)
    }

    /// Hands keys to a queue from now on.
    pub(crate) fn send_keys<T: Send + 'static>(
        &self,
        queue: Sender<T>,
        input: impl Fn(Key) -> T + Send + 'static,
    ) {
        let send = move |key| {
            // Whoever has left the queue wants no keys.
            let _gone = queue.send(input(key));
        };
        *KEYS.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(send));
        READER.call_once(|| {
            thread::spawn(read_keys);
        });
    }

    /// Draws a state.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(ScreenLook, &mut ratatui::Frame<'_>)) {
        let look = self.look;
        let drawn = self.terminal.draw(|frame| draw(look, frame));
        if let Err(error) = drawn {
            log::debug!("the screen cannot be drawn: {error}");
        }
    }

    /// Forgets what stands on the screen, so that all of it is drawn anew.
    pub(crate) fn clear(&mut self) {
        if let Err(error) = self.terminal.clear() {
            log::debug!("the screen cannot be cleared: {error}");
        }
    }

    /// Rings the terminal's bell.
    pub(crate) fn bell(&self) {
        let rung = stdout().write_all(b"\x07").and_then(|()| stdout().flush());
        if let Err(error) = rung {
            log::debug!("no bell: {error}");
        }
    }

    /// Stops the program, as Ctrl-Z does elsewhere, until the shell lets it go on.
    pub(crate) fn suspend(&mut self) {
        leave_screen();
        stop_program();
        if let Err(error) = enter_screen() {
            log::debug!("the terminal is no screen any more: {error}");
        }
        self.clear();
    }
}

impl Drop for ScreenTerminal {
    fn drop(&mut self) {
        leave_screen();
    }
}

fn enter_screen() -> io::Result<()> {
    IS_SCREEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)
}

/// Gives the terminal back; once, however many want it.
pub(crate) fn leave_screen() {
    if IS_SCREEN.swap(false, Ordering::SeqCst) {
        // A terminal that has gone away needs nothing back.
        let _gone = execute!(stdout(), DisableMouseCapture, Show, LeaveAlternateScreen);
        let _gone = disable_raw_mode();
    }
}

/// Unicode if the terminal draws a round stone one column wide. It says so itself: a stone is drawn, and the
/// terminal asked for its cursor.
fn probed_charset() -> Charset {
    let place = execute!(stdout(), MoveTo(0, 0), Print('●')).and_then(|()| cursor::position());
    match place {
        Ok((1, _)) => Charset::Unicode,
        _ => Charset::Ascii,
    }
}

fn read_keys() {
    while let Ok(event) = read() {
        let keys = KEYS.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some(key), Some(send)) = (Key::from_event(&event), &*keys) {
            send(key);
        }
    }
}

#[cfg(unix)]
fn stop_program() {
    use rustix::process::{Signal, getpid, kill_process};
    if let Err(error) = kill_process(getpid(), Signal::TSTP) {
        log::debug!("cannot stop: {error}");
    }
}

#[cfg(not(unix))]
const fn stop_program() {}
