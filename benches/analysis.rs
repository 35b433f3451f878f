//! How long a description of a position takes: `cargo bench --bench analysis`.
//!
//! Finished games on 19 lines, each after 120 moves; the time is that of one position on one core.

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};

use sgmp_go::analysis::Analysis;
use sgmp_go::record::{read_sgf, replay};
use sgmp_go::rules::{Board, Color};
use sgmp_go::tactics::Tactician;

/// Positions at most.
const BOARDS: usize = 16;
/// Moves after which a game is looked at.
const MOVES: usize = 120;
const LINES: u8 = 19;

fn boards() -> Vec<Board> {
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
                black_box(Analysis::read_by(&mut tactician, board, turn, level))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, positions);
criterion_main!(benches);
