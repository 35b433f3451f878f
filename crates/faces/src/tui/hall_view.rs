//! A hall with several boards: who plays, whose clock runs, who stands where, what has happened.

use std::time::Duration;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::board_view::BoardView;
use super::key_help::{KeyHelp, draw_keys};
use super::screen_look::ScreenLook;
use super::wrapped_text::{LineStack, columns, wrap};
use sgmp_board::picture::{Charset, Picture};
use sgmp_board::rules::{ByColor, Color};

/// Widest column of the standings.
const MAX_SIDE: u16 = 46;

/// Columns for boards that stay at least, where there are any.
const MIN_BOARDS: u16 = 24;

/// Rows above each board: one for each player.
const PLAYER_ROWS: u16 = 2;

/// A player at a board of the hall.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatView {
    /// The name of the player.
    pub name: String,
    /// The time left, if it is limited.
    pub clock: Option<Duration>,
}

/// A board of the hall.
#[derive(Clone, Debug, PartialEq)]
pub struct HallBoard {
    /// The number of the board, from 1.
    pub number: u32,
    /// The two players of the board.
    pub seats: ByColor<SeatView>,
    /// The side to move.
    pub to_move: Color,
    /// The position as it is drawn.
    pub picture: Picture,
}

/// A hall on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct HallView {
    /// The event and its round.
    pub title: String,
    /// Games that are over, and all.
    pub games: (u64, u64),
    /// The progress in words.
    pub progress: String,
    /// The boards at which games are played.
    pub boards: Vec<HallBoard>,
    /// The standings as lines.
    pub standings: Vec<String>,
    /// The news, the latest last.
    pub news: Vec<String>,
    /// The keys that mean something.
    pub keys: &'static [KeyHelp],
}

impl HallView {
    /// Draws it on a frame.
    pub fn draw(&self, look: ScreenLook, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.draw_in(look, area, frame.buffer_mut());
    }

    fn draw_in(&self, look: ScreenLook, area: Rect, buffer: &mut Buffer) {
        let mut stack = LineStack::new(buffer, area);
        let bottom = stack.reserve(1);
        stack.text(&self.title, look.title(), 1);
        let bar = self.bar(look, area.width);
        stack.line(&Line::raw(bar));
        let main = stack.left();
        draw_keys(self.keys, look, bottom, buffer);
        let lines = self.standings.iter().map(|line| columns(line));
        let widest = lines.max().unwrap_or(0) as u16;
        let room = main.width.saturating_sub(MIN_BOARDS + 2);
        let side = widest.clamp(20, MAX_SIDE).min(room);
        let [boards, side] = if self.boards.is_empty() || room < 20 {
            // On a narrow screen boards come first, what is left below goes to the rest.
            let rows = if self.boards.is_empty() {
                0
            } else {
                main.height * 2 / 3
            };
            [
                Rect {
                    height: rows,
                    ..main
                },
                Rect {
                    y: main.y + rows,
                    height: main.height - rows,
                    ..main
                },
            ]
        } else {
            let width = main.width - side - 2;
            [
                Rect { width, ..main },
                Rect {
                    x: main.x + width + 2,
                    width: side,
                    ..main
                },
            ]
        };
        self.draw_boards(look, boards, buffer);
        self.draw_side(look, side, buffer);
    }

    /// "[=====     ] 3 of 20 games, ...".
    fn bar(&self, look: ScreenLook, width: u16) -> String {
        let (done, all) = self.games;
        let length = u64::from(width / 4).clamp(5, 30);
        let filled = (done * length / all.max(1)).min(length) as usize;
        let (full, empty) = match look.charset {
            Charset::Ascii => ("#", "-"),
            Charset::Unicode => ("\u{2588}", "\u{2591}"),
        };
        let rest = length as usize - filled;
        format!(
            "{}{} {}",
            full.repeat(filled),
            empty.repeat(rest),
            self.progress
        )
    }

    fn draw_boards(&self, look: ScreenLook, area: Rect, buffer: &mut Buffer) {
        let Some(first) = self.boards.first() else {
            return;
        };
        if area.is_empty() {
            return;
        }
        let size = first.picture.size();
        let count = self.boards.len() as u16;
        // The fewest columns in which all boards fit; else as many boards as fit, and at least one.
        let cell = |across: u16, down: u16| (area.width / across, area.height / down);
        let fits = |across: u16, down: u16| {
            let (width, height) = cell(across, down);
            height > PLAYER_ROWS
                && BoardView::fits(
                    size,
                    (width.saturating_sub(2), height - PLAYER_ROWS - 1),
                    look,
                )
        };
        let shapes = (1..=count).map(|across| (across, count.div_ceil(across)));
        let (across, down) = shapes
            .filter(|(across, down)| fits(*across, *down))
            .min_by_key(|(across, down)| across.abs_diff(*down))
            .or_else(|| {
                let shapes = (1..=4).flat_map(|across| (1..=4).map(move |down| (across, down)));
                shapes
                    .filter(|(across, down)| fits(*across, *down))
                    .max_by_key(|(across, down)| across * down)
            })
            .unwrap_or((1, 1));
        let (width, height) = cell(across, down);
        let shown = usize::from(across * down);
        for (index, board) in self.boards.iter().take(shown).enumerate() {
            let (column, row) = (index as u16 % across, index as u16 / across);
            let place = Rect {
                x: area.x + column * width,
                y: area.y + row * height,
                width: width.saturating_sub(2).max(1),
                height,
            };
            draw_board(board, look, place, buffer);
        }
    }

    fn draw_side(&self, look: ScreenLook, area: Rect, buffer: &mut Buffer) {
        let mut stack = LineStack::new(buffer, area);
        for (index, line) in self.standings.iter().enumerate() {
            let style = if index == 0 {
                look.faint()
            } else {
                Style::new()
            };
            stack.line(&Line::styled(line.clone(), style));
        }
        stack.take(1);
        let rows = usize::from(stack.left().height);
        let lines: Vec<String> = self
            .news
            .iter()
            .flat_map(|line| wrap(line, area.width))
            .collect();
        let skipped = lines.len().saturating_sub(rows);
        for line in lines.iter().skip(skipped) {
            stack.line(&Line::raw(line.as_str()));
        }
    }
}

fn draw_board(board: &HallBoard, look: ScreenLook, area: Rect, buffer: &mut Buffer) {
    let mut stack = LineStack::new(buffer, area);
    for color in [Color::Black, Color::White] {
        let seat = &board.seats[color];
        let has_turn = board.to_move == color;
        let mark = if has_turn { '>' } else { ' ' };
        let clock = seat.clock.map_or_else(String::new, |left| {
            let seconds = left.as_secs();
            format!(" {}:{:02}", seconds / 60, seconds % 60)
        });
        let number = match color {
            Color::Black => format!("{} ", board.number),
            Color::White => " ".repeat(board.number.to_string().len() + 1),
        };
        let room = usize::from(area.width).saturating_sub(columns(&clock) + columns(&number) + 4);
        let name: String = seat.name.chars().take(room).collect();
        let style = if has_turn { look.title() } else { Style::new() };
        stack.line(&Line::from_iter([
            Span::styled(number, look.faint()),
            Span::styled(format!("{mark}{} {name}{clock}", look.stone(color)), style),
        ]));
    }
    let place = stack.left();
    let focus = board.picture.last();
    BoardView::new(&board.picture, place, look, focus).draw(look, buffer);
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;
    use sgmp_board::rules::{BoardSize, Game, Komi, Move, Point};

    fn board(number: u32) -> HallBoard {
        let mut game = Game::new(BoardSize::new(9).unwrap(), Komi::FIVE_AND_A_HALF);
        let point = Point::parse("E5").unwrap();
        game.play(Color::Black, Move::Play(point)).unwrap();
        let seat = |name: &str, seconds| SeatView {
            name: format!("{name} {number}"),
            clock: Some(Duration::from_secs(seconds)),
        };
        HallBoard {
            number,
            seats: ByColor::new(seat("Ito", 300), seat("Level", 65)),
            to_move: Color::White,
            picture: Picture::from_game(&game),
        }
    }

    fn drawn(boards: u32, (width, height): (u16, u16)) -> String {
        let view = HallView {
            title: "Cup: round 2 of 5".to_owned(),
            games: (5, 20),
            progress: "5 of 20 games, 300 an hour, 3 min left".to_owned(),
            boards: (1..=boards).map(board).collect(),
            standings: vec!["Place  Name".to_owned(), "    1  Ito".to_owned()],
            news: vec!["round 1, board 1: B+3.5".to_owned()],
            keys: &[],
        };
        let look = ScreenLook::default();
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| view.draw(look, frame)).unwrap();
        let buffer = terminal.backend().buffer();
        let row = |y| {
            let cells = (0..width).map(|x| buffer[(x, y)].symbol());
            cells.collect::<String>().trim_end().to_owned()
        };
        let rows: Vec<String> = (0..height).map(row).collect();
        rows.join("\n")
    }

    #[test]
    fn boards_clocks_standings_news_and_progress_are_on_one_screen() {
        for (boards, size) in [(1, (80, 24)), (2, (80, 24)), (4, (132, 50)), (6, (160, 50))] {
            let text = drawn(boards, size);
            for told in [
                "Cup: round 2 of 5",
                "3 min left",
                "    1  Ito",
                "B+3.5",
                ">O Level 1 1:05",
            ] {
                assert!(text.contains(told), "{told}\n{text}");
            }
            for number in 1..=boards {
                assert!(text.contains(&format!("Level {number} 1:05")), "{text}");
            }
        }
    }

    #[test]
    fn any_window_and_any_number_of_boards_is_drawn() {
        for boards in 0..9 {
            for size in [(1, 1), (10, 3), (40, 12), (60, 20), (200, 60)] {
                let _ = drawn(boards, size);
            }
        }
    }
}
