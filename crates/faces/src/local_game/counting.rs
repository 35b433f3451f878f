//! The count at the end: the dead stones, proposed by an engine and corrected by the players.

use sgmp_board::rules::{Board, FinalScore, Game, Point, PointSet, Status, score};
use sgmp_engine::search::named_status;

/// A game that is being counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Counting {
    /// The engine's judgment, once there is one.
    proposed: Option<Box<Status>>,
    /// As the players have corrected it.
    status: Option<Box<Status>>,
}

impl Counting {
    /// A count for which no engine was asked yet.
    pub(super) const OPEN: Self = Self {
        proposed: None,
        status: None,
    };

    /// A count that was made, for the players to correct.
    #[must_use]
    pub fn made(status: Status) -> Self {
        let mut made = Self::OPEN;
        made.propose(status);
        made
    }

    /// Takes the engine's judgment, unless the players have begun to count by themselves.
    pub(super) fn propose(&mut self, status: Status) {
        let status = Box::new(status);
        self.status.get_or_insert_with(|| status.clone());
        self.proposed = Some(status);
    }

    /// True while the engine's judgment is awaited.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        self.proposed.is_none()
    }

    /// The dead stones and the owners of the points as they are counted now; `None` before the engine's
    /// judgment.
    #[must_use]
    pub fn status(&self) -> Option<&Status> {
        self.status.as_deref()
    }

    /// Turns a string from dead to alive or from alive to dead, and returns whether it is dead now; `None`
    /// where there is no stone.
    pub fn toggle(&mut self, board: &Board, point: Point) -> Option<bool> {
        board.color_at(point)?;
        let mut dead = self
            .status()
            .map_or(PointSet::EMPTY, |status| *status.dead());
        let is_dead = !dead.contains(point);
        for stone in board.string(point) {
            if is_dead {
                dead.insert(stone);
            } else {
                dead.remove(stone);
            }
        }
        let status = named_status(board, self.proposed.as_deref(), &dead);
        self.status = Some(Box::new(status));
        Some(is_dead)
    }

    /// The count as it stands; `None` before the engine's judgment.
    #[must_use]
    pub fn score(&self, game: &Game) -> Option<FinalScore> {
        let status = self.status()?;
        Some(score::count(game, status))
    }
}
