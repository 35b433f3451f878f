//! The options of one command on a page: their values are stepped through, or typed.

use clap::Arg;

use super::command_options::{is_count, is_switch};
use super::settings_page::{SettingsPage, key, stepped, stepped_page};
use sgmp_faces::tui::{Key, KeyHelp, MenuRow, MenuView, RowValue};

const OPTION_KEYS: [KeyHelp; 6] = [
    key("Enter", "type a value"),
    key("Left Right", "another value"),
    key("Backspace", "default"),
    key("Ctrl-S", "write the file"),
    key("Esc", "back"),
    key("arrows", "choose"),
];

const TYPING_KEYS: [KeyHelp; 2] = [key("Enter", "take it"), key("Esc", "leave it")];

/// A command whose options are on the page.
pub(super) struct OpenSection {
    /// The words of the command.
    pub(super) path: Vec<String>,
    /// The option that is chosen.
    pub(super) chosen: usize,
    /// The value that is typed, if one is.
    pub(super) typed: Option<String>,
}

impl SettingsPage {
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

    /// Heeds a key; false where the page is left.
    pub(super) fn press_option(
        &mut self,
        open: &mut OpenSection,
        key: Key,
        clicked: Option<usize>,
    ) -> bool {
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
            Key::Backspace => self.unset(&open.path, &name),
            Key::Save => self.save(),
            Key::Escape | Key::Char('q') => return false,
            _ => {}
        }
        true
    }

    /// The view of the page.
    pub(super) fn option_view(&self, open: &OpenSection) -> MenuView {
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
}
