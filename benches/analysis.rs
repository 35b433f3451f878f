//! Time of a position's description: `cargo bench --bench analysis`.
//!
//! Finished games on 19 lines, each after 120 moves; the time is that of one position on one core.

#[path = "../tests/common/finished.rs"]
mod finished;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};

use sgmp_board::record::replay;
use sgmp_board::rules::{Board, Color};
use sgmp_knowledge::analysis::{Analysis, Effort};
use sgmp_knowledge::reading::Tactician;

/// Positions at most.
const BOARDS: usize = 16;
/// Moves after which a game is looked at.
const MOVES: usize = 120;
const LINES: u8 = 19;

fn boards() -> Vec<Board> {
    let games = finished::paths()
        .into_iter()
        .map(|path| replay(&finished::record(&path), MOVES).expect("legal moves"));
    games
        .filter(|game| game.size().lines() == LINES)
        .take(BOARDS)
        .map(|game| game.board().clone())
        .collect()
}

fn positions(criterion: &mut Criterion) {
    let boards = boards();
    let mut tactician = Tactician::new();
    let mut group = criterion.benchmark_group("analysis");
    group.sample_size(10);
    for level in [0, 2, 6] {
        group.bench_function(format!("level {level}"), |bencher| {
            let mut next = boards.iter().cycle();
            bencher.iter(|| {
                let board = next.next().expect("boards");
                let turn = Color::Black;
                black_box(Analysis::with_tactician(
                    &mut tactician,
                    board,
                    turn,
                    Effort::for_level(level),
                ))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, positions);
criterion_main!(benches);
