//! Replies of a playout's mover to the last move: moves for the strings that it put into question.

use super::policy::{Replies, Reply};
use sgmp_board::rules::{Board, Color, Point};
use sgmp_knowledge::tactics::{escapes_to, has_liberties_after, hunters_in_atari, sure_ataris};

/// Points of the largest space with one vital point.
const MAX_SPACE: usize = 6;

/// A few points with what they reply to.
pub(super) struct ReplyPoints {
    points: [(Point, Replies); Self::MAX_POINTS],
    count: usize,
}

impl ReplyPoints {
    /// More are left out.
    pub(super) const MAX_POINTS: usize = 8;
    /// Liberties from which on a string is safe for a while.
    const SAFE_LIBERTIES: usize = 3;

    pub(super) fn empty() -> Self {
        let nowhere = (Point::new(0, 0).unwrap(), Replies::default());
        Self {
            points: [nowhere; Self::MAX_POINTS],
            count: 0,
        }
    }

    /// All replies of `color` to the stone that was played last.
    pub(super) fn find(board: &Board, color: Color, last: Point) -> Self {
        let mut answers = Self::empty();
        match board.liberties(last) {
            1 => answers.extend(board.liberty_set(last).first(), Reply::Capture),
            2 => answers.extend(sure_ataris(board, last), Reply::Atari),
            _ => {}
        }
        for stone in board.stones_beside(last, color) {
            match board.stone_liberties(stone) {
                1 => answers.save_from_atari(board, color, stone),
                2 => answers.save_before_atari(board, color, stone),
                _ => {}
            }
        }
        answers.extend(vital_point_beside(board, color, last), Reply::Vital);
        answers
    }

    pub(super) fn list(&self) -> &[(Point, Replies)] {
        &self.points[..self.count]
    }

    /// The replies of a point.
    pub(super) fn at(&self, point: Point) -> Replies {
        let known = self.list().iter().find(|known| known.0 == point);
        known.map_or_else(Replies::default, |known| known.1)
    }

    fn extend(&mut self, points: impl IntoIterator<Item = Point>, reply: Reply) {
        for point in points {
            self.add(point, reply);
        }
    }

    fn add(&mut self, point: Point, reply: Reply) {
        let known = &mut self.points[..self.count];
        if let Some((_, replies)) = known.iter_mut().find(|known| known.0 == point) {
            replies.add(reply);
        } else if self.count < Self::MAX_POINTS {
            let mut replies = Replies::default();
            replies.add(reply);
            self.points[self.count] = (point, replies);
            self.count += 1;
        }
    }

    /// Captures of what holds a string in atari, and its way out.
    fn save_from_atari(&mut self, board: &Board, color: Color, stone: Point) {
        for hunter in hunters_in_atari(board, stone, color) {
            self.extend(board.liberty_set(hunter).first(), Reply::CaptureHunter);
        }
        let Some(exit) = board.liberty_set(stone).first() else {
            return;
        };
        match escapes_to(board, stone, exit) {
            0 | 1 => {}
            2 if board
                .stones_beside(exit, color)
                .any(|n| board.stone_liberties(n) > 1) =>
            {
                self.add(exit, Reply::Join);
            }
            2 => self.add(exit, Reply::Crawl),
            _ => self.add(exit, Reply::Escape),
        }
    }

    /// Moves that keep a string from an atari that captures.
    fn save_before_atari(&mut self, board: &Board, color: Color, stone: Point) {
        if sure_ataris(board, stone).next().is_some() {
            let exits = board.liberty_set(stone);
            let is_safe =
                |exit: &Point| has_liberties_after(board, color, *exit, Self::SAFE_LIBERTIES);
            self.extend(exits.iter().filter(is_safe), Reply::Extend);
        }
    }
}

/// The vital point of an empty space of three to six points next to the last move that one color
/// encloses: the point with the most empty neighbors, where that tells eye from no eye.
fn vital_point_beside(board: &Board, color: Color, last: Point) -> Option<Point> {
    let start = board.open_beside(last).next()?;
    let point = vital_point(board, start)?;
    (!board.is_small_eye(color, point)).then_some(point)
}

/// The vital point of the empty space around a point.
fn vital_point(board: &Board, start: Point) -> Option<Point> {
    if board.room_around(start) >= MAX_SPACE {
        return None;
    }
    let mut space = [start; MAX_SPACE];
    let mut count = 1;
    let mut enclosed_by = [false; 2];
    let mut at = 0;
    while at < count {
        let here = space[at];
        for (color, seen) in Color::BOTH.into_iter().zip(&mut enclosed_by) {
            *seen |= board.touches(here, color);
        }
        if enclosed_by == [true; 2] {
            return None;
        }
        for n in board.open_beside(here) {
            if space[..count].contains(&n) {
                continue;
            }
            *space.get_mut(count)? = n;
            count += 1;
        }
        at += 1;
    }
    if count < 3 {
        return None;
    }
    let shape = space[..count].iter().map(|point| board.openings(*point));
    let most = shape.clone().max()?;
    let centers = shape.filter(|open| *open == most).count();
    // Three in a row, pyramid four, bulky and crossed five, flower six have one center; four in a
    // square or a row are settled either way.
    let is_vital = match count {
        3 => most == 2 && centers == 1,
        4 => most == 3,
        5 => most >= 3 && centers == 1,
        _ => most == 4 && centers == 1,
    };
    let mut points = space[..count].iter().copied();
    points.find(|point| is_vital && board.openings(*point) == most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    fn point(name: &str) -> Point {
        Point::parse(name).unwrap()
    }

    #[test]
    fn the_vital_points_of_small_spaces() {
        let cases = [
            (". . . X\nX X X X\n. . . .\n. . . .", Some("B4")),
            (". . X .\n. . X .\nX X X .\n. . . .", None),
            (". . . X\nX . X X\nX X . .\n. . . .", Some("B4")),
            (". . X .\nX X . .\n. . . .\n. . . .", None),
        ];
        for (text, expected) in cases {
            let board = diagram::parse(text).unwrap();
            assert_eq!(
                vital_point(&board, point("A4")),
                expected.map(point),
                "{text}"
            );
        }
    }

    #[test]
    fn a_string_in_atari_is_captured_or_saved() {
        let board = diagram::parse(
            ". . . . .
             . X . . .
             X O X . .
             . . . . .
             . . . . .",
        )
        .unwrap();
        for (color, last) in [(Color::White, "A3"), (Color::Black, "B3")] {
            let answers = ReplyPoints::find(&board, color, point(last));
            let points: Vec<Point> = answers.list().iter().map(|(at, _)| *at).collect();
            assert_eq!(points, [point("B2")], "{color:?}");
        }
    }
}
