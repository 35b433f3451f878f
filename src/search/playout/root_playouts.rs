//! Playouts from one position, without a tree.

use super::heavy_playout::play_some;
use super::light_playout::{Latest, play_to_end};
use super::local_choice::{Choice, Witness};
use super::ownership::Owners;
use super::playout_scoring::Counting;
use super::policy::PlayoutPolicy;
use crate::rng::Rng;
use crate::rules::{Board, Color, Game};

/// A position that is played out again and again.
#[derive(Debug)]
pub struct Rehearsal<'a> {
    game: &'a Game,
    counting: Counting,
    stones_ahead: i32,
    latest: Latest,
    board: Board,
}

impl<'a> Rehearsal<'a> {
    /// From where a game stands.
    #[must_use]
    pub fn new(game: &'a Game) -> Self {
        let counting = Counting::of(game);
        Self {
            game,
            counting,
            stones_ahead: counting.stones_ahead(game),
            latest: Latest::from_game(game),
            board: game.board().clone(),
        }
    }

    /// The board after the last playout.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Plays it out once: Black's margin in half points.
    pub fn play<W: Witness>(
        &mut self,
        policy: &PlayoutPolicy,
        rng: &mut Rng,
        witness: &mut W,
    ) -> i32 {
        self.board.clone_from(self.game.board());
        let turn: Color = self.game.to_move();
        let mut choice = Choice::new();
        play_to_end(
            &mut self.board,
            turn,
            self.latest,
            |_, _| {},
            |board, color, latest| {
                play_some(board, color, latest, policy, rng, &mut choice, witness)
            },
        );
        let owners = Owners::of(&self.board);
        self.counting.margin(&owners, self.stones_ahead, turn)
    }
}
