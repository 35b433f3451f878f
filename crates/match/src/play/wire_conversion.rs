//! Between the wire's words and the game's.

use sgmp_proto::{AlternatingBit, Bit, Frame, Phase, Progress, Snapshot, Vertex, WireMove};

use super::journal::LinkState;
use sgmp_board::rules::{Game, Move, Point};

/// A move as the wire says it.
#[must_use]
pub(super) const fn vertex(mv: Move) -> Vertex {
    match mv {
        Move::Pass => Vertex::Pass,
        Move::Play(point) => Vertex::Point {
            column: point.column(),
            row: point.row(),
        },
    }
}

/// A vertex of the wire as a move; `None` outside 19 lines.
#[must_use]
pub(super) fn to_move(vertex: Vertex) -> Option<Move> {
    match vertex {
        Vertex::Pass => Some(Move::Pass),
        Vertex::Point { column, row } => Point::new(column, row).map(Move::Play),
    }
}

/// The phases that a journal can be resumed in, by name.
const PHASES: [(&str, Phase); 6] = [
    ("waiting", Phase::Waiting),
    ("newgame-sent", Phase::NewGameSent),
    ("color-asked", Phase::ColorAsked),
    ("color-answered", Phase::ColorAnswered),
    ("handicap-asked", Phase::HandicapAsked),
    ("handicap-answered", Phase::HandicapAnswered),
];
pub(super) const PLAYING: &str = "playing";
const OVER: &str = "over";
/// Our last move on record waits until an answer of ours is through.
const UNSENT: &str = "move-unsent";
const STOPPED: &str = "stopped";

/// The part of a session that the journal keeps.
#[must_use]
pub(super) fn link_state(snapshot: &Snapshot) -> LinkState {
    // The full protocol's handshake is not taken up again in the middle: a match that was in its
    // second one waits for another NEWGAME.
    let (phase, bit) = match snapshot.phase {
        Phase::GmpHandshake(_) => (Phase::Waiting, AlternatingBit::default()),
        phase => (phase, snapshot.bit),
    };
    LinkState {
        phase: match snapshot.unsent {
            Some(_) => UNSENT,
            None => phase_name(phase),
        }
        .to_owned(),
        mine: bit.mine().into(),
        taken: bit.taken().into(),
        pending: bit.pending().map(Frame::to_bytes),
        last_ack: bit.acknowledgement().map(Frame::to_bytes),
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Playing(_) => PLAYING,
        Phase::Over { .. } | Phase::Finished => OVER,
        Phase::Stopped(_) => STOPPED,
        other => PHASES
            .iter()
            .find(|(_, phase)| *phase == other)
            .map_or(STOPPED, |(name, _)| name),
    }
}

/// A reason why a journal's link state cannot be taken up again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkStateError {
    /// A word this version does not know.
    #[error("unknown phase {0:?}")]
    Phase(String),
    /// Four bytes that are no frame.
    #[error("{0:02x?} is not a frame")]
    Frame([u8; 4]),
}

/// The session as the journal has it, beside the game that its moves give.
///
/// # Errors
/// [`LinkStateError`] for a state that no session of ours was ever in.
pub(super) fn snapshot(state: &LinkState, game: &Game) -> Result<Snapshot, LinkStateError> {
    let phase = phase_at(&state.phase, game, state.pending.is_some())
        .ok_or_else(|| LinkStateError::Phase(state.phase.clone()))?;
    let bit = AlternatingBit::restore(
        bit(state.mine),
        bit(state.taken),
        frame(state.pending)?,
        frame(state.last_ack)?,
    );
    let unsent = (state.phase == UNSENT).then(|| last_move(game)).flatten();
    Ok(Snapshot { phase, bit, unsent })
}

fn last_move(game: &Game) -> Option<WireMove> {
    let (color, mv) = game.last_move()?;
    Some(WireMove::new(color, vertex(mv), game.size()))
}

fn phase_at(name: &str, game: &Game, pending: bool) -> Option<Phase> {
    match name {
        UNSENT if progress(game).is_over() => Some(Phase::Over { until: None }),
        UNSENT => Some(Phase::Playing(progress(game))),
        PLAYING => Some(Phase::Playing(progress(game))),
        // The session begins its own time of lingering when it is resumed.
        OVER => Some(Phase::Over {
            until: (!pending).then_some(sgmp_proto::Instant::ZERO),
        }),
        _ => PHASES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, phase)| *phase),
    }
}

/// A game as far as the wire knows it.
pub(super) fn progress(game: &Game) -> Progress {
    Progress {
        moves: u16::try_from(game.move_count()).unwrap_or(u16::MAX),
        passes: u8::try_from(game.consecutive_passes()).unwrap_or(u8::MAX),
    }
}

const fn bit(value: u8) -> Bit {
    if value == 0 { Bit::Zero } else { Bit::One }
}

fn frame(bytes: Option<[u8; 4]>) -> Result<Option<Frame>, LinkStateError> {
    bytes
        .map(|bytes| Frame::from_bytes(bytes).map_err(|_| LinkStateError::Frame(bytes)))
        .transpose()
}
