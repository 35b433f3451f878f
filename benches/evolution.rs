//! Time of a generation of evolution, with one thread and with two: `cargo bench --bench evolution`.
//!
//! The paper's three settings, from the second generation on; the static player's moves; and in the same run
//! the machine's peak of multiply-adds on one core. Figures are the best of several rounds. `--test` (as
//! `cargo test --benches` gives it) runs one short round.

use std::hint::black_box;
use std::time::{Duration, Instant};

use sgmp_board::rules::{Board, BoardSize, Color, Move};
use sgmp_engine::engine::evolved::StaticPlayer;
use sgmp_engine::net::multiply_add_chains;
use sgmp_laboratory::evolution::{EvolutionConfig, Population, Workers};

/// Multiply-adds of a round of chains.
const PEAK_ROUND: u32 = 2_000_000;

/// A setting of the paper.
struct Setting {
    name: &'static str,
    text: &'static str,
    /// Seconds that the paper took for a generation.
    paper: f64,
    /// Word for a position that the net judges.
    judged: &'static str,
    /// Multiply-adds for one of them, as the program does them; hyperbolic tangents come on top.
    multiply_adds: f64,
    /// Hyperbolic tangents for one of them.
    tangents: f64,
}

const SETTINGS: [Setting; 3] = [
    Setting {
        name: "A",
        text: include_str!("../configs/paper-a.toml"),
        paper: 228.0,
        judged: "leaves",
        // A stone's row to 55 sums, and the output.
        multiply_adds: 110.0,
        tangents: 56.0,
    },
    Setting {
        name: "B",
        text: include_str!("../configs/paper-b.toml"),
        paper: 117.0,
        judged: "candidates",
        // A stone lies in 52 windows, each of which feeds 95 nodes, and the output.
        multiply_adds: 52.0 * 96.0 + 95.0,
        tangents: 148.0,
    },
    Setting {
        name: "B look-ahead",
        text: include_str!("../configs/paper-b-look-ahead.toml"),
        paper: 1548.0,
        judged: "leaves",
        multiply_adds: 52.0 * 96.0 + 95.0,
        tangents: 148.0,
    },
];

fn main() {
    let is_test = std::env::args().any(|word| word == "--test");
    let (rounds, generations) = if is_test { (1, 1) } else { (5, 10) };
    println!(
        "static-1: {:.2} us a move on 13x13",
        static_move(rounds) * 1e6
    );
    let peak = (0..rounds).fold(0.0_f64, |peak, _| {
        let (time, multiply_adds) = timed(|| multiply_add_chains(PEAK_ROUND));
        peak.max(multiply_adds as f64 / time.as_secs_f64())
    });
    println!(
        "peak of one core: {:.1} billion multiply-adds a second",
        peak / 1e9
    );
    for setting in &SETTINGS {
        let config = EvolutionConfig::read(setting.text).expect("settings");
        let mut best = [f64::MAX; 2];
        let mut leaves = 0.0;
        for _ in 0..rounds {
            for (place, best) in best.iter_mut().enumerate() {
                let workers = Workers::new(place + 1);
                let (mut population, _) =
                    Population::start(config.clone(), &workers).expect("a population");
                let mut count = 0;
                let (time, ()) = timed(|| {
                    for _ in 0..generations {
                        count += population.step(&workers).expect("games").leaves;
                    }
                });
                leaves = count as f64 / f64::from(generations);
                *best = best.min(time.as_secs_f64() / f64::from(generations));
            }
        }
        let [one, two] = best;
        let work = leaves * setting.multiply_adds / one;
        println!(
            "{}: {:.1} ms a generation with one thread ({:.1} a second), {:.1} ms with two ({:.2} times as fast; the \
             paper: {} s, {:.0} times as long); {:.0} {} a second with {:.0} million multiply-adds a second, {:.0} % \
             of the peak, and {:.0} million hyperbolic tangents, games included",
            setting.name,
            one * 1e3,
            1.0 / one,
            two * 1e3,
            one / two,
            setting.paper,
            setting.paper / two,
            leaves / one,
            setting.judged,
            work / 1e6,
            100.0 * work / peak,
            leaves * setting.tangents / one / 1e6,
        );
    }
}

/// Seconds for a move of a game of the static player with itself.
fn static_move(rounds: u32) -> f64 {
    let player = StaticPlayer::ALL[0];
    let mut best = f64::MAX;
    for _ in 0..rounds {
        let mut moves = 0;
        let (time, ()) = timed(|| {
            let mut board = Board::new(BoardSize::new(13).expect("13 lines"));
            let mut passes = 0;
            while passes < 2 && moves < 500 {
                let color = Color::BOTH[moves % 2];
                let mv = black_box(player.choose(&board, color));
                passes = if mv == Move::Pass { passes + 1 } else { 0 };
                board.play(color, mv).expect("a legal move");
                moves += 1;
            }
        });
        best = best.min(time.as_secs_f64() / moves as f64);
    }
    best
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}
