//! A peer held to the letter of the call: what it does not allow is refused, by its sentence.

use core::time::Duration;

use super::{Dialect, Sentence, Session, Stage, Tolerance, Verdict};
use crate::frame::Frame;
use crate::message::Message;
use crate::time::Instant;

/// Before that a frame does not come again (call, Appendix A), give or take what lines and drivers
/// delay.
const AGAIN: Duration = Duration::from_millis(19_500);

impl Session {
    /// The letter of the call is that of the FJK dialect.
    pub(super) const fn is_strict(&self) -> bool {
        matches!(self.config.tolerance, Tolerance::Strict)
            && matches!(self.config.dialect, Dialect::Fjk)
    }

    /// What became of a frame that was heard at `stage`; where it was left alone and the letter
    /// counts, the sentence against it.
    pub(super) fn by_the_letter(
        &mut self,
        now: Instant,
        (stage, frame): (Stage, Frame),
        verdict: Verdict,
    ) -> Verdict {
        if !self.is_strict() {
            return verdict;
        }
        if matches!(verdict, Verdict::Taken | Verdict::Offered) {
            self.answered = Some(now);
        }
        let message = frame.message();
        let is_refused = matches!(
            verdict,
            Verdict::OutOfPlace | Verdict::Doubted | Verdict::Missed
        );
        if !is_refused || message == Message::Ok {
            return verdict;
        }
        let sentence = Sentence::against(stage, self.config.color, message);
        match message {
            // The rules of Go are not the call's, and noise is no breach.
            Message::Move(mv)
                if verdict == Verdict::Doubted && !sentence.forbids(mv, self.config.color) =>
            {
                verdict
            }
            _ => Verdict::Refused(sentence),
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
