//! The tools of every state of a session: sequence bits, frames to send, events to report.

use super::event::Event;
use super::queue::Queue;
use super::tx_queue::TxQueue;
use super::unconfirmed::Unconfirmed;
use crate::bit::AlternatingBit;
use crate::frame::Frame;
use crate::message::Message;
use crate::time::Instant;

/// Events of one input: a frame yields at most three.
const MAX_EVENTS: usize = 4;

#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) bit: AlternatingBit,
    pub(super) tx: TxQueue,
    pub(super) unconfirmed: Unconfirmed,
    events: Queue<Event, MAX_EVENTS>,
}

impl Link {
    pub(super) fn new(bit: AlternatingBit, now: Instant) -> Self {
        Self {
            bit,
            tx: TxQueue::new(now),
            unconfirmed: Unconfirmed::default(),
            events: Queue::new(),
        }
    }

    /// The message of our frame that waits for its acknowledgement.
    pub(super) fn pending(&self) -> Option<Message> {
        self.bit.pending().map(Frame::message)
    }

    /// Sends a new frame of ours.
    pub(super) fn send(&mut self, message: Message) {
        self.bit.send(message);
        self.tx.arm();
    }

    /// Our pending frame is acknowledged.
    pub(super) fn settle(&mut self) {
        self.bit.settle();
        self.tx.disarm();
    }

    /// Takes the peer's frame and acknowledges it with a new frame of ours.
    pub(super) fn reply(&mut self, frame: Frame, message: Message) {
        self.unconfirmed.clear();
        self.bit.take_with_answer(frame, message);
        self.tx.release();
        self.tx.arm();
    }

    /// Takes the peer's frame and acknowledges it with an OK.
    pub(super) fn take_with_ok(&mut self, frame: Frame) {
        let ok = self.bit.take_with_ok(frame);
        self.tx.answer(ok);
    }

    pub(super) fn emit(&mut self, event: Event) {
        let fits = self.events.push(event);
        debug_assert!(fits, "an input yields at most {MAX_EVENTS} events");
    }

    /// Reports a frame in front of what it brought about.
    pub(super) fn emit_in_front(&mut self, event: Event) {
        let mut later = core::mem::replace(&mut self.events, Queue::new());
        self.emit(event);
        // An input yields fewer events than there are places: those behind the one in front fit again.
        while let Some(event) = later.pop() {
            self.emit(event);
        }
    }

    pub(super) fn poll_event(&mut self) -> Option<Event> {
        self.events.pop()
    }

    pub(super) const fn has_events(&self) -> bool {
        !self.events.is_empty()
    }
}
