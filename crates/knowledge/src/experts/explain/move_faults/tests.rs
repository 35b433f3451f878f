//! Faults on small boards.

use super::MoveFault;
use crate::analysis::Analysis;
use crate::experts::explain::judgment::{JudgedMove, Judgment};
use crate::experts::explain::owners::Owners;
use crate::experts::explain::scene::Scene;
use sgmp_board::rules::{Color, Game, Komi, Move, Point, diagram};

/// The fault of a black move, where the owners with it and without it are the same: a part of each point, Black's
/// above 0, that of the points of `lost` turned round.
fn fault(text: &str, mv: &str, best: &str, (part, gain): (f32, f32), lost: &str) -> String {
    let board = diagram::parse(text).unwrap();
    let game = Game::from_position(board, Color::Black, Komi::default());
    fault_in(&game, mv, best, (part, gain), lost)
}

/// The same in a game.
fn fault_in(game: &Game, mv: &str, best: &str, (part, gain): (f32, f32), lost: &str) -> String {
    let size = game.size();
    let at = |name: &str| Move::Play(Point::parse(name).unwrap());
    let lost: Vec<Point> = lost
        .split_whitespace()
        .map(|name| Point::parse(name).unwrap())
        .collect();
    let owners = || {
        Owners::new(size, |point| {
            let stone = game.board().color_at(point);
            match stone {
                _ if lost.contains(&point) => -0.9,
                Some(Color::Black) => 0.9,
                Some(Color::White) => -0.9,
                None => part,
            }
        })
    };
    let judged = |mv, lead| JudgedMove { mv, win: 0.5, lead };
    let moves = vec![judged(at(mv), gain), judged(at(best), 20.0)];
    let judgment = Judgment::new(moves, 0.0).unwrap();
    let judgment = judgment.with_owners(vec![(at(mv), owners()), (Move::Pass, owners())]);
    let analysis = Analysis::new(game.board(), Color::Black, 1);
    let scene = Scene::new(
        game,
        (&analysis, &analysis),
        &judgment,
        (Color::Black, at(mv)),
    );
    let found = MoveFault::find(&scene.unwrap(), at(best));
    found.map_or_else(String::new, |found| found.to_string())
}

const OPEN: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . O . .
    . . X . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn a_move_that_gains_nothing_is_told_by_its_place() {
    let told = fault(OPEN, "A1", "G7", (0.0, 0.2), "");
    assert!(told.starts_with("A1 lies on the first line"), "{told}");
    let told = fault(OPEN, "B5", "G7", (0.9, 0.2), "");
    assert!(told.starts_with("B5 is in your own territory"), "{told}");
    assert_eq!(fault(OPEN, "G7", "C5", (0.0, 9.0), ""), "");
}

#[test]
fn an_eye_that_is_filled_and_stones_that_are_lost_are_told() {
    let eyes = "
        . X . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let told = fault(eyes, "A7", "F3", (0.0, -20.0), "");
    assert!(told.starts_with("A7 fills an eye"), "{told}");
    let ladder = "
        . . . . . . .
        . . . . . . .
        . . O . . . .
        . O X . . . .
        . . O O . . .
        . . . . . . .
        . . . . . . .";
    let told = fault(ladder, "D4", "F3", (0.0, -5.0), "C4 D4");
    assert!(
        told.starts_with("D4 runs with Black's stone at C4"),
        "{told}"
    );
    let lost = "
        . . . . . . .
        . O O O O . .
        . O X X O . .
        . O . . O . .
        . O . . O . .
        . O O O O . .
        . . . . . . .";
    let told = fault(lost, "C4", "F7", (-0.9, -1.0), "C5 D5 C4");
    assert!(told.contains("lost with C4, too"), "{told}");
}

#[test]
fn moves_at_the_wrong_place_of_a_fight_are_told() {
    let crawl = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X O O O . . .
        . . X X X . . . .
        . . . . . . . . .";
    let told = fault(crawl, "F2", "G4", (0.0, 3.0), "");
    assert!(
        told.starts_with("F2 crawls along the second line"),
        "{told}"
    );
    let push = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . O O O . . . .
        . . X . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let told = fault(push, "D5", "F6", (0.0, 3.0), "");
    assert!(told.starts_with("D5 pushes from behind"), "{told}");
    let triangle = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . . .
        . . X . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let told = fault(triangle, "D5", "E6", (0.0, 3.0), "");
    assert!(told.starts_with("D5 makes an empty triangle"), "{told}");
}

#[test]
fn stones_that_are_left_are_told() {
    let dying = "
        . . . . . . . . .
        . O O O . . . . .
        O X X X . . . . .
        . O O O . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let told = fault(dying, "J1", "E7", (0.0, 0.2), "");
    assert_eq!(
        told,
        "Black's 3 stones at D7 can be taken while J1 is elsewhere: E7 would have kept them safe."
    );
    let fork = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . O X O . . .
        . O X . X O . . .
        . . O . O . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let told = fault(fork, "J9", "D4", (0.0, 0.2), "");
    assert!(
        told.starts_with("J9 leaves D4 to the other side: "),
        "{told}"
    );
    assert!(told.contains("Black's 2 stones at E4"), "{told}");
}

#[test]
fn the_wrong_atari_breaks_a_ladder() {
    let ladder = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . . .
        . . X O . . . . .
        . . . X . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let told = fault(ladder, "D5", "E4", (0.0, 3.0), "");
    assert_eq!(
        told,
        "D5 breaks a ladder of your own: it would have caught White's stone at D4, and after E4 there is none."
    );
}

#[test]
fn a_stone_beside_a_wall_and_a_ko_without_a_threat_are_told() {
    let wall = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . O . . . . . .
        . . O . . . . . .
        . . O . . . . . .
        . . O . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let told = fault(wall, "F5", "G3", (0.0, 3.0), "");
    assert!(
        told.starts_with("F5 comes close to strong stones, White's 4 stones at C5 among them"),
        "{told}"
    );
    let ko = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X O . . . .
        . . X . X O . . .
        . . . X O . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let board = diagram::parse(ko).unwrap();
    let mut game = Game::from_position(board, Color::White, Komi::default());
    let takes = Move::Play(Point::parse("D5").unwrap());
    game.play(Color::White, takes).unwrap();
    let told = fault_in(&game, "H8", "F6", (0.0, 3.0), "");
    assert!(
        told.starts_with("H8 threatens nothing: the ko at E5"),
        "{told}"
    );
}
