//! Speed of playouts: `cargo bench --bench playouts`.
//!
//! Light playouts by criterion; then the tree search with its heavy playouts at the opening of
//! 19x19: one thread, and two threads against two searches of their own. Where the environment
//! variable `PACHI` names a pachi binary, that plays the same number of playouts in turn with us.

mod search;
mod speed;

#[cfg(target_os = "linux")]
mod pachi;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group};

use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, BoardSize, Color};
use sgmp_engine::search::play_out;

/// Games from the empty board; "elem/s" is playouts a second on one core.
fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playouts");
    group.throughput(Throughput::Elements(1));
    for size in sizes() {
        let mut play_once = player(size);
        group.bench_function(size.to_string(), |bencher| bencher.iter(&mut play_once));
    }
    group.finish();
}

fn sizes() -> impl Iterator<Item = BoardSize> {
    [9, 13, 19].into_iter().filter_map(BoardSize::new)
}

/// Plays out one game after another.
fn player(size: BoardSize) -> impl FnMut() -> u64 {
    let empty = Board::new(size);
    let mut rng = Rng::from_seed(1);
    move || {
        let mut board = empty.clone();
        play_out(&mut board, Color::Black, None, &mut rng, |_, _| {});
        black_box(board.hash())
    }
}

/// The same without statistics, but by CPU time too.
fn report() {
    const PLAYOUTS: u32 = 20_000;
    for size in sizes() {
        let mut play_once = player(size);
        let light = speed::timed(|| {
            for _ in 0..PLAYOUTS {
                play_once();
            }
            PLAYOUTS
        });
        speed::print(&format!("light playouts, {size}, one thread"), &[light]);
    }
}

criterion_group!(benches, playouts);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
    // `cargo test --benches` only looks whether it runs, and a filter asks for something else.
    if std::env::args().skip(1).eq(["--bench".to_owned()]) {
        report();
        search::report();
    }
}
