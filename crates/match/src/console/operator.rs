//! The operator's keys: Ctrl-C asks what to do, so does Ctrl-\, and no other key does anything during
//! play.

use std::io::{BufRead, BufReader, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::console::operator_menu::{MenuAnswer, OperatorMenu};
#[cfg(unix)]
use crate::console::unheard_signals::{Listener, ending};
use crate::console::{TextStream, stderr_line};
use crate::port::{DriverInput, Operator};

/// Keyboard on which the menu is answered.
#[derive(Clone, Debug)]
pub enum Keyboard {
    /// Nobody else reads the terminal.
    Ours,
    /// Somebody reads it line by line, and asks `Menu::take` about each.
    Shared(Menu),
    /// The terminal is a screen, which shows the menu itself.
    Screen(ScreenMenu),
    /// Nobody sees what is asked.
    Nobody,
}

/// A menu on a screen.
#[derive(Clone)]
pub struct ScreenMenu(Arc<dyn Fn() -> bool + Send + Sync>);

impl ScreenMenu {
    /// A menu that `open` shows; it returns `false` where it is shown already.
    pub fn new(open: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(open))
    }
}

impl std::fmt::Debug for ScreenMenu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ScreenMenu")
    }
}

/// A menu whose answer another reader of the terminal brings; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Menu(Arc<Mutex<MenuState>>);

#[derive(Debug, Default)]
struct MenuState {
    /// The menu of the match that is on.
    closed: OperatorMenu,
    open: Option<OperatorMenu>,
}

impl Menu {
    /// From now on it is this one that is shown.
    fn set(&self, menu: OperatorMenu) {
        self.state().closed = menu;
    }

    /// Shows it; `false` where it is shown already.
    fn open(&self) -> bool {
        let mut state = self.state();
        if state.open.is_some() {
            return false;
        }
        show(&state.closed);
        state.open = Some(state.closed.clone());
        true
    }

    /// Shows it, again where it is shown already: the operator pressed Ctrl-D.
    pub fn insist(&self) {
        if !self.open()
            && let Some(menu) = &self.state().open
        {
            show(menu);
        }
    }

    /// Answer of a line to the open menu; `None` where none is open: the line is for others.
    pub(crate) fn take(&self, line: &str) -> Option<Option<Operator>> {
        let mut state = self.state();
        let said = match state.open.as_mut()?.answer(line) {
            MenuAnswer::Asks => {
                state.open.as_ref().inspect(|menu| show(menu));
                return Some(None);
            }
            MenuAnswer::GoesOn => None,
            MenuAnswer::Says(operator) => Some(operator),
        };
        state.open = None;
        Some(said)
    }

    fn state(&self) -> MutexGuard<'_, MenuState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Something that the operator types where one reader has the keyboard.
#[derive(Debug)]
pub enum Typed {
    /// The answer to the menu; `None`: go on.
    Answer(Option<Operator>),
    /// A line for others.
    Line(String),
    /// Ctrl-D at a terminal, which ends nothing.
    CtrlD,
}

/// Hands all that is typed to `act` until there is no more to come: the end of a file or a pipe, or a
/// terminal that has gone away.
pub fn read_keyboard(menu: &Menu, mut act: impl FnMut(Typed)) {
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

fn show(menu: &OperatorMenu) {
    TextStream::Stdout.text(&asked(menu));
}

/// The menu as a terminal shows it, with room for the answer.
fn asked(menu: &OperatorMenu) -> String {
    format!("\n{}\n> ", menu.text())
}

pub(crate) struct SignalTarget {
    sender: Sender<DriverInput>,
    asking: Arc<AtomicBool>,
    menu: OperatorMenu,
    keyboard: Keyboard,
}

impl SignalTarget {
    /// A target that speaks to a driver.
    pub(crate) fn new(sender: Sender<DriverInput>, menu: OperatorMenu, keyboard: Keyboard) -> Self {
        if let Keyboard::Shared(shared) = &keyboard {
            shared.set(menu.clone());
        }
        Self {
            sender,
            asking: Arc::new(AtomicBool::new(false)),
            menu,
            keyboard,
        }
    }

    /// Ctrl-C: ask where there is something to decide and somebody to answer, else leave with
    /// everything intact.
    pub(crate) fn interrupted(&self) {
        if self.menu.is_over() {
            return self.send(Operator::Leaves);
        }
        match &self.keyboard {
            Keyboard::Screen(menu) => {
                if !(menu.0)() {
                    self.send(Operator::Leaves);
                }
            }
            Keyboard::Shared(menu) if std::io::stdin().is_terminal() => {
                if !menu.open() {
                    self.send(Operator::Leaves);
                }
            }
            Keyboard::Shared(_) | Keyboard::Nobody => {
                let again = self.asking.swap(true, Ordering::SeqCst);
                self.send(self.menu.unasked(again));
            }
            Keyboard::Ours => {
                let again = self.asking.swap(true, Ordering::SeqCst);
                match open_terminal() {
                    Some(terminal) if !again => self.ask(terminal),
                    _ => self.send(self.menu.unasked(again)),
                }
            }
        }
    }

    /// The system wants us to end.
    pub(crate) fn terminated(&self) {
        self.send(Operator::Leaves);
    }

    fn ask(&self, terminal: Terminal) {
        let (sender, asking) = (self.sender.clone(), Arc::clone(&self.asking));
        let menu = self.menu.clone();
        thread::spawn(move || {
            let decision = converse(terminal, menu);
            asking.store(false, Ordering::SeqCst);
            match decision {
                // The match may have ended while the operator thought.
                Some(decision) => drop(sender.send(DriverInput::Operator(decision))),
                None => stderr_line("going on"),
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
fn converse(mut terminal: Terminal, mut menu: OperatorMenu) -> Option<Operator> {
    loop {
        terminal.screen.write_all(asked(&menu).as_bytes()).ok()?;
        let mut line = String::new();
        if terminal.keys.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match menu.answer(&line) {
            MenuAnswer::Asks => {}
            MenuAnswer::GoesOn => return None,
            MenuAnswer::Says(operator) => return Some(operator),
        }
    }
}

/// Listens for signals until dropped.
#[cfg(unix)]
pub struct Signals {
    handle: signal_hook::iterator::Handle,
    _listener: Listener,
}

#[cfg(unix)]
impl Signals {
    /// Hands SIGINT, SIGQUIT, SIGTERM and SIGHUP (not below `nohup`) to `act`, and SIGTSTP where it has to stop nothing.
    ///
    /// # Errors
    /// The system's error in setting up the handler.
    pub fn listen(
        ctrl_z: CtrlZ,
        mut act: impl FnMut(Signal) + Send + 'static,
    ) -> std::io::Result<Self> {
        use signal_hook::consts::{SIGINT, SIGQUIT, SIGTSTP};
        let listener = Listener::begin()?;
        let mut signals = signal_hook::iterator::Signals::new(ending())?;
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
pub enum CtrlZ {
    /// It stops the program until the shell lets it go on.
    Stops,
    /// It stops nothing: somebody waits for answers.
    Ignored,
}

/// A signal of the system, or one of the operator's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C or Ctrl-\.
    Interrupt,
    /// Ctrl-Z.
    Stop,
    /// SIGTERM, SIGHUP or another signal that asks for the end at once.
    Terminate,
}

/// Without signals a flag is looked at.
#[cfg(not(unix))]
pub struct Signals(Arc<AtomicBool>);

#[cfg(not(unix))]
impl Signals {
    /// Hands Ctrl-C to `act`.
    ///
    /// # Errors
    /// The system's error in setting up the handler.
    pub fn listen(_: CtrlZ, mut act: impl FnMut(Signal) + Send + 'static) -> std::io::Result<Self> {
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
