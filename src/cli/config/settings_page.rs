//! The settings as pages: the commands, their options, a value that is typed.

use std::path::PathBuf;

use clap::{Arg, Command};

use super::command_options::{all_sections, is_switch, option_named, options_of};
use super::config_edit::EditedConfig;
use super::mistakes_in;
use super::settings_options::OpenSection;
use sgmp_board::record::{make_folder, write_atomically};
use sgmp_faces::menus::menu_screen::{MenuPage, MenuStep};
use sgmp_faces::tui::{Key, KeyHelp, MenuRow, MenuView, RowValue};

/// Said before what is not written is left.
const UNWRITTEN: &str = "What was changed is not written yet: \"Write the file\" (or Ctrl-S) writes it; leave once more without it.";

pub(super) const fn key(key: &'static str, short: &'static str) -> KeyHelp {
    KeyHelp {
        key,
        short,
        long: "",
    }
}

const COMMAND_KEYS: [KeyHelp; 5] = [
    key("Enter", "open"),
    key("letters", "find an option"),
    key("arrows", "choose"),
    key("Ctrl-S", "write the file"),
    key("Esc", "back"),
];

/// The settings and what is changed of them.
pub(super) struct SettingsPage {
    root: Command,
    file: PathBuf,
    pub(super) edited: EditedConfig,
    /// The text of the file on disk.
    kept: String,
    sections: Vec<Vec<String>>,
    chosen: usize,
    /// The word that options are looked for by.
    search: String,
    open: Option<OpenSection>,
    /// Words said to the latest key, and whether they are a warning.
    pub(super) message: Option<(String, bool)>,
}

impl SettingsPage {
    /// The settings of a file that holds this text.
    pub(super) fn new(root: Command, file: PathBuf, text: String) -> Self {
        let has_options = |path: &Vec<String>| options_of(&root, path).next().is_some();
        let mut sections = vec![Vec::new()];
        sections.extend(all_sections(&root).into_iter().filter(has_options));
        let mistake = mistakes_in(&root, &text).into_iter().next();
        Self {
            sections,
            root,
            file,
            kept: text.clone(),
            edited: EditedConfig::new(text),
            chosen: 0,
            search: String::new(),
            open: None,
            message: mistake.map(|mistake| (mistake, true)),
        }
    }

    /// The text of the file as it would be written.
    #[cfg(test)]
    pub(super) fn text(&self) -> &str {
        self.edited.text()
    }

    fn is_changed(&self) -> bool {
        self.edited.text() != self.kept
    }

    /// "play", "all commands".
    pub(super) fn name(path: &[String]) -> String {
        match path {
            [] => "all commands".to_owned(),
            path => path.join(" "),
        }
    }

    pub(super) fn options<'a>(&'a self, path: &[String]) -> Vec<&'a Arg> {
        options_of(&self.root, path).collect()
    }

    pub(super) const fn root(&self) -> &Command {
        &self.root
    }

    /// The value that stands in the file, without the marks of a text.
    pub(super) fn written(&self, path: &[String], key: &str) -> Option<String> {
        let written = self.edited.written(path, key)?;
        Some(written.trim_matches('"').to_owned())
    }

    /// The value that an option has by itself.
    pub(super) fn default(&self, path: &[String], key: &str) -> Option<String> {
        let option = option_named(&self.root, path, key)?;
        let value = option.get_default_values().first()?;
        Some(value.to_string_lossy().into_owned())
    }

    /// Sets an option to these words; without any its default holds.
    pub(super) fn put(&mut self, path: &[String], key: &str, words: &[String]) {
        match words {
            [] if self.edited.written(path, key).is_none() => {}
            [] => self.unset(path, key),
            words => self.set(path, key, words),
        }
    }

    /// Says what is wrong.
    pub(super) fn warn(&mut self, why: String) {
        self.message = Some((why, true));
    }

    /// Forgets what was said; true if it was asked whether to leave what is not written.
    pub(super) fn forget_message(&mut self) -> bool {
        let told = self.message.take();
        told.is_some_and(|(told, _)| told == UNWRITTEN)
    }

    /// The value of an option, and where it comes from.
    pub(super) fn value(&self, path: &[String], option: &Arg) -> String {
        let key = option.get_long().unwrap_or_default();
        if let Some(written) = self.edited.written(path, key) {
            return written.to_owned();
        }
        if is_switch(option) {
            return "false (default)".to_owned();
        }
        let defaults = option.get_default_values().iter();
        let defaults: Vec<String> = defaults
            .map(|value| value.to_string_lossy().into_owned())
            .collect();
        match defaults.join(" ").as_str() {
            "" => "(not set)".to_owned(),
            value => format!("{value} (default)"),
        }
    }

    pub(super) fn set(&mut self, path: &[String], key: &str, words: &[String]) {
        let set = self.edited.set(&self.root, path, key, words);
        self.message = set.err().map(|error| (error.to_string(), true));
    }

    /// Writes the file, if something was changed.
    pub(super) fn save(&mut self) {
        if !self.is_changed() {
            self.message = Some(("Nothing was changed: nothing is written.".to_owned(), false));
            return;
        }
        let folder = self.file.parent().map_or(Ok(()), make_folder);
        let name = self.file.display();
        let written = folder.map_err(|error| format!("{name}: {error}"));
        let written = written.and_then(|()| {
            let bytes = self.edited.text().as_bytes();
            write_atomically(&self.file, bytes).map_err(|error| error.to_string())
        });
        self.message = Some(match written {
            Ok(()) => (format!("Written: {name}"), false),
            Err(why) => (why, true),
        });
        if self.message.as_ref().is_some_and(|(_, is_bad)| !is_bad) {
            self.edited.text().clone_into(&mut self.kept);
        }
    }

    /// Leaves the settings; what is not written is asked about once.
    pub(super) fn leave(&mut self, is_asked: bool) -> MenuStep {
        if !self.is_changed() || is_asked {
            return MenuStep::Leave;
        }
        self.message = Some((UNWRITTEN.to_owned(), true));
        MenuStep::Stay
    }

    /// The options that the word is about: of which command, and which of its options.
    fn found(&self) -> Vec<(Vec<String>, usize)> {
        let word = self.search.to_lowercase();
        let is_meant = |option: &Arg| {
            let name = option.get_long().unwrap_or_default();
            let help = option
                .get_help()
                .map_or_else(String::new, ToString::to_string);
            name.contains(&word) || help.to_lowercase().contains(&word)
        };
        let of_section = |path: &Vec<String>| {
            let options = self.options(path).into_iter().enumerate();
            let found = options.filter(|(_, option)| is_meant(option));
            let places: Vec<_> = found.map(|(at, _)| (path.clone(), at)).collect();
            places
        };
        self.sections.iter().flat_map(of_section).collect()
    }

    fn press_command(&mut self, key: Key, clicked: Option<usize>) -> MenuStep {
        let count = match self.search.is_empty() {
            true => self.sections.len(),
            false => self.found().len(),
        };
        match key {
            Key::Arrow(0, up) => self.chosen = stepped(self.chosen, -up, count),
            Key::Page(pages) => self.chosen = stepped_page(self.chosen, pages, count),
            Key::Home => self.chosen = 0,
            Key::End => self.chosen = count.saturating_sub(1),
            Key::Enter | Key::Arrow(1, 0) => self.open_chosen(),
            Key::Click(..) => {
                if let Some(row) = clicked {
                    self.chosen = row;
                    self.open_chosen();
                }
            }
            Key::Save => self.save(),
            Key::Escape if self.search.is_empty() => return MenuStep::Leave,
            Key::Escape => self.look_for(String::new()),
            Key::Char(letter) => self.look_for(format!("{}{letter}", self.search)),
            Key::Backspace => {
                let mut search = std::mem::take(&mut self.search);
                search.pop();
                self.look_for(search);
            }
            _ => {}
        }
        MenuStep::Stay
    }

    fn look_for(&mut self, search: String) {
        self.search = search;
        self.chosen = 0;
    }

    fn open_chosen(&mut self) {
        let place = match self.search.is_empty() {
            true => Some((self.sections[self.chosen].clone(), 0)),
            false => self.found().into_iter().nth(self.chosen),
        };
        self.open = place.map(|(path, chosen)| OpenSection {
            path,
            chosen,
            typed: None,
        });
    }

    pub(super) fn unset(&mut self, path: &[String], key: &str) {
        let unset = self.edited.unset(&self.root, path, key);
        self.message = unset.err().map(|error| (error.to_string(), true));
    }

    /// The options that were found, with their values.
    fn search_view(&self) -> MenuView {
        let found = self.found();
        let row = |(path, at): &(Vec<String>, usize)| {
            let option = self.options(path)[*at];
            MenuRow {
                key: None,
                label: format!(
                    "{}: {}",
                    Self::name(path),
                    option.get_long().unwrap_or_default()
                ),
                value: Some(RowValue::Chosen(self.value(path, option))),
            }
        };
        let chosen = found
            .get(self.chosen)
            .map(|(path, at)| self.options(path)[*at]);
        let help = chosen.and_then(Arg::get_help).map(ToString::to_string);
        let note = help.unwrap_or_else(|| "No option is about this word.".to_owned());
        let mut view = self.page_view(
            found.iter().map(row).collect(),
            self.chosen,
            note,
            &COMMAND_KEYS,
        );
        view.title = format!("Settings about: {}_", self.search);
        view
    }

    fn command_view(&self) -> MenuView {
        let row = |path: &Vec<String>| MenuRow {
            key: None,
            label: Self::name(path),
            value: Some(RowValue::Chosen(match self.edited.count(path) {
                0 => String::new(),
                1 => "1 is set".to_owned(),
                count => format!("{count} are set"),
            })),
        };
        let path = &self.sections[self.chosen];
        let about = super::command_options::find_command(&self.root, path)
            .ok()
            .and_then(Command::get_about)
            .map(ToString::to_string);
        let note = match path.as_slice() {
            [] => "Options that every command takes.".to_owned(),
            _ => about.unwrap_or_default(),
        };
        let mut view = self.page_view(
            self.sections.iter().map(row).collect(),
            self.chosen,
            note,
            &COMMAND_KEYS,
        );
        view.title = "All settings".to_owned();
        view
    }

    /// A page with these rows.
    pub(super) fn page_view(
        &self,
        rows: Vec<MenuRow>,
        chosen: usize,
        note: String,
        keys: &'static [KeyHelp],
    ) -> MenuView {
        let changed = if self.is_changed() {
            ", not written yet"
        } else {
            ""
        };
        MenuView {
            title: "Settings".to_owned(),
            subtitle: format!("{}{changed}", self.file.display()),
            rows,
            chosen,
            note: self.message.as_ref().map_or(note, |told| told.0.clone()),
            is_warning: self.message.as_ref().is_some_and(|told| told.1),
            keys,
        }
    }
}

impl MenuPage for SettingsPage {
    fn view(&self) -> MenuView {
        match &self.open {
            Some(open) => self.option_view(open),
            None if self.search.is_empty() => self.command_view(),
            None => self.search_view(),
        }
    }

    fn press(&mut self, key: Key, clicked: Option<usize>) -> MenuStep {
        self.message = None;
        let Some(mut open) = self.open.take() else {
            return self.press_command(key, clicked);
        };
        if self.press_option(&mut open, key, clicked) {
            self.open = Some(open);
        }
        MenuStep::Stay
    }
}

/// The place after a step among so many, round the end.
pub(super) fn stepped(at: usize, by: i8, count: usize) -> usize {
    (at as isize + isize::from(by)).rem_euclid(count.max(1) as isize) as usize
}

/// The place after pages of ten.
pub(super) fn stepped_page(at: usize, pages: i8, count: usize) -> usize {
    at.saturating_add_signed(10 * isize::from(pages))
        .min(count.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::args::Cli;

    fn press(page: &mut SettingsPage, keys: &[Key]) {
        for key in keys {
            page.press(*key, None);
        }
    }

    fn open(page: &mut SettingsPage, command: &str, option: &str) {
        let down = Key::Arrow(0, -1);
        while page.view().rows[page.view().chosen].label != command {
            press(page, &[down]);
        }
        press(page, &[Key::Enter]);
        while page.view().rows[page.view().chosen].label != option {
            press(page, &[down]);
        }
    }

    fn typed(text: &str) -> Vec<Key> {
        text.chars().map(Key::Char).collect()
    }

    #[test]
    fn every_option_of_every_command_can_be_set() {
        let root = Cli::command();
        let mut page = SettingsPage::new(root.clone(), "c.toml".into(), String::new());
        let sections = page.sections.clone();
        assert!(sections.len() > 20 && sections[0].is_empty());
        for path in &sections {
            for option in options_of(&root, path) {
                assert!(!page.value(path, option).is_empty(), "{path:?} {option:?}");
            }
        }
        open(&mut page, "play", "level");
        let chosen = |value: &str| Some(RowValue::Chosen(value.to_owned()));
        assert_eq!(
            page.view().rows[page.view().chosen].value,
            chosen("1 (default)")
        );
        press(&mut page, &[Key::Enter]);
        press(&mut page, &typed("99"));
        press(&mut page, &[Key::Enter]);
        assert!(page.view().is_warning);
        press(
            &mut page,
            &[Key::Backspace, Key::Backspace, Key::Char('7'), Key::Enter],
        );
        let row = page.view().rows[page.view().chosen].clone();
        assert_eq!((row.label.as_str(), row.value), ("level", chosen("7")));
        press(&mut page, &[Key::Backspace]);
        assert_eq!(page.edited.text(), "[play]\n#level = 7\n");
    }

    #[test]
    fn the_pages_fit_all_screens() {
        use sgmp_faces::tui::snapshot::{drawn_by, on_all_screens};
        let text = "[play]\nlevel = 7\n".to_owned();
        let mut page = SettingsPage::new(Cli::command(), "config.toml".into(), text);
        let check = |name: &str, page: &SettingsPage| {
            let view = page.view();
            let draw =
                |charset, size| drawn_by(charset, size, |look, frame| view.draw(look, frame));
            on_all_screens(draw, |ending, drawn| {
                insta::assert_snapshot!(format!("{name}-{ending}"), drawn);
            });
        };
        check("settings", &page);
        open(&mut page, "play", "level");
        check("settings-play", &page);
    }

    #[test]
    fn an_option_is_found_by_a_word() {
        let mut page = SettingsPage::new(Cli::command(), "c.toml".into(), String::new());
        press(&mut page, &typed("atari"));
        let labels: Vec<String> = page.view().rows.into_iter().map(|row| row.label).collect();
        assert!(labels.contains(&"play: bell".to_owned()), "{labels:?}");
        press(&mut page, &[Key::Enter]);
        let view = page.view();
        assert_eq!(view.rows[view.chosen].label, "bell");
        press(&mut page, &[Key::Escape, Key::Escape]);
        assert_eq!(page.view().title, "All settings");
    }

    #[test]
    fn the_file_is_written_only_when_asked() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sgmp-go/config.toml");
        let mut page = SettingsPage::new(Cli::command(), file.clone(), String::new());
        open(&mut page, "play", "computer");
        press(&mut page, &[Key::Arrow(1, 0), Key::Escape]);
        assert!(page.view().subtitle.ends_with("not written yet"));
        assert!(matches!(page.leave(false), MenuStep::Stay));
        assert!(page.view().is_warning && !file.exists());
        assert!(page.forget_message(), "it was asked");
        press(&mut page, &[Key::Save]);
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text, "[play]\ncomputer = \"both\"\n");
        assert!(matches!(page.leave(false), MenuStep::Leave));
    }
}
