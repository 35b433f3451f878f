//! The sentences of the call that a frame can break, word for word.

use core::fmt;

/// A sentence of the call for participation (version 0.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clause {
    /// The opener of a game.
    OpenedByBlack,
    /// The two answers to the questions.
    TwoAnswers,
    /// The moves of the two colors in turn.
    Alternately,
    /// The silence before a frame may come again.
    TwentySeconds,
    /// The order of the opening.
    Fixed,
    /// The questions there are, none of them left out.
    NoOtherQueries,
    /// The order of the two questions.
    NoSwap,
    /// The commands there are.
    Simplified,
    /// The end of a game.
    TwoPasses,
}

impl Clause {
    /// The place of the sentence in the call, and its words.
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
}

/// `Appendix A: "This procedure is strictly fixed."`
impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, words) = self.quote();
        write!(f, "{place}: \"{words}\"")
    }
}
