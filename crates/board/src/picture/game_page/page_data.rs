//! A game as the page's script reads it.

use super::page_variations::Variation;
use crate::picture::board_look::BoardSizes;
use crate::record::{GameRecord, replay};
use crate::rules::{Board, BoardSize, Color, Move, Point};

/// JSON: the lines of the board, how it is drawn (the distance of two lines, the margin), the stones before the first move, and a word for each move; for each variation the
/// moves of the game before it, and its own; the points that each side owns at the end.
///
/// A word is the color, the point as in SGF (`--` for a pass), then what else changes: `.` and the points that
/// become empty, `,` and those that become black, `;` and those that become white.
pub(super) fn steps(record: &GameRecord, variations: &[Variation]) -> String {
    let size = record.size();
    let start = match replay(record, 0) {
        Ok(game) => changes(&Board::new(size), game.board()),
        Err(_) => String::new(),
    };
    let told = |variation: &Variation| {
        let words = words(&variation.record);
        let own = words.get(variation.after..).unwrap_or_default().join(",");
        format!("{{\"after\":{},\"moves\":[{own}]}}", variation.after)
    };
    let variations: Vec<String> = variations.iter().map(told).collect();
    let owned = |color| -> String {
        let points = record.end().into_iter();
        let points = points.flat_map(|territory| territory.points_of(color));
        points.map(|point| name(point, size)).collect()
    };
    let [black, white] = Color::BOTH.map(owned);
    format!(
        "{{\"size\":{},\"owned\":{{\"b\":\"{black}\",\"w\":\"{white}\"}},\"step\":{},\"margin\":{},\"start\":\"{start}\",\"moves\":[{}],\"variations\":[{}]}}",
        size.lines(),
        BoardSizes::STEP,
        BoardSizes::MARGIN,
        words(record).join(","),
        variations.join(",")
    )
}

/// A word for each move.
fn words(record: &GameRecord) -> Vec<String> {
    let size = record.size();
    let mut words = Vec::with_capacity(record.moves().len());
    let mut before = replay(record, 0).map(|game| game.board().clone()).ok();
    for (index, played) in record.moves().iter().enumerate() {
        let (Some(board), Ok(game)) = (before.take(), replay(record, index + 1)) else {
            break;
        };
        let color = match played.color {
            Color::Black => 'B',
            Color::White => 'W',
        };
        let (point, rest) = match played.mv {
            Move::Pass => ("--".to_owned(), changes(&board, game.board())),
            Move::Play(point) => {
                let rest = changes_but(&board, game.board(), Some((point, played.color)));
                (name(point, size), rest)
            }
        };
        words.push(format!("\"{color}{point}{rest}\""));
        before = Some(game.board().clone());
    }
    words
}

fn changes(before: &Board, after: &Board) -> String {
    changes_but(before, after, None)
}

/// The points that differ, but for a stone that was played.
fn changes_but(before: &Board, after: &Board, played: Option<(Point, Color)>) -> String {
    let size = after.size();
    let mut text = String::new();
    for (sign, stone) in [
        ('.', None),
        (',', Some(Color::Black)),
        (';', Some(Color::White)),
    ] {
        let changed = Point::all(size).filter(|point| {
            let now = after.color_at(*point);
            let is_played = played.is_some_and(|(p, color)| p == *point && now == Some(color));
            now == stone && before.color_at(*point) != stone && !is_played
        });
        let names: String = changed.map(|point| name(point, size)).collect();
        if !names.is_empty() {
            text.push(sign);
            text.push_str(&names);
        }
    }
    text
}

/// The point as in SGF: its column and its row from the top.
fn name(point: Point, size: BoardSize) -> String {
    let letter = |at: u8| char::from(b'a' + at);
    let row = size.lines() - 1 - point.row();
    [letter(point.column()), letter(row)].iter().collect()
}
