//! A peer that owes us a move and is silent: our last OK again, a byte at a time.
//!
//! GNU Go 3.8 sends nothing of itself on a silent line: it counts reads (seen). With its MOVE lost
//! it sends the MOVE again at the 21st byte that comes by itself, and at each further one; at the
//! 30th it gives up and leaves. An OK that it knows already tells it nothing else. But bytes that
//! come while it thinks wait for it, and the bytes of two frames in one read can end it: a nudge is
//! for a silence far longer than it thinks.

use core::time::Duration;

use super::state::State;
use super::{Reason, Session, Transmit};
use crate::frame::Frame;
use crate::time::Instant;

/// Bytes of a round: the 21st to the 27th bring the MOVE, and the 30th would be the end.
const BYTES_PER_ROUND: u8 = 27;
/// Bytes that bring nothing yet.
const IDLE_BYTES: u8 = 20;
/// From one byte to the next: each is a read of its own (seen).
const BYTE_INTERVAL: Duration = Duration::from_millis(150);
/// From each byte that may have brought the MOVE: on a slow line it takes its time.
const LONG_BYTE_INTERVAL: Duration = Duration::from_secs(3);

/// The knowledge about a move that we wait for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Nudge {
    debt: Option<Debt>,
}

#[derive(Clone, Copy, Debug)]
struct Debt {
    /// Moves on record: which move it is.
    moves: u16,
    /// Since when nothing came; `None` from something heard to the next sending.
    quiet_since: Option<Instant>,
    round: Round,
}

/// One round for each move owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Round {
    Ahead,
    /// So many bytes are sent, and the next one not before its time.
    UnderWay {
        sent: u8,
        next: Instant,
    },
    Over,
}

impl Nudge {
    /// Looks who owes what: `owed` is the number of moves on record where the next is the peer's
    /// and nothing of ours waits.
    fn watch(&mut self, owed: Option<u16>, now: Instant) {
        // A debt that was paid, or that another move has made, is forgotten with its round.
        if self.debt.map(|debt| debt.moves) != owed {
            self.debt = owed.map(|moves| Debt {
                moves,
                quiet_since: None,
                round: Round::Ahead,
            });
        }
        if let Some(debt) = &mut self.debt {
            debt.quiet_since.get_or_insert(now);
        }
    }

    /// Something came, or the line was away: the silence begins anew.
    fn restart_silence(&mut self) {
        if let Some(debt) = &mut self.debt {
            debt.quiet_since = None;
        }
    }

    /// A whole frame came: a peer that speaks needs no more bytes.
    fn end_round(&mut self) {
        if let Some(debt) = &mut self.debt
            && debt.round != Round::Ahead
        {
            debt.round = Round::Over;
        }
    }

    fn deadline(&self, after: Option<Duration>) -> Option<Instant> {
        let (after, debt) = after.zip(self.debt)?;
        match debt.round {
            Round::Ahead => Some(debt.quiet_since? + after),
            // Not into the middle of a frame that comes.
            Round::UnderWay { next, .. } => Some(next.max(debt.quiet_since? + BYTE_INTERVAL)),
            Round::Over => None,
        }
    }

    /// The next byte, where its time has come: the how-manieth of the round, from 1.
    fn next(&mut self, after: Option<Duration>, now: Instant) -> Option<u8> {
        if self.deadline(after).is_none_or(|at| now < at) {
            return None;
        }
        let debt = self.debt.as_mut()?;
        let number = match debt.round {
            // No overflow: a round that has sent its last byte is `Over`.
            Round::UnderWay { sent, .. } => sent + 1,
            Round::Ahead | Round::Over => 1,
        };
        debt.round = if number == BYTES_PER_ROUND {
            Round::Over
        } else {
            Round::UnderWay {
                sent: number,
                next: now + interval_behind(number),
            }
        };
        Some(number)
    }
}

const fn interval_behind(number: u8) -> Duration {
    if number > IDLE_BYTES {
        LONG_BYTE_INTERVAL
    } else {
        BYTE_INTERVAL
    }
}

impl Session {
    /// Something came, or the line was away: the silence begins anew.
    pub(super) fn restart_silence(&mut self) {
        if let State::Play(play) = &mut self.state {
            play.nudge.restart_silence();
        }
    }

    /// A whole frame came: a peer that speaks needs no more bytes.
    pub(super) fn end_nudging(&mut self) {
        if let State::Play(play) = &mut self.state {
            play.nudge.end_round();
        }
    }

    /// Returns whether this is what a silent peer would be nudged with now: our last OK, while it owes us a move.
    #[must_use]
    pub fn nudges_with(&self, frame: Frame) -> bool {
        self.is_owed_a_move() && self.link.bit.latest_ok() == frame
    }

    fn is_owed_a_move(&self) -> bool {
        let is_clear = self.link.bit.pending().is_none();
        match &self.state {
            State::Play(play) => is_clear && play.awaits_peer() && play.offer.is_none(),
            _ => false,
        }
    }

    /// A byte of a nudge, where nothing else is to be sent.
    pub(super) fn poll_nudge(&mut self, now: Instant) -> Option<Transmit> {
        let is_owed = self.is_owed_a_move();
        let State::Play(play) = &mut self.state else {
            return None;
        };
        // Looked at before the line is: a debt that was paid in the meantime must not keep its silence.
        let owed = is_owed.then_some(play.progress.moves);
        play.nudge.watch(owed, now);
        if !self.link.tx.is_at_rest(now) {
            return None;
        }
        let number = play.nudge.next(self.config.nudge(), now)?;
        let tx = &mut self.link.tx;
        tx.hold_line(now, BYTE_INTERVAL, &self.config.pace);
        Some(Transmit {
            frame: self.link.bit.latest_ok(),
            reason: Reason::Nudge(number),
        })
    }

    pub(super) fn nudge_deadline(&self) -> Option<Instant> {
        let State::Play(play) = &self.state else {
            return None;
        };
        let at = play.nudge.deadline(self.config.nudge())?;
        Some(self.link.tx.earliest(at))
    }
}
