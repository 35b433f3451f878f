//! The decoder's speed in bytes a second, on a stream of good frames as a game has
//! them, and random bytes. It must take at least 50 MB/s on one core.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use sgmp_proto::sim::Rng;
use sgmp_proto::{Bit, BoardSize, Color, Decoder, Frame, Heard, Message, Vertex, WireMove};

const BYTES: usize = 1 << 20;

/// MOVE and OK in turn.
fn good_frames() -> Vec<u8> {
    let frames = (0..=u8::MAX).flat_map(|n| {
        let vertex = Vertex::Point {
            column: n % 19,
            row: n / 19,
        };
        let mv = WireMove::new(Color::Black, vertex, BoardSize::NINETEEN);
        [
            Frame::new(Bit::Zero, Bit::One, Message::Move(mv)),
            Frame::new(Bit::One, Bit::Zero, Message::Ok),
        ]
    });
    let bytes: Vec<u8> = frames.flat_map(|frame| frame.to_bytes()).collect();
    bytes.iter().copied().cycle().take(BYTES).collect()
}

fn random_bytes() -> Vec<u8> {
    let mut rng = Rng::new(1);
    (0..BYTES).map(|_| rng.next_u64() as u8).collect()
}

/// Good frames among the bytes.
fn decode(bytes: &[u8]) -> usize {
    let mut decoder = Decoder::new();
    bytes
        .iter()
        .filter(|&&byte| matches!(decoder.push(byte), Some(Heard::Frame(_))))
        .count()
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("decoder");
    group.throughput(Throughput::Bytes(BYTES as u64));
    for (name, bytes) in [
        ("good frames", good_frames()),
        ("random bytes", random_bytes()),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| decode(black_box(&bytes)));
        });
    }
    group.finish();
    criterion.final_summary();
}
