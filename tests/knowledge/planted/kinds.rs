//! The twenty kinds, each with its definition and the reason that is to be given.

use sgmp_board::rules::Point;
use sgmp_knowledge::experts::MoveFault;

use super::drawn::{Drawn, apart};
use super::{place_mistakes as place, read_mistakes as read};

/// A kind of mistake.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// Returns whether a move is one.
    pub(super) is_made: fn(&Drawn<'_>, Point) -> bool,
    /// Returns whether it is one where this move is the best.
    pub(super) is_beside: fn(&Drawn<'_>, Point, Point) -> bool,
    /// Returns whether something else in the position would be lost by most moves.
    pub(super) waits: fn(&Drawn<'_>) -> bool,
    /// Returns whether a reason is the one of the kind.
    pub(super) is_said: fn(&MoveFault) -> bool,
}

const fn anywhere(_: &Drawn<'_>, _: Point, _: Point) -> bool {
    true
}

fn nearby(_: &Drawn<'_>, point: Point, best: Point) -> bool {
    apart(point, best) <= 4
}

fn ko(at: &Drawn<'_>) -> bool {
    at.board().ko_point().is_some()
}

fn danger_or_ko(at: &Drawn<'_>) -> bool {
    ko(at) || read::is_in_danger(at)
}

macro_rules! kind {
    ($name:literal, $made:expr, $beside:expr, $said:pat) => {
        kind!($name, $made, $beside, $said, danger_or_ko)
    };
    ($name:literal, $made:expr, $beside:expr, $said:pat, $waits:expr) => {
        Kind {
            name: $name,
            is_made: $made,
            is_beside: $beside,
            waits: $waits,
            is_said: |fault| matches!(fault, $said),
        }
    };
}

/// All of them, in the order in which they are told.
pub(super) const KINDS: [Kind; 20] = [
    kind!(
        "first line",
        place::first_line,
        anywhere,
        MoveFault::FirstLine(..)
    ),
    kind!("crawl", place::crawl, anywhere, MoveFault::Crawls(..)),
    kind!(
        "adding to the dead",
        place::adds_to_the_dead,
        anywhere,
        MoveFault::AddsToLost(..)
    ),
    kind!(
        "lost ladder",
        read::runs_in_ladder,
        anywhere,
        MoveFault::RunsInLadder(..)
    ),
    kind!("own eye", place::own_eye, anywhere, MoveFault::FillsEye(..)),
    kind!(
        "empty triangle",
        place::empty_triangle,
        nearby,
        MoveFault::EmptyTriangle(..)
    ),
    kind!(
        "wrong hane",
        place::hane,
        place::is_other_side,
        MoveFault::WrongSide(..)
    ),
    kind!(
        "pushing from behind",
        place::push_behind,
        anywhere,
        MoveFault::PushesBehind(..)
    ),
    kind!(
        "peep that helps",
        place::peep,
        anywhere,
        MoveFault::HelpsToConnect(..)
    ),
    kind!(
        "saving in vain",
        read::saves_in_vain,
        anywhere,
        MoveFault::RunsInVain(..)
    ),
    kind!(
        "losing a breaker",
        read::loses_a_breaker,
        anywhere,
        MoveFault::LosesBreaker(..)
    ),
    kind!(
        "leaving to die",
        read::leaves_to_die,
        read::saves_the_dying,
        MoveFault::LeavesToDie(..),
        ko
    ),
    kind!(
        "guarding the alive",
        place::guards_the_alive,
        anywhere,
        MoveFault::GuardsTheSafe(..)
    ),
    kind!(
        "own territory",
        place::own_territory,
        anywhere,
        MoveFault::OwnTerritory(..)
    ),
    kind!(
        "two threats",
        read::neglects_a_fork,
        read::meets_the_fork,
        MoveFault::LeavesFork(..)
    ),
    kind!(
        "near strength",
        place::near_strength,
        anywhere,
        MoveFault::NearStrength(..)
    ),
    kind!(
        "too deep",
        place::too_deep,
        anywhere,
        MoveFault::TooDeep(..)
    ),
    kind!("dame", place::dame, anywhere, MoveFault::Nobodys(..)),
    kind!(
        "breaking a ladder",
        read::breaks_own_ladder,
        anywhere,
        MoveFault::BreaksLadder(..)
    ),
    kind!(
        "no ko threat",
        read::no_threat,
        read::fights_the_ko,
        MoveFault::NoThreat(..),
        read::is_in_danger
    ),
];
