//! The board and the rules that a trace is read by: the options, else what the trace says, else a guess.

use std::fmt;

use sgmp_proto::{Grid, Message, Numbering};

use crate::line_judge::legacy_points::legacy_grid;
use crate::play::{Dialect, opening};
use crate::port::trace::{Piece, TraceBegin, TracedGame};
use crate::trace_check::trace_input::ReplayError;
use sgmp_board::rules::{BoardSize, Game, Handicap, Komi, RuleSet};

/// Moves that say something about a board.
const TELLING_MOVES: usize = 20;

/// Boards on which much is played, smallest first.
const OTHER_BOARDS: [(u8, Numbering); 3] = [
    (9, Numbering::ByBoard),
    (9, Numbering::ByNineteen),
    (13, Numbering::ByBoard),
];

/// The terms that options name.
#[derive(Clone, Copy, Debug)]
pub struct GivenTerms {
    /// The size of the board.
    pub size: Option<BoardSize>,
    /// The rules of Go.
    pub rules: Option<RuleSet>,
    /// The points that White receives; `None` leaves them to the trace.
    pub komi: Option<Komi>,
    /// True if the points of a small board are numbered in rows of 19.
    pub legacy_9x9: bool,
}

/// The terms by which a game of a trace is read.
pub struct ReplayTerms {
    /// The board with its numbers.
    pub(super) grid: Grid,
    /// The rules of Go.
    pub rules: RuleSet,
    /// True if the trace or the options name them.
    pub are_rules_said: bool,
    /// White's compensation, where it is known.
    pub komi: Option<Komi>,
    /// The game before its first move; `None` where the trace begins in the middle of it.
    pub(super) opening: Option<Game>,
    /// The part of the game that the trace has.
    pub(super) begin: TraceBegin,
    dialect: Dialect,
    guess: Option<Guess>,
}

/// A board that nobody has named.
struct Guess {
    size: BoardSize,
    /// Another board that has all points that were played.
    other: Option<Grid>,
}

impl ReplayTerms {
    /// The terms of a game: those that were given come first.
    ///
    /// # Errors
    /// The numbers of an old library on a board that it does not know.
    pub fn new(given: GivenTerms, game: &TracedGame) -> Result<Self, ReplayError> {
        let head = &game.head;
        let size = given.size.or(head.size);
        let says_legacy = given.size.is_none_or(|size| Some(size) == head.size)
            && head.numbering == Some(Numbering::ByNineteen);
        let legacy_9x9 = given.legacy_9x9 || says_legacy;
        let grid = legacy_grid(size.unwrap_or_default(), legacy_9x9)?;
        let said = given.rules.or(head.rules);
        let rules = said.unwrap_or_default();
        let komi = given.komi.or(head.komi);
        let usual = komi.unwrap_or(Komi::FIVE_AND_A_HALF);
        let handicap = head.handicap.unwrap_or(Handicap::EVEN);
        let is_empty = matches!(head.begin, TraceBegin::Handshake | TraceBegin::After(0));
        let guess = size.is_none().then(|| Guess {
            size: grid.size,
            other: other_board(game),
        });
        Ok(Self {
            grid,
            rules,
            are_rules_said: said.is_some(),
            komi,
            opening: is_empty
                .then(|| opening(grid.size, handicap, usual, rules))
                .transpose()?,
            begin: head.begin,
            dialect: head.dialect.unwrap_or_default(),
            guess,
        })
    }

    /// Returns whether the game is of the FJK dialect, by which frames are judged.
    #[must_use]
    pub const fn is_fjk(&self) -> bool {
        matches!(self.dialect, Dialect::Fjk)
    }

    /// The reason why no session of ours can be put in a side's place.
    pub fn why_unchecked(&self) -> Option<&'static str> {
        match (self.begin, self.dialect) {
            (TraceBegin::Handshake, Dialect::Fjk) => None,
            (_, Dialect::Gmp) => Some("the game is of the full protocol"),
            (TraceBegin::After(_) | TraceBegin::MidGame, Dialect::Fjk) => {
                Some("the trace does not have the beginning of the game")
            }
        }
    }
}

impl fmt::Display for ReplayTerms {
    /// Remarks on the terms, each a line of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Guess { size, other }) = &self.guess {
            write!(
                f,
                "the trace does not say its board: taken for {size} (--size N)"
            )?;
            match other {
                Some(other) => writeln!(
                    f,
                    "; all points are on {} too: {}",
                    other.size,
                    words(*other)
                )?,
                None => writeln!(f)?,
            }
        }
        match self.begin {
            TraceBegin::Handshake | TraceBegin::After(0) => {}
            TraceBegin::After(moves) => {
                writeln!(
                    f,
                    "the trace begins after move {moves}: its board is not known"
                )?;
            }
            TraceBegin::MidGame => {
                writeln!(f, "the trace begins in mid-game: its board is not known")?;
            }
        }
        match self.dialect {
            Dialect::Fjk => Ok(()),
            Dialect::Gmp => writeln!(
                f,
                "the game is of the full protocol; what it allows beyond the FJK dialect is told as a remark"
            ),
        }
    }
}

/// The options that name a board.
fn words(grid: Grid) -> String {
    let legacy = match grid.numbering {
        Numbering::ByBoard => "",
        Numbering::ByNineteen => " --legacy-9x9",
    };
    format!("--size {}{legacy}", grid.size.lines())
}

/// The smallest board that has all points of a game, if there are enough of them to tell.
fn other_board(game: &TracedGame) -> Option<Grid> {
    let pieces = game.lines.iter().flat_map(|line| line.pieces());
    let frames = pieces.filter_map(|piece: Piece| piece.frame());
    let moves: Vec<_> = frames
        .filter_map(|frame| match frame.message() {
            Message::Move(mv) => Some(mv),
            _ => None,
        })
        .collect();
    let boards = OTHER_BOARDS.iter().filter_map(|(lines, numbering)| {
        let (size, numbering) = (BoardSize::new(*lines)?, *numbering);
        Some(Grid { size, numbering })
    });
    let mut boards = boards.filter(|grid| moves.iter().all(|mv| grid.vertex(*mv).is_some()));
    boards.next().filter(|_| moves.len() >= TELLING_MOVES)
}
