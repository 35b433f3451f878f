//! The content of a frame: the commands of the protocol and their values.

use core::fmt;

use crate::{BoardSize, Color};

/// The three command bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Command {
    Ok,
    Deny,
    NewGame,
    Query,
    Answer,
    Move,
    Undo,
    Extended,
}

impl Command {
    pub(crate) const fn bits(self) -> u8 {
        self as u8
    }

    /// Takes the lowest three bits.
    pub(crate) const fn from_bits(bits: u8) -> Self {
        match bits & 0b111 {
            0 => Self::Ok,
            1 => Self::Deny,
            2 => Self::NewGame,
            3 => Self::Query,
            4 => Self::Answer,
            5 => Self::Move,
            6 => Self::Undo,
            _ => Self::Extended,
        }
    }
}

/// The value that an OK carries (call, Appendix A: `87:ff`). Receivers ignore it.
const OK_VALUE: u16 = 0x3FF;

/// A typed command. Every ten-bit value has a reading; none is refused here.
///
/// ```
/// use sgmp_proto::{BoardSize, Color, Frame, Message, Vertex};
///
/// let frame = Frame::from_bytes([0x00, 0x85, 0xd2, 0xb3])?;
/// assert_eq!(frame.message().to_string(), "MOVE(Black 307)");
/// let Message::Move(mv) = frame.message() else { unreachable!("a MOVE") };
/// let c17 = Vertex::Point { column: 2, row: 16 };
/// assert_eq!(mv.vertex(BoardSize::NINETEEN), Some(c17));
/// # Ok::<(), sgmp_proto::FrameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Message {
    /// "I have your frame." The value is ignored by receivers.
    Ok,
    /// "No." Not used in the FJK dialect.
    Deny,
    /// Black opens a game.
    NewGame,
    /// A question about the game.
    Query(Query),
    /// The answer to the last question, 0..=1023; 0 means unknown or no opinion.
    Answer(u16),
    /// A stone or a pass.
    Move(WireMove),
    /// Take back so many moves, 0..=1023. Not used in the FJK dialect.
    Undo(u16),
    /// An extension, 0..=1023. Not used in the FJK dialect.
    Extended(u16),
}

impl Message {
    pub(crate) const fn to_wire(self) -> (Command, u16) {
        match self {
            Self::Ok => (Command::Ok, OK_VALUE),
            Self::Deny => (Command::Deny, 0),
            Self::NewGame => (Command::NewGame, 0),
            Self::Query(query) => (Command::Query, query.0),
            Self::Answer(value) => (Command::Answer, value & 0x3FF),
            Self::Move(mv) => (Command::Move, mv.to_value()),
            Self::Undo(moves) => (Command::Undo, moves & 0x3FF),
            Self::Extended(value) => (Command::Extended, value & 0x3FF),
        }
    }

    pub(crate) const fn from_wire(command: Command, value: u16) -> Self {
        match command {
            Command::Ok => Self::Ok,
            Command::Deny => Self::Deny,
            Command::NewGame => Self::NewGame,
            Command::Query => Self::Query(Query(value)),
            Command::Answer => Self::Answer(value),
            Command::Move => Self::Move(WireMove::from_value(value)),
            Command::Undo => Self::Undo(value),
            Command::Extended => Self::Extended(value),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Deny => f.write_str("DENY"),
            Self::NewGame => f.write_str("NEWGAME"),
            Self::Query(query) => write!(f, "QUERY({query})"),
            Self::Answer(value) => write!(f, "ANSWER({value})"),
            Self::Move(mv) => write!(f, "MOVE({mv})"),
            Self::Undo(moves) => write!(f, "UNDO({moves})"),
            Self::Extended(value) => write!(f, "EXTENDED({value})"),
        }
    }
}

/// The number of a question. Unknown numbers survive decoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Query(
    /// The ten bits of the value, 0 to 1023.
    pub u16,
);

impl Query {
    /// The game: 1 is Go.
    pub const GAME: Self = Self(0);
    /// The receive buffer: 4 + 16 * n bytes.
    pub const BUFFER: Self = Self(1);
    /// The revision of the protocol.
    pub const REVISION: Self = Self(2);
    /// Stones on the board.
    pub const STONES: Self = Self(3);
    /// Black's time ([`crate::GameFacts`] has the unit).
    pub const BLACK_TIME: Self = Self(4);
    /// White's time, in the unit of Black's.
    pub const WHITE_TIME: Self = Self(5);
    /// The character set of talk: 1 ASCII, 2 Japanese.
    pub const CHARACTERS: Self = Self(6);
    /// The rules: 1 Japanese, 2 Chinese (SST).
    pub const RULES: Self = Self(7);
    /// Stones of handicap: 1 is an even game.
    pub const HANDICAP: Self = Self(8);
    /// The lines of the board.
    pub const SIZE: Self = Self(9);
    /// The time limit of each side.
    pub const LIMIT: Self = Self(10);
    /// The asked side's color: 1 White, 2 Black.
    pub const COLOR: Self = Self(11);
    /// The asked side's program, by a short list of 1990.
    pub const WHO: Self = Self(12);
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A MOVE's value: a color bit and nine bits of point number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WireMove {
    color: Color,
    /// 0..=511.
    number: u16,
}

/// The color bit of a MOVE: 0 Black, 1 White.
const WHITE: u16 = 1 << 9;

impl WireMove {
    /// A stone or a pass of `color` on a board of `size`.
    #[must_use]
    pub const fn new(color: Color, vertex: Vertex, size: BoardSize) -> Self {
        let number = match vertex {
            Vertex::Pass => 0,
            Vertex::Point { column, row } => 1 + column as u16 + size.lines() as u16 * row as u16,
        };
        Self {
            color,
            number: number & (WHITE - 1),
        }
    }

    const fn to_value(self) -> u16 {
        match self.color {
            Color::Black => self.number,
            Color::White => self.number | WHITE,
        }
    }

    const fn from_value(value: u16) -> Self {
        let color = if value & WHITE == 0 {
            Color::Black
        } else {
            Color::White
        };
        Self {
            color,
            number: value & (WHITE - 1),
        }
    }

    /// The color that the command names.
    #[must_use]
    pub const fn color(self) -> Color {
        self.color
    }

    /// The number on the wire: 0 a pass, 1..=361 points on 19 lines, up to 511 malformed.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.number
    }

    /// The stone's point: `1 + x + N*y`, x from the left, y from the bottom (A1 = 1).
    /// `None` where the number is past the board's last point.
    #[must_use]
    pub const fn vertex(self, size: BoardSize) -> Option<Vertex> {
        if self.number == 0 {
            return Some(Vertex::Pass);
        }
        if self.number > size.points() {
            return None;
        }
        let index = self.number - 1;
        let lines = size.lines() as u16;
        Some(Vertex::Point {
            column: (index % lines) as u8,
            row: (index / lines) as u8,
        })
    }
}

impl fmt::Display for WireMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            0 => write!(f, "{} pass", self.color),
            number => write!(f, "{} {number}", self.color),
        }
    }
}

/// A pass or a point, columns and rows from 0 at Black's lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vertex {
    /// A turn without a stone; number 0 on the wire.
    Pass,
    /// A stone on one point of the board.
    Point {
        /// From the left, 0..=18.
        column: u8,
        /// From the bottom, 0..=18.
        row: u8,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn point_numbers_of_the_call_are_c17_and_d4() {
        let size = BoardSize::NINETEEN;
        let c17 = Vertex::Point { column: 2, row: 16 };
        let d4 = Vertex::Point { column: 3, row: 3 };
        assert_eq!(WireMove::new(Color::Black, c17, size).number(), 307);
        assert_eq!(WireMove::new(Color::White, d4, size).number(), 61);
    }

    #[test]
    fn every_point_of_every_size_round_trips_and_the_next_number_is_malformed() {
        for lines in BoardSize::MIN..=BoardSize::MAX {
            let size = BoardSize::new(lines).unwrap();
            for row in 0..lines {
                for column in 0..lines {
                    let vertex = Vertex::Point { column, row };
                    let mv = WireMove::new(Color::White, vertex, size);
                    assert_eq!(mv.vertex(size), Some(vertex));
                }
            }
            let past = WireMove::from_value(size.points() + 1);
            assert_eq!(past.vertex(size), None);
            assert_eq!(WireMove::from_value(511).vertex(size), None);
        }
    }
}
