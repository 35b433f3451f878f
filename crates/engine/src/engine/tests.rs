use std::time::Duration;

use super::*;
use crate::time_control::Effort;
use sgmp_board::rules::{BoardSize, Komi, Point, Rules, diagram, score};
use sgmp_knowledge::tactics::unconditionally_owned;

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

/// A way of choosing moves: the mode, a number of playouts or of evaluations, a net.
type Player = (PlayMode, Option<u32>, Option<NetChoice>);

/// One player of each kind, and of few and of many playouts.
fn players() -> Vec<Player> {
    let searches = [1, 100, 800].map(|playouts| (PlayMode::Search, Some(playouts), None));
    let net = Some(NetChoice::embedded());
    let nets = [1, 60].map(|playouts| (PlayMode::Search, Some(playouts), net));
    let levels = [0, 3, 6].map(|level| {
        let skill = Level::new(level).and_then(Level::skill).unwrap();
        (PlayMode::Experts(skill), None, None)
    });
    searches.into_iter().chain(nets).chain(levels).collect()
}

fn decision_of((mode, playouts, net): Player, game: &Game, color: Color) -> Decision {
    let mut engine = Engine::new(Settings {
        mode,
        playouts,
        net,
        resign: None,
        ..Settings::default()
    });
    engine.choose(game, color, &StopFlag::new()).decision
}

/// Positions at the end of games on 9 lines.
fn finished_games() -> [Game; 4] {
    let finished: [&[u8]; 4] = [
        include_bytes!("../../../../fixtures/finished/004.sgf"),
        include_bytes!("../../../../fixtures/finished/011.sgf"),
        include_bytes!("../../../../fixtures/finished/019.sgf"),
        include_bytes!("../../../../fixtures/finished/052.sgf"),
    ];
    finished.map(|bytes| {
        let record = sgmp_board::record::read_sgf(bytes).unwrap();
        sgmp_board::record::replay(&record, usize::MAX).unwrap()
    })
}

/// A full board on which every move fills an eye: both sides pass, at every level and with every number of playouts.
#[test]
fn nobody_fills_the_last_eyes_of_a_full_board() {
    let bytes = include_bytes!("../../../../fixtures/sgf/two_eyes.sgf");
    let record = sgmp_board::record::read_sgf(bytes).unwrap();
    let game = sgmp_board::record::replay(&record, 0).unwrap();
    for player in players() {
        for color in Color::BOTH {
            let decision = decision_of(player, &game, color);
            assert_eq!(decision, Decision::Move(Move::Pass), "{player:?} {color}");
        }
    }
}

/// A game of random moves, to its end: nobody can move but into an eye of one's own.
fn full_board(seed: u64) -> Game {
    let mut game = Game::new(BoardSize::new(7).unwrap(), Komi::FIVE_AND_A_HALF);
    let mut rng = Rng::from_seed(seed);
    while game.consecutive_passes() < 2 && game.move_count() < 400 {
        let color = game.to_move();
        let board = game.board();
        let is_eye = |point| {
            board
                .neighbors(point)
                .all(|next| board.color_at(next) == Some(color))
        };
        let open: Vec<Point> = Point::all(game.size())
            .filter(|point| board.is_empty(*point) && !is_eye(*point))
            .filter(|point| game.legality(color, Move::Play(*point)).is_ok())
            .collect();
        let chosen = rng.below(open.len() as u32) as usize;
        let mv = open
            .get(chosen)
            .map_or(Move::Pass, |point| Move::Play(*point));
        game.play(color, mv).unwrap();
    }
    game
}

/// Finished games of real players, and full boards: nobody plays where the own color has all for good.
#[test]
fn nobody_plays_into_what_is_owned_for_good() {
    let boards = finished_games().into_iter().chain((0..6).map(full_board));
    let boards: Vec<Game> = boards.collect();
    for (number, game) in boards.iter().enumerate() {
        for color in Color::BOTH {
            let owned = unconditionally_owned(game.board(), color);
            for player in players() {
                let decision = decision_of(player, game, color);
                let is_owned = |mv| matches!(mv, Move::Play(point) if owned.contains(point));
                assert!(
                    !matches!(decision, Decision::Move(mv) if is_owned(mv)),
                    "board {number} {color} {player:?} {decision:?}"
                );
            }
        }
    }
}

/// Ends of real games that got a move into the own territory, a point less by GNU Go's count, and after which nothing is
/// left to do.
#[test]
fn a_move_that_costs_a_point_is_left_out() {
    for (number, game) in finished_games().iter().enumerate() {
        let player = (PlayMode::Search, Some(60), Some(NetChoice::embedded()));
        let decision = decision_of(player, game, Color::Black);
        assert_eq!(decision, Decision::Move(Move::Pass), "game {number}");
    }
}

/// A game of `fixtures/finished` after its last stone, or after so many moves.
fn end_of(bytes: &[u8], moves: Option<usize>) -> Game {
    let record = sgmp_board::record::read_sgf(bytes).unwrap();
    let after = |moves| sgmp_board::record::replay(&record, moves).unwrap();
    let mut game = after(moves.unwrap_or(usize::MAX));
    while game.last_move().is_some_and(|(_, mv)| mv == Move::Pass) {
        game = after(game.move_count() - 1);
    }
    game
}

fn decided_at_the_end(game: &Game, color: Color) -> Decision {
    let player = (PlayMode::Search, Some(400), Some(NetChoice::embedded()));
    decision_of(player, game, color)
}

/// Ends of real games without a pass before, with few stones on the board, with much room, or won by far: GNU Go counts a
/// point less after a move of ours, and played on by both programs a pass loses nothing.
#[test]
fn a_needless_move_is_left_out_before_any_pass() {
    let games: [(&[u8], Color); 8] = [
        (
            include_bytes!("../../../../fixtures/finished/057.sgf"),
            Color::White,
        ),
        (
            include_bytes!("../../../../fixtures/finished/257.sgf"),
            Color::Black,
        ),
        (
            include_bytes!("../../../../fixtures/finished/052.sgf"),
            Color::Black,
        ),
        (
            include_bytes!("../../../../fixtures/finished/098.sgf"),
            Color::Black,
        ),
        (
            include_bytes!("../../../../fixtures/finished/124.sgf"),
            Color::White,
        ),
        (
            include_bytes!("../../../../fixtures/finished/144.sgf"),
            Color::White,
        ),
        (
            include_bytes!("../../../../fixtures/finished/170.sgf"),
            Color::White,
        ),
        (
            include_bytes!("../../../../fixtures/finished/256.sgf"),
            Color::Black,
        ),
    ];
    for (number, (bytes, color)) in games.into_iter().enumerate() {
        let decision = decided_at_the_end(&end_of(bytes, None), color);
        assert_eq!(decision, Decision::Move(Move::Pass), "game {number}");
    }
    // Hopelessly behind, and the opponent has passed.
    let mut game = end_of(
        include_bytes!("../../../../fixtures/finished/287.sgf"),
        None,
    );
    game.play(Color::Black, Move::Pass).unwrap();
    assert_eq!(
        decided_at_the_end(&game, Color::White),
        Decision::Move(Move::Pass)
    );
}

/// The end of a game of GNU Go's with random moves: the net fears for stones that reading proves alive.
#[test]
fn fear_for_what_lives_makes_no_move() {
    let text = "
        X X . X X X O O .
        . . X . X O O O .
        . X X X . X O . .
        . . X X . X O O O
        . X X . . X X O X
        X X O X X . O X X
        X O O O X . X X X
        O O . O X . . . O
        . . O X X O . . .";
    let board = diagram::parse(text).unwrap();
    let game = Game::from_position(board, Color::White, Komi::from_half_points(13));
    let decision = decided_at_the_end(&game, Color::White);
    assert_eq!(decision, Decision::Move(Move::Pass));
}

/// Moves into what looks like the own territory, without which a group dies, played out on both sides.
#[test]
fn a_needed_move_into_the_own_territory_is_made() {
    let games: [(&[u8], Option<usize>, &str); 4] = [
        (
            include_bytes!("../../../../fixtures/finished/260.sgf"),
            None,
            "M12",
        ),
        (
            include_bytes!("../../../../fixtures/finished/032.sgf"),
            Some(49),
            "H5",
        ),
        (
            include_bytes!("../../../../fixtures/finished/001.sgf"),
            None,
            "M12",
        ),
        (
            include_bytes!("../../../../fixtures/finished/294.sgf"),
            None,
            "F3",
        ),
    ];
    for (bytes, moves, name) in games {
        let decision = decided_at_the_end(&end_of(bytes, moves), Color::White);
        let needed = Move::Play(Point::parse(name).unwrap());
        assert_eq!(decision, Decision::Move(needed));
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

/// The pass that ends a game is judged by the count, and no other word of the net.
#[test]
fn a_pass_that_ends_the_game_is_worth_the_count() {
    use sgmp_knowledge::experts::MoveJudge;
    for mut game in finished_games() {
        let color = game.to_move();
        game.play(color, Move::Pass).unwrap();
        let effort = JudgeEffort {
            position: 8,
            candidate: 4,
            pass: 4,
        };
        let mut judge = SearchJudge::new(NetChoice::embedded(), effort);
        let judgment = judge.judge(&game, !color, &[Move::Pass]).unwrap();
        let passed = judgment.find(Move::Pass).unwrap().lead;
        game.play(!color, Move::Pass).unwrap();
        let status = Engine::new(Settings::default()).status(&game);
        let margin = score::count(&game, &status).margin();
        let counted = margin.for_color(!color) as f32 / 2.0;
        assert!((passed - counted).abs() < 0.1, "{passed} and {counted}");
    }
}
