//! The terminal as a screen: raw keys and a page of its own, given back whatever happens.

use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, Once, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::crossterm::cursor::{Hide, MoveTo, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture, poll, read};
use ratatui::crossterm::style::Print;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
#[cfg(unix)]
use rustix::event::PollFlags;

use crate::terminal::bounded_backend::BoundedBackend;
use crate::tui::{Key, Palette, ScreenLook};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::picture::Charset;
use sgmp_match::console::TextStream;
use sgmp_match::port::pause;

/// Elsewhere nothing is awaited by hand.
#[cfg(not(unix))]
struct PollFlags;

#[cfg(not(unix))]
impl PollFlags {
    const IN: Self = Self;

    const fn empty() -> Self {
        Self
    }
}

/// Interval at which the reader of keys looks whether there is still a screen.
const LOOK_INTERVAL: Duration = Duration::from_millis(200);
/// Time that a program has to end by itself once its terminal is gone.
const HANG_UP_TIMEOUT: Duration = Duration::from_secs(5);
/// Interval at which it looks for a new screen.
const AWAY_INTERVAL: Duration = Duration::from_millis(20);

/// True if lines were asked for.
static KEEPS_TO_LINES: AtomicBool = AtomicBool::new(false);

/// True while the terminal is a screen.
static IS_SCREEN: AtomicBool = AtomicBool::new(false);

/// True while a match is on the screen, which goes on where the terminal has gone.
static OUTLIVES: AtomicBool = AtomicBool::new(false);

/// The reader of keys: one for the whole program, for a thread that waits for a key cannot be called back.
static KEYS: Mutex<Option<KeyTaker>> = Mutex::new(None);
type KeyTaker = Box<dyn Fn(Key) + Send>;
static READER: Once = Once::new();
static WATCHER: Once = Once::new();
/// The characters that the terminal draws, which is found out before anybody reads keys.
static PROBED: OnceLock<Charset> = OnceLock::new();
static PANIC_HOOK: Once = Once::new();

/// The terminal as a screen until it is dropped.
pub struct ScreenTerminal {
    terminal: Terminal<BoundedBackend>,
    look: ScreenLook,
}

impl ScreenTerminal {
    /// Makes the terminal a screen.
    ///
    /// # Errors
    /// A terminal that refuses.
    pub fn open(charset: Charset) -> Result<Self, Failure> {
        PANIC_HOOK.call_once(|| {
            let told = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                leave_screen();
                told(panic);
            }));
        });
        WATCHER.call_once(|| {
            thread::spawn(watch_terminal);
        });
        let opened = enter_screen().and_then(|()| Terminal::new(BoundedBackend::new(stdout())));
        let terminal = opened.map_err(|error| {
            leave_screen();
            Failure::new(
                Blame::Record,
                format!("this terminal is no screen: {error}"),
            )
        })?;
        let palette = Palette::from_environment(|name| std::env::var(name).ok());
        let charset = match charset {
            Charset::Unicode => *PROBED.get_or_init(probed_charset),
            Charset::Ascii => Charset::Ascii,
        };
        let mut screen = Self {
            terminal,
            look: ScreenLook { charset, palette },
        };
        screen.clear();
        Ok(screen)
    }

    /// The characters and colors.
    pub const fn look(&self) -> ScreenLook {
        self.look
    }

    /// The width in columns and the height in rows; 0 where the terminal does not say.
    pub fn size(&self) -> (u16, u16) {
        let size = self.terminal.size().unwrap_or_default();
        (size.width, size.height)
    }

    /// Hands keys to a queue from now on.
    pub fn send_keys<T: Send + 'static>(
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

    /// The program goes on where the terminal goes away: a match is on.
    pub fn outlives_its_terminal(&self) {
        OUTLIVES.store(true, Ordering::SeqCst);
    }

    /// Draws a state over the whole screen.
    pub fn draw(&mut self, draw: impl FnOnce(ScreenLook, &mut ratatui::Frame<'_>)) {
        let look = self.look;
        let drawn = self.terminal.draw(|frame| draw(look, frame));
        if let Err(error) = drawn {
            log::debug!("the screen cannot be drawn: {error}");
        }
    }

    /// Forgets what stands on the screen, so that all of it is drawn anew.
    pub fn clear(&mut self) {
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
    pub fn suspend(&mut self) {
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
        OUTLIVES.store(false, Ordering::SeqCst);
        leave_screen();
    }
}

fn enter_screen() -> io::Result<()> {
    IS_SCREEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)
}

/// Gives the terminal back; once, however many want it.
pub fn leave_screen() {
    if IS_SCREEN.swap(false, Ordering::SeqCst) {
        // A terminal that has gone away needs nothing back.
        let _gone = execute!(stdout(), DisableMouseCapture, Show, LeaveAlternateScreen);
        let _gone = disable_raw_mode();
    }
}

/// Gives the keys back where the screen itself takes no letters any more.
pub fn restore_keyboard() {
    // A terminal that has gone away needs nothing back.
    let _gone = disable_raw_mode();
}

/// From now on there is no screen, whatever the terminal can do (`--plain`).
pub fn keep_to_lines() {
    KEEPS_TO_LINES.store(true, Ordering::Relaxed);
}

/// Returns whether a person sits before a screen: a terminal for keys and text that can move its cursor, and
/// lines were not asked for.
pub fn has_screen() -> bool {
    let terminal = std::env::var("TERM").unwrap_or_default();
    let is_dumb = terminal == "dumb" || (cfg!(unix) && terminal.is_empty());
    let is_screen = stdin().is_terminal() && TextStream::Stdout.is_terminal() && !is_dumb;
    is_screen && !KEEPS_TO_LINES.load(Ordering::Relaxed)
}

/// The characters of boards: ASCII where that is asked for, and where lines and round stones may be
/// missing or take two columns.
pub fn charset(is_ascii: bool) -> Charset {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
    let locale = locale.into_iter().find(|value| !value.is_empty());
    let locale = locale.unwrap_or_default();
    let is_wide = ["zh", "ja", "ko"]
        .iter()
        .any(|tongue| locale.starts_with(tongue));
    let is_utf8 = locale
        .to_ascii_lowercase()
        .replace('-', "")
        .contains("utf8");
    let terminal = variable("TERM");
    if is_ascii || is_wide || !is_utf8 || terminal == "dumb" || terminal == "linux" {
        Charset::Ascii
    } else {
        Charset::Unicode
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

/// Reads keys as long as there is a screen: afterwards lines may be read by somebody else.
fn read_keys() {
    loop {
        if !IS_SCREEN.load(Ordering::SeqCst) {
            pause(AWAY_INTERVAL);
            continue;
        }
        if is_gone_within(LOOK_INTERVAL, PollFlags::IN) {
            return;
        }
        match poll(Duration::ZERO) {
            Ok(true) => {}
            Ok(false) => continue,
            Err(_) => return,
        }
        let Ok(event) = read() else { return };
        let keys = KEYS.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some(key), Some(send)) = (Key::from_event(&event), &*keys) {
            send(key);
        }
    }
}

/// Looks whether the terminal goes away, which is also noticed while the library asks it for something.
fn watch_terminal() {
    loop {
        let is_gone = is_gone_within(LOOK_INTERVAL, PollFlags::empty());
        if IS_SCREEN.load(Ordering::SeqCst) && is_gone {
            return end_without_terminal();
        }
        if is_gone {
            pause(LOOK_INTERVAL);
        }
    }
}

/// Waits for what is awaited, at most so long, and returns whether the terminal has gone away. The library that reads
/// keys would look for them for ever then, at the whole cost of a processor: it is asked only where there is something to
/// read, or a new size.
#[cfg(unix)]
fn is_gone_within(time: Duration, awaited: PollFlags) -> bool {
    use rustix::event::{PollFd, Timespec, poll};
    let keyboard = stdin();
    let mut keys = [PollFd::new(&keyboard, awaited)];
    let time = Timespec::try_from(time).ok();
    let looked = poll(&mut keys, time.as_ref());
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    looked.is_ok() && keys[0].revents().intersects(gone)
}

/// Elsewhere the library notices it.
#[cfg(not(unix))]
fn is_gone_within(time: Duration, _: PollFlags) -> bool {
    pause(time.min(AWAY_INTERVAL));
    false
}

/// The exit code of an interrupted program, as shells have it: 128 and the number of SIGINT.
const INTERRUPTED: i32 = 128 + 2;

/// Ends the program as the system does that tells of a terminal that is gone: whoever started it may have kept that
/// from it. A match goes on without its screen.
#[expect(
    clippy::disallowed_methods,
    reason = "the rest of the program waits for keys that never come"
)]
fn end_without_terminal() {
    if OUTLIVES.load(Ordering::SeqCst) {
        return;
    }
    hang_up();
    pause(HANG_UP_TIMEOUT);
    std::process::exit(INTERRUPTED);
}

#[cfg(unix)]
fn hang_up() {
    use rustix::process::{Signal, getpid, kill_process};
    if let Err(error) = kill_process(getpid(), Signal::HUP) {
        log::debug!("cannot hang up: {error}");
    }
}

#[cfg(not(unix))]
const fn hang_up() {}

#[cfg(unix)]
fn stop_program() {
    use rustix::process::{Signal, getpid, kill_process};
    if let Err(error) = kill_process(getpid(), Signal::TSTP) {
        log::debug!("cannot stop: {error}");
    }
}

#[cfg(not(unix))]
const fn stop_program() {}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::File;
    use std::io::Read;
    use std::process::Command;

    use rustix::fs::{Mode, OFlags, open};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

    use super::*;

    /// Set for the tests that run on a terminal of their own.
    const ON_TERMINAL: &str = "SGMP_TEST_ON_TERMINAL";

    /// As [`on_terminal_of`], with 80 columns and 24 rows.
    fn on_terminal(test: &str, column: u16) -> (bool, String) {
        on_terminal_of((80, 24), test, column)
    }

    /// Runs one of the ignored tests on a new terminal that answers questions for its cursor with `column`; whether it
    /// has passed, and all that it showed. The terminal has to be as it was then.
    fn on_terminal_of((columns, rows): (u16, u16), test: &str, column: u16) -> (bool, String) {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let slave = open(name.as_c_str(), flags, Mode::empty()).unwrap();
        let size = Winsize {
            ws_row: rows,
            ws_col: columns,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&slave, size).unwrap();
        let mut master = File::from(master);
        let reader = thread::spawn(move || {
            let mut shown = Vec::new();
            let mut buffer = [0; 1024];
            let mut answered = 0;
            // The end is there when nobody holds the other side any more.
            while let Ok(count @ 1..) = master.read(&mut buffer) {
                shown.extend_from_slice(&buffer[..count]);
                let text = String::from_utf8_lossy(&shown);
                let asked = text.matches("\x1b[6n").count();
                for _ in answered..asked {
                    write!(master, "\x1b[1;{column}R").unwrap();
                }
                answered = asked;
            }
            String::from_utf8_lossy(&shown).into_owned()
        });
        let end = || slave.try_clone().unwrap();
        let test = format!("terminal::screen_terminal::tests::{test}");
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "--nocapture", &test])
            .env(ON_TERMINAL, "1")
            .env("TERM", "xterm")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .status()
            .unwrap();
        let modes = tcgetattr(&slave).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO));
        drop(slave);
        (status.success(), reader.join().unwrap())
    }

    fn is_on_terminal() -> bool {
        std::env::var_os(ON_TERMINAL).is_some()
    }

    #[test]
    #[ignore = "it panics on purpose, for the test below"]
    fn panics_on_a_screen() {
        if is_on_terminal() {
            let _screen = ScreenTerminal::open(Charset::Ascii).unwrap();
            panic!("a mistake of ours");
        }
    }

    #[test]
    fn a_panic_gives_the_terminal_back() {
        let (has_passed, shown) = on_terminal("panics_on_a_screen", 2);
        assert!(!has_passed);
        let left = shown.find("\x1b[?1049l").expect("the screen is left");
        let told = shown.find("a mistake of ours").expect("the panic is told");
        assert!(shown.contains("\x1b[?1049h") && left < told, "{shown:?}");
        assert!(shown.contains("\x1b[?25h"), "the cursor is shown again");
    }

    #[test]
    #[ignore = "it wants a terminal, which the test below has"]
    fn probes_a_stone() {
        if is_on_terminal() {
            let screen = ScreenTerminal::open(Charset::Unicode).unwrap();
            let charset = screen.look().charset;
            drop(screen);
            println!("found: {charset:?}");
        }
    }

    #[test]
    fn stones_of_two_columns_are_letters() {
        let (has_passed, shown) = on_terminal("probes_a_stone", 2);
        assert!(has_passed && shown.contains("found: Unicode"), "{shown:?}");
        let (has_passed, shown) = on_terminal("probes_a_stone", 3);
        assert!(has_passed && shown.contains("found: Ascii"), "{shown:?}");
    }
    #[test]
    #[ignore = "it wants a terminal, which the test below has"]
    fn draws_a_whole_screen() {
        if is_on_terminal() {
            let mut screen = ScreenTerminal::open(Charset::Ascii).unwrap();
            let mut drawn = (0, 0);
            screen.draw(|_, frame| drawn = (frame.area().width, frame.area().height));
            drop(screen);
            println!("drawn: {drawn:?}");
        }
    }

    /// From public reports: memory for a window of 65535 columns and rows is nowhere to be had.
    #[test]
    fn of_an_enormous_window_a_part_is_drawn() {
        for (size, drawn) in [
            ((u16::MAX, u16::MAX), "(1000, 500)"),
            ((90, 30), "(90, 30)"),
        ] {
            let (has_passed, shown) = on_terminal_of(size, "draws_a_whole_screen", 2);
            assert!(
                has_passed && shown.contains(&format!("drawn: {drawn}")),
                "{shown:?}"
            );
        }
    }
}
