//! The player: a game in, a decision out.
//!
//! Time is not read here: whoever holds the clock requests the [`Halt`].

use crate::rng::Rng;
use crate::rules::{Color, Game, Move, PointSet};
use crate::search::{self, Halt, Params};

/// Playouts that judge which stones are dead: about a twentieth of a second on 19x19.
const JUDGING_PLAYOUTS: u32 = 2000;

/// Playouts below which a value is too uncertain to resign on.
const RESIGNING_PLAYOUTS: u32 = 100;

/// How an engine plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The seed all chance comes from.
    pub seed: u64,
    /// Playouts for a move at most; without a cap only the [`Halt`] ends a search.
    pub playouts: Option<u32>,
    /// When to resign; `None` plays on to the end.
    pub resign: Option<Resignation>,
    /// What steers the search.
    pub params: Params,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 0,
            playouts: None,
            resign: Some(Resignation::default()),
            params: Params::default(),
        }
    }
}

/// When a game is hopeless.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resignation {
    /// The value that counts as hopeless: below this part of playouts won, 0 to 1.
    pub below: f32,
    /// How many own moves in a row must be hopeless; the last of them is not made.
    pub in_a_row: u32,
    /// Moves of the game, in parts of the board's points, before which nobody resigns.
    pub not_before: f32,
}

impl Default for Resignation {
    fn default() -> Self {
        Self {
            below: 0.03,
            in_a_row: 5,
            not_before: 0.4,
        }
    }
}

/// What the engine decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// To make this move.
    Move(Move),
    /// To give the game up.
    Resign,
}

/// A decision and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// What to do.
    pub decision: Decision,
    /// The part of playouts won, 0 to 1; one half without playouts.
    pub value: f32,
    /// Playouts done.
    pub playouts: u32,
}

/// A player of one game after another.
#[derive(Clone, Debug)]
pub struct Engine {
    settings: Settings,
    hopeless: Hopeless,
}

/// How long it has looked hopeless, and after how many moves of which colour last.
#[derive(Clone, Copy, Debug, Default)]
struct Hopeless {
    in_a_row: u32,
    seen: Option<(Color, usize)>,
}

impl Engine {
    /// An engine that has seen no game yet.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            hopeless: Hopeless::default(),
        }
    }

    /// Decides what `color` does next; thinks until the cap of playouts or until `halt`.
    ///
    /// Returns within about a millisecond of the request, with whatever is known by then. With
    /// a cap and no halt the move depends on the settings and the game alone. Whether to resign
    /// depends on the moves chosen before, too.
    #[must_use]
    pub fn choose(&mut self, game: &Game, color: Color, halt: &Halt) -> Choice {
        let mut rng = self.rng(&format!("move {}", game.move_count()));
        let most = self.settings.playouts.unwrap_or(u32::MAX);
        let found = search::search(game, color, &self.settings.params, &mut rng, halt, most);
        let decision = if self.gives_up(game, color, &found) {
            Decision::Resign
        } else {
            Decision::Move(found.mv)
        };
        Choice {
            decision,
            value: found.value,
            playouts: found.playouts,
        }
    }

    /// The stones that are dead as the board stands, as whole strings.
    ///
    /// Depends on the seed and the position alone, not on what the engine did before.
    #[must_use]
    pub fn dead_stones(&self, game: &Game) -> PointSet {
        search::dead_stones(game.board(), &mut self.rng("dead stones"), JUDGING_PLAYOUTS)
    }

    /// The stream of chance for one purpose.
    fn rng(&self, name: &str) -> Rng {
        Rng::from_seed(self.settings.seed).split(name)
    }

    fn gives_up(&mut self, game: &Game, color: Color, found: &search::Finding) -> bool {
        let Some(rule) = self.settings.resign else {
            return false;
        };
        let moves = game.move_count();
        let follows = self
            .hopeless
            .seen
            .is_some_and(|(c, m)| c == color && m < moves);
        let hopeless = found.playouts >= RESIGNING_PLAYOUTS && found.value < rule.below;
        self.hopeless = Hopeless {
            in_a_row: match (hopeless, follows) {
                (true, true) => self.hopeless.in_a_row + 1,
                (true, false) => 1,
                (false, _) => 0,
            },
            seen: Some((color, moves)),
        };
        let early = (moves as f32) < rule.not_before * f32::from(game.size().points());
        !early && self.hopeless.in_a_row >= rule.in_a_row
    }
}
