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
    /// The other side's move at them that would turn them without it, where the judge knows.
    pub reply: Option<Move>,
    /// The next move, if it kills them where the other side plays elsewhere.
    pub next: Option<Move>,
}

/// Stones that a move makes better or worse off, and whose fate stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftedStones {
    /// The move that is explained.
    pub mv: Move,
    /// The stones that change.
    pub stones: PointSet,
    /// The string that the sentence names for them.
    pub group: GroupRef,
    /// True for stones of its player.
    pub is_own: bool,
    /// True where they are safe in any case.
    pub is_safe: bool,
    /// Their fate with the move.
    pub now: Fate,
    /// The other move, without which it is told what would be; `None` for no move there.
    pub instead: Option<Move>,
    /// The other side's move at them without it, where the judge knows.
    pub reply: Option<Move>,
    /// The next move, if it kills them where the other side plays elsewhere.
    pub next: Option<Move>,
}

impl ShiftedStones {
    /// Returns whether it tells no more than that stones are better or worse off.
    pub(super) const fn is_bare(&self) -> bool {
        self.reply.is_none() && self.next.is_none()
    }
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

/// The words that fit one stone or several.
struct Verbs {
    they: &'static str,
    them: &'static str,
    are: &'static str,
    live: &'static str,
}

impl Verbs {
    const fn for_group(group: &GroupRef) -> Self {
        match group.stones {
            1 => Self {
                they: "it",
                them: "it",
                are: "is",
                live: "lives",
            },
            _ => Self {
                they: "they",
                them: "them",
                are: "are",
                live: "live",
            },
        }
    }
}

impl fmt::Display for TurnedStones {
    /// A sentence about the stones, for the reader of an explanation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mv, group, .. } = self;
        let Verbs {
            they,
            them,
            are,
            live,
        } = Verbs::for_group(group);
        let otherwise = otherwise(self.instead);
        match (self.is_own, self.with, self.without) {
            (true, Fate::Lives, Fate::Lost) => {
                write!(f, "{mv} saves {group}: {otherwise} {they} {are} lost.")
            }
            (true, Fate::Lives, _) => match self.reply {
                Some(reply) => write!(
                    f,
                    "{mv} makes {group} safe: {otherwise} {}'s {reply} puts {them} in danger.",
                    !group.color
                ),
                None => write!(
                    f,
                    "{mv} makes {group} safe: {otherwise} {they} {are} not safe yet."
                ),
            },
            (true, ..) => write!(
                f,
                "{mv} gives {group} a chance: {otherwise} {they} {are} lost."
            ),
            (false, Fate::Lost, without) => {
                let kills = match (self.is_taken, group.stones) {
                    (true, _) => "takes",
                    (false, 1) => "catches",
                    (false, _) => "kills",
                };
                match without {
                    Fate::Lives => write!(f, "{mv} {kills} {group}: {otherwise} {they} {live}."),
                    _ => write!(f, "{mv} {kills} {group}: {otherwise} {they} may live."),
                }
            }
            (false, ..) => {
                write!(
                    f,
                    "{mv} puts {group} in danger: {otherwise} {they} {are} safe"
                )?;
                match self.next {
                    Some(next) => write!(f, ", and now {next} would kill {them}."),
                    None => f.write_str("."),
                }
            }
        }
    }
}

impl fmt::Display for ShiftedStones {
    /// A sentence about the stones, for the reader of an explanation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mv, group, .. } = self;
        let Verbs { them, are, .. } = Verbs::for_group(group);
        if let Some(next) = self.next {
            return write!(
                f,
                "{mv} attacks {group}: if {} plays elsewhere, {next} kills {them}.",
                group.color
            );
        }
        match (self.is_own, self.is_safe) {
            (true, true) => write!(f, "{mv} makes {group} safer")?,
            (true, false) => write!(f, "{mv} makes {group} stronger")?,
            (false, true) => write!(f, "{mv} presses {group}")?,
            (false, false) => write!(f, "{mv} weakens {group}")?,
        }
        if self.now == Fate::Open {
            let which = format!(", which {are} not safe yet");
            f.write_str(&which)?;
        }
        let otherwise = otherwise(self.instead);
        match self.reply {
            Some(reply) => {
                let them = if self.is_own {
                    !group.color
                } else {
                    group.color
                };
                write!(f, ": {otherwise} {them} would play {reply} there.")
            }
            None => f.write_str("."),
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
            stones: PointSet::EMPTY,
            is_own,
            is_safe,
            now: if is_safe { Fate::Lives } else { Fate::Open },
            instead: None,
            reply: Some(Move::Play(at("D10"))),
            next: None,
        };
        told.to_string()
    }

    #[test]
    fn stones_that_are_better_or_worse_off_are_named() {
        assert_eq!(
            shifted(2, true, false),
            "D9 makes White's 2 stones at E10 stronger, which are not safe yet: without it Black would play D10 there."
        );
        assert_eq!(
            shifted(1, false, true),
            "D9 presses White's stone at E10: without it White would play D10 there."
        );
    }
}
