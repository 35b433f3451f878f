//! How fast games are played out: `cargo bench --bench playouts`.
//!
//! Light playouts by criterion; then the tree search with its heavy playouts at the opening of
//! 19x19: one thread, and two threads against two searches of their own. Where the environment
//! variable `PACHI` names a pachi binary, that plays the same number of playouts in turn with us.

mod search;

#[cfg(target_os = "linux")]
mod pachi;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group};

use sgmp_go::rng::Rng;
use sgmp_go::rules::{Board, BoardSize, Color};
use sgmp_go::search::play_out;

/// Games from the empty board; "elem/s" is playouts a second on one core.
fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playouts");
    group.throughput(Throughput::Elements(1));
    for lines in [9, 13, 19] {
        let size = BoardSize::new(lines).expect("a usual size");
        let empty = Board::new(size);
        let mut rng = Rng::from_seed(1);
        group.bench_function(size.to_string(), |bencher| {
            bencher.iter(|| {
                let mut board = empty.clone();
                play_out(&mut board, Color::Black, None, &mut rng, |_, _| {});
                black_box(board.hash())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, playouts);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
    // `cargo test --benches` only looks whether it runs, and a filter asks for something else.
    if std::env::args().skip(1).eq(["--bench".to_owned()]) {
        search::report();
    }
}
