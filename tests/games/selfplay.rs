//! Whole games between two engines: legal, ended by passes, and counted alike by both.

use sgmp_board::rng::Rng;
use sgmp_board::rules::{BoardSize, Diagram, Game, Komi, PointSet, score, territory};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Decision, Engine, Settings};
use sgmp_engine::search::final_status;

/// An engine that plays on to the end.
fn engine(playouts: u32, seed: u64) -> Engine {
    Engine::new(Settings {
        seed,
        playouts: Some(playouts),
        resign: None,
        ..Settings::default()
    })
}

/// Plays a game to two passes or to `most` moves; panics on an illegal move.
fn play(lines: u8, playouts: u32, seed: u64, most: usize) -> Game {
    let size = BoardSize::new(lines).expect("2 to 19 lines");
    let mut game = Game::new(size, Komi::FIVE_AND_A_HALF);
    let mut engines = [engine(playouts, 2 * seed), engine(playouts, 2 * seed + 1)];
    while game.consecutive_passes() < 2 && game.move_count() < most {
        let color = game.to_move();
        let choice = engines[color as usize].choose(&game, color, &StopFlag::new());
        let Decision::Move(mv) = choice.decision else {
            panic!("{color} resigned, though told not to");
        };
        game.play(color, mv).expect("engines make legal moves");
    }
    game
}

/// The finished game, its dead stones marked.
fn drawn(game: &Game, dead: &PointSet) -> String {
    let diagram = Diagram::new(game.board())
        .last_move(game.last_move())
        .dead(dead);
    diagram
        .territory(&territory(game.board(), dead))
        .to_string()
}

/// Points both sides can still reach.
fn dame(game: &Game, dead: &PointSet) -> usize {
    territory(game.board(), dead).dame().len()
}

fn ends_by_passes(lines: u8, playouts: u32, seeds: std::ops::Range<u64>, most: usize) {
    for seed in seeds {
        let game = play(lines, playouts, seed, most);
        let dead = *engine(playouts, seed).status(&game).dead();
        let picture = drawn(&game, &dead);
        assert_eq!(game.consecutive_passes(), 2, "seed {seed}\n{picture}");
        let open = usize::from(game.size().points()) / 10;
        assert!(dame(&game, &dead) <= open.max(4), "seed {seed}\n{picture}");
    }
}

#[test]
fn games_on_small_boards_end_by_passes() {
    ends_by_passes(2, 50, 0..5, 100);
    ends_by_passes(3, 50, 0..5, 100);
    ends_by_passes(5, 100, 0..5, 100);
    ends_by_passes(7, 100, 0..5, 150);
    ends_by_passes(9, 150, 0..3, 200);
}

#[test]
fn a_game_on_19x19_ends_by_passes_long_before_move_400() {
    ends_by_passes(19, 200, 0..1, 390);
}

#[test]
fn one_move_after_another_is_the_same_from_the_same_seed() {
    let moves = |seed| play(7, 60, seed, 30).moves().to_vec();
    assert_eq!(moves(1), moves(1));
    assert_ne!(moves(1), moves(2));
}

/// `cargo test --test games -- selfplay --ignored --nocapture` prints how long games are and
/// how often the judgment of dead stones hangs on the draw.
#[test]
#[ignore = "takes minutes and prints a table"]
fn twenty_games_on_19x19() {
    let mut alike = 0;
    for seed in 0..20 {
        let game = play(19, 300, seed, 400);
        let counted = [77, 78].map(|seed| final_status(&game, &mut Rng::from_seed(seed), 2000));
        let scores = counted.map(|status| score::japanese(&game, &status));
        alike += u32::from(scores[0] == scores[1]);
        println!(
            "seed {seed}: {} moves, {} and {}, {} dame, {} dead",
            game.move_count(),
            scores[0],
            scores[1],
            dame(&game, counted[0].dead()),
            counted[0].dead().len(),
        );
        assert_eq!(
            game.consecutive_passes(),
            2,
            "{}",
            drawn(&game, counted[0].dead())
        );
    }
    println!("{alike} of 20 counted alike");
}
