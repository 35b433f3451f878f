//! Whoever stands beside the line and knows what went in and what came out.

use alloc::collections::VecDeque;

use crate::decoder::{Decoder, Heard};
use crate::frame::Frame;

/// Frames remembered at most. Those lost on a line that reorders are never seen to be so; a line of
/// minutes has hundreds under way.
const MEMORY: usize = 1 << 14;

#[derive(Clone, Debug, Default)]
pub(super) struct ForgeryDetector {
    decoder: Decoder,
    /// Put in, not yet come out nor overtaken.
    under_way: VecDeque<Frame>,
    forged: u64,
}

impl ForgeryDetector {
    pub(super) fn put_in(&mut self, frame: Frame) {
        if self.under_way.len() == MEMORY {
            self.under_way.pop_front();
        }
        self.under_way.push_back(frame);
    }

    /// Bytes came out. `in_order`: what has not come out before a later frame never will.
    pub(super) fn came_out(&mut self, bytes: &[u8], in_order: bool) {
        for &byte in bytes {
            let Some(Heard::Frame(frame)) = self.decoder.push(byte) else {
                continue;
            };
            match self.under_way.iter().position(|sent| *sent == frame) {
                Some(index) if in_order => drop(self.under_way.drain(..=index)),
                Some(index) => drop(self.under_way.remove(index)),
                None => self.forged += 1,
            }
        }
    }

    /// Valid frames that nobody sent.
    pub(super) const fn forged(&self) -> u64 {
        self.forged
    }
}
