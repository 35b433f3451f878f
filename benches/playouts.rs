//! How fast games are played out: `cargo bench --bench playouts`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

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
criterion_main!(benches);
