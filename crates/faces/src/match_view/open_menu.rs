//! The operator's menu on the screen of a match: opened by Ctrl-C, and by itself when the line goes down.

use crate::tui::Key;
use sgmp_match::console::operator_menu::{MenuAnswer, OperatorMenu};
use sgmp_match::port::Operator;

/// The menu, open or not.
#[derive(Default)]
pub(super) struct OpenMenu {
    /// The menu of this match, while nobody has opened it.
    known: Option<OperatorMenu>,
    /// The menu that is open, and what is typed for it.
    open: Option<(OperatorMenu, String)>,
    /// True if the line has opened it, not the operator.
    is_of_line: bool,
}

impl OpenMenu {
    /// Makes the menu known that opens when the line goes down.
    pub(super) fn know(&mut self, menu: OperatorMenu) {
        self.known = Some(menu);
    }

    /// Opens it for the operator; `false` where the operator has opened it already.
    pub(super) fn open(&mut self, menu: &OperatorMenu) -> bool {
        let is_new = self.open.is_none() || self.is_of_line;
        if is_new {
            self.open = Some((menu.clone(), String::new()));
            self.is_of_line = false;
        }
        is_new
    }

    /// The line is down: a resignation says nothing over it, so it is asked about at once.
    pub(super) fn line_is_down(&mut self) {
        if let (None, Some(menu)) = (&self.open, &self.known) {
            self.open = Some((menu.clone(), String::new()));
            self.is_of_line = true;
        }
    }

    /// The line is back, or the game over: nothing is asked any more.
    pub(super) fn line_is_back(&mut self) {
        if self.is_of_line {
            self.close();
        }
    }

    fn close(&mut self) {
        self.open = None;
        self.is_of_line = false;
    }

    /// Hands a key to the open menu: the operator's word, if that is one; `None` where none is open, or the key is for
    /// others.
    pub(super) fn press(&mut self, key: Key) -> Option<Option<Operator>> {
        let (menu, typed) = self.open.as_mut()?;
        let line = match (key, menu.wants_line()) {
            (Key::Escape, _) => {
                self.close();
                return Some(None);
            }
            (Key::Char(letter), true) => {
                typed.push(letter);
                return Some(None);
            }
            (Key::Backspace, true) => {
                typed.pop();
                return Some(None);
            }
            (Key::Enter, true) => std::mem::take(typed),
            // Enter, the key that plays, answers nothing here.
            (Key::Enter, false) => return Some(None),
            (Key::Char(letter), false) => letter.to_string(),
            _ => return None,
        };
        let said = match menu.answer(&line) {
            MenuAnswer::Asks => return Some(None),
            MenuAnswer::GoesOn => None,
            MenuAnswer::Says(operator) => Some(operator),
        };
        self.close();
        Some(said)
    }

    /// The heading and the lines of the open menu.
    pub(super) fn text(&self) -> Option<(&'static str, String)> {
        let (menu, _) = self.open.as_ref()?;
        Some(match self.is_of_line {
            false => ("Stop?", menu.text()),
            true => (
                "The line is down",
                format!(
                    "Has the other side resigned? Nothing of that comes over the line: 2 says so. Else it is waited for, and \
                     this closes when it is back.\n{}",
                    menu.text()
                ),
            ),
        })
    }

    /// The bottom line of the open menu.
    pub(super) fn prompt(&self) -> Option<String> {
        let (menu, typed) = self.open.as_ref()?;
        Some(match menu.wants_line() {
            true => format!("{}: {typed}_  Enter: take it; Esc: no", menu.prompt()),
            false => menu.prompt(),
        })
    }
}
