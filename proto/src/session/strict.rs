//! A peer held to the letter of the call: what it does not allow is refused, by its sentence.

use core::time::Duration;

use super::{Clause, Dialect, FrameVerdict, Phase, Session, Strictness};
use crate::frame::Frame;
use crate::message::Message;
use crate::time::Instant;

/// Before that a frame does not come again (call, Appendix A), give or take what lines and drivers
/// delay.
const AGAIN: Duration = Duration::from_millis(19_500);

impl Session {
    /// The letter of the call is that of the FJK dialect.
    pub(super) const fn is_strict(&self) -> bool {
        matches!(self.config.strictness, Strictness::Strict)
            && matches!(self.config.dialect, Dialect::Fjk)
    }

    /// What became of a frame that was heard at `phase`; where it was left alone and the letter
    /// counts, the sentence against it.
    pub(super) fn apply_strict(
        &mut self,
        now: Instant,
        (phase, frame): (Phase, Frame),
        verdict: FrameVerdict,
    ) -> FrameVerdict {
        if !self.is_strict() {
            return verdict;
        }
        if matches!(verdict, FrameVerdict::Taken | FrameVerdict::Offered) {
            self.answered = Some(now);
        }
        let message = frame.message();
        let is_refused = matches!(
            verdict,
            FrameVerdict::OutOfPlace | FrameVerdict::Doubted | FrameVerdict::Missed
        );
        if !is_refused || message == Message::Ok {
            return verdict;
        }
        let sentence = Clause::against(phase, self.config.color, message);
        match message {
            // The rules of Go are not the call's, and noise is no breach.
            Message::Move(mv)
                if verdict == FrameVerdict::Doubted && !sentence.forbids(mv, self.config.color) =>
            {
                verdict
            }
            _ => FrameVerdict::Refused(sentence),
        }
    }

    /// Whether a copy comes sooner than the call allows; those that do not count as answered.
    pub(super) fn is_too_early(&mut self, now: Instant) -> bool {
        if !self.is_strict() {
            return false;
        }
        let is_early = self.answered.is_some_and(|at| now < at + AGAIN);
        if !is_early {
            self.answered = Some(now);
        }
        is_early
    }
}
