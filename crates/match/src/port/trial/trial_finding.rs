//! The findings of a trial of the line.

use sgmp_proto::{Color, Phase, Stop};

/// The program at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherEnd {
    /// A check like ours, which hears us.
    Check,
    /// Another program, or a check that says nothing: perhaps a match that waits.
    Program,
}

/// The finding of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagnosis {
    /// As White we have asked both questions, and both answers are those of a Black in an even game.
    BlackAnswered(OtherEnd),
    /// As Black we were asked both questions by a check, and have answered them.
    WhiteAsked,
    /// The NEWGAME of a Black came; it was asked nothing.
    BlackWaits,
    /// A White answers our NEWGAME with its first question.
    WhiteWaits,
    /// Another check without a color: each hears the other.
    ChecksHear,
    /// Both sides play this color.
    SameColor(Color, OtherEnd),
    /// A frame of a game that is under way came.
    GameUnderWay {
        /// True if a NEWGAME of ours went out before.
        said_newgame: bool,
    },
    /// Our own bytes come back.
    Echo,
    /// Another check is heard, and does not hear us.
    Unheard,
    /// The handshake failed for this reason.
    Stopped(Stop),
    /// Nothing came, or nothing that is a frame, or the other side fell silent in mid-handshake, or
    /// the trial was stopped.
    NoHandshake {
        /// How far it came.
        phase: Phase,
        /// True if a NEWGAME of ours has asked for a White.
        asked_for_white: bool,
    },
}
