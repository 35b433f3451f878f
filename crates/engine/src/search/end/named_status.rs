//! A count whose dead stones people have named.

use super::seki::{seki, still_in_seki};
use sgmp_board::rules::{Board, PointSet, Status, territory};

/// The status of a board on which the strings of `dead`, and no others, are dead: as people say, whatever the
/// engine judged.
///
/// What naming them does not change stays as `judged`: whose the other points are, what has to be filled yet,
/// who lives in seki. Strings in seki whose neighbors in seki are dead now have their territory; strings that
/// are not dead now and share their last neutral points with others that have no two eyes are in seki.
#[must_use]
pub fn named_status(board: &Board, judged: Option<&Status>, dead: &PointSet) -> Status {
    let owners = territory(board, dead);
    let Some(judged) = judged else {
        return Status::settled(board, dead, &PointSet::EMPTY, owners);
    };
    if judged.dead() == dead {
        return *judged;
    }
    let before = territory(board, judged.dead());
    let kept = still_in_seki(board, dead, &owners, &(*judged.seki() - *dead));
    let found = seki(board, dead, &owners, &(*owners.dame() - *before.dame()));
    // Points of those who are no longer in seki stand for nobody's in the judgment.
    let owners = match (*judged.seki() - *dead - kept).is_empty() {
        true => judged.territory().with_changes(&before, &owners),
        false => owners,
    };
    Status::settled(board, dead, &(kept | found), owners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::final_status;
    use sgmp_board::rng::Rng;
    use sgmp_board::rules::{Color, Game, Komi, Point, diagram, score};

    fn points(names: &str) -> PointSet {
        let names = names.split_whitespace();
        names.map(|name| Point::parse(name).unwrap()).collect()
    }

    fn judged(text: &str) -> (Game, Status) {
        let board = diagram::parse(text).unwrap();
        let game = Game::from_position(board, Color::Black, Komi::default());
        let status = final_status(&game, &mut Rng::from_seed(5), 500);
        (game, status)
    }

    fn named(game: &Game, judged: &Status, dead: PointSet) -> (Status, String) {
        let status = named_status(game.board(), Some(judged), &dead);
        (status, score::count(game, &status).to_string())
    }

    const SPLIT: &str = "
        . . X . O . .
        . . X . O . X
        . X X . O O .
        X X X . O O O
        . X X . O O .
        O . X . O . .
        . . X . O . .";

    #[test]
    fn stones_named_alive_hold_their_surroundings() {
        let (game, judged) = judged(SPLIT);
        assert_eq!(*judged.dead(), points("A2 G6"));
        let (status, count) = named(&game, &judged, points("A2"));
        assert!(status.dead().contains(Point::parse("A2").unwrap()));
        assert!(
            !status
                .territory()
                .points_of(Color::White)
                .contains(Point::parse("F7").unwrap())
        );
        assert!(
            status
                .territory()
                .points_of(Color::White)
                .contains(Point::parse("G3").unwrap())
        );
        assert_ne!(count, named(&game, &judged, points("A2 G6")).1);
        assert_eq!(named(&game, &judged, points("A2 G6")).0, judged);
    }

    const SEKI: &str = "
        . X . X . X .
        X X X X X X X
        . X . X . X .
        X X X X X X X
        X X X X X X X
        O O O O O O O
        . X X X X X .";

    #[test]
    fn who_kills_one_side_of_a_seki_has_the_points() {
        let (game, judged) = judged(SEKI);
        let white = points("A2 B2 C2 D2 E2 F2 G2");
        assert!((white - *judged.seki()).is_empty());
        let (status, _) = named(&game, &judged, white);
        assert!(status.seki().is_empty());
        assert_eq!(status.territory().points_of(Color::Black).len(), 8 + 7 + 2);
        // And back again, as it was.
        assert_eq!(named(&game, &judged, PointSet::EMPTY).0, judged);
    }

    #[test]
    fn stones_named_alive_without_eyes_are_in_seki() {
        let (game, judged) = judged(SEKI);
        let dead = Status::settled(
            game.board(),
            &points("B1"),
            &PointSet::EMPTY,
            territory(game.board(), &points("B1")),
        );
        assert_eq!(
            named_status(game.board(), Some(&dead), &PointSet::EMPTY).seki(),
            judged.seki()
        );
    }

    #[test]
    fn points_to_fill_elsewhere_stay_unfilled() {
        // White has to connect at D4 before the count is right; the stone at C7 has nothing to do with it.
        let (game, judged) = judged(
            ". . O X O . O
             X X X X O O O
             . X X X O O .
             X X X O . O O
             . X X X O O .
             X X X X O O O
             . X . X O . O",
        );
        let alive = *judged.dead() - points("C7");
        assert_ne!(alive, *judged.dead());
        let (status, _) = named(&game, &judged, alive);
        for color in Color::BOTH {
            let lost = *judged.territory().points_of(color) - *status.territory().points_of(color);
            assert!((lost - points("A7 B7 C7")).is_empty(), "{lost:?}");
            let won = *status.territory().points_of(color) - *judged.territory().points_of(color);
            assert!(won.is_empty(), "{won:?}");
        }
    }

    #[test]
    fn without_a_judgment_the_board_alone_tells() {
        let board = diagram::parse(SPLIT).unwrap();
        let dead = points("A2 G6");
        let status = named_status(&board, None, &dead);
        assert_eq!(status, Status::with_dead(&board, &dead));
    }
}
