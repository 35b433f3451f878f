//! Games of the tree search against itself: they end by two passes at a sane length, and the board
//! they leave is settled.

use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, score};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Decision, Engine, Settings};

/// A game of so many playouts a move; panics if it does not end by two passes in time.
fn finished(lines: u8, playouts: u32, seed: u64) -> Game {
    let size = BoardSize::new(lines).unwrap();
    let mut game = Game::new(size, Komi::FIVE_AND_A_HALF);
    let mut engine = Engine::new(Settings {
        playouts: Some(playouts),
        seed,
        resign: None,
        ..Settings::default()
    });
    let longest = usize::from(size.points()) * 13 / 10;
    while game.consecutive_passes() < 2 {
        assert!(game.move_count() < longest, "{lines} lines, seed {seed}");
        let color = game.to_move();
        let Decision::Move(mv) = engine.choose(&game, color, &StopFlag::new()).decision else {
            panic!("nobody resigns here");
        };
        game.play(color, mv).unwrap();
    }
    game
}

/// Returns whether the count is the same whoever would move next.
fn is_settled(game: &Game) -> bool {
    let engine = Engine::new(Settings::default());
    let count = |game: &Game| score::japanese(game, &engine.status(game)).margin();
    let mut other = game.clone();
    other.play(game.to_move(), Move::Pass).unwrap();
    count(game) == count(&other)
}

#[test]
fn games_end_by_two_passes_on_a_settled_board() {
    let mut settled = 0;
    let games = [
        (9, 100, 1),
        (9, 100, 2),
        (9, 50, 3),
        (9, 200, 4),
        (13, 100, 5),
        (13, 50, 6),
    ];
    for (lines, playouts, seed) in games {
        let game = finished(lines, playouts, seed);
        assert!(
            game.board().stones(Color::Black).count() > usize::from(lines),
            "it was played"
        );
        settled += usize::from(is_settled(&game));
    }
    assert!(
        settled >= 5,
        "only {settled} of {} are settled",
        games.len()
    );
}

#[test]
fn a_game_on_the_large_board_ends() {
    let game = finished(19, 50, 1);
    assert!(game.move_count() > 150, "after {} moves", game.move_count());
}
