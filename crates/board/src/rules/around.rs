//! The neighborhood of a point, read off its code at once.
//!
//! Playouts ask this for every point they consider, and the answers are hard to predict: a look at each
//! of the four sides costs more in mispredicted branches than in reading.

use super::board::Cell;
use super::{Board, Color, Point};

/// The lower bits of the four sides in a code.
const SIDES: u16 = 1 << 2 | 1 << 6 | 1 << 8 | 1 << 12;
/// The lower bits of the four corners.
const CORNERS: u16 = 1 | 1 << 4 | 1 << 10 | 1 << 14;
/// The lower bits of all eight places.
const ALL: u16 = 0x5555;

/// The lower bits of the places where nothing lies.
const fn empty_places(code: u16) -> u16 {
    !(code | code >> 1) & ALL
}

/// The lower bits of the places where a color's stones lie.
const fn places_of(code: u16, color: Color) -> u16 {
    let (own, other) = match Cell::from_color(color) {
        Cell::Black => (code, code >> 1),
        _ => (code >> 1, code),
    };
    own & !other & ALL
}

/// Number of sides, or of corners, among these places.
const fn count(places: u16) -> usize {
    // Neighboring bits of four are added where none of the others lie, then the two sums.
    let pairs = places + (places >> 4);
    let sides = (pairs >> 2 & 3) + (pairs >> 8 & 3);
    let corners = (pairs & 3) + (pairs >> 10 & 3);
    (sides + corners) as usize
}

/// The corners that touch one of these sides.
const fn corners_at(sides: u16) -> u16 {
    (sides >> 2 & (1 | 1 << 10))
        | (sides << 2 & (1 << 4 | 1 << 14))
        | (sides >> 6 & 1)
        | (sides << 4 & 1 << 10)
        | (sides >> 4 & 1 << 4)
        | (sides << 6 & 1 << 14)
}

/// Some of the four sides of a point, left, right, below, above, or of its corners, from the lower left.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    index: usize,
    /// Offsets of the four from there.
    steps: &'static [isize; 4],
    /// A bit for each that is left.
    left: u16,
}

impl Around {
    /// The sides among these places of the point of an index.
    const fn sides(index: usize, places: u16) -> Self {
        const STEPS: [isize; 4] = {
            let stride = Point::STRIDE as isize;
            [-1, 1, -stride, stride]
        };
        let left = (places >> 6 & 1) | (places >> 7 & 2) | (places & 4) | (places >> 9 & 8);
        let steps = &STEPS;
        Self { index, steps, left }
    }

    /// The corners among them.
    const fn corners(index: usize, places: u16) -> Self {
        const STEPS: [isize; 4] = {
            let stride = Point::STRIDE as isize;
            [-stride - 1, -stride + 1, stride - 1, stride + 1]
        };
        let left = (places & 1) | (places >> 3 & 2) | (places >> 8 & 4) | (places >> 11 & 8);
        let steps = &STEPS;
        Self { index, steps, left }
    }
}

impl Iterator for Around {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.left == 0 {
            return None;
        }
        let step = self.steps[self.left.trailing_zeros() as usize & 3];
        self.left &= self.left - 1;
        Some(Point::from_cell(self.index.wrapping_add_signed(step)))
    }
}

impl Board {
    /// The empty points beside a point.
    #[inline]
    pub const fn open_beside(&self, point: Point) -> Around {
        Around::sides(point.index(), empty_places(self.around_code(point)))
    }

    /// Number of empty points beside a point.
    #[inline]
    pub const fn openings(&self, point: Point) -> usize {
        count(empty_places(self.around_code(point)) & SIDES)
    }

    /// The stones of a color beside a point.
    #[inline]
    pub const fn stones_beside(&self, point: Point, color: Color) -> Around {
        Around::sides(point.index(), places_of(self.around_code(point), color))
    }

    /// The empty corners of a point.
    #[inline]
    pub const fn open_corners(&self, point: Point) -> Around {
        Around::corners(point.index(), empty_places(self.around_code(point)))
    }

    /// Number of the eight points around an empty one that are connected to it, as far as these eight
    /// tell.
    #[inline]
    pub const fn room_around(&self, point: Point) -> usize {
        let open = empty_places(self.around_code(point));
        let sides = open & SIDES;
        count(sides | (open & corners_at(sides)))
    }

    /// Returns whether a color has a stone beside a point.
    #[inline]
    pub const fn touches(&self, point: Point, color: Color) -> bool {
        places_of(self.around_code(point), color) & SIDES != 0
    }

    /// Returns whether an empty point is an eye of one point for a color, as far as its eight neighbors
    /// tell: all four sides are own stones or the edge, and the opponent holds at most one of the
    /// corners, none of them at the edge.
    ///
    /// The rule of thumb of light playouts (Brügmann 1993, Bouzy 2003): seldom wrong, and cheap.
    #[must_use]
    #[inline]
    pub fn is_small_eye(&self, color: Color, point: Point) -> bool {
        let code = self.around_code(point);
        let at_edge = code & code >> 1 & SIDES != 0;
        let hostile = count(places_of(code, !color) & CORNERS);
        self.is_enclosed(color, point) && hostile + usize::from(at_edge) < 2
    }

    /// Returns whether a point is empty and its four sides are stones of a color or the edge: an eye,
    /// true or false.
    #[must_use]
    #[inline]
    pub fn is_enclosed(&self, color: Color, point: Point) -> bool {
        let code = self.around_code(point);
        let open = empty_places(code) | places_of(code, !color);
        open & SIDES == 0 && self.is_empty(point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::rules::{BoardSize, Move, diagram};

    #[test]
    fn sides_and_corners_decide() {
        let board = diagram::parse(
            ". X . X .
             X X . X X
             . . . O O
             X . O . O
             . X X O .",
        )
        .unwrap();
        let eye = |name, color| board.is_small_eye(color, Point::parse(name).unwrap());
        assert!(eye("A5", Color::Black) && !eye("A5", Color::White));
        assert!(eye("E5", Color::Black));
        assert!(
            !eye("A1", Color::White),
            "only Black's stones stand around A1"
        );
        assert!(eye("A1", Color::Black));
        assert!(
            eye("D2", Color::White),
            "one hostile corner is harmless in the middle"
        );
        assert!(!eye("D1", Color::White), "a stone is no eye");
        assert!(!eye("C5", Color::Black), "open below");
        assert!(board.is_enclosed(Color::White, Point::parse("D2").unwrap()));
        assert!(!board.is_enclosed(Color::Black, Point::parse("C5").unwrap()));
    }

    #[test]
    fn a_code_tells_what_a_look_at_each_cell_does() {
        let mut rng = Rng::from_seed(1);
        for lines in [2, 3, 7, 19] {
            let size = BoardSize::new(lines).unwrap();
            let mut board = Board::new(size);
            for turn in 0..300 {
                let color = Color::BOTH[turn % 2];
                let place = rng.below(u32::from(size.points())) as usize;
                let point = Point::all(size).nth(place).unwrap();
                let _ = board.play(color, Move::Play(point));
                let beside = |point| board.neighbors(point);
                for point in Point::all(size) {
                    let open: Vec<_> = beside(point).filter(|n| board.is_empty(*n)).collect();
                    assert_eq!(board.openings(point), open.len());
                    assert_eq!(board.open_beside(point).collect::<Vec<_>>(), open);
                    let is_open = |n: &Point| board.is_empty(*n);
                    let corners: Vec<_> = board.corners(point).filter(is_open).collect();
                    assert_eq!(board.open_corners(point).collect::<Vec<_>>(), corners);
                    let hangs = |n: &&Point| board.neighbors(**n).any(|m| open.contains(&m));
                    let room = open.len() + corners.iter().filter(hangs).count();
                    assert_eq!(board.room_around(point), room);
                    for color in Color::BOTH {
                        let is_own = |n: &Point| board.color_at(*n) == Some(color);
                        let own: Vec<_> = beside(point).filter(is_own).collect();
                        assert_eq!(board.stones_beside(point, color).collect::<Vec<_>>(), own);
                        let closed = board.is_empty(point) && own.len() == beside(point).count();
                        assert_eq!(board.is_enclosed(color, point), closed);
                    }
                }
            }
        }
    }
}
