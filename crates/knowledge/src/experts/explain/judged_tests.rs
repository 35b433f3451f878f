//! Explanations with a judge, who says which moves are good.

use super::*;
use crate::experts::{Expert, MoveSelector, Skill};
use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, Point, diagram};

fn at(name: &str) -> Move {
    Move::Play(Point::parse(name).unwrap())
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

fn atari(to_move: Color) -> Game {
    let board = diagram::parse(ATARI).unwrap();
    Game::from_position(board, to_move, Komi::FIVE_AND_A_HALF)
}

/// A judge with a view of its own: the points that moves lead to, and one figure for all others.
struct Opinion {
    liked: Vec<(Move, f32)>,
    rest: f32,
    /// After a pass.
    passed: f32,
    owners: Vec<(Move, Owners)>,
}

impl MoveJudge for Opinion {
    fn judge(&mut self, _: &Game, _: Color, asked: &[Move]) -> Option<Judgment> {
        let judged = |mv: Move, lead: f32| JudgedMove {
            mv,
            win: (0.5 + lead / 40.0).clamp(0.0, 1.0),
            lead,
        };
        let mut moves: Vec<JudgedMove> = Vec::new();
        for (mv, lead) in &self.liked {
            moves.push(judged(*mv, *lead));
        }
        for mv in asked {
            if moves.iter().all(|known| known.mv != *mv) {
                moves.push(judged(*mv, self.rest));
            }
        }
        Some(Judgment::new(moves, self.passed)?.with_owners(self.owners.clone()))
    }
}

fn teacher(liked: &[(Move, f32)], rest: f32) -> Teacher {
    forecasting(liked, rest, Vec::new())
}

/// The same with a view of who will own the points after moves.
fn forecasting(liked: &[(Move, f32)], rest: f32, owners: Vec<(Move, Owners)>) -> Teacher {
    let liked = liked.to_vec();
    Teacher::new(Some(Box::new(Opinion {
        liked,
        rest,
        passed: rest - 2.0,
        owners,
    })))
}

fn played(game: &Game, mv: Move) -> Game {
    let mut game = game.clone();
    game.play(game.to_move(), mv).unwrap();
    game
}

#[test]
fn a_good_move_is_told_with_the_experts_reason() {
    let game = played(&atari(Color::White), at("E5"));
    let told = teacher(&[(at("E5"), 6.0)], -4.0).explain(&game, 1).unwrap();
    let text = told.to_string();
    let experts = told.reasons().iter().map(|known| known.reason.expert);
    assert!(
        experts.clone().any(|known| known == Expert::Capture),
        "{text}"
    );
    assert!(text.contains("Why: E5 takes Black's 2 stones"), "{text}");
    assert!(
        text.contains("White 6 points ahead after the move"),
        "{text}"
    );
    assert!(
        text.contains("Against a pass it gains about 12 points."),
        "{text}"
    );
}

#[test]
fn the_experts_praise_is_not_told_of_a_move_that_the_judge_dislikes() {
    let game = atari(Color::White);
    let liked = [(at("G3"), 5.0)];
    let told = teacher(&liked, -10.0)
        .explain(&played(&game, at("E5")), 1)
        .unwrap();
    let text = told.to_string();
    assert!(told.reasons().is_empty(), "{text}");
    assert!(
        text.contains("This move loses about 15 points: G3 was better."),
        "{text}"
    );
    assert!(!text.contains(" 2 stones at D6:"), "{text}");
    assert!(!text.contains("Why: E5"), "{text}");
    let hints = teacher(&liked, -10.0).hints(&game, Color::White);
    assert_eq!(hints.moves[0].mv, at("G3"));
    assert!(
        hints.moves.iter().all(|hint| hint.mv != at("E5")),
        "{hints}"
    );
}

#[test]
fn a_move_that_nobody_explains_is_said_to_be_so() {
    let game = atari(Color::White);
    let liked = [(at("A1"), 5.0)];
    let hints = teacher(&liked, -10.0).hints(&game, Color::White);
    let text = hints.to_string();
    assert!(
        text.contains("The search likes this move; no rule of ours explains it."),
        "{text}"
    );
    let told = teacher(&liked, -10.0)
        .explain(&played(&game, at("A1")), 1)
        .unwrap();
    let text = told.to_string();
    assert!(
        text.contains("The search likes this move; no rule of ours explains it."),
        "{text}"
    );
}

#[test]
fn points_in_the_text_are_those_of_the_judge() {
    let game = atari(Color::White);
    let liked = [(at("E5"), 6.0), (at("G3"), 5.0)];
    let told = teacher(&liked, -4.0)
        .explain(&played(&game, at("E5")), 1)
        .unwrap();
    let text = told.to_string();
    assert!(text.contains("G3 (about as good)"), "{text}");
    assert!(!text.contains("Score, roughly"), "{text}");
}

#[test]
fn a_level_tells_its_own_reason_and_that_the_judge_disagrees() {
    let game = played(&atari(Color::White), at("E5"));
    let mut teacher = teacher(&[(at("G3"), 5.0)], -10.0).explaining(Some(Skill::for_level(6)));
    let text = teacher.explain(&game, 1).unwrap().to_string();
    assert!(
        text.contains("Played because: E5 takes Black's 2 stones"),
        "{text}"
    );
    assert!(
        text.contains("The search disagrees. This move loses about 15 points"),
        "{text}"
    );
}

#[test]
fn where_the_judge_knows_nothing_the_experts_say_both() {
    struct Silent;
    impl MoveJudge for Silent {
        fn judge(&mut self, _: &Game, _: Color, _: &[Move]) -> Option<Judgment> {
            None
        }
    }
    let game = atari(Color::White);
    let with = Teacher::new(Some(Box::new(Silent))).hints(&game, Color::White);
    let skill = Skill::teacher();
    let without = Hints::for_position(&mut MoveSelector::new(), &game, Color::White, skill);
    assert_eq!(with, without);
}

/// Owners of a board that is White's to the right, and to the left as much Black's as is said.
fn owners(left: f32) -> Owners {
    Owners::new(BoardSize::new(9).unwrap(), move |point| {
        if point.column() < 5 { left } else { -0.9 }
    })
}

#[test]
fn what_a_move_gains_is_told_by_the_stones_whose_fate_turns() {
    let game = played(&atari(Color::White), at("E5"));
    let forecast = vec![(at("E5"), owners(-0.9)), (Move::Pass, owners(0.9))];
    let text = forecasting(&[(at("E5"), 6.0)], -4.0, forecast)
        .explain(&game, 1)
        .unwrap()
        .to_string();
    assert!(
        text.contains(" E5 takes Black's 2 stones at D5: without it they live."),
        "{text}"
    );
}

#[test]
fn nothing_is_said_to_be_saved_that_the_judge_gives_up() {
    let game = played(&atari(Color::Black), at("E5"));
    let told = |left| {
        let forecast = vec![(at("E5"), owners(left)), (Move::Pass, owners(-0.9))];
        let mut teacher = forecasting(&[(at("E5"), 6.0)], -4.0, forecast);
        teacher.explain(&game, 1).unwrap().to_string()
    };
    assert!(told(0.9).contains("E5 saves Black's 2 stones at D5: without it they are lost."));
    let given_up = told(-0.9);
    for word in ["saves", "cannot be taken any more", "safe"] {
        assert!(!given_up.contains(word), "{given_up}");
    }
}

#[test]
fn of_groups_the_judges_view_is_told() {
    let game = played(&atari(Color::White), at("E5"));
    let forecast = vec![(at("E5"), owners(0.0)), (Move::Pass, owners(0.0))];
    let text = forecasting(&[(at("E5"), 6.0)], -4.0, forecast)
        .explain(&game, 1)
        .unwrap()
        .to_string();
    assert!(!text.contains("before the move"), "{text}");
}

#[test]
fn a_string_that_a_better_move_puts_in_atari_is_told() {
    let board = diagram::parse(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . O . . . .
         . . . O X . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    )
    .unwrap();
    let game = Game::from_position(board, Color::White, Komi::FIVE_AND_A_HALF);
    let text = teacher(&[(at("F5"), 6.0)], -4.0)
        .explain(&played(&game, at("A1")), 1)
        .unwrap()
        .to_string();
    assert!(
        text.contains("F5 puts Black's stone at E5 in atari."),
        "{text}"
    );
}

/// The explanation of a move that leads to 6 points, where a pass leads to so many.
fn against_a_pass(game: &Game, mv: Move, passed: f32, owners: Vec<(Move, Owners)>) -> String {
    let mut teacher = Teacher::new(Some(Box::new(Opinion {
        liked: vec![(mv, 6.0)],
        rest: -4.0,
        passed,
        owners,
    })));
    let told = teacher.explain(&played(game, mv), 1).unwrap();
    told.to_string()
}

#[test]
fn a_pass_is_compared_with_a_move_that_gains_nothing() {
    let game = atari(Color::White);
    let text = |passed| against_a_pass(&game, at("E5"), passed, Vec::new());
    assert!(text(5.8).contains("A pass would be about as good."));
    assert!(text(7.0).contains("A pass would be about 1 point better."));
    assert!(!text(0.0).contains("A pass would"));
}

#[test]
fn a_stone_that_is_lost_all_the_same_is_said_to_be() {
    let forecast = vec![(at("A9"), owners(-0.9)), (Move::Pass, owners(-0.9))];
    let text = against_a_pass(&atari(Color::Black), at("A9"), 5.8, forecast);
    assert!(
        text.contains(
            "Why: A9 gains little: Black's stone at A9 is lost, if both sides play well."
        ),
        "{text}"
    );
}
