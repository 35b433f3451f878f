//! Pages with lists in lines: rows told with numbers, numbers typed. The pages are those of the
//! screen.

use std::io::stdin;

use sgmp_faces::menus::menu_screen::{MenuPage, MenuStep};
use sgmp_faces::menus::typed_value::{short_name, value_meant};
use sgmp_faces::tui::{Key, KeyHelp, MenuRow, MenuView, RowValue};
use sgmp_match::console::{TextStream, told_line};

/// A page that is told and answered in lines.
struct MenuLines<'a> {
    page: &'a mut dyn MenuPage,
    /// True after a question for the letters of the chosen row: the next line is the answer.
    asks: bool,
}

/// The effect of a line.
#[derive(Debug)]
enum Heeded {
    /// Something is said, maybe nothing, and the page stays.
    Said(String),
    /// The program is left.
    Leave,
    /// Something is chosen: the words of the command line for it.
    Begin(Vec<String>),
}

/// Tells a page, and returns the words of the command line that were chosen; none to leave.
pub(super) fn visit_in_lines(page: &mut dyn MenuPage, prompts: bool) -> Option<Vec<String>> {
    let mut lines = MenuLines { page, asks: false };
    told_line(told(&lines.page.view()));
    loop {
        if prompts {
            TextStream::Stdout.text(lines.prompt());
        }
        let mut line = String::new();
        if matches!(stdin().read_line(&mut line), Ok(0) | Err(_)) {
            return None;
        }
        match lines.heed(line.trim()) {
            Heeded::Said(said) if said.is_empty() => {}
            Heeded::Said(said) => told_line(said),
            Heeded::Leave => return None,
            Heeded::Begin(words) => return Some(words),
        }
    }
}

impl MenuLines<'_> {
    fn prompt(&self) -> &'static str {
        let view = self.page.view();
        match (self.asks, has_letters(&view)) {
            (false, true) => "Type a letter: ",
            (false, false) if !is_form(&view) => "Type a number: ",
            _ => "> ",
        }
    }

    fn heed(&mut self, line: &str) -> Heeded {
        if std::mem::take(&mut self.asks) {
            return self.write(line);
        }
        let view = self.page.view();
        match line {
            "q" | "quit" | "exit" => return Heeded::Leave,
            "b" | "back" if !has_letters(&view) => return self.press(Key::Escape),
            "" if begins(&view) => return self.press(Key::Enter),
            "" | "help" | "?" => return Heeded::Said(told(&view)),
            _ => {}
        }
        let (number, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let is_asked = number.ends_with('?');
        let Some(row) = row_of(&view, number.trim_end_matches('?')) else {
            let known = match has_letters(&view) {
                true => {
                    let letters = view.rows.iter().filter_map(|row| row.key);
                    let letters: Vec<String> = letters.map(String::from).collect();
                    letters.join(" ")
                }
                false if view.rows.len() == 1 => "1, b and q".to_owned(),
                false => format!("1 to {}, b and q", view.rows.len()),
            };
            return Heeded::Said(format!("{line:?} is none of {known}."));
        };
        self.page.choose(row);
        if is_asked {
            return Heeded::Said(self.page.view().note);
        }
        match &view.rows[row].value {
            None => self.press(Key::Enter),
            Some(RowValue::Chosen(_)) if self.page.values(row).is_empty() => self.press(Key::Enter),
            Some(RowValue::Chosen(_)) => Heeded::Said(self.set(row, value.trim())),
            Some(RowValue::Typed(_)) if value.is_empty() => {
                self.asks = true;
                Heeded::Said(view.rows[row].label.clone() + ": type it.")
            }
            Some(RowValue::Typed(_)) => self.write(value.trim()),
        }
    }

    /// Presses a key, and tells what is new then: the page that has opened, or what is wrong.
    fn press(&mut self, key: Key) -> Heeded {
        let before = self.page.view();
        match self.page.press(key, None) {
            MenuStep::Leave => return Heeded::Leave,
            MenuStep::Begin(words) => return Heeded::Begin(words),
            MenuStep::Stay => {}
        }
        let view = self.page.view();
        Heeded::Said(match view.is_warning {
            true => view.note,
            false if view.title != before.title => told(&view),
            false if view.note != before.note => view.note,
            false => String::new(),
        })
    }

    /// Sets the chosen row to a value, by its beginning if that is no other's; without one the values are told.
    fn set(&mut self, row: usize, wanted: &str) -> String {
        let view = self.page.view();
        let label = &view.rows[row].label;
        let values = self.page.values(row);
        let meant = Some(wanted).filter(|wanted| !wanted.is_empty());
        let Some(chosen) = meant.and_then(|wanted| value_meant(&values, wanted)) else {
            let now = value_of(&view.rows[row]);
            let at = values.iter().position(|value| *value == now).unwrap_or(0);
            let example = (at + 1) % values.len();
            let refused = match meant {
                Some(wanted) => format!("{wanted} is none of them."),
                None => view.note.clone(),
            };
            return format!(
                "{refused} {label}: {}. {} {} sets {}.",
                values.join(", "),
                row + 1,
                short_name(&values, example),
                values[example]
            );
        };
        self.page.set(row, chosen);
        format!("{label}: {}.", values[chosen])
    }

    /// Writes letters in the chosen row. Where nothing else is set, that is all there was to do.
    fn write(&mut self, letters: &str) -> Heeded {
        let view = self.page.view();
        let row = view.chosen;
        self.page.write(letters);
        if is_form(&view) {
            return Heeded::Said(format!("{}: {letters}.", view.rows[row].label));
        }
        self.press(Key::Enter)
    }
}

/// Returns whether values are set on a page before something begins.
fn is_form(view: &MenuView) -> bool {
    let is_set = |row: &MenuRow| matches!(row.value, Some(RowValue::Chosen(_)));
    view.rows.iter().any(is_set)
}

/// Returns whether Enter begins what a page sets.
fn begins(view: &MenuView) -> bool {
    let begins = |key: &KeyHelp| key.key == "Enter" && key.short == "begin";
    view.keys.iter().any(begins)
}

/// Returns whether the rows of a page have letters, those of the screen.
fn has_letters(view: &MenuView) -> bool {
    view.rows.iter().any(|row| row.key.is_some())
}

/// The row of a letter or a number that was typed.
fn row_of(view: &MenuView, number: &str) -> Option<usize> {
    let is_typed = |row: &MenuRow| row.key.is_some_and(|key| number == key.to_string());
    if let Some(row) = view.rows.iter().position(is_typed) {
        return Some(row);
    }
    let row = number.parse::<usize>().ok()?.checked_sub(1)?;
    (row < view.rows.len()).then_some(row)
}

fn value_of(row: &MenuRow) -> String {
    match &row.value {
        Some(RowValue::Chosen(value) | RowValue::Typed(value)) => value.clone(),
        None => String::new(),
    }
}

/// A page in lines: its heading, its rows with numbers, and what may be typed.
fn told(view: &MenuView) -> String {
    let heading = format!("\n{}. {}", view.title, view.subtitle);
    let mut lines = vec![heading.trim_end().to_owned()];
    let rows = (1..).zip(&view.rows);
    lines.extend(rows.map(|(number, row)| {
        let number = row.key.map_or(number.to_string(), String::from);
        match &row.value {
            None => format!("{number:>4}  {}", row.label),
            Some(_) => format!("{number:>4}  {}: {}", row.label, value_of(row)),
        }
    }));
    let number = view.chosen + 1;
    let key = view.rows.get(view.chosen).and_then(|row| row.key);
    lines.push(match (is_form(view), key) {
        (true, _) => {
            let enter = if begins(view) { "Enter begins. " } else { "" };
            format!(
                "{enter}A number tells what can be chosen there; a number and a value choose it. b goes back."
            )
        }
        (false, Some(key)) => format!("A letter chooses; {key}? tells more about {key}."),
        (false, None) => format!("A number chooses; {number}? tells more about {number}; b goes back, q leaves."),
    });
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::game_setup::GameSetup;
    use super::super::start_pages::{events, games_to_review, practice};
    use super::*;
    use sgmp_engine::engine::Level;
    use sgmp_faces::menus::choice_page::ChoicePage;

    /// The answer to each line; the words that begin stand for a beginning.
    fn said(page: &mut dyn MenuPage, typed: &[&str]) -> Vec<String> {
        let mut lines = MenuLines { page, asks: false };
        let answers = typed.iter().map(|line| match lines.heed(line) {
            Heeded::Said(said) => said,
            Heeded::Leave => "left".to_owned(),
            Heeded::Begin(words) => words.join(" "),
        });
        answers.collect()
    }

    #[test]
    fn a_row_is_chosen_by_its_number() {
        let said = said(&mut practice(None), &["99", "3?", "1", "b"]);
        assert_eq!(said[0], "\"99\" is none of 1 to 6, b and q.");
        assert!(said[1].starts_with("A game of a master"), "{}", said[1]);
        assert_eq!(said[2], "problems");
        assert_eq!(said[3], "left");
    }

    #[test]
    fn a_game_is_set_up_by_numbers_and_values() {
        let typed = ["1 13", "2", "2 99", "3 wh", "4 4", "?", ""];
        let said = said(&mut GameSetup::computer(Level::USUAL), &typed);
        assert_eq!(said[0], "Board: 13.");
        assert!(
            said[1].contains("Level: 0 (about 22 kyu), 1 (about 21 kyu), 2 (about 20 kyu)"),
            "{}",
            said[1]
        );
        assert!(
            said[1].ends_with("2 2 sets 2 (about 20 kyu)."),
            "{}",
            said[1]
        );
        assert!(
            said[2].starts_with("99 is none of them. Level: 0 "),
            "{}",
            said[2]
        );
        assert_eq!(said[3], "You play: White.");
        assert_eq!(said[4], "Handicap: 4.");
        assert!(
            said[5].contains("   1  Board: 13\n   2  Level: 1 (about 21 kyu)\n"),
            "{}",
            said[5]
        );
        assert!(
            said[6].starts_with("play --size 13 --level 1 --computer black --handicap 4"),
            "{}",
            said[6]
        );
    }

    #[test]
    fn names_are_typed() {
        let mut review = games_to_review(None);
        assert_eq!(
            said(&mut review, &["1", "my game.sgf"]),
            ["A file: type it.", "review my game.sgf"]
        );
        assert_eq!(said(&mut review, &["1 b.sgf"]), ["review b.sgf"]);
        let told = said(&mut events(), &["5", "1 e.toml", "5"]);
        assert_eq!(told[0], "Type the name of the file first.");
        assert_eq!(told[2], "tournament run e.toml");
        let mut port = GameSetup::line_match(None);
        let told = said(&mut port, &["", "7", "tcp:a:1", "2 White", ""]);
        assert!(told[0].starts_with("Type the port first"), "{}", told[0]);
        assert_eq!(told[2], "Port: tcp:a:1.");
        assert!(told[4].starts_with("match --color white"), "{}", told[4]);
    }

    #[test]
    fn a_page_that_opens_is_told() {
        let mut page: ChoicePage = practice(None);
        let told = said(&mut page, &["3", "b"]);
        assert!(told[0].starts_with("\nGuess the move. "), "{}", told[0]);
        assert!(told[0].contains("\n   1  A file: \n"), "{}", told[0]);
        assert!(told[1].starts_with("\nPractice."), "{}", told[1]);
    }
}
