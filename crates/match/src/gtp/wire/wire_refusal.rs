//! The refusals of a server for a match on the wire.

use thiserror::Error;

use crate::gtp::reply::Refusal;
use sgmp_board::rules::{BoardSize, Color, IllegalMove, Komi, Move, Rules};

/// The reason a match has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NoResult(
    /// The whole sentence: "cannot score: the game is not over".
    pub String,
);

/// The reason a command is refused: it does not follow from the match on the wire.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum WireRefusal {
    #[error("line too long")]
    LineTooLong,
    #[error("unknown command")]
    UnknownCommand,
    /// Arguments are missing or are not what they should be.
    #[error(transparent)]
    Arguments(#[from] Refusal),
    #[error("syntax error: use komi NUMBER")]
    KomiUsage,
    #[error("the wire carries one game, and it has begun: start sgmp-go again for another")]
    GameHasBegun,
    #[error(
        "unacceptable size: this match is on {size}, and the wire cannot change it: start \
         sgmp-go with --size {asked}"
    )]
    OtherSize { size: BoardSize, asked: u32 },
    #[error(
        "the wire carries no komi: this match has {komi}: start sgmp-go with --komi {asked}, and \
         the other program alike"
    )]
    OtherKomi { komi: Komi, asked: String },
    #[error(
        "this match is by {0} rules, and the wire cannot change them: start sgmp-go with --rules"
    )]
    OtherRules(Rules),
    #[error("invalid handicap: the wire carries even games only")]
    Handicap,
    #[error("cannot undo: a move that is on the wire cannot be taken back")]
    Undo,
    #[error("the game is over: {0}")]
    GameOver(String),
    #[error("it is {0}'s turn")]
    OtherTurn(Color),
    #[error("illegal move: {0}")]
    IllegalMove(IllegalMove),
    /// A move for the other program's color.
    #[error("{0}'s moves come from the other program: use genmove")]
    UseGenmove(Color),
    /// A move is asked for that the controller has to make.
    #[error("{color} is played by you: use play; the other program plays {other}", other = !*color)]
    UsePlay { color: Color },
    #[error("{0} is the other program's: it does not resign by you")]
    NotYoursToResign(Color),
    #[error("{0} has moved meanwhile: use genmove")]
    MovedMeanwhile(Color),
    /// Another move is on record.
    #[error("move {number} of this match is {color} {mv}")]
    OtherMove {
        number: usize,
        color: Color,
        mv: Move,
    },
    /// A move of the controller's own color is on record first.
    #[error("move {number} of this match is {color} {mv}: play it first")]
    PlayFirst {
        number: usize,
        color: Color,
        mv: Move,
    },
    #[error("interrupted: nothing was sent, the other program is not there yet")]
    PlayInterrupted,
    #[error("interrupted: nothing was done")]
    ResignInterrupted,
    #[error("interrupted: {0}'s move has not come yet")]
    GenmoveInterrupted(Color),
    #[error("{0}'s move has not come")]
    NoMove(Color),
    #[error("invalid status: this match tells the dead stones only")]
    Status,
    #[error(transparent)]
    NoResult(#[from] NoResult),
}
