//! Pages with lists on the screen: keys in, views out, until one is left or something is chosen.

use std::sync::mpsc::{Receiver, channel};

use crate::terminal::screen_terminal::ScreenTerminal;
use crate::tui::{Key, MenuView};
use sgmp_board::failure::{Blame, Failure};
use sgmp_match::console::operator::{CtrlZ, Signals};

/// The step after a key.
#[derive(Debug)]
pub enum MenuStep {
    /// The page stays open for more keys.
    Stay,
    /// The page is left.
    Leave,
    /// Something is chosen: the words of the command line for it.
    Begin(Vec<String>),
}

/// A page with a list.
pub trait MenuPage {
    /// The view of it.
    fn view(&self) -> MenuView;

    /// Takes a key; `clicked` is the row under a click.
    fn press(&mut self, key: Key, clicked: Option<usize>) -> MenuStep;

    /// Chooses a row of the view.
    fn choose(&mut self, _row: usize) {}

    /// The values that a row of the view can be set to, in their order; none where it has no such values.
    fn values(&self, _row: usize) -> Vec<String> {
        Vec::new()
    }

    /// Sets a row of the view to one of its values.
    fn set(&mut self, _row: usize, _value: usize) {}

    /// Writes letters in the row that is typed, in place of those that stand there.
    fn write(&mut self, _letters: &str) {}
}

/// Something that is heard on a page.
enum Heard {
    Key(Key),
    Interrupt,
}

/// Shows a page, and returns the words of the command line that were chosen; none to leave.
///
/// # Errors
/// Signals that cannot be listened to.
pub fn visit(
    page: &mut dyn MenuPage,
    screen: &mut ScreenTerminal,
) -> Result<Option<Vec<String>>, Failure> {
    let (sender, heard) = channel();
    let interrupted = sender.clone();
    let signals = Signals::listen(CtrlZ::Stops, move |_| {
        // After the page nobody listens.
        let _gone = interrupted.send(Heard::Interrupt);
    });
    let _signals = signals.map_err(|error| Failure::new(Blame::Port, error))?;
    screen.send_keys(sender, Heard::Key);
    show(page, screen, &heard)
}

fn show(
    page: &mut dyn MenuPage,
    screen: &mut ScreenTerminal,
    heard: &Receiver<Heard>,
) -> Result<Option<Vec<String>>, Failure> {
    let mut tells_keys = false;
    loop {
        let mut view = page.view();
        if tells_keys {
            view.note = view.keys_in_words();
        }
        screen.draw(|look, frame| view.draw(look, frame));
        let gone = || Failure::new(Blame::Record, "nobody reads the keys any more");
        let key = match heard.recv().map_err(|_| gone())? {
            Heard::Interrupt | Heard::Key(Key::Interrupt) => return Ok(None),
            Heard::Key(key) => key,
        };
        let told = std::mem::take(&mut tells_keys);
        tells_keys = key == Key::Char('?') && !view.is_typing();
        if tells_keys || told && key == Key::Escape {
            continue;
        }
        let clicked = match key {
            Key::Suspend => {
                screen.suspend();
                continue;
            }
            Key::Redraw => {
                screen.clear();
                continue;
            }
            Key::Click(_, row) => view.row_at(screen.size(), row),
            _ => None,
        };
        match page.press(key, clicked) {
            MenuStep::Stay => {}
            MenuStep::Leave => return Ok(None),
            MenuStep::Begin(words) => return Ok(Some(words)),
        }
    }
}
