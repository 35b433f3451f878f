//! Time of a move by the experts: `cargo bench --bench experts`.
//!
//! Finished games on 19 lines, each after 120 moves; the time is that of one move on one core, for
//! each of the levels that play so.

#[path = "../tests/common/finished.rs"]
mod finished;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};

use sgmp_board::record::replay;
use sgmp_board::rng::Rng;
use sgmp_board::rules::Game;
use sgmp_knowledge::experts::{MoveSelector, Skill};

/// Positions at most.
const GAMES: usize = 16;
/// Moves after which a game is looked at.
const MOVES: usize = 120;
const LINES: u8 = 19;

fn games() -> Vec<Game> {
    let games = finished::paths()
        .into_iter()
        .map(|path| replay(&finished::record(&path), MOVES).expect("legal moves"));
    games
        .filter(|game| game.size().lines() == LINES)
        .take(GAMES)
        .collect()
}

fn moves(criterion: &mut Criterion) {
    let games = games();
    let mut selector = MoveSelector::new();
    let mut rng = Rng::from_seed(1);
    let mut group = criterion.benchmark_group("experts");
    group.sample_size(10);
    for level in 0..=Skill::MAX_LEVEL {
        let skill = Skill::for_level(level);
        group.bench_function(format!("level {level}"), |bencher| {
            let mut next = games.iter().cycle();
            bencher.iter(|| {
                let game = next.next().expect("games");
                black_box(selector.choose(game, game.to_move(), skill, &mut rng))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, moves);
criterion_main!(benches);
