use std::time::Duration;

use super::*;
use crate::time_control::Effort;
use sgmp_board::rules::{BoardSize, Komi, Point, Rules, diagram, score};

fn engine(playouts: u32) -> Engine {
    Engine::new(Settings {
        playouts: Some(playouts),
        ..Settings::default()
    })
}

/// Black has no stone left that lives.
fn hopeless() -> Game {
    let board = diagram::parse(
        ". O . O . . .
         O O O O O O .
         . O . O . O O
         O O O O O O .
         X . . . O O O
         . . . . . . .
         . . . . . O .",
    )
    .unwrap();
    Game::from_position(board, Color::Black, Komi::default())
}

#[test]
fn a_seed_and_a_cap_decide_the_move() {
    let game = Game::new(BoardSize::new(9).unwrap(), Komi::FIVE_AND_A_HALF);
    let first = engine(300).choose(&game, Color::Black, &StopFlag::new());
    let mut other = engine(300);
    let _ = other.choose(&game, Color::White, &StopFlag::new());
    assert_eq!(other.choose(&game, Color::Black, &StopFlag::new()), first);
    assert_eq!(first.playouts, 300);
    assert!((0.2..0.8).contains(&first.value));
}

#[test]
fn a_halted_engine_still_makes_a_legal_move() {
    let game = Game::new(BoardSize::NINETEEN, Komi::FIVE_AND_A_HALF);
    let halt = StopFlag::new();
    halt.request();
    let choice = Engine::new(Settings::default()).choose(&game, Color::Black, &halt);
    assert_eq!(choice.playouts, 1, "enough to know the legal moves");
    assert!(
        matches!(choice.decision, Decision::Move(Move::Play(_))),
        "{choice:?}"
    );
}

#[test]
fn low_levels_play_by_knowledge_and_can_say_why() {
    let game = Game::new(BoardSize::NINETEEN, Komi::FIVE_AND_A_HALF);
    let mut player = Engine::new(Settings {
        mode: PlayMode::Experts(Skill::for_level(2)),
        ..Settings::default()
    });
    let choice = player.choose(&game, Color::Black, &StopFlag::new());
    assert!(matches!(choice.decision, Decision::Move(Move::Play(_))));
    assert_eq!(choice.playouts, 0);
    let selection = player.selection().unwrap();
    assert_eq!(Decision::Move(selection.mv), choice.decision);
    assert!(!selection.sentence().is_empty());
    assert!(Level::new(7).and_then(Level::skill).is_none());
}

/// A clock that goes on by so much at each look.
fn ticking(tick: Duration) -> impl Fn() -> Duration {
    let now = std::cell::Cell::new(Duration::ZERO);
    move || {
        now.set(now.get() + tick);
        now.get()
    }
}

#[test]
fn a_search_ends_when_its_time_is_spent() {
    let game = Game::new(BoardSize::new(9).unwrap(), Komi::FIVE_AND_A_HALF);
    let elapsed = ticking(Duration::from_millis(20));
    let timing = Timing {
        effort: Effort::Fixed(Duration::from_secs(1)),
        elapsed: &elapsed,
    };
    let mut player = Engine::new(Settings::default());
    let choice = player.choose_timed(&game, Color::Black, &StopFlag::new(), &timing);
    assert!((100..5000).contains(&choice.playouts), "{choice:?}");
    assert!(elapsed() <= Duration::from_millis(1100));
}

#[test]
fn pondering_leaves_its_tree_to_the_answer() {
    let mut game = Game::new(BoardSize::new(5).unwrap(), Komi::FIVE_AND_A_HALF);
    let mut player = engine(50);
    let halt = StopFlag::new();
    std::thread::scope(|scope| {
        scope.spawn(|| player.ponder(&game, Color::Black, &halt));
        let _ = engine(3000).choose(&game, Color::Black, &StopFlag::new());
        halt.request();
    });
    let center = Point::parse("C3").unwrap();
    game.play(Color::Black, Move::Play(center)).unwrap();
    let result = player.analyze(&game, Color::White, &StopFlag::new(), 50);
    assert_eq!(result.playouts, 50);
    let visits: u32 = result.moves.iter().map(|known| known.visits).sum();
    assert!(visits > 100, "{visits} visits");
}

#[test]
fn a_request_from_another_thread_ends_an_endless_search() {
    let game = Game::new(BoardSize::NINETEEN, Komi::FIVE_AND_A_HALF);
    let halt = StopFlag::new();
    let choice = std::thread::scope(|scope| {
        let thinking =
            scope.spawn(|| Engine::new(Settings::default()).choose(&game, Color::Black, &halt));
        let _ = engine(200).choose(&game, Color::White, &StopFlag::new());
        halt.request();
        thinking.join().expect("the engine does not panic")
    });
    assert!(choice.playouts > 0);
}

#[test]
fn only_a_game_that_stays_hopeless_is_given_up() {
    let mut game = hopeless();
    let mut player = engine(200);
    let mut other = Engine::new(Settings {
        resign: None,
        playouts: Some(200),
        ..Settings::default()
    });
    for _ in 0..40 {
        game.play(Color::Black, Move::Pass).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
    }
    for _ in 0..4 {
        let choice = player.choose(&game, Color::Black, &StopFlag::new());
        assert!(
            choice.value < 0.03 && choice.decision != Decision::Resign,
            "{choice:?}"
        );
        game.play(Color::Black, Move::Pass).unwrap();
        let choice = other.choose(&game, Color::White, &StopFlag::new());
        assert!(choice.value > 0.97, "{choice:?}");
        game.play(Color::White, Move::Pass).unwrap();
    }
    assert_eq!(
        player
            .choose(&game, Color::Black, &StopFlag::new())
            .decision,
        Decision::Resign
    );
    // Asked about the other side in between, it counts from the start.
    let _ = player.choose(&game, Color::White, &StopFlag::new());
    assert_ne!(
        player
            .choose(&game, Color::Black, &StopFlag::new())
            .decision,
        Decision::Resign
    );
}

#[test]
fn nobody_resigns_early() {
    let mut game = hopeless();
    let mut player = engine(200);
    for _ in 0..8 {
        let choice = player.choose(&game, Color::Black, &StopFlag::new());
        assert!(matches!(choice.decision, Decision::Move(_)), "{choice:?}");
        game.play(Color::Black, Move::Pass).unwrap();
    }
}

#[test]
fn settled_points_are_left_alone() {
    let board = diagram::parse(
        ". X . X O . O
         X X X X O O O
         . X X X O O .
         X X X X O O O
         . X X X O O .
         X X X X O O O
         . X . X O . O",
    )
    .unwrap();
    let game = Game::from_position(board, Color::Black, Komi::default());
    for color in Color::BOTH {
        let choice = engine(200).choose(&game, color, &StopFlag::new());
        assert_eq!(choice.decision, Decision::Move(Move::Pass));
    }
    assert!(engine(1).status(&game).dead().is_empty());
}

/// A player of a level with the net.
fn of_level(level: u8, seed: u64) -> Engine {
    let level = Level::new(level).unwrap();
    Engine::new(Settings {
        seed,
        net: Some(NetChoice::embedded()),
        net_skill: level.net_skill(),
        playouts: level.playouts(),
        ..Settings::default()
    })
}

/// The first moves of a level against itself.
fn opening(level: u8, seed: u64) -> Vec<(Color, Move)> {
    let mut game = Game::new(BoardSize::new(7).unwrap(), Komi::FIVE_AND_A_HALF);
    let mut player = of_level(level, seed);
    for _ in 0..6 {
        let color = game.to_move();
        let choice = player.choose(&game, color, &StopFlag::new());
        let Decision::Move(mv) = choice.decision else {
            panic!("nobody resigns so early");
        };
        game.play(color, mv).unwrap();
    }
    game.moves().to_vec()
}

#[test]
fn a_level_plays_by_its_seed() {
    for level in [7, 10, 13, 15, 17] {
        let first = opening(level, 1);
        assert_eq!(first, opening(level, 1), "level {level}");
        let differs = (2..8).any(|seed| opening(level, seed) != first);
        assert!(differs, "level {level} plays one game only");
    }
}

#[test]
fn levels_make_as_many_evaluations_as_they_say() {
    let game = Game::new(BoardSize::new(7).unwrap(), Komi::FIVE_AND_A_HALF);
    for (level, evaluations) in [(7, 1), (13, 1), (15, 8), (17, 32)] {
        let choice = of_level(level, 1).choose(&game, Color::Black, &StopFlag::new());
        assert_eq!(choice.playouts, evaluations, "level {level}");
    }
    // Too small for the net: playouts as many as without it.
    let small = Game::new(BoardSize::new(5).unwrap(), Komi::FIVE_AND_A_HALF);
    let choice = of_level(10, 1).choose(&small, Color::Black, &StopFlag::new());
    assert_eq!(Some(choice.playouts), Level::new(10).unwrap().playouts());
}

#[test]
fn every_level_passes_when_all_is_settled() {
    let board = diagram::parse(
        ". X . X O . O
         X X X X O O O
         . X X X O O .
         X X X X O O O
         . X X X O O .
         X X X X O O O
         . X . X O . O",
    )
    .unwrap();
    let mut game = Game::from_position(board, Color::Black, Komi::default());
    for level in [7, 10, 13, 16] {
        let choice = of_level(level, 4).choose(&game, Color::Black, &StopFlag::new());
        assert_eq!(choice.decision, Decision::Move(Move::Pass), "level {level}");
    }
    game.play(Color::Black, Move::Pass).unwrap();
    for level in [7, 10, 13, 16] {
        let choice = of_level(level, 4).choose(&game, Color::White, &StopFlag::new());
        assert_eq!(choice.decision, Decision::Move(Move::Pass), "level {level}");
    }
}

#[test]
fn with_a_net_a_lost_game_is_resigned_and_one_by_half_a_point_is_not() {
    let net = || {
        Engine::new(Settings {
            net: Some(NetChoice::embedded()),
            playouts: Some(16),
            ..Settings::default()
        })
    };
    let mut lost = hopeless();
    let mut close = Game::from_position(
        diagram::parse(
            ". X . X O . O
             X X X X O O O
             . X X X O O .
             X X X X O O O
             . X X X O O .
             X X X X O O O
             . X . X O . O",
        )
        .unwrap(),
        Color::Black,
        Komi::from_half_points(5),
    );
    let resigns_at = |game: &mut Game| {
        let mut player = net();
        (1..=8).find(|_| {
            let choice = player.choose(game, Color::Black, &StopFlag::new());
            for color in Color::BOTH {
                game.play(color, Move::Pass).unwrap();
            }
            choice.decision == Decision::Resign
        })
    };
    assert_eq!(resigns_at(&mut lost), Some(6));
    assert_eq!(resigns_at(&mut close), None);
}

/// Where nothing is taken off by agreement, all that is dead is taken before a pass, at every way of playing.
#[test]
fn what_is_dead_is_captured_where_nothing_is_taken_off() {
    let text = "
        . . X . O . .
        . X X . O . O
        . . X X O O .
        X X X O . O O
        . X X O O . .
        O . X O . O .
        . . X O . O .";
    for level in [0, 3, 6, 10] {
        let level = Level::new(level).unwrap();
        let settings = Settings {
            playouts: Some(100),
            ..Settings::default()
        };
        let mode = level.skill().map_or(PlayMode::Search, PlayMode::Experts);
        let mut engine = Engine::new(Settings { mode, ..settings });
        let board = diagram::parse(text).unwrap();
        let start = Game::from_position(board, Color::Black, Komi::default());
        let stone = Point::parse("A2").unwrap();
        let mut game = start
            .clone()
            .with_rules(Rules::Chinese)
            .with_removal(Removal::Never);
        // Nobody has taken anything off.
        assert!(engine.status(&game).dead().is_empty());
        assert!(engine.status(&start).dead().contains(stone));
        for _ in 0..20 {
            if game.board().is_empty(stone) {
                break;
            }
            let choice = engine.choose(&game, Color::Black, &StopFlag::new());
            let Decision::Move(mv) = choice.decision else {
                panic!("it is won");
            };
            assert_ne!(mv, Move::Pass, "level {level:?}, A2 still stands");
            game.play(Color::Black, mv).unwrap();
            game.play(Color::White, Move::Pass).unwrap();
        }
        assert!(game.board().is_empty(stone), "{level:?}");
    }
}

/// A pass that wins the game as the board stands is made at once, whatever is dead on it.
#[test]
fn a_pass_that_wins_as_the_board_stands_ends_the_game() {
    let text = "
        . X . X O . .
        X X X X O O O
        . X X X O X .
        X X X X O O .
        . X X X O O O
        X X X X O . .
        . X . X O . .";
    let board = diagram::parse(text).unwrap();
    let game = Game::from_position(board, Color::White, Komi::from_half_points(1));
    let mut game = game.with_rules(Rules::Chinese).with_removal(Removal::Never);
    game.play(Color::White, Move::Pass).unwrap();
    assert!(score::lead_as_it_stands(game.board()) > 0);
    for mode in [PlayMode::Search, PlayMode::Shapes] {
        let mut engine = Engine::new(Settings {
            playouts: Some(100),
            mode,
            ..Settings::default()
        });
        let choice = engine.choose(&game, Color::Black, &StopFlag::new());
        assert_eq!(choice.decision, Decision::Move(Move::Pass), "{mode:?}");
    }
}

/// An engine of a level that plays without a search.
fn engine_of_level(level: u8, seed: u64) -> Engine {
    let skill = Level::new(level).and_then(Level::skill).unwrap();
    Engine::new(Settings {
        seed,
        mode: PlayMode::Experts(skill),
        ..Settings::default()
    })
}

/// A game of Black's stones on 9 lines, to which a level answers; it never passes.
#[test]
fn a_weak_level_plays_on_while_the_board_is_open() {
    for (level, seed) in [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (2, 1)] {
        let mut engine = engine_of_level(level, seed);
        let mut game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        for name in ["G6", "H5", "C7", "E7", "C5", "G3", "C3", "E3"] {
            let mv = Move::Play(Point::parse(name).unwrap());
            if game.play(Color::Black, mv).is_err() {
                continue;
            }
            let choice = engine.choose(&game, Color::White, &StopFlag::new());
            let Decision::Move(mv @ Move::Play(_)) = choice.decision else {
                panic!("level {level}, seed {seed}, after {name}: {choice:?}");
            };
            assert_eq!(engine.selection().unwrap().mv, mv);
            assert!(!engine.selection().unwrap().sentence().is_empty());
            game.play(Color::White, mv).unwrap();
        }
    }
}

#[test]
fn every_level_begins_differently_by_its_seed() {
    for level in Level::all().take(20) {
        let mut openings: Vec<Vec<String>> = (0..6)
            .map(|seed| {
                let mut engine = Engine::new(Settings {
                    seed,
                    mode: level.skill().map_or(PlayMode::Search, PlayMode::Experts),
                    net: Some(NetChoice::embedded()).filter(|_| level.skill().is_none()),
                    net_skill: level.net_skill(),
                    playouts: Some(16),
                    ..Settings::default()
                });
                let mut game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
                for _ in 0..4 {
                    let color = game.to_move();
                    let choice = engine.choose(&game, color, &StopFlag::new());
                    let Decision::Move(mv) = choice.decision else {
                        panic!("{choice:?}");
                    };
                    game.play(color, mv).unwrap();
                }
                game.moves().iter().map(|(_, mv)| mv.to_string()).collect()
            })
            .collect();
        openings.sort_unstable();
        openings.dedup();
        assert!(openings.len() >= 3, "level {level}: {openings:?}");
    }
}
