//! A lesson on the screen: a board, and beside it a rule, a question and what is said to an answer.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::board_view::BoardView;
use super::game_view::{Bottom, Note};
use super::key_help::{HelpPage, draw_help, draw_keys};
use super::screen_look::ScreenLook;
use super::wrapped_text::LineStack;
use sgmp_board::picture::Picture;
use sgmp_board::rules::Point;

/// Columns of the text beside a board.
const TEXT_COLUMNS: u16 = 40;
/// Columns of it where the points of the board would come too close.
const NARROW_TEXT: u16 = 34;
/// Rows of the text below a board.
const TEXT_ROWS: u16 = 10;
/// Rows of the keys.
const KEY_ROWS: u16 = 2;
/// Rows from which on the paragraphs stand apart.
const ROOMY: u16 = 18;

/// An answer to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceRow {
    /// The answer in words.
    pub label: String,
    /// True for the one that Enter takes.
    pub is_chosen: bool,
}

/// A lesson on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonView {
    /// The board, with the cursor.
    pub picture: Picture,
    /// The heading over the text.
    pub title: String,
    /// A line below it.
    pub subtitle: String,
    /// The rule, or the comment on a move.
    pub text: String,
    /// The question; empty where there is none.
    pub question: String,
    /// Answers to choose from.
    pub choices: Vec<ChoiceRow>,
    /// Words said to the answer, and the hint.
    pub notes: Vec<Note>,
    /// The bottom line, with keys or the text that is typed.
    pub bottom: Bottom,
    /// All keys instead of the board.
    pub help: Option<HelpPage>,
}

/// The places of the parts.
struct Layout {
    board: Rect,
    text: Rect,
    bottom: Rect,
}

impl LessonView {
    /// Draws it on a frame.
    pub fn draw(&self, look: ScreenLook, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.draw_in(look, area, frame.buffer_mut());
    }

    pub(super) fn draw_in(&self, look: ScreenLook, area: Rect, buffer: &mut Buffer) {
        if let Some(page) = self.help {
            return draw_help(page, look, area, buffer);
        }
        let layout = self.layout(look, area);
        BoardView::new(&self.picture, layout.board, look, None).draw(look, buffer);
        self.draw_text(look, layout.text, buffer);
        match &self.bottom {
            Bottom::Keys(keys) => draw_keys(keys, look, layout.bottom, buffer),
            Bottom::Prompt(prompt) => {
                let mut stack = LineStack::new(buffer, layout.bottom);
                stack.text(prompt, look.key(), KEY_ROWS.into());
            }
        }
    }

    fn draw_text(&self, look: ScreenLook, area: Rect, buffer: &mut Buffer) {
        let mut stack = LineStack::new(buffer, area);
        let gap = u16::from(area.height >= ROOMY);
        stack.text(&self.title, look.title(), 2);
        stack.text(&self.subtitle, look.faint(), 1);
        stack.take(gap);
        stack.text(&self.text, Style::new(), usize::from(area.height));
        if !self.question.is_empty() {
            stack.take(gap);
            stack.text(&self.question, look.title(), 6);
        }
        for (number, choice) in (1..).zip(&self.choices) {
            let mark = if choice.is_chosen { "> " } else { "  " };
            let style = match choice.is_chosen {
                true => look.chosen(),
                false => Style::new(),
            };
            let spans = [
                Span::raw(mark),
                Span::styled(format!("{number} "), look.key()),
                Span::styled(choice.label.clone(), style),
            ];
            stack.line(&Line::from_iter(spans));
        }
        for note in &self.notes {
            stack.take(gap);
            let style = if note.is_warning {
                look.warning()
            } else {
                Style::new()
            };
            stack.text(&note.text, style, 9);
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
        let board = BoardView::new(&self.picture, layout.board, look, None);
        let is_inside = layout.board.contains(place.into()) && self.help.is_none();
        board.point_at(place).filter(|_| is_inside)
    }

    /// The board on the left, the text beside it; in a narrow window below it.
    fn layout(&self, look: ScreenLook, area: Rect) -> Layout {
        let size = self.picture.size();
        let rows = area.height.saturating_sub(KEY_ROWS);
        let bottom = Rect::new(area.x, area.y + rows, area.width, area.height - rows);
        // Two columns for a point, and the coordinates.
        let board = 2 * u16::from(size.lines()) + 5;
        let text = match area.width > board + TEXT_COLUMNS {
            true => TEXT_COLUMNS,
            false => NARROW_TEXT,
        };
        let beside = (area.width.saturating_sub(text + 1), rows);
        if BoardView::fits(size, beside, look) {
            let (width, height) = BoardView::extent(size, beside, look);
            let text_x = area.x + width.min(beside.0) + 1;
            return Layout {
                board: Rect::new(area.x, area.y, width.min(beside.0), height.min(rows)),
                text: Rect::new(text_x, area.y, area.right() - text_x, rows),
                bottom,
            };
        }
        let room = (area.width, rows.saturating_sub(TEXT_ROWS));
        let (width, height) = BoardView::extent(size, room, look);
        let height = height.min(room.1);
        Layout {
            board: Rect::new(area.x, area.y, width.min(area.width), height),
            text: Rect::new(area.x, area.y + height, area.width, rows - height),
            bottom,
        }
    }
}
