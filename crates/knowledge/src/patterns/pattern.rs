//! One pattern: its kind, its urgency, and the shape with its move.

use std::fmt;

use super::condition::Condition;
use super::move_tree::MoveTree;
use super::pattern_diagram::Diagram;

/// A shape with its conditions, the suggested move, its continuations, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Its name, unique in a library: small letters, digits and `-`.
    pub name: String,
    /// The purpose of its move.
    pub kind: Kind,
    /// The importance of its move.
    pub urgency: Urgency,
    /// The shape that has to be there.
    pub diagram: Diagram,
    /// Conditions that have to hold besides.
    pub conditions: Vec<Condition>,
    /// The move and its continuations.
    pub tree: MoveTree,
    /// The reason, in one sentence.
    pub sentence: String,
}

impl fmt::Display for Pattern {
    /// The pattern as texts have it, with a line's end behind each line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |cell| self.diagram.label(cell);
        writeln!(f, "pattern {} {}", self.name, self.urgency)?;
        writeln!(f, "{}", self.diagram)?;
        for (name, cell) in &self.diagram.labels {
            let facts = self
                .conditions
                .iter()
                .filter(|condition| condition.cell == *cell);
            let mut facts: Vec<String> = facts.map(|a| a.words(letter)).collect();
            let class = self.diagram.class(*cell);
            if class != super::Class::Empty {
                facts.insert(0, class.sign().to_string());
            }
            if !facts.is_empty() {
                writeln!(f, "{name}: {}", facts.join(", "))?;
            }
        }
        writeln!(f, "play {}", self.tree.words(letter))?;
        writeln!(f, "say {}", self.sentence)
    }
}

/// A table of words for the values of an enum, in the order of their numbers.
macro_rules! words {
    ($name:ident: $($value:ident $word:literal,)+) => {
        impl $name {
            /// All of them, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$value),+];

            /// Its word in texts.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$value => $word),+
                }
            }

            /// The value of a word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.word() == word)
            }

            /// The value of a number of the compiled form.
            pub(super) fn from_number(number: u8) -> Option<Self> {
                Self::ALL.get(usize::from(number)).copied()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }
    };
}

/// The purpose of a pattern's move; each expert that uses patterns uses one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Divides the other side's stones.
    Cut,
    /// Joins the own stones to each other.
    Connect,
    /// Shuts a group in.
    Surround,
    /// Keeps a group from being shut in.
    Escape,
    /// Catches stones, or keeps them from being caught.
    Capture,
    /// Takes a group's eyes.
    Kill,
    /// Makes the eyes that a group lacks.
    Live,
    /// Makes good shape, or spoils the other side's.
    Shape,
    /// Answers a stone that touches one's own, or touches one.
    Contact,
    /// Stops the other side from going on.
    Block,
    /// Makes a base, or takes one away.
    Base,
    /// Begins a life inside the other side's sphere.
    Invade,
    /// Makes the other side's sphere smaller from outside.
    Reduce,
    /// Takes the last points.
    Endgame,
}

words! {
    Kind:
    Cut "cut",
    Connect "connect",
    Surround "surround",
    Escape "escape",
    Capture "capture",
    Kill "kill",
    Live "live",
    Shape "shape",
    Contact "contact",
    Block "block",
    Base "base",
    Invade "invade",
    Reduce "reduce",
    Endgame "endgame",
}

/// The importance of a move where its pattern matches; estimates of its value start from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Urgency {
    /// Some points, or a trifle of shape.
    Small,
    /// A good move where nothing more is at stake.
    Fair,
    /// Both sides want it.
    Big,
    /// Stones or a group's life depend on it.
    Vital,
}

words! {
    Urgency:
    Small "small",
    Fair "fair",
    Big "big",
    Vital "vital",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_name_the_same() {
        for (number, kind) in Kind::ALL.iter().enumerate() {
            assert_eq!(Kind::from_word(kind.word()), Some(*kind));
            assert_eq!(Kind::from_number(number as u8), Some(*kind));
            assert_eq!(*kind as usize, number);
        }
        for (number, urgency) in Urgency::ALL.iter().enumerate() {
            assert_eq!(Urgency::from_word(urgency.word()), Some(*urgency));
            assert_eq!(*urgency as usize, number);
        }
        assert_eq!(Kind::from_number(99), None);
    }
}
