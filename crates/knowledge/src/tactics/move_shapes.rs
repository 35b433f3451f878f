//! The shapes that a stone makes with those around it, by their definitions on the board: a name is told only where its
//! definition holds.
//!
//! A point is written by its steps from the move along one of the eight ways in which a board can lie: `(1, 0)` is the
//! point ahead, `(0, 1)` the one at the side, `(1, 1)` the one at the corner between them.

use sgmp_board::rules::{Board, Color, Point};

/// A shape by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveShape {
    /// The stone bends round one of theirs that touches an own stone.
    Hane,
    /// A hane before the end of a row of exactly two, which own stones stand along; not on the first line.
    HeadOfTwo,
    /// A hane before the end of a row of three or more, which own stones stand along.
    HeadOfThree,
    /// A hane on the first line, round a stone on the second.
    EdgeHane,
    /// A hane on the second line, round a stone on the third.
    SecondLineHane,
    /// The stone touches one of theirs, and neither has another of ours beside it.
    Attachment,
    /// An attachment diagonal to an own stone behind it.
    Bump,
    /// The stone stands between two of theirs in a row, without another of ours beside it.
    Wedge,
    /// One of theirs stands between the stone and one of ours.
    Clamp,
    /// With the stone, three of ours stand around an empty point.
    TigersMouth,
    /// The stone stands diagonally above one of theirs, and touches none.
    ShoulderHit,
    /// The stone stands a point above one of theirs.
    Cap,
    /// A point lies between the stone and an own one that stands lower.
    JumpOut,
    /// The stone is a knight's move from an own one that stands lower.
    KnightOut,
    /// The stone stands beside a point at which two strings of theirs could be cut.
    Peep,
    /// From the second line the stone goes three points along the edge, down to the first.
    MonkeyJump,
    /// The same two points far.
    EdgeKnight,
    /// The stone stands at the three-three point under one of theirs on the four-four point.
    UnderStar,
}

impl MoveShape {
    /// Returns whether a stone of a color on an empty point of a board makes the shape.
    pub(crate) fn is_made(self, board: &Board, color: Color, point: Point) -> bool {
        WAYS.into_iter().any(|way| {
            let view = View {
                board,
                color,
                point,
                way,
            };
            self.is_seen(&view)
        })
    }

    /// The same with the board lying one way.
    fn is_seen(self, at: &View<'_>) -> bool {
        let line = |place| at.line(place);
        match self {
            Self::Hane => at.is_hane(),
            Self::HeadOfTwo => at.is_hane() && at.row() == 2 && at.along(2) && line((1, 0)) > 1,
            Self::HeadOfThree => at.is_hane() && at.row() >= 3 && at.along(3) && line((1, 0)) > 1,
            Self::EdgeHane => at.is_hane() && at.goes_under(1),
            Self::SecondLineHane => at.is_hane() && at.goes_under(2),
            Self::Attachment => {
                at.is_theirs((1, 0)) && !at.touches_own() && !at.is_backed_elsewhere((1, 0))
            }
            Self::Bump => {
                at.is_theirs((1, 0))
                    && at.is_own((-1, 1))
                    && !at.touches_own()
                    && !at.is_own((1, 1))
            }
            Self::Wedge => at.is_theirs((1, 0)) && at.is_theirs((-1, 0)) && !at.touches_own(),
            Self::Clamp => at.is_theirs((1, 0)) && at.is_own((2, 0)) && !at.touches_own(),
            Self::TigersMouth => {
                let sides = [(2, 0), (1, 1), (1, -1)];
                at.is_empty((1, 0))
                    && sides.into_iter().filter(|side| at.is_own(*side)).count() == 2
            }
            Self::ShoulderHit => {
                let is_above = line((1, 1)) + 1 == line((0, 0));
                at.is_theirs((1, 1)) && is_above && at.is_alone()
            }
            Self::Cap => {
                let is_above = line((2, 0)) + 2 == line((0, 0));
                at.is_empty((1, 0)) && at.is_theirs((2, 0)) && is_above
            }
            Self::JumpOut => {
                at.is_empty((1, 0)) && at.is_own((2, 0)) && line((2, 0)) < line((0, 0))
            }
            Self::KnightOut => {
                let is_open = at.is_empty((1, 0)) && at.is_empty((1, 1));
                is_open && at.is_own((2, 1)) && line((2, 1)) < line((0, 0))
            }
            Self::Peep => at.is_empty((1, 0)) && at.theirs_around((1, 0)) >= 2,
            Self::MonkeyJump => at.jumps_under(3),
            Self::EdgeKnight => at.jumps_under(2),
            Self::UnderStar => {
                let is_star = line((1, 1)) == 4 && at.is_theirs((1, 1));
                line((0, 0)) == 3 && is_star && line((-1, 0)) == 2 && line((0, -1)) == 2
            }
        }
    }
}

/// A way in which a board can lie: the step ahead, and that to the side, as columns and rows.
pub(crate) type Way = ((i8, i8), (i8, i8));

/// The eight ways.
pub(crate) const WAYS: [Way; 8] = [
    ((1, 0), (0, 1)),
    ((1, 0), (0, -1)),
    ((-1, 0), (0, 1)),
    ((-1, 0), (0, -1)),
    ((0, 1), (1, 0)),
    ((0, 1), (-1, 0)),
    ((0, -1), (1, 0)),
    ((0, -1), (-1, 0)),
];

/// A board as it lies from a move, before it is made.
struct View<'a> {
    board: &'a Board,
    color: Color,
    point: Point,
    way: ((i8, i8), (i8, i8)),
}

impl View<'_> {
    fn place(&self, (ahead, side): (i8, i8)) -> Option<Point> {
        let ((x, y), (u, v)) = self.way;
        let step = (ahead * x + side * u, ahead * y + side * v);
        self.point.stepped(step, self.board.size())
    }

    fn is(&self, place: (i8, i8), color: Option<Color>) -> bool {
        self.place(place)
            .is_some_and(|point| self.board.color_at(point) == color)
    }

    fn is_own(&self, place: (i8, i8)) -> bool {
        self.is(place, Some(self.color))
    }

    fn is_theirs(&self, place: (i8, i8)) -> bool {
        self.is(place, Some(!self.color))
    }

    fn is_empty(&self, place: (i8, i8)) -> bool {
        self.is(place, None)
    }

    /// The line of a place from the edge; 0 off the board.
    fn line(&self, place: (i8, i8)) -> u8 {
        let size = self.board.size();
        self.place(place).map_or(0, |point| point.line(size))
    }

    /// Returns whether the move bends round the stone ahead: an own one stands at the corner, and the way between is open.
    fn is_hane(&self) -> bool {
        self.is_theirs((1, 0)) && self.is_own((1, 1)) && self.is_empty((0, 1))
    }

    /// Number of their stones in a row ahead, four at most.
    fn row(&self) -> usize {
        (1..=4)
            .take_while(|step| self.is_theirs((*step, 0)))
            .count()
    }

    /// Returns whether own stones stand along the first ones of that row.
    fn along(&self, stones: i8) -> bool {
        (1..=stones).all(|step| self.is_own((step, 1)))
    }

    /// Returns whether the move is on a line, and what is ahead one line higher.
    fn goes_under(&self, line: u8) -> bool {
        self.line((0, 0)) == line && self.line((1, 0)) == line + 1
    }

    fn touches_own(&self) -> bool {
        [(1, 0), (-1, 0), (0, 1), (0, -1)]
            .into_iter()
            .any(|place| self.is_own(place))
    }

    /// Returns whether a stone at a place has one of ours beside it.
    fn is_backed_elsewhere(&self, (ahead, side): (i8, i8)) -> bool {
        let beside = [(ahead + 1, side), (ahead, side + 1), (ahead, side - 1)];
        beside.into_iter().any(|place| self.is_own(place))
    }

    fn is_alone(&self) -> bool {
        let mut beside = self.board.neighbors(self.point);
        beside.all(|point| self.board.is_empty(point))
    }

    /// Number of their strings around a place.
    fn theirs_around(&self, place: (i8, i8)) -> usize {
        let Some(point) = self.place(place) else {
            return 0;
        };
        let stones = self.board.stones_beside(point, !self.color);
        let mut strings: Vec<Option<Point>> =
            stones.map(|stone| self.board.anchor(stone)).collect();
        strings.sort_unstable();
        strings.dedup();
        strings.len()
    }

    /// Returns whether the move goes so many points along the first line from an own stone on the second: nothing stands
    /// between, and no own stone nearer.
    fn jumps_under(&self, steps: i8) -> bool {
        let is_edge = self.line((0, 0)) == 1 && self.line((steps, 1)) == 2;
        let mut between = (1..=steps)
            .map(|step| (step, 0))
            .chain((1..steps).map(|step| (step, 1)));
        let is_free = between.all(|place| self.is_empty(place));
        let nearer = [(0, 1), (-1, 0), (-1, 1)];
        is_edge
            && self.is_own((steps, 1))
            && is_free
            && !nearer.into_iter().any(|place| self.is_own(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    /// A shape, a board with Black to move, the points that make the shape, and near misses.
    const SHAPES: &[(MoveShape, &str, &str, &str)] = &[
        (
            MoveShape::Hane,
            ". . . . . . .
             . . . . . . .
             . . O X . . .
             . . . . . . .
             . . . . . . .
             . . . . . O .
             . . . . O X .",
            "C6 C4 G2",
            // Behind the stone, the open side of one's own, between two of theirs.
            "B5 E5 E2 F3",
        ),
        (
            MoveShape::HeadOfTwo,
            ". . . . . . .
             . . . . . . .
             . . O X . . .
             . . O X . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .",
            "C6 C3",
            "D6 D3 B5",
        ),
        (
            MoveShape::HeadOfThree,
            ". . . . . . .
             . . O X . . .
             . . O X . . .
             . . O X . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .",
            "C7 C3",
            "D7 D3",
        ),
        (
            MoveShape::EdgeHane,
            ". . . . . . .
             . . . . . . .
             . . . X O . .
             . . . X O . .
             . . . X O . .
             . . . X O . .
             . . . . . . .",
            "E1",
            "D1 F1 E7",
        ),
        (
            MoveShape::SecondLineHane,
            ". . . . . . .
             . . . . . . .
             . . . X O . .
             . . . X O . .
             . . . X O . .
             . . . . . . .
             . . . . . . .",
            "E2",
            "D2 D6 D1",
        ),
        (
            MoveShape::Attachment,
            ". . . . . . .
             . . . . . . .
             . . O . . . .
             . . . . . . .
             . X O . . . .
             . . . . . . .
             . . . . . . .",
            "C6 B5 D5",
            // Theirs is in contact already; a point off.
            "C2 D3 E5",
        ),
        (
            MoveShape::Bump,
            ". . . . . . .
             . . . . . . .
             . . X . . . .
             . . . . O . .
             . . . . . . .
             . . . . . . .
             . . . . . . .",
            "D4",
            "E5 E3 F4",
        ),
        (
            MoveShape::Wedge,
            ". . . . . . .
             . . . . . . .
             . . O . O . .
             . . . . . . .
             . . O . O . .
             . . . X . . .
             . . . . . . .",
            "D5 C4 E4",
            "D3 D4",
        ),
        (
            MoveShape::Clamp,
            ". . . . . . .
             . . . . . . .
             . . X O . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .",
            "E5",
            "D4 D6 F5",
        ),
        (
            MoveShape::TigersMouth,
            ". . . . . . .
             . . . . . . .
             . . . X . . .
             . . . . . . .
             . . . X . . .
             . . . . . . .
             . . . . . . .",
            "C4 E4",
            "D4 C5 B4",
        ),
        (
            MoveShape::ShoulderHit,
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . O . . . .
             . . . . . . . . .
             . . . . . . . . .",
            "D4 F4",
            "D2 F2 E4 D3",
        ),
        (
            MoveShape::Cap,
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . O . . . .
             . . . . . . . . .
             . . . . . . . . .",
            "E5",
            "E4 E1 D5 G3",
        ),
        (
            MoveShape::JumpOut,
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . X . . . .
             . . . . . . . . .
             . . . . . . . . .",
            "E5",
            "E4 G3 E1 D5",
        ),
        (
            MoveShape::KnightOut,
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . X . . . .
             . . . . . . . . .
             . . . . . . . . .",
            "D5 F5",
            "D4 E5 C4 C2 D1",
        ),
        (
            MoveShape::Peep,
            ". . . . . . .
             . . . . . . .
             . . O . O . .
             . . . . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .",
            "D6 D4",
            "D5 B5 C4",
        ),
        (
            MoveShape::MonkeyJump,
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             X X O O O O O O O
             . X . . . . . . .
             . . . . . . . . .",
            "E1",
            "D1 F1 E2 C1",
        ),
        (
            MoveShape::MonkeyJump,
            // Own stones stand nearer than the one that would jump: a hane, no jump.
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             X X O O O O X X X
             . X . . . X O . .
             . . . . . . . . .",
            "",
            "E1 C1",
        ),
        (
            MoveShape::EdgeKnight,
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             X X O O O O O O O
             . X . . . . . . .
             . . . . . . . . .",
            "D1",
            "C1 E1 D2",
        ),
        (
            MoveShape::UnderStar,
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . O . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .",
            "C3",
            "C5 E5 E3 C7 G3",
        ),
    ];

    #[test]
    fn a_shape_is_told_from_its_near_misses() {
        for (shape, text, made, missed) in SHAPES {
            let board = diagram::parse(text).unwrap();
            let is_made = |name: &&str| {
                let point = Point::parse(name).unwrap();
                board.is_empty(point) && shape.is_made(&board, Color::Black, point)
            };
            let points = |names: &'static str| names.split_whitespace();
            let not: Vec<&str> = points(made).filter(|name| !is_made(name)).collect();
            assert!(not.is_empty(), "{shape:?} not seen: {not:?}");
            let wrong: Vec<&str> = points(missed).filter(is_made).collect();
            assert!(wrong.is_empty(), "{shape:?} seen at {wrong:?}");
        }
    }
}
