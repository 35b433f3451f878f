//! How long a move by knowledge alone takes: `cargo bench --bench experts`.
//!
//! Finished games on 19 lines, each after 120 moves; the time is that of one move on one core, for
//! each of the levels that play so.

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};

use sgmp_go::experts::{Council, Skill};
use sgmp_go::record::{read_sgf, replay};
use sgmp_go::rng::Rng;
use sgmp_go::rules::Game;

/// Positions at most.
const GAMES: usize = 16;
/// Moves after which a game is looked at.
const MOVES: usize = 120;
const LINES: u8 = 19;

fn games() -> Vec<Game> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/finished");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the games are there")
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "sgf"))
        .collect();
    paths.sort();
    let games = paths.iter().map(|path| {
        let record = read_sgf(&fs::read(path).expect("a file")).expect("a record");
        replay(&record, MOVES).expect("legal moves")
    });
    games
        .filter(|game| game.size().lines() == LINES)
        .take(GAMES)
        .collect()
}

fn moves(criterion: &mut Criterion) {
    let games = games();
    let mut council = Council::new();
    let mut rng = Rng::from_seed(1);
    let mut group = criterion.benchmark_group("experts");
    group.sample_size(10);
    for level in 0..=Skill::MOST {
        let skill = Skill::for_level(level);
        group.bench_function(format!("level {level}"), |bencher| {
            let mut next = games.iter().cycle();
            bencher.iter(|| {
                let game = next.next().expect("games");
                black_box(council.choose(game, game.to_move(), skill, &mut rng))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, moves);
criterion_main!(benches);
