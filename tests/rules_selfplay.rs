//! Whole games between two engines: legal, finished by passes, counted alike by both.

use sgmp_go::engine::{Decision, Engine, Settings};
use sgmp_go::rules::{BoardSize, Color, Diagram, Game, Komi, Move, score, territory};
use sgmp_go::search::Halt;

/// How a game between two engines went.
struct Played {
    game: Game,
    resigned: Option<Color>,
}

/// Plays a game; panics on an illegal move, or if it has not ended after 400 moves.
fn play(lines: u8, playouts: u32, seed: u64, resign: bool) -> Played {
    let size = BoardSize::new(lines).expect("2 to 19 lines");
    let engine = |seed| {
        let settings = Settings {
            seed,
            playouts: Some(playouts),
            ..Settings::default()
        };
        Engine::new(if resign {
            settings
        } else {
            Settings {
                resign: None,
                ..settings
            }
        })
    };
    let mut engines = [engine(2 * seed), engine(2 * seed + 1)];
    let mut game = Game::new(size, Komi::FIVE_AND_A_HALF);
    while game.consecutive_passes() < 2 && game.move_count() < 400 {
        let color = game.to_move();
        let choice = engines[color as usize].choose(&game, color, &Halt::new());
        match choice.decision {
            Decision::Move(mv) => {
                game.play(color, mv).expect("engines make legal moves");
            }
            Decision::Resign => {
                return Played {
                    game,
                    resigned: Some(color),
                };
            }
        }
    }
    Played {
        game,
        resigned: None,
    }
}

#[test]
#[ignore = "minutes; prints a table"]
fn table() {
    let env = |name: &str, other: u32| {
        std::env::var(name)
            .ok()
            .and_then(|v| v.parse().ok())
            .unwrap_or(other)
    };
    let (lines, playouts, games) = (env("LINES_", 19), env("PLAYOUTS", 300), env("GAMES", 4));
    for seed in 0..games {
        let Played { game, resigned } = play(
            lines as u8,
            playouts,
            u64::from(seed),
            env("RESIGN", 0) == 1,
        );
        let dead: Vec<_> = (0..2)
            .map(|s| {
                Engine::new(Settings {
                    seed: 77 + s,
                    ..Settings::default()
                })
                .dead_stones(&game)
            })
            .collect();
        let first_pass = game.moves().iter().position(|m| m.1 == Move::Pass);
        let scores: Vec<String> = dead
            .iter()
            .map(|d| score::japanese(&game, d).to_string())
            .collect();
        let area = score::area(game.board(), &dead[0], game.komi());
        let found = territory(game.board(), &dead[0]);
        println!(
            "seed {seed}: {} moves, first pass {first_pass:?}, resigned {resigned:?}, {scores:?} area {area} dame {} dead {} dead differ {}",
            game.move_count(),
            found.dame().len(),
            dead[0].len(),
            (dead[0] - dead[1]).len() + (dead[1] - dead[0]).len()
        );
        if env("SHOW", 0) == 1 {
            println!(
                "{}",
                Diagram::new(game.board())
                    .last_move(game.last_move())
                    .dead(&dead[0])
                    .territory(&found)
            );
        }
    }
}
