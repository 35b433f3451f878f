//! The capture of what is dead, where nothing is taken off by agreement.

use sgmp_board::rules::{Board, Color, Game, Move, Point, PointSet};

/// A move towards the capture of the opponent's dead stones; `None` if there is none that does no harm.
///
/// `liked` are moves that a search prefers, the best first; `is_dead` reads a string on a board again.
///
/// First comes a capture, then what leaves its own string two liberties, and at last a stone that is given up inside
/// the dead group, if the group is dead after it was taken.
#[must_use]
pub fn capturing_move(
    game: &Game,
    color: Color,
    dead: &PointSet,
    liked: &[Move],
    mut is_dead: impl FnMut(&Board, Point) -> bool,
) -> Option<Point> {
    let board = game.board();
    let theirs = dead
        .iter()
        .filter(|stone| board.color_at(*stone) == Some(!color));
    let theirs: PointSet = theirs.collect();
    let mut liberties = PointSet::EMPTY;
    for stone in theirs.iter() {
        liberties.extend(board.liberty_set(stone).iter());
    }
    let liked = liked.iter().filter_map(|mv| match mv {
        Move::Play(point) if liberties.contains(*point) => Some(*point),
        Move::Play(_) | Move::Pass => None,
    });
    let is_legal = |point: &Point| {
        let mv = Move::Play(*point);
        game.legality(color, mv).is_ok() && !game.repeats(color, mv)
    };
    let points: Vec<Point> = liked.chain(liberties.iter()).filter(is_legal).collect();
    let after = |point: Point| {
        let mut after = board.clone();
        let captured = after.play(color, Move::Play(point)).unwrap_or(0);
        (captured, after)
    };
    let captures = points.iter().find(|point| after(**point).0 > 0);
    let lasts = |point: &&Point| after(**point).1.liberties(**point) > 1;
    let found = captures.or_else(|| points.iter().find(lasts)).copied();
    found.or_else(|| {
        points.into_iter().find(|point| {
            let (_, mut after) = after(*point);
            let around = theirs
                .iter()
                .find(|stone| board.liberty_set(*stone).contains(*point));
            let taken = after.liberty_set(*point).iter().next();
            match (around, taken) {
                (Some(stone), Some(taking)) => {
                    after.play(!color, Move::Play(taking)).is_err() || is_dead(&after, stone)
                }
                _ => false,
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Komi, diagram};

    fn captured(text: &str, dead: &[&str]) -> Option<String> {
        let board = diagram::parse(text).unwrap();
        let game = Game::from_position(board, Color::Black, Komi::default());
        let dead = dead
            .iter()
            .map(|name| Point::parse(name).unwrap())
            .collect();
        let found = capturing_move(&game, Color::Black, &dead, &[], |_, _| true);
        found.map(|point| point.to_string())
    }

    #[test]
    fn a_capture_comes_first() {
        let text = "
            . . . . X
            X X X X X
            . O X . .
            X O X . O
            . X . X .";
        assert_eq!(captured(text, &["B3", "E2"]).as_deref(), Some("A3"));
    }

    #[test]
    fn where_nothing_is_dead_nothing_is_captured() {
        assert_eq!(captured(". X .\nX X X\n. X .", &[]), None);
    }

    /// Three points inside a dead group are filled from within.
    #[test]
    fn a_dead_group_with_one_eye_is_taken_from_within() {
        let text = "
            . . . O X .
            O O O O X .
            X X X X X .
            . . . . . .
            . . . . . .
            . . . . . .";
        let mut game =
            Game::from_position(diagram::parse(text).unwrap(), Color::Black, Komi::default());
        let group: PointSet = game.board().string(Point::parse("A5").unwrap()).collect();
        for _ in 0..6 {
            let found = capturing_move(&game, Color::Black, &group, &[], |_, _| true);
            let Some(point) = found else { break };
            game.play(Color::Black, Move::Play(point)).unwrap();
            if game.board().is_empty(Point::parse("A5").unwrap()) {
                return;
            }
            game.play(Color::White, Move::Pass).unwrap();
        }
        panic!(
            "it still stands:\n{}",
            sgmp_board::picture::Picture::from_game(&game)
        );
    }
}
