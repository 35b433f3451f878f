//! Keys and what they do: the line at the bottom, and all of them on a screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::screen_keys::Key;
use super::screen_look::ScreenLook;
use super::wrapped_text::{LineStack, columns, wrap};
use crate::tutorial::GLOSSARY;

/// A key with what it does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyHelp {
    /// The key as it is written.
    pub key: &'static str,
    /// Its effect in a word or two, for the bottom line; none where it stands on the page of all keys alone.
    pub short: &'static str,
    /// Its effect in a sentence.
    pub long: &'static str,
}

/// A key with what it does, in a word or two and in a sentence.
pub const fn key_help(key: &'static str, short: &'static str, long: &'static str) -> KeyHelp {
    KeyHelp { key, short, long }
}

impl KeyHelp {
    fn width(&self) -> usize {
        columns(self.key) + 1 + columns(self.short)
    }

    fn spans(&self, look: ScreenLook) -> [Span<'static>; 3] {
        [
            Span::styled(self.key, look.key()),
            Span::raw(" "),
            Span::raw(self.short),
        ]
    }
}

/// A page of help: all keys, or some of the words of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HelpPage {
    /// The keys that mean something now.
    pub keys: &'static [KeyHelp],
    /// Its number: 0 is the page of keys, those behind it have the words; after the last the keys come again.
    pub number: usize,
}

/// The pages of help behind `?`: the first has the keys, each further `?` shows words of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HelpPages {
    open: Option<usize>,
}

impl HelpPages {
    /// Opens the page of keys.
    pub const fn open(&mut self) {
        self.open = Some(0);
    }

    /// Takes a key while a page is open, and returns whether it was for that page: `?` turns it, any other closes it.
    pub fn heed(&mut self, key: Key) -> bool {
        let Some(number) = self.open.take() else {
            return false;
        };
        if key == Key::Char('?') {
            self.open = Some(number + 1);
        }
        key != Key::Interrupt
    }

    /// The page that is open, with these keys.
    pub fn page(self, keys: &'static [KeyHelp]) -> Option<HelpPage> {
        self.open.map(|number| HelpPage { keys, number })
    }
}

/// Room between two keys of the bottom line.
const GAP: usize = 2;

/// The keys in rows, the most important first; those that find no room are left out.
pub(super) fn draw_keys(keys: &[KeyHelp], look: ScreenLook, area: Rect, buffer: &mut Buffer) {
    let mut keys = keys.iter().filter(|key| !key.short.is_empty()).peekable();
    let mut stack = LineStack::new(buffer, area);
    while !stack.left().is_empty() && keys.peek().is_some() {
        let mut line = Line::default();
        let mut used = 0;
        while let Some(key) =
            keys.next_if(|key| used == 0 || used + GAP + key.width() <= area.width.into())
        {
            if used > 0 {
                line.push_span(Span::raw("  "));
                used += GAP;
            }
            line.extend(key.spans(look));
            used += key.width();
        }
        stack.line(&line);
    }
}

/// A page of help on the whole screen.
pub(super) fn draw_help(page: HelpPage, look: ScreenLook, area: Rect, buffer: &mut Buffer) {
    let words = word_pages(area);
    let number = page.number % (words.len() + 1);
    let next = match number {
        0 => "? words of the game; any other key goes back.",
        last if last == words.len() => "? all keys; any other key goes back.",
        _ => "? more words; any other key goes back.",
    };
    let footer = Rect {
        y: area.bottom().saturating_sub(1),
        ..area
    };
    buffer.set_stringn(footer.x, footer.y, next, footer.width.into(), look.faint());
    match number {
        0 => draw_all_keys(page.keys, look, area, buffer),
        number => {
            let mut stack = LineStack::new(buffer, area);
            stack.line(&Line::styled("Words of the game", look.title()));
            for line in &words[number - 1] {
                stack.line(&Line::raw(line.as_str()));
            }
        }
    }
}

/// The words of the game in pages that fit: lines between a heading and a footer, no word on two pages.
fn word_pages(area: Rect) -> Vec<Vec<String>> {
    let room = usize::from(area.height).saturating_sub(2).max(1);
    let mut pages: Vec<Vec<String>> = vec![Vec::new()];
    for entry in &GLOSSARY {
        let lines = wrap(&format!("{}: {}", entry.word, entry.meaning), area.width);
        match pages.last_mut() {
            Some(page) if page.is_empty() || page.len() + lines.len() <= room => page.extend(lines),
            _ => pages.push(lines),
        }
    }
    pages
}

/// All keys, above the footer.
fn draw_all_keys(keys: &[KeyHelp], look: ScreenLook, area: Rect, buffer: &mut Buffer) {
    let mut stack = LineStack::new(buffer, area);
    stack.reserve(1);
    stack.line(&Line::styled("Keys", look.title()));
    let widest = keys.iter().map(|key| columns(key.key)).max().unwrap_or(0);
    for key in keys {
        let pad = " ".repeat(widest - columns(key.key) + 2);
        let line = Line::from_iter([
            Span::styled(key.key, look.key()),
            Span::raw(pad),
            Span::raw(key.long),
        ]);
        stack.line(&line);
    }
}
