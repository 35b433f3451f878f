//! Frames that passed the checksum but make no sense: perhaps noise, perhaps meant.
//!
//! Of two flipped bits about 3 % pass the checksum, of more about 0.5 %. What such a frame would
//! end is believed only when it comes a second time, or when nothing else came for a while.

use super::event::Stop;
use crate::frame::Frame;
use crate::time::Instant;

/// The frame at hand, what it would end, and when it counts as meant.
#[derive(Clone, Copy, Debug)]
struct Suspect {
    frame: Frame,
    stop: Stop,
    until: Instant,
}

/// At most one frame that waits for its second copy.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unconfirmed(Option<Suspect>);

impl Unconfirmed {
    /// Hears a doubtful frame that counts as meant at `until`; returns its stop where it is the
    /// second identical copy.
    pub(super) fn hear(&mut self, frame: Frame, stop: Stop, until: Instant) -> Option<Stop> {
        match self.0 {
            Some(suspect) if suspect.frame == frame => Some(stop),
            _ => {
                self.0 = Some(Suspect { frame, stop, until });
                None
            }
        }
    }

    /// Something sensible came: the frame was noise.
    pub(super) const fn clear(&mut self) {
        self.0 = None;
    }

    /// The stop of a frame that nothing else followed in time.
    pub(super) fn expire(&mut self, now: Instant) -> Option<Stop> {
        let suspect = self.0.filter(|suspect| now >= suspect.until)?;
        self.0 = None;
        Some(suspect.stop)
    }

    /// The stop that the frame would cause.
    pub(super) fn stop(&self) -> Option<Stop> {
        self.0.map(|suspect| suspect.stop)
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        self.0.map(|suspect| suspect.until)
    }
}
