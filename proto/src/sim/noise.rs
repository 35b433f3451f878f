//! The damage that a line does to bytes.

use core::num::NonZeroU32;
use core::time::Duration;

use super::random::Probability;
use crate::session::Pace;

/// The kinds of noise, all independent of each other; [`Noise::NONE`] is a good line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Noise {
    /// For each byte: it is lost.
    pub byte_lost: Probability,
    /// For each byte: one of its bits is flipped.
    pub bit_flipped: Probability,
    /// For each byte: it comes twice.
    pub byte_doubled: Probability,
    /// Before each byte: any other byte appears.
    pub junk: Probability,
    /// Before each byte: a letter appears, as if operators were chatting.
    pub talk: Probability,
    /// For each frame: all of it is lost.
    pub frame_lost: Probability,
    /// For each frame: two to eight of its bits are flipped. Some of these pass the checksum.
    pub frame_struck: Probability,
    /// For each frame: it comes twice.
    pub frame_doubled: Probability,
    /// For each frame: it is held back for up to a minute, and others may overtake it. The only
    /// kind of noise that reorders.
    pub frame_held: Probability,
    /// For each frame: the cable is pulled behind it. Both directions lose what is under way and
    /// whatever is sent until it is back.
    pub hang_up: Probability,
    /// Time for which the cable stays out.
    pub away: Duration,
    /// Bits a second of the line; `None`: as the sender's pace says.
    pub baud: Option<NonZeroU32>,
    /// From the end of a byte at its sender to its arrival.
    pub delay: Duration,
    /// For each frame: up to so much more delay. What follows waits behind it.
    pub jitter: Duration,
    /// Between two bytes of a frame: up to so much, which splits it over reads.
    pub gap: Duration,
    /// From the arrival of a byte to the read that takes it and all behind it: up to so much,
    /// which merges frames into one read.
    pub read_lag: Duration,
}

impl Noise {
    /// A line that loses, changes, doubles and delays nothing.
    pub const NONE: Self = Self {
        byte_lost: Probability::NEVER,
        bit_flipped: Probability::NEVER,
        byte_doubled: Probability::NEVER,
        junk: Probability::NEVER,
        talk: Probability::NEVER,
        frame_lost: Probability::NEVER,
        frame_struck: Probability::NEVER,
        frame_doubled: Probability::NEVER,
        frame_held: Probability::NEVER,
        hang_up: Probability::NEVER,
        away: Duration::ZERO,
        baud: None,
        delay: Duration::ZERO,
        jitter: Duration::ZERO,
        gap: Duration::ZERO,
        read_lag: Duration::ZERO,
    };

    /// The pace of whoever sends on it at this one elsewhere.
    #[must_use]
    pub const fn pace(&self, elsewhere: Pace) -> Pace {
        match self.baud {
            Some(baud) => Pace::from_baud(baud.get()),
            None => elsewhere,
        }
    }

    /// Returns whether frames come out in the order in which they went in.
    #[must_use]
    pub fn is_in_order(&self) -> bool {
        self.frame_held == Probability::NEVER
    }
}
