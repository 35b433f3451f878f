//! Moves on written positions, explained.

use super::*;
use crate::experts::{Assessment, Expert, MoveSelector, Skill};
use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, Point, diagram};

fn at(name: &str) -> Move {
    Move::Play(Point::parse(name).unwrap())
}

fn position(text: &str, to_move: Color) -> Game {
    let board = diagram::parse(text).unwrap();
    Game::from_position(board, to_move, Komi::FIVE_AND_A_HALF)
}

fn explain(game: &Game, mv: Move) -> Explanation {
    let color = game.to_move();
    Explanation::for_move(&mut MoveSelector::new(), game, color, mv, Skill::teacher()).unwrap()
}

fn is_by(explained: &Explanation, expert: Expert) -> bool {
    let mut reasons = explained.reasons().iter();
    reasons.any(|known| known.reason.expert == expert)
}

/// Every line says something, and no marks are left in it.
fn well_formed(explained: &Explanation) -> String {
    let text = explained.to_string();
    for line in text.lines() {
        assert!(!line.trim().is_empty(), "{text}");
        assert!(!line.contains(['{', '}']), "{text}");
    }
    text
}

/// Two black stones in atari, and a white wall to the right.
const ATARI: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . O . . O . .
    . . O X O . . . .
    . . O X . . . . .
    . . . O . X . . .
    . . . . . X . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn a_capture_is_told_as_a_capture() {
    let explained = explain(&position(ATARI, Color::White), at("E5"));
    let text = well_formed(&explained);
    assert!(is_by(&explained, Expert::Capture), "{text}");
    assert!(
        text.starts_with("White E5, from White's side:\nWhy: E5 takes Black's 2 stones at "),
        "{text}"
    );
    assert!(
        text.contains("On the board: It takes Black's 2 stones at D5 off the board."),
        "{text}"
    );
    assert!(explained.score.gain > 2.0, "{text}");
}

#[test]
fn stones_saved_are_told_as_saved() {
    let explained = explain(&position(ATARI, Color::Black), at("E5"));
    let text = well_formed(&explained);
    assert!(is_by(&explained, Expert::Rescue), "{text}");
}

#[test]
fn a_ladder_is_told_as_one() {
    let game = position(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . O X . . . . .
         . . . O O . . . .
         . . . . . . . . .
         . . . . . . . . .",
        Color::White,
    );
    let explained = explain(&game, at("D5"));
    let text = well_formed(&explained);
    assert!(text.contains("Start the ladder"), "{text}");
    assert!(text.contains("D5 catches Black's group at D4"), "{text}");
    assert!(
        text.contains("On the board: Black's stone at D4 cannot get away any more."),
        "{text}"
    );
}

#[test]
fn a_connection_is_told_as_one() {
    let joined = position(
        ". . . . . . . . .
         . . . . . . . . .
         . O X X . X X O .
         . O O O . O O O .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        Color::Black,
    );
    let explained = explain(&joined, at("E7"));
    let text = well_formed(&explained);
    assert!(is_by(&explained, Expert::Connecting), "{text}");
    assert!(
        text.contains("It joins Black's 2 stones at D7 and Black's 2 stones at F7."),
        "{text}"
    );
}

/// White's corner lives or dies by B1.
const CORNER: &str = "
    . . . . . . . . .
    . . X . X . X . .
    . . . . . . . . .
    . . . . X . . . .
    . . . . . . . . .
    X X X X X X . . .
    O O O O O X . . .
    O O O O O X . . .
    . . . O O X . . .";

#[test]
fn what_becomes_of_groups_is_told() {
    let killed = explain(&position(CORNER, Color::Black), at("B1"));
    let text = well_formed(&killed);
    let corner = killed
        .groups
        .iter()
        .find(|news| news.group.color == Color::White);
    assert!(
        corner.is_some_and(|news| news.is_changed() && news.now.is_dead()),
        "{text}"
    );
    assert!(text.contains("White's 12 stones at B2 are "), "{text}");
    assert!(text.contains("; before the move: in danger."), "{text}");

    let elsewhere = explain(&position(CORNER, Color::Black), at("J9"));
    let text = well_formed(&elsewhere);
    let corner = elsewhere
        .groups
        .iter()
        .find(|news| news.group.color == Color::White);
    assert!(corner.is_some_and(|news| !news.is_changed()), "{text}");
    assert!(
        text.contains("who moves first there decides (B1)."),
        "{text}"
    );
    assert!(
        elsewhere.others.iter().any(|other| other.mv == at("B1")),
        "{text}"
    );
}

#[test]
fn a_move_that_nobody_suggests_is_told_as_such() {
    let game = Game::new(BoardSize::NINETEEN, Komi::FIVE_AND_A_HALF);
    let corner = well_formed(&explain(&game, at("A1")));
    assert!(
        corner.contains("On the board: Black's stone at A1 can be taken by the other side."),
        "{corner}"
    );
    let explained = explain(&game, at("B10"));
    let text = well_formed(&explained);
    assert_eq!(explained.assessment, Assessment::Unsuggested);
    assert!(
        text.contains("\nNo expert suggests B10, so no reason is known."),
        "{text}"
    );
    assert!(text.contains("takes nothing, threatens nothing"), "{text}");
    assert_eq!(explained.others.len(), 3, "{text}");
    assert!(explained.reasons().is_empty());
}

#[test]
fn a_pass_is_right_at_the_end_and_wrong_before() {
    let finished = position(
        ". X . X O . O
         X X X X O O O
         X X X X O O O
         X X X X O O O
         X X X X O O O
         X X X X O O O
         . X . X O . O",
        Color::Black,
    );
    let right = explain(&finished, Move::Pass);
    let text = well_formed(&right);
    assert!(is_by(&right, Expert::Finish), "{text}");
    assert!(
        text.starts_with("Black pass, from Black's side:\nWhy: "),
        "{text}"
    );

    let wrong = explain(&position(CORNER, Color::Black), Move::Pass);
    let text = well_formed(&wrong);
    assert_eq!(wrong.assessment, Assessment::Unsuggested);
    assert!(text.contains("Nobody suggests a pass"), "{text}");
    assert!(text.contains("B1 (gains about "), "{text}");
}

#[test]
fn what_is_no_move_is_not_explained() {
    let mut selector = MoveSelector::new();
    let mut game = position(ATARI, Color::White);
    let skill = Skill::for_level(1);
    let taken = Explanation::for_move(&mut selector, &game, Color::White, at("D5"), skill);
    assert_eq!(taken, None, "there is a stone");
    for number in [0, 1, usize::MAX] {
        assert_eq!(
            Explanation::for_move_number(&mut selector, &game, number, skill),
            None
        );
    }
    game.play(Color::White, at("E5")).unwrap();
    let first = Explanation::for_move_number(&mut selector, &game, 1, skill).unwrap();
    assert_eq!((first.color, first.mv), (Color::White, at("E5")));
}

#[test]
fn the_same_is_said_again() {
    let game = position(CORNER, Color::Black);
    let mut selector = MoveSelector::new();
    let mut tell = || {
        let told = Explanation::for_move(
            &mut selector,
            &game,
            Color::Black,
            at("B1"),
            Skill::teacher(),
        );
        let hints = Hints::for_position(&mut selector, &game, Color::Black, Skill::teacher());
        (told.unwrap().to_string(), hints.to_string())
    };
    assert_eq!(tell(), tell());
}

#[test]
fn hints_are_up_to_three_moves_with_reasons() {
    let hints = |game: &Game| {
        Hints::for_position(
            &mut MoveSelector::new(),
            game,
            game.to_move(),
            Skill::teacher(),
        )
    };
    let corner = hints(&position(CORNER, Color::Black));
    assert!((1..=3).contains(&corner.moves.len()));
    assert_eq!(corner.moves[0].mv, at("B1"));
    let text = corner.to_string();
    assert!(text.starts_with("1. B1 (about "), "{text}");
    assert_eq!(text.lines().count(), corner.moves.len(), "{text}");
    assert!(
        corner.in_short().starts_with("1. B1 "),
        "a point and a sentence"
    );

    let finished = hints(&position(
        ". X . X O . O
         X X X X O O O
         X X X X O O O
         X X X X O O O
         X X X X O O O
         X X X X O O O
         . X . X O . O",
        Color::White,
    ));
    assert_eq!(finished.moves[0].mv, Move::Pass);
    assert!(finished.to_string().starts_with("1. pass: "));
}
