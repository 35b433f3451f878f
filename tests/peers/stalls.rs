//! A machine that stalls for seconds, as under a virus scan or a laptop's lid: the clock is kept.

use std::thread;
use std::time::Duration;

use sgmp_board::rng::Rng;

use crate::common::Cable;
use crate::common::{Folder, Program, Signal, ours, sgmp_go};

/// Our clock: its reserve of a third is what the stalls may take.
const CLOCK: &str = "21s";
const RESERVE: Duration = Duration::from_secs(7);

fn millis(rng: &mut Rng, least: u32, most: u32) -> Duration {
    Duration::from_millis(u64::from(least + rng.below(most - least)))
}

/// Stops the program again and again, whatever it is doing.
fn stall(program: &Program) {
    let mut rng = Rng::from_seed(5);
    let mut stalled = Duration::ZERO;
    while stalled < RESERVE {
        thread::sleep(millis(&mut rng, 100, 700));
        let time = millis(&mut rng, 300, 2000).min(RESERVE - stalled);
        stalled += time;
        program.signal(Signal::STOP);
        thread::sleep(time);
        program.signal(Signal::CONT);
    }
}

#[test]
fn a_machine_that_stalls_does_not_lose_on_time() {
    let folder = Folder::new();
    let cable = Cable::new();
    let words = ["--size", "9", "--time", CLOCK];
    let mut white = ours(&folder, "white", "white", cable.b());
    let mut white = Program::start(&folder, "white", white.args(words));
    let mut black = sgmp_go(&["--port", cable.a(), "--color", "black"]);
    black
        .args(["--baud", "115200", "--seed", "1", "--threads", "1"])
        .args(["--memory", "64M", "--linger", "500ms"])
        .args(["--sgf", &folder.text("black.sgf")]);
    let mut black = Program::start(&folder, "black", black.args(words));
    black.says(" 2  White");
    stall(&black);
    black.ends_with(0);
    white.ends_with(0);
    let record = folder.read("black.sgf");
    assert!(record.contains("RE["), "{record}");
    assert!(!record.contains("+T]"), "lost on time: {record}");
}
