//! A board of seven lines as bits, with the plain rule of ko.

use sgmp_board::rules::{Board, Color, IllegalMove, Point};

/// Lines of the board.
pub(super) const LINES: u8 = 7;
/// All its points.
const ALL: u64 = (1 << (LINES * LINES)) - 1;
/// The leftmost column.
const LEFT: u64 = 0x0000_0408_1020_4081;
/// The rightmost one.
const RIGHT: u64 = LEFT << (LINES - 1);

/// A position, with the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SmallBoard {
    /// The stones of Black and of White.
    stones: [u64; 2],
    /// The point at which the side to move may not take back a ko.
    pub(super) ko: u64,
    pub(super) turn: Color,
}

/// The bit of a point.
pub(super) const fn bit(point: Point) -> u64 {
    1 << (point.column() + LINES * point.row())
}

/// The point of a bit.
pub(super) fn point_of(bit: u64) -> Point {
    let place = bit.trailing_zeros() as u8;
    Point::new(place % LINES, place / LINES).expect("a point of seven lines")
}

/// The points next to some others.
const fn next_to(points: u64) -> u64 {
    let sides = (points & !RIGHT) << 1 | (points & !LEFT) >> 1;
    (sides | points << LINES | points >> LINES) & ALL
}

/// The string among `stones` that a stone belongs to.
const fn string(stone: u64, stones: u64) -> u64 {
    let mut string = stone;
    loop {
        let grown = string | next_to(string) & stones;
        if grown == string {
            return string;
        }
        string = grown;
    }
}

impl SmallBoard {
    pub(super) fn new(board: &Board, turn: Color) -> Self {
        let is_banned = |point: &Point| board.legality(turn, *point) == Err(IllegalMove::Ko);
        let of = |color| board.stones(color).fold(0, |bits, stone| bits | bit(stone));
        Self {
            stones: [of(Color::Black), of(Color::White)],
            ko: board.ko_point().filter(is_banned).map_or(0, bit),
            turn,
        }
    }

    pub(super) const fn stones_of(self, color: Color) -> u64 {
        self.stones[color as usize]
    }

    const fn empty(self) -> u64 {
        ALL & !self.stones[0] & !self.stones[1]
    }

    /// The string of a stone of a color.
    pub(super) const fn string(self, stone: u64, color: Color) -> u64 {
        string(stone, self.stones_of(color))
    }

    /// The liberties of the string of a stone of a color.
    pub(super) const fn liberties(self, stone: u64, color: Color) -> u64 {
        next_to(self.string(stone, color)) & self.empty()
    }

    /// The position after a stone of the side to move, whatever it says of a ko; `None` if it is not
    /// allowed otherwise.
    pub(super) fn play(self, point: u64) -> Option<Self> {
        if point & self.empty() == 0 {
            return None;
        }
        let (own, other) = (self.turn, !self.turn);
        let mut after = self;
        after.stones[own as usize] |= point;
        let mut taken = 0;
        let mut left = next_to(point) & self.stones_of(other);
        while left != 0 {
            let stone = left & left.wrapping_neg();
            let string = self.string(stone, other);
            if after.liberties(stone, other) == 0 {
                taken |= string;
            }
            left &= !string;
        }
        after.stones[other as usize] &= !taken;
        let liberties = after.liberties(point, own);
        if liberties == 0 {
            return None;
        }
        let is_ko =
            taken.count_ones() == 1 && liberties == taken && after.string(point, own) == point;
        after.ko = if is_ko { taken } else { 0 };
        after.turn = other;
        Some(after)
    }

    /// The position after a pass.
    pub(super) fn pass(self) -> Self {
        Self {
            ko: 0,
            turn: !self.turn,
            ..self
        }
    }
}
