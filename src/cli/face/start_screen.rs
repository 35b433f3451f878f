//! The start page as a screen.

use std::sync::mpsc::{Receiver, channel};

use super::game_setup::{GameSetup, SetupStep};
use super::play_command::user_archive;
use super::screen_terminal::{ScreenTerminal, charset};
use crate::cli::exit::{Exit, Failure};
use crate::cli::matches::operator::{CtrlZ, Signals};
use crate::port::list_ports;
use crate::tui::{Key, KeyHelp, MenuRow, MenuView};

/// An entry of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// The match that the configuration file sets.
    Configured,
    /// The tutorial.
    Learn,
    /// A game that suits a learner.
    Igo,
    /// A game against the computer, set up first.
    Computer,
    /// Two persons at this computer.
    TwoPlayers,
    /// The last game that has no result.
    LastGame,
    /// A match over a line.
    LineMatch,
    /// The end.
    Leave,
}

impl Entry {
    const fn key(self) -> char {
        match self {
            Self::Configured => 's',
            Self::Learn => 'l',
            Self::Igo => 'i',
            Self::Computer => 'c',
            Self::TwoPlayers => 't',
            Self::LastGame => 'g',
            Self::LineMatch => 'm',
            Self::Leave => 'q',
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Self::Configured => "The match of your settings",
            Self::Learn => "Learn the game",
            Self::Igo => "Igo: a game on 9x9 that suits you",
            Self::Computer => "Play the computer",
            Self::TwoPlayers => "Two players here",
            Self::LastGame => "Go on with the last game",
            Self::LineMatch => "A match over a line",
            Self::Leave => "Leave",
        }
    }

    const fn note(self) -> &'static str {
        match self {
            Self::Configured => "sgmp-go config show tells them.",
            Self::Learn => {
                "Short screens, an exercise on each, and a game at the end. Your place is kept."
            }
            Self::Igo => {
                "The computer gives you stones at first; wins lead up, losses down, and your rank is told honestly."
            }
            Self::Computer => "Choose the board, the level, the colors, a handicap, clocks.",
            Self::TwoPlayers => "Both move at this computer, in turn.",
            Self::LastGame => "It goes on where it was left.",
            Self::LineMatch => {
                "Against another computer: a serial line, a network, another program."
            }
            Self::Leave => "All commands and their options: sgmp-go --help",
        }
    }
}

const KEYS: [KeyHelp; 4] = [
    KeyHelp {
        key: "Enter",
        short: "choose",
        long: "",
    },
    KeyHelp {
        key: "arrows",
        short: "move",
        long: "",
    },
    KeyHelp {
        key: "q",
        short: "leave",
        long: "",
    },
    KeyHelp {
        key: "click",
        short: "choose",
        long: "",
    },
];

/// Something that is heard on the page.
enum Heard {
    Key(Key),
    Interrupt,
}

/// The page with its entries.
struct StartScreen {
    entries: Vec<Entry>,
    chosen: usize,
    setup: Option<GameSetup>,
    /// The sides of the match that the configuration file sets.
    configured: Option<String>,
}

/// The step after a key.
enum Step {
    Stay,
    Leave,
    Begin(Vec<String>),
}

impl StartScreen {
    fn new(configured: Option<String>) -> Self {
        let has_game = user_archive().is_some_and(|archive| archive.last_unfinished().is_some());
        let all = [
            Entry::Configured,
            Entry::Learn,
            Entry::Igo,
            Entry::Computer,
            Entry::TwoPlayers,
            Entry::LastGame,
            Entry::LineMatch,
            Entry::Leave,
        ];
        let entries = all.into_iter();
        Self {
            entries: entries
                .filter(|entry| match entry {
                    Entry::Configured => configured.is_some(),
                    Entry::LastGame => has_game,
                    _ => true,
                })
                .collect(),
            chosen: 0,
            setup: None,
            configured,
        }
    }

    fn view(&self) -> MenuView {
        if let Some(setup) = &self.setup {
            return setup.view();
        }
        let row = |entry: &Entry| MenuRow {
            key: Some(entry.key()),
            label: match (entry, &self.configured) {
                (Entry::Configured, Some(sides)) => format!("{}: {sides}", entry.label()),
                _ => entry.label().to_owned(),
            },
            value: None,
        };
        let note = self.entries[self.chosen].note();
        MenuView {
            title: "sgmp-go plays Go".to_owned(),
            subtitle: "What would you like?".to_owned(),
            rows: self.entries.iter().map(row).collect(),
            chosen: self.chosen,
            note: note.to_owned(),
            is_warning: false,
            keys: &KEYS,
        }
    }

    fn press(&mut self, key: Key, size: (u16, u16)) -> Step {
        let clicked = match key {
            Key::Click(_, row) => self.view().row_at(size, row),
            _ => None,
        };
        if let Some(setup) = &mut self.setup {
            if let Some(row) = clicked {
                setup.click(row);
                return Step::Stay;
            }
            return match setup.press(key) {
                SetupStep::Stay => Step::Stay,
                SetupStep::Back => {
                    self.setup = None;
                    Step::Stay
                }
                SetupStep::Begin(words) => Step::Begin(words),
            };
        }
        let count = self.entries.len();
        let entry = match key {
            Key::Arrow(0, up) => {
                let step = count as isize - isize::from(up);
                self.chosen = (self.chosen + step as usize) % count;
                None
            }
            Key::Enter => self.entries.get(self.chosen).copied(),
            Key::Char(letter) => self.entries.iter().copied().find(|e| e.key() == letter),
            Key::Escape => Some(Entry::Leave),
            Key::Click(..) => clicked.and_then(|row| self.entries.get(row).copied()),
            _ => None,
        };
        entry.map_or(Step::Stay, |entry| self.choose(entry))
    }

    fn choose(&mut self, entry: Entry) -> Step {
        let place = self.entries.iter().position(|known| *known == entry);
        self.chosen = place.unwrap_or(self.chosen);
        match entry {
            Entry::Configured => begin(&["match"]),
            Entry::Learn => begin(&["tutorial"]),
            Entry::Igo => begin(&["igo"]),
            Entry::LastGame => begin(&["play", "--resume"]),
            Entry::Computer => self.set_up(GameSetup::computer()),
            Entry::TwoPlayers => self.set_up(GameSetup::two_players()),
            Entry::LineMatch => {
                let port = list_ports().into_iter().next().map(|port| port.name);
                self.set_up(GameSetup::line_match(port))
            }
            Entry::Leave => Step::Leave,
        }
    }

    fn set_up(&mut self, setup: GameSetup) -> Step {
        self.setup = Some(setup);
        Step::Stay
    }
}

fn begin(words: &[&str]) -> Step {
    Step::Begin(words.iter().map(ToString::to_string).collect())
}

/// Shows the page, and returns the words of the command line that the choice stands for; none to leave.
/// `configured` are the sides of the match that the configuration file sets.
///
/// # Errors
/// A terminal that is no screen.
pub(super) fn run(configured: Option<String>) -> Result<Option<Vec<String>>, Failure> {
    let mut screen = ScreenTerminal::open(charset(false))?;
    let mut page = StartScreen::new(configured);
    visit(&mut page, &mut screen)
}

fn visit(
    page: &mut StartScreen,
    screen: &mut ScreenTerminal,
) -> Result<Option<Vec<String>>, Failure> {
    let (sender, heard) = channel();
    let interrupted = sender.clone();
    let signals = Signals::listen(CtrlZ::Stops, move |_| {
        // After the page nobody listens.
        let _gone = interrupted.send(Heard::Interrupt);
    });
    let _signals = signals.map_err(|error| Failure::new(Exit::Port, error))?;
    screen.send_keys(sender, Heard::Key);
    show(page, screen, &heard)
}

fn show(
    page: &mut StartScreen,
    screen: &mut ScreenTerminal,
    heard: &Receiver<Heard>,
) -> Result<Option<Vec<String>>, Failure> {
    loop {
        let view = page.view();
        screen.draw(|look, frame| view.draw(look, frame));
        let gone = || Failure::new(Exit::Record, "nobody reads the keys any more");
        let key = match heard.recv().map_err(|_| gone())? {
            Heard::Interrupt | Heard::Key(Key::Interrupt) => return Ok(None),
            Heard::Key(key) => key,
        };
        match key {
            Key::Suspend => screen.suspend(),
            Key::Redraw => screen.clear(),
            key => match page.press(key, screen.size()) {
                Step::Stay => {}
                Step::Leave => return Ok(None),
                Step::Begin(words) => return Ok(Some(words)),
            },
        }
    }
}
