//! The order of the game: which frame has its place where.

use super::violation::{Expected, Violation};
use crate::message::{Message, Query, WireMove};
use crate::session::Progress;
use crate::{Color, Grid};

/// ANSWER to QUERY(11): "I play Black".
const BLACK: u16 = 2;
/// ANSWER to QUERY(8): an even game.
const EVEN: u16 = 1;

/// The last frame that led the game on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObservedStep {
    /// Nothing yet.
    Unopened,
    /// NEWGAME.
    Opened,
    /// QUERY(11).
    ColorAsked,
    /// ANSWER(2).
    ColorAnswered,
    /// QUERY(8).
    HandicapAsked,
    /// ANSWER(1).
    HandicapAnswered,
    /// The opening's OK, or a move.
    Playing(Progress),
    /// The second of two passes.
    Over,
}

/// A new frame's place.
pub(super) struct Placing {
    /// The step that it leads to; `None` where it has no place and changes nothing.
    pub(super) step: Option<ObservedStep>,
    /// The fault in its place.
    pub(super) violation: Option<Violation>,
}

impl Placing {
    /// A frame that leads to this step.
    pub(super) const fn right(step: ObservedStep) -> Self {
        Self {
            step: Some(step),
            violation: None,
        }
    }

    const fn wrong(violation: Violation) -> Self {
        Self {
            step: None,
            violation: Some(violation),
        }
    }
}

impl ObservedStep {
    /// The frame that comes next.
    pub(super) const fn expected(self) -> Expected {
        match self {
            Self::Unopened => Expected::NewGame,
            Self::Opened => Expected::Query(Query::COLOR),
            Self::ColorAsked => Expected::Answer(BLACK),
            Self::ColorAnswered => Expected::Query(Query::HANDICAP),
            Self::HandicapAsked => Expected::Answer(EVEN),
            Self::HandicapAnswered => Expected::OpeningOk,
            Self::Playing(progress) => Expected::Move(progress.to_move()),
            Self::Over => Expected::Nothing,
        }
    }

    /// The place of a new frame other than OK.
    pub(super) fn place(self, from: Color, message: Message, grid: Grid) -> Placing {
        match (self, message) {
            (Self::Over, _) => Placing::wrong(Violation::AfterEnd),
            (_, Message::Deny | Message::Undo(_) | Message::Extended(_)) => {
                Placing::wrong(Violation::NotInDialect(message))
            }
            (_, Message::NewGame) => self.place_newgame(from),
            (_, Message::Query(query)) if !matches!(query, Query::COLOR | Query::HANDICAP) => {
                Placing::wrong(Violation::ForbiddenQuery(query))
            }
            (Self::Playing(progress), Message::Move(mv)) => place_move(progress, from, mv, grid),
            _ => self.place_in_opening(from, message, grid),
        }
    }

    fn place_newgame(self, from: Color) -> Placing {
        match (self, from) {
            (_, Color::White) => Placing::wrong(Violation::NewGameByWhite),
            (Self::Playing(progress), _) if progress.moves > 0 => {
                Placing::wrong(Violation::NewGameInPlay)
            }
            _ => Placing::right(Self::Opened),
        }
    }

    fn place_in_opening(self, from: Color, message: Message, grid: Grid) -> Placing {
        match (self, from, message) {
            (Self::Opened, Color::White, Message::Query(Query::COLOR)) => {
                Placing::right(Self::ColorAsked)
            }
            (Self::ColorAsked, Color::Black, Message::Answer(got)) => {
                answered(Self::ColorAnswered, Query::COLOR, BLACK, got)
            }
            (Self::ColorAnswered, Color::White, Message::Query(Query::HANDICAP)) => {
                Placing::right(Self::HandicapAsked)
            }
            (Self::HandicapAsked, Color::Black, Message::Answer(got)) => {
                answered(Self::HandicapAnswered, Query::HANDICAP, EVEN, got)
            }
            (Self::Unopened, ..) => Placing {
                step: self.joined_by(from, message, grid),
                violation: Some(Violation::NotOpened),
            },
            _ => Placing {
                step: self.joined_by(from, message, grid),
                violation: Some(Violation::OutOfOrder {
                    expected: self.expected(),
                }),
            },
        }
    }

    /// The step of a game that, by this frame, has gone on unseen.
    fn joined_by(self, from: Color, message: Message, grid: Grid) -> Option<Self> {
        match (self, from, message) {
            (Self::Playing(_), ..) => None,
            (_, Color::White, Message::Query(Query::COLOR)) => Some(Self::ColorAsked),
            (_, Color::White, Message::Query(Query::HANDICAP)) => Some(Self::HandicapAsked),
            (Self::Unopened, Color::Black, Message::Answer(BLACK)) => Some(Self::ColorAnswered),
            (Self::Unopened, Color::Black, Message::Answer(EVEN)) => Some(Self::HandicapAnswered),
            (_, _, Message::Move(mv)) => place_move(in_play(from), from, mv, grid).step,
            _ => None,
        }
    }

    /// The game of a side that acknowledges a move nobody saw.
    pub(super) const fn joined_by_ok(from: Color) -> Self {
        Self::Playing(in_play(from))
    }
}

/// Some moment after the first move when this side is to move.
const fn in_play(to_move: Color) -> Progress {
    let moves = match to_move {
        Color::Black => 2,
        Color::White => 1,
    };
    Progress { moves, passes: 0 }
}

/// A wrong answer is followed all the same: White should have stopped, and is seen to go on.
fn answered(step: ObservedStep, query: Query, expected: u16, got: u16) -> Placing {
    let violation = (got != expected).then_some(Violation::WrongAnswer {
        query,
        expected,
        got,
    });
    Placing {
        step: Some(step),
        violation,
    }
}

fn place_move(progress: Progress, from: Color, mv: WireMove, grid: Grid) -> Placing {
    if mv.color() != from {
        return Placing::wrong(Violation::WrongColor);
    }
    if progress.to_move() != from {
        return Placing::wrong(Violation::OutOfTurn);
    }
    if grid.vertex(mv).is_none() {
        let (number, size) = (mv.number(), grid.size);
        return Placing::wrong(Violation::PastTheBoard { number, size });
    }
    let progress = progress.after(mv.number() == 0);
    Placing::right(if progress.is_over() {
        ObservedStep::Over
    } else {
        ObservedStep::Playing(progress)
    })
}
