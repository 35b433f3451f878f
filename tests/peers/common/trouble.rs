//! A cable with somebody at it who meddles with what passes.

use std::collections::VecDeque;
use std::fs::File;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::io::{read, write};
use sgmp_proto::Frame;

use super::cable::{open_tty, pty};

/// Interval at which the cable looks for bytes.
const LOOK_EVERY: Duration = Duration::from_millis(1);
/// Between two frames to one end: GNU Go can end where it reads two at once.
const BREATH: Duration = Duration::from_millis(60);

/// One end of the cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    A,
    B,
}

/// The fate of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Pass,
    /// These pieces come instead, each in a read of its own; none: it is lost.
    Instead(Vec<Vec<u8>>),
}

/// Decides for each frame that comes from an end.
pub(crate) trait Hand: Send + 'static {
    fn meddle(&mut self, from: End, frame: Frame) -> Deed;
}

impl<F: FnMut(End, Frame) -> Deed + Send + 'static> Hand for F {
    fn meddle(&mut self, from: End, frame: Frame) -> Deed {
        self(from, frame)
    }
}

/// The speed of the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speed {
    /// As fast as they come.
    AnyOld,
    /// Each byte takes so long, as on a serial line.
    Paced(Duration),
}

/// Two pseudo terminals, and a thread between them.
pub(crate) struct BadCable {
    a: PathBuf,
    b: PathBuf,
    cut: Arc<AtomicBool>,
    /// The moment at which bytes last came from an end.
    alive: Arc<Mutex<Instant>>,
    carrier: Option<JoinHandle<()>>,
}

impl BadCable {
    pub(crate) fn new(hand: impl Hand, speed: Speed) -> Self {
        let (master_a, a) = pty();
        let (master_b, b) = pty();
        let cut = Arc::new(AtomicBool::new(false));
        let alive = Arc::new(Mutex::new(Instant::now()));
        let mut carrier = Carrier {
            lanes: [
                Lane::new(End::A, &master_a, &master_b, speed),
                Lane::new(End::B, &master_b, &master_a, speed),
            ],
            hand,
            alive: Arc::clone(&alive),
        };
        let is_cut = Arc::clone(&cut);
        let carrier = thread::spawn(move || {
            while !is_cut.load(Ordering::Relaxed) {
                carrier.turn();
                thread::sleep(LOOK_EVERY);
            }
        });
        Self {
            a,
            b,
            cut,
            alive,
            carrier: Some(carrier),
        }
    }

    /// End `a` as `--port` takes it.
    pub(crate) fn a(&self) -> &str {
        self.a.to_str().expect("a plain name")
    }

    /// End `b` as `--port` takes it.
    pub(crate) fn b(&self) -> &str {
        self.b.to_str().expect("a plain name")
    }

    /// End `a`, open, for a program that speaks on its standard input and output.
    pub(crate) fn open_a(&self) -> File {
        open_tty(&self.a)
    }

    /// End `b`, open, for a program that speaks on its standard input and output.
    pub(crate) fn open_b(&self) -> File {
        open_tty(&self.b)
    }

    /// For how long nothing has come from either end.
    pub(crate) fn quiet_for(&self) -> Duration {
        self.alive.lock().expect("a clock").elapsed()
    }
}

impl Drop for BadCable {
    fn drop(&mut self) {
        self.cut.store(true, Ordering::Relaxed);
        if let Some(carrier) = self.carrier.take() {
            let _ = carrier.join();
        }
    }
}

struct Carrier<H> {
    lanes: [Lane; 2],
    hand: H,
    alive: Arc<Mutex<Instant>>,
}

impl<H: Hand> Carrier<H> {
    fn turn(&mut self) {
        for lane in &mut self.lanes {
            if lane.take_in(&mut self.hand) {
                *self.alive.lock().expect("a clock") = Instant::now();
            }
            lane.hand_on();
        }
    }
}

struct Lane {
    from: End,
    reader: OwnedFd,
    writer: OwnedFd,
    speed: Speed,
    /// The beginning of a frame.
    unfinished: Vec<u8>,
    /// Pieces to be handed on, each with its moment.
    pieces: VecDeque<(Instant, Vec<u8>)>,
    /// The moment at which the last of them is over.
    tail: Instant,
}

impl Lane {
    fn new(from: End, reader: &OwnedFd, writer: &OwnedFd, speed: Speed) -> Self {
        let again = |fd: &OwnedFd| fd.try_clone().expect("another descriptor");
        Self {
            from,
            reader: again(reader),
            writer: again(writer),
            speed,
            unfinished: Vec::new(),
            pieces: VecDeque::new(),
            tail: Instant::now(),
        }
    }

    /// Returns whether anything came.
    fn take_in(&mut self, hand: &mut impl Hand) -> bool {
        let mut buffer = [0; 256];
        // An end that nobody has open is silent.
        let count = read(&self.reader, &mut buffer).unwrap_or_default();
        for &byte in &buffer[..count] {
            self.take_byte(byte, hand);
        }
        // The bytes of a nudge come one by one, and each is to be read by itself.
        if count == 1 && !self.unfinished.is_empty() {
            let alone = std::mem::take(&mut self.unfinished);
            self.put(alone, Duration::ZERO);
        }
        count > 0
    }

    fn take_byte(&mut self, byte: u8, hand: &mut impl Hand) {
        let begins = byte < 4;
        if begins && !self.unfinished.is_empty() {
            let broken = std::mem::take(&mut self.unfinished);
            self.put(broken, Duration::ZERO);
        }
        if !begins && self.unfinished.is_empty() {
            return self.put(vec![byte], Duration::ZERO);
        }
        self.unfinished.push(byte);
        let Ok(bytes) = <[u8; 4]>::try_from(self.unfinished.as_slice()) else {
            return;
        };
        self.unfinished.clear();
        let deed = match Frame::from_bytes(bytes) {
            Ok(frame) => hand.meddle(self.from, frame),
            Err(_) => Deed::Pass,
        };
        match deed {
            Deed::Pass => self.put(bytes.to_vec(), BREATH),
            Deed::Instead(pieces) => pieces.into_iter().for_each(|piece| self.put(piece, BREATH)),
        }
    }

    fn put(&mut self, piece: Vec<u8>, behind: Duration) {
        let now = Instant::now();
        match self.speed {
            Speed::AnyOld => {
                let at = self.tail.max(now);
                self.pieces.push_back((at, piece));
                self.tail = at + behind;
            }
            Speed::Paced(each) => {
                for byte in piece {
                    self.tail = self.tail.max(now) + each;
                    self.pieces.push_back((self.tail, vec![byte]));
                }
            }
        }
    }

    fn hand_on(&mut self) {
        while let Some((at, _)) = self.pieces.front()
            && *at <= Instant::now()
            && let Some((_, piece)) = self.pieces.pop_front()
        {
            // A full queue loses bytes, as a line does.
            let _ = write(&self.writer, &piece);
        }
    }
}
