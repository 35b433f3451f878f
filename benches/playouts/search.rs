//! The tree search at the opening of 19x19: playouts a second.

use std::thread;
use std::time::{Duration, Instant};

use sgmp_go::engine::{Engine, Method, Settings};
use sgmp_go::rules::{BoardSize, Color, Game, Komi};
use sgmp_go::search::Halt;

/// Playouts of one thread in one round: a few seconds.
pub(crate) const PLAYOUTS: u32 = 10_000;
/// Rounds, the things compared in turn, so that what else the machine does hits all of them.
const ROUNDS: u64 = 5;
/// Room for a tree that never fills.
const MEMORY: usize = 256 << 20;

/// How many playouts, in what time.
#[derive(Clone, Copy)]
pub(crate) struct Speed {
    pub(crate) playouts: u32,
    pub(crate) wall: Duration,
    /// Time of all threads together; the wall's where the system does not tell.
    pub(crate) cpu: Duration,
}

impl Speed {
    /// Playouts in a second of the wall clock.
    fn by_wall(self) -> f64 {
        f64::from(self.playouts) / self.wall.as_secs_f64()
    }

    /// Playouts in a second of one core: what a machine with other work cannot spoil.
    fn by_cpu(self) -> f64 {
        f64::from(self.playouts) / self.cpu.as_secs_f64()
    }
}

/// Measures and prints all of it.
pub(crate) fn report() {
    println!("tree search, 19x19 opening, {ROUNDS} rounds in turn; medians");
    let (mut one, mut two, mut apart) = (Vec::new(), Vec::new(), Vec::new());
    let mut others: Vec<(String, Speed)> = Vec::new();
    for seed in 0..ROUNDS {
        one.push(together(1, seed));
        others.extend(another(PLAYOUTS));
        two.push(together(2, seed));
        apart.push(side_by_side(seed));
    }
    print("one thread", &one);
    if let Some((name, _)) = others.first() {
        let speeds: Vec<_> = others.iter().map(|(_, speed)| *speed).collect();
        print(&format!("{name}, one thread"), &speeds);
    }
    print("two threads, one tree", &two);
    print("two searches side by side", &apart);
    let ratio = |speed: fn(Speed) -> f64| {
        let pairs = two.iter().zip(&apart);
        100.0
            * median(
                pairs
                    .map(|(two, apart)| speed(*two) / speed(*apart))
                    .collect(),
            )
    };
    println!(
        "two threads make {:.0} % of the playouts of two searches (by CPU time {:.0} %)",
        ratio(Speed::by_wall),
        ratio(Speed::by_cpu)
    );
}

fn print(what: &str, speeds: &[Speed]) {
    let of = |speed: fn(Speed) -> f64| median(speeds.iter().map(|one| speed(*one)).collect());
    println!(
        "{what}: {:.0} playouts/s, {:.0} per second of CPU time",
        of(Speed::by_wall),
        of(Speed::by_cpu)
    );
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// One search by so many threads.
fn together(threads: usize, seed: u64) -> Speed {
    timed(|| think(threads, seed))
}

/// Two searches of one thread each, which share nothing.
fn side_by_side(seed: u64) -> Speed {
    timed(|| {
        let other = thread::spawn(move || think(1, seed));
        think(1, seed + ROUNDS) + other.join().expect("a search does not panic")
    })
}

fn think(threads: usize, seed: u64) -> u32 {
    let mut engine = Engine::new(Settings {
        method: Method::Tree,
        seed,
        threads,
        memory: MEMORY,
        ..Settings::default()
    });
    let game = Game::new(BoardSize::NINETEEN, Komi::FIVE_AND_A_HALF);
    let most = PLAYOUTS * u32::try_from(threads).expect("a few threads");
    engine
        .think(&game, Color::Black, &Halt::new(), most)
        .playouts
}

#[allow(
    clippy::disallowed_methods,
    reason = "a measurement reads the real clock"
)]
fn timed(work: impl FnOnce() -> u32) -> Speed {
    let (wall, cpu) = (Instant::now(), cpu_time());
    let playouts = work();
    let wall = wall.elapsed();
    let spent = cpu
        .zip(cpu_time())
        .map(|(from, to)| to.saturating_sub(from));
    Speed {
        playouts,
        wall,
        cpu: spent.unwrap_or(wall),
    }
}

/// CPU time of this process, all threads together.
#[cfg(unix)]
fn cpu_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).ok()
}

#[cfg(not(unix))]
const fn cpu_time() -> Option<Duration> {
    None
}

/// The other program's speed, where there is one.
#[cfg(target_os = "linux")]
fn another(playouts: u32) -> Option<(String, Speed)> {
    let program = std::env::var("PACHI").ok()?;
    match super::pachi::speed(&program, playouts) {
        Ok(speed) => Some(("pachi without its net".to_owned(), speed)),
        Err(error) => {
            eprintln!("PACHI={program}: {error}");
            None
        }
    }
}

#[cfg(not(target_os = "linux"))]
const fn another(_: u32) -> Option<(String, Speed)> {
    None
}
