//! The words for what a position shows, as drawings and explanations use them.

use std::fmt;

use super::connections::{ConnectionKind, ConnectionStatus};
use super::eye_potentials::PotentialKind;
use super::races::Race;
use super::running::{RunningAbility, RunningKind};

/// Says of each value of an enum what it is called.
macro_rules! called {
    ($name:ident: $($value:ident $word:literal,)+) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self {
                    $(Self::$value => $word),+
                })
            }
        }
    };
}

called! {
    ConnectionKind:
    Hanging "hanging connection",
    Bamboo "bamboo joint",
    Hane "hane",
    OnePointJump "one-point jump",
    CommonLiberty "common liberty",
    Captive "captive between them",
    Edge "along the edge",
    KnightsMove "knight's move",
    LargeKnightsMove "large knight's move",
    TwoPointJump "two-point jump",
    CommonTerritory "common territory",
}

called! {
    ConnectionStatus:
    Unbreakable "unbreakable",
    Loose "loose",
    Cuttable "cuttable",
    Broken "broken",
}

called! {
    PotentialKind:
    EyeVitalPoint "vital point of an eye",
    Extend "room for an eye",
    Connect "joins a friend with eyes",
    Capture "captures stones",
}

called! {
    RunningKind:
    TowardFriend "toward a living friend",
    IntoOpen "into the open",
    TowardEnemy "toward enemies",
    AlongEdge "along the edge",
}

called! {
    RunningAbility:
    Easy "runs easily",
    Limps "limps away",
    Poor "hardly runs",
    None "does not run",
}

called! {
    Race:
    Wins "wins even if the enemy moves twice",
    Seki "seki",
    Ahead "ahead: wins if it answers",
    Even "even: who moves first wins",
    Behind "behind: loses if the enemy answers",
    Loses "loses even if it moves twice",
}
