//! A page of choices that each stand for words of the command line, with a field for a file's name.

use crate::menus::menu_screen::{MenuPage, MenuStep};
use crate::tui::{Key, KeyHelp, MenuRow, MenuView, RowValue};

/// A row of a list from which one is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceRow {
    /// The name of the choice.
    pub label: String,
    /// A sentence about it.
    pub note: String,
    /// The words of the command line that it stands for.
    pub words: Vec<String>,
    /// True if the name in the field follows the words.
    pub takes_file: bool,
    /// The page that it leads to, instead of words.
    pub leads_to: Option<Box<ChoicePage>>,
}

/// A field in which a name is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileField {
    /// The name of the field.
    pub label: &'static str,
    /// A sentence about it.
    pub note: &'static str,
    /// The words of the command line that Enter in the field stands for, the name behind them; none where the
    /// rows below say what is done.
    pub words: Vec<String>,
    /// The name that is typed.
    pub typed: String,
}

/// A page of choices: the field first, then the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoicePage {
    pub(super) title: &'static str,
    pub(super) subtitle: String,
    pub(super) field: Option<FileField>,
    /// The rows to choose from.
    pub rows: Vec<ChoiceRow>,
    /// The index of the chosen row.
    pub chosen: usize,
    warning: Option<&'static str>,
    /// The page that a row has led to, while it is open.
    open: Option<Box<Self>>,
}

const KEYS: [KeyHelp; 3] = [
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
        key: "Esc",
        short: "back",
        long: "",
    },
];

impl ChoicePage {
    /// A page; the first row is chosen, or the field where there is no row.
    pub fn new(
        title: &'static str,
        subtitle: String,
        field: Option<FileField>,
        rows: Vec<ChoiceRow>,
    ) -> Self {
        let after_field = usize::from(field.is_some() && !rows.is_empty());
        Self {
            title,
            subtitle,
            field,
            rows,
            chosen: after_field,
            warning: None,
            open: None,
        }
    }

    fn count(&self) -> usize {
        self.rows.len() + usize::from(self.field.is_some())
    }

    /// The row of a place; `None` for the field.
    fn row(&self, place: usize) -> Option<&ChoiceRow> {
        let before = usize::from(self.field.is_some());
        self.rows.get(place.checked_sub(before)?)
    }

    fn follow(&mut self) -> MenuStep {
        if let Some(page) = self.row(self.chosen).and_then(|row| row.leads_to.clone()) {
            self.open = Some(page);
            return MenuStep::Stay;
        }
        let typed = self.field.as_ref().map(|field| field.typed.trim());
        let typed = typed.unwrap_or_default().to_owned();
        let (mut words, takes_file) = match (self.row(self.chosen), &self.field) {
            (Some(row), _) => (row.words.clone(), row.takes_file),
            (None, Some(field)) if !field.words.is_empty() => (field.words.clone(), true),
            (None, _) => {
                self.chosen = (self.chosen + 1).min(self.count().saturating_sub(1));
                return MenuStep::Stay;
            }
        };
        if takes_file && typed.is_empty() {
            self.chosen = 0;
            self.warning = Some("Type the name of the file first.");
            return MenuStep::Stay;
        }
        if takes_file {
            words.push(typed);
        }
        MenuStep::Begin(words)
    }
}

impl MenuPage for ChoicePage {
    fn choose(&mut self, row: usize) {
        match &mut self.open {
            Some(page) => page.choose(row),
            None => {
                self.warning = None;
                self.chosen = row;
            }
        }
    }

    fn write(&mut self, letters: &str) {
        match (&mut self.open, &mut self.field) {
            (Some(page), _) => page.write(letters),
            (None, Some(field)) => letters.clone_into(&mut field.typed),
            (None, None) => {}
        }
    }

    fn view(&self) -> MenuView {
        if let Some(page) = &self.open {
            return page.view();
        }
        let field = self.field.iter().map(|field| MenuRow {
            key: None,
            label: field.label.to_owned(),
            value: Some(RowValue::Typed(field.typed.clone())),
        });
        let rows = self.rows.iter().map(|row| MenuRow {
            key: None,
            label: row.label.clone(),
            value: None,
        });
        let note = match (self.row(self.chosen), &self.field) {
            (Some(row), _) => row.note.clone(),
            (None, Some(field)) => field.note.to_owned(),
            (None, None) => String::new(),
        };
        MenuView {
            title: self.title.to_owned(),
            subtitle: self.subtitle.clone(),
            rows: field.chain(rows).collect(),
            chosen: self.chosen,
            note: self.warning.map_or(note, str::to_owned),
            is_warning: self.warning.is_some(),
            keys: &KEYS,
        }
    }

    fn press(&mut self, key: Key, clicked: Option<usize>) -> MenuStep {
        if let Some(page) = &mut self.open {
            let step = page.press(key, clicked);
            if !matches!(step, MenuStep::Leave) {
                return step;
            }
            self.open = None;
            return MenuStep::Stay;
        }
        self.warning = None;
        let count = self.count();
        let is_field = self.row(self.chosen).is_none();
        let typed = self.field.as_mut().filter(|_| is_field);
        match (key, typed) {
            (Key::Escape, _) | (Key::Char('q'), None) => return MenuStep::Leave,
            (Key::Enter, _) => return self.follow(),
            (Key::Arrow(0, up), _) if count > 0 => {
                let step = count as isize - isize::from(up);
                self.chosen = (self.chosen + step as usize) % count;
            }
            (Key::Page(pages), _) => {
                let moved = self.chosen.saturating_add_signed(10 * isize::from(pages));
                self.chosen = moved.min(count.saturating_sub(1));
            }
            (Key::Click(..), _) => match clicked {
                Some(place) if place == self.chosen => return self.follow(),
                Some(place) => self.chosen = place,
                None => {}
            },
            (Key::Char(letter), Some(field)) => field.typed.push(letter),
            (Key::Backspace, Some(field)) => {
                field.typed.pop();
            }
            _ => {}
        }
        MenuStep::Stay
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> ChoicePage {
        let row = |label: &str, takes_file| ChoiceRow {
            label: label.to_owned(),
            note: format!("about {label}"),
            words: vec![label.to_owned()],
            takes_file,
            leads_to: None,
        };
        let field = FileField {
            label: "File",
            note: "a name",
            words: vec!["review".to_owned()],
            typed: String::new(),
        };
        let rows = vec![row("run", true), row("new", false)];
        ChoicePage::new("A page", String::new(), Some(field), rows)
    }

    fn words(step: MenuStep) -> String {
        match step {
            MenuStep::Begin(words) => words.join(" "),
            MenuStep::Stay | MenuStep::Leave => String::new(),
        }
    }

    #[test]
    fn a_name_is_typed_and_a_row_is_chosen() {
        let mut page = page();
        assert_eq!(page.view().note, "about run");
        assert_eq!(
            page.view().keys_in_words(),
            "Enter: choose; arrows: move; Esc: back."
        );
        assert_eq!(words(page.press(Key::Enter, None)), "");
        assert!(page.view().is_warning, "the name comes first");
        for letter in "q.toml".chars() {
            page.press(Key::Char(letter), None);
        }
        assert_eq!(words(page.press(Key::Enter, None)), "review q.toml");
        page.press(Key::Arrow(0, -1), None);
        assert_eq!(words(page.press(Key::Enter, None)), "run q.toml");
        page.press(Key::Arrow(0, -1), None);
        assert_eq!(words(page.press(Key::Enter, None)), "new");
        page.press(Key::Click(1, 1), Some(1));
        assert_eq!(words(page.press(Key::Click(1, 1), Some(1))), "run q.toml");
        assert!(matches!(page.press(Key::Char('q'), None), MenuStep::Leave));
    }
}
