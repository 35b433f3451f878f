//! Frames that passed the checksum but make no sense: perhaps noise, perhaps meant.
//!
//! Of two flipped bits about 3 % pass the checksum, of more about 0.5 %. What such a frame would
//! end is believed only when it comes a second time, or when nothing else came for a while. A NEWGAME in
//! mid-game may also be that of somebody who tries the line, and says it once or twice: it is believed only at its third
//! copy, each as soon after the one before as a program that begins says it again. So may one that a waiting Black hears: it is believed
//! at its second.

use super::event::Stop;
use crate::frame::Frame;
use crate::time::Instant;

/// The frame at hand, what it would end, and when it counts as meant.
#[derive(Clone, Copy, Debug)]
struct Suspect {
    frame: Frame,
    stop: Stop,
    until: Instant,
    copies: u8,
}

impl Suspect {
    /// Returns whether it says nothing any more, since it was not heard again in time.
    fn is_forgotten(&self, now: Instant) -> bool {
        matches!(self.stop, Stop::PeerRestarted | Stop::BothBlack) && now >= self.until
    }

    /// Returns whether one more copy is the one that is believed.
    fn is_believed_next(&self) -> bool {
        let needed = match self.stop {
            Stop::PeerRestarted => 3,
            _ => 2,
        };
        self.copies + 1 >= needed
    }
}

/// At most one frame that waits for its next copy.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unconfirmed(Option<Suspect>);

impl Unconfirmed {
    /// Hears a doubtful frame that counts as meant at `until`; returns its stop where it is the
    /// copy that is believed.
    pub(super) fn hear(
        &mut self,
        now: Instant,
        frame: Frame,
        stop: Stop,
        until: Instant,
    ) -> Option<Stop> {
        let same = |suspect: &Suspect| suspect.frame == frame && !suspect.is_forgotten(now);
        let before = self.0.filter(same);
        if before.is_some_and(|suspect| suspect.is_believed_next()) {
            return Some(stop);
        }
        self.0 = Some(Suspect {
            frame,
            stop,
            until,
            copies: before.map_or(0, |suspect| suspect.copies) + 1,
        });
        None
    }

    /// Something sensible came: the frame was noise.
    pub(super) const fn clear(&mut self) {
        self.0 = None;
    }

    /// The stop of a frame that nothing else followed in time.
    pub(super) fn expire(&mut self, now: Instant) -> Option<Stop> {
        let suspect = self.0.filter(|suspect| now >= suspect.until)?;
        self.0 = None;
        (!suspect.is_forgotten(now)).then_some(suspect.stop)
    }

    /// The stop that the frame would cause.
    pub(super) fn stop(&self) -> Option<Stop> {
        self.0.map(|suspect| suspect.stop)
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        self.0.map(|suspect| suspect.until)
    }
}
