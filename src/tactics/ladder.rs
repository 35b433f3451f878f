//! Ladders: a string with two liberties or one, chased by ataris until it is captured or out.

use super::liberties::is_shut_in;
use crate::rules::{Board, Color, Move, Point};

/// Positions after which a ladder counts as an escape: one across the board needs about 120.
const MOST_NODES: u32 = 400;

/// Liberties with which the prey is out.
const FREE: usize = 3;

/// What the chase comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// The string is captured if this liberty is taken first.
    By(Point),
    /// It gets away, or the chase is too long to say.
    Escapes,
}

/// Whether the string of `stone`, with one liberty or two and its opponent to move, is captured
/// by ataris alone.
#[must_use]
pub fn captures_in_ladder(board: &Board, stone: Point) -> Capture {
    captures_within(board, stone, MOST_NODES)
}

/// The same within so many positions.
pub(super) fn captures_within(board: &Board, stone: Point, most: u32) -> Capture {
    let Some(prey) = board.color_at(stone) else {
        return Capture::Escapes;
    };
    let mut chase = Chase {
        boards: vec![board.clone()],
        stone,
        prey,
        nodes: 0,
        most,
    };
    chase.captures(0).map_or(Capture::Escapes, Capture::By)
}

/// A chase, with a board for each of its moves: a ladder is deep and a board large, so the boards
/// lie on the heap and a level of the reading takes next to no stack.
struct Chase {
    boards: Vec<Board>,
    stone: Point,
    prey: Color,
    nodes: u32,
    /// Positions after which the prey counts as escaped.
    most: u32,
}

impl Chase {
    /// The hunter's move that captures from the board at `depth`, if any.
    fn captures(&mut self, depth: usize) -> Option<Point> {
        self.nodes += 1;
        let board = &self.boards[depth];
        let liberties = board.liberties(self.stone);
        if liberties == 1 {
            return board.liberty_set(self.stone).first();
        }
        if liberties != 2 || self.nodes > self.most {
            return None;
        }
        let mut exits = board.liberty_set(self.stone).iter();
        let (a, b) = (exits.next()?, exits.next()?);
        // The exit with more room is taken first: that leaves the prey the smaller one.
        let room = |exit: Point| {
            board
                .neighbours(exit)
                .filter(|n| board.is_empty(*n))
                .count()
        };
        let order = if room(a) >= room(b) { [a, b] } else { [b, a] };
        let hunter = !self.prey;
        // Most chases end here: a look ahead is cheaper than a copy of the board.
        let shut = |atari, exit| is_shut_in(board, self.stone, (exit, atari), FREE);
        let pairs = [(order[0], order[1]), (order[1], order[0])];
        let ataris = pairs.map(|(atari, exit)| shut(atari, exit).then_some(atari));
        let mut ataris = ataris.into_iter().flatten();
        ataris.find(|&atari| self.play(depth, hunter, atari) && !self.flees(depth + 1))
    }

    /// Whether the prey, in atari and to move on the board at `depth`, gets away.
    fn flees(&mut self, depth: usize) -> bool {
        self.nodes += 1;
        if self.nodes > self.most || self.boards[depth].liberties(self.stone) != 1 {
            return true;
        }
        let replies = self.replies(depth);
        replies.into_iter().any(|reply| {
            self.play(depth, self.prey, reply)
                && match self.boards[depth + 1].liberties(self.stone) {
                    0 | 1 => false,
                    2 => self.captures(depth + 1).is_none(),
                    _ => true,
                }
        })
    }

    /// Running out, and capturing a hunter that is itself in atari; none twice.
    fn replies(&self, depth: usize) -> Vec<Point> {
        let board = &self.boards[depth];
        let hunters = board
            .string(self.stone)
            .flat_map(|own| board.neighbours(own))
            .filter(|n| board.color_at(*n) == Some(!self.prey) && board.liberties(*n) == 1);
        let mut replies: Vec<Point> = board.liberty_set(self.stone).first().into_iter().collect();
        for capture in hunters.filter_map(|hunter| board.liberty_set(hunter).first()) {
            if !replies.contains(&capture) {
                replies.push(capture);
            }
        }
        replies
    }

    /// Makes a move on a copy of the board at `depth`, one deeper; whether it was legal.
    fn play(&mut self, depth: usize, color: Color, point: Point) -> bool {
        if self.boards.len() == depth + 1 {
            self.boards.push(self.boards[depth].clone());
        } else {
            let (known, deeper) = self.boards.split_at_mut(depth + 1);
            deeper[0].clone_from(&known[depth]);
        }
        self.boards[depth + 1]
            .play(color, Move::Play(point))
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::diagram;

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
        let mut board = Board::new(crate::rules::BoardSize::NINETEEN);
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
}
