//! The handshake of the FJK dialect (call, Appendix A): two fixed questions and their answers.
//!
//! A tolerant Black answers other questions too, in any order, and asks none itself.

use super::event::Stop;
use super::phase::Phase;
use crate::message::{Message, Query};

/// ANSWER to QUERY(11): "I play Black".
const BLACK: u16 = 2;
/// ANSWER to QUERY(8): an even game.
const EVEN: u16 = 1;

/// A handshake in progress: what is out, and with it what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FjkHandshake {
    /// Black: NEWGAME is out; QUERY(11) comes next.
    NewGameSent {
        /// The place of QUERY(8).
        handicap: HandicapAnswer,
    },
    /// White: QUERY(11) is out; ANSWER(2) comes next.
    ColorAsked,
    /// Black: ANSWER(2) is out; QUERY(8) comes next.
    ColorAnswered,
    /// White: QUERY(8) is out; ANSWER(1) comes next.
    HandicapAsked,
    /// Black: ANSWER(1) is out; OK comes next.
    HandicapAnswered,
}

/// The place of the handicap's question among the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HandicapAnswer {
    /// It comes after the color's.
    InItsPlace,
    /// It was asked before the color's: then nothing is left to ask after that.
    Early,
}

/// The reaction of a handshake to a new frame of the peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FjkStep {
    /// Takes it, and acknowledges it with this message.
    Reply(Message, FjkHandshake),
    /// Takes it with the OK that begins the game.
    Complete,
    /// Doubts it: meant or not, the game cannot begin so.
    Doubt(Stop),
    /// Leaves it alone: it is no frame of this handshake at this step.
    OutOfPlace,
}

impl FjkHandshake {
    /// Black has sent NEWGAME.
    pub(super) const NEW_GAME_SENT: Self = Self::NewGameSent {
        handicap: HandicapAnswer::InItsPlace,
    };

    pub(super) const fn phase(self) -> Phase {
        match self {
            Self::NewGameSent { .. } => Phase::NewGameSent,
            Self::ColorAsked => Phase::ColorAsked,
            Self::ColorAnswered => Phase::ColorAnswered,
            Self::HandicapAsked => Phase::HandicapAsked,
            Self::HandicapAnswered => Phase::HandicapAnswered,
        }
    }

    /// The letter of the call.
    pub(super) const fn handle(self, message: Message) -> FjkStep {
        match (self, message) {
            (Self::NewGameSent { handicap }, Message::Query(Query::COLOR)) => {
                let next = match handicap {
                    HandicapAnswer::InItsPlace => Self::ColorAnswered,
                    HandicapAnswer::Early => Self::HandicapAnswered,
                };
                FjkStep::Reply(Message::Answer(BLACK), next)
            }
            (Self::ColorAnswered, Message::Query(Query::HANDICAP)) => {
                FjkStep::Reply(Message::Answer(EVEN), Self::HandicapAnswered)
            }
            (Self::ColorAsked, Message::Answer(BLACK)) => {
                FjkStep::Reply(Message::Query(Query::HANDICAP), Self::HandicapAsked)
            }
            (Self::HandicapAsked, Message::Answer(EVEN)) => FjkStep::Complete,
            (Self::ColorAsked, Message::Answer(got)) => differs(Query::COLOR, BLACK, got),
            (Self::HandicapAsked, Message::Answer(got)) => differs(Query::HANDICAP, EVEN, got),
            _ => FjkStep::OutOfPlace,
        }
    }

    /// A tolerant Black's answer to a question that has no place here; `truth` is what it knows.
    pub(super) fn handle_extra(self, query: Query, truth: u16) -> FjkStep {
        let next = match self {
            Self::NewGameSent { .. } if query == Query::HANDICAP => Self::NewGameSent {
                handicap: HandicapAnswer::Early,
            },
            Self::NewGameSent { .. } | Self::ColorAnswered | Self::HandicapAnswered => self,
            Self::ColorAsked | Self::HandicapAsked => return FjkStep::OutOfPlace,
        };
        FjkStep::Reply(Message::Answer(truth), next)
    }
}

const fn differs(query: Query, expected: u16, got: u16) -> FjkStep {
    FjkStep::Doubt(Stop::TermsDiffer {
        query,
        expected,
        got,
    })
}
