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

/// Looks at each size with each set of characters; the last argument is the end of a snapshot's name.
pub fn on_all_screens(mut check: impl FnMut(Charset, (u16, u16), &str)) {
    for (width, height) in SIZES {
        for (charset, word) in [(Charset::Ascii, "ascii"), (Charset::Unicode, "unicode")] {
            check(
                charset,
                (width, height),
                &format!("{width}x{height}-{word}"),
            );
        }
    }
}
