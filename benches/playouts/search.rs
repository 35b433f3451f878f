//! The tree search at the opening of 19x19: playouts a second.

use std::thread;

use sgmp_board::rules::{BoardSize, Color, Game, Komi};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Engine, Settings};

use super::speed::{Speed, median, print, timed};

/// Playouts of one thread in one round: a few seconds.
pub(crate) const PLAYOUTS: u32 = 8000;
/// Rounds, the things compared in turn, so that what else the machine does hits all of them.
const ROUNDS: u64 = 3;
/// Room for a tree that never fills.
const MEMORY: usize = 256 << 20;

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
        let parts = pairs.map(|(two, apart)| 100.0 * speed(*two) / speed(*apart));
        median(parts.collect())
    };
    println!(
        "two threads make {:.0} % of the playouts of two searches (by CPU time {:.0} %)",
        ratio(Speed::by_wall),
        ratio(Speed::by_cpu)
    );
}

/// One search by so many threads.
fn together(threads: usize, seed: u64) -> Speed {
    let mut engine = ready(threads, seed);
    let most = PLAYOUTS * u32::try_from(threads).expect("a few threads");
    timed(|| think(&mut engine, most))
}

/// Two searches of one thread each, which share nothing.
fn side_by_side(seed: u64) -> Speed {
    let mut engines = [seed, seed + ROUNDS].map(|seed| ready(1, seed));
    timed(|| {
        thread::scope(|scope| {
            let searches = engines
                .each_mut()
                .map(|engine| scope.spawn(|| think(engine, PLAYOUTS)));
            let playouts = searches.map(|search| search.join().expect("no panic"));
            playouts.iter().sum()
        })
    })
}

/// An engine that has begun: the first look at the position is no part of what is measured.
fn ready(threads: usize, seed: u64) -> Engine {
    let mut engine = Engine::new(Settings {
        seed,
        threads,
        memory: MEMORY,
        ..Settings::default()
    });
    think(&mut engine, 1);
    engine
}

fn think(engine: &mut Engine, most: u32) -> u32 {
    let game = Game::new(BoardSize::NINETEEN, Komi::FIVE_AND_A_HALF);
    let thought = engine.analyze(&game, Color::Black, &StopFlag::new(), most);
    thought.playouts
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
