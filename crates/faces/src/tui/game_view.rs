//! A board with all that stands beside it, as it fits the window.

use crate::study::Told;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::board_view::BoardView;
use super::curve_view::CurveView;
use super::key_help::{HelpPage, KeyHelp, draw_help, draw_keys};
use super::screen_look::ScreenLook;
use super::side_panel;
use sgmp_board::picture::Picture;
use sgmp_board::rules::{ByColor, Color, Move, Point};

/// One of the two sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerView {
    /// The name beside the board.
    pub name: String,
    /// Stones that it has captured.
    pub captures: u16,
    /// Its clock; `None` without clocks.
    pub clock: Option<String>,
    /// True if it is to move.
    pub has_turn: bool,
}

/// A sentence beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The sentence, broken where the room ends.
    pub text: String,
    /// True for what should be looked at.
    pub is_warning: bool,
}

impl Note {
    /// A sentence without a warning.
    pub fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_warning: false,
        }
    }

    /// A sentence that should be looked at.
    pub fn warning(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_warning: true,
        }
    }
}

impl From<Told> for Note {
    fn from(told: Told) -> Self {
        match told.is_warning {
            true => Self::warning(told.text),
            false => Self::plain(told.text),
        }
    }
}

/// A longer text in a pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPane {
    /// The heading over the text.
    pub title: String,
    /// The text; lines break where they must.
    pub text: String,
}

/// A pane beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// The text that was asked for.
    Text,
    /// The moves of the game.
    Moves,
    /// The curve of the game.
    Curve,
}

/// The bottom line of a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bottom {
    /// The keys that mean something now.
    Keys(&'static [KeyHelp]),
    /// A question, or what is being typed.
    Prompt(String),
}

/// A move in the list, with the sign of what it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveEntry {
    /// The side that moved.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// "?!", "?", "??", or empty.
    pub sign: &'static str,
}

impl MoveEntry {
    /// The moves of a game without signs.
    pub fn all(moves: &[(Color, Move)]) -> Vec<Self> {
        let entry = |(color, mv): &(Color, Move)| Self {
            color: *color,
            mv: *mv,
            sign: "",
        };
        moves.iter().map(entry).collect()
    }
}

/// A game on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct GameView {
    /// The board, with the cursor.
    pub picture: Picture,
    /// The terms in a line.
    pub title: String,
    /// The two sides, with clocks and captures.
    pub players: ByColor<PlayerView>,
    /// The state of the line between two programs; `None` where there is no line.
    pub health: Option<Note>,
    /// The latest sentences, in order.
    pub notes: Vec<Note>,
    /// A longer text, if there is one.
    pub text: Option<TextPane>,
    /// All moves of the game, the first one first.
    pub moves: Vec<MoveEntry>,
    /// The curve, if it is shown.
    pub curve: Option<CurveView>,
    /// The pane that is shown where there is no room for all.
    pub pane: Pane,
    /// Pages that the pane is scrolled by: from its beginning, the moves from their end.
    pub scroll: usize,
    /// The bottom line, with keys or the text that is typed.
    pub bottom: Bottom,
    /// A page of help instead of the board.
    pub help: Option<HelpPage>,
    /// The point that is shown where the board does not fit.
    pub focus: Option<Point>,
}

/// Columns that the text beside a board needs.
const MIN_PANEL: u16 = 16;
/// Columns beyond which more room is the board's.
const GOOD_PANEL: u16 = 30;
/// Rows of the keys at the bottom.
const MAX_KEY_ROWS: u16 = 2;
/// Room between the board and the text.
const GAP: u16 = 1;

/// The places of the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    board: Rect,
    panel: Rect,
    /// The bottom line across the window; `None` where it stands in the panel.
    bottom: Option<Rect>,
}

impl GameView {
    /// Draws it on a frame.
    pub fn draw(&self, look: ScreenLook, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.draw_in(look, area, frame.buffer_mut());
    }

    fn draw_in(&self, look: ScreenLook, area: Rect, buffer: &mut Buffer) {
        if let Some(page) = self.help {
            return draw_help(page, look, area, buffer);
        }
        let layout = self.layout(look, area);
        let board = self.board(look, layout.board);
        board.draw(look, buffer);
        let legend = board.legend();
        match layout.bottom {
            Some(bottom) => {
                side_panel::draw(self, &legend, look, layout.panel, 0, buffer);
                self.draw_bottom(look, bottom, buffer);
            }
            None => {
                let bottom = side_panel::draw(self, &legend, look, layout.panel, 2, buffer);
                self.draw_bottom(look, bottom, buffer);
            }
        }
    }

    fn draw_bottom(&self, look: ScreenLook, area: Rect, buffer: &mut Buffer) {
        match &self.bottom {
            Bottom::Keys(keys) => draw_keys(keys, look, area, buffer),
            Bottom::Prompt(prompt) => {
                let mut stack = super::wrapped_text::LineStack::new(buffer, area);
                stack.text(prompt, look.key(), area.height.into());
            }
        }
    }

    /// The point at a place of the screen, for a mouse.
    pub fn point_at(
        &self,
        look: ScreenLook,
        (width, height): (u16, u16),
        place: (u16, u16),
    ) -> Option<Point> {
        let layout = self.layout(look, Rect::new(0, 0, width, height));
        let is_inside = layout.board.contains(place.into());
        let point = self.board(look, layout.board).point_at(place);
        point.filter(|_| is_inside && self.help.is_none())
    }

    fn board(&self, look: ScreenLook, area: Rect) -> BoardView {
        BoardView::new(&self.picture, area, look, self.focus)
    }

    /// The board on the left, the text beside it; where the window is high and narrow, below it.
    fn layout(&self, look: ScreenLook, area: Rect) -> Layout {
        let size = self.picture.size();
        let beside = area.width.saturating_sub(MIN_PANEL + GAP);
        let good = area.width.saturating_sub(GOOD_PANEL + GAP);
        let rows = area.height.saturating_sub(1);
        let choices = [
            (good, rows, true),
            (beside, rows, true),
            (beside, area.height, false),
        ];
        let choice = choices
            .into_iter()
            .find(|(columns, rows, _)| BoardView::fits(size, (*columns, *rows), look));
        if choice.is_none() && BoardView::fits(size, (area.width, rows.saturating_sub(4)), look) {
            return self.layout_below(look, area);
        }
        let (columns, rows, has_bottom) = choice.unwrap_or((beside, rows, true));
        let (width, height) = BoardView::extent(size, (columns, rows), look);
        let (width, height) = (width.min(columns), height.min(rows));
        let panel_x = (area.x + width + GAP).min(area.right());
        // Two rows of keys where the board leaves them.
        let bottom_rows = match has_bottom {
            true => area.height.saturating_sub(height).clamp(1, MAX_KEY_ROWS),
            false => 0,
        };
        let panel_rows = area.height.saturating_sub(bottom_rows);
        Layout {
            board: Rect::new(area.x, area.y, width, height),
            panel: Rect::new(panel_x, area.y, area.right() - panel_x, panel_rows),
            bottom: has_bottom.then(|| bottom_of(area, bottom_rows)),
        }
    }

    fn layout_below(&self, look: ScreenLook, area: Rect) -> Layout {
        let room = (area.width, area.height.saturating_sub(5));
        let (width, height) = BoardView::extent(self.picture.size(), room, look);
        let height = height.min(room.1);
        Layout {
            board: Rect::new(area.x, area.y, width.min(area.width), height),
            panel: Rect::new(
                area.x,
                area.y + height,
                area.width,
                area.height.saturating_sub(height + 1),
            ),
            bottom: Some(bottom_of(area, 1)),
        }
    }
}

/// The last rows of a place.
const fn bottom_of(area: Rect, rows: u16) -> Rect {
    let rows = if rows > area.height {
        area.height
    } else {
        rows
    };
    Rect {
        y: area.y + area.height - rows,
        height: rows,
        ..area
    }
}
