//! Wishes of a person in a game. A typed line, a key, a click and a request of a page make the same ones, and they are
//! carried out here.

use sgmp_proto::Instant;

use super::{GameEvent, LocalGame, Phase, Refusal};
use sgmp_board::rules::{Move, Point};

/// Something that a person wishes in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameWish {
    /// A move of the side to move.
    Move(Move),
    /// A person's latest move back.
    TakeBack,
    /// The game given up.
    Resign,
    /// In a count: the string here dead, or alive after all.
    ToggleDead(Point),
    /// In a count: the count as it stands.
    Accept,
    /// In a count: more moves.
    PlayOn,
}

impl GameWish {
    /// The wish of somebody who names a point, by the phase of the game; `None` once it is over.
    #[must_use]
    pub const fn of_point(point: Point, phase: &Phase) -> Option<Self> {
        match phase {
            Phase::Playing => Some(Self::Move(Move::Play(point))),
            Phase::Counting(_) => Some(Self::ToggleDead(point)),
            Phase::Over(_) => None,
        }
    }
}

impl LocalGame {
    /// Carries a wish out, and tells what happened.
    ///
    /// # Errors
    /// The reason why not; the game is as it was then.
    pub fn grant(&mut self, wish: GameWish, now: Instant) -> Result<Vec<GameEvent>, Refusal> {
        match wish {
            GameWish::Move(mv) => self.play(mv, now),
            GameWish::TakeBack => self.take_back(now),
            GameWish::Resign => self.resign(now),
            GameWish::ToggleDead(point) => self.toggle_dead(point),
            GameWish::Accept => self.accept_count(now),
            GameWish::PlayOn => self.play_on(now),
        }
    }
}
