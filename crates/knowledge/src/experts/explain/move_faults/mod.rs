//! Faults of a move on the board: the commonest mistakes of people who learn, each proved before it is said.

mod finder;
mod forced_lines;
mod reading_faults;
mod shape_faults;
#[cfg(test)]
mod tests;

use std::fmt;

use super::scene::Scene;
use crate::experts::group_ref::GroupRef;
use finder::Finder;
use sgmp_board::rules::{Move, Point};

/// A fault of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// It fills an eye of its own side.
    FillsEye(Move),
    /// The stones are in atari and run, and are taken all the same.
    RunsInVain(Move, GroupRef),
    /// The same where one atari follows the other.
    RunsInLadder(Move, GroupRef),
    /// It adds a stone to stones that are lost with it, too.
    AddsToLost(Move, GroupRef),
    /// The stone is taken at once.
    TakenAtOnce(Move, Point),
    /// The stone is caught where it stands.
    Caught(Move),
    /// The stone is lost among stones of the other side.
    TooDeep(Move),
    /// It peeps, and the other side becomes solid at this point.
    HelpsToConnect(Move, Point),
    /// It plays where its own side owns all around.
    OwnTerritory(Move),
    /// It takes a point that is nobody's.
    Nobodys(Move),
    /// It guards stones that are safe without it.
    GuardsTheSafe(Move, GroupRef),
    /// It lies on the first line while the board is open.
    FirstLine(Move),
    /// It crawls on the second line, under a stone of the other side.
    Crawls(Move),
    /// It pushes from behind: the other side is a step ahead.
    PushesBehind(Move),
    /// It goes round the stone from the side from which the better move does not.
    WrongSide(Move, Move),
    /// Three stones in a corner of four points, the fourth empty.
    EmptyTriangle(Move),
    /// It leaves stones to be taken that the second move would have saved.
    LeavesToDie(Move, GroupRef, Move),
    /// It leaves a point where the other side puts two strings in atari, of which one is lost.
    LeavesFork(Move, Point, [GroupRef; 2]),
    /// An atari after whose answer own stones are caught in a ladder that were not before.
    LosesBreaker(Move, Point, GroupRef),
    /// An atari after whose answer stones get away that were caught in a ladder.
    BreaksLadder(Move, Point, GroupRef),
    /// It comes close to stones that are safe, and no own stone is at hand.
    NearStrength(Move, GroupRef),
    /// It threatens nothing while a ko at this point may not be taken back at once.
    NoThreat(Move, Point),
}

impl MoveFault {
    /// The fault of a move that the judge does not like; `None` where the board shows none that is known.
    pub(super) fn find(scene: &Scene<'_>, best: Move) -> Option<Self> {
        let found = Finder::new(scene, best)?;
        // The larger loss before the smaller one.
        found
            .left_to_die()
            .or_else(|| found.in_vain())
            .or_else(|| found.neglects())
            .or_else(|| found.no_threat())
            .or_else(|| found.first_line())
            .or_else(|| found.lost())
            .or_else(|| found.wasted())
            .or_else(|| found.misplaced())
    }
}

impl MoveFault {
    /// A stone of the own string that the fault is about, where a line can show what becomes of it.
    #[must_use]
    pub const fn own_stone(&self) -> Option<Point> {
        match self {
            Self::LeavesToDie(_, group, _)
            | Self::RunsInVain(_, group)
            | Self::RunsInLadder(_, group)
            | Self::LosesBreaker(_, _, group) => Some(group.stone),
            _ => None,
        }
    }

    /// The sentence about what a move neglects.
    fn write_neglect(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LeavesToDie(mv, group, best) => {
                let them = if group.stones == 1 { "it" } else { "them" };
                write!(
                    f,
                    "{group} can be taken while {mv} is elsewhere: {best} would have kept {them} safe."
                )
            }
            Self::LeavesFork(mv, point, [a, b]) => write!(
                f,
                "{mv} leaves {point} to the other side: {a} and {b} are in atari at once, and only one of them is saved."
            ),
            Self::LosesBreaker(mv, answer, group) => {
                let are = if group.stones == 1 { "is" } else { "are" };
                write!(
                    f,
                    "{mv} is an atari that helps: once {answer} has answered it, {group} {are} caught in a ladder."
                )
            }
            Self::BreaksLadder(mv, answer, group) => write!(
                f,
                "{mv} breaks a ladder of your own: it would have caught {group}, and after {answer} there is none."
            ),
            Self::NearStrength(mv, group) => write!(
                f,
                "{mv} comes close to strong stones, {group} among them, with none of yours at hand to help."
            ),
            Self::NoThreat(mv, ko) => write!(
                f,
                "{mv} threatens nothing: the ko at {ko} cannot be taken back before a threat is answered."
            ),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for MoveFault {
    /// A sentence for people, with a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let are = |group: &GroupRef| match group.stones {
            1 => ("is", "it"),
            _ => ("are", "they"),
        };
        match self {
            Self::FillsEye(mv) => write!(
                f,
                "{mv} fills an eye of your own: eyes are what a group lives by."
            ),
            Self::RunsInVain(mv, group) => {
                let (are, they) = are(group);
                write!(
                    f,
                    "{mv} runs with {group}, but {they} {are} caught all the same."
                )
            }
            Self::RunsInLadder(mv, group) => {
                let (are, they) = are(group);
                write!(
                    f,
                    "{mv} runs with {group} into a ladder: atari follows atari, and {they} {are} caught in the end."
                )
            }
            Self::AddsToLost(mv, group) => {
                let (are, _) = are(group);
                write!(
                    f,
                    "{group}, which {are} lost, {are} lost with {mv}, too: the stone is added to the loss."
                )
            }
            Self::TakenAtOnce(mv, answer) => {
                write!(f, "{mv} can be taken at once: {answer} does it.")
            }
            Self::Caught(mv) => write!(f, "{mv} can be caught: the stone does not get away."),
            Self::TooDeep(mv) => write!(
                f,
                "{mv} goes too deep: stones of the other side stand all around, and too few of yours are near to help."
            ),
            Self::HelpsToConnect(mv, point) => write!(
                f,
                "{mv} peeps, and helps: the other side connects at {point} and has nothing left to cut."
            ),
            Self::OwnTerritory(mv) => write!(
                f,
                "{mv} is in your own territory already: a stone there changes nothing."
            ),
            Self::Nobodys(mv) => write!(
                f,
                "{mv} is nobody's point: living stones of both sides stand beside it."
            ),
            Self::GuardsTheSafe(mv, group) => {
                let (are, _) = are(group);
                write!(f, "{group}, beside {mv}, {are} safe without it.")
            }
            Self::FirstLine(mv) => write!(
                f,
                "{mv} lies on the first line, where a stone surrounds nothing while the board is open."
            ),
            Self::Crawls(mv) => write!(
                f,
                "{mv} crawls along the second line: each step gives one point, and the stones above get a wall."
            ),
            Self::PushesBehind(mv) => write!(
                f,
                "{mv} pushes from behind: the other side stays a step ahead, and grows with each push."
            ),
            Self::WrongSide(mv, best) => write!(
                f,
                "{mv} goes round the stones from the wrong side: {best} is the other one."
            ),
            Self::EmptyTriangle(mv) => write!(
                f,
                "{mv} makes an empty triangle: three stones stand where two would do, and they have few liberties."
            ),
            _ => self.write_neglect(f),
        }
    }
}
