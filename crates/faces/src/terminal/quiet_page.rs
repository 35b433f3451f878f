//! A page of the terminal for a work that tells lines: what stood there before comes back, and no key echoes.

use std::io::stdout;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::crossterm::cursor::MoveTo;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen};
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, Timespec, poll};
#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, QueueSelector, Termios};

/// True while a page is open.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// The page, while it lasts.
pub struct QuietPage {
    /// The terminal's modes before it; `None` where they cannot be had.
    #[cfg(unix)]
    before: Option<Termios>,
}

impl QuietPage {
    /// Opens it. Ctrl-C acts as before.
    #[must_use]
    pub fn open() -> Self {
        // A terminal that does not take it shows the lines below the others.
        let _entered = execute!(stdout(), EnterAlternateScreen, MoveTo(0, 0));
        IS_OPEN.store(true, Ordering::Relaxed);
        Self {
            #[cfg(unix)]
            before: without_echo(),
        }
    }
}

impl QuietPage {
    /// Returns whether a page is open.
    #[must_use]
    pub fn is_open() -> bool {
        IS_OPEN.load(Ordering::Relaxed)
    }

    /// Returns whether a page is open and Enter was pressed on it.
    #[must_use]
    pub fn asks_back() -> bool {
        #[cfg(unix)]
        if Self::is_open() {
            let keyboard = std::io::stdin();
            let mut keys = [PollFd::new(&keyboard, PollFlags::IN)];
            let at_once = Timespec::default();
            return poll(&mut keys, Some(&at_once)).is_ok_and(|ready| ready > 0);
        }
        false
    }
}

impl Drop for QuietPage {
    fn drop(&mut self) {
        IS_OPEN.store(false, Ordering::Relaxed);
        #[cfg(unix)]
        if let Some(before) = &self.before {
            let keyboard = std::io::stdin();
            // A terminal that has gone away needs nothing back.
            let _forgotten = rustix::termios::tcflush(&keyboard, QueueSelector::IFlush);
            let _restored = rustix::termios::tcsetattr(&keyboard, OptionalActions::Now, before);
        }
        let _left = execute!(stdout(), LeaveAlternateScreen);
    }
}

/// Switches the echo of keys off, and returns the modes before.
#[cfg(unix)]
fn without_echo() -> Option<Termios> {
    let keyboard = std::io::stdin();
    let before = rustix::termios::tcgetattr(&keyboard).ok()?;
    let mut quiet = before.clone();
    quiet.local_modes -= LocalModes::ECHO;
    rustix::termios::tcsetattr(&keyboard, OptionalActions::Now, &quiet).ok()?;
    Some(before)
}
