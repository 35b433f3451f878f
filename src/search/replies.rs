//! What a playout's mover may do for strings that the last move put into question.

use super::policy::{Replies, Reply};
use crate::rules::{Board, Color, Point};
use crate::tactics::{escapes_to, hunters_in_atari, liberties_after, sure_ataris};

/// Points of the largest space with one vital point.
const MOST_IN_SPACE: usize = 6;

/// A few points with what they reply to.
pub(super) struct Answers {
    points: [(Point, Replies); Self::MOST],
    count: usize,
}

impl Answers {
    /// More are left out.
    pub(super) const MOST: usize = 8;
    /// Liberties from which on a string is safe for a while.
    const SAFE: usize = 3;

    pub(super) fn none() -> Self {
        let nowhere = (Point::new(0, 0).unwrap(), Replies::default());
        Self {
            points: [nowhere; Self::MOST],
            count: 0,
        }
    }

    /// All replies of `color` to the stone that was played last.
    pub(super) fn to(board: &Board, color: Color, last: Point) -> Self {
        let mut answers = Self::none();
        match board.liberties(last) {
            1 => answers.extend(board.liberty_set(last).first(), Reply::Capture),
            2 => answers.extend(sure_ataris(board, last), Reply::Atari),
            _ => {}
        }
        for stone in board.neighbours(last) {
            if board.color_at(stone) == Some(color) {
                match board.liberties(stone) {
                    1 => answers.save_from_atari(board, color, stone),
                    2 => answers.save_before_atari(board, color, stone),
                    _ => {}
                }
            }
        }
        answers.extend(vital_point_beside(board, color, last), Reply::Vital);
        answers
    }

    pub(super) fn list(&self) -> &[(Point, Replies)] {
        &self.points[..self.count]
    }

    /// What a point replies to.
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
        } else if self.count < Self::MOST {
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
        let is_friend = |n: &Point| board.color_at(*n) == Some(color) && board.liberties(*n) > 1;
        match escapes_to(board, stone, exit) {
            0 | 1 => {}
            2 if board.neighbours(exit).any(|n| is_friend(&n)) => self.add(exit, Reply::Join),
            2 => self.add(exit, Reply::Crawl),
            _ => self.add(exit, Reply::Escape),
        }
    }

    /// Moves that keep a string from an atari that captures.
    fn save_before_atari(&mut self, board: &Board, color: Color, stone: Point) {
        if sure_ataris(board, stone).next().is_some() {
            let exits = board.liberty_set(stone);
            let is_safe =
                |exit: &Point| liberties_after(board, color, *exit, Self::SAFE) >= Self::SAFE;
            self.extend(exits.iter().filter(is_safe), Reply::Extend);
        }
    }
}

/// The vital point of an empty space of three to six points next to the last move that one colour
/// encloses: the point with the most empty neighbours, where that tells eye from no eye.
fn vital_point_beside(board: &Board, color: Color, last: Point) -> Option<Point> {
    let mut tried: Option<Point> = None;
    for start in board.neighbours(last).filter(|n| board.is_empty(*n)) {
        if tried.is_some() {
            break;
        }
        tried = Some(start);
        if let Some(point) = vital_point(board, start)
            && !board.is_small_eye(color, point)
        {
            return Some(point);
        }
    }
    None
}

/// Whether the empty space around an empty point has more than six points, as far as the eight
/// around it tell.
fn is_open(board: &Board, start: Point) -> bool {
    const CORNERS: [(u16, u16); 4] = [
        (0, 1 << 2 | 1 << 6),
        (4, 1 << 2 | 1 << 8),
        (10, 1 << 6 | 1 << 12),
        (14, 1 << 8 | 1 << 12),
    ];
    const BESIDE: u16 = 1 << 2 | 1 << 6 | 1 << 8 | 1 << 12;
    let code = board.around_code(start);
    // A bit for each place where nothing lies.
    let empty = !(code | code >> 1) & 0x5555;
    let reached = CORNERS
        .iter()
        .filter(|(corner, sides)| empty >> corner & 1 != 0 && empty & sides != 0);
    (empty & BESIDE).count_ones() as usize + reached.count() >= MOST_IN_SPACE
}

/// The vital point of the empty space around a point.
fn vital_point(board: &Board, start: Point) -> Option<Point> {
    if is_open(board, start) {
        return None;
    }
    let mut space = [start; MOST_IN_SPACE];
    let mut count = 1;
    let mut owner = None;
    let mut at = 0;
    while at < count {
        for n in board.neighbours(space[at]) {
            match board.color_at(n) {
                None if space[..count].contains(&n) => {}
                None if count == MOST_IN_SPACE => return None,
                None => {
                    space[count] = n;
                    count += 1;
                }
                Some(found) if owner.is_none_or(|owner| owner == found) => owner = Some(found),
                Some(_) => return None,
            }
        }
        at += 1;
    }
    if count < 3 {
        return None;
    }
    let open = |point: Point| {
        board
            .neighbours(point)
            .filter(|n| board.is_empty(*n))
            .count()
    };
    let shape = space[..count].iter().map(|point| open(*point));
    let most = shape.clone().max()?;
    let centres = shape.filter(|open| *open == most).count();
    // Three in a row, pyramid four, bulky and crossed five, flower six have one centre; four in a
    // square or a row are settled either way.
    let vital = match count {
        3 => most == 2 && centres == 1,
        4 => most == 3,
        5 => most >= 3 && centres == 1,
        _ => most == 4 && centres == 1,
    };
    vital
        .then(|| {
            space[..count]
                .iter()
                .copied()
                .find(|point| open(*point) == most)
        })
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::diagram;

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
            let answers = Answers::to(&board, color, point(last));
            let points: Vec<Point> = answers.list().iter().map(|(at, _)| *at).collect();
            assert_eq!(points, [point("B2")], "{color:?}");
        }
    }
}
