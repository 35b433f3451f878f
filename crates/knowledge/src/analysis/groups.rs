//! Groups: strings that the enemy cannot separate.
//!
//! Connections that are unbreakable or far from any enemy ([`ConnectionStatus::Loose`]) tie them,
//! and so does a common territory.

use super::connections::{Connection, ConnectionStatus};
use super::strings::{StringId, Strings};
use sgmp_board::rules::{Board, Color, Point, PointSet};

/// Names a group within one analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(u16);

impl GroupId {
    /// Its place among the groups, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }
}

/// A set of connected strings.
#[derive(Clone, Debug)]
pub struct Group {
    /// The color of all its stones.
    pub color: Color,
    /// Its strings by their names; at least one.
    pub strings: Vec<StringId>,
    /// The stones of all of them.
    pub stones: PointSet,
    /// The liberties of all of them.
    pub liberties: PointSet,
}

/// The groups of a position.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    pub(super) list: Vec<Group>,
    /// The group of each string, by the string's place.
    of: Vec<GroupId>,
}

/// Sets of strings that belong together: a forest of strings, each pointing towards its root.
#[derive(Clone)]
pub(super) struct UnionFind(Vec<usize>);

impl UnionFind {
    fn root(&self, mut at: usize) -> usize {
        while self.0[at] != at {
            at = self.0[at];
        }
        at
    }

    /// Unites the sets of two strings; returns whether they were apart.
    pub(super) fn union(&mut self, a: StringId, b: StringId) -> bool {
        let (a, b) = (self.root(a.index()), self.root(b.index()));
        self.0[a.max(b)] = a.min(b);
        a != b
    }
}

/// Unites the strings of unbreakable connections. A point that two connections need at once unites
/// only one pair: an enemy there asks for two answers.
pub(super) fn unite_unbreakable(strings: &Strings, connections: &[Connection]) -> UnionFind {
    let mut unite_unbreakable = UnionFind((0..strings.len()).collect());
    let holds = |c: &&Connection| c.status == ConnectionStatus::Unbreakable;
    let (sure, answered): (Vec<&Connection>, Vec<&Connection>) = connections
        .iter()
        .filter(holds)
        .partition(|connection| connection.answers.is_empty());
    for connection in sure {
        unite_unbreakable.union(connection.strings.0, connection.strings.1);
    }
    let mut spent = PointSet::EMPTY;
    for connection in answered {
        let (a, b) = connection.strings;
        let is_free = (connection.answers & spent).is_empty();
        if is_free && unite_unbreakable.union(a, b) {
            spent |= connection.answers;
        }
    }
    unite_unbreakable
}

/// Unites strings that only a lone stone in the open could separate.
pub(super) fn unite_loose(unite_unbreakable: &mut UnionFind, connections: &[Connection]) {
    for connection in connections {
        if connection.status == ConnectionStatus::Loose {
            unite_unbreakable.union(connection.strings.0, connection.strings.1);
        }
    }
}

impl Groups {
    pub(super) fn collect(board: &Board, strings: &Strings, unite_unbreakable: &UnionFind) -> Self {
        let mut list: Vec<Group> = Vec::new();
        let mut of: Vec<GroupId> = Vec::new();
        for (id, string) in strings.iter() {
            let root = unite_unbreakable.root(id.index());
            if root == id.index() {
                of.push(GroupId::from_index(list.len()));
                list.push(Group {
                    color: string.color,
                    strings: Vec::new(),
                    stones: PointSet::EMPTY,
                    liberties: PointSet::EMPTY,
                });
            } else {
                of.push(of[root]);
            }
            let group = &mut list[of[id.index()].index()];
            group.strings.push(id);
            group.stones |= string.stones;
            group.liberties |= board.liberty_set(string.anchor);
        }
        Self { list, of }
    }

    /// The group of a string.
    ///
    /// # Panics
    /// If the name is of another analysis with more strings.
    #[must_use]
    pub(crate) fn group_of(&self, string: StringId) -> GroupId {
        self.of[string.index()]
    }

    /// The group of a stone.
    #[must_use]
    pub(crate) fn at(&self, strings: &Strings, point: Point) -> Option<GroupId> {
        strings.at(point).map(|string| self.group_of(string))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (GroupId, &Group)> {
        (0..).map(GroupId).zip(&self.list)
    }

    /// A group by its name.
    ///
    /// # Panics
    /// If the name is of another analysis with more groups.
    #[must_use]
    pub(crate) fn get(&self, id: GroupId) -> &Group {
        &self.list[id.index()]
    }

    #[must_use]
    pub(crate) const fn len(&self) -> usize {
        self.list.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::connection_finder::Finder;
    use super::super::effort::Effort;
    use super::super::testing::survey;
    use super::*;
    use crate::reading::Tactician;

    fn are_one(text: &str, a: &str, b: &str) -> bool {
        let (board, strings) = survey(text);
        let effort = Effort::for_level(10);
        let connections = Finder::find(&board, &strings, &mut Tactician::new(), effort);
        let groups = Groups::collect(&board, &strings, &unite_unbreakable(&strings, &connections));
        let of = |name| groups.at(&strings, Point::parse(name).unwrap()).unwrap();
        of(a) == of(b)
    }

    #[test]
    fn what_cannot_be_cut_is_one_group() {
        let text = "
            . . . . . . .
            . . X . . . .
            . X . . . . .
            . . . . . . .
            . X . . . . .
            . . O . X . .
            . . . . . . .";
        assert!(are_one(text, "C6", "B5"));
        assert!(!are_one(text, "B5", "E2"));
    }

    #[test]
    fn one_answer_does_not_hold_two_connections() {
        let text = "
            . . . . . . .
            . . . . . . .
            . . X . . . .
            . O . X . . .
            . . X . . . .
            . . . . . . .
            . . . . . . .";
        let (above, below) = (are_one(text, "C5", "D4"), are_one(text, "C3", "D4"));
        assert!(above != below, "White at C4 asks for two answers");
        assert!(are_one(&text.replace(". O .", ". . ."), "C3", "C5"));
    }
}
