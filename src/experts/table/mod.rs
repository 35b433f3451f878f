//! Every reason with its numbers and its sentence: the only place where reasons are weighed.
//!
//! A line says: the name, a first guess in points and what is added to it for each stone or point
//! that the suggestion is about, the bonus, the aim, and the sentence. In a sentence `{move}`,
//! `{group}` and `{size}` are filled in.

mod battle;
mod book;
mod close;
mod joints;
mod life;
mod opening;
mod strings;

use super::reason::{Aim, Reason, Role, Stone};
use crate::analysis::LifeStatus;

pub(super) use battle::*;
pub(super) use book::*;
pub(super) use close::*;
pub(super) use joints::*;
pub(super) use life::*;
pub(super) use opening::*;
pub(super) use strings::*;

/// Makes the reasons of an expert, and the list of them.
macro_rules! reasons {
    ($list:ident, $expert:ident; $($name:ident $base:literal + $each:literal, $bonus:literal, $aim:expr, $sentence:literal;)+) => {
        $(pub(in crate::experts) static $name: $crate::experts::reason::Reason =
            $crate::experts::reason::Reason {
                name: stringify!($name),
                expert: $crate::experts::reason::Expert::$expert,
                guess: $crate::experts::reason::Guess { base: $base, each: $each },
                bonus: $bonus,
                aim: $aim,
                sentence: $sentence,
            };)+
        pub(super) static $list: &[&$crate::experts::reason::Reason] = &[$(&$name),+];
    };
}
use reasons;

const fn aim(role: Role, stone: Stone) -> Aim {
    Aim { role, stone }
}

/// No group is meant.
const FREE: Aim = aim(Role::Free, Stone::Stays);
/// No group is meant, and the stone may be taken.
const GIFT: Aim = aim(Role::Free, Stone::MayBeTaken);
/// A group has to end up weaker.
const ATTACK: Aim = aim(Role::Attack, Stone::Stays);
/// The same, and the stone may be taken.
const KILL: Aim = aim(Role::Attack, Stone::MayBeTaken);
/// A group has to live afterwards.
const LIVE: Aim = aim(
    Role::Defend {
        at_least: LifeStatus::LivesOrRuns,
    },
    Stone::Stays,
);
/// A group has to be settled for now.
const SETTLE: Aim = aim(
    Role::Defend {
        at_least: LifeStatus::Runs,
    },
    Stone::Stays,
);
/// A group has to be better off, and not lost.
const HELP: Aim = aim(
    Role::Defend {
        at_least: LifeStatus::HardlyRuns,
    },
    Stone::Stays,
);
/// A group has to be better off, however badly it stands.
const HOPE: Aim = aim(
    Role::Defend {
        at_least: LifeStatus::ProbablyDead,
    },
    Stone::MayBeTaken,
);

/// Every reason there is.
#[must_use]
pub fn all_reasons() -> Vec<&'static Reason> {
    let lists = [
        FUSEKI,
        SIDES,
        CENTER,
        INVASION,
        JOSEKI,
        PATTERNS,
        HABIT,
        SAVING,
        RUNNING,
        KILLING,
        SURROUNDING,
        RACES,
        CAPTURE,
        RESCUE,
        CONNECTING,
        CUTTING,
        CONTACT,
        ANSWERS,
        KO,
        ENDGAME,
        SAFETY,
        DESPERATION,
        FINISH,
    ];
    lists.into_iter().flatten().copied().collect()
}
