//! Screens as text, for tests here and of those who fill them.

use ratatui::backend::TestBackend;
use ratatui::{Frame, Terminal};

use super::screen_look::{Palette, ScreenLook};
use sgmp_board::picture::Charset;

/// The sizes that every view has to fit.
pub const SIZES: [(u16, u16); 3] = [(80, 24), (60, 20), (132, 50)];

/// A screen, line by line, and no spaces at the ends.
///
/// # Panics
/// Never: a screen in memory fails at nothing.
pub fn drawn_by(
    charset: Charset,
    (width, height): (u16, u16),
    draw: impl FnOnce(ScreenLook, &mut Frame<'_>),
) -> String {
    let look = ScreenLook {
        charset,
        palette: Palette::True,
    };
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen in memory");
    terminal
        .draw(|frame| draw(look, frame))
        .expect("a screen in memory");
    let buffer = terminal.backend().buffer();
    let row = |y| {
        let cells = (0..width).map(|x| buffer[(x, y)].symbol());
        cells.collect::<String>().trim_end().to_owned()
    };
    let rows: Vec<String> = (0..height).map(row).collect();
    rows.join("\n")
}

/// The screens of which snapshots are kept: the usual one, and the smallest. The others have to fit.
const KEPT: [(Charset, (u16, u16), &str); 2] = [
    (Charset::Unicode, (80, 24), "80x24-unicode"),
    (Charset::Ascii, (60, 20), "60x20-ascii"),
];

/// Draws on a screen of each size with each set of characters, and gives `keep` those that are kept with the end of a
/// snapshot's name.
///
/// # Panics
/// A character that is not ASCII on a screen of ASCII.
pub fn on_all_screens(
    mut draw: impl FnMut(Charset, (u16, u16)) -> String,
    mut keep: impl FnMut(&str, String),
) {
    for size in SIZES {
        for charset in [Charset::Ascii, Charset::Unicode] {
            let drawn = draw(charset, size);
            assert!(charset == Charset::Unicode || drawn.is_ascii(), "{drawn}");
            let mut kept = KEPT.iter();
            if let Some((.., ending)) = kept.find(|kept| (kept.0, kept.1) == (charset, size)) {
                keep(ending, drawn);
            }
        }
    }
}
