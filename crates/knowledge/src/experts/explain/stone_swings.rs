//! Stones that a move saves, kills, helps or weakens against another, in sentences.

use std::fmt;

use super::owners::Fate;
use crate::experts::group_ref::GroupRef;
use sgmp_board::rules::{Move, PointSet};

/// Stones whose fate a move turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnedStones {
    /// The move that is explained.
    pub mv: Move,
    /// The other move, without which it is told what would be; `None` for no move there.
    pub instead: Option<Move>,
    /// The stones whose fate it turns.
    pub stones: PointSet,
    /// The string that the sentence names for them.
    pub group: GroupRef,
    /// True for stones of its player.
    pub is_own: bool,
    /// True if the move takes them all off the board.
    pub is_taken: bool,
    /// Their fate with the move.
    pub with: Fate,
    /// Their fate without it.
    pub without: Fate,
}

/// Stones that a move makes better or worse off, and whose fate stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftedStones {
    /// The move that is explained.
    pub mv: Move,
    /// The string that the sentence names for them.
    pub group: GroupRef,
    /// True for stones of its player.
    pub is_own: bool,
    /// True where they are safe in any case.
    pub is_safe: bool,
}

impl TurnedStones {
    /// Returns whether the move saves or kills them.
    pub(super) fn is_decided(&self) -> bool {
        let wanted = match self.is_own {
            true => Fate::Lives,
            false => Fate::Lost,
        };
        self.with == wanted
    }
}

/// "without it", or "after K7".
pub(super) fn otherwise(instead: Option<Move>) -> String {
    match instead {
        Some(other) => format!("after {other}"),
        None => "without it".to_owned(),
    }
}

impl fmt::Display for TurnedStones {
    /// A sentence about the stones, for the reader of an explanation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mv, group, .. } = self;
        let one = group.stones == 1;
        let (they, are, live) = match one {
            true => ("it", "is", "lives"),
            false => ("they", "are", "live"),
        };
        let otherwise = otherwise(self.instead);
        match (self.is_own, self.with, self.without) {
            (true, Fate::Lives, Fate::Lost) => {
                write!(f, "{mv} saves {group}: {otherwise} {they} {are} lost.")
            }
            (true, Fate::Lives, _) => {
                write!(
                    f,
                    "{mv} makes {group} safe: {otherwise} {they} {are} not safe yet."
                )
            }
            (true, ..) => write!(
                f,
                "{mv} gives {group} a chance: {otherwise} {they} {are} lost."
            ),
            (false, Fate::Lost, without) => {
                let kills = match (self.is_taken, one) {
                    (true, _) => "takes",
                    (false, true) => "catches",
                    (false, false) => "kills",
                };
                match without {
                    Fate::Lives => write!(f, "{mv} {kills} {group}: {otherwise} {they} {live}."),
                    _ => write!(f, "{mv} {kills} {group}: {otherwise} {they} may live."),
                }
            }
            (false, ..) => write!(
                f,
                "{mv} puts {group} in danger: {otherwise} {they} {are} safe."
            ),
        }
    }
}

impl fmt::Display for ShiftedStones {
    /// A sentence about the stones, for the reader of an explanation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mv, group, .. } = self;
        match (self.is_own, self.is_safe) {
            (true, true) => write!(f, "{mv} makes {group} safer."),
            (true, false) => write!(f, "{mv} makes {group} stronger."),
            (false, true) => write!(f, "{mv} presses {group}."),
            (false, false) => write!(f, "{mv} weakens {group}."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Color, Point};

    fn shifted(stones: usize, is_own: bool, is_safe: bool) -> String {
        let at = |name: &str| Point::parse(name).unwrap();
        let told = ShiftedStones {
            mv: Move::Play(at("D9")),
            group: GroupRef {
                stone: at("E10"),
                color: Color::White,
                stones,
            },
            is_own,
            is_safe,
        };
        told.to_string()
    }

    #[test]
    fn stones_that_are_better_or_worse_off_are_named() {
        assert_eq!(
            shifted(2, true, false),
            "D9 makes White's 2 stones at E10 stronger."
        );
        assert_eq!(shifted(1, false, true), "D9 presses White's stone at E10.");
    }
}
