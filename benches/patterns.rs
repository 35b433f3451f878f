//! Speed of pattern matching: `cargo bench --bench patterns`.
//!
//! On positions of the finished games on 19 lines: a look at the whole board, a step to the position
//! one move later, and the list of matches with what has to hold besides. Both colors each, the
//! list one; "elem/s" is positions a second.

#[path = "../tests/common/finished.rs"]
mod finished;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use sgmp_board::record::replay;
use sgmp_board::rules::{Board, BoardSize, Color};
use sgmp_knowledge::patterns::{LibertyOracle, Matcher};

/// Moves after which the games are looked at; the next position follows each.
const MOVES: [usize; 4] = [20, 60, 100, 150];
const GAMES: usize = 8;

/// Pairs of positions, the second one move later.
fn pairs() -> Vec<(Board, Board)> {
    let paths = finished::paths().into_iter();
    let records = paths.map(|path| finished::record(&path));
    let large = records.filter(|record| {
        let game = replay(record, 0);
        game.is_ok_and(|game| game.size() == BoardSize::NINETEEN)
    });
    let at = |record: &_, moves| replay(record, moves).expect("legal moves").board().clone();
    large
        .take(GAMES)
        .flat_map(|record| MOVES.map(|moves| (at(&record, moves), at(&record, moves + 1))))
        .collect()
}

fn matching(criterion: &mut Criterion) {
    let pairs = pairs();
    assert!(!pairs.is_empty(), "there are games on 19 lines");
    let mut group = criterion.benchmark_group("patterns");
    group.sample_size(20);
    group.throughput(Throughput::Elements(pairs.len() as u64));
    group.bench_function("whole board", |bencher| {
        bencher.iter(|| {
            for (board, _) in &pairs {
                black_box(Matcher::embedded(board));
            }
        });
    });
    let mut matchers: Vec<_> = pairs
        .iter()
        .map(|(board, _)| Matcher::embedded(board))
        .collect();
    group.throughput(Throughput::Elements(2 * pairs.len() as u64));
    group.bench_function("one move", |bencher| {
        bencher.iter(|| {
            for (matcher, (before, after)) in matchers.iter_mut().zip(&pairs) {
                matcher.follow(after);
                matcher.follow(before);
            }
        });
    });
    group.throughput(Throughput::Elements(pairs.len() as u64));
    group.bench_function("list", |bencher| {
        bencher.iter(|| {
            for (matcher, (board, _)) in matchers.iter().zip(&pairs) {
                black_box(matcher.matches(board, Color::Black, &LibertyOracle(board)));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, matching);
criterion_main!(benches);
