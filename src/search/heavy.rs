//! Playouts that answer what just happened: captures, escapes, ataris, vital points, shapes; and
//! that refuse to throw stones away. The order and the rates are the consensus of the strong
//! playout engines; each rate is a parameter.

use super::pattern3;
use super::playout::{Latest, play_anywhere, play_to_end};
use crate::rng::Rng;
use crate::rules::{Board, Color, Move, Point};
use crate::tactics::{escapes_to, hunters_in_atari, is_self_atari, liberties_after, sure_ataris};

/// How often each rule speaks, in 256ths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// Capturing or saving what the last move put into question.
    pub atari: u8,
    /// Attacking or strengthening strings of two liberties next to the last move.
    pub two_liberties: u8,
    /// Taking the vital point of a small eye space next to the last move.
    pub nakade: u8,
    /// Shapes around the last two moves.
    pub shape: u8,
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            atari: 230,
            two_liberties: 204,
            nakade: 204,
            shape: 243,
        }
    }
}

/// A few points, none twice.
struct Few {
    points: [Point; 16],
    count: usize,
}

impl Few {
    const fn new() -> Self {
        Self {
            points: [Point::new(0, 0).unwrap(); 16],
            count: 0,
        }
    }

    fn add(&mut self, point: Point) {
        let known = &self.points[..self.count];
        if self.count < self.points.len() && !known.contains(&point) {
            self.points[self.count] = point;
            self.count += 1;
        }
    }

    /// Takes points out at random until one can be played.
    fn play_one(mut self, board: &mut Board, color: Color, rng: &mut Rng) -> Option<Point> {
        while self.count > 0 {
            let at = rng.below(self.count as u32) as usize;
            let point = self.points[at];
            if board.play(color, Move::Play(point)).is_ok() {
                return Some(point);
            }
            self.count -= 1;
            self.points[at] = self.points[self.count];
        }
        None
    }
}

/// Plays a game to its end and calls `seen` with every stone.
///
/// Ends at two passes, or at three times as many moves as the board has points.
pub fn play_heavy(
    board: &mut Board,
    first: Color,
    latest: Latest,
    rates: &Rates,
    rng: &mut Rng,
    seen: impl FnMut(Color, Point),
) {
    play_to_end(board, first, latest, seen, |board, color, latest| {
        play_some(board, color, latest, rates, rng)
    });
}

fn play_some(
    board: &mut Board,
    color: Color,
    latest: Latest,
    rates: &Rates,
    rng: &mut Rng,
) -> Option<Point> {
    let dice = rng.next_u64().to_le_bytes();
    if let Some(last) = latest.last {
        let local =
            |board: &mut Board, rng: &mut Rng, points: Few| points.play_one(board, color, rng);
        if dice[0] < rates.atari {
            let points = answers_to_atari(board, color, last);
            if let Some(point) = local(board, rng, points) {
                return Some(point);
            }
        }
        if dice[1] < rates.two_liberties {
            let points = answers_to_two_liberties(board, color, last);
            if let Some(point) = local(board, rng, points) {
                return Some(point);
            }
        }
        if dice[2] < rates.nakade
            && let Some(point) = nakade(board, color, last)
            && board.play(color, Move::Play(point)).is_ok()
        {
            return Some(point);
        }
        if dice[3] < rates.shape {
            let mut points = Few::new();
            shapes_around(board, color, last, &mut points);
            if let Some(before) = latest.before {
                shapes_around(board, color, before, &mut points);
            }
            if let Some(point) = local(board, rng, points) {
                return Some(point);
            }
        }
    }
    let sound = |board: &Board, color, point| !is_self_atari(board, color, point);
    play_anywhere(board, color, rng, sound, is_throw_in)
}

/// Captures of what moved into atari, or of what holds an own string in atari; and its escapes.
fn answers_to_atari(board: &Board, color: Color, last: Point) -> Few {
    let mut points = Few::new();
    if board.liberties(last) == 1
        && let Some(capture) = board.liberty_set(last).first()
    {
        points.add(capture);
    }
    for stone in board.neighbours(last) {
        if board.color_at(stone) != Some(color) || board.liberties(stone) != 1 {
            continue;
        }
        for hunter in hunters_in_atari(board, stone, color) {
            if let Some(capture) = board.liberty_set(hunter).first() {
                points.add(capture);
            }
        }
        if let Some(exit) = board.liberty_set(stone).first()
            && escapes_to(board, stone, exit) >= 3
        {
            points.add(exit);
        }
    }
    points
}

/// Ataris that capture, and moves that keep an own string from such an atari.
fn answers_to_two_liberties(board: &Board, color: Color, last: Point) -> Few {
    let mut points = Few::new();
    if board.liberties(last) == 2 {
        for atari in sure_ataris(board, last) {
            points.add(atari);
        }
    }
    for stone in board.neighbours(last) {
        if board.color_at(stone) != Some(color) || board.liberties(stone) != 2 {
            continue;
        }
        if sure_ataris(board, stone).next().is_none() {
            continue;
        }
        for exit in board.liberty_set(stone).iter() {
            if liberties_after(board, color, exit, 3) >= 3 {
                points.add(exit);
            }
        }
    }
    points
}

/// The vital point of an empty space of three to six points next to the last move that one colour
/// encloses: the point with the most empty neighbours, where that tells eye from no eye.
fn nakade(board: &Board, color: Color, last: Point) -> Option<Point> {
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

/// The vital point of the empty space around a point.
fn vital_point(board: &Board, start: Point) -> Option<Point> {
    const MOST: usize = 6;
    let mut space = [start; MOST];
    let mut count = 1;
    let mut owner = None;
    let mut at = 0;
    while at < count {
        for n in board.neighbours(space[at]) {
            match board.color_at(n) {
                None if space[..count].contains(&n) => {}
                None if count == MOST => return None,
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

/// Shapes on the eight points around a move.
fn shapes_around(board: &Board, color: Color, center: Point, points: &mut Few) {
    for point in board.ring(center) {
        if board.is_empty(point)
            && pattern3::fits(board, point)
            && !is_self_atari(board, color, point)
        {
            points.add(point);
        }
    }
}

/// Whether a self-atari costs little: it sacrifices few stones, so that it may kill an eye.
fn is_throw_in(board: &Board, color: Color, point: Point) -> bool {
    const FEW: usize = 4;
    let own = board
        .neighbours(point)
        .filter(|n| board.color_at(*n) == Some(color));
    let stones: usize = own.map(|stone| board.string_size(stone)).sum();
    stones <= FEW && board.legality(color, point).is_ok()
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
        let white = answers_to_atari(&board, Color::White, point("A3"));
        assert_eq!(&white.points[..white.count], &[point("B2")]);
        let black = answers_to_atari(&board, Color::Black, point("B3"));
        assert_eq!(&black.points[..black.count], &[point("B2")]);
    }

    #[test]
    fn playouts_end_and_leave_no_string_without_liberties() {
        let rates = Rates::default();
        for lines in [5, 9, 19] {
            let size = crate::rules::BoardSize::new(lines).unwrap();
            for seed in 0..20 {
                let mut board = Board::new(size);
                let mut rng = Rng::from_seed(seed);
                let mut stones = 0;
                play_heavy(
                    &mut board,
                    Color::Black,
                    Latest::default(),
                    &rates,
                    &mut rng,
                    |_, _| {
                        stones += 1;
                    },
                );
                assert!(stones < 3 * u32::from(size.points()), "it ended by passes");
            }
        }
    }
}
