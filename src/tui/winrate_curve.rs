//! Black's chance to win after each move, as a curve of filled columns.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::screen_look::ScreenLook;
use crate::picture::Charset;

/// Parts of a filled character, from nothing to all of it.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws the curve: one column a move or several moves, the filled part is Black's. Where nothing is known the
/// value before it goes on.
pub(super) fn draw_curve(
    values: &[Option<f32>],
    look: ScreenLook,
    area: Rect,
    buffer: &mut Buffer,
) {
    if area.height < 2 || area.width < 8 || values.is_empty() {
        return;
    }
    let plot = Rect {
        x: area.x + 5,
        width: area.width - 5,
        ..area
    };
    let middle = plot.y + (plot.height - 1) / 2;
    for (y, text) in [
        (plot.y, "100 %"),
        (middle, " 50 %"),
        (plot.bottom() - 1, "  0 %"),
    ] {
        buffer.set_stringn(area.x, y, text, 5, look.faint());
    }
    let columns = usize::from(plot.width).min(values.len());
    let mut known = 0.5;
    let mut seen = 0;
    for column in 0..columns {
        // The last value of those that share a column stands for them.
        let end = (column + 1) * values.len() / columns;
        let latest = values[seen..end].iter().flatten().next_back();
        known = latest.copied().unwrap_or(known).clamp(0.0, 1.0);
        seen = end;
        draw_column(known, plot.x + column as u16, plot, look, buffer);
    }
    for x in plot.x..plot.right() {
        let place = buffer.cell_mut((x, middle));
        if let Some(place) = place.filter(|place| place.symbol() == " ") {
            place.set_char(look.rule()).set_style(look.faint());
        }
    }
}

fn draw_column(share: f32, x: u16, plot: Rect, look: ScreenLook, buffer: &mut Buffer) {
    let eighths = (share * f32::from(plot.height) * 8.0).round() as u16;
    for row in 0..plot.height {
        let filled = eighths.saturating_sub(row * 8).min(8);
        let sign = match look.charset {
            Charset::Unicode => EIGHTHS[usize::from(filled)],
            Charset::Ascii if filled >= 4 => '#',
            Charset::Ascii => ' ',
        };
        if let Some(place) = buffer.cell_mut((x, plot.bottom() - 1 - row)) {
            place.set_char(sign);
        }
    }
}
