//! The aims that a reason may have, and the macro that makes reasons of the lines of the tables.

use crate::analysis::LifeStatus;
use crate::experts::reason::{Aim, Role, Stone};

/// Makes the reasons of an expert, and the list of them. Behind the sentence may stand what it claims of stones, and on
/// which shape it rests.
macro_rules! reasons {
    ($list:ident, $expert:ident; $($name:ident $base:literal + $each:literal, $bonus:literal, $aim:expr, $sentence:literal
        $(, claims $claim:ident)? $(, on $shape:ident $(and $more:ident)*)? $(, makes $made:ident)?;)+) => {
        $(pub(in crate::experts) static $name: $crate::experts::reason::Reason =
            $crate::experts::reason::Reason {
                name: stringify!($name),
                expert: $crate::experts::reason::Expert::$expert,
                guess: $crate::experts::reason::Guess { base: $base, each: $each },
                bonus: $bonus,
                aim: $aim,
                sentence: $sentence,
                claim: $crate::experts::weights::aims::known!(Claim $($claim)?),
                stands: &[$($crate::experts::claim::NamedShape::$shape, $($crate::experts::claim::NamedShape::$more),*)?],
                makes: $crate::experts::weights::aims::made!($($made)?),
            };)+
        pub(super) static $list: &[&$crate::experts::reason::Reason] = &[$(&$name),+];
    };
}
pub(super) use reasons;

/// A variant that may be left out.
macro_rules! known {
    ($kind:ident) => {
        None
    };
    ($kind:ident $variant:ident) => {
        Some($crate::experts::claim::$kind::$variant)
    };
}
pub(super) use known;

/// A shape that may be left out.
macro_rules! made {
    () => {
        None
    };
    ($shape:ident) => {
        Some($crate::tactics::MoveShape::$shape)
    };
}
pub(super) use made;

const fn aim(role: Role, stone: Stone) -> Aim {
    Aim { role, stone }
}

/// No group is meant.
pub(super) const FREE: Aim = aim(Role::Free, Stone::Stays);
/// No group is meant, and the stone may be taken.
pub(super) const GIFT: Aim = aim(Role::Free, Stone::MayBeTaken);
/// A group has to end up weaker.
pub(super) const ATTACK: Aim = aim(Role::Attack, Stone::Stays);
/// The same, and the stone may be taken.
pub(super) const KILL: Aim = aim(Role::Attack, Stone::MayBeTaken);
/// A group has to live afterwards.
pub(super) const LIVE: Aim = aim(
    Role::Defend {
        at_least: LifeStatus::LivesOrRuns,
    },
    Stone::Stays,
);
/// A group has to be settled for now.
pub(super) const SETTLE: Aim = aim(
    Role::Defend {
        at_least: LifeStatus::Runs,
    },
    Stone::Stays,
);
/// A group has to be better off, and not lost.
pub(super) const HELP: Aim = aim(
    Role::Defend {
        at_least: LifeStatus::HardlyRuns,
    },
    Stone::Stays,
);
/// A group has to be better off, however badly it stands.
pub(super) const HOPE: Aim = aim(
    Role::Defend {
        at_least: LifeStatus::ProbablyDead,
    },
    Stone::MayBeTaken,
);
