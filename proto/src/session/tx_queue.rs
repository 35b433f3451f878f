//! The frames that wait to be sent, the time of each, and the timer of resends.

use core::array::IntoIter;
use core::iter::Take;
use core::ops::Deref;
use core::time::Duration;

use super::config::{Config, Pace};
use super::queue::Queue;
use crate::frame::Frame;
use crate::message::Message;
use crate::time::Instant;

/// Copies of answers that may wait at once. A peer that repeats faster than the line can answer
/// gets no more: one answer serves it as well.
const MAX_ANSWERS: usize = 8;

/// Silence of the invited side after the handshake's last OK: the opener may have a question, and
/// GNU Go 3.8 never gets over a MOVE that meets it.
const LISTEN_TIMEOUT: Duration = Duration::from_secs(1);

/// The reason for sending a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A new frame of ours, for the first time.
    First,
    /// The same again, because no acknowledgement came: the how-manieth resend, from 1.
    Resend(u32),
    /// An answer to a frame that came: an OK, or a reply that acknowledged it, once more.
    Acknowledgement,
    /// One byte of our last OK, for a peer that owes us a move and is silent: the how-manieth byte
    /// of the round, from 1 to 27.
    Nudge(u8),
}

/// A frame for the line, or one byte of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Transmit {
    /// The four bytes as they go out; a nudge sends one of them.
    pub frame: Frame,
    /// The reason for sending it.
    pub reason: Reason,
}

impl Transmit {
    /// The bytes to hand to the port: all four, or a single one of a nudge.
    #[must_use]
    pub const fn bytes(&self) -> Chunk {
        let bytes = self.frame.to_bytes();
        match self.reason {
            Reason::Nudge(number) => {
                // Numbers count from 1; a round goes through the frame's four bytes again and again.
                let index = number.wrapping_sub(1) as usize % bytes.len();
                let len = 1;
                let bytes = [bytes[index], 0, 0, 0];
                Chunk { bytes, len }
            }
            _ => Chunk { bytes, len: 4 },
        }
    }
}

/// Bytes that go out together, one to four of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    bytes: [u8; 4],
    len: usize,
}

impl Deref for Chunk {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl IntoIterator for Chunk {
    type Item = u8;
    type IntoIter = Take<IntoIter<u8, 4>>;

    fn into_iter(self) -> Self::IntoIter {
        self.bytes.into_iter().take(self.len)
    }
}

/// The state of our pending frame's timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Timer {
    /// Nothing of ours waits for an acknowledgement.
    Idle,
    /// To be sent as soon as the line allows; `resends` so far.
    Due { resends: u32 },
    /// Sent; again at `at` unless acknowledged.
    Sent { at: Instant, resends: u32 },
}

#[derive(Clone, Debug)]
pub(super) struct TxQueue {
    answers: Queue<Frame, MAX_ANSWERS>,
    timer: Timer,
    /// The line is ours to use from here on (rule 7).
    quiet_until: Instant,
    hold: Hold,
    /// End of our last NEWGAME on the line.
    newgame_sent: Option<Instant>,
}

/// The wait of a new frame of ours for what the peer may say first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hold {
    None,
    /// From when the answer that waits has been sent.
    Behind,
    Until(Instant),
}

impl TxQueue {
    pub(super) const fn new(now: Instant) -> Self {
        Self {
            answers: Queue::new(),
            timer: Timer::Idle,
            quiet_until: now,
            hold: Hold::None,
            newgame_sent: None,
        }
    }

    pub(super) const fn newgame_sent(&self) -> Option<Instant> {
        self.newgame_sent
    }

    /// An acknowledgement, to be sent once.
    pub(super) fn answer(&mut self, frame: Frame) {
        let _full_is_enough = self.answers.push(frame);
    }

    /// A new frame waits to be sent.
    pub(super) const fn arm(&mut self) {
        self.timer = Timer::Due { resends: 0 };
    }

    /// Behind the answer that waits, nothing new of ours is sent for [`LISTEN_TIMEOUT`].
    pub(super) const fn listen(&mut self) {
        self.hold = Hold::Behind;
    }

    /// The peer has spoken: what answers it is sent at once.
    pub(super) const fn release(&mut self) {
        self.hold = Hold::None;
    }

    /// A restored frame waits to be sent once more, byte for byte.
    pub(super) const fn rearm(&mut self) {
        self.timer = Timer::Due { resends: 1 };
    }

    /// The pending frame is not sent before this time.
    pub(super) const fn postpone(&mut self, at: Instant) {
        let resends = self.resends();
        self.timer = Timer::Sent { at, resends };
    }

    /// The pending frame is acknowledged.
    pub(super) const fn disarm(&mut self) {
        self.timer = Timer::Idle;
    }

    /// Returns whether there is nothing to send, and the line is ours to use.
    pub(super) fn is_at_rest(&self, now: Instant) -> bool {
        self.answers.is_empty()
            && !matches!(self.timer, Timer::Due { .. })
            && now >= self.quiet_until
    }

    /// A single byte goes out: silence behind it as behind a frame, and at least this long.
    pub(super) fn hold_line(&mut self, now: Instant, pause: Duration, pace: &Pace) {
        // A quarter of a frame: one byte of the four.
        self.quiet_until = now + pace.frame / 4 + pause.max(pace.gap);
    }

    /// Not before the line is ours.
    pub(super) fn earliest(&self, at: Instant) -> Instant {
        self.quiet_until.max(at)
    }

    pub(super) fn clear(&mut self) {
        self.answers.clear();
        self.timer = Timer::Idle;
        self.hold = Hold::None;
    }

    /// Returns the number of the resend now due, if the pending frame's time has just run out.
    pub(super) fn handle_timeout(&mut self, now: Instant) -> Option<u32> {
        let Timer::Sent { at, resends } = self.timer else {
            return None;
        };
        if now < at {
            return None;
        }
        let resends = resends.saturating_add(1);
        self.timer = Timer::Due { resends };
        Some(resends)
    }

    /// Number of resends of the pending frame, counting one that is due.
    pub(super) const fn resends(&self) -> u32 {
        match self.timer {
            Timer::Idle => 0,
            Timer::Due { resends } | Timer::Sent { resends, .. } => resends,
        }
    }

    pub(super) fn poll_transmit(
        &mut self,
        pending: Option<Frame>,
        config: &Config,
        now: Instant,
    ) -> Option<Transmit> {
        if now < self.quiet_until {
            return None;
        }
        let listens = matches!(self.hold, Hold::Until(until) if now < until);
        let transmit = self.next(pending.filter(|_| !listens))?;
        let end = now + config.pace.frame;
        // Set for answers, too: nothing leaves before this time, so no two frames of ours are closer than the gap.
        self.quiet_until = end + config.pace.gap;
        self.hold = match (self.hold, transmit.reason) {
            (Hold::Behind, Reason::Acknowledgement) => Hold::Until(end + LISTEN_TIMEOUT),
            (hold, Reason::Acknowledgement) => hold,
            _ => Hold::None,
        };
        if transmit.frame.message() == Message::NewGame {
            self.newgame_sent = Some(end);
        }
        if Some(transmit.frame) == pending {
            // A repeated answer that is also our pending frame restarts its timer.
            self.timer = Timer::Sent {
                at: end + config.resend,
                resends: self.resends(),
            };
        }
        Some(transmit)
    }

    fn next(&mut self, pending: Option<Frame>) -> Option<Transmit> {
        // A repeat is answered once for each copy: a copy that came before the answer itself was
        // sent for the first time is no reason to leave that first sending out.
        let unsent = (self.timer == Timer::Due { resends: 0 }).then_some(pending);
        if unsent.is_none_or(|pending| self.answers.first() != pending)
            && let Some(frame) = self.answers.pop()
        {
            return Some(Transmit {
                frame,
                reason: Reason::Acknowledgement,
            });
        }
        match (self.timer, pending) {
            (Timer::Due { resends: 0 }, Some(frame)) => Some(Transmit {
                frame,
                reason: Reason::First,
            }),
            (Timer::Due { resends }, Some(frame)) => Some(Transmit {
                frame,
                reason: Reason::Resend(resends),
            }),
            _ => None,
        }
    }

    /// Time of the next thing to do.
    pub(super) fn poll_timeout(&self) -> Option<Instant> {
        // An answer is never held back, not even while a frame of ours has to listen first.
        if !self.answers.is_empty() {
            return Some(self.quiet_until);
        }
        match self.timer {
            Timer::Idle => None,
            Timer::Due { .. } => Some(match self.hold {
                Hold::Until(until) => until.max(self.quiet_until),
                Hold::None | Hold::Behind => self.quiet_until,
            }),
            Timer::Sent { at, .. } => Some(at),
        }
    }
}
