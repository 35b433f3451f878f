//! Keys and what they do: the line at the bottom, and all of them on a screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::screen_look::ScreenLook;
use super::wrapped_text::{LineStack, columns};

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

/// All keys on the whole screen.
pub(super) fn draw_all_keys(keys: &[KeyHelp], look: ScreenLook, area: Rect, buffer: &mut Buffer) {
    let mut stack = LineStack::new(buffer, area);
    let last = stack.reserve(1);
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
    buffer.set_stringn(
        last.x,
        last.y,
        "Any key goes back.",
        last.width.into(),
        look.faint(),
    );
}
