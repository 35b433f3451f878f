//! The part of a position that the stones do not show.

use sgmp_board::rules::{Board, Color, Game, Komi, Move, Rules};

/// Past moves that the net sees.
pub const RECENT_MOVES: usize = 5;

/// The part of a position that a net is told beside the stones: whose turn it is, the last moves, komi, rules.
///
/// Komi is counted so that area counting gives the result of the game's own rules: under territory
/// rules it grows with each black stone that is put on the board and falls with each white one,
/// prisoners or not; under area rules White gets the handicap stones of two and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    to_move: Color,
    /// The latest first.
    recent: [Option<Move>; RECENT_MOVES],
    /// Half points.
    white_komi: i32,
    territory: bool,
}

impl Situation {
    /// The situation on a board on which no move was made yet; its stones are those of a handicap or a
    /// set-up.
    #[must_use]
    pub fn at_start(board: &Board, to_move: Color, komi: Komi, rules: Rules) -> Self {
        let stones = Color::BOTH.map(|color| board.stones(color).count() as i32);
        let [black, white] = stones;
        let territory = rules == Rules::Japanese;
        let more = match (territory, black, white) {
            (true, _, _) => black - white,
            (false, 2.., 0) => black,
            (false, _, _) => 0,
        };
        Self {
            to_move,
            recent: [None; RECENT_MOVES],
            white_komi: i32::from(komi.half_points()) + 2 * more,
            territory,
        }
    }

    /// The situation of a game.
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        let mut situation = Self::at_start(game.start(), game.to_move(), game.komi(), game.rules());
        for (color, mv) in game.moves() {
            situation.play(*color, *mv);
        }
        situation.to_move = game.to_move();
        situation
    }

    /// Takes note of a move.
    pub fn play(&mut self, color: Color, mv: Move) {
        self.recent.rotate_right(1);
        self.recent[0] = Some(mv);
        self.to_move = !color;
        if self.territory && mv != Move::Pass {
            self.white_komi += if color == Color::Black { 2 } else { -2 };
        }
    }

    /// Gives the turn to a color, where it is not the one whose turn it would be.
    pub const fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
    }

    /// The color to move.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The last moves, the latest first.
    #[must_use]
    pub const fn recent(&self) -> &[Option<Move>; RECENT_MOVES] {
        &self.recent
    }

    /// Points that the player to move receives, negative for Black as a rule.
    #[must_use]
    pub fn komi(&self) -> f32 {
        let white = self.white_komi as f32 / 2.0;
        match self.to_move {
            Color::White => white,
            Color::Black => -white,
        }
    }

    /// True under territory rules.
    #[must_use]
    pub const fn is_territory(&self) -> bool {
        self.territory
    }

    /// Number of passes in a row among the last moves.
    #[must_use]
    pub fn passes(&self) -> usize {
        let recent = self.recent.iter();
        recent.take_while(|mv| **mv == Some(Move::Pass)).count()
    }
}
