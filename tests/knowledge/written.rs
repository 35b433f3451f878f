//! Written positions, and what each expert suggests there.

use std::collections::BTreeSet;

use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game, Komi, Move, Point, Rules, diagram};
use sgmp_knowledge::experts::{
    Expert, MoveSelector, Rejection, Role, Skill, Suggestion, all_reasons,
};

/// The level of the analysis that they look at: deep enough to read life and death.
const READING: u8 = 10;

fn game(text: &str, to_move: Color) -> Game {
    let board = diagram::parse(text).expect("a diagram");
    Game::from_position(board, to_move, Komi::FIVE_AND_A_HALF)
}

fn point(name: &str) -> Point {
    Point::parse(name).expect("a point")
}

/// An empty board of 19 lines.
fn empty() -> String {
    vec![". ".repeat(19); 19].join("\n")
}

fn suggestions(game: &Game) -> Vec<Suggestion> {
    MoveSelector::new().suggest(game, game.to_move(), READING)
}

/// Each of these is suggested: the reason and the move.
fn expect(game: &Game, wanted: &[(&str, &str)]) {
    let found = suggestions(game);
    for (id, name) in wanted {
        let is_there = found
            .iter()
            .any(|known| known.reason.id() == *id && known.mv.to_string() == *name);
        let at: Vec<String> = found
            .iter()
            .filter(|known| known.reason.id() == *id || known.mv.to_string() == *name)
            .map(|known| format!("{} {}", known.mv, known.reason))
            .collect();
        assert!(is_there, "{id} at {name}: {at:?}");
    }
}

/// A fight all over the board.
const MIDDLE: &str = "
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . X . . X . . O O . .
    . . . X . . X . . . . . . . . X . . .
    . . . . . . . . . . . . . . . . . . .
    . . X . . . . . . O . . . . . . . . .
    . . . . . . . . X O . . . . . X . . .
    . . . . X . . . . . . . . . . . . . .
    . O . O O X . X . O . . . . X . . . .
    . . O O X O O O O . O X . X . . X . .
    . . X O X O . . . . O O X . O . . . .
    O X X X X O X . X . O X X . . . . . .
    . O O O O . . . . X X O . X . . . . .
    O X O X O O X X . . . O . O . O . . .
    . X O X X X O . X . . . . O . . . . .
    . X X X . O O . X . . X . . . X . . .
    . . . . . . . O O . . . X O . . . . .
    . . . . . . . . . . . . X O . . . . .
    . . . . . . . . . . . . . . . . . . .";

#[test]
fn in_a_fight_most_experts_speak() {
    let mut game = game(MIDDLE, Color::White);
    game.play(Color::White, Move::Play(point("B2"))).unwrap();
    expect(
        &game,
        &[
            ("cut-and-threaten", "B10"),
            ("pattern-connect-big", "Q10"),
            ("run-into-open", "J7"),
            ("slide-for-base", "S2"),
            ("block-last-gap", "P6"),
            ("grow-sphere", "M15"),
            ("stop-invasion-corner", "R3"),
            ("second-line-hane", "B10"),
            ("answer-slide", "B3"),
            ("atari", "A5"),
            ("chase-by-separation", "K12"),
            ("pass-nothing-left", "pass"),
        ],
    );
    let said = suggestions(&game);
    let experts: BTreeSet<Expert> = said.iter().map(|known| known.reason.expert).collect();
    assert!(experts.len() >= 14, "{experts:?}");
    assert!(experts.contains(&Expert::Habit));
}

#[test]
fn who_is_cut_off_joins_the_living() {
    const CUT: &str = "
        . . . . . . . . .
        . . . O O O O . .
        . O X X . X X X .
        . O X O O O X . X
        . . O . . O X X X
        . . . . . O X . X
        . . . . . O X X X
        . . . . . O O O O
        . . . . . . . . .";
    expect(
        &game(CUT, Color::Black),
        &[("live-by-joining", "E7"), ("join-weak-to-living", "E7")],
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
fn a_group_is_saved_and_killed_at_the_same_point() {
    expect(
        &game(CORNER, Color::White),
        &[("live-by-reading", "B1"), ("live-by-eye-point", "B1")],
    );
    expect(
        &game(CORNER, Color::Black),
        &[("kill-by-reading", "B1"), ("kill-by-eye-point", "B1")],
    );
    for color in Color::BOTH {
        let mut rng = Rng::from_seed(1);
        let skill = Skill::for_level(6);
        let selection = MoveSelector::new().choose(&game(CORNER, color), color, skill, &mut rng);
        assert_eq!(selection.mv, Move::Play(point("B1")), "{selection}");
        assert!(selection.sentence().contains("B1"), "{selection}");
        let told = selection.to_string();
        assert!(told.contains("considered B1"), "{told}");
    }
}

#[test]
fn what_does_not_come_true_is_thrown_out() {
    let mut rng = Rng::from_seed(1);
    let skill = Skill {
        tries: 60,
        second_looks: 0,
        ..Skill::for_level(6)
    };
    let game = game(CORNER, Color::White);
    let selection = MoveSelector::new().choose(&game, Color::White, skill, &mut rng);
    assert!(!selection.rejected.is_empty());
    for rejected in &selection.rejected {
        assert!(!rejected.reasons.is_empty());
        assert!(!rejected.rejection.to_string().is_empty());
        if let Rejection::NotSaved(_, status) = rejected.rejection {
            let wanted = |known: &Suggestion| match known.reason.aim.role {
                Role::Defend { at_least } => status > at_least,
                Role::Free | Role::Attack => false,
            };
            assert!(rejected.reasons.iter().any(wanted), "{rejected}");
        }
    }
}

#[test]
fn corners_begin_with_points_enclosures_and_approaches() {
    expect(
        &game(&empty(), Color::Black),
        &[
            ("empty-corner-star", "D4"),
            ("empty-corner-small-point", "R16"),
            ("opening-first", "Q16"),
            ("book-first", "D16"),
        ],
    );
    let lone = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . X . . . . . O . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . O . . . . . . . . . .
        . . . . . . . . . . X . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .";
    expect(
        &game(lone, Color::White),
        &[
            ("approach-star-knight", "F11"),
            ("enclose-star-knight", "H11"),
            ("enclose-small-knight", "E3"),
            ("press-three-three", "K4"),
        ],
    );
    expect(
        &game(lone, Color::Black),
        &[
            ("approach-small-knight", "E3"),
            ("approach-small-high", "E4"),
            ("enclose-three-three", "J4"),
        ],
    );
}

#[test]
fn the_book_answers_an_invasion() {
    let mut game = game(&empty(), Color::Black);
    game.play(Color::Black, Move::Play(point("Q16"))).unwrap();
    game.play(Color::White, Move::Play(point("R17"))).unwrap();
    expect(&game, &[("book-answer", "R16"), ("book-answer", "Q17")]);
    let told = suggestions(&game);
    let joseki = told.iter().find(|known| known.reason.id() == "book-answer");
    assert!(joseki.is_some_and(|known| known.tree.len() > 2));
}

#[test]
fn the_book_knows_what_is_urgent_and_what_was_wrong() {
    let after = |moves: &str| {
        let mut game = game(&empty(), Color::Black);
        for name in moves.split(' ') {
            let color = game.to_move();
            game.play(color, Move::Play(point(name))).unwrap();
        }
        game
    };
    expect(&after("R16 P16 P17 O17"), &[("book-urgent-answer", "Q17")]);
    expect(&after("Q16 R14 O17 S16"), &[("book-answer", "R17")]);
    expect(&after("Q16 R15"), &[("book-punish", "R14")]);
}

#[test]
fn a_wall_reaches_far_along_the_side() {
    let wall = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . O . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . X . X . . . . . . . . .
        . . X . . . . . . . . . .
        . X X . . . . . . . . . .
        . . X . . . . . . . . . .
        . . X . . . . . . . O . .
        . . X . . . . . . . . . .
        . . . . . . . . . . . . .";
    expect(
        &game(wall, Color::Black),
        &[
            ("extend-far-from-strength", "J3"),
            ("extend-and-check", "H3"),
        ],
    );
}

#[test]
fn stones_are_caught_and_saved() {
    let caught = "
        . . . . . . . . .
        . . . X X . . . .
        . . X O O . . . .
        . . . X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . O . . .
        . . . O . . . . .
        . . . . . . . . .";
    expect(
        &game(caught, Color::Black),
        &[("take-cutting-stones", "F7")],
    );
    let hunted = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . O . . . . .
        . . O X . . . . .
        . . . O . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    expect(
        &game(hunted, Color::Black),
        &[("save-cutting-stones", "E4")],
    );
}

/// Both races for six liberties; who moves first wins.
const RACE: &str = "
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    O O O O O O O O O X X X X X X X X X X
    . . . . . . O O O X . . . . . . X X X
    X X X X X X X X X O O O O O O O O O X";

#[test]
fn in_a_race_liberties_are_filled() {
    expect(&game(RACE, Color::Black), &[("race-fill-even", "L2")]);
    expect(&game(RACE, Color::White), &[("race-fill-even", "A2")]);
}

#[test]
fn a_ko_is_taken_ended_and_fought() {
    let ko = "
        . . . . . . . . .
        . . . X O . . . .
        . . X O . O . . .
        . . . X O . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . O X X X . . .
        . O X . . . . . .
        . . . . . . . . .";
    let mut game = game(ko, Color::Black);
    expect(&game, &[("take-ko-for-group", "E7")]);
    game.play(Color::Black, Move::Play(point("E7"))).unwrap();
    let found = suggestions(&game);
    let threat = |known: &&Suggestion| known.reason.id().starts_with("threat-");
    assert!(found.iter().any(|known| threat(&known)), "{found:?}");
    game.play(Color::White, Move::Pass).unwrap();
    expect(&game, &[("end-ko", "D7")]);
}

#[test]
fn who_is_far_behind_squirms_and_who_is_ahead_plays_safe() {
    let lost = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        O O O O O O O O O O O O O
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        O O O O O O O O O O O O O
        . O . O . O O O X X X X X
        X X X X X X X X X . . . .
        . . . . . . . . . . X . X";
    expect(&game(lost, Color::Black), &[("bogus-invasion", "C7")]);
    expect(&game(lost, Color::White), &[("safe-close", "C3")]);
}

#[test]
fn at_the_end_nothing_is_left_but_neutral_points() {
    let over = "
        . X . X O . O
        X X X X O O O
        X X X . O O O
        X X X X O O O
        X X X X O O O
        X X X X O O O
        . X . X O . O";
    let mut game = game(over, Color::Black);
    expect(
        &game,
        &[("fill-neutral", "D5"), ("pass-nothing-left", "pass")],
    );
    let chinese = game.clone().with_rules(Rules::Chinese);
    expect(&chinese, &[("fill-neutral-for-area", "D5")]);
    game.play(Color::Black, Move::Play(point("D5"))).unwrap();
    for _ in 0..2 {
        let (color, skill) = (game.to_move(), Skill::for_level(3));
        let mut rng = Rng::from_seed(1);
        let selection = MoveSelector::new().choose(&game, color, skill, &mut rng);
        assert_eq!(selection.mv, Move::Pass, "{selection}");
        game.play(color, Move::Pass).unwrap();
    }
}

#[test]
fn every_expert_has_reasons_and_every_reason_a_sentence() {
    let reasons = all_reasons();
    let names: BTreeSet<String> = reasons.iter().map(|reason| reason.id()).collect();
    assert!(reasons.len() >= 250, "{} reasons", reasons.len());
    assert_eq!(names.len(), reasons.len(), "a name stands for one reason");
    let sentences: BTreeSet<&str> = reasons.iter().map(|reason| reason.template()).collect();
    assert_eq!(sentences.len(), reasons.len(), "no two say the same");
    for reason in &reasons {
        let text = reason.template();
        assert!(text.ends_with('.') && text.len() > 12, "{reason}: {text}");
        let rest = ["{move}", "{group}", "{size}"]
            .iter()
            .fold(text.to_owned(), |text, field| text.replace(field, ""));
        assert!(!rest.contains(['{', '}']), "{reason}: {text}");
        let names_group = text.contains("{group}");
        let wants_group = reason.aim.role != Role::Free;
        assert!(
            names_group || !wants_group || rest != text,
            "{reason}: {text}"
        );
    }
    for expert in Expert::ALL {
        let own = reasons.iter().filter(|reason| reason.expert == expert);
        assert!(own.count() > 0, "{expert}");
    }
}
