//! A position as the book sees it: colors told by whose turn it is, symmetries folded.

use super::symmetry::{Symmetries, Symmetry};
use crate::rng::split_mix;
use crate::rules::{Board, BoardSize, Color, IllegalMove, Move, Point};

/// Keys of the stones of the side to move, of the other side's, and of the point that a ko forbids.
/// Fixed for ever: the order of the embedded book's nodes does not depend on them, but its users may
/// keep keys.
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

/// A position's name in a book, and how it has to be laid to be the one in the book.
///
/// Equal positions, their images under the symmetries's symmetries and the same with colors changed have
/// the same key; the empty board has 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalPosition {
    key: u64,
    /// The symmetries that lead to the book's form: several where the position is symmetric.
    symmetries: Vec<Symmetry>,
    size: BoardSize,
}

impl CanonicalPosition {
    /// The canonical of stones (and of the point that a ko forbids) on a board of this size.
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
                *key ^= KEYS[kind][symmetry.point(point, size).index()];
            }
        }
        let key = keys[..symmetries.len()].iter().copied().min().unwrap_or(0);
        let symmetries = symmetries.iter().zip(keys).filter(|(_, k)| *k == key);
        Self {
            key,
            symmetries: symmetries.map(|(symmetry, _)| *symmetry).collect(),
            size,
        }
    }

    /// The position's name.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// A move of this position as the book writes it: of its images the first.
    #[must_use]
    pub fn to_book(&self, mv: Move) -> Move {
        let Move::Play(point) = mv else { return mv };
        let images = self.symmetries.iter().map(|f| f.point(point, self.size));
        images.min().map_or(mv, Move::Play)
    }

    /// What a move of the book means in this position, the image furthest to the right.
    #[must_use]
    pub fn rightmost_from_book(&self, mv: Move) -> Move {
        let column = |mv: &Move| match mv {
            Move::Pass => 0,
            Move::Play(point) => point.column(),
        };
        let images = self.from_book(mv).into_iter();
        images.max_by_key(column).unwrap_or(mv)
    }

    /// What a move of the book means in this position: one move, or its images where the position is
    /// symmetric.
    #[must_use]
    pub fn from_book(&self, mv: Move) -> Vec<Move> {
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

/// Stones on a board and whose turn it is, as lines of a book lead there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookPosition {
    /// Boxed: whole books of positions are moved about, and a board is large.
    board: Box<Board>,
    to_move: Color,
    /// The board's stones, in any order: a book's boards are almost empty.
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

    /// Stones that stand already.
    #[must_use]
    pub fn from_board(board: Board, to_move: Color) -> Self {
        let stones = Point::all(board.size()).filter_map(|p| Some((board.color_at(p)?, p)));
        Self {
            stones: stones.collect(),
            board: Box::new(board),
            to_move,
        }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Plays a move, or leaves the place alone ([`Move::Pass`]).
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

    /// How a book sees the position after a move; cheaper than making it.
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

    /// How a book sees it.
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
        let images = canonical.from_book(canonical.to_book(moves[0]));
        assert!(images.len() == 2 && moves.iter().all(|mv| images.contains(mv)));
        let lone = after("Q16 R14").canonical(Symmetries::Corner);
        let answer = lone.from_book(lone.to_book(moves[1]));
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
