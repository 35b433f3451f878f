//! A game and its labels.

use sgmp_board::rules::{Board, BoardSize, Color, IllegalMove, Komi, Move, Point, Rules};
use sgmp_engine::net::inputs::{Plane, Situation};

/// The place of a pass among moves.
pub(super) const PASS: u16 = 361;

/// Moves whose probabilities a label holds at most.
pub(super) const MAX_POLICY: usize = 24;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LabelledEnd {
    /// It was broken off.
    CutOff,
    /// By two passes, or by a pass where the same player had passed before.
    Passes,
    /// A position came for the third time.
    Repetition,
    /// It had as many moves as are allowed.
    TooLong,
}

impl LabelledEnd {
    const ALL: [Self; 4] = [Self::CutOff, Self::Passes, Self::Repetition, Self::TooLong];

    pub(super) const fn code(self) -> u8 {
        self as u8
    }

    pub(super) fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }
}

/// A teacher's judgment of a position, from the side of the player to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Label {
    /// The place of a move (`y * 19 + x` from the upper left, 361 for a pass) and 255 times the root of
    /// its probability, the likeliest first; 24 at most.
    pub(crate) policy: Vec<(u16, u8)>,
    /// Probability to win, times 65535.
    pub(crate) win: u16,
    /// Mean of the score in points, komi included, times 16.
    pub(crate) score: i16,
    /// Points by which the mover leads, times 16.
    pub(crate) lead: i16,
    /// Owner of each point, row by row from the upper left, times 127; for some positions alone.
    pub(crate) ownership: Option<Vec<i8>>,
}

/// A game and a label for the position before each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledGame {
    pub(crate) size: BoardSize,
    /// Japanese: territory; Chinese: area.
    pub(crate) rules: Rules,
    /// Komi as the game names it: handicap stones are not counted in it.
    pub(crate) komi: Komi,
    /// Black's handicap stones, by place; with some White begins.
    pub(crate) handicap: Vec<u16>,
    pub(crate) end: LabelledEnd,
    /// True if it is kept apart to test what was learned from the others.
    pub(crate) held_out: bool,
    /// The moves by place; the colors take turns.
    pub moves: Vec<u16>,
    /// A label for each move.
    pub(crate) labels: Vec<Label>,
}

impl LabelledGame {
    /// The board before the first move, and who begins.
    ///
    /// # Errors
    /// Handicap stones that cannot be put on the board.
    pub(crate) fn start(&self) -> Result<(Board, Situation), ReplayError> {
        let mut stones = Vec::new();
        for place in &self.handicap {
            stones.push((Color::Black, point(*place, self.size)?));
        }
        let first = if stones.is_empty() {
            Color::Black
        } else {
            Color::White
        };
        let board = Board::from_stones(self.size, stones).map_err(|_| ReplayError::Handicap)?;
        let situation = Situation::at_start(&board, first, self.komi, self.rules);
        Ok((board, situation))
    }

    /// The move to a place.
    ///
    /// # Errors
    /// A place that is not on the board.
    pub(super) fn move_at(&self, place: u16) -> Result<Move, ReplayError> {
        match place {
            PASS => Ok(Move::Pass),
            place => Ok(Move::Play(point(place, self.size)?)),
        }
    }

    /// Visits the position before each move.
    ///
    /// # Errors
    /// A move that is not on the board or not legal by simple ko without suicide.
    pub(crate) fn replay(
        &self,
        mut visit: impl FnMut(&Board, &Situation, usize),
    ) -> Result<(), ReplayError> {
        let (mut board, mut situation) = self.start()?;
        for (number, place) in self.moves.iter().enumerate() {
            visit(&board, &situation, number);
            let color = situation.to_move();
            let mv = self.move_at(*place)?;
            board
                .play(color, mv)
                .map_err(|why| ReplayError::Illegal { number, why })?;
            situation.play(color, mv);
        }
        Ok(())
    }
}

fn point(place: u16, size: BoardSize) -> Result<Point, ReplayError> {
    Plane::point(place.into(), size).ok_or(ReplayError::OffBoard(place))
}

/// The reason why a game cannot be played over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A stone of the handicap is off the board or on another.
    #[error("its handicap stones cannot be put on the board")]
    Handicap,
    /// A place that is on no such board.
    #[error("place {0} is not on its board")]
    OffBoard(u16),
    /// A move against the rules.
    #[error("its move {number} is not legal: {why}", number = .number + 1)]
    Illegal {
        /// Moves before it, which is its number from 0.
        number: usize,
        /// The rule of Go that it breaks.
        why: IllegalMove,
    },
}
