//! A position as the page reads it, and in words.

use serde::Serialize;

use sgmp_board::rules::{Board, ByColor, Color, Game, Move, Point, PointSet};

/// Two values by color, as the page reads them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Sides<T> {
    pub(super) black: T,
    pub(super) white: T,
}

impl<T> From<ByColor<T>> for Sides<T> {
    fn from(both: ByColor<T>) -> Self {
        Self {
            black: both.black,
            white: both.white,
        }
    }
}

impl<T> Sides<T> {
    /// The values of a function of the color.
    pub(super) fn each(value: impl Fn(Color) -> T) -> Self {
        Self {
            black: value(Color::Black),
            white: value(Color::White),
        }
    }
}

/// A color as the page reads it.
pub(super) const fn color_word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The points of a board from the top left, as the page counts them.
fn from_top_left(board: &Board) -> impl Iterator<Item = Point> {
    let lines = board.size().lines();
    (0..lines).rev().flat_map(move |row| {
        let row = (0..lines).map(move |column| Point::new(column, row));
        row.flatten()
    })
}

/// A letter a point, from the top left: X, O or a dot.
pub(super) fn cells(board: &Board) -> String {
    let letter = |point| match board.color_at(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    from_top_left(board).map(letter).collect()
}

/// A plus for each point, from the top left, where a side may play.
pub(super) fn playable(game: &Game, color: Color) -> String {
    let letter = |point| match game.legality(color, Move::Play(point)) {
        Ok(()) => '+',
        Err(_) => '.',
    };
    from_top_left(game.board()).map(letter).collect()
}

pub(super) fn names(points: &PointSet) -> Vec<String> {
    points
        .iter()
        .map(|point: Point| point.to_string())
        .collect()
}

/// A move as the page reads it.
pub(super) fn move_word(mv: Move) -> String {
    match mv {
        Move::Play(point) => point.to_string(),
        Move::Pass => "pass".to_owned(),
    }
}

/// Stones of strings that can be taken at once, and the strings' own first points.
pub(super) fn in_atari(board: &Board, color: Color) -> (PointSet, Vec<Point>) {
    let (mut stones, mut strings) = (PointSet::default(), Vec::new());
    for stone in board.stones(color) {
        if board.liberties(stone) == 1 && !stones.contains(stone) {
            strings.push(stone);
            for point in board.string(stone) {
                stones.insert(point);
            }
        }
    }
    (stones, strings)
}

/// The last move, and whose stones are in atari, to somebody who plays `you`.
pub(super) fn spoken(game: &Game, you: Option<Color>) -> String {
    let Some((mover, mv)) = game.last_move() else {
        return String::new();
    };
    let mut text = match mv {
        Move::Play(point) => format!("{mover} plays {point}."),
        Move::Pass => format!("{mover} passes."),
    };
    for color in Color::BOTH {
        for string in in_atari(game.board(), color).1 {
            let whose = match you {
                Some(you) if you == color => "Your",
                _ => match color {
                    Color::Black => "Black's",
                    Color::White => "White's",
                },
            };
            let (what, is) = match game.board().string_size(string) {
                1 => ("stone".to_owned(), "is"),
                stones => (format!("{stones} stones"), "are"),
            };
            text += &format!(" {whose} {what} at {string} {is} in atari.");
        }
    }
    text
}

/// A position that is walked through, with the move that led to it.
#[derive(Debug, Serialize)]
pub(super) struct Position {
    /// Moves before it.
    number: usize,
    /// The last mover; none at the beginning.
    color: Option<&'static str>,
    point: Option<String>,
    /// The side to move.
    next: &'static str,
    board: String,
    captures: Sides<u16>,
}

impl Position {
    /// The position of a game as it stands, with the number of moves before it and the last of them.
    pub(super) fn new(game: &Game, number: usize, last: Option<(Color, Move)>) -> Self {
        Self {
            number,
            color: last.map(|(color, _)| color_word(color)),
            point: last.map(|(_, mv)| move_word(mv)),
            next: color_word(game.to_move()),
            board: cells(game.board()),
            captures: game.prisoners().into(),
        }
    }
}

/// Every move, with its color.
pub(super) fn moves(game: &Game) -> Vec<(&'static str, String)> {
    let moves = game.moves().iter();
    moves
        .map(|&(color, mv)| (color_word(color), move_word(mv)))
        .collect()
}
