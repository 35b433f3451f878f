//! The operator's wish to leave a server.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// The operator's wish to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Leave {
    /// None.
    Not,
    /// No game after this one.
    AfterGame,
    /// Now: the game goes on when the same command is given again.
    Now,
}

/// The wish as the keyboard and signals put it down; clones share it.
#[derive(Clone, Debug, Default)]
pub struct LeaveWish(Arc<AtomicU8>);

impl LeaveWish {
    /// Puts a wish down; one that goes farther stays.
    pub fn put(&self, wish: Leave) {
        self.0.fetch_max(wish as u8, Ordering::SeqCst);
    }

    /// The wish so far.
    #[must_use]
    pub fn get(&self) -> Leave {
        match self.0.load(Ordering::SeqCst) {
            0 => Leave::Not,
            1 => Leave::AfterGame,
            _ => Leave::Now,
        }
    }
}
