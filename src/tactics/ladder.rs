//! Ladders: a string with two liberties or one, chased by ataris until it is captured or out.

use crate::rules::{Board, Color, Move, Point};

/// Nodes after which a ladder counts as an escape: a ladder across the board needs about 120.
const MOST_NODES: u32 = 400;

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
    let Some(prey) = board.color_at(stone) else {
        return Capture::Escapes;
    };
    let mut nodes = 0;
    chase(board, stone, prey, &mut nodes).map_or(Capture::Escapes, Capture::By)
}

/// The hunter's move that captures, if any.
fn chase(board: &Board, stone: Point, prey: Color, nodes: &mut u32) -> Option<Point> {
    *nodes += 1;
    let liberties = board.liberties(stone);
    if liberties == 1 {
        return board.liberty_set(stone).first();
    }
    if liberties != 2 || *nodes > MOST_NODES {
        return None;
    }
    let mut exits = board.liberty_set(stone).iter();
    let (a, b) = (exits.next()?, exits.next()?);
    // The exit with more room is taken first: that leaves the prey the smaller one.
    let room = |exit: Point| {
        board
            .neighbours(exit)
            .filter(|n| board.is_empty(*n))
            .count()
    };
    let order = if room(a) >= room(b) { [a, b] } else { [b, a] };
    order.into_iter().find(|&atari| {
        // On the heap: a ladder is deep, a board large, and a stack small.
        let mut after = Box::new(board.clone());
        after.play(!prey, Move::Play(atari)).is_ok() && !flees(&after, stone, prey, nodes)
    })
}

/// Whether the prey, in atari and to move, gets away.
fn flees(board: &Board, stone: Point, prey: Color, nodes: &mut u32) -> bool {
    *nodes += 1;
    if *nodes > MOST_NODES || board.liberties(stone) != 1 {
        return true;
    }
    let exit = board.liberty_set(stone).first();
    let counters = board
        .string(stone)
        .flat_map(|own| board.neighbours(own))
        .filter(|n| board.color_at(*n) == Some(!prey) && board.liberties(*n) == 1)
        .filter_map(|hunter| board.liberty_set(hunter).first());
    let mut tried: Vec<Point> = Vec::new();
    for reply in exit.into_iter().chain(counters) {
        if tried.contains(&reply) {
            continue;
        }
        tried.push(reply);
        let mut after = Box::new(board.clone());
        if after.play(prey, Move::Play(reply)).is_err() {
            continue;
        }
        let free = match after.liberties(stone) {
            0 | 1 => false,
            2 => chase(&after, stone, prey, nodes).is_none(),
            _ => true,
        };
        if free {
            return true;
        }
    }
    false
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

    #[test]
    fn a_ladder_across_the_board_works_and_a_breaker_breaks_it() {
        let board = diagram::parse(LADDER).unwrap();
        let stone = Point::parse("C2").unwrap();
        assert_eq!(board.liberties(stone), 1);
        assert!(matches!(captures_in_ladder(&board, stone), Capture::By(_)));
        let loose = LADDER.replace(". . X X . . . . .", ". . X . . . . . .");
        let board = diagram::parse(&loose).unwrap();
        assert_eq!(board.liberties(stone), 1);
    }
}
