//! The last moves of games: what is left out, what is needed, and what a pass is worth.

use super::*;
use sgmp_board::rules::{BoardSize, Komi, Point, diagram, score};
use sgmp_knowledge::tactics::unconditionally_owned;

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

/// Ends of real games that one side has lost: a stone in the other side's territory would gain more often than not nothing.
#[test]
fn no_stone_is_thrown_into_a_lost_game() {
    let games: [(&[u8], Color, bool); 3] = [
        (
            include_bytes!("../../../../fixtures/finished/234.sgf"),
            Color::White,
            true,
        ),
        (
            include_bytes!("../../../../fixtures/finished/251.sgf"),
            Color::White,
            false,
        ),
        (
            include_bytes!("../../../../fixtures/finished/232.sgf"),
            Color::Black,
            false,
        ),
    ];
    for (number, (bytes, color, is_passed)) in games.into_iter().enumerate() {
        let mut game = end_of(bytes, None);
        if is_passed {
            game.play(!color, Move::Pass).unwrap();
        }
        let decision = decided_at_the_end(&game, color);
        assert_eq!(decision, Decision::Move(Move::Pass), "game {number}");
    }
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

/// A White that is behind, by the count of the board as it stands, where playouts stop at the count and a search does not.
const STONES_IN_ATARI: &str = "
    . . . O O X . . .
    . O . O X . X . .
    O . . O X . X . X
    X O O X X . . X O
    X X O O O X X X O
    . X X O O O O O O
    . . X X O X X O O
    . X . X X X O X .
    . . . . X O O O .";

/// An endgame threat of an opponent who cannot lose any more is answered: four stones stand in atari.
#[test]
fn stones_in_atari_are_saved_in_a_lost_game() {
    let board = diagram::parse(STONES_IN_ATARI).unwrap();
    let game = Game::from_position(board, Color::White, Komi::from_half_points(13));
    let decision = decided_at_the_end(&game, Color::White);
    let saved = Move::Play(Point::parse("J2").unwrap());
    assert_eq!(decision, Decision::Move(saved));
}

/// The same where playouts like another move than the net's search, which costs four points.
#[test]
fn a_threat_is_answered_where_it_costs_least_in_a_lost_game() {
    let bytes = include_bytes!("../../../../fixtures/finished/267.sgf");
    let mut game = end_of(bytes, None);
    while game.to_move() != Color::White {
        game.play(game.to_move(), Move::Pass).unwrap();
    }
    let threat = Move::Play(Point::parse("F2").unwrap());
    game.play(Color::White, threat).unwrap();
    let decision = decided_at_the_end(&game, Color::Black);
    let answer = Move::Play(Point::parse("E1").unwrap());
    assert_eq!(decision, Decision::Move(answer));
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
            again: 8,
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
