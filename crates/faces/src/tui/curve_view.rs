//! Black's chance to win, or Black's points, after each move: a curve of filled columns.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::screen_look::ScreenLook;
use sgmp_advice::review::percent;
use sgmp_board::picture::Charset;

/// Parts of a filled character, from nothing to all of it.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Smallest lead that the edges of a curve of points stand for.
const MIN_SCALE: f32 = 10.0;

/// A curve with its scale.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveView {
    pub(crate) title: String,
    /// Black's share after each move, 0 to 1, where it is known.
    values: Vec<Option<f32>>,
    /// Five letters for the top, the middle and the bottom.
    labels: [String; 3],
    /// The number of moves at which a mark stands.
    at: Option<usize>,
    /// Numbers of the moves that lost much.
    heavy: Vec<usize>,
}

impl CurveView {
    /// Black's chances to win; the heading says of how many positions they are known so far.
    pub fn chances(values: Vec<Option<f32>>) -> Self {
        let known = values.iter().flatten().count();
        let rest = match known == values.len() {
            true => String::new(),
            false => format!(" ({known} of {})", values.len()),
        };
        // An earlier position says nothing of this one.
        let title = match values.last().copied().flatten() {
            Some(share) => format!("Black's chance: {}{rest}", percent(share)),
            None => format!("Black's chance: searching{rest}"),
        };
        Self {
            title,
            values,
            labels: ["100 %", " 50 %", "  0 %"].map(str::to_owned),
            at: None,
            heavy: Vec::new(),
        }
    }

    /// The points by which Black is ahead.
    pub fn points(leads: &[Option<f32>]) -> Self {
        let known = leads.iter().flatten().map(|lead| lead.abs());
        let scale = known.fold(MIN_SCALE, f32::max).ceil();
        let share = |lead: &Option<f32>| lead.map(|lead| 0.5 + lead / scale / 2.0);
        Self {
            title: "Points of Black".to_owned(),
            values: leads.iter().map(share).collect(),
            labels: [
                format!("{scale:>+5}"),
                "    0".to_owned(),
                format!("{:>+5}", -scale),
            ],
            at: None,
            heavy: Vec::new(),
        }
    }

    /// With a mark at a number of moves, others at the moves that lost much, and a heading that tells of the first.
    pub fn marked(mut self, at: usize, heavy: Vec<usize>, title: String) -> Self {
        self.at = Some(at);
        self.heavy = heavy;
        self.title = title;
        self
    }
}

/// Draws the curve: one column a move or several moves, the filled part is Black's. Where nothing is known yet nothing is
/// drawn, but between two moves that are known the value before goes on.
pub(super) fn draw_curve(curve: &CurveView, look: ScreenLook, area: Rect, buffer: &mut Buffer) {
    let values = &curve.values;
    let marked = u16::from(curve.at.is_some());
    if area.height < 2 + marked || area.width < 8 || values.is_empty() {
        return;
    }
    let plot = Rect {
        x: area.x + 5,
        width: area.width - 5,
        height: area.height - marked,
        ..area
    };
    let middle = plot.y + (plot.height - 1) / 2;
    let places = [plot.y, middle, plot.bottom() - 1];
    for (y, text) in places.into_iter().zip(&curve.labels) {
        buffer.set_stringn(area.x, y, text, 5, look.faint());
    }
    let columns = usize::from(plot.width).min(values.len());
    let end_of_known = values.iter().rposition(Option::is_some);
    let mut known = None;
    let mut seen = 0;
    for column in 0..columns {
        // The last value of those that share a column stands for them.
        let end = (column + 1) * values.len() / columns;
        let latest = values[seen..end].iter().flatten().next_back();
        known = latest.copied().or(known);
        let is_past = end_of_known.is_none_or(|last| seen > last);
        seen = end;
        if let Some(share) = known.filter(|_| !is_past) {
            draw_column(
                share.clamp(0.0, 1.0),
                plot.x + column as u16,
                plot,
                look,
                buffer,
            );
        }
    }
    let signs = curve.heavy.iter().map(|number| (*number, '?'));
    for (number, sign) in signs.chain(curve.at.map(|at| (at, '^'))) {
        let column = number * columns / values.len();
        let place = buffer.cell_mut((plot.x + column as u16, plot.bottom()));
        if let Some(place) = place.filter(|_| number < values.len()) {
            place.set_char(sign).set_style(look.key());
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::snapshot::drawn_by;

    #[test]
    fn a_curve_says_how_much_of_it_is_known() {
        let title = |values: &[Option<f32>]| CurveView::chances(values.to_vec()).title;
        assert_eq!(title(&[Some(0.5), Some(0.18)]), "Black's chance: 18 %");
        assert_eq!(
            title(&[None, None, Some(0.98)]),
            "Black's chance: 98 % (1 of 3)"
        );
        // An earlier position's chance is not told as this one's.
        assert_eq!(
            title(&[Some(0.18), None, None]),
            "Black's chance: searching (1 of 3)"
        );
    }

    #[test]
    fn nothing_is_drawn_before_and_behind_what_is_known() {
        let view = CurveView::chances(vec![None, Some(1.0), None, Some(1.0), None]);
        let drawn = drawn_by(Charset::Ascii, (10, 4), |look, frame| {
            draw_curve(&view, look, frame.area(), frame.buffer_mut());
        });
        assert_eq!(drawn.lines().next(), Some("100 % ###"));
    }
}
