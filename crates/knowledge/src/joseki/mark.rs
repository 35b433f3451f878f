//! Marks of the moves in the book: their quality and their source.

use std::fmt;

/// The quality of a move in its position. They are ordered as moves are listed: the good ones first, mistakes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Has to be played now; playing elsewhere loses much.
    Urgent,
    /// A good move; in texts it has no sign.
    Normal,
    /// Good if a ladder, or another part of the board, helps.
    Conditional,
    /// A move for later, left over after the sequence has come to rest.
    FollowUp,
    /// A mistake. It is never suggested; the moves after it punish it.
    Bad,
    /// A mistake that pays where the other side answers as most would: of its answers one at least is bad.
    Trick,
}

impl Mark {
    /// Every mark, in the order of their numbers in the compiled book.
    pub const ALL: [Self; 6] = [
        Self::Normal,
        Self::Bad,
        Self::FollowUp,
        Self::Urgent,
        Self::Conditional,
        Self::Trick,
    ];

    /// True for mistakes, whether they set a trap or not.
    #[must_use]
    pub const fn is_mistake(self) -> bool {
        matches!(self, Self::Bad | Self::Trick)
    }

    /// The character behind a move in the text; `None` for a normal move.
    #[must_use]
    pub(crate) const fn sign(self) -> Option<char> {
        match self {
            Self::Urgent => Some('!'),
            Self::Normal => None,
            Self::Conditional => Some('^'),
            Self::FollowUp => Some('>'),
            Self::Bad => Some('?'),
            Self::Trick => Some('~'),
        }
    }

    /// The mark of a character.
    #[must_use]
    pub(crate) fn from_sign(sign: char) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.sign() == Some(sign))
    }

    /// Its number in the compiled book.
    pub(super) fn number(self) -> u32 {
        let place = Self::ALL.iter().position(|mark| *mark == self);
        place.map_or(0, |place| place as u32)
    }

    /// The mark of a number.
    pub(super) fn from_number(number: u32) -> Option<Self> {
        Self::ALL.get(number as usize).copied()
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Urgent => "urgent",
            Self::Normal => "normal",
            Self::Conditional => "conditional",
            Self::FollowUp => "follow-up",
            Self::Bad => "bad",
            Self::Trick => "trick",
        })
    }
}

/// The origin of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A person wrote it down.
    Written,
    /// A long search of the engine found it.
    Grown,
}

/// The character behind a move that the engine found.
pub(super) const GROWN: char = '*';

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_numbers_read_back() {
        for mark in Mark::ALL {
            assert_eq!(
                mark.sign().map_or(Some(Mark::Normal), Mark::from_sign),
                Some(mark)
            );
            assert_eq!(Mark::from_number(mark.number()), Some(mark));
        }
        assert_eq!(Mark::from_sign(GROWN), None);
        assert_eq!(Mark::from_number(6), None);
    }
}
