//! One direction of a bad line.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::time::Duration;

use super::forgeries::ForgeryDetector;
use super::noise::Noise;
use super::random::Rng;
use crate::frame::Frame;
use crate::session::{Pace, Reason, Transmit};
use crate::time::Instant;

/// The longest time that a frame is held back.
const HELD: Duration = Duration::from_secs(60);

/// Bytes under way from one side to the other.
#[derive(Clone, Debug)]
pub struct Cable {
    noise: Noise,
    /// Time that a byte takes on the line.
    byte_time: Duration,
    rng: Rng,
    /// In the order of their arrival.
    flight: VecDeque<(Instant, u8)>,
    /// Arrival of the last byte in order.
    tail: Instant,
    /// Time until the reader notices the first byte in flight.
    lag: Duration,
    /// Until then the cable is out.
    back_at: Instant,
    hangs_up: bool,
    detector: ForgeryDetector,
}

impl Cable {
    /// An empty line on which a frame takes `frame_time`, if the noise does not tell its speed.
    #[must_use]
    pub fn new(noise: Noise, frame_time: Duration, rng: Rng) -> Self {
        Self {
            noise,
            byte_time: noise
                .pace(Pace {
                    frame: frame_time,
                    gap: Duration::ZERO,
                })
                .frame
                / 4,
            rng,
            flight: VecDeque::new(),
            tail: Instant::ZERO,
            lag: Duration::ZERO,
            back_at: Instant::ZERO,
            hangs_up: false,
            detector: ForgeryDetector::default(),
        }
    }

    /// Puts a frame on the line.
    pub fn send(&mut self, now: Instant, frame: Frame) {
        if now < self.back_at {
            return;
        }
        let was_empty = self.flight.is_empty();
        self.send_copy(now, frame);
        if self.rng.happens(self.noise.frame_doubled) {
            self.send_copy(now, frame);
        }
        if was_empty {
            self.lag = self.rng.up_to(self.noise.read_lag);
        }
        self.hangs_up |= self.rng.happens(self.noise.hang_up);
    }

    /// Puts on the line what a session hands out: a frame, or one byte of it.
    pub fn transmit(&mut self, now: Instant, transmit: &Transmit) {
        match transmit.reason {
            Reason::Nudge(number) => self.send_alone(now, transmit, number),
            _ => self.send(now, transmit.frame),
        }
    }

    /// The bytes of a nudge come one by one, and are a frame again behind the fourth.
    fn send_alone(&mut self, now: Instant, transmit: &Transmit, number: u8) {
        if now < self.back_at {
            return;
        }
        if number % 4 == 1 {
            self.detector.put_in(transmit.frame);
        }
        let late = self.noise.delay + self.rng.up_to(self.noise.jitter);
        let mut at = (now + late).max(self.tail);
        for byte in transmit.bytes() {
            at = at + self.byte_time;
            self.send_byte(at, byte);
        }
        self.tail = at;
    }

    /// Returns the time for which the cable is out, once after it has been pulled.
    pub fn poll_hang_up(&mut self) -> Option<Duration> {
        core::mem::take(&mut self.hangs_up).then_some(self.noise.away)
    }

    /// The cable is out: what is under way is lost, and all that is sent until it is back.
    pub fn cut(&mut self, now: Instant, away: Duration) {
        self.flight.clear();
        self.tail = now;
        self.back_at = self.back_at.max(now + away);
    }

    fn send_copy(&mut self, now: Instant, frame: Frame) {
        self.detector.put_in(frame);
        if self.rng.happens(self.noise.frame_lost) {
            return;
        }
        let late = self.noise.delay + self.rng.up_to(self.noise.jitter);
        let bytes = self.strike(frame.to_bytes());
        if self.rng.happens(self.noise.frame_held) {
            let at = now + late + self.rng.up_to(HELD);
            return bytes.into_iter().for_each(|byte| self.send_byte(at, byte));
        }
        let mut at = (now + late).max(self.tail);
        for byte in bytes {
            at = at + self.byte_time + self.gap();
            self.send_byte(at, byte);
        }
        self.tail = at;
    }

    /// Several bits of a frame at once, the same one hardly twice.
    fn strike(&mut self, mut bytes: [u8; 4]) -> [u8; 4] {
        if self.rng.happens(self.noise.frame_struck) {
            for _ in 0..2 + self.rng.below(7) {
                let bit = self.rng.below(32) as usize;
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
        }
        bytes
    }

    fn gap(&mut self) -> Duration {
        // As with chances: no roll where there is no such noise.
        if self.noise.gap.is_zero() {
            return Duration::ZERO;
        }
        self.rng.up_to(self.noise.gap)
    }

    fn send_byte(&mut self, at: Instant, byte: u8) {
        if self.rng.happens(self.noise.junk) {
            let junk = self.rng.next_u64() as u8;
            self.put(at, junk);
        }
        if self.rng.happens(self.noise.talk) {
            let letter = b'a' + self.rng.below(26) as u8;
            self.put(at, letter);
        }
        if self.rng.happens(self.noise.byte_lost) {
            return;
        }
        let flip = self.rng.happens(self.noise.bit_flipped);
        let mask = if flip { 1 << self.rng.below(8) } else { 0 };
        self.put(at, byte ^ mask);
        if self.rng.happens(self.noise.byte_doubled) {
            self.put(at, byte ^ mask);
        }
    }

    fn put(&mut self, at: Instant, byte: u8) {
        let index = self.flight.partition_point(|(other, _)| *other <= at);
        self.flight.insert(index, (at, byte));
    }

    /// Time of the next read; `None` while nothing is under way.
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
        self.lag = self.rng.up_to(self.noise.read_lag);
        self.detector.came_out(&bytes, self.noise.is_in_order());
        bytes
    }

    /// Valid frames that came out and were never put in: noise that passed the checksum.
    #[must_use]
    pub const fn forged(&self) -> u64 {
        self.detector.forged()
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::Probability;
    use super::*;
    use crate::frame::Bit;
    use crate::message::Message;

    fn ok() -> Frame {
        Frame::new(Bit::Zero, Bit::One, Message::Ok)
    }

    fn line(noise: Noise) -> Cable {
        Cable::new(noise, Duration::from_millis(16), Rng::new(7))
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
    fn a_pulled_cable_loses_what_is_under_way_and_what_is_sent_until_it_is_back() {
        let away = Duration::from_secs(30);
        let mut line = line(Noise {
            hang_up: Probability::per_thousand(1000),
            away,
            ..Noise::NONE
        });
        line.send(Instant::ZERO, ok());
        assert_eq!(line.poll_hang_up(), Some(away));
        assert_eq!(line.poll_hang_up(), None);
        line.cut(Instant::ZERO, away);
        line.send(Instant::from_micros(29_999_999), ok());
        assert_eq!(line.deadline(), None);
        line.send(Instant::from_micros(30_000_000), ok());
        assert!(line.deadline().is_some());
    }

    #[test]
    fn a_struck_frame_has_its_length_and_hardly_ever_its_bytes() {
        let mut line = line(Noise {
            frame_struck: Probability::per_thousand(1000),
            ..Noise::NONE
        });
        let mut whole = 0;
        for second in 1..=100 {
            line.send(Instant::from_micros(second * 1_000_000), ok());
            let bytes = line.read(Instant::from_micros(second * 1_000_000 + 500_000));
            assert_eq!(bytes.len(), 4);
            whole += u32::from(bytes == ok().to_bytes());
        }
        // The same bit twice is no flip.
        assert!(whole < 10, "{whole} of 100 came whole");
    }

    #[test]
    fn a_gap_splits_a_frame_and_keeps_its_order() {
        let mut line = line(Noise {
            gap: Duration::from_millis(200),
            ..Noise::NONE
        });
        line.send(Instant::ZERO, ok());
        let mut bytes = Vec::new();
        let mut reads = 0;
        while let Some(at) = line.deadline() {
            bytes.extend(line.read(at));
            reads += 1;
        }
        assert_eq!((reads, bytes), (4, ok().to_bytes().to_vec()));
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
