//! The settings of a session, fixed before it begins.

use core::time::Duration;

use super::dialect::{Agreement, Dialect, ProposedTerms};
use crate::message::WireMove;
use crate::rules::Rules;
use crate::{BoardSize, Color, Grid, Numbering};

/// Bits of a four-byte frame, or of a gap of four characters: 8 data bits, a start and a stop bit.
const BITS_PER_FRAME: u64 = 40;
/// The pause between two frames beyond four characters (rule 7: one peer aborts when the bytes of
/// two frames arrive in one read).
const EXTRA_GAP: Duration = Duration::from_millis(50);

/// Silence after which an unacknowledged frame is sent again (call, Appendix A).
pub const RESEND_INTERVAL: Duration = Duration::from_secs(20);

/// The pace at which bytes may follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Time that a frame takes on the line.
    pub frame: Duration,
    /// Least silence between the end of a frame and the next.
    pub gap: Duration,
}

impl Pace {
    /// A real line of so many bits a second; 0 counts as 1.
    #[must_use]
    pub const fn from_baud(baud: u32) -> Self {
        let bits = if baud == 0 { 1 } else { baud as u64 };
        let frame = Duration::from_micros((BITS_PER_FRAME * 1_000_000).div_ceil(bits));
        Self {
            frame,
            gap: frame.saturating_add(EXTRA_GAP),
        }
    }

    /// No limit: for two sessions of our own in one process.
    pub const UNLIMITED: Self = Self {
        frame: Duration::ZERO,
        gap: Duration::ZERO,
    };
}

/// The treatment of a peer that leaves the letter of the call but can still be understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// Play on wherever the game's record stays certain.
    #[default]
    Tolerant,
    /// Refuse what the call does not allow, say which sentence of it ([`crate::Clause`]), and
    /// wait; and send nothing that is beyond its letter. A MOVE in place of the OK is taken: that
    /// the OK was lost on the line and not left out, nobody can know.
    Strict,
}

/// One side's terms and times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Our color: Black opens, White waits.
    pub color: Color,
    /// The board of the game, by which points past the last are known.
    pub size: BoardSize,
    /// The numbers of its points on the wire. Frames show these numbers; moves that are offered,
    /// taken and reported have those of the protocol.
    pub numbering: Numbering,
    /// The rules of counting, for a peer of the FJK dialect that asks though it may not.
    pub rules: Rules,
    /// Silence after which an unacknowledged frame is sent again (call, Appendix A: 20 s).
    /// More than zero: a session with nothing to wait for would never let its caller rest.
    pub resend: Duration,
    /// Number of resends of one frame after which the session gives up; `None`: never.
    pub max_resends: Option<u32>,
    /// The time of a frame on the line, and the silence behind it.
    pub pace: Pace,
    /// Time for which repeats are answered after the end.
    pub linger: Duration,
    /// Time after which a frame that may be noise counts as meant; a NEWGAME in mid-game is forgotten then, unless it came
    /// again.
    pub confirm_timeout: Duration,
    /// The treatment of a peer that leaves the letter of the call.
    pub strictness: Strictness,
    /// Silence after which a peer that owes us a move is nudged: our last OK again, a byte at a
    /// time, one round for each move owed. `None`: never, as the call has it; a strict session
    /// never does. Far longer than the peer thinks ([`Config::LONG_SILENCE`]): bytes that pile up
    /// while GNU Go 3.8 thinks can end it.
    pub nudge: Option<Duration>,
    /// The form of the protocol. In the full one `color` and `size` are what the handshake says.
    pub dialect: Dialect,
}

impl Config {
    /// No program thinks so long about one move of a game of 50 minutes.
    pub const LONG_SILENCE: Duration = Duration::from_secs(300);

    /// The tournament's terms on a line of 2400 baud: 19 lines, 20 s, no limit of resends, no nudge.
    #[must_use]
    pub const fn tournament(color: Color) -> Self {
        Self {
            color,
            size: BoardSize::NINETEEN,
            numbering: Numbering::ByBoard,
            rules: Rules::Japanese,
            resend: RESEND_INTERVAL,
            max_resends: None,
            pace: Pace::from_baud(2400),
            linger: Duration::from_secs(45),
            confirm_timeout: Duration::from_secs(25),
            strictness: Strictness::Tolerant,
            nudge: None,
            dialect: Dialect::Fjk,
        }
    }

    /// The board with its numbers.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        Grid {
            size: self.size,
            numbering: self.numbering,
        }
    }

    /// A peer's move in the protocol's numbers; one that is no point of the board stays as it is.
    pub(super) fn in_protocol_numbers(&self, mv: WireMove) -> WireMove {
        let vertex = self.grid().vertex(mv);
        vertex.map_or(mv, |vertex| WireMove::new(mv.color(), vertex, self.size))
    }

    /// The terms as they stand without a handshake: those of the FJK dialect, or of a game of the
    /// full protocol that is resumed.
    pub(super) fn agreement(&self) -> Agreement {
        let proposed = match self.dialect {
            Dialect::Fjk => ProposedTerms::default(),
            Dialect::Gmp(proposed) => proposed,
        };
        Agreement {
            color: self.color,
            size: self.size,
            handicap: proposed.handicap.unwrap_or_default(),
            rules: proposed.rules.unwrap_or(self.rules),
        }
    }

    /// Nothing beyond the letter of the call is sent to a peer that is held to it.
    pub(super) fn nudge(&self) -> Option<Duration> {
        self.nudge
            .filter(|_| self.strictness == Strictness::Tolerant)
    }
}
