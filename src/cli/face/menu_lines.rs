//! Pages with lists in lines: rows told with numbers, numbers typed. The pages are those of the
//! screen.

use std::io::stdin;

use sgmp_faces::menus::menu_screen::{MenuPage, MenuStep};
use sgmp_faces::tui::{Key, MenuRow, MenuView, RowValue};
use sgmp_match::console::{TextStream, stdout_line};

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
    stdout_line(told(&lines.page.view()));
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
            Heeded::Said(said) => stdout_line(said),
            Heeded::Leave => return None,
            Heeded::Begin(words) => return Some(words),
        }
    }
}

impl MenuLines<'_> {
    fn prompt(&self) -> &'static str {
        match (self.asks, is_form(&self.page.view())) {
            (true, _) | (false, true) => "> ",
            (false, false) => "Type a number: ",
        }
    }

    fn heed(&mut self, line: &str) -> Heeded {
        if std::mem::take(&mut self.asks) {
            return self.write(line);
        }
        let view = self.page.view();
        match line {
            "q" | "quit" | "exit" => return Heeded::Leave,
            "b" | "back" => return self.press(Key::Escape),
            "" if is_form(&view) => return self.press(Key::Enter),
            "" | "help" | "?" => return Heeded::Said(told(&view)),
            _ => {}
        }
        let (number, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let is_asked = number.ends_with('?');
        let Some(row) = row_of(&view, number.trim_end_matches('?')) else {
            let last = view.rows.iter().filter(|row| row.key != Some('q')).count();
            return Heeded::Said(format!("{line:?} is none of 1 to {last}, b and q."));
        };
        self.page.choose(row);
        if is_asked {
            return Heeded::Said(self.page.view().note);
        }
        match &view.rows[row].value {
            None => self.press(Key::Enter),
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
            false => String::new(),
        })
    }

    /// Sets the chosen row to a value, by its beginning if that is no other's; without one the values are told.
    fn set(&mut self, row: usize, wanted: &str) -> String {
        let view = self.page.view();
        let label = &view.rows[row].label;
        // From the one that is set on.
        let mut values = self.page.values(row);
        let now = value_of(&view.rows[row]);
        let at = values.iter().position(|value| *value == now).unwrap_or(0);
        values.rotate_left(at);
        let lower = wanted.to_lowercase();
        let begun = |value: &&String| value.to_lowercase().starts_with(&lower);
        let whole = values
            .iter()
            .position(|value| value.to_lowercase() == lower);
        let alone = match values.iter().filter(begun).count() {
            1 => values.iter().position(|value| begun(&value)),
            _ => None,
        };
        let Some(steps) = whole.or(alone) else {
            let number = row + 1;
            let example = &values[1 % values.len()];
            return format!(
                "{} {label}: {}. {number} {example} sets {example}.",
                view.note,
                values.join(", ")
            );
        };
        self.page.set(row, (at + steps) % values.len());
        format!("{label}: {}.", values[steps])
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

/// The row of a number that was typed.
fn row_of(view: &MenuView, number: &str) -> Option<usize> {
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
        let number = match row.key {
            Some('q') => "q".to_owned(),
            _ => format!("{number:2}"),
        };
        match &row.value {
            None => format!("{number:>4}  {}", row.label),
            Some(_) => format!("{number:>4}  {}: {}", row.label, value_of(row)),
        }
    }));
    let number = view.chosen + 1;
    let is_first = view.rows.iter().any(|row| row.key == Some('q'));
    lines.push(match is_form(view) {
        true => "Enter begins. A number tells what can be chosen there; a number and a value choose it. b goes back."
            .to_owned(),
        false if is_first => format!("A number chooses; {number}? tells more about {number}."),
        false => format!("A number chooses; {number}? tells more about {number}; b goes back, q leaves."),
    });
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::game_setup::GameSetup;
    use super::super::start_pages::{events, games_to_review, practice};
    use super::*;
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
        let said = said(&mut GameSetup::computer(), &typed);
        assert_eq!(said[0], "Board: 13.");
        assert!(said[1].contains("Level: 1, 2, 3"), "{}", said[1]);
        assert!(said[1].ends_with("20, 0. 2 2 sets 2."), "{}", said[1]);
        assert_eq!(said[2], said[1], "no such level");
        assert_eq!(said[3], "You play: White.");
        assert_eq!(said[4], "Handicap: 4.");
        assert!(
            said[5].contains("   1  Board: 13\n   2  Level: 1\n"),
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
        assert!(told[1].starts_with("\nPractise."), "{}", told[1]);
    }
}
