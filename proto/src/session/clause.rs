//! The sentences of the call that a frame can break, word for word.

use core::fmt;

use super::Phase;
use crate::Color;
use crate::message::{Message, Query, WireMove};

/// A sentence of the call for participation (version 0.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clause {
    /// Who opens a game.
    OpenedByBlack,
    /// What has to be answered.
    TwoAnswers,
    /// Who moves when.
    Alternately,
    /// When a frame may come again.
    TwentySeconds,
    /// The order of the opening.
    Fixed,
    /// Which questions there are, and that nothing is left out.
    NoOtherQueries,
    /// Which question comes first.
    NoSwap,
    /// Which commands there are.
    Simplified,
    /// How a game ends.
    TwoPasses,
}

impl Clause {
    /// Where it stands, and how it reads.
    #[must_use]
    pub const fn quote(self) -> (&'static str, &'static str) {
        const PROTOCOL: &str = "Appendix A";
        match self {
            Self::OpenedByBlack => (
                PROTOCOL,
                "NEWGAME must be sent by Black. White just waits for it.",
            ),
            Self::TwoAnswers => (
                PROTOCOL,
                "If the answers are ANSWER(2) and ANSWER(1) respectively, White returns OK and \
                 waits for Black's move.",
            ),
            Self::Alternately => (
                PROTOCOL,
                "The same exchange is repeated alternately between Black and White.",
            ),
            Self::TwentySeconds => (
                PROTOCOL,
                "When a player (Black/White) does not receive OK from the partner (White/Black) in \
                 20 seconds after he sends some data, the player can send the same data again.",
            ),
            Self::Fixed => (PROTOCOL, "This procedure is strictly fixed."),
            Self::NoOtherQueries => (
                PROTOCOL,
                "No other QUERYs are permitted and it is also forbidden to omit the following steps.",
            ),
            Self::NoSwap => (
                PROTOCOL,
                "It is not permitted to swap the order of QUERY(11) and QUERY(8).",
            ),
            Self::Simplified => (
                PROTOCOL,
                "Commands of SGMP have been simplified to reduce communication errors during the \
                 tournament as follows",
            ),
            Self::TwoPasses => (
                "section 14(1)",
                "Games will end based on the following conditions: Both programs send a pass \
                 message to their opponent consecutively.",
            ),
        }
    }

    /// What is said against this frame, other than OK, that `color` heard out of its place.
    pub(super) const fn against(phase: Phase, color: Color, message: Message) -> Self {
        match (phase, message) {
            (_, Message::Deny | Message::Undo(_) | Message::Extended(_)) => Self::Simplified,
            (Phase::Over { .. } | Phase::Finished | Phase::Stopped(_), _) => Self::TwoPasses,
            (Phase::Playing(_), Message::NewGame) => Self::Alternately,
            (Phase::Waiting, _) | (_, Message::NewGame) => Self::OpenedByBlack,
            (Phase::NewGameSent, Message::Query(Query::HANDICAP)) => Self::NoSwap,
            (_, Message::Query(Query::HANDICAP | Query::COLOR))
                if matches!(color, Color::Black) =>
            {
                Self::Fixed
            }
            (_, Message::Query(_)) => Self::NoOtherQueries,
            (Phase::ColorAsked | Phase::HandicapAsked, Message::Answer(_)) => Self::TwoAnswers,
            (_, Message::Answer(_)) => Self::Fixed,
            (Phase::Playing(_), Message::Move(_)) => Self::Alternately,
            // A move, and the opening is not complete.
            (_, Message::Move(_) | Message::Ok) => Self::NoOtherQueries,
        }
    }

    /// Whether a move is against the call, and not only against the rules of Go.
    pub(super) fn forbids(self, mv: WireMove, color: Color) -> bool {
        self != Self::Alternately || mv.color() == color
    }
}

/// `Appendix A: "This procedure is strictly fixed."`
impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, words) = self.quote();
        write!(f, "{place}: \"{words}\"")
    }
}
