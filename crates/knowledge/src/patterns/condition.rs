//! Conditions of a pattern besides its diagram.

use std::fmt;

use super::condition_oracle::{ConditionOracle, GroupState};
use super::pattern_diagram::Cell;
use sgmp_board::rules::{Color, Point};

/// The counted property of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// The number of its liberties.
    Liberties,
    /// The number of its stones.
    Stones,
}

impl Count {
    /// Both, in the order of their numbers.
    pub const ALL: [Self; 2] = [Self::Liberties, Self::Stones];

    /// Its word in texts.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Liberties => "liberties",
            Self::Stones => "stones",
        }
    }
}

/// The relation of a count to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// At least the number.
    AtLeast,
    /// At most the number.
    AtMost,
    /// Exactly the number: neither more nor less.
    Exactly,
}

impl Relation {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::AtLeast, Self::AtMost, Self::Exactly];

    /// Its sign in texts.
    #[must_use]
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::AtLeast => ">=",
            Self::AtMost => "<=",
            Self::Exactly => "=",
        }
    }

    /// Returns whether a count satisfies the relation.
    #[must_use]
    pub const fn holds(self, count: usize, number: usize) -> bool {
        match self {
            Self::AtLeast => count >= number,
            Self::AtMost => count <= number,
            Self::Exactly => count == number,
        }
    }
}

/// A side as a pattern sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PatternSide {
    /// `X`: the side whose move is suggested.
    Mine,
    /// `O`: the side that does not move.
    Theirs,
}

impl PatternSide {
    /// Both, in the order of their numbers.
    pub const ALL: [Self; 2] = [Self::Mine, Self::Theirs];

    /// Its sign in texts.
    #[must_use]
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::Mine => "X",
            Self::Theirs => "O",
        }
    }

    /// Its color where `mover` is the side whose move is suggested.
    #[must_use]
    pub fn color(self, mover: Color) -> Color {
        match self {
            Self::Mine => mover,
            Self::Theirs => !mover,
        }
    }
}

/// A predicate of a point of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The string has this number of liberties or stones.
    Counts(Count, Relation, u8),
    /// The group is in this state.
    Is(GroupState),
    /// The group is not in this state.
    IsNot(GroupState),
    /// The string is captured if the other side moves first.
    Threatened,
    /// The string is not captured if the other side moves first.
    Safe,
    /// The stones at both points cannot be cut apart.
    Connected(Cell),
    /// The stones at both points can be cut apart.
    Apart(Cell),
    /// A stone of this side on the empty point is not captured.
    SafeFor(PatternSide),
    /// A stone of this side on the empty point is captured.
    UnsafeFor(PatternSide),
}

/// A fact and its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// The point of the diagram, which its texts name by a letter.
    pub cell: Cell,
    /// The fact that has to hold there.
    pub fact: Fact,
}

impl Condition {
    /// Returns whether it holds; `place` maps a cell to the board.
    ///
    /// Unknown facts hold, except for a state of a group and [`Fact::Threatened`]. Facts about a
    /// stone hold on a point without one: the diagram may leave open if there is a stone.
    pub fn holds<A: ConditionOracle>(
        self,
        oracle: &A,
        mover: Color,
        place: impl Fn(Cell) -> Option<Point>,
    ) -> bool {
        let Some(point) = place(self.cell) else {
            return true;
        };
        let stands = oracle.stones(point) > 0;
        let known = match self.fact {
            Fact::SafeFor(side) => oracle.is_safe_move(side.color(mover), point),
            Fact::UnsafeFor(side) => oracle.is_safe_move(side.color(mover), point).map(|s| !s),
            _ if !stands => None,
            Fact::Counts(Count::Liberties, relation, number) => {
                Some(relation.holds(oracle.liberties(point), number.into()))
            }
            Fact::Counts(Count::Stones, relation, number) => {
                Some(relation.holds(oracle.stones(point), number.into()))
            }
            Fact::Is(group_state) => oracle.group_state(point).map(|found| found == group_state),
            Fact::IsNot(group_state) => oracle.group_state(point).map(|found| found != group_state),
            Fact::Threatened => oracle.is_threatened(point),
            Fact::Safe => oracle.is_threatened(point).map(|threatened| !threatened),
            Fact::Connected(other) => place(other).and_then(|o| oracle.is_connected(point, o)),
            Fact::Apart(other) => {
                let connected = place(other).and_then(|o| oracle.is_connected(point, o));
                connected.map(|connected| !connected)
            }
        };
        known.unwrap_or(!matches!(self.fact, Fact::Is(_) | Fact::Threatened) || !stands)
    }

    /// The second point of the fact, if it has one.
    #[must_use]
    pub const fn other(self) -> Option<Cell> {
        match self.fact {
            Fact::Connected(other) | Fact::Apart(other) => Some(other),
            _ => None,
        }
    }

    /// The form in texts, with `letter` naming points.
    pub fn words(self, letter: impl Fn(Cell) -> Option<char>) -> String {
        let name = |cell| letter(cell).unwrap_or('?');
        match self.fact {
            Fact::Connected(other) => format!("connected to {}", name(other)),
            Fact::Apart(other) => format!("apart from {}", name(other)),
            fact => fact.to_string(),
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counts(count, relation, number) => {
                write!(f, "{} {} {number}", count.word(), relation.sign())
            }
            Self::Is(group_state) => f.write_str(group_state.word()),
            Self::IsNot(group_state) => write!(f, "not {}", group_state.word()),
            Self::Threatened => f.write_str("threatened"),
            Self::Safe => f.write_str("safe"),
            Self::Connected(_) => f.write_str("connected"),
            Self::Apart(_) => f.write_str("apart"),
            Self::SafeFor(side) => write!(f, "safe for {}", side.sign()),
            Self::UnsafeFor(side) => write!(f, "unsafe for {}", side.sign()),
        }
    }
}

impl Fact {
    /// Parses a fact, with `cell` finding the point of a letter; `None` for anything else.
    pub(super) fn parse(text: &str, cell: impl Fn(char) -> Option<Cell>) -> Option<Self> {
        let group_state = |word: &str| GroupState::ALL.into_iter().find(|s| s.word() == word);
        let side = |word: &str| {
            PatternSide::ALL
                .into_iter()
                .find(|side| side.sign() == word)
        };
        let point = |word: &str| {
            let mut letters = word.chars();
            letters
                .next()
                .and_then(&cell)
                .filter(|_| letters.next().is_none())
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["threatened"] => Some(Self::Threatened),
            ["safe"] => Some(Self::Safe),
            ["not", word] => group_state(word).map(Self::IsNot),
            ["connected", "to", word] => point(word).map(Self::Connected),
            ["apart", "from", word] => point(word).map(Self::Apart),
            ["safe", "for", word] => side(word).map(Self::SafeFor),
            ["unsafe", "for", word] => side(word).map(Self::UnsafeFor),
            [word, sign, number] => {
                let count = Count::ALL.into_iter().find(|count| count.word() == word)?;
                let relation = Relation::ALL.into_iter().find(|r| r.sign() == sign)?;
                Some(Self::Counts(count, relation, number.parse().ok()?))
            }
            [word] => group_state(word).map(Self::Is),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_read_back_as_they_are_written() {
        let cell = Cell::new(2, 3).unwrap();
        for text in [
            "liberties >= 2",
            "stones <= 9",
            "liberties = 1",
            "alive",
            "not dead",
            "threatened",
            "safe",
            "connected to b",
            "apart from b",
            "safe for X",
            "unsafe for O",
        ] {
            let fact = Fact::parse(text, |letter| (letter == 'b').then_some(cell));
            let fact = fact.unwrap_or_else(|| panic!("{text}"));
            let words = Condition { cell, fact }.words(|_| Some('b'));
            assert_eq!(words, text);
        }
        for text in [
            "",
            "lively",
            "liberties > 2",
            "connected to c",
            "safe for",
            "stones >= 300",
        ] {
            assert_eq!(Fact::parse(text, |_| None), None, "{text}");
        }
    }
}
