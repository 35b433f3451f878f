//! The states of a session, each with the data that belongs to it alone.

use super::dialect::Agreement;
use super::event::Stop;
use super::fjk_handshake::FjkHandshake;
use super::gmp_handshake::GmpHandshake;
use super::nudge::Nudge;
use super::phase::{Phase, Progress};
use crate::Color;
use crate::frame::Frame;
use crate::message::WireMove;
use crate::time::Instant;

/// The state of a session. [`Phase`] is what of it a journal keeps and callers see.
#[derive(Clone, Copy, Debug)]
pub(super) enum State {
    /// Nothing heard yet; only NEWGAME opens a game.
    Waiting,
    /// The two fixed questions of the FJK dialect.
    FjkHandshake(FjkHandshake),
    /// The questions of the full protocol.
    GmpHandshake(GmpHandshake),
    Play(Play),
    /// The game is over; repeats are still answered.
    Over(Over),
    /// Halted: nothing is sent or taken.
    Stopped(Stop),
    /// The line may be closed.
    Finished {
        /// The peer's NEWGAME for another game (the full protocol).
        next: Option<Frame>,
    },
}

impl State {
    /// The state that a journal's phase stands for.
    pub(super) fn restore(phase: Phase, agreement: Agreement, unsent: Option<WireMove>) -> Self {
        let query = QueryInPlay {
            unsent,
            own_answer: None,
        };
        match phase {
            Phase::Waiting => Self::Waiting,
            Phase::NewGameSent => Self::FjkHandshake(FjkHandshake::NEW_GAME_SENT),
            Phase::ColorAsked => Self::FjkHandshake(FjkHandshake::ColorAsked),
            Phase::ColorAnswered => Self::FjkHandshake(FjkHandshake::ColorAnswered),
            Phase::HandicapAsked => Self::FjkHandshake(FjkHandshake::HandicapAsked),
            Phase::HandicapAnswered => Self::FjkHandshake(FjkHandshake::HandicapAnswered),
            Phase::GmpHandshake(handshake) => Self::GmpHandshake(handshake),
            Phase::Playing(progress) => Self::Play(Play {
                progress,
                query,
                ..Play::new(agreement)
            }),
            Phase::Over { until } => Self::Over(Over {
                agreement,
                until,
                query,
            }),
            Phase::Stopped(stop) => Self::Stopped(stop),
            Phase::Finished => Self::Finished { next: None },
        }
    }

    pub(super) const fn phase(&self) -> Phase {
        match *self {
            Self::Waiting => Phase::Waiting,
            Self::FjkHandshake(handshake) => handshake.phase(),
            Self::GmpHandshake(handshake) => Phase::GmpHandshake(handshake),
            Self::Play(Play { progress, .. }) => Phase::Playing(progress),
            Self::Over(Over { until, .. }) => Phase::Over { until },
            Self::Stopped(stop) => Phase::Stopped(stop),
            Self::Finished { .. } => Phase::Finished,
        }
    }
}

/// A game under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play {
    pub(super) agreement: Agreement,
    pub(super) progress: Progress,
    /// The peer's MOVE or UNDO that waits for the caller's judgment.
    pub(super) offer: Option<Frame>,
    pub(super) query: QueryInPlay,
    pub(super) copies: Copies,
    pub(super) nudge: Nudge,
}

impl Play {
    /// A game before its first move.
    pub(super) fn new(agreement: Agreement) -> Self {
        Self {
            agreement,
            progress: Progress::default(),
            offer: None,
            query: QueryInPlay::default(),
            copies: Copies::default(),
            nudge: Nudge::default(),
        }
    }

    /// Returns whose move comes next.
    pub(super) const fn to_move(self) -> Color {
        match (self.agreement.handicap.first(), self.progress.to_move()) {
            (Color::Black, color) => color,
            (Color::White, Color::Black) => Color::White,
            (Color::White, Color::White) => Color::Black,
        }
    }

    /// Returns whether the next move is the peer's.
    pub(super) fn awaits_peer(&self) -> bool {
        self.to_move() != self.agreement.color
    }

    /// Returns whether so many moves can be taken back.
    pub(super) fn has_moves(&self, moves: u16) -> bool {
        (1..=self.progress.moves).contains(&moves)
    }

    /// The state after one more move; `until` ends the answering of repeats if it ends the game.
    pub(super) fn after_move(self, is_pass: bool, until: Option<Instant>) -> State {
        let progress = self.progress.after(is_pass);
        if progress.is_over() {
            State::Over(self.over(until))
        } else {
            State::Play(Self { progress, ..self })
        }
    }

    /// The end of this game.
    pub(super) const fn over(self, until: Option<Instant>) -> Over {
        Over {
            agreement: self.agreement,
            until,
            query: self.query,
        }
    }
}

/// A game that is over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Over {
    pub(super) agreement: Agreement,
    /// Time to stop answering; `None` while our last frame waits for its OK.
    pub(super) until: Option<Instant>,
    /// The final pass may wait behind an answer of ours.
    pub(super) query: QueryInPlay,
}

/// A question or an answer of ours between moves (the full protocol).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QueryInPlay {
    /// Our move that goes out once the question or answer is through.
    pub(super) unsent: Option<WireMove>,
    /// Our own answer to the question that we have asked.
    pub(super) own_answer: Option<u16>,
}

/// A count of copies of the same unexpected frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Copies(Option<(Frame, u8)>);

impl Copies {
    /// Counts this copy since another frame came.
    pub(super) fn count(&mut self, frame: Frame) -> u8 {
        let copies = match self.0 {
            Some((same, copies)) if same == frame => copies.saturating_add(1),
            _ => 1,
        };
        self.0 = Some((frame, copies));
        copies
    }

    pub(super) const fn clear(&mut self) {
        self.0 = None;
    }
}
