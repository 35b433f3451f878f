//! Frames in words that name points of the board.

use sgmp_proto::{Frame, Grid, Hex, Message, Vertex, WireMove};

use sgmp_board::rules::{Color, Move, Point};

/// Converts a move on the wire to one on the board; `None` past the board's last point.
pub fn move_of(mv: WireMove, grid: Grid) -> Option<Move> {
    grid.vertex(mv).and_then(to_move)
}

/// A vertex of the wire as a move; `None` outside 19 lines.
pub fn to_move(vertex: Vertex) -> Option<Move> {
    match vertex {
        Vertex::Pass => Some(Move::Pass),
        Vertex::Point { column, row } => Point::new(column, row).map(Move::Play),
    }
}

/// `QUERY(11)`, `MOVE(B C17)`; a number past the board as it stands: `MOVE(B 362)`.
pub fn command(frame: Frame, grid: Grid) -> String {
    match frame.message() {
        Message::Move(mv) => match move_of(mv, grid) {
            Some(on_board) => format!("MOVE({} {on_board})", letter(mv.color())),
            None => format!("MOVE({} {})", letter(mv.color()), mv.number()),
        },
        other => other.to_string(),
    }
}

/// The side that alone may send this; `None` where both may.
pub const fn sender_of(message: Message) -> Option<Color> {
    match message {
        Message::NewGame | Message::Answer(_) => Some(Color::Black),
        Message::Query(_) => Some(Color::White),
        Message::Move(mv) => Some(mv.color()),
        Message::Ok | Message::Deny | Message::Undo(_) | Message::Extended(_) => None,
    }
}

/// `01:a1:a0:80 NEWGAME`.
pub fn bytes_and_command(frame: Frame, grid: Grid) -> String {
    format!("{} {}", Hex(frame.to_bytes()), command(frame, grid))
}

/// As in a record.
pub const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}
