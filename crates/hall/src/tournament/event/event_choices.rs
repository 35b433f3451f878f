//! Choices that an event's file makes by a word: the form, and rules about programs and people.

use serde::Deserialize;

/// The form of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// By the number of players: up to 4 a double round robin, up to 8 a round robin (with the referee of USENIX a double
    /// one), more, or fewer rounds than that takes, a Swiss system.
    #[default]
    Auto,
    /// The call's modified Swiss system.
    Swiss,
    /// Each player meets each other one once.
    RoundRobin,
    /// Everybody meets everybody twice, colors reversed.
    DoubleRoundRobin,
    /// The first player meets each of the others.
    Gauntlet,
    /// The loser of a game is out.
    Knockout,
}

impl Format {
    /// Its name in the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Swiss => "swiss",
            Self::RoundRobin => "round-robin",
            Self::DoubleRoundRobin => "double-round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Knockout => "knockout",
        }
    }
}

/// The consequence of a crash, of a hung program, or of one that breaks the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CrashRule {
    /// It loses the game.
    #[default]
    Loses,
    /// The judge decides, as section 15 of the call says; the event waits for it.
    Judge,
}

/// The referee of programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefereeRule {
    /// The hall: each player speaks as it does, and the time on the wall counts.
    #[default]
    Hall,
    /// The referee of USENIX 1984: programs read and write moves, and their user time counts.
    Usenix,
}

/// The consequence of a move that people enter wrongly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WrongInputRule {
    /// They are told why the move is illegal, and asked again.
    #[default]
    Again,
    /// It loses the game, as section 9 of the call says.
    Loses,
}
