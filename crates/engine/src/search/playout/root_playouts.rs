//! Playouts from one position, without a tree.

use super::heavy_playout::play_some;
use super::light_playout::{LastMoves, play_to_end};
use super::local_choice::{LocalChoice, PlayoutObserver};
use super::ownership::PointOwners;
use super::playout_scoring::PlayoutScoring;
use super::policy::PlayoutPolicy;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, Color, Game};

/// A position that is played out again and again.
#[derive(Debug)]
pub struct RootPlayouts<'a> {
    game: &'a Game,
    counting: PlayoutScoring,
    stones_ahead: i32,
    last_moves: LastMoves,
    board: Board,
}

impl<'a> RootPlayouts<'a> {
    /// From where a game stands.
    #[must_use]
    pub fn new(game: &'a Game) -> Self {
        let counting = PlayoutScoring::for_game(game);
        Self {
            game,
            counting,
            stones_ahead: counting.stones_ahead(game),
            last_moves: LastMoves::from_game(game),
            board: game.board().clone(),
        }
    }

    /// The board after the last playout.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Plays it out once: Black's margin in half points.
    pub fn play<W: PlayoutObserver>(
        &mut self,
        policy: &PlayoutPolicy,
        rng: &mut Rng,
        observer: &mut W,
    ) -> i32 {
        self.board.clone_from(self.game.board());
        let turn: Color = self.game.to_move();
        let mut choice = LocalChoice::new();
        play_to_end(
            &mut self.board,
            turn,
            self.last_moves,
            |_, _| {},
            |board, color, last_moves| {
                play_some(board, color, last_moves, policy, rng, &mut choice, observer)
            },
        );
        let owners = PointOwners::from_final_board(&self.board);
        self.counting.margin(&owners, self.stones_ahead, turn)
    }
}
