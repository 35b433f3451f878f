//! The phases of a session.

use super::event::Stop;
use super::gmp_handshake::GmpHandshake;
use crate::Color;
use crate::time::Instant;

/// The phases of a game (call, Appendix A), each with what only it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// White: nothing heard yet; only NEWGAME opens a game.
    Waiting,
    /// Black: NEWGAME is out; QUERY(11) comes next.
    NewGameSent,
    /// White: QUERY(11) is out; ANSWER(2) comes next.
    ColorAsked,
    /// Black: ANSWER(2) is out; QUERY(8) comes next.
    ColorAnswered,
    /// White: QUERY(8) is out; ANSWER(1) comes next.
    HandicapAsked,
    /// Black: ANSWER(1) is out; OK comes next.
    HandicapAnswered,
    /// The full protocol's handshake.
    GmpHandshake(GmpHandshake),
    /// The handshake is over and moves are exchanged, in turn.
    Playing(Progress),
    /// The game is over; repeats are still answered.
    Over {
        /// Time to stop answering; `None` while our last frame waits for its OK.
        until: Option<Instant>,
    },
    /// Halted: nothing is sent or taken.
    Stopped(Stop),
    /// The line may be closed.
    Finished,
}

/// Moves acknowledged or sent so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Moves on record, passes included.
    pub moves: u16,
    /// Passes since the last stone: 0 or 1 in play.
    pub passes: u8,
}

impl Progress {
    /// The color to move next where Black begins, and plays the odd moves.
    #[must_use]
    pub const fn to_move(self) -> Color {
        if self.moves.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    /// With one more move on record.
    #[must_use]
    pub const fn after(self, is_pass: bool) -> Self {
        let passes = if is_pass {
            self.passes.saturating_add(1)
        } else {
            0
        };
        Self {
            moves: self.moves.saturating_add(1),
            passes,
        }
    }

    /// Two consecutive passes end the game.
    #[must_use]
    pub const fn is_over(self) -> bool {
        self.passes >= 2
    }
}
