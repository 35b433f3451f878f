//! The text beside a board: the two sides, the latest sentences, the panes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::curve_view::{CurveView, draw_curve};
use super::game_view::{GameView, MoveEntry, Note, Pane, TextPane};
use super::screen_look::ScreenLook;
use super::wrapped_text::{LineStack, columns, wrap};
use sgmp_board::rules::Color;

/// Rows from which on all panes are shown at once.
const ROWS_FOR_ALL: u16 = 20;
/// Rows of the curve where all panes are shown.
const CURVE_ROWS: u16 = 8;

/// Rows of the latest moves while the line is in trouble, with their heading.
const LATEST_MOVES: usize = 4;

/// Rows of the panel from which on the signs of the board are told below it.
const ROWS_FOR_LEGEND: u16 = 14;
/// The part of the panel that the signs take at most, and rows that they always have.
const LEGEND_PART: u16 = 4;
const LEGEND_ROWS: u16 = 3;

/// Draws the panel with the legend of the board, and returns the rows that it keeps free at its bottom.
pub(super) fn draw(
    view: &GameView,
    legend: &str,
    look: ScreenLook,
    area: Rect,
    free_rows: u16,
    buffer: &mut Buffer,
) -> Rect {
    let mut stack = LineStack::new(buffer, area);
    let free = stack.reserve(free_rows);
    if area.height >= ROWS_FOR_LEGEND {
        let most = (area.height / LEGEND_PART).max(LEGEND_ROWS);
        let rows = wrap(legend, area.width).len().min(most.into());
        let place = stack.reserve(rows as u16);
        LineStack::new(stack.buffer(), place).text(legend, look.faint(), rows);
    }
    let is_low = area.height < 22;
    let title_rows = if area.height < ROWS_FOR_LEGEND { 1 } else { 2 };
    stack.text(&view.title, look.faint(), title_rows);
    for color in Color::BOTH {
        draw_player(view, color, look, &mut stack);
    }
    if let Some(health) = &view.health {
        draw_note(health, look, &mut stack, 2);
    }
    if !is_low {
        stack.take(1);
    }
    // The latest sentences are the ones that count: the older ones give way.
    let left = usize::from(stack.left().height);
    let width = stack.left().width;
    let text_rows = view
        .text
        .as_ref()
        .map_or(0, |pane| 1 + wrap(&pane.text, width).len());
    let is_troubled = view.health.as_ref().is_some_and(|health| health.is_warning);
    let room = match (is_troubled, view.text.is_some()) {
        // The causes of trouble with the line count more than the moves.
        (true, false) if view.moves.is_empty() => left,
        (true, false) => left.saturating_sub(LATEST_MOVES),
        // What was asked is shown whole where there is room: older sentences give way to it.
        (_, true) => (left / 3).min(left.saturating_sub(text_rows)),
        (false, false) => left / 2,
    };
    let most = match view.text {
        Some(_) => room,
        None => left.saturating_sub(LATEST_MOVES).max(room),
    };
    for note in latest_notes(&view.notes, stack.left().width, (room, most)) {
        draw_note(note, look, &mut stack, room.max(2));
    }
    if !is_low {
        stack.take(1);
    }
    draw_panes(view, look, &mut stack);
    free
}

/// The sentences for which there is room, or the `most` of it for warnings: the latest, but of a list with its heading the first points,
/// which count most.
fn latest_notes(notes: &[Note], width: u16, (room, most): (usize, usize)) -> Vec<&Note> {
    let is_point = |note: &Note| note.text.trim_start().starts_with("- ");
    let heading = notes.iter().rposition(|note| !is_point(note));
    let (before, list) = notes.split_at(heading.unwrap_or(0));
    let Some((heading, points)) = list.split_first() else {
        return Vec::new();
    };
    let rows = |note: &Note| wrap(&note.text, width).len();
    let mut used = rows(heading);
    let mut fits = |note: &&Note| {
        used += rows(note);
        used <= if note.is_warning { most } else { room }
    };
    let mut shown = vec![heading];
    shown.extend(points.iter().take_while(|note| fits(note)));
    if shown.len() == list.len() {
        let earlier: Vec<&Note> = before.iter().rev().take_while(|note| fits(note)).collect();
        shown.splice(0..0, earlier.into_iter().rev());
    }
    shown
}

fn draw_player(view: &GameView, color: Color, look: ScreenLook, stack: &mut LineStack<'_>) {
    let player = &view.players[color];
    let turn = if player.has_turn { '>' } else { ' ' };
    let style = if player.has_turn {
        look.title()
    } else {
        Style::new()
    };
    let head = format!("{turn}{} ", look.stone(color));
    let label = match player.name == color.to_string() || player.name.is_empty() {
        true => color.to_string(),
        false => format!("{color}: {}", player.name),
    };
    let name = format!("{head}{label}");
    let captures = format!("captured {}", player.captures);
    let clock = player.clock.as_deref().unwrap_or_default();
    let width = usize::from(stack.left().width);
    let facts = [clock, &captures]
        .into_iter()
        .filter(|fact| !fact.is_empty());
    let facts = facts.collect::<Vec<_>>().join("  ");
    // Side by side where there is room, else below each other.
    if columns(&name) + 2 + columns(&facts) <= width {
        let pad = " ".repeat(width - columns(&name) - columns(&facts));
        let line = Line::from_iter([Span::styled(name, style), Span::raw(pad), Span::raw(facts)]);
        stack.line(&line);
    } else {
        // A long name goes on below itself.
        let room = stack.left().width.saturating_sub(3);
        for (number, line) in (0..2).zip(wrap(&label, room)) {
            let head = if number == 0 { head.as_str() } else { "   " };
            stack.line(&Line::styled(format!("{head}{line}"), style));
        }
        stack.line(&Line::raw(format!("   {facts}")));
    }
}

fn draw_note(note: &Note, look: ScreenLook, stack: &mut LineStack<'_>, max_lines: usize) {
    let style = if note.is_warning {
        look.warning()
    } else {
        Style::new()
    };
    stack.text(&note.text, style, max_lines);
}

fn draw_panes(view: &GameView, look: ScreenLook, stack: &mut LineStack<'_>) {
    if stack.left().height < ROWS_FOR_ALL {
        match (view.pane, &view.text, &view.curve) {
            (Pane::Text, Some(text), _) => draw_text(text, view.scroll, look, stack),
            (Pane::Curve, _, Some(curve)) => draw_curve_pane(curve, look, stack),
            _ => draw_moves(view, view.scroll, look, stack),
        }
        return;
    }
    let scroll = |pane| if view.pane == pane { view.scroll } else { 0 };
    if let Some(curve) = &view.curve {
        let area = stack.reserve(CURVE_ROWS);
        draw_curve_pane(curve, look, &mut LineStack::new(stack.buffer(), area));
    }
    if let Some(text) = &view.text {
        let left = stack.left();
        let needed = wrap(&text.text, left.width).len() as u16 + 2;
        let area = stack.take(needed.min(left.height * 2 / 3));
        draw_text(
            text,
            scroll(Pane::Text),
            look,
            &mut LineStack::new(stack.buffer(), area),
        );
    }
    draw_moves(view, scroll(Pane::Moves), look, stack);
}

fn heading(title: &str, look: ScreenLook, stack: &mut LineStack<'_>) {
    let rule = look.rule();
    let width = usize::from(stack.left().width);
    let used = columns(title) + 4;
    let tail = String::from_iter(std::iter::repeat_n(rule, width.saturating_sub(used)));
    let line = Line::styled(format!("{rule}{rule} {title} {tail}"), look.faint());
    stack.line(&line);
}

fn draw_text(pane: &TextPane, scroll: usize, look: ScreenLook, stack: &mut LineStack<'_>) {
    heading(&pane.title, look, stack);
    let room = usize::from(stack.left().height);
    let lines = wrap(&pane.text, stack.left().width);
    if lines.len() <= room {
        for line in lines {
            stack.line(&Line::raw(line));
        }
        return;
    }
    let page = room.saturating_sub(1).max(1);
    let first = (scroll * page).min(lines.len().saturating_sub(page));
    let shown = &lines[first..(first + page).min(lines.len())];
    for line in shown {
        stack.line(&Line::raw(line.as_str()));
    }
    let more = match first + page < lines.len() {
        true => "(PgDn: more)",
        false => "(PgUp: back)",
    };
    stack.line(&Line::styled(more, look.faint()));
}

fn draw_curve_pane(curve: &CurveView, look: ScreenLook, stack: &mut LineStack<'_>) {
    heading(&curve.title, look, stack);
    let area = stack.left();
    draw_curve(curve, look, area, stack.buffer());
}

/// The moves, Black's and White's side by side, the latest at the bottom.
fn draw_moves(view: &GameView, scroll: usize, look: ScreenLook, stack: &mut LineStack<'_>) {
    if view.moves.is_empty() {
        return;
    }
    heading(&format!("Moves: {}", view.moves.len()), look, stack);
    let mut rows: Vec<(usize, [String; 2])> = Vec::new();
    for (index, MoveEntry { color, mv, sign }) in view.moves.iter().enumerate() {
        let place = usize::from(*color == Color::White);
        let shown = format!("{mv}{sign}");
        match rows.last_mut() {
            Some((_, moves)) if place == 1 && moves[1].is_empty() => moves[1] = shown,
            _ => {
                let mut moves = [String::new(), String::new()];
                moves[place] = shown;
                rows.push((index + 1, moves));
            }
        }
    }
    let room = usize::from(stack.left().height).max(1);
    let last = rows
        .len()
        .saturating_sub(scroll * room)
        .max(room.min(rows.len()));
    let first = last.saturating_sub(room);
    for (number, [black, white]) in &rows[first..last] {
        stack.line(&Line::raw(format!("{number:>3}  {black:<5} {white}")));
    }
}
