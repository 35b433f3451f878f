//! Strings: the units of capture, with their surroundings and their status.

use super::effort::Effort;
use crate::reading::{StringStatus, Tactician};
use sgmp_board::rules::{Board, Color, Point, PointSet};

/// Names a string within one analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StringId(u16);

impl StringId {
    /// Its place in [`Strings::iter`], from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A string of stones.
#[derive(Clone, Debug)]
pub struct StoneString {
    /// The stone that stands for it: [`Board::anchor`].
    pub anchor: Point,
    /// The color of all its stones.
    pub color: Color,
    /// The stones, the anchor among them.
    pub stones: PointSet,
    /// The empty points next to it.
    pub liberties: PointSet,
    /// The empty points next to those: second-order liberties.
    pub second_liberties: PointSet,
    /// The enemy's strings next to it, each once.
    pub enemies: Vec<StringId>,
    /// Its status, by reading within the effort.
    pub status: StringStatus,
}

impl StoneString {
    /// Returns whether it is captured though it moves first.
    #[must_use]
    pub(crate) fn is_dead(&self) -> bool {
        self.status == StringStatus::Dead
    }

    /// Returns whether it is captured if its opponent moves first.
    #[must_use]
    pub(crate) const fn is_threatened(&self) -> bool {
        matches!(self.status, StringStatus::Threatened { .. })
    }
}

/// All strings of a position.
#[derive(Clone, Debug)]
pub struct Strings {
    list: Vec<StoneString>,
    at: Vec<Option<StringId>>,
}

impl Strings {
    /// Finds the strings and reads those short of liberties.
    #[must_use]
    pub(crate) fn survey(board: &Board, tactician: &mut Tactician, effort: Effort) -> Self {
        let anchors = Point::all(board.size()).filter(|p| board.anchor(*p) == Some(*p));
        let mut found = Self {
            list: Vec::new(),
            at: vec![None; Point::AREA],
        };
        for anchor in anchors {
            let Some(color) = board.color_at(anchor) else {
                continue;
            };
            let id = StringId(found.list.len() as u16);
            for stone in board.string(anchor) {
                found.at[stone.index()] = Some(id);
            }
            let is_short = board.liberties(anchor) <= usize::from(effort.strings.liberties);
            let status = if is_short {
                tactician.string_status(board, anchor, effort.strings)
            } else {
                StringStatus::Safe
            };
            let liberties = board.liberty_set(anchor);
            found.list.push(StoneString {
                anchor,
                color,
                stones: board.string(anchor).collect(),
                liberties,
                second_liberties: second_liberties(board, liberties),
                enemies: Vec::new(),
                status,
            });
        }
        found.meet(board);
        found
    }

    /// Notes the neighbors of each string.
    fn meet(&mut self, board: &Board) {
        for string in &mut self.list {
            for stone in string.stones.iter() {
                for n in board.neighbors(stone) {
                    if let Some(other) = self.at[n.index()]
                        && board.color_at(n) != Some(string.color)
                        && !string.enemies.contains(&other)
                    {
                        string.enemies.push(other);
                    }
                }
            }
        }
    }

    /// The string of a stone.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<StringId> {
        self.at[point.index()]
    }

    /// A string by its name.
    ///
    /// # Panics
    /// If the name is of another analysis with more strings.
    #[must_use]
    pub fn get(&self, id: StringId) -> &StoneString {
        &self.list[id.index()]
    }

    /// All strings, in the order of their anchors from A1.
    pub fn iter(&self) -> impl Iterator<Item = (StringId, &StoneString)> {
        let ids = (0..).map(StringId);
        ids.zip(&self.list)
    }

    /// Number of strings of both colors.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether the board is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The stones of all strings that are captured though they move first.
    #[must_use]
    pub fn dead(&self) -> PointSet {
        let dead = self.list.iter().filter(|string| string.is_dead());
        dead.fold(PointSet::EMPTY, |all, string| all | string.stones)
    }
}

fn second_liberties(board: &Board, liberties: PointSet) -> PointSet {
    let next: PointSet = liberties
        .iter()
        .flat_map(|liberty| board.neighbors(liberty))
        .filter(|n| board.is_empty(*n))
        .collect();
    next - liberties
}

#[cfg(test)]
mod tests {
    use super::super::testing::{points, survey};
    use super::*;

    #[test]
    fn a_string_knows_its_surroundings() {
        let (_, strings) = survey(
            ". . . . .
             . X X O .
             . . . O .
             . . . . .
             . . . . .",
        );
        let black = strings.at(Point::parse("B4").unwrap()).unwrap();
        let white = strings.at(Point::parse("D3").unwrap()).unwrap();
        assert_eq!(strings.at(Point::parse("C4").unwrap()), Some(black));
        assert_eq!(strings.at(Point::parse("A1").unwrap()), None);
        let string = strings.get(black);
        assert_eq!(string.liberties, points("A4 B5 C5 B3 C3"));
        assert_eq!(string.second_liberties, points("A5 D5 A3 B2 C2"));
        assert_eq!(string.enemies, [white]);
        assert_eq!((strings.len(), strings.is_empty()), (2, false));
    }

    #[test]
    fn the_dead_and_the_threatened_are_told_apart() {
        let (_, strings) = survey(
            ". . . . . . .
             . . X . . . .
             . X O X . . .
             . . . . . . .
             . . . . . X .
             . . . . . X O
             . . . . . X .",
        );
        let of = |name| strings.get(strings.at(Point::parse(name).unwrap()).unwrap());
        assert!(of("C5").is_threatened() && of("G2").is_dead());
        assert!(!of("F2").is_dead() && !of("F2").is_threatened());
        assert_eq!(strings.dead(), points("G2"));
    }
}
