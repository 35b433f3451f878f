//! One pattern.

use std::fmt;

use super::condition::Condition;
use super::kind::{Kind, Urgency};
use super::move_tree::MoveTree;
use super::pattern_diagram::Diagram;

/// A shape, what has to hold besides, the move that it suggests, what may follow, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Its name, the only one of the kind in a library: letters, digits and `-`.
    pub name: String,
    /// What it is about.
    pub kind: Kind,
    /// How much its move matters.
    pub urgency: Urgency,
    /// What it looks like.
    pub diagram: Diagram,
    /// What has to hold besides.
    pub conditions: Vec<Condition>,
    /// The move, and what may follow.
    pub tree: MoveTree,
    /// Why, in one sentence.
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
