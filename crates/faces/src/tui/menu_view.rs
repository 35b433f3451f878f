//! A list to choose from: entries with keys, or choices with values.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::key_help::{KeyHelp, draw_keys};
use super::screen_look::ScreenLook;
use super::wrapped_text::{LineStack, columns};

/// The value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowValue {
    /// One of several, or one that is only shown.
    Chosen(String),
    /// Letters that are typed.
    Typed(String),
}

impl RowValue {
    /// The value in letters, with the place of the next letter where it is typed.
    fn shown(&self) -> String {
        match self {
            Self::Chosen(value) => value.clone(),
            Self::Typed(letters) => format!("{letters}_"),
        }
    }
}

/// A row of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuRow {
    /// The key that chooses it, if there is one.
    pub key: Option<char>,
    /// The name of it.
    pub label: String,
    /// The value that is set; `None` for an entry that is done.
    pub value: Option<RowValue>,
}

/// The key that tells the keys of a list; while letters are typed it is a letter.
const KEYS_TOLD: KeyHelp = KeyHelp {
    key: "?",
    short: "keys",
    long: "",
};

/// A list on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuView {
    /// The heading over the list.
    pub title: String,
    /// A sentence below it.
    pub subtitle: String,
    /// The rows, from the top.
    pub rows: Vec<MenuRow>,
    /// The row that is chosen.
    pub chosen: usize,
    /// A sentence about the chosen row, or about what was wrong.
    pub note: String,
    /// True if the note should be looked at.
    pub is_warning: bool,
    /// The keys that mean something.
    pub keys: &'static [KeyHelp],
}

impl MenuView {
    /// Draws it on a frame.
    pub fn draw(&self, look: ScreenLook, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.draw_in(look, area, frame.buffer_mut());
    }

    /// Returns whether letters are written in the chosen row.
    pub fn is_typing(&self) -> bool {
        let chosen = self
            .rows
            .get(self.chosen)
            .and_then(|row| row.value.as_ref());
        matches!(chosen, Some(RowValue::Typed(_)))
    }

    /// The keys that mean something on this page, in a sentence: the answer to `?`.
    pub fn keys_in_words(&self) -> String {
        let has_letters = self.rows.iter().any(|row| row.key.is_some());
        let mut values = self.rows.iter().map(|row| &row.value);
        let has_values = values.any(|value| matches!(value, Some(RowValue::Chosen(_))));
        let of_page = self.keys.iter().map(|key| {
            let does = if key.long.is_empty() {
                key.short
            } else {
                key.long
            };
            format!("{}: {does}", key.key)
        });
        let more = [
            has_values.then_some("typing chooses a value"),
            has_letters.then_some("a letter chooses its row"),
        ];
        let more = more.into_iter().flatten().map(str::to_owned);
        let parts: Vec<String> = of_page.chain(more).collect();
        format!("{}.", parts.join("; "))
    }

    fn draw_in(&self, look: ScreenLook, area: Rect, buffer: &mut Buffer) {
        let mut stack = LineStack::new(buffer, area);
        let bottom = stack.reserve(1);
        stack.text(&self.title, look.title(), 1);
        stack.text(&self.subtitle, look.faint(), 2);
        if area.height > self.rows.len() as u16 + 6 {
            stack.take(1);
        }
        let valued = self.rows.iter().filter(|row| row.value.is_some());
        let rows = valued.map(|row| columns(&row.label));
        let widest = rows.max().unwrap_or(0);
        let room = usize::from(stack.left().height.saturating_sub(3)).max(1);
        let first = self.first_shown(room);
        for (index, row) in self.rows.iter().enumerate().skip(first).take(room) {
            let is_chosen = index == self.chosen;
            stack.line(&line(row, widest, is_chosen, look));
        }
        stack.line(&Line::styled(self.goes_on(first, room), look.faint()));
        let style = match self.is_warning {
            true => look.warning(),
            false => Style::new(),
        };
        let left = usize::from(stack.left().height);
        stack.text(&self.note, style, left);
        let asks = (!self.is_typing()).then_some(&KEYS_TOLD);
        let keys: Vec<KeyHelp> = self.keys.iter().chain(asks).copied().collect();
        draw_keys(&keys, look, bottom, buffer);
    }

    /// The rows that are shown of a list for which there is no room, and where it goes on; empty where all are shown.
    fn goes_on(&self, first: usize, room: usize) -> String {
        let (count, end) = (self.rows.len(), (first + room).min(self.rows.len()));
        let more = match (first > 0, end < count) {
            (false, false) => return String::new(),
            (true, false) => "more above",
            (false, true) => "more below",
            (true, true) => "more above and below",
        };
        format!("  {} to {end} of {count}: {more}", first + 1)
    }

    /// The first row that is shown where there is room for so many: the chosen one is always among them.
    const fn first_shown(&self, room: usize) -> usize {
        (self.chosen + 1).saturating_sub(room)
    }

    /// The row at a place of the screen, for a mouse.
    pub fn row_at(&self, (width, height): (u16, u16), row: u16) -> Option<usize> {
        let subtitle = super::wrapped_text::wrap(&self.subtitle, width)
            .len()
            .min(2);
        let is_roomy = height > self.rows.len() as u16 + 6;
        let top = 1 + subtitle + usize::from(is_roomy);
        // The last row has keys, and three are kept for the note.
        let room = usize::from(height).saturating_sub(top + 1 + 3).max(1);
        let place = usize::from(row)
            .checked_sub(top)
            .filter(|place| *place < room)?;
        let index = self.first_shown(room) + place;
        (index < self.rows.len()).then_some(index)
    }
}

fn line(row: &MenuRow, widest: usize, is_chosen: bool, look: ScreenLook) -> Line<'static> {
    let mark = if is_chosen { "> " } else { "  " };
    let style = if is_chosen {
        look.chosen()
    } else {
        Style::new()
    };
    let mut spans = vec![Span::raw(mark)];
    if let Some(key) = row.key {
        spans.push(Span::styled(format!("{key}  "), look.key()));
    }
    match &row.value {
        None => spans.push(Span::styled(row.label.clone(), style)),
        Some(value) => {
            let value = value.shown();
            let pad = " ".repeat(widest - columns(&row.label) + 2);
            spans.push(Span::raw(format!("{}{pad}", row.label)));
            let shown = if is_chosen {
                format!("< {value} >")
            } else {
                format!("  {value}")
            };
            spans.push(Span::styled(shown, style));
        }
    }
    Line::from(spans)
}
