//! The settings as pages: the commands, their options, a value that is typed.

use std::path::PathBuf;

use clap::{Arg, Command};

use super::command_options::{all_sections, is_count, is_switch, options_of};
use super::config_edit::EditedConfig;
use super::mistakes_in;
use sgmp_board::record::write_atomically;
use sgmp_faces::menus::menu_screen::{MenuPage, MenuStep};
use sgmp_faces::tui::{Key, KeyHelp, MenuRow, MenuView, RowValue};

const fn key(key: &'static str, short: &'static str) -> KeyHelp {
    KeyHelp {
        key,
        short,
        long: "",
    }
}

const COMMAND_KEYS: [KeyHelp; 4] = [
    key("Enter", "open"),
    key("arrows", "choose"),
    key("s", "write the file"),
    key("q", "leave"),
];

const OPTION_KEYS: [KeyHelp; 6] = [
    key("Enter", "type a value"),
    key("Left Right", "another value"),
    key("d", "default"),
    key("s", "write the file"),
    key("Esc", "back"),
    key("arrows", "choose"),
];

const TYPING_KEYS: [KeyHelp; 2] = [key("Enter", "take it"), key("Esc", "leave it")];

struct OpenSection {
    path: Vec<String>,
    chosen: usize,
    /// The value that is typed, if one is.
    typed: Option<String>,
}

/// The settings and what is changed of them.
pub(super) struct SettingsPage {
    root: Command,
    file: PathBuf,
    edited: EditedConfig,
    /// The text of the file on disk.
    kept: String,
    sections: Vec<Vec<String>>,
    chosen: usize,
    open: Option<OpenSection>,
    message: Option<(String, bool)>,
    is_leaving: bool,
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
            open: None,
            message: mistake.map(|mistake| (mistake, true)),
            is_leaving: false,
        }
    }

    fn is_changed(&self) -> bool {
        self.edited.text() != self.kept
    }

    /// "play", "all commands".
    fn name(path: &[String]) -> String {
        match path {
            [] => "all commands".to_owned(),
            path => path.join(" "),
        }
    }

    fn options<'a>(&'a self, path: &[String]) -> Vec<&'a Arg> {
        options_of(&self.root, path).collect()
    }

    /// The value of an option, and where it comes from.
    fn value(&self, path: &[String], option: &Arg) -> String {
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

    /// The values that can be stepped through; none where one is typed.
    fn possible(option: &Arg) -> Vec<String> {
        if is_switch(option) {
            return vec!["false".to_owned(), "true".to_owned()];
        }
        if is_count(option) {
            return (0..4).map(|count: u8| count.to_string()).collect();
        }
        let values = option.get_possible_values();
        let values = values.iter().filter(|value| !value.is_hide_set());
        values.map(|value| value.get_name().to_owned()).collect()
    }

    fn set(&mut self, path: &[String], key: &str, words: &[String]) {
        let set = self.edited.set(&self.root, path, key, words);
        self.message = set.err().map(|error| (error.to_string(), true));
    }

    fn step(&mut self, path: &[String], index: usize, by: i8) {
        let options = self.options(path);
        let Some(option) = options.get(index) else {
            return;
        };
        let key = option.get_long().unwrap_or_default().to_owned();
        let values = Self::possible(option);
        if values.is_empty() {
            self.message = Some(("Enter, and then type the value.".to_owned(), false));
            return;
        }
        let now = self.value(path, option);
        let now = now.split(' ').next().unwrap_or_default().trim_matches('"');
        let at = values.iter().position(|value| value == now);
        let count = values.len() as isize;
        let next = match at {
            Some(at) => (at as isize + isize::from(by)).rem_euclid(count) as usize,
            None => 0,
        };
        let value = values[next].clone();
        self.set(path, &key, &[value]);
    }

    fn save(&mut self) {
        if !self.is_changed() {
            self.message = Some(("Nothing was changed: nothing is written.".to_owned(), false));
            return;
        }
        let folder = self.file.parent().map_or(Ok(()), std::fs::create_dir_all);
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

    fn leave(&mut self) -> MenuStep {
        if !self.is_changed() || self.is_leaving {
            return MenuStep::Leave;
        }
        self.is_leaving = true;
        let why = "What was changed is not written yet: s writes it, q again leaves it.";
        self.message = Some((why.to_owned(), true));
        MenuStep::Stay
    }

    fn press_command(&mut self, key: Key, clicked: Option<usize>) -> MenuStep {
        let count = self.sections.len();
        match key {
            Key::Arrow(0, up) => self.chosen = stepped(self.chosen, -up, count),
            Key::Page(pages) => self.chosen = stepped_page(self.chosen, pages, count),
            Key::Home => self.chosen = 0,
            Key::End => self.chosen = count - 1,
            Key::Enter | Key::Arrow(1, 0) => self.open_chosen(),
            Key::Click(..) => {
                if let Some(row) = clicked {
                    self.chosen = row;
                    self.open_chosen();
                }
            }
            Key::Char('s') => self.save(),
            Key::Char('q') | Key::Escape => return self.leave(),
            _ => {}
        }
        MenuStep::Stay
    }

    fn open_chosen(&mut self) {
        self.open = Some(OpenSection {
            path: self.sections[self.chosen].clone(),
            chosen: 0,
            typed: None,
        });
    }

    fn press_option(&mut self, open: &mut OpenSection, key: Key, clicked: Option<usize>) -> bool {
        let options = self.options(&open.path);
        let count = options.len();
        let name = options
            .get(open.chosen)
            .and_then(|option| option.get_long());
        let name = name.unwrap_or_default().to_owned();
        if let Some(typed) = &mut open.typed {
            match key {
                Key::Char(letter) => typed.push(letter),
                Key::Backspace => {
                    typed.pop();
                }
                Key::Escape => open.typed = None,
                Key::Enter => {
                    let words: Vec<String> = typed.split_whitespace().map(str::to_owned).collect();
                    match words.is_empty() {
                        true => self.unset(&open.path, &name),
                        false => self.set(&open.path, &name, &words),
                    }
                    if self.message.is_none() {
                        open.typed = None;
                    }
                }
                _ => {}
            }
            return true;
        }
        match key {
            Key::Arrow(0, up) => open.chosen = stepped(open.chosen, -up, count),
            Key::Arrow(by, _) => self.step(&open.path, open.chosen, by),
            Key::Page(pages) => open.chosen = stepped_page(open.chosen, pages, count),
            Key::Home => open.chosen = 0,
            Key::End => open.chosen = count - 1,
            Key::Enter => {
                let option = options[open.chosen];
                match is_switch(option) {
                    true => self.step(&open.path, open.chosen, 1),
                    false => {
                        let written = self.edited.written(&open.path, &name);
                        let written = written.unwrap_or_default().trim_matches('"');
                        open.typed = Some(written.to_owned());
                    }
                }
            }
            Key::Click(..) => match clicked {
                Some(row) if row == open.chosen => self.step(&open.path, row, 1),
                Some(row) => open.chosen = row,
                None => {}
            },
            Key::Char('d') | Key::Backspace => self.unset(&open.path, &name),
            Key::Char('s') => self.save(),
            Key::Escape | Key::Char('q') => return false,
            _ => {}
        }
        true
    }

    fn unset(&mut self, path: &[String], key: &str) {
        let unset = self.edited.unset(&self.root, path, key);
        self.message = unset.err().map(|error| (error.to_string(), true));
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
        self.page_view(
            self.sections.iter().map(row).collect(),
            self.chosen,
            note,
            &COMMAND_KEYS,
        )
    }

    fn option_view(&self, open: &OpenSection) -> MenuView {
        let options = self.options(&open.path);
        let row = |(index, option): (usize, &&Arg)| MenuRow {
            key: None,
            label: option.get_long().unwrap_or_default().to_owned(),
            value: Some(match &open.typed {
                Some(typed) if index == open.chosen => RowValue::Typed(typed.clone()),
                _ => RowValue::Chosen(self.value(&open.path, option)),
            }),
        };
        let rows = options.iter().enumerate().map(row).collect();
        let help = options
            .get(open.chosen)
            .and_then(|option| option.get_help());
        let note = help.map_or_else(String::new, ToString::to_string);
        let keys: &'static [KeyHelp] = match open.typed {
            Some(_) => &TYPING_KEYS,
            None => &OPTION_KEYS,
        };
        let mut view = self.page_view(rows, open.chosen, note, keys);
        view.title = format!("Settings: {}", Self::name(&open.path));
        view
    }

    fn page_view(
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
            None => self.command_view(),
        }
    }

    fn press(&mut self, key: Key, clicked: Option<usize>) -> MenuStep {
        self.message = None;
        let Some(mut open) = self.open.take() else {
            let step = self.press_command(key, clicked);
            self.is_leaving &= self.message.is_some();
            return step;
        };
        if self.press_option(&mut open, key, clicked) {
            self.open = Some(open);
        }
        MenuStep::Stay
    }
}

/// The place after a step among so many, round the end.
fn stepped(at: usize, by: i8, count: usize) -> usize {
    (at as isize + isize::from(by)).rem_euclid(count.max(1) as isize) as usize
}

/// The place after pages of ten.
fn stepped_page(at: usize, pages: i8, count: usize) -> usize {
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
            chosen("3 (default)")
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
        press(&mut page, &[Key::Char('d')]);
        assert_eq!(page.edited.text(), "[play]\n#level = 7\n");
    }

    #[test]
    fn the_pages_fit_all_screens() {
        use sgmp_faces::tui::snapshot::{drawn_by, on_all_screens};
        let text = "[play]\nlevel = 7\n".to_owned();
        let mut page = SettingsPage::new(Cli::command(), "config.toml".into(), text);
        let check = |name: &str, page: &SettingsPage| {
            let view = page.view();
            on_all_screens(|charset, size, ending| {
                let drawn = drawn_by(charset, size, |look, frame| view.draw(look, frame));
                insta::assert_snapshot!(format!("{name}-{ending}"), drawn);
            });
        };
        check("settings", &page);
        open(&mut page, "play", "level");
        check("settings-play", &page);
    }

    #[test]
    fn the_file_is_written_only_when_asked() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sgmp-go/config.toml");
        let mut page = SettingsPage::new(Cli::command(), file.clone(), String::new());
        open(&mut page, "play", "computer");
        press(&mut page, &[Key::Arrow(1, 0), Key::Escape]);
        assert!(page.view().subtitle.ends_with("not written yet"));
        assert!(matches!(page.press(Key::Char('q'), None), MenuStep::Stay));
        assert!(page.view().is_warning && !file.exists());
        press(&mut page, &[Key::Char('s')]);
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text, "[play]\ncomputer = \"both\"\n");
        assert!(matches!(page.press(Key::Char('q'), None), MenuStep::Leave));
    }
}
