//! The operator's keys: Ctrl-C asks what to do, so does Ctrl-\, and no other key does anything during
//! play.

use std::io::{BufRead, BufReader, ErrorKind, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

#[cfg(unix)]
use super::unheard_signals::{ENDING, Listener};
use crate::cli::output::TextStream;
use crate::play::OperatorDecision;
use crate::port::{DriverInput, Operator};

const MENU: &str = "\n\
Stop? The game goes on while you decide.\n\
  1  we resign\n\
  2  the opponent has resigned\n\
  3  the judge stops the game\n\
  4  go on\n\
  5  leave now, resume later (or Ctrl-C again)\n\
> ";

/// Keyboard on which the menu is answered.
#[derive(Clone, Debug)]
pub(crate) enum Keyboard {
    /// Nobody else reads the terminal.
    Ours,
    /// Somebody reads it line by line, and asks [`Menu::take`] about each.
    Shared(Menu),
    /// The terminal is a screen, which shows the menu itself.
    Screen(ScreenMenu),
}

/// A menu on a screen.
#[derive(Clone)]
pub(crate) struct ScreenMenu(Arc<dyn Fn() -> bool + Send + Sync>);

impl ScreenMenu {
    /// A menu that `open` shows; it returns `false` where it is shown already.
    pub(crate) fn new(open: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(open))
    }
}

impl std::fmt::Debug for ScreenMenu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ScreenMenu")
    }
}

/// A menu whose answer another reader of the terminal brings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Menu(Arc<AtomicBool>);

impl Menu {
    /// Shows it; `false` where it is shown already.
    fn open(&self) -> bool {
        let is_new = !self.0.swap(true, Ordering::SeqCst);
        if is_new {
            show_menu();
        }
        is_new
    }

    /// Shows it, again where it is shown already: the operator pressed Ctrl-D.
    pub(crate) fn insist(&self) {
        if !self.open() {
            show_menu();
        }
    }

    /// Answer of a line to the open menu; `None` where none is open: the line is for others.
    pub(crate) fn take(&self, line: &str) -> Option<Option<Operator>> {
        if !self.0.load(Ordering::SeqCst) {
            return None;
        }
        let Some(choice) = choice(line) else {
            show_menu();
            return Some(None);
        };
        self.0.store(false, Ordering::SeqCst);
        Some(choice)
    }
}

/// Something that the operator types where one reader has the keyboard.
#[derive(Debug)]
pub(crate) enum Typed {
    /// The answer to the menu; `None`: go on.
    Answer(Option<Operator>),
    /// A line for others.
    Line(String),
    /// Ctrl-D at a terminal, which ends nothing.
    CtrlD,
}

/// Hands all that is typed to `act` until there is no more to come: the end of a file or a pipe, or a
/// terminal that has gone away.
pub(crate) fn read_keyboard(menu: &Menu, mut act: impl FnMut(Typed)) {
    let keyboard = std::io::stdin();
    loop {
        let mut line = String::new();
        match keyboard.lock().read_line(&mut line) {
            // A terminal that has gone away is none any more.
            Ok(0) if keyboard.is_terminal() => act(Typed::CtrlD),
            Ok(1..) => match menu.take(&line) {
                Some(answer) => act(Typed::Answer(answer)),
                None => act(Typed::Line(line.trim_end_matches(['\r', '\n']).to_owned())),
            },
            Ok(0) => return,
            Err(error) if error.kind() == ErrorKind::InvalidData => {}
            Err(_) => return,
        }
    }
}

fn show_menu() {
    TextStream::Stdout.text(MENU);
}

/// Recipient of signals.
pub(crate) struct SignalTarget {
    sender: Sender<DriverInput>,
    asking: Arc<AtomicBool>,
    is_over: Arc<AtomicBool>,
    keyboard: Keyboard,
}

impl SignalTarget {
    /// A target that speaks to a driver; `is_over` once the result stands.
    pub(crate) fn new(
        sender: Sender<DriverInput>,
        is_over: Arc<AtomicBool>,
        keyboard: Keyboard,
    ) -> Self {
        Self {
            sender,
            asking: Arc::new(AtomicBool::new(false)),
            is_over,
            keyboard,
        }
    }

    /// Ctrl-C: ask where there is something to decide and somebody to answer, else leave with
    /// everything intact.
    pub(crate) fn interrupted(&self) {
        if self.is_over.load(Ordering::SeqCst) {
            return self.send(Operator::Leaves);
        }
        if let Keyboard::Screen(menu) = &self.keyboard {
            if !(menu.0)() {
                self.send(Operator::Leaves);
            }
            return;
        }
        if let Keyboard::Shared(menu) = &self.keyboard {
            if !std::io::stdin().is_terminal() || !menu.open() {
                self.send(Operator::Leaves);
            }
            return;
        }
        let again = self.asking.swap(true, Ordering::SeqCst);
        match open_terminal() {
            Some(terminal) if !again => self.ask(terminal),
            _ => self.send(Operator::Leaves),
        }
    }

    /// The system wants us to end.
    pub(crate) fn terminated(&self) {
        self.send(Operator::Leaves);
    }

    fn ask(&self, terminal: Terminal) {
        let (sender, asking) = (self.sender.clone(), Arc::clone(&self.asking));
        thread::spawn(move || {
            let decision = converse(terminal);
            asking.store(false, Ordering::SeqCst);
            if let Some(decision) = decision {
                // The match may have ended while the operator thought.
                let _ = sender.send(DriverInput::Operator(decision));
            }
        });
    }

    fn send(&self, operator: Operator) {
        let _ = self.sender.send(DriverInput::Operator(operator));
    }
}

/// The operator's screen and keyboard.
struct Terminal {
    keys: BufReader<std::fs::File>,
    screen: std::fs::File,
}

#[cfg(unix)]
fn open_terminal() -> Option<Terminal> {
    let open = || {
        std::fs::File::options()
            .read(true)
            .write(true)
            .open("/dev/tty")
            .ok()
    };
    Some(Terminal {
        keys: BufReader::new(open()?),
        screen: open()?,
    })
}

#[cfg(not(unix))]
fn open_terminal() -> Option<Terminal> {
    let keys = std::fs::File::options().read(true).open("CONIN$").ok()?;
    let screen = std::fs::File::options().write(true).open("CONOUT$").ok()?;
    Some(Terminal {
        keys: BufReader::new(keys),
        screen,
    })
}

/// Asks until there is an answer; `None` to go on.
fn converse(mut terminal: Terminal) -> Option<Operator> {
    loop {
        terminal.screen.write_all(MENU.as_bytes()).ok()?;
        let mut line = String::new();
        if terminal.keys.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some(choice) = choice(&line) {
            return choice;
        }
    }
}

/// Answer in a line; the outer `None` where it means nothing.
pub(super) fn choice(line: &str) -> Option<Option<Operator>> {
    Some(match line.trim() {
        "1" => Some(Operator::Decides(OperatorDecision::WeResign)),
        "2" => Some(Operator::Decides(OperatorDecision::OpponentResigned)),
        "3" => Some(Operator::Decides(OperatorDecision::JudgeStops)),
        "4" => None,
        "5" => Some(Operator::Leaves),
        _ => return None,
    })
}

/// Listens for signals until dropped.
#[cfg(unix)]
pub(crate) struct Signals {
    handle: signal_hook::iterator::Handle,
    _listener: Listener,
}

#[cfg(unix)]
impl Signals {
    /// Hands SIGINT, SIGQUIT, SIGTERM and SIGHUP to `act`, and SIGTSTP where it has to stop nothing.
    ///
    /// # Errors
    /// The system's error in setting up the handler.
    pub(crate) fn listen(
        ctrl_z: CtrlZ,
        mut act: impl FnMut(Signal) + Send + 'static,
    ) -> std::io::Result<Self> {
        use signal_hook::consts::{SIGINT, SIGQUIT, SIGTSTP};
        let listener = Listener::begin()?;
        let mut signals = signal_hook::iterator::Signals::new(ENDING)?;
        if ctrl_z == CtrlZ::Ignored {
            signals.add_signal(SIGTSTP)?;
        }
        let handle = signals.handle();
        thread::spawn(move || {
            for signal in signals.forever() {
                act(match signal {
                    SIGINT | SIGQUIT => Signal::Interrupt,
                    SIGTSTP => Signal::Stop,
                    _ => Signal::Terminate,
                });
            }
        });
        Ok(Self {
            handle,
            _listener: listener,
        })
    }
}

#[cfg(unix)]
impl Drop for Signals {
    fn drop(&mut self) {
        self.handle.close();
    }
}

/// Effect of Ctrl-Z, where the system knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CtrlZ {
    /// It stops the program until the shell lets it go on.
    Stops,
    /// It stops nothing: somebody waits for answers.
    Ignored,
}

/// A signal of the system, or one of the operator's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Ctrl-C or Ctrl-\.
    Interrupt,
    /// Ctrl-Z.
    #[cfg_attr(not(unix), expect(dead_code, reason = "Windows sends no such signal"))]
    Stop,
    /// End now.
    #[cfg_attr(not(unix), expect(dead_code, reason = "Windows sends no such signal"))]
    Terminate,
}

/// Without signals a flag is looked at.
#[cfg(not(unix))]
pub(crate) struct Signals(Arc<AtomicBool>);

#[cfg(not(unix))]
impl Signals {
    /// Hands Ctrl-C to `act`.
    ///
    /// # Errors
    /// The system's error in setting up the handler.
    pub(crate) fn listen(
        _: CtrlZ,
        mut act: impl FnMut(Signal) + Send + 'static,
    ) -> std::io::Result<Self> {
        const POLL_INTERVAL: std::time::Duration = std::time::Duration::from_millis(50);
        let (pressed, ended) = (
            Arc::new(AtomicBool::new(false)),
            Arc::new(AtomicBool::new(false)),
        );
        signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&pressed))?;
        let over = Arc::clone(&ended);
        thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                if pressed.swap(false, Ordering::SeqCst) {
                    act(Signal::Interrupt);
                }
                crate::port::pause(POLL_INTERVAL);
            }
        });
        Ok(Self(ended))
    }
}

#[cfg(not(unix))]
impl Drop for Signals {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_menus_numbers_mean_anything() {
        assert_eq!(choice("4\n"), Some(None));
        assert_eq!(choice(" 5 \n"), Some(Some(Operator::Leaves)));
        for nothing in ["", "y\n", "resign\n", "6\n"] {
            assert_eq!(choice(nothing), None, "{nothing:?}");
        }
    }
}
