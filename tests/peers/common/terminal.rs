//! A terminal with somebody at it.

use std::io::Write;
use std::os::fd::OwnedFd;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::io::{read, write};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

use super::cable::{open_tty, pty};
use super::program::{HANG_TIMEOUT, Program};
use super::words::Folder;

const LOOK_EVERY: Duration = Duration::from_millis(5);

/// A terminal and the program that runs on it, which has it for its controlling terminal.
pub(crate) struct Terminal {
    keys: Option<OwnedFd>,
    screen: Arc<Mutex<Vec<u8>>>,
    off: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
    pub(crate) program: Program,
}

impl Terminal {
    /// Starts a program as a shell in the foreground does.
    pub(crate) fn start(folder: &Folder, name: &str, command: &Command) -> Self {
        let (master, slave) = pty();
        let line = open_tty(&slave);
        cook(&line);
        let mut session = Command::new("setsid");
        // Lines of text, no screen: it can move no cursor.
        session
            .env("TERM", "dumb")
            .arg("--ctty")
            .arg(command.get_program())
            .args(command.get_args());
        let program = Program::start_at(folder, name, &mut session, line);
        let screen = Arc::new(Mutex::new(Vec::new()));
        let off = Arc::new(AtomicBool::new(false));
        let keys = master.try_clone().expect("a second descriptor");
        let (shown, is_off) = (Arc::clone(&screen), Arc::clone(&off));
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            while !is_off.load(Ordering::Relaxed) {
                match read(&master, &mut buffer) {
                    Ok(count) if count > 0 => {
                        let mut shown = shown.lock().expect("a screen");
                        shown
                            .write_all(&buffer[..count])
                            .expect("room on the screen");
                    }
                    _ => thread::sleep(LOOK_EVERY),
                }
            }
        });
        Self {
            keys: Some(keys),
            screen,
            off,
            reader: Some(reader),
            program,
        }
    }

    /// Everything shown so far.
    pub(crate) fn screen(&self) -> String {
        let screen = self.screen.lock().expect("a screen");
        String::from_utf8_lossy(&screen).into_owned()
    }

    /// Waits until `text` is shown.
    #[track_caller]
    pub(crate) fn shows(&self, text: &str) {
        let deadline = Instant::now() + HANG_TIMEOUT;
        while !self.screen().contains(text) {
            assert!(
                Instant::now() < deadline,
                "{text:?} is not on the screen:\n{}",
                self.screen()
            );
            thread::sleep(LOOK_EVERY);
        }
    }

    pub(crate) fn press(&self, keys: &str) {
        let keyboard = self.keys.as_ref().expect("a terminal that is on");
        write(keyboard, keys.as_bytes()).expect("a keyboard");
    }

    /// Takes the terminal away, as the closing of its window does.
    pub(crate) fn hang_up(&mut self) {
        self.off.store(true, Ordering::Relaxed);
        self.keys = None;
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }

    pub(crate) fn interrupt(&self) {
        self.press("\x03");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.hang_up();
    }
}

/// Line editing, echo and signals, as a person has them.
pub(crate) fn cook(line: &std::fs::File) {
    use rustix::termios::{InputModes, LocalModes, OutputModes};
    let mut settings = tcgetattr(line).expect("settings");
    settings.local_modes |= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
    settings.input_modes |= InputModes::ICRNL | InputModes::IXON;
    settings.output_modes |= OutputModes::OPOST | OutputModes::ONLCR;
    tcsetattr(line, OptionalActions::Now, &settings).expect("cooked settings");
}
