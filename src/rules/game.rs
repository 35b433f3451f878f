//! A game: the position and how it came about.

use super::{Board, BoardSize, ByColor, Color, IllegalMove, Komi, Move};

/// A board with its history: moves, prisoners, passes and earlier positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    // Boxed, since a board is tens of kilobytes and a game is handed around.
    start: Box<Board>,
    board: Box<Board>,
    first: Color,
    komi: Komi,
    moves: Vec<(Color, Move)>,
    /// Hash of the position before each move.
    hashes: Vec<u64>,
    prisoners: ByColor<u16>,
}

impl Game {
    /// A game on an empty board; Black is to move.
    #[must_use]
    pub fn new(size: BoardSize, komi: Komi) -> Self {
        Self::from_position(Board::new(size), Color::Black, komi)
    }

    /// A game that goes on from a position, with no prisoners yet; `first` is to move.
    #[must_use]
    pub fn from_position(board: Board, first: Color, komi: Komi) -> Self {
        Self {
            start: Box::new(board.clone()),
            board: Box::new(board),
            first,
            komi,
            moves: Vec::new(),
            hashes: Vec::new(),
            prisoners: ByColor::default(),
        }
    }

    /// The board's size.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// Points White receives.
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// The position now.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// All moves from the first one.
    #[must_use]
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// How many moves were made, passes included.
    #[must_use]
    pub const fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// The latest move.
    #[must_use]
    pub fn last_move(&self) -> Option<(Color, Move)> {
        self.moves.last().copied()
    }

    /// Stones each colour has captured so far.
    #[must_use]
    pub const fn prisoners(&self) -> ByColor<u16> {
        self.prisoners
    }

    /// The colour whose turn it is: the other one after a move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.last_move().map_or(self.first, |(color, _)| !color)
    }

    /// How many of the latest moves in a row were passes. Two end the game.
    #[must_use]
    pub fn consecutive_passes(&self) -> usize {
        self.moves
            .iter()
            .rev()
            .take_while(|(_, mv)| *mv == Move::Pass)
            .count()
    }

    /// Makes a move and gives the number of stones it captured.
    ///
    /// The colour is not held against [`Self::to_move`]: records hold moves out of turn.
    ///
    /// # Errors
    /// The reason why the move is not allowed; the game is unchanged then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<u16, IllegalMove> {
        let before = self.board.hash();
        let captured = self.board.play(color, mv)?;
        self.hashes.push(before);
        self.moves.push((color, mv));
        self.prisoners[color] = self.prisoners[color].saturating_add(captured);
        Ok(captured)
    }

    /// Takes the latest move back and gives it; `None` at the start.
    pub fn undo(&mut self) -> Option<(Color, Move)> {
        let undone = self.last_move()?;
        *self = self.game_at(self.moves.len() - 1)?;
        Some(undone)
    }

    /// The position after the first `moves` moves; `None` if there were fewer.
    #[must_use]
    pub fn board_at(&self, moves: usize) -> Option<Board> {
        Some(*self.game_at(moves)?.board)
    }

    /// Whether a move would bring back a position of this game, whoever was to move then.
    ///
    /// The rules allow it, but for a simple ko; a game in which both sides insist has no result.
    /// False for passes and illegal moves.
    #[must_use]
    pub fn repeats(&self, color: Color, mv: Move) -> bool {
        let mut board = self.board.clone();
        match board.play(color, mv) {
            Ok(_) if mv != Move::Pass => self.hashes.contains(&board.hash()),
            _ => false,
        }
    }

    /// The game after its first `moves` moves, played again.
    fn game_at(&self, moves: usize) -> Option<Self> {
        let mut game = Self::from_position((*self.start).clone(), self.first, self.komi);
        for (color, mv) in self.moves.get(..moves)? {
            game.play(*color, *mv).ok()?;
        }
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Point, diagram};

    fn at(name: &str) -> Move {
        Move::Play(Point::parse(name).unwrap())
    }

    fn play(game: &mut Game, moves: &str) {
        for name in moves.split_whitespace() {
            let mv = if name == "pass" { Move::Pass } else { at(name) };
            game.play(game.to_move(), mv).unwrap();
        }
    }

    fn small() -> Game {
        Game::new(BoardSize::new(5).unwrap(), Komi::FIVE_AND_A_HALF)
    }

    #[test]
    fn turns_passes_and_prisoners_are_counted() {
        let mut game = small();
        assert_eq!(game.to_move(), Color::Black);
        play(&mut game, "A1 B1 pass A2");
        assert_eq!(game.to_move(), Color::Black);
        assert_eq!(game.prisoners(), ByColor::new(0, 1));
        assert_eq!(game.consecutive_passes(), 0);
        play(&mut game, "pass pass");
        assert_eq!(game.consecutive_passes(), 2);
        assert_eq!(game.move_count(), 6);
    }

    #[test]
    fn undo_brings_back_every_earlier_game() {
        let mut game = small();
        let mut earlier = vec![game.clone()];
        for moves in ["B1", "A1", "A2", "pass", "C2", "pass"] {
            play(&mut game, moves);
            earlier.push(game.clone());
        }
        assert_eq!(game.prisoners(), ByColor::new(1, 0));
        for (count, before) in earlier.iter().enumerate() {
            assert_eq!(game.board_at(count).as_ref(), Some(before.board()));
        }
        assert_eq!(game.board_at(7), None);
        while let Some(before) = {
            earlier.pop();
            earlier.last()
        } {
            assert!(game.undo().is_some());
            assert_eq!(&game, before);
        }
        assert_eq!(game.undo(), None);
    }

    #[test]
    fn an_illegal_move_leaves_the_game_alone() {
        let mut game = small();
        play(&mut game, "A2 pass B1");
        let before = game.clone();
        assert_eq!(game.play(Color::White, at("A1")), Err(IllegalMove::Suicide));
        assert_eq!(game, before);
    }

    #[test]
    fn sending_two_returning_one_repeats_the_position() {
        let board = diagram::parse(
            ". X . X
             O O X X
             . O X .
             . O X .",
        )
        .unwrap();
        let mut game = Game::from_position(board.clone(), Color::Black, Komi::default());
        play(&mut game, "A4 C4");
        assert!(game.repeats(Color::Black, at("B4")));
        assert!(!game.repeats(Color::Black, at("D1")));
        assert!(!game.repeats(Color::Black, Move::Pass));
        play(&mut game, "B4");
        assert_eq!(game.board(), &board);
    }
}
