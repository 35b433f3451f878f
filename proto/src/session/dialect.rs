//! The forms of the protocol, and the terms that the full one settles on the wire.

use crate::{BoardSize, Color, Rules};

/// The form of the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// FJK 2000 (call, Appendix A): two fixed questions, and nothing but moves.
    #[default]
    Fjk,
    /// The full Go Modem Protocol: questions by either side in any order, taking back, another
    /// game on the same line. What we wish for is settled by the handshake.
    Gmp(ProposedTerms),
}

/// The terms that one side wants; `None` leaves one to the other side (an answer of 0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProposedTerms {
    /// Our color. A side that proposes to be Black opens the game; others wait.
    pub color: Option<Color>,
    /// The board that we want to play on.
    pub size: Option<BoardSize>,
    /// The stones that Black is to have before the first move.
    pub handicap: Option<Handicap>,
    /// The rules of counting.
    pub rules: Option<Rules>,
}

/// The terms that both sides have agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The color that this side plays; the other side has the other one.
    pub color: Color,
    /// The board that both sides play on.
    pub size: BoardSize,
    /// The stones that Black has before the first move.
    pub handicap: Handicap,
    /// The rules of counting.
    pub rules: Rules,
}

impl From<Agreement> for ProposedTerms {
    fn from(agreement: Agreement) -> Self {
        Self {
            color: Some(agreement.color),
            size: Some(agreement.size),
            handicap: Some(agreement.handicap),
            rules: Some(agreement.rules),
        }
    }
}

/// Stones that Black has on the board before the first move, as QUERY(8) counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handicap(Stones);

/// The numbers that the protocol's fixed points know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stones {
    #[default]
    None,
    Some(u8),
}

impl Handicap {
    /// An even game: an answer of 1.
    pub const EVEN: Self = Self(Stones::None);
    /// The most stones that an answer to QUERY(8) can give.
    pub const MAX: u8 = 9;

    /// From the answer to QUERY(8): 1 is an even game, 2..=9 are stones.
    #[must_use]
    pub const fn new(answer: u16) -> Option<Self> {
        match answer {
            1 => Some(Self::EVEN),
            2..=9 => Some(Self(Stones::Some(answer as u8))),
            _ => None,
        }
    }

    /// The answer to QUERY(8).
    #[must_use]
    pub const fn answer(self) -> u16 {
        match self.0 {
            Stones::None => 1,
            Stones::Some(stones) => stones as u16,
        }
    }

    /// Stones on the board: 0, or 2..=9.
    #[must_use]
    pub const fn stones(self) -> u8 {
        match self.0 {
            Stones::None => 0,
            Stones::Some(stones) => stones,
        }
    }

    /// The color that moves first: White where Black's stones stand.
    #[must_use]
    pub const fn first(self) -> Color {
        match self.0 {
            Stones::None => Color::Black,
            Stones::Some(_) => Color::White,
        }
    }
}
