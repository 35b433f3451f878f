//! The game on the server's board: changed as a whole or not at all.

use crate::gtp::reply::Refusal;
use sgmp_board::record::MAX_MOVES;
use sgmp_board::rules::{Board, BoardSize, Color, Game, Komi, Move, Point, RuleSet};

/// A game, and what GTP says about it besides.
#[derive(Clone, Debug)]
pub(super) struct GtpPosition {
    game: Game,
    /// Stones Black was given; 0 in an even game.
    handicap: u8,
    /// The side that resigned after the last move.
    resigned: Option<Color>,
}

impl GtpPosition {
    pub(super) fn new(size: BoardSize, komi: Komi, rules: RuleSet) -> Self {
        Self {
            game: Game::new(size, komi).with_rules(rules),
            handicap: 0,
            resigned: None,
        }
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    pub(super) const fn rules(&self) -> RuleSet {
        self.game.rule_set()
    }

    pub(super) const fn handicap(&self) -> u8 {
        self.handicap
    }

    pub(super) const fn resigned(&self) -> Option<Color> {
        self.resigned
    }

    pub(super) const fn size(&self) -> BoardSize {
        self.game.size()
    }

    /// The position before the first move.
    pub(super) fn start(&self) -> Board {
        self.game
            .board_at(0)
            .unwrap_or_else(|| Board::new(self.size()))
    }

    /// Returns whether the board is empty and no move was made.
    pub(super) fn is_untouched(&self) -> bool {
        let empty = self.game.board().empty_points().len();
        self.game.move_count() == 0 && empty == usize::from(self.size().points())
    }

    /// Starts a game from a position.
    pub(super) fn set_up(&mut self, board: Board, first: Color) {
        self.take_game(Game::from_position(board, first, self.game.komi()));
    }

    /// Takes a game over, with the rules that are set.
    pub(super) fn take_game(&mut self, game: Game) {
        *self = Self {
            game: game.with_rules(self.rules()),
            handicap: 0,
            resigned: None,
        };
    }

    /// Sets the side to move in a position that was set up; after a move it is refused.
    pub(super) fn set_first(&mut self, first: Color) -> Result<(), Refusal> {
        if self.game.move_count() > 0 {
            return Err(Refusal::BoardNotEmpty);
        }
        let board = self.start();
        let handicap = self.handicap;
        self.set_up(board, first);
        self.handicap = handicap;
        Ok(())
    }

    /// Gives Black stones on an empty board; White is to move.
    pub(super) fn give_handicap(&mut self, points: &[Point]) -> Result<(), Refusal> {
        if !self.is_untouched() {
            return Err(Refusal::BoardNotEmpty);
        }
        let stones = points.iter().map(|point| (Color::Black, *point));
        let board = Board::from_stones(self.size(), stones).map_err(|_| Refusal::VertexList)?;
        self.set_up(board, Color::White);
        self.handicap = u8::try_from(points.len()).unwrap_or(u8::MAX);
        Ok(())
    }

    pub(super) fn set_handicap(&mut self, stones: u8) {
        self.handicap = stones;
    }

    /// Changes the komi and keeps the moves.
    pub(super) fn set_komi(&mut self, komi: Komi) {
        self.game = self.game.clone().with_komi(komi);
    }

    /// Changes the rules and keeps the moves.
    pub(super) fn set_rules(&mut self, rules: RuleSet) {
        self.game = self.game.clone().with_rules(rules);
    }

    pub(super) fn allows(&self, color: Color, mv: Move) -> bool {
        self.game.legality(color, mv).is_ok()
    }

    pub(super) fn play(&mut self, color: Color, mv: Move) -> Result<(), Refusal> {
        if self.game.move_count() >= MAX_MOVES {
            return Err(Refusal::TooManyMoves);
        }
        self.game
            .play(color, mv)
            .map_err(|_| Refusal::IllegalMove)?;
        self.resigned = None;
        Ok(())
    }

    /// Makes all of these moves, or none.
    pub(super) fn play_all(&mut self, plays: &[(Color, Move)]) -> Result<(), Refusal> {
        let mut after = self.clone();
        plays
            .iter()
            .try_for_each(|(color, mv)| after.play(*color, *mv))?;
        *self = after;
        Ok(())
    }

    /// Takes back a number of moves.
    pub(super) fn undo(&mut self, moves: usize) -> Result<(), Refusal> {
        let kept = self.game.move_count().checked_sub(moves);
        let before = kept.and_then(|kept| self.game.after(kept));
        self.game = before.ok_or(Refusal::CannotUndo)?;
        self.resigned = None;
        Ok(())
    }

    /// Notes that a side resigns.
    pub(super) const fn resign(&mut self, color: Color) {
        self.resigned = Some(color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str) -> Move {
        Move::Play(Point::parse(name).unwrap())
    }

    fn small() -> GtpPosition {
        let size = BoardSize::new(5).unwrap();
        GtpPosition::new(size, Komi::FIVE_AND_A_HALF, Default::default())
    }

    #[test]
    fn komi_and_undo_keep_the_moves_before() {
        let mut position = small();
        position
            .give_handicap(&[Point::parse("C3").unwrap()])
            .unwrap();
        position
            .play_all(&[(Color::White, at("A1")), (Color::Black, at("A2"))])
            .unwrap();
        let before = position.game().clone();
        position.set_komi(Komi::default());
        assert_eq!(position.game().moves(), before.moves());
        assert_eq!(position.game().board(), before.board());
        assert_eq!(position.game().komi(), Komi::default());
        assert_eq!(position.undo(3), Err(Refusal::CannotUndo));
        position.undo(2).unwrap();
        assert_eq!(position.game().to_move(), Color::White);
        assert_eq!(position.game().board().stones(Color::Black).count(), 1);
        assert_eq!(position.handicap(), 1);
    }

    #[test]
    fn a_sequence_is_played_whole_or_not_at_all() {
        let mut position = small();
        let plays = [(Color::Black, at("A1")), (Color::White, at("A1"))];
        assert_eq!(position.play_all(&plays), Err(Refusal::IllegalMove));
        assert!(position.is_untouched());
    }

    #[test]
    fn a_game_cannot_grow_without_bound() {
        let mut position = small();
        let passes = vec![(Color::Black, Move::Pass); MAX_MOVES];
        position.play_all(&passes).unwrap();
        let one_more = position.play(Color::White, Move::Pass);
        assert_eq!(one_more, Err(Refusal::TooManyMoves));
        position.undo(1).unwrap();
        position.play(Color::White, Move::Pass).unwrap();
    }
}
