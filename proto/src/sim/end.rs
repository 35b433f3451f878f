//! Whoever sits at one end of the line.

use super::cable::Cable;
use super::our_program::OurProgram;
use super::peer::{Peer, Quit};
use crate::message::{Vertex, WireMove};
use crate::session::Phase;
use crate::time::Instant;

#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a game has two of them and moves neither"
)]
pub(super) enum Station {
    /// A session of ours with its player.
    Ours(OurProgram),
    /// The model of another program.
    OtherProgram(Peer),
}

impl Station {
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self {
            Self::Ours(side) => side.deadline(),
            Self::OtherProgram(peer) => peer.deadline(),
        }
    }

    pub(super) fn turn(&mut self, now: Instant, bytes: &[u8], out: &mut Cable, game: &[Vertex]) {
        match self {
            Self::Ours(side) => side.turn(now, bytes, out, game),
            Self::OtherProgram(peer) => peer.turn(now, bytes, out, game),
        }
    }

    /// Only our programs come back from the dead.
    pub(super) fn crash(&mut self, now: Instant) {
        if let Self::Ours(side) = self {
            side.crash(now);
        }
    }

    /// No other program is known to notice.
    pub(super) const fn line_is_gone(&mut self) {
        if let Self::Ours(side) = self {
            side.line_is_gone();
        }
    }

    pub(super) fn line_is_back(&mut self) {
        if let Self::Ours(side) = self {
            side.line_is_back();
        }
    }

    pub(super) const fn phase(&self) -> Phase {
        match self {
            Self::Ours(side) => side.phase(),
            Self::OtherProgram(peer) => peer.phase(),
        }
    }

    /// Returns whether nobody waits for it any more.
    pub(super) const fn has_ended(&self) -> bool {
        match self {
            Self::Ours(side) => matches!(side.phase(), Phase::Finished | Phase::Stopped(_)),
            Self::OtherProgram(_) => true,
        }
    }

    pub(super) fn record(&self) -> &[WireMove] {
        match self {
            Self::Ours(side) => side.record(),
            Self::OtherProgram(peer) => peer.record(),
        }
    }

    pub(super) const fn resends(&self) -> u64 {
        match self {
            Self::Ours(side) => side.resends(),
            Self::OtherProgram(_) => 0,
        }
    }

    pub(super) const fn quit(&self) -> Option<Quit> {
        match self {
            Self::Ours(_) => None,
            Self::OtherProgram(peer) => peer.quit(),
        }
    }
}
