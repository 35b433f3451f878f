//! One direction of a bad line.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::time::Duration;

use super::chance::{Chance, Dice};
use super::witness::Witness;
use crate::frame::Frame;
use crate::time::Instant;

/// What a line does to what it is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Noise {
    /// For each byte: it is lost.
    pub byte_lost: Chance,
    /// For each byte: one of its bits is flipped.
    pub bit_flipped: Chance,
    /// Before each byte: any other byte appears.
    pub junk: Chance,
    /// Before each byte: a letter appears, as if operators were chatting.
    pub talk: Chance,
    /// For each frame: all of it is lost.
    pub frame_lost: Chance,
    /// For each frame: it comes twice.
    pub frame_doubled: Chance,
    /// For each frame: it is held back for up to a minute, and others may overtake it.
    pub frame_held: Chance,
    /// From the end of a byte at its sender to its arrival.
    pub delay: Duration,
    /// For each frame: up to so much more delay. What follows waits behind it.
    pub jitter: Duration,
    /// From the arrival of a byte to the read that takes it and all behind it: up to so much.
    pub read_lag: Duration,
}

/// The longest time that a frame is held back.
const HELD: Duration = Duration::from_secs(60);

impl Noise {
    /// A good line.
    pub const NONE: Self = Self {
        byte_lost: Chance::NEVER,
        bit_flipped: Chance::NEVER,
        junk: Chance::NEVER,
        talk: Chance::NEVER,
        frame_lost: Chance::NEVER,
        frame_doubled: Chance::NEVER,
        frame_held: Chance::NEVER,
        delay: Duration::ZERO,
        jitter: Duration::ZERO,
        read_lag: Duration::ZERO,
    };
}

/// Bytes under way from one side to the other.
#[derive(Clone, Debug)]
pub struct Line {
    noise: Noise,
    /// How long a byte takes to be put on the line.
    byte_time: Duration,
    dice: Dice,
    /// In the order of their arrival.
    flight: VecDeque<(Instant, u8)>,
    /// When the last byte in order arrives.
    tail: Instant,
    /// How long the reader takes to notice the first byte in flight.
    lag: Duration,
    witness: Witness,
}

impl Line {
    /// An empty line on which a frame takes `frame_time`.
    #[must_use]
    pub fn new(noise: Noise, frame_time: Duration, dice: Dice) -> Self {
        Self {
            noise,
            byte_time: frame_time / 4,
            dice,
            flight: VecDeque::new(),
            tail: Instant::ZERO,
            lag: Duration::ZERO,
            witness: Witness::default(),
        }
    }

    /// Puts a frame on the line.
    pub fn send(&mut self, now: Instant, frame: Frame) {
        let was_empty = self.flight.is_empty();
        self.send_copy(now, frame);
        if self.dice.hits(self.noise.frame_doubled) {
            self.send_copy(now, frame);
        }
        if was_empty {
            self.lag = self.dice.up_to(self.noise.read_lag);
        }
    }

    fn send_copy(&mut self, now: Instant, frame: Frame) {
        self.witness.put_in(frame);
        if self.dice.hits(self.noise.frame_lost) {
            return;
        }
        let late = self.noise.delay + self.dice.up_to(self.noise.jitter);
        if self.dice.hits(self.noise.frame_held) {
            let at = now + late + self.dice.up_to(HELD);
            return self.send_bytes(frame, |_| at);
        }
        let first = (now + late).max(self.tail);
        let byte_time = self.byte_time;
        self.tail = first + byte_time * 4;
        self.send_bytes(frame, |index| first + byte_time * (index + 1));
    }

    fn send_bytes(&mut self, frame: Frame, arrival: impl Fn(u32) -> Instant) {
        for (index, byte) in (0..).zip(frame.to_bytes()) {
            let at = arrival(index);
            if self.dice.hits(self.noise.junk) {
                let junk = self.dice.roll() as u8;
                self.put(at, junk);
            }
            if self.dice.hits(self.noise.talk) {
                let letter = b'a' + self.dice.below(26) as u8;
                self.put(at, letter);
            }
            if self.dice.hits(self.noise.byte_lost) {
                continue;
            }
            let flip = self.dice.hits(self.noise.bit_flipped);
            let mask = if flip { 1 << self.dice.below(8) } else { 0 };
            self.put(at, byte ^ mask);
        }
    }

    fn put(&mut self, at: Instant, byte: u8) {
        let index = self.flight.partition_point(|(other, _)| *other <= at);
        self.flight.insert(index, (at, byte));
    }

    /// When the next read happens; `None` while nothing is under way.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.flight.front().map(|(at, _)| *at + self.lag)
    }

    /// All that has arrived, in one read; nothing before the deadline.
    pub fn read(&mut self, now: Instant) -> Vec<u8> {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return Vec::new();
        }
        let arrived = self.flight.partition_point(|(at, _)| *at <= now);
        let bytes: Vec<u8> = self.flight.drain(..arrived).map(|(_, byte)| byte).collect();
        self.lag = self.dice.up_to(self.noise.read_lag);
        let in_order = self.noise.frame_held == Chance::NEVER;
        self.witness.came_out(&bytes, in_order);
        bytes
    }

    /// Valid frames that came out and were never put in: noise that passed the checksum.
    #[must_use]
    pub const fn forged(&self) -> u64 {
        self.witness.forged()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Bit;
    use crate::message::Message;

    fn ok() -> Frame {
        Frame::new(Bit::Zero, Bit::One, Message::Ok)
    }

    fn line(noise: Noise) -> Line {
        Line::new(noise, Duration::from_millis(16), Dice::new(7))
    }

    #[test]
    fn a_good_line_brings_a_byte_every_quarter_of_a_frame() {
        let mut line = line(Noise::NONE);
        line.send(Instant::ZERO, ok());
        for (index, byte) in (1..).zip(ok().to_bytes()) {
            let at = Instant::from_micros(4000 * index);
            assert_eq!(line.deadline(), Some(at));
            assert_eq!(line.read(at), [byte]);
        }
        assert_eq!(line.deadline(), None);
    }

    #[test]
    fn a_slow_reader_gets_frames_in_one_read() {
        let mut line = line(Noise::NONE);
        line.send(Instant::ZERO, ok());
        line.send(Instant::ZERO, ok());
        let bytes = line.read(Instant::from_micros(1_000_000));
        assert_eq!(bytes, [ok().to_bytes(), ok().to_bytes()].concat());
    }

    #[test]
    fn a_frame_that_nobody_sent_is_counted() {
        let mut line = line(Noise::NONE);
        line.send(Instant::ZERO, ok());
        let other = Frame::new(Bit::One, Bit::One, Message::NewGame);
        for (index, byte) in (0..).zip(other.to_bytes()) {
            line.put(Instant::from_micros(20_000 + index), byte);
        }
        line.read(Instant::from_micros(1_000_000));
        assert_eq!(line.forged(), 1);
    }
}
