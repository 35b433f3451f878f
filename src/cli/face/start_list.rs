//! The list of the start page, for the screen and for lines.

use clap::CommandFactory;

use super::game_setup::GameSetup;
use super::start_pages::{events, games_to_go_on_with, games_to_review, practice};
use crate::cli::args::Cli;
use crate::cli::config::config_command::{level_of_settings, own_settings};
use sgmp_faces::local_game::GameArchive;
use sgmp_faces::menus::menu_screen::{MenuPage, MenuStep};
use sgmp_faces::terminal::screen_terminal::has_screen;
use sgmp_faces::tui::{Key, KeyHelp, MenuRow, MenuView};
use sgmp_match::port::list_ports;

/// An entry of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// The match that the configuration file sets.
    Configured,
    Learn,
    /// A game that suits a learner: the first one.
    Igo,
    /// A game at the level of the settings, at once.
    QuickGame,
    /// A game against the computer, set up first.
    Computer,
    /// Two persons at this computer.
    TwoPlayers,
    /// The last game that has no result.
    LastGame,
    /// A game of the archive, or of a file, to go on with.
    Load,
    /// A match over a line.
    LineMatch,
    /// A game looked at afterwards.
    Review,
    /// Problems, small games, corners.
    Practice,
    /// Pages in a browser.
    Browser,
    Tournament,
    Settings,
    Leave,
}

impl Entry {
    const fn key(self) -> char {
        match self {
            Self::Configured => 'y',
            Self::Learn => 'l',
            Self::Igo => 'i',
            Self::QuickGame => 'f',
            Self::Computer => 'c',
            Self::TwoPlayers => 't',
            Self::LastGame => 'g',
            Self::Load => 'o',
            Self::LineMatch => 'm',
            Self::Review => 'r',
            Self::Practice => 'p',
            Self::Browser => 'b',
            Self::Tournament => 'e',
            Self::Settings => 's',
            Self::Leave => 'q',
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Self::Configured => "The match of your settings",
            Self::Learn => "Learn the game",
            Self::Igo => "A first game: Igo, on 9x9",
            Self::QuickGame => "A game on 9x9, at once",
            Self::Computer => "Play the computer",
            Self::TwoPlayers => "Two players here",
            Self::LastGame => "Go on with the last game",
            Self::Load => "Load a game",
            Self::LineMatch => "A match over a line",
            Self::Review => "Review a game",
            Self::Practice => "Practice: problems and more",
            Self::Browser => "In a browser",
            Self::Tournament => "A tournament",
            Self::Settings => "Settings",
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
                "Begin here: the computer gives you stones at first; wins lead up, losses down, and your rank is told honestly."
            }
            Self::QuickGame => {
                "You are Black and begin, with no stones ahead, at the level of your settings. Moves can be taken back, and h gives a hint."
            }
            Self::Computer => "Choose the board, the level, the colors, a handicap, clocks.",
            Self::TwoPlayers => "Both move at this computer, in turn.",
            Self::LastGame => "It goes on where it was left.",
            Self::LineMatch => {
                "Against another computer: a serial line, a network, another program; by hand too."
            }
            Self::Load => "A game that is not finished, or an SGF file, goes on here.",
            Self::Review => {
                "A game that you played, or any SGF file: who was ahead, where it turned, what if."
            }
            Self::Practice => {
                "Problems, moves to guess, a smallest game, a game to watch, corners."
            }
            Self::Browser => {
                "Tutorial, games, practice and reviews on pages of this computer; Enter ends them."
            }
            Self::Tournament => "Many players, many games, one table.",
            Self::Settings => {
                "Your name, the level, the board, sound and more: what is set here holds next time."
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

pub(super) struct StartList {
    entries: Vec<Entry>,
    chosen: usize,
    /// The page behind an entry, if one is open.
    open: Option<Box<dyn MenuPage>>,
    /// The sides of the match that the configuration file sets.
    configured: Option<String>,
}

impl StartList {
    const fn all() -> [Entry; 15] {
        [
            Entry::Configured,
            Entry::Learn,
            Entry::Igo,
            Entry::QuickGame,
            Entry::Computer,
            Entry::TwoPlayers,
            Entry::LastGame,
            Entry::Load,
            Entry::LineMatch,
            Entry::Review,
            Entry::Practice,
            Entry::Browser,
            Entry::Tournament,
            Entry::Settings,
            Entry::Leave,
        ]
    }

    /// The list of now. `configured` are the sides of the match that the configuration file sets, which stands first.
    pub(super) fn new(configured: Option<String>) -> Self {
        let has_game =
            GameArchive::of_this_user().is_some_and(|archive| archive.last_unfinished().is_some());
        let entries = Self::all().into_iter();
        Self {
            entries: entries
                .filter(|entry| match entry {
                    Entry::Configured => configured.is_some(),
                    Entry::LastGame => has_game,
                    _ => true,
                })
                .collect(),
            chosen: 0,
            open: None,
            configured,
        }
    }

    /// Opens the page of an entry.
    pub(crate) fn open(&mut self, entry: Entry) {
        let _stays = self.follow(entry);
    }

    fn follow(&mut self, entry: Entry) -> MenuStep {
        let place = self.entries.iter().position(|known| *known == entry);
        self.chosen = place.unwrap_or(self.chosen);
        let archive = GameArchive::of_this_user();
        let page: Box<dyn MenuPage> = match entry {
            Entry::Configured => return begin(&["match"]),
            Entry::Learn => return begin(&["tutorial"]),
            Entry::Igo => return begin(&["igo"]),
            Entry::QuickGame => return begin(&["play"]),
            Entry::LastGame => return begin(&["play", "--resume"]),
            Entry::Browser => return begin(&["serve"]),
            Entry::Settings if has_screen() => return begin(&["config", "edit"]),
            Entry::Leave => return MenuStep::Leave,
            Entry::Computer => Box::new(GameSetup::computer(level_of_settings(&Cli::command()))),
            Entry::TwoPlayers => Box::new(GameSetup::two_players()),
            Entry::Load => Box::new(games_to_go_on_with(archive.as_ref())),
            Entry::LineMatch => {
                let port = list_ports().into_iter().next().map(|port| port.name);
                Box::new(GameSetup::line_match(port))
            }
            Entry::Review => Box::new(games_to_review(archive.as_ref())),
            Entry::Practice => Box::new(practice(archive.as_ref())),
            Entry::Tournament => Box::new(events()),
            Entry::Settings => match own_settings(&Cli::command()) {
                Ok(page) => Box::new(page.in_lines()),
                // The command says why there are none.
                Err(_) => return begin(&["config", "show", "play"]),
            },
        };
        self.open = Some(page);
        MenuStep::Stay
    }
}

impl MenuPage for StartList {
    fn choose(&mut self, row: usize) {
        match &mut self.open {
            Some(page) => page.choose(row),
            None => self.chosen = row,
        }
    }

    fn values(&self, row: usize) -> Vec<String> {
        self.open
            .as_ref()
            .map_or_else(Vec::new, |page| page.values(row))
    }

    fn set(&mut self, row: usize, value: usize) {
        if let Some(page) = &mut self.open {
            page.set(row, value);
        }
    }

    fn write(&mut self, letters: &str) {
        if let Some(page) = &mut self.open {
            page.write(letters);
        }
    }

    fn view(&self) -> MenuView {
        if let Some(page) = &self.open {
            return page.view();
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

    fn press(&mut self, key: Key, clicked: Option<usize>) -> MenuStep {
        if let Some(page) = &mut self.open {
            let step = page.press(key, clicked);
            return match step {
                MenuStep::Leave => {
                    self.open = None;
                    MenuStep::Stay
                }
                step => step,
            };
        }
        let count = self.entries.len();
        let entry = match key.or_enter() {
            Key::Arrow(0, up) => {
                let step = count as isize - isize::from(up);
                self.chosen = (self.chosen + step as usize) % count;
                None
            }
            Key::Enter => self.entries.get(self.chosen).copied(),
            Key::Char(letter) => self.entries.iter().copied().find(|e| e.key() == letter),
            Key::Click(..) => clicked.and_then(|row| self.entries.get(row).copied()),
            _ => None,
        };
        entry.map_or(MenuStep::Stay, |entry| self.follow(entry))
    }
}

fn begin(words: &[&str]) -> MenuStep {
    MenuStep::Begin(words.iter().map(ToString::to_string).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_engine::engine::Level;
    use sgmp_faces::tui::snapshot::{drawn_by, on_all_screens};

    fn check(name: &str, page: &dyn MenuPage) {
        let view = page.view();
        let draw = |charset, size| drawn_by(charset, size, |look, frame| view.draw(look, frame));
        on_all_screens(draw, |ending, drawn| {
            insta::assert_snapshot!(format!("{name}-{ending}"), drawn);
        });
    }

    #[test]
    fn all_pages_fit_all_screens() {
        let mut page = StartList {
            entries: StartList::all().to_vec(),
            chosen: 1,
            open: None,
            configured: Some("Black at /dev/ttyS0".to_owned()),
        };
        check("start", &page);
        page.chosen = 0;
        check("computer", &GameSetup::computer(Level::USUAL));
        check("line-match", &GameSetup::line_match(None));
        check("practice", &practice(None));
        check("events", &events());
    }

    #[test]
    fn every_entry_leads_somewhere() {
        use clap::Parser;

        for entry in StartList::all() {
            let mut list = StartList::new(None);
            let title = list.view().title;
            match list.follow(entry) {
                MenuStep::Begin(words) => {
                    let words = std::iter::once("sgmp-go".to_owned()).chain(words);
                    // The match of the settings has its words from there.
                    let is_known = Cli::try_parse_from(words).is_ok();
                    assert!(is_known || entry == Entry::Configured, "{entry:?}");
                }
                MenuStep::Stay => assert_ne!(list.view().title, title),
                MenuStep::Leave => assert_eq!(entry, Entry::Leave),
            }
        }
    }

    #[test]
    fn no_two_entries_have_the_same_key() {
        let keys: std::collections::BTreeSet<char> =
            StartList::all().into_iter().map(Entry::key).collect();
        assert_eq!(keys.len(), StartList::all().len());
    }
}
