//! Canonical positions: equal for positions that differ in color or by a symmetry alone.
//
// A position is known by a Zobrist key (Zobrist 1970) over three kinds of things: stones of the side
// to move, stones of the other side, and the point that a ko forbids. Taking "to move" in place of
// "black" makes the key the same with colors exchanged. To fold symmetries, the key of every image
// is computed and the smallest one is the position's; the symmetries that give the smallest key
// are those that map the position to its canonical form, several if the position is symmetric.

use super::symmetry::{Symmetries, Symmetry};
use sgmp_board::rng::split_mix;
use sgmp_board::rules::{Board, BoardSize, Color, IllegalMove, Move, Point};

/// Keys of the stones of the side to move, of the other side's, and of the point that a ko forbids.
/// They never change, since users may store them; the compiled book does not depend on them.
static KEYS: [[u64; Point::AREA]; 3] = {
    let mut keys = [[0; Point::AREA]; 3];
    let mut state = 0x6a6f_7365_6b69_2121;
    let mut kind = 0;
    while kind < 3 {
        let mut index = 0;
        while index < Point::AREA {
            (state, keys[kind][index]) = split_mix(state);
            index += 1;
        }
        kind += 1;
    }
    keys
};

/// The row of [`KEYS`] for a stone.
const fn kind(stone: Color, to_move: Color) -> usize {
    (stone as u8 != to_move as u8) as usize
}

const KO: usize = 2;

/// The key of a position, and the symmetries that map the position to its canonical form.
///
/// Equal positions have the same key, and so have their images under the book's symmetries and the
/// same positions with colors exchanged; the empty board has 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalPosition {
    key: u64,
    /// The symmetries that map to the canonical form: several if the position is symmetric.
    symmetries: Vec<Symmetry>,
    size: BoardSize,
}

impl CanonicalPosition {
    /// The canonical form of stones, and of the point that a ko forbids, on a board of this size.
    #[must_use]
    pub fn new(
        symmetries: Symmetries,
        size: BoardSize,
        to_move: Color,
        stones: &[(Color, Point)],
        ko: Option<Point>,
    ) -> Self {
        let symmetries = symmetries.all();
        let mut keys = [0; 8];
        let things = stones
            .iter()
            .map(|(color, point)| (kind(*color, to_move), *point))
            .chain(ko.map(|point| (KO, point)));
        for (kind, point) in things {
            for (key, symmetry) in keys.iter_mut().zip(symmetries) {
                // Exclusive or: the stones may come in any order.
                *key ^= KEYS[kind][symmetry.point(point, size).index()];
            }
        }
        let key = keys[..symmetries.len()].iter().copied().min().unwrap_or(0);
        // Where more than one has the least key, the position is symmetric, and its moves have as many images.
        let symmetries = symmetries.iter().zip(keys).filter(|(_, k)| *k == key);
        Self {
            key,
            symmetries: symmetries.map(|(symmetry, _)| *symmetry).collect(),
            size,
        }
    }

    /// The key of the position.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Maps a move to the canonical form: to the first of its images.
    #[must_use]
    pub fn to_book(&self, mv: Move) -> Move {
        let Move::Play(point) = mv else { return mv };
        let images = self.symmetries.iter().map(|f| f.point(point, self.size));
        images.min().map_or(mv, Move::Play)
    }

    /// Maps a move of the book to this position: to its rightmost image.
    #[must_use]
    pub fn rightmost_from_book(&self, mv: Move) -> Move {
        let column = |mv: &Move| match mv {
            Move::Pass => 0,
            Move::Play(point) => point.column(),
        };
        let images = self.board_moves(mv).into_iter();
        images.max_by_key(column).unwrap_or(mv)
    }

    /// Maps a move of the book to this position: one move, or its images if the position is
    /// symmetric.
    #[must_use]
    pub fn board_moves(&self, mv: Move) -> Vec<Move> {
        let images = self
            .symmetries
            .iter()
            .map(|f| f.inverse().mv(mv, self.size));
        let mut moves: Vec<Move> = Vec::with_capacity(2);
        for image in images {
            if !moves.contains(&image) {
                moves.push(image);
            }
        }
        moves
    }
}

/// A position on a line of a book: a board and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookPosition {
    /// Boxed: many positions are moved about, and a board is large.
    board: Box<Board>,
    to_move: Color,
    /// The stones of the board, in any order: boards of a book are almost empty.
    stones: Vec<(Color, Point)>,
}

impl BookPosition {
    /// The empty board; Black begins.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        Self {
            board: Box::new(Board::new(size)),
            to_move: Color::Black,
            stones: Vec::new(),
        }
    }

    /// The position of a board.
    #[must_use]
    pub(crate) fn from_board(board: Board, to_move: Color) -> Self {
        let stones = Point::all(board.size()).filter_map(|p| Some((board.color_at(p)?, p)));
        Self {
            stones: stones.collect(),
            board: Box::new(board),
            to_move,
        }
    }

    /// The board with the stones of the line on it.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Plays a move, or elsewhere ([`Move::Pass`]).
    ///
    /// # Errors
    /// The reason why the move is not allowed; the position is unchanged then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let captured = self.board.play(self.to_move, mv)?;
        if let Move::Play(point) = mv {
            self.stones.push((self.to_move, point));
        }
        if captured > 0 {
            let board = &self.board;
            self.stones.retain(|(_, point)| !board.is_empty(*point));
        }
        self.to_move = !self.to_move;
        Ok(())
    }

    /// The canonical form after a move; cheaper than playing it.
    ///
    /// # Errors
    /// The reason why the move is not allowed.
    pub(super) fn canonical_after(
        &self,
        symmetries: Symmetries,
        mv: Move,
    ) -> Result<CanonicalPosition, IllegalMove> {
        let board = &self.board;
        let is_taken =
            |p: Point| board.color_at(p) == Some(!self.to_move) && board.liberties(p) == 1;
        let mut stones = self.stones.clone();
        if let Move::Play(point) = mv {
            board.legality(self.to_move, point)?;
            if board.neighbors(point).any(is_taken) {
                let mut after = self.clone();
                after.play(mv)?;
                return Ok(after.canonical(symmetries));
            }
            stones.push((self.to_move, point));
        }
        let size = board.size();
        Ok(CanonicalPosition::new(
            symmetries,
            size,
            !self.to_move,
            &stones,
            // Nothing was captured, so no ko is left.
            None,
        ))
    }

    /// The position after these moves from the empty board.
    ///
    /// # Errors
    /// The reason why one of them is not allowed.
    pub fn after_moves(size: BoardSize, moves: &[Move]) -> Result<Self, IllegalMove> {
        let mut position = Self::new(size);
        for mv in moves {
            position.play(*mv)?;
        }
        Ok(position)
    }

    /// The canonical form under these symmetries.
    #[must_use]
    pub fn canonical(&self, symmetries: Symmetries) -> CanonicalPosition {
        let board = &self.board;
        let ko = board.ko_point();
        CanonicalPosition::new(symmetries, board.size(), self.to_move, &self.stones, ko)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(words: &str) -> BookPosition {
        let moves: Vec<Move> = words
            .split_whitespace()
            .map(|word| Point::parse(word).map_or(Move::Pass, Move::Play))
            .collect();
        BookPosition::after_moves(BoardSize::NINETEEN, &moves).unwrap()
    }

    fn key(words: &str) -> u64 {
        after(words).canonical(Symmetries::Corner).key()
    }

    #[test]
    fn order_color_and_diagonal_make_no_difference() {
        assert_eq!(key("Q16 R14 O17"), key("Q16 O17 R14"));
        assert_eq!(key("Q16 R14 - R10"), key("- Q16 R14 - R10"));
        assert_ne!(key("Q16 R14"), key("Q16 R14 -"));
        assert_ne!(key("Q16 R14"), key("R14 Q16"));
        assert_eq!(
            BookPosition::new(BoardSize::NINETEEN)
                .canonical(Symmetries::Board)
                .key(),
            0
        );
    }

    #[test]
    fn a_symmetric_position_has_two_images_of_a_move() {
        let canonical = after("Q16").canonical(Symmetries::Corner);
        let moves = ["R14", "O17"].map(|text| Move::Play(Point::parse(text).unwrap()));
        assert_eq!(canonical.to_book(moves[0]), canonical.to_book(moves[1]));
        let images = canonical.board_moves(canonical.to_book(moves[0]));
        assert!(images.len() == 2 && moves.iter().all(|mv| images.contains(mv)));
        let lone = after("Q16 R14").canonical(Symmetries::Corner);
        let answer = lone.board_moves(lone.to_book(moves[1]));
        assert_eq!(answer, [moves[1]]);
    }

    #[test]
    fn the_stance_after_a_move_is_told_before_it() {
        for words in ["Q16", "Q16 R14", "A2 B2 B1 C1 -", "A2 A1 -"] {
            let position = after(words);
            for mv in ["A1", "B1", "R17"].map(|text| Move::Play(Point::parse(text).unwrap())) {
                let mut made = position.clone();
                let told = position.canonical_after(Symmetries::Corner, mv);
                match made.play(mv) {
                    Ok(()) => assert_eq!(told, Ok(made.canonical(Symmetries::Corner))),
                    Err(error) => assert_eq!(told, Err(error)),
                }
            }
        }
    }

    #[test]
    fn a_ko_is_part_of_the_position() {
        let open = "A2 B2 B1 C1 - A1";
        assert_ne!(key(open), key(&format!("{open} - -")));
    }
}
