//! Eyes: small spaces with what they are worth, by who plays there first.

use super::eye_shape::{EyeShape, MAX_SPACE};
use super::living_board::LivingBoard;
use super::spaces::Space;
use super::strings::Strings;
use sgmp_board::rules::{Board, Color, Point, PointSet};

/// The shape of an eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EyeKind {
    /// One point with its owner's stones around it.
    OnePoint,
    /// Two points side by side.
    TwoPoints,
    /// Three or more in a row.
    Line,
    /// A row with a bend.
    Bent,
    /// Four in a square.
    Square,
    /// Four, three of them around one.
    Pyramid,
    /// Five, four of them around one.
    Cross,
    /// Five: a square and one.
    Bulky,
    /// Six: a square and two beside one of its points.
    Rabbity,
    /// Any of few points that holds dead enemy stones.
    DeadGroup,
    /// A space too large for the opponent to make it one eye.
    Large,
    /// A space with gaps through which the opponent may come in.
    Open,
}

/// An eye, or what may become one or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Eye {
    /// Its points: empty, or with dead stones on them.
    pub points: PointSet,
    /// The shape of its points.
    pub kind: EyeKind,
    /// Eyes if its owner moves first: 0 to 2.
    pub first: u8,
    /// Eyes if the opponent moves first: 0 to 2, at most [`Eye::first`].
    pub second: u8,
    /// Eyes if the opponent moves twice in a row: at most [`Eye::second`].
    pub twice: u8,
    /// Points where a move decides between these.
    pub vital: PointSet,
}

impl Eye {
    pub(super) fn new(living: &LivingBoard<'_>, strings: &Strings, space: &Space) -> Self {
        let size = space.points.len();
        if !space.is_closed() {
            return open(space);
        }
        let kind = kind(living.board, space);
        if size == 1 {
            return one_point(living, strings, space, kind);
        }
        let eye_shape = EyeShape::new(living.board, space.points, space.captives);
        let (first, second, twice, vital) =
            eye_shape.map_or((2, 2, 2, PointSet::EMPTY), |eye_shape| {
                let worth = eye_shape.worth();
                (worth.first, worth.second, worth.twice, worth.vital)
            });
        Self {
            points: space.points,
            kind,
            first,
            second,
            twice,
            vital,
        }
    }
}

fn kind(board: &Board, space: &Space) -> EyeKind {
    let size = space.points.len();
    if size > MAX_SPACE {
        return EyeKind::Large;
    }
    if !space.captives.is_empty() {
        return EyeKind::DeadGroup;
    }
    let degrees: Vec<usize> = space
        .points
        .iter()
        .map(|point| {
            board
                .neighbors(point)
                .filter(|n| space.points.contains(*n))
                .count()
        })
        .collect();
    let most = degrees.iter().copied().max().unwrap_or(0);
    let sides: usize = degrees.iter().sum::<usize>() / 2;
    match (size, most, sides) {
        (1, ..) => EyeKind::OnePoint,
        (2, ..) => EyeKind::TwoPoints,
        (4, 2, 4) => EyeKind::Square,
        (4, 3, _) => EyeKind::Pyramid,
        (5, 4, _) => EyeKind::Cross,
        (5, 3, 5) => EyeKind::Bulky,
        (6, 4, 6) => EyeKind::Rabbity,
        (_, 0..=2, sides) if sides + 1 == size => {
            if is_straight(space.points) {
                EyeKind::Line
            } else {
                EyeKind::Bent
            }
        }
        (7.., ..) => EyeKind::Large,
        _ => EyeKind::Bent,
    }
}

fn is_straight(points: PointSet) -> bool {
    let Some(start) = points.first() else {
        return true;
    };
    points.iter().all(|point| point.row() == start.row())
        || points.iter().all(|point| point.column() == start.column())
}

/// The corners of an eye of one point.
#[derive(Default)]
struct Corners {
    /// Corners that the opponent holds.
    lost: usize,
    /// Corners that anybody may take.
    open: PointSet,
}

fn one_point(living: &LivingBoard<'_>, strings: &Strings, space: &Space, kind: EyeKind) -> Eye {
    let mut eye = Eye {
        points: space.points,
        kind,
        first: 1,
        second: 1,
        twice: 1,
        vital: PointSet::EMPTY,
    };
    let Some(point) = space.points.first() else {
        return eye;
    };
    // A single string around it cannot be cut at the corners.
    if space.walls.len() == 1 {
        return eye;
    }
    let board = living.board;
    let corners = corners(living, strings, space.color, point);
    let at_edge = board.neighbors(point).count() < 4;
    // Two lost corners, or one at the edge, cut a part of the wall off: it can be put into atari, and
    // has to be joined by filling the eye. A move that is given away loses one open corner more.
    let losses_that_break_it = if at_edge { 1 } else { 2 };
    let left = |moves: usize| {
        let lost = corners.lost + corners.open.len().min(moves);
        u8::from(lost < losses_that_break_it)
    };
    eye.first = left(0);
    eye.second = left(1);
    eye.twice = left(2);
    if eye.first != eye.second {
        eye.vital = corners.open;
    }
    eye
}

fn corners(living: &LivingBoard<'_>, strings: &Strings, color: Color, point: Point) -> Corners {
    let mut corners = Corners::default();
    let board = living.board;
    let diagonal = |n: &Point| n.column() != point.column() && n.row() != point.row();
    for corner in board.ring(point).filter(diagonal) {
        match living.color(corner) {
            Some(stone) if stone == color => {}
            Some(_) => {
                let string = strings.at(corner).map(|id| strings.get(id));
                if string.is_some_and(|string| string.is_threatened()) {
                    corners.open.insert(corner);
                } else {
                    corners.lost += 1;
                }
            }
            // Where the opponent cannot stand he takes nothing.
            None if is_own(living, color, corner) => {}
            None => _ = corners.open.insert(corner),
        }
    }
    corners
}

/// Returns whether all living stones next to a free point have one color.
fn is_own(living: &LivingBoard<'_>, color: Color, point: Point) -> bool {
    let mut beside = living.board.neighbors(point);
    beside.all(|n| living.color(n) == Some(color) || living.dead.contains(n))
}

/// A space with gaps: each costs two points if the opponent comes first, as hane and block do; who
/// closes one first keeps one more.
fn open(space: &Space) -> Eye {
    let size = space.points.len();
    let left = size.saturating_sub(2 * space.gaps.len());
    let enough = if is_straight(space.points) { 4 } else { 6 };
    let eyes = |points: usize| match points {
        0 => 0,
        n if n < enough => 1,
        _ => 2,
    };
    let (first, second) = (eyes((left + 1).min(size)), eyes(left));
    let vital = if first > second {
        space.gaps
    } else {
        PointSet::EMPTY
    };
    Eye {
        points: space.points,
        kind: EyeKind::Open,
        first,
        second,
        twice: eyes(left.saturating_sub(2)),
        vital,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Analysis;
    use super::super::testing::points;
    use super::*;
    use sgmp_board::rules::diagram;

    fn eye(text: &str, stone: &str, at: &str) -> Eye {
        let board = diagram::parse(text).unwrap();
        let analysis = Analysis::new(&board, Color::Black, 8);
        let point = |name| Point::parse(name).unwrap();
        let info = analysis.group_info_at(point(stone)).unwrap();
        let found = info.eyes.iter().find(|eye| eye.points.contains(point(at)));
        found.unwrap_or_else(|| panic!("{:?}", info.eyes)).clone()
    }

    /// Black in the corner; the lowest line is to be filled in.
    fn corner(lowest: &str) -> String {
        format!(
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             O O O O O O O O O
             X X X X X X X X O
             {lowest}"
        )
    }

    #[test]
    fn rows_are_worth_what_the_books_say() {
        for (lowest, kind, values, vital) in [
            (". . . X . X . X O", EyeKind::Line, (2, 1, 1), "B1"),
            (". . . . X X . X O", EyeKind::Line, (2, 2, 1), ""),
            (". . X . . X . X O", EyeKind::TwoPoints, (1, 1, 1), ""),
            (". X . . . X . X O", EyeKind::OnePoint, (1, 1, 1), ""),
            (". O . X . . . X O", EyeKind::DeadGroup, (1, 1, 1), ""),
        ] {
            let eye = eye(&corner(lowest), "A2", "A1");
            let found = (eye.first, eye.second, eye.twice);
            assert_eq!((eye.kind, found), (kind, values), "{lowest}");
            assert_eq!(eye.vital, points(vital), "{lowest}");
        }
    }

    #[test]
    fn blocks_have_names() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            O O O O O . . . .
            X X X X O . . . .
            . . X X O . . . .
            . . X . X O . . .
            X X X . X O . . .
            . X . . X O . . .
            X X X X X O . . .";
        assert_eq!(eye(text, "A3", "A4").kind, EyeKind::Square);
        let bent = eye(text, "A3", "C2");
        assert_eq!((bent.kind, bent.first, bent.second), (EyeKind::Bent, 2, 2));
    }

    #[test]
    fn corners_make_an_eye_false() {
        let text = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            X X X X O . .
            X . X O O . .
            . X O . O . .
            X O O O O . .";
        let closed = eye(text, "A4", "B3");
        assert_eq!((closed.kind, closed.first), (EyeKind::OnePoint, 1));
        let lost = eye(text, "A4", "A2");
        assert_eq!((lost.first, lost.second), (0, 0), "White holds B1");
    }
}
