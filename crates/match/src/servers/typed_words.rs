//! Lines that a person types during a game on a server: moves, and commands of the server's.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::play::Decision;
use crate::port::MoveSlot;
use sgmp_board::rules::{Move, Point};

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedLine {
    /// A move, or the resignation.
    Decision(Decision),
    /// Other words.
    Words(String),
}

impl TypedLine {
    /// Reads a line; `None` if it is empty.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let words = line.trim();
        let decision = match words.to_ascii_lowercase().as_str() {
            "" => return None,
            "pass" => Some(Decision::Move(Move::Pass)),
            "resign" => Some(Decision::Resign),
            _ => Point::parse(words).map(|point| Decision::Move(Move::Play(point))),
        };
        Some(decision.map_or_else(|| Self::Words(words.to_owned()), Self::Decision))
    }
}

/// The lines, between the thread that reads them and the loop; clones share them.
#[derive(Clone, Default)]
pub struct TypedLines {
    lines: Arc<Mutex<VecDeque<TypedLine>>>,
    moves: MoveSlot,
}

impl TypedLines {
    /// The place where the player finds its moves.
    #[must_use]
    pub fn moves(&self) -> MoveSlot {
        self.moves.clone()
    }

    /// Puts a line down.
    pub fn put(&self, line: TypedLine) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push_back(line);
    }

    /// Takes the next line.
    pub(super) fn take(&self) -> Option<TypedLine> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.pop_front()
    }
}
