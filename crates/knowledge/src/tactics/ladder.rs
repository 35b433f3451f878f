//! Ladders: a string with two liberties or one, chased by ataris until it is captured or out.

use super::liberties::{Flight, is_shut_in};
use sgmp_board::rules::{Board, Color, Move, Point};

/// Positions after which a ladder counts as an escape: one across the board needs about 120.
const MAX_NODES: u32 = 400;

/// Liberties with which the prey is out.
const FREE_LIBERTIES: usize = 3;

/// The outcome of a chase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// The string is captured if this liberty is taken first.
    By(Point),
    /// It gets away, or the chase is too long to say.
    Escapes,
}

/// Reads whether the string of `stone`, with one liberty or two and its opponent to move, is captured
/// by ataris alone.
///
/// # Examples
///
/// ```
/// use sgmp_board::rules::{Point, diagram};
/// use sgmp_knowledge::tactics::{Capture, captures_in_ladder};
///
/// let board = diagram::parse(
///     ". . . . .
///      . . . . .
///      . X X . .
///      X O . . .
///      . X . . .",
/// )?;
/// let stone = Point::parse("B2").expect("a point");
/// let last_liberty = Point::parse("C2").expect("a point");
/// assert_eq!(captures_in_ladder(&board, stone), Capture::By(last_liberty));
/// # Ok::<(), sgmp_board::rules::diagram::DiagramError>(())
/// ```
#[must_use]
pub fn captures_in_ladder(board: &Board, stone: Point) -> Capture {
    captures_within(board, stone, MAX_NODES)
}

/// Reads a ladder within `max_nodes` positions.
pub(super) fn captures_within(board: &Board, stone: Point, max_nodes: u32) -> Capture {
    let Some(prey) = board.color_at(stone) else {
        return Capture::Escapes;
    };
    let mut chase = Chase {
        start: board,
        line: None,
        path: Vec::new(),
        stone,
        prey,
        nodes: 0,
        max_nodes,
    };
    chase.captures(0).map_or(Capture::Escapes, Capture::By)
}

/// A chase, on one board that moves are made on: where it turns back, which is seldom, the moves up to
/// there are made again. A board is large, and most chases end before the first move.
struct Chase<'a> {
    start: &'a Board,
    /// The board after the moves of `path`; none before the first.
    line: Option<Box<Board>>,
    path: Vec<(Color, Point)>,
    stone: Point,
    prey: Color,
    nodes: u32,
    /// Positions after which the prey counts as escaped.
    max_nodes: u32,
}

impl Chase<'_> {
    /// The hunter's move that captures from the board at `depth`, if any.
    fn captures(&mut self, depth: usize) -> Option<Point> {
        self.nodes += 1;
        let (stone, max_nodes, nodes) = (self.stone, self.max_nodes, self.nodes);
        let board = self.at(depth);
        let liberties = board.liberties(stone);
        if liberties == 1 {
            return board.liberty_set(stone).first();
        }
        // With three liberties the prey leaves the ladder: one move does not put it into atari again. So
        // a position has two ataris and few replies, and the search may go deep with few positions.
        if liberties != 2 || nodes > max_nodes {
            return None;
        }
        let mut exits = board.liberty_set(stone).iter();
        let (a, b) = (exits.next()?, exits.next()?);
        // The exit with more room is taken first: that leaves the prey the smaller one.
        let room = |exit: Point| board.neighbors(exit).filter(|n| board.is_empty(*n)).count();
        let order = if room(a) >= room(b) { [a, b] } else { [b, a] };
        // Most chases end here: a look ahead is cheaper than a copy of the board.
        let shut = |atari, exit| {
            let flight = Flight { exit, taken: atari };
            is_shut_in(board, stone, flight, FREE_LIBERTIES)
        };
        let pairs = [(order[0], order[1]), (order[1], order[0])];
        let ataris = pairs.map(|(atari, exit)| shut(atari, exit).then_some(atari));
        let hunter = !self.prey;
        let mut ataris = ataris.into_iter().flatten();
        ataris.find(|&atari| self.play(depth, hunter, atari) && !self.flees(depth + 1))
    }

    /// Returns whether the prey, in atari and to move on the board at `depth`, gets away.
    fn flees(&mut self, depth: usize) -> bool {
        self.nodes += 1;
        let stone = self.stone;
        if self.nodes > self.max_nodes || self.at(depth).liberties(stone) != 1 {
            return true;
        }
        let replies = self.replies(depth);
        replies.into_iter().any(|reply| {
            self.play(depth, self.prey, reply)
                && match self.at(depth + 1).liberties(stone) {
                    0 | 1 => false,
                    2 => self.captures(depth + 1).is_none(),
                    _ => true,
                }
        })
    }

    /// Running out, and capturing a hunter that is itself in atari; none twice.
    fn replies(&mut self, depth: usize) -> Vec<Point> {
        let (stone, prey) = (self.stone, self.prey);
        let board = self.at(depth);
        let hunters = board
            .string(stone)
            .flat_map(|own| board.neighbors(own))
            .filter(|n| board.color_at(*n) == Some(!prey) && board.liberties(*n) == 1);
        let mut replies: Vec<Point> = board.liberty_set(stone).first().into_iter().collect();
        for capture in hunters.filter_map(|hunter| board.liberty_set(hunter).first()) {
            if !replies.contains(&capture) {
                replies.push(capture);
            }
        }
        replies
    }

    /// Makes a move after `depth` others, one of which it becomes; whether it was legal.
    fn play(&mut self, depth: usize, color: Color, point: Point) -> bool {
        self.at(depth);
        let line = self
            .line
            .get_or_insert_with(|| Box::new(self.start.clone()));
        let is_legal = line.play(color, Move::Play(point)).is_ok();
        if is_legal {
            self.path.push((color, point));
        }
        is_legal
    }

    /// The board after the first `depth` moves; those after them are taken back.
    fn at(&mut self, depth: usize) -> &Board {
        let Some(line) = &mut self.line else {
            return self.start;
        };
        if depth < self.path.len() {
            self.path.truncate(depth);
            (**line).clone_from(self.start);
            for (color, point) in &self.path {
                let made_before = line.play(*color, Move::Play(*point));
                debug_assert!(made_before.is_ok());
            }
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rng::Rng;
    use sgmp_board::rules::{BoardSize, diagram};

    const LADDER: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X X . . . . .
        . X O . . . . . .
        . . X . . . . . .";

    fn read(text: &str) -> Capture {
        captures_in_ladder(&diagram::parse(text).unwrap(), Point::parse("C2").unwrap())
    }

    #[test]
    fn a_string_in_atari_is_simply_taken() {
        assert_eq!(read(LADDER), Capture::By(Point::parse("D2").unwrap()));
    }

    #[test]
    fn a_ladder_across_the_board_works_and_a_breaker_breaks_it() {
        let ladder = LADDER.replace(". . X X . . . . .", ". . X . . . . . .");
        let works = ladder.replace(". X O . . . . . .", ". X O O . . . . .");
        let works = works.replace(". . X . . . . . .\"", ". . X X . . . . .");
        let board = diagram::parse(&works).unwrap();
        assert!(
            board.liberties(Point::parse("C2").unwrap()) > 2,
            "no ladder at all"
        );
        assert_eq!(read(&works), Capture::Escapes);
    }

    #[test]
    fn the_deepest_ladder_fits_a_small_stack() {
        // A stone on 19 lines, chased from one corner to the other.
        let mut board = Board::new(BoardSize::NINETEEN);
        let at = |name: &str| Move::Play(Point::parse(name).unwrap());
        for black in ["C3", "D2", "E4", "C4"] {
            board.play(Color::Black, at(black)).unwrap();
        }
        board.play(Color::White, at("D3")).unwrap();
        board.play(Color::White, at("D4")).unwrap();
        let stone = Point::parse("D3").unwrap();
        let small = std::thread::Builder::new().stack_size(256 << 10);
        let read = small
            .spawn(move || captures_in_ladder(&board, stone))
            .unwrap();
        let _either_way = read.join().expect("the stack holds it");
    }

    /// Reads a ladder on a copy of the board for each move, without a look ahead.
    fn is_caught(board: &Board, stone: Point, nodes: &mut u32) -> bool {
        *nodes += 1;
        let after = |board: &Board, color, point| {
            let mut after = board.clone();
            after
                .play(color, Move::Play(point))
                .is_ok()
                .then_some(after)
        };
        let prey = board.color_at(stone).unwrap();
        let liberties = board.liberty_set(stone);
        if liberties.len() != 2 || *nodes > MAX_NODES {
            return liberties.len() == 1;
        }
        liberties.iter().any(|atari| {
            let Some(chased) = after(board, !prey, atari) else {
                return false;
            };
            *nodes += 1;
            let touching = chased.string(stone).flat_map(|own| chased.neighbors(own));
            let hunters = touching.filter(|n| chased.color_at(*n) == Some(!prey));
            let hunted = hunters.filter(|hunter| chased.liberties(*hunter) == 1);
            let takes: Vec<Point> = hunted
                .filter_map(|n| chased.liberty_set(n).first())
                .collect();
            let runs = chased.liberty_set(stone).first();
            let replies = takes.into_iter().chain(runs);
            let boards = replies.filter_map(|reply| after(&chased, prey, reply));
            boards.into_iter().all(|fled| {
                fled.liberties(stone) < 2
                    || fled.liberties(stone) == 2 && is_caught(&fled, stone, nodes)
            })
        })
    }

    #[test]
    fn copies_for_each_move_tell_the_same() {
        let (mut rng, mut chases, mut caught) = (Rng::from_seed(3), 0, 0);
        for _ in 0..60 {
            let mut board = Board::new(BoardSize::new(9).unwrap());
            for turn in 0..40 {
                let points = board.empty_points();
                let at = points[rng.below(points.len() as u32) as usize];
                let _ = board.play(Color::BOTH[turn % 2], Move::Play(at));
            }
            for stone in Point::all(board.size()) {
                if board.color_at(stone).is_none() || board.liberties(stone) != 2 {
                    continue;
                }
                let mut nodes = 0;
                let twin = is_caught(&board, stone, &mut nodes);
                if nodes < MAX_NODES {
                    let found = captures_in_ladder(&board, stone) != Capture::Escapes;
                    assert_eq!(found, twin, "{stone} on {board:?}");
                    chases += usize::from(nodes > 6);
                    caught += usize::from(twin);
                }
            }
        }
        assert!(chases > 50 && caught > 50, "{chases} long, {caught} caught");
    }
}
