//! The settings that a person wants, in plain words; all others lie behind the last row.

use clap::Command;

use super::command_options::{all_sections, is_switch, option_named};
use super::settings_page::SettingsPage;
use crate::cli::face::game_choice::{GameChoice, board, level, manners, seats, terms, usual_komi};
use sgmp_engine::engine::Level;
use sgmp_faces::menus::menu_screen::{MenuPage, MenuStep};
use sgmp_faces::tui::{Key, KeyHelp, MenuRow, MenuView, RowValue, key_help};

const KEYS: [KeyHelp; 4] = [
    key_help("Enter", "change", ""),
    key_help("arrows", "choose, change", ""),
    key_help("Ctrl-S", "write", ""),
    key_help("Esc", "back", ""),
];

const NAME_KEYS: [KeyHelp; 3] = [
    key_help("letters", "your name", ""),
    key_help("Ctrl-S", "write", ""),
    key_help("Esc", "back", ""),
];

/// The section of games here.
const PLAY: &str = "play";

/// The commands that a setting is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// Games against the computer here.
    Play,
    /// Every command that has the option.
    Everywhere,
    /// All commands at once.
    AllCommands,
}

/// A row of the page.
enum Row {
    /// The name, which is typed.
    Name(String),
    Choice(GameChoice, Reach),
    /// All other settings.
    All,
    /// The file is written.
    Write,
}

/// The page of a person's settings.
pub(crate) struct OwnSettings {
    all: SettingsPage,
    rows: Vec<Row>,
    chosen: usize,
    /// The beginning of a value that is being typed.
    typed: String,
    /// True while all settings are open.
    is_all_open: bool,
    /// True where there is no screen: all settings are printed then.
    is_in_lines: bool,
}

/// A switch among other values.
fn switch(label: &'static str, note: &'static str, off: &str, on: (&str, &str)) -> GameChoice {
    GameChoice::named(label, note, &[(off, &[]), (on.0, &[on.1])])
}

/// The choices of the page, in their order.
fn choices() -> Vec<(GameChoice, Reach)> {
    let [_handicap, rules, komi, time] = terms(&usual_komi());
    let [_chance, bell] = manners();
    let signs = switch(
        "Signs of boards",
        "Where lines and round stones look wrong, ASCII is drawn: X, O and dots. Without colors: NO_COLOR=1.",
        "as the terminal can",
        ("ASCII alone", "--ascii"),
    );
    let confirm = switch(
        "Moves",
        "A slip of a finger costs no stone where a move is asked for twice.",
        "played at once",
        ("played when confirmed", "--confirm"),
    );
    let lines = switch(
        "Everything in sentences",
        "For screen readers: lines instead of screens, everywhere.",
        "off",
        ("on", "--plain"),
    );
    let hints = switch(
        "Hints",
        "Moves with reasons in a game, when they are asked for. Without them it is your own game.",
        "on",
        ("off", "--no-hints"),
    );
    let coordinates = switch(
        "Coordinates",
        "The letters and numbers at the edges of a board; sentences name points by them all the same.",
        "on",
        ("off", "--no-coordinates"),
    );
    let of_games = [level(Level::USUAL), board("9"), seats(), rules, komi, time];
    let of_games = of_games.into_iter().map(|choice| (choice, Reach::Play));
    let others = [
        (hints, Reach::Everywhere),
        (coordinates, Reach::Everywhere),
        (confirm, Reach::Everywhere),
        (signs, Reach::Everywhere),
        (bell, Reach::Everywhere),
        (lines, Reach::AllCommands),
    ];
    of_games.chain(others).collect()
}

impl OwnSettings {
    /// The settings of a file, whose text the page of all settings has.
    pub(super) fn new(all: SettingsPage) -> Self {
        let name = all.written(&[PLAY.to_owned()], "name");
        let mut rows = vec![Row::Name(name.unwrap_or_default())];
        for (mut choice, reach) in choices() {
            choice.at = at_in_file(&all, &choice, reach);
            rows.push(Row::Choice(choice, reach));
        }
        rows.extend([Row::All, Row::Write]);
        Self {
            all,
            rows,
            // Letters typed by chance are no name.
            chosen: 1,
            typed: String::new(),
            is_all_open: false,
            is_in_lines: false,
        }
    }

    /// The level of games against the computer that the file sets.
    pub(super) fn level(&self) -> Option<Level> {
        self.all.written(&[PLAY.to_owned()], "level")?.parse().ok()
    }

    /// The same for lines.
    pub(crate) fn in_lines(mut self) -> Self {
        self.is_in_lines = true;
        self
    }

    /// Takes what the file says now: all settings may have changed it.
    fn read_again(&mut self) {
        for row in &mut self.rows {
            match row {
                Row::Name(name) => {
                    *name = self
                        .all
                        .written(&[PLAY.to_owned()], "name")
                        .unwrap_or_default();
                }
                Row::Choice(choice, reach) => choice.at = at_in_file(&self.all, choice, *reach),
                Row::All | Row::Write => {}
            }
        }
    }

    /// Puts the chosen row into the file's text.
    fn put(&mut self) {
        match &self.rows[self.chosen] {
            Row::Name(name) => {
                let words = Some(name.trim()).filter(|name| !name.is_empty());
                let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
                self.all.put(&[PLAY.to_owned()], "name", &words);
            }
            Row::Choice(choice, reach) => {
                let (key, words) = setting_of(choice, choice.at);
                for section in sections(self.all.root(), *reach, &key) {
                    self.all.put(&section, &key, &words);
                }
            }
            Row::All | Row::Write => {}
        }
    }

    fn follow(&mut self) -> MenuStep {
        match &mut self.rows[self.chosen] {
            Row::Name(_) => {}
            Row::Choice(choice, _) => {
                choice.step(1);
                self.put();
            }
            Row::All if self.is_in_lines => {
                let words = ["config", "show"].map(str::to_owned);
                return MenuStep::Begin(words.to_vec());
            }
            Row::All => self.is_all_open = true,
            Row::Write => self.all.save(),
        }
        MenuStep::Stay
    }

    fn step(&mut self, by: i8) {
        if let Row::Choice(choice, _) = &mut self.rows[self.chosen] {
            choice.step(by);
            self.put();
        }
    }

    fn type_letter(&mut self, letter: char) {
        let typed = std::mem::take(&mut self.typed);
        match &mut self.rows[self.chosen] {
            Row::Name(name) => name.push(letter),
            Row::Choice(choice, _) => match choice.type_letter(&typed, letter) {
                Ok(typed) => self.typed = typed,
                Err(why) => return self.all.warn(why.to_string()),
            },
            Row::All | Row::Write => return,
        }
        self.put();
    }

    fn own_view(&self) -> MenuView {
        let row = |row: &Row| match row {
            Row::Name(name) => menu_row("Your name", Some(RowValue::Typed(name.clone()))),
            Row::Choice(choice, _) => {
                let value = RowValue::Chosen(choice.values[choice.at].0.clone());
                menu_row(choice.label, Some(value))
            }
            Row::All => menu_row("All settings of all commands", None),
            Row::Write => menu_row("Write the file", None),
        };
        let note = match &self.rows[self.chosen] {
            Row::Name(_) => "The name in the records of your games.",
            Row::Choice(choice, _) => choice.note,
            Row::All => "Every option of every command; type a word to find one.",
            Row::Write => {
                "What is set here holds from now on; options of a command line go before it."
            }
        };
        let mut view = self.all.page_view(
            self.rows.iter().map(row).collect(),
            self.chosen,
            note.to_owned(),
            &KEYS,
        );
        if matches!(self.rows[self.chosen], Row::Name(_)) {
            view.keys = &NAME_KEYS;
        }
        view
    }
}

fn menu_row(label: &str, value: Option<RowValue>) -> MenuRow {
    MenuRow {
        key: None,
        label: label.to_owned(),
        value,
    }
}

/// The option of a choice, and the words that set a value of it; none where it is left unset.
fn setting_of(choice: &GameChoice, at: usize) -> (String, Vec<String>) {
    let said = choice.values.iter().map(|(_, words)| words);
    let option = said.flatten().find_map(|word| word.strip_prefix("--"));
    let words = &choice.values[at].1;
    let words = match words.as_slice() {
        [] => Vec::new(),
        [_switch] => vec!["true".to_owned()],
        [_option, values @ ..] => values.to_vec(),
    };
    (option.unwrap_or_default().to_owned(), words)
}

/// The sections that a setting is written to.
fn sections(root: &Command, reach: Reach, key: &str) -> Vec<Vec<String>> {
    match reach {
        Reach::Play => vec![vec![PLAY.to_owned()]],
        Reach::AllCommands => vec![Vec::new()],
        Reach::Everywhere => {
            let has_it = |path: &Vec<String>| option_named(root, path, key).is_some_and(is_switch);
            all_sections(root).into_iter().filter(has_it).collect()
        }
    }
}

/// The place of the value that stands in the file; that of the program's own where nothing stands there.
fn at_in_file(all: &SettingsPage, choice: &GameChoice, reach: Reach) -> usize {
    let (key, _) = setting_of(choice, 0);
    let section = match reach {
        Reach::AllCommands => Vec::new(),
        Reach::Play | Reach::Everywhere => vec![PLAY.to_owned()],
    };
    let written = all
        .written(&section, &key)
        .or_else(|| all.default(&section, &key));
    let is_it =
        |at: &usize| setting_of(choice, *at).1.join(" ") == written.clone().unwrap_or_default();
    let unset = |at: &usize| setting_of(choice, *at).1.is_empty();
    let mut places = 0..choice.values.len();
    let found = places.clone().find(is_it).or_else(|| places.find(unset));
    found.unwrap_or(choice.at)
}

impl MenuPage for OwnSettings {
    fn choose(&mut self, row: usize) {
        match self.is_all_open {
            true => self.all.choose(row),
            false => {
                self.all.forget_message();
                self.chosen = row;
            }
        }
    }

    fn values(&self, row: usize) -> Vec<String> {
        match self.rows.get(row) {
            Some(Row::Choice(choice, _)) if !self.is_all_open => choice.shown(),
            _ => Vec::new(),
        }
    }

    fn set(&mut self, row: usize, value: usize) {
        if let Some(Row::Choice(choice, _)) = self.rows.get_mut(row) {
            choice.at = value.min(choice.values.len() - 1);
            self.chosen = row;
            self.put();
        }
    }

    fn write(&mut self, letters: &str) {
        if let Row::Name(name) = &mut self.rows[self.chosen] {
            letters.clone_into(name);
            self.put();
        }
    }

    fn view(&self) -> MenuView {
        match self.is_all_open {
            true => self.all.view(),
            false => self.own_view(),
        }
    }

    fn press(&mut self, key: Key, clicked: Option<usize>) -> MenuStep {
        if self.is_all_open {
            if matches!(self.all.press(key, clicked), MenuStep::Leave) {
                self.is_all_open = false;
                self.read_again();
            }
            return MenuStep::Stay;
        }
        let is_asked = self.all.forget_message();
        if !matches!(key, Key::Char(_)) {
            self.typed.clear();
        }
        let is_name = matches!(self.rows[self.chosen], Row::Name(_));
        let count = self.rows.len();
        match key {
            Key::Escape => return self.all.leave(is_asked),
            Key::Char('q') if !is_name => return self.all.leave(is_asked),
            Key::Save => self.all.save(),
            Key::Enter if is_name => self.chosen = 1,
            Key::Enter => return self.follow(),
            Key::Arrow(0, up) => {
                self.chosen =
                    (self.chosen as isize - isize::from(up)).rem_euclid(count as isize) as usize;
            }
            Key::Arrow(by, _) => self.step(by),
            Key::Home => self.chosen = 0,
            Key::End => self.chosen = count - 1,
            Key::Click(..) => match clicked {
                Some(row) if row == self.chosen => return self.follow(),
                Some(row) => self.chosen = row,
                None => {}
            },
            Key::Backspace => {
                if let Row::Name(name) = &mut self.rows[self.chosen] {
                    name.pop();
                    self.put();
                }
            }
            Key::Char(letter) => self.type_letter(letter),
            _ => {}
        }
        MenuStep::Stay
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::args::Cli;
    use sgmp_faces::tui::snapshot::{drawn_by, on_all_screens};

    fn page(text: &str) -> OwnSettings {
        let all = SettingsPage::new(Cli::command(), "config.toml".into(), text.to_owned());
        OwnSettings::new(all)
    }

    fn press(page: &mut OwnSettings, keys: &[Key]) {
        for key in keys {
            page.press(*key, None);
        }
    }

    fn shown(page: &OwnSettings, label: &str) -> String {
        let view = page.view();
        let row = view.rows.iter().find(|row| row.label == label).unwrap();
        match &row.value {
            Some(RowValue::Chosen(value) | RowValue::Typed(value)) => value.clone(),
            None => String::new(),
        }
    }

    #[test]
    fn a_persons_settings_fit_all_screens() {
        let page = page("[play]\nlevel = 7\n");
        let view = page.view();
        let draw = |charset, size| drawn_by(charset, size, |look, frame| view.draw(look, frame));
        on_all_screens(draw, |ending, drawn| {
            insta::assert_snapshot!(format!("own-settings-{ending}"), drawn);
        });
    }

    #[test]
    fn every_choice_is_a_setting_that_its_sections_know() {
        let root = Cli::command();
        for (choice, reach) in choices() {
            let (key, _) = setting_of(&choice, 0);
            let sections = sections(&root, reach, &key);
            assert!(!sections.is_empty(), "{key}");
            for section in sections {
                assert!(
                    option_named(&root, &section, &key).is_some(),
                    "{section:?} {key}"
                );
            }
        }
    }

    #[test]
    fn what_is_set_stands_in_the_file_of_every_command_that_has_it() {
        let mut page = page("");
        assert_eq!(shown(&page, "Level"), "1 (about 21 kyu)");
        let down = Key::Arrow(0, -1);
        press(&mut page, &[Key::Arrow(0, 1)]);
        press(
            &mut page,
            &["Ada".chars().map(Key::Char).collect(), vec![Key::Enter]].concat(),
        );
        press(
            &mut page,
            &[
                Key::Char('1'),
                Key::Char('2'),
                down,
                Key::Char('1'),
                Key::Char('9'),
            ],
        );
        while page.view().rows[page.view().chosen].label != "Bell" {
            press(&mut page, &[down]);
        }
        press(&mut page, &[Key::Enter]);
        let text = page.all.text();
        assert!(
            text.contains("name = \"Ada\"") && text.contains("size = 19"),
            "{text}"
        );
        assert!(text.contains("level = 12"), "{text}");
        assert_eq!(
            text.matches("bell = true").count(),
            2,
            "play and igo: {text}"
        );
        press(&mut page, &[Key::Arrow(-1, 0)]);
        assert!(
            !page.all.text().contains("\nbell = true"),
            "{}",
            page.all.text()
        );
        assert_eq!(shown(&page, "Bell"), "off");
    }
}
