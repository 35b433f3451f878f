//! Time of an evaluation by the net, on one core: `cargo bench --bench net`.
//!
//! Positions of `fixtures/net`, by board size, and in the same run the peak of the machine: chains of
//! multiply-adds that wait for nothing. Figures are the best of several rounds, by the time of the CPU where the
//! system tells it, so that other work on the machine spoils little. `--test` (as `cargo test --benches` gives
//! it) runs one short round.

use std::hint::black_box;
use std::time::{Duration, Instant};

use sgmp_engine::net::inputs::{Inputs, PLANES, Plane};
use sgmp_engine::net::{Network, Scratch, multiply_add_chains};

const VECTORS: &[u8] = include_bytes!("../fixtures/net/vectors-6x64.bin");
/// Bytes of a packed plane.
const PLANE_BYTES: usize = 46;
const SIZES: [u8; 3] = [9, 13, 19];
/// Multiply-adds of a round of chains.
const PEAK_ROUND: u32 = 2_000_000;

/// The nets that are measured: the one that the program carries, and a smaller one.
const NETS: [(&str, &[u8]); 2] = [
    (
        "6x96 (embedded)",
        include_bytes!("../crates/engine/data/student-6x96.net"),
    ),
    ("6x64", include_bytes!("../fixtures/net/student-6x64.net")),
];

fn main() {
    let is_test = std::env::args().any(|word| word == "--test");
    let (rounds, evaluations) = if is_test { (1, 1) } else { (15, 100) };
    let positions = positions();
    for (name, file) in NETS {
        let (load, network) = by_the_clock(|| Network::read(file));
        let network = network.expect("a net");
        let load = millis(load);
        println!("{name}: loaded in {load:.1} ms by the clock, on all cores");
        measure(&network, &positions, rounds, evaluations);
    }
}

/// Prints the least time of an evaluation by board size, beside the peak of the machine in the same rounds.
fn measure(network: &Network, positions: &[Inputs], rounds: u32, evaluations: usize) {
    let mut scratch = Scratch::default();
    let mut best = [f64::MAX; SIZES.len()];
    let mut peak = 0.0_f64;
    for _ in 0..rounds {
        for (best, size) in best.iter_mut().zip(SIZES) {
            let of_size: Vec<&Inputs> = positions
                .iter()
                .filter(|inputs| inputs.size == size)
                .collect();
            let (time, ()) = timed(|| {
                for inputs in of_size.iter().cycle().take(evaluations) {
                    black_box(network.evaluate(inputs, &mut scratch));
                }
            });
            *best = best.min(millis(time) / evaluations as f64);
        }
        let (time, multiply_adds) = timed(|| multiply_add_chains(PEAK_ROUND));
        peak = peak.max(multiply_adds as f64 / millis(time) / 1e6);
    }
    println!("peak of one core: {peak:.1} billion multiply-adds a second");
    for (best, size) in best.into_iter().zip(SIZES) {
        let speed = network.multiply_adds(size) as f64 / best / 1e6;
        println!(
            "{size}x{size}: {best:.3} ms an evaluation; products of matrices: {speed:.1} billion multiply-adds a second, \
             {:.0} % of the peak",
            speed / peak * 100.0
        );
    }
}

/// The inputs in the file of vectors; `fixtures/net/README.md` has its form.
fn positions() -> Vec<Inputs> {
    let word = |place: usize| {
        let bytes = VECTORS[place..place + 4].try_into().expect("four bytes");
        u32::from_le_bytes(bytes)
    };
    let mut place = 16;
    let one = |_| {
        let size = word(place);
        let packed = &VECTORS[place + 8..];
        let planes = std::array::from_fn(|plane| {
            let mut words = [0; 6];
            for (byte, bits) in packed[plane * PLANE_BYTES..][..PLANE_BYTES]
                .iter()
                .enumerate()
            {
                words[byte / 8] |= u64::from(*bits) << (byte % 8 * 8);
            }
            Plane(words)
        });
        let globals = place + 8 + PLANES * PLANE_BYTES;
        let inputs = Inputs {
            size: size as u8,
            planes,
            globals: std::array::from_fn(|number| f32::from_bits(word(globals + number * 4))),
        };
        let points = (size * size) as usize;
        place = globals + 4 * (4 + points + 1 + 2 + 1 + points);
        inputs
    };
    (0..word(12)).map(one).collect()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Time of some work by the clock, and its result.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
fn by_the_clock<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let begun = Instant::now();
    let result = work();
    (begun.elapsed(), result)
}

/// Time of some work on this thread, and its result.
#[cfg(unix)]
fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    use rustix::time::{ClockId, clock_gettime};

    let now = || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("a time");
    let begun = now();
    let result = work();
    (now() - begun, result)
}

/// Time of some work by the clock on the wall, and its result.
#[cfg(not(unix))]
fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    by_the_clock(work)
}
