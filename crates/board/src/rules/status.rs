//! The status of strings and points when a game is counted.

use super::{Board, Color, PointSet, Territory, territory, whole_strings};

/// The final status of a board: which strings are dead, which live in seki, whose each point is.
///
/// The caller says which stones are dead; nothing is played out here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    dead: PointSet,
    seki: PointSet,
    territory: Territory,
}

impl Status {
    /// The strings in `dead` are dead, and the regions that are left are owned by whom alone
    /// touches them. A dead stone stands for its whole string.
    #[must_use]
    pub fn with_dead(board: &Board, dead: &PointSet) -> Self {
        Self {
            dead: whole_strings(board, dead),
            seki: PointSet::EMPTY,
            territory: territory(board, dead),
        }
    }

    /// The strings in `seki` live, but surround no territory (rules of the Nihon Ki-in, 1989,
    /// article 8). `territory` is what play to the end would leave: without the points that have
    /// to be filled yet.
    #[must_use]
    pub fn settled(board: &Board, dead: &PointSet, seki: &PointSet, territory: Territory) -> Self {
        let dead = whole_strings(board, dead);
        let seki = whole_strings(board, seki) - dead;
        Self {
            dead,
            seki,
            territory: territory.without_regions_of(board, &seki),
        }
    }

    /// A board that is counted as it stands: nothing is dead, and all that one color surrounds is its territory.
    #[must_use]
    pub fn as_it_stands(board: &Board) -> Self {
        let nothing = PointSet::EMPTY;
        Self::settled(board, &nothing, &nothing, territory(board, &nothing))
    }

    /// The dead stones, in whole strings.
    #[must_use]
    pub const fn dead(&self) -> &PointSet {
        &self.dead
    }

    /// The stones that live in seki, in whole strings.
    #[must_use]
    pub const fn seki(&self) -> &PointSet {
        &self.seki
    }

    /// The owners of the points without living stones.
    #[must_use]
    pub const fn territory(&self) -> &Territory {
        &self.territory
    }

    /// Number of dead stones of a color.
    #[must_use]
    pub(crate) fn dead_of(&self, board: &Board, color: Color) -> usize {
        board
            .stones(color)
            .filter(|stone| self.dead.contains(*stone))
            .count()
    }
}
