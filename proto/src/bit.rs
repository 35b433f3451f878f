//! The alternating bit (protocol rules 1 to 6): who has seen what, with no knowledge of the game.

use crate::frame::{Bit, Frame};
use crate::message::Message;

/// One side's view of the link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlternatingBit {
    /// The bit of my last new frame.
    mine: Bit,
    /// The bit of the last frame that I took from the peer.
    taken: Bit,
    /// My frame that still waits to be acknowledged.
    pending: Option<Frame>,
    /// The very frame that acknowledged the last frame I took.
    acknowledgement: Option<Frame>,
}

/// The relation of a frame to the exchange before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// An OK whose bit is that of my pending frame.
    OkForPending,
    /// An OK for nothing that waits.
    OkForNothing,
    /// The bit that I took last: a repeat. With the frame that acknowledged it, if any did.
    Repeat(Option<Frame>),
    /// A new frame from a peer that has seen all of mine; it acknowledges what is pending.
    New,
    /// A new frame that does not know my pending one: both were sent at once.
    Crossed,
    /// A new frame from a peer that has missed an acknowledged frame, or ignores bits.
    Missed,
}

impl AlternatingBit {
    /// A link as it was when a journal was written.
    #[must_use]
    pub const fn restore(
        mine: Bit,
        taken: Bit,
        pending: Option<Frame>,
        acknowledgement: Option<Frame>,
    ) -> Self {
        Self {
            mine,
            taken,
            pending,
            acknowledgement,
        }
    }

    /// The bit of my last new frame.
    #[must_use]
    pub const fn mine(&self) -> Bit {
        self.mine
    }

    /// The bit of the last frame taken.
    #[must_use]
    pub const fn taken(&self) -> Bit {
        self.taken
    }

    /// My frame that waits to be acknowledged.
    #[must_use]
    pub const fn pending(&self) -> Option<Frame> {
        self.pending
    }

    /// The frame that acknowledged the last one taken.
    #[must_use]
    pub const fn acknowledgement(&self) -> Option<Frame> {
        self.acknowledgement
    }

    /// The last OK of mine, or the one that says no more than what the peer knows already.
    pub(crate) fn latest_ok(&self) -> Frame {
        self.acknowledgement
            .filter(|frame| frame.message() == Message::Ok)
            .unwrap_or_else(|| Frame::new(self.mine, self.taken, Message::Ok))
    }

    pub(crate) fn classify(&self, frame: Frame) -> Arrival {
        let knows_mine = frame.acknowledged() == self.mine;
        if frame.message() == Message::Ok {
            return match self.pending {
                Some(_) if knows_mine => Arrival::OkForPending,
                _ => Arrival::OkForNothing,
            };
        }
        if frame.sequence() == self.taken {
            return Arrival::Repeat(self.acknowledgement);
        }
        match (knows_mine, self.pending) {
            (true, _) => Arrival::New,
            (false, Some(_)) => Arrival::Crossed,
            (false, None) => Arrival::Missed,
        }
    }

    /// A new frame of mine: flips my bit, waits to be acknowledged (rule 1).
    pub(crate) fn send(&mut self, message: Message) -> Frame {
        self.mine = self.mine.flipped();
        let frame = Frame::new(self.mine, self.taken, message);
        self.pending = Some(frame);
        frame
    }

    /// My pending frame is acknowledged.
    pub(crate) fn settle(&mut self) {
        self.pending = None;
    }

    /// My pending frame is given up: it is as if it had never been sent.
    pub(crate) fn withdraw(&mut self) {
        // Flipped back only where a frame waited: the next one must carry the bit that the peer still expects.
        if self.pending.take().is_some() {
            self.mine = self.mine.flipped();
        }
    }

    /// Takes the peer's frame, which settles mine, and acknowledges it with an OK (rule 2).
    pub(crate) fn take_with_ok(&mut self, frame: Frame) -> Frame {
        self.take(frame);
        // An OK flips nothing: it repeats my current bit.
        let ok = Frame::new(self.mine, self.taken, Message::Ok);
        self.acknowledgement = Some(ok);
        ok
    }

    /// Takes the peer's frame and acknowledges it with a new frame of my own.
    pub(crate) fn take_with_answer(&mut self, frame: Frame, answer: Message) -> Frame {
        self.take(frame);
        let answer = self.send(answer);
        self.acknowledgement = Some(answer);
        answer
    }

    fn take(&mut self, frame: Frame) {
        // A new frame is itself the acknowledgement of ours: nothing waits behind it.
        self.taken = frame.sequence();
        self.pending = None;
    }
}
