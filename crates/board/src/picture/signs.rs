//! Characters for what stands on a point, and their meaning in words.

use super::board_picture::Picture;
use super::point_values::{Lean, Life, Mark};
use crate::rules::{Color, Point};

/// The characters that a board is drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Charset {
    /// Letters and signs that every terminal and every screen reader knows.
    #[default]
    Ascii,
    /// Stones and lines. Some terminals draw these two columns wide: those need [`Self::Ascii`].
    Unicode,
}

/// The character of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Stone(Color),
    /// The latest move, where there is no room for parentheses.
    LastStone(Color),
    DeadStone(Color),
    Owned(Color),
    Leaning(Color),
    Empty,
    Star,
    Rank(u8),
    Mark(Mark),
    /// The first character of a label, or of a number on an empty point.
    Label(char),
}

impl Sign {
    /// The sign of a point.
    pub(super) fn new(picture: &Picture, point: Point) -> Self {
        if let Some(color) = picture.stone(point) {
            return if is_dead(picture, point, color) {
                Self::DeadStone(color)
            } else {
                Self::Stone(color)
            };
        }
        if let Some(candidate) = picture.candidate_at(point) {
            return Self::Rank(candidate.rank);
        }
        if let Some(first) = label(picture, point).and_then(|label| label.chars().next()) {
            return Self::Label(first);
        }
        if let Some(mark) = picture.mark_at(point) {
            return Self::Mark(mark);
        }
        if let Some(owner) = picture.owner(point) {
            return Self::Owned(owner);
        }
        match picture.lean_at(point).and_then(Lean::from_value) {
            Some(lean) if lean.is_sure => Self::Owned(lean.color),
            Some(lean) => Self::Leaning(lean.color),
            None if picture.is_star(point) => Self::Star,
            None => Self::Empty,
        }
    }

    /// The character in a set; `line` is that of an empty point.
    pub(super) const fn character(self, charset: Charset, line: char) -> char {
        use Charset::{Ascii, Unicode};
        use Color::{Black, White};
        match (self, charset) {
            (Self::Stone(Black), Ascii) => 'X',
            (Self::Stone(White), Ascii) => 'O',
            (Self::Stone(Black), Unicode) => '●',
            (Self::Stone(White), Unicode) => '○',
            (Self::LastStone(Black), Ascii) => '#',
            (Self::LastStone(White), Ascii) => '@',
            (Self::LastStone(Black), Unicode) => '◉',
            (Self::LastStone(White), Unicode) => '◎',
            (Self::DeadStone(Black), _) => 'x',
            (Self::DeadStone(White), _) => 'o',
            (Self::Owned(Black), Ascii) => '+',
            (Self::Owned(White), Ascii) => '-',
            (Self::Owned(Black), Unicode) => '■',
            (Self::Owned(White), Unicode) => '□',
            (Self::Leaning(Black), Ascii) => '\'',
            (Self::Leaning(White), Ascii) => ',',
            (Self::Leaning(Black), Unicode) => '•',
            (Self::Leaning(White), Unicode) => '◦',
            (Self::Empty, _) | (Self::Star, Ascii) => line,
            (Self::Star, Unicode) => '╋',
            (Self::Rank(rank), _) => match rank {
                1..=9 => (b'0' + rank) as char,
                10..=32 => (b'a' + rank - 10) as char,
                _ => '*',
            },
            (Self::Mark(mark), charset) => mark_character(mark, charset),
            (Self::Label(first), _) => first,
        }
    }

    /// The meaning in the legend; a label and a candidate explain themselves.
    pub(super) fn meaning(self) -> Option<String> {
        Some(match self {
            Self::Stone(color) => color.to_string(),
            Self::LastStone(color) => format!("{color}'s latest move"),
            Self::DeadStone(color) => format!("{color}'s dead stone"),
            Self::Owned(color) => format!("{color}'s territory"),
            Self::Leaning(color) => format!("likely {color}'s"),
            Self::Empty | Self::Star => "empty".to_owned(),
            Self::Mark(mark) => mark.to_string(),
            Self::Rank(_) | Self::Label(_) => return None,
        })
    }
}

/// The character of a mark on an empty point, or behind a stone.
const fn mark_character(mark: Mark, charset: Charset) -> char {
    match (mark, charset) {
        (Mark::Triangle, Charset::Ascii) => '^',
        (Mark::Triangle, Charset::Unicode) => '△',
        (Mark::Square, Charset::Ascii) => '%',
        (Mark::Square, Charset::Unicode) => '▢',
        (Mark::Circle, Charset::Ascii) => '&',
        (Mark::Circle, Charset::Unicode) => '◯',
        (Mark::Cross, _) => '*',
        (Mark::Dim, _) => '~',
    }
}

/// A sign behind a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StoneSign {
    Atari,
    Life(Life),
    Mark(Mark),
}

impl StoneSign {
    /// The sign behind the stone of a point.
    pub(super) fn new(picture: &Picture, point: Point) -> Option<Self> {
        let color = picture.stone(point)?;
        if picture.is_in_atari(point) {
            return Some(Self::Atari);
        }
        match picture.life_at(point) {
            Some(life @ (Life::Unsettled | Life::Seki)) => return Some(Self::Life(life)),
            Some(Life::Dead | Life::ProbablyDead) => return picture.mark_at(point).map(Self::Mark),
            Some(Life::Alive) | None => {}
        }
        let doubtful = picture.life_at(point).is_none()
            && picture.has_ownership()
            && picture
                .lean_at(point)
                .and_then(Lean::from_value)
                .is_none_or(|lean| lean.color != color && !lean.is_sure);
        if doubtful {
            return Some(Self::Life(Life::Unsettled));
        }
        picture.mark_at(point).map(Self::Mark)
    }

    pub(super) const fn character(self, charset: Charset) -> char {
        match self {
            Self::Atari => '!',
            Self::Life(Life::Seki) => '=',
            Self::Life(_) => '?',
            Self::Mark(mark) => mark_character(mark, charset),
        }
    }

    pub(super) fn meaning(self) -> String {
        match self {
            Self::Atari => "in atari".to_owned(),
            Self::Life(life) => life.to_string(),
            Self::Mark(mark) => mark.to_string(),
        }
    }
}

/// True if a stone is said to be dead, or is as good as certain to end up as the other color's.
pub(super) fn is_dead(picture: &Picture, point: Point, color: Color) -> bool {
    match picture.life_at(point) {
        Some(life) => matches!(life, Life::Dead | Life::ProbablyDead),
        None => {
            let lean = picture.lean_at(point).and_then(Lean::from_value);
            picture.has_ownership() && lean.is_some_and(|lean| lean.is_sure && lean.color != color)
        }
    }
}

/// The label of a point: its own, else the number of its move.
pub(super) fn label(picture: &Picture, point: Point) -> Option<String> {
    let own = picture.label_at(point).map(str::to_owned);
    own.or_else(|| picture.number_at(point).map(|number| number.to_string()))
}
