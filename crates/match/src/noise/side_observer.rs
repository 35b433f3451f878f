//! Events seen by one side, for the verdicts.

use sgmp_proto::{FrameError, FrameVerdict, Hex, Instant, Message, Reason, Transmit};

use crate::play::{Event, Match};
use crate::port::Spectator;

/// Number of frames that open a game, as the call prints them.
const OPENING: usize = 3;

/// Counts of one side of a noisy match, kept while it is played.
pub struct SideObserver {
    /// Hears the number of each move.
    progress: Box<dyn FnMut(usize) + Send>,
    /// The first frames sent.
    pub opening: Vec<String>,
    /// Moves of ours sent for the first time.
    pub sent_moves: u32,
    /// Acknowledgements of our moves.
    pub acknowledged: u32,
    /// MOVEs of ours that went out again.
    pub resent_moves: u32,
    /// Frames with a bad checksum that came.
    pub bad_checksums: u32,
    /// MOVEs that came again and were answered as repeats.
    pub repeats: u32,
}

impl SideObserver {
    /// An observer with all its counts at 0; `progress` hears the number of each move.
    pub fn new(progress: impl FnMut(usize) + Send + 'static) -> Self {
        Self {
            progress: Box::new(progress),
            opening: Vec::new(),
            sent_moves: 0,
            acknowledged: 0,
            resent_moves: 0,
            bad_checksums: 0,
            repeats: 0,
        }
    }
}

impl Spectator for SideObserver {
    fn sent(&mut self, _at: Instant, transmit: &Transmit) {
        if self.opening.len() < OPENING {
            self.opening
                .push(Hex(transmit.frame.to_bytes()).to_string());
        }
        match (transmit.frame.message(), transmit.reason) {
            (Message::Move(_), Reason::First) => self.sent_moves += 1,
            (Message::Move(_), Reason::Resend(_)) => self.resent_moves += 1,
            _ => {}
        }
    }

    fn event(&mut self, _now: Instant, _game: &Match, event: &Event) {
        match event {
            Event::Acknowledged => self.acknowledged += 1,
            Event::Garbled(_, FrameError::Checksum) => self.bad_checksums += 1,
            Event::Heard(frame, FrameVerdict::Repeat) => {
                let is_move = matches!(frame.message(), Message::Move(_));
                self.repeats += u32::from(is_move);
            }
            Event::Moved { number, .. } => (self.progress)(*number),
            _ => {}
        }
    }
}
