//! Ataris on strings of two liberties that need no more reading: the cheap half of a ladder.

use sgmp_board::rules::{Board, Color, Point};

use super::liberties::{Flight, is_self_atari, is_shut_in};

/// The liberties of a string of two where an atari captures it at once: the other liberty leaves
/// it no more than one, nothing of its hunters can be taken, and the stone stands.
pub fn sure_ataris(board: &Board, stone: Point) -> impl Iterator<Item = Point> {
    let prey = board.color_at(stone);
    let pair = prey.and_then(|prey| {
        let mut liberties = board.stone_liberty_set(stone).iter();
        let is_of_two = board.stone_liberties(stone) == 2;
        is_of_two.then(|| Some((prey, liberties.next()?, liberties.next()?)))?
    });
    let ways = pair.map(|(prey, a, b)| [(prey, a, b), (prey, b, a)]);
    let catches = move |(prey, atari, exit): &(Color, Point, Point)| {
        let flight = Flight {
            exit: *exit,
            taken: *atari,
        };
        is_shut_in(board, stone, flight, 2)
            && !is_self_atari(board, !*prey, *atari)
            && hunters_in_atari(board, stone, *prey).next().is_none()
    };
    let ways = ways.into_iter().flatten().filter(catches);
    ways.map(|(_, atari, _)| atari)
}

/// Strings in atari next to the string of `stone`, one stone of each contact.
pub fn hunters_in_atari(board: &Board, stone: Point, prey: Color) -> impl Iterator<Item = Point> {
    /// Stones looked at: the rest of a large string is seldom worth the time.
    const MAX_STONES: usize = 8;
    board
        .string(stone)
        .take(MAX_STONES)
        .flat_map(move |own| board.stones_beside(own, !prey))
        .filter(|n| board.stone_liberties(*n) == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    fn ataris(text: &str, stone: &str) -> String {
        let board = diagram::parse(text).unwrap();
        let names = sure_ataris(&board, Point::parse(stone).unwrap()).map(|p| p.to_string());
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_stone_against_the_edge_is_taken_from_the_open_side() {
        let text = ". . . . .
                    . . . . .
                    . . . . .
                    . X X . .
                    . O . . .";
        assert_eq!(ataris(text, "B1"), "C1");
        let wider = ". . . . .
                     . . . . .
                     . . . . .
                     . X O X .
                     . X . . .";
        assert_eq!(ataris(wider, "C2"), "C3");
    }

    #[test]
    fn a_string_that_connects_or_takes_a_hunter_gets_away() {
        let connects = ". . . . .
                        . . . . .
                        . . . . .
                        X X X O .
                        O . . O .";
        assert_eq!(ataris(connects, "A1"), "");
        let takes = ". . . . .
                     . . . . .
                     . O O . .
                     O X X . .
                     . O . . .";
        assert_eq!(ataris(takes, "C3"), "");
    }

    #[test]
    fn strings_with_other_numbers_of_liberties_have_none() {
        assert_eq!(ataris(". . .\n. X .\n. . .", "B2"), "");
        assert_eq!(ataris(". . .\n. X .\n. . .", "A1"), "");
    }
}
