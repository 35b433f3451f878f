//! A peer held to the letter of the call: what it does not allow is refused, by its clause.

use core::time::Duration;

use super::clause::Clause;
use super::config::{Config, RESEND_INTERVAL, Strictness};
use super::dialect::Dialect;
use super::event::FrameVerdict;
use super::phase::Phase;
use crate::Color;
use crate::frame::Frame;
use crate::message::{Message, Query, WireMove};
use crate::time::Instant;

/// Time that a copy may come ahead of [`RESEND_INTERVAL`]: lines and drivers delay one frame more
/// than another.
const MAX_DELAY_DIFFERENCE: Duration = Duration::from_millis(500);

/// The check of a peer's frames by the letter of the call.
#[derive(Clone, Copy, Debug)]
pub(super) enum StrictFilter {
    /// The session is tolerant, or speaks the full protocol: the letter is that of the FJK dialect.
    Off,
    /// Frames that break a sentence of the call are refused.
    On {
        /// The time of our answer to the peer's last frame.
        answered: Option<Instant>,
    },
}

impl StrictFilter {
    pub(super) const fn new(config: &Config) -> Self {
        match (config.strictness, config.dialect) {
            (Strictness::Strict, Dialect::Fjk) => Self::On { answered: None },
            _ => Self::Off,
        }
    }

    pub(super) const fn is_on(&self) -> bool {
        matches!(self, Self::On { .. })
    }

    /// The verdict on a frame that was heard in this phase by this color; where it was left alone
    /// and the letter counts, the clause against it.
    pub(super) fn apply(
        &mut self,
        now: Instant,
        (phase, color): (Phase, Color),
        frame: Frame,
        verdict: FrameVerdict,
    ) -> FrameVerdict {
        let Self::On { answered } = self else {
            return verdict;
        };
        if matches!(verdict, FrameVerdict::Taken | FrameVerdict::Offered) {
            *answered = Some(now);
        }
        let message = frame.message();
        let is_refused = matches!(
            verdict,
            FrameVerdict::OutOfPlace | FrameVerdict::Doubted | FrameVerdict::Missed
        );
        if !is_refused || message == Message::Ok {
            return verdict;
        }
        let clause = broken_clause(phase, color, message);
        match message {
            // The rules of Go are not the call's, and noise is no breach.
            Message::Move(mv)
                if verdict == FrameVerdict::Doubted && !forbids(clause, mv, color) =>
            {
                verdict
            }
            _ => FrameVerdict::Refused(clause),
        }
    }

    /// Returns whether a copy comes sooner than the call allows; those that do not count as
    /// answered.
    pub(super) fn is_too_early(&mut self, now: Instant) -> bool {
        let Self::On { answered } = self else {
            return false;
        };
        // Both are constants, 20 s and half a second: the difference cannot be negative.
        let interval = RESEND_INTERVAL - MAX_DELAY_DIFFERENCE;
        let is_early = answered.is_some_and(|at| now < at + interval);
        if !is_early {
            *answered = Some(now);
        }
        is_early
    }
}

/// The clause against a message, other than OK, that `color` heard out of its place.
const fn broken_clause(phase: Phase, color: Color, message: Message) -> Clause {
    match (phase, message) {
        (_, Message::Deny | Message::Undo(_) | Message::Extended(_)) => Clause::Simplified,
        (Phase::Over { .. } | Phase::Finished | Phase::Stopped(_), _) => Clause::TwoPasses,
        (Phase::Playing(_), Message::NewGame) => Clause::Alternately,
        (Phase::Waiting, _) | (_, Message::NewGame) => Clause::OpenedByBlack,
        (Phase::NewGameSent, Message::Query(Query::HANDICAP)) => Clause::NoSwap,
        (_, Message::Query(Query::HANDICAP | Query::COLOR)) if matches!(color, Color::Black) => {
            Clause::Fixed
        }
        (_, Message::Query(_)) => Clause::NoOtherQueries,
        (Phase::ColorAsked | Phase::HandicapAsked, Message::Answer(_)) => Clause::TwoAnswers,
        (_, Message::Answer(_)) => Clause::Fixed,
        (Phase::Playing(_), Message::Move(_)) => Clause::Alternately,
        // A move, and the opening is not complete.
        (_, Message::Move(_) | Message::Ok) => Clause::NoOtherQueries,
    }
}

/// Returns whether a move is against the call, and not only against the rules of Go.
fn forbids(clause: Clause, mv: WireMove, color: Color) -> bool {
    clause != Clause::Alternately || mv.color() == color
}
