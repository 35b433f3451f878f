//! Frames that passed the checksum but make no sense: perhaps noise, perhaps meant.
//!
//! Of two flipped bits about 3 % pass the checksum, of more about 0.5 %. What such a frame would
//! end is believed only when it comes a second time, or when nothing else came for a while.

use super::config::Config;
use super::event::Stop;
use crate::frame::Frame;
use crate::time::Instant;

/// The one doubtful frame at hand.
#[derive(Clone, Copy, Debug)]
struct Suspect {
    frame: Frame,
    verdict: Stop,
    until: Instant,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unconfirmed(Option<Suspect>);

impl Unconfirmed {
    /// Hears a doubtful frame; the verdict where it is the second identical copy.
    pub(super) fn hear(
        &mut self,
        frame: Frame,
        verdict: Stop,
        config: &Config,
        now: Instant,
    ) -> Option<Stop> {
        match self.0 {
            Some(suspect) if suspect.frame == frame => Some(verdict),
            _ => {
                self.0 = Some(Suspect {
                    frame,
                    verdict,
                    until: now + config.confirm_timeout,
                });
                None
            }
        }
    }

    /// Something sensible came: it was noise.
    pub(super) const fn dispel(&mut self) {
        self.0 = None;
    }

    /// The verdict where nothing else came in time.
    pub(super) fn expire(&mut self, now: Instant) -> Option<Stop> {
        let suspect = self.0.filter(|suspect| now >= suspect.until)?;
        self.0 = None;
        Some(suspect.verdict)
    }

    /// What it would mean.
    pub(super) fn verdict(&self) -> Option<Stop> {
        self.0.map(|suspect| suspect.verdict)
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        self.0.map(|suspect| suspect.until)
    }
}
