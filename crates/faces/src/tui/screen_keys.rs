//! Keys and clicks of a terminal.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

/// A key, or something else that a terminal tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character that was typed, without Ctrl.
    Char(char),
    /// Enter, which takes what is chosen or typed.
    Enter,
    /// Escape, which leaves or breaks off.
    Escape,
    /// Backspace, which takes a character back.
    Backspace,
    /// Tab, which goes on to the next part.
    Tab,
    /// An arrow: steps to the right and up.
    Arrow(i8, i8),
    /// Page up (-1) and page down (1), and the wheel of a mouse.
    Page(i8),
    /// Home, which goes to the beginning.
    Home,
    /// End, which goes to the end.
    End,
    /// Ctrl-C and Ctrl-\.
    Interrupt,
    /// Ctrl-S, which saves to a file.
    Save,
    /// Ctrl-Z, which stops the process until the shell goes on with it.
    Suspend,
    /// A click at a column and a row, from 0.
    Click(u16, u16),
    /// The window has another size now, or has to be drawn anew.
    Redraw,
}

impl Key {
    /// The key of a terminal's event; `None` for events that mean nothing here.
    pub fn from_event(event: &Event) -> Option<Self> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => Self::from_key(*key),
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => {
                    Some(Self::Click(mouse.column, mouse.row))
                }
                MouseEventKind::ScrollUp => Some(Self::Page(-1)),
                MouseEventKind::ScrollDown => Some(Self::Page(1)),
                _ => None,
            },
            Event::Resize(..) => Some(Self::Redraw),
            _ => None,
        }
    }

    /// The place of a click: column and row, from 0.
    pub const fn place(self) -> Option<(u16, u16)> {
        match self {
            Self::Click(column, row) => Some((column, row)),
            _ => None,
        }
    }

    /// The same key where nothing is typed: the space bar does what Enter does.
    pub const fn or_enter(self) -> Self {
        match self {
            Self::Char(' ') => Self::Enter,
            key => key,
        }
    }

    fn from_key(key: KeyEvent) -> Option<Self> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                // Terminals send Ctrl-\ as Ctrl-4.
                KeyCode::Char('c' | '\\' | '4') => Some(Self::Interrupt),
                KeyCode::Char('s') => Some(Self::Save),
                KeyCode::Char('z') => Some(Self::Suspend),
                KeyCode::Char('l') => Some(Self::Redraw),
                _ => None,
            };
        }
        if key.modifiers.contains(KeyModifiers::ALT) {
            return None;
        }
        Some(match key.code {
            KeyCode::Enter => Self::Enter,
            KeyCode::Char(letter) => Self::Char(letter),
            KeyCode::Esc => Self::Escape,
            KeyCode::Backspace | KeyCode::Delete => Self::Backspace,
            KeyCode::Tab => Self::Tab,
            KeyCode::Left => Self::Arrow(-1, 0),
            KeyCode::Right => Self::Arrow(1, 0),
            KeyCode::Up => Self::Arrow(0, 1),
            KeyCode::Down => Self::Arrow(0, -1),
            KeyCode::Home => Self::Home,
            KeyCode::End => Self::End,
            KeyCode::PageUp => Self::Page(-1),
            KeyCode::PageDown => Self::Page(1),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ctrl_c_is_no_letter_and_a_space_is_enter() {
        let key = |code, modifiers| Key::from_event(&Event::Key(KeyEvent::new(code, modifiers)));
        let (none, ctrl) = (KeyModifiers::NONE, KeyModifiers::CONTROL);
        assert_eq!(key(KeyCode::Char('c'), ctrl), Some(Key::Interrupt));
        assert_eq!(key(KeyCode::Char('c'), none), Some(Key::Char('c')));
        let space = key(KeyCode::Char(' '), none);
        assert_eq!(space, Some(Key::Char(' ')));
        assert_eq!(space.map(Key::or_enter), Some(Key::Enter));
        assert_eq!(key(KeyCode::Char('x'), KeyModifiers::ALT), None);
        assert_eq!(key(KeyCode::Up, none), Some(Key::Arrow(0, 1)));
        assert_eq!(Key::from_event(&Event::Resize(80, 24)), Some(Key::Redraw));
        assert_eq!(Key::from_event(&Event::FocusLost), None);
    }
}
