//! The state of one side, as its frames show it.

use core::time::Duration;

use crate::frame::{Bit, Frame};
use crate::message::Message;
use crate::session::RESEND_INTERVAL;
use crate::time::Instant;

/// Time stamps of a distant side waver: bytes wait in drivers and adapters.
const SLACK: Duration = Duration::from_millis(500);
/// A side that says nothing for so long may be a program that was killed and goes on with its game.
const LEAST_ABSENCE: Duration = Duration::from_secs(1);

/// One side of the line, as its frames show it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ObservedSide {
    /// The bit of its last new frame; `None` where a violation leaves it in doubt.
    pub(super) bit: Option<Bit>,
    /// Its last frame other than OK.
    pub(super) last: Option<Frame>,
    /// True if `last` had its place in the game.
    pub(super) placed: bool,
    /// Times at which it first, and last, sent `last` of its own accord.
    first_sent: Option<Instant>,
    sent: Option<Instant>,
    /// How often it has sent `last` again of its own accord.
    resends: u32,
    /// Time of its last readable frame.
    spoke_at: Option<Instant>,
    /// The time at which it was heard again after a silence, and the length of that: what is read right then may have waited
    /// for whoever wrote the times.
    heard_again: Option<(Instant, Duration)>,
    /// The line was away, nobody knows for how long, and nothing was heard since.
    is_awaited: bool,
    /// The time at which it was heard first after that.
    back_at: Option<Instant>,
    /// True if `last` was read first as the line was back: it had waited, and copies of it for longer than the times tell.
    has_waited: bool,
    /// The frame with which it acknowledged the other side's last one.
    pub(super) answer: Option<Frame>,
    /// Its last OK that answered something.
    pub(super) ok: Option<Frame>,
    /// Copies of the other side's last frame that it may still answer.
    owed: u8,
    /// Copies of frames before that one: a slow line brings the OK to one after the game has gone on.
    late: u8,
    /// A move of its own has acknowledged the other side's, and no OK.
    pub(super) owes_ok: bool,
    /// Something unreadable came from it since its last readable frame.
    pub(super) is_garbled: bool,
    /// The line was away, and no OK of it has acknowledged anything since.
    pub(super) is_back: bool,
}

impl ObservedSide {
    /// A program that begins: its bit is 0.
    pub(super) const fn fresh() -> Self {
        Self {
            bit: Some(Bit::Zero),
            last: None,
            placed: false,
            first_sent: None,
            sent: None,
            resends: 0,
            spoke_at: None,
            heard_again: None,
            is_awaited: false,
            back_at: None,
            has_waited: false,
            answer: None,
            ok: None,
            owed: 0,
            late: 0,
            owes_ok: false,
            is_garbled: false,
            is_back: false,
        }
    }

    /// It sends a new frame.
    pub(super) fn send(&mut self, frame: Frame, placed: bool, at: Option<Instant>) {
        // What had no place may or may not be taken: the next bits tell.
        self.bit = if placed { Some(frame.sequence()) } else { None };
        self.last = Some(frame);
        self.placed = placed;
        (self.first_sent, self.sent, self.resends) = (at, at, 0);
        self.has_waited = self.is_awaited || self.was_just_back(at);
    }

    /// Returns whether the line was back right before.
    fn was_just_back(&self, at: Option<Instant>) -> bool {
        at.zip(self.back_at)
            .is_some_and(|(at, back)| at.since(back) <= SLACK)
    }

    /// It acknowledges the other side's last frame.
    pub(super) const fn acknowledge(&mut self, frame: Frame) {
        self.answer = Some(frame);
        self.owed = self.owed.saturating_sub(1);
    }

    /// It acknowledges a move by its own, and owes the OK still: that may come late, or is lost.
    pub(super) const fn acknowledge_by_move(&mut self, frame: Frame) {
        self.acknowledge(frame);
        self.owes_ok = true;
    }

    /// Returns whether the line was away, and this OK is of before: the line may have swallowed it then, and
    /// what the other side has sent since.
    pub(super) fn says_again(&self, frame: Frame, other: &Self) -> bool {
        let is_of_before = other.bit.is_some_and(|bit| bit != frame.acknowledged());
        self.is_back && self.answer.is_none() && is_of_before
    }

    /// Returns whether this OK is its last one once more, to a copy of a frame before the other side's last one.
    pub(super) fn answers_late(&mut self, frame: Frame, other: &Self) -> bool {
        let is_of_before = other.bit.is_some_and(|bit| bit != frame.acknowledged());
        let is_late =
            self.late > 0 && self.answer.is_none() && self.ok == Some(frame) && is_of_before;
        self.late -= u8::from(is_late);
        is_late
    }

    /// Returns whether this OK at `at` is what a program says that goes on with its game: its last one, byte for byte, after
    /// an absence. What the other side has sent meanwhile it has yet to read.
    pub(super) fn goes_on(&self, frame: Frame, other: &Self, at: Option<Instant>) -> bool {
        let is_due = self.answer.is_none() && other.bit == Some(frame.acknowledged());
        let absence = at.zip(self.spoke_at).map(|(at, before)| at.since(before));
        !is_due && self.ok == Some(frame) && absence.is_some_and(|time| time >= LEAST_ABSENCE)
    }

    /// Its last OK, or the one that says no more than what the other side knows already: what it may nudge with.
    pub(super) fn latest_ok(&self, other: &Self) -> Option<Frame> {
        self.ok
            .or_else(|| Some(Frame::new(self.bit?, other.bit?, Message::Ok)))
    }

    /// The other side sends it a new frame.
    pub(super) const fn hear(&mut self) {
        self.answer = None;
        self.late = self.late.saturating_add(self.owed);
        self.owed = 1;
        self.owes_ok = false;
        self.is_garbled = false;
    }

    /// The other side repeats its last frame.
    pub(super) const fn hear_again(&mut self) {
        self.owed = self.owed.saturating_add(1);
    }

    /// Takes one from the answers that it owes; returns whether there was one.
    pub(super) const fn settle(&mut self) -> bool {
        let owes = self.owed > 0;
        self.owed = self.owed.saturating_sub(1);
        owes
    }

    /// The line is back: it may say its last frame again.
    pub(super) const fn come_back(&mut self) {
        self.is_back = true;
        self.is_awaited = true;
        self.owed = self.owed.saturating_add(1);
    }

    /// It sends its last frame again of its own accord; the time since, where that is too soon.
    ///
    /// Whoever wrote the times may have been asleep, and then read several copies at once: as long as there was time for
    /// all of them, none is called early.
    pub(super) fn send_again(&mut self, at: Option<Instant>) -> Option<Duration> {
        let before = core::mem::replace(&mut self.sent, at);
        self.resends = self.resends.saturating_add(1);
        let after = at?.since(before?);
        let since_first = at?.since(self.first_sent?);
        let time = since_first.max(self.silence_before(at?));
        let had_time = time + SLACK >= RESEND_INTERVAL.saturating_mul(self.resends);
        let is_excused = had_time || self.is_back || self.has_waited;
        (after + SLACK < RESEND_INTERVAL && !is_excused).then_some(after)
    }

    /// Something readable comes from it.
    pub(super) fn speak(&mut self, at: Option<Instant>) {
        let silence = at
            .zip(self.spoke_at)
            .map(|(at, before)| at.since(before))
            .filter(|silence| *silence + SLACK >= RESEND_INTERVAL);
        if core::mem::take(&mut self.is_awaited) {
            self.back_at = at;
        }
        self.heard_again = at.zip(silence).or(self.heard_again);
        self.spoke_at = at;
    }

    /// The silence before what was read at that time, if it was read right after it.
    fn silence_before(&self, at: Instant) -> Duration {
        let waited = self
            .heard_again
            .filter(|(since, _)| at.since(*since) <= SLACK);
        waited.map_or(Duration::ZERO, |(_, silence)| silence.saturating_sub(SLACK))
    }
}
