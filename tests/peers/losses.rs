//! Losses in mid-game: of the other program, or of the line.

use std::process::Command;
use std::thread;
use std::time::Duration;

use sgmp_board::rng::Rng;

use crate::common::{Folder, Program, Signal, Socat, gnugo_port, ours, same_moves, sgmp_go, until};
use crate::tools::{gnugo_program, needs};

fn judge_decides(folder: &Folder, record: &str) {
    let record = folder.read(record);
    assert!(record.contains("RE[?]"), "{record}");
}

/// The process numbers of the programs started with this word on their command line.
fn started_with(word: &str) -> Vec<i32> {
    let processes = std::fs::read_dir("/proc").expect("/proc").flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers
        .filter(|number: &i32| {
            let words = std::fs::read(format!("/proc/{number}/cmdline")).unwrap_or_default();
            let mut words = words.split(|byte| *byte == 0);
            words.next() == Some(gnugo_program().as_bytes()) && words.any(|w| w == word.as_bytes())
        })
        .collect()
}

#[test]
fn the_opponents_program_is_killed() {
    needs!(GnuGo);
    let folder = Folder::new();
    let port = gnugo_port(&folder, "gnugo", "white", 9);
    let mut command = ours(&folder, "ours", "black", &port);
    let mut ours = Program::start(&folder, "ours", command.args(["--size", "9"]));
    ours.says("  4  White");
    // Its record's name is in this test's own folder: no other program has it.
    let gnugo = started_with(&folder.text("gnugo.sgf"));
    assert_eq!(gnugo.len(), 1, "{gnugo:?}");
    let pid = rustix::process::Pid::from_raw(gnugo[0]).expect("a process");
    rustix::process::kill_process(pid, Signal::KILL).expect("a program to kill");
    ours.ends_with(10);
    assert!(
        ours.stdout().contains("was killed by SIGKILL"),
        "{}",
        ours.stdout()
    );
    judge_decides(&folder, "ours.sgf");
}

/// Both sides of a 9x9 match on one cable, waiting for another one no longer than this.
fn both_sides(folder: &Folder, reconnect: &str) -> [Program; 2] {
    let side = |name: &str, color: &str, end: &str| -> Command {
        let mut command = ours(folder, name, color, &folder.text(end));
        command.args(["--size", "9", "--resend", "1s", "--reconnect", reconnect]);
        command
    };
    let white = Program::start(folder, "white", &mut side("white", "white", "B"));
    until("White on the line", || {
        folder.path("white.journal").exists().then_some(())
    });
    let black = Program::start(folder, "black", &mut side("black", "black", "A"));
    [black, white]
}

#[test]
fn a_cable_that_comes_back() {
    needs!(Socat);
    let folder = Folder::new();
    let mut cable = Socat::lay(&folder, "A", "B");
    let mut sides = both_sides(&folder, "60s");
    for number in [" 4  White", "12  White"] {
        sides[0].says(number);
        cable.pull();
        for side in &mut sides {
            side.says("the line is down");
        }
        // The journal knows the game; nothing is lost while nobody is connected.
        thread::sleep(Duration::from_millis(300));
        cable = Socat::lay(&folder, "A", "B");
    }
    for side in &mut sides {
        side.ends_with(0);
        assert_eq!(
            side.stdout().matches("the line is back").count(),
            2,
            "{}",
            side.stdout()
        );
    }
    let moves = same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"));
    assert!(moves > 20, "a whole game, not {moves} moves");
    cable.pull();
}

/// Cuts of one match, and the longest wait within a move before each.
const CUTS: usize = 6;
const MAX_MILLIS: u32 = 250;

/// At any moment of a move: what waits is sent again at once, and each side's trace tells why.
#[test]
fn the_traces_of_a_cable_that_is_pulled_again_and_again_pass_the_check() {
    needs!(Socat);
    let seed = 8;
    println!("seed {seed}");
    let mut chance = Rng::from_seed(seed);
    let folder = Folder::new();
    let mut cable = Socat::lay(&folder, "A", "B");
    let side = |name: &str, color: &str, end: &str| -> Program {
        let mut command = ours(&folder, name, color, &folder.text(end));
        command.args([
            "--size",
            "9",
            "--trace",
            &folder.text(&format!("{name}.trace")),
        ]);
        Program::start(&folder, name, &mut command)
    };
    let mut white = side("white", "white", "B");
    until("White on the line", || {
        folder.path("white.journal").exists().then_some(())
    });
    let mut black = side("black", "black", "A");
    let count = |told: &str, text: &str| told.matches(text).count();
    for cut in 1..=CUTS {
        black.has_said("moves", |told| count(told, "left: Black") >= 3 * cut);
        thread::sleep(Duration::from_millis(chance.below(MAX_MILLIS).into()));
        cable.pull();
        for side in [&mut black, &mut white] {
            side.has_said("the line is down", |told| {
                count(told, "the line is down") >= cut
            });
        }
        thread::sleep(Duration::from_secs(if cut == 1 { 5 } else { 1 }));
        cable = Socat::lay(&folder, "A", "B");
        // A cable that is pulled again before a side has it back is one cut to that side.
        for side in [&mut black, &mut white] {
            side.has_said("the line is back", |told| {
                count(told, "the line is back") >= cut
            });
        }
    }
    black.ends_with(0);
    white.ends_with(0);
    let moves = same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"));
    assert!(moves > 20, "a whole game, not {moves} moves");
    for name in ["black", "white"] {
        let trace = folder.text(&format!("{name}.trace"));
        let again = folder.text(&format!("{name}-again.sgf"));
        let words = ["replay", &trace, "--check", "--sgf", &again];
        let (code, told, errors) = Program::run(&folder, "replay", &mut sgmp_go(&words));
        assert_eq!(code, 0, "{name}: {told}{errors}");
        assert_eq!(count(&told, "line down: "), CUTS, "{told}");
        assert_eq!(count(&told, "line up"), CUTS, "{told}");
        assert!(told.contains("size: 9"), "{told}");
        // Names, komi, time, date and result are the trace's.
        let words = ["compare", &again, &folder.text(&format!("{name}.sgf"))];
        let (code, told, errors) = Program::run(&folder, "compare", &mut sgmp_go(&words));
        assert_eq!(code, 0, "{name}: {told}{errors}");
    }
    cable.pull();
}

#[test]
fn a_cable_that_does_not_come_back() {
    needs!(Socat);
    let folder = Folder::new();
    let cable = Socat::lay(&folder, "A", "B");
    let mut sides = both_sides(&folder, "1s");
    sides[0].says(" 4  White");
    cable.pull();
    for (side, record) in sides.iter_mut().zip(["black.sgf", "white.sgf"]) {
        side.ends_with(10);
        judge_decides(&folder, record);
        assert!(
            side.stderr()
                .contains("if the game goes on, by the judge's word")
        );
    }
    // The judge lets it go on: both journals are open.
    let _cable = Socat::lay(&folder, "A", "B");
    let resumed = |name: &str, end: &str| {
        let journal = folder.text(&format!("{name}.journal"));
        let mut command = sgmp_go(&["--resume", &journal, "--port", &folder.text(end)]);
        command.args(["--baud", "115200", "--linger", "500ms", "--resend", "1s"]);
        Program::start(
            &folder,
            &format!("{name}-again"),
            command.args(["--away", "free"]),
        )
    };
    for mut side in [resumed("white", "B"), resumed("black", "A")] {
        side.ends_with(0);
    }
    same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"));
}

#[test]
fn an_interrupt_while_the_line_is_down() {
    needs!(Socat);
    let folder = Folder::new();
    let cable = Socat::lay(&folder, "A", "B");
    let mut sides = both_sides(&folder, "60s");
    sides[0].says(" 4  White");
    cable.pull();
    for side in &mut sides {
        side.says("the line is down");
        side.signal(Signal::TERM);
        side.ends_with(130);
        assert!(side.stderr().contains("sgmp-go --resume "));
    }
}

/// Black's peer is killed and comes back: Black waits for it on the port it has, and goes on.
fn a_peer_that_is_killed_and_comes_back(port: &str, announced: &str, form: &str) {
    let folder = Folder::new();
    let words = ["--size", "9", "--resend", "1s"];
    let mut command = ours(&folder, "black", "black", port);
    let mut black = Program::start(&folder, "black", command.args(words));
    let port = format!("{form}{}", black.word_after(announced));
    let mut command = ours(&folder, "white", "white", &port);
    let mut white = Program::start(&folder, "white", command.args(words));
    black.says(" 7  Black");
    white.signal(Signal::KILL);
    assert_eq!(white.end(), -9);
    black.says("the line is down");

    let mut command = sgmp_go(&["--resume", &folder.text("white.journal"), "--port", &port]);
    command.args(["--linger", "500ms", "--resend", "1s"]);
    let mut white = Program::start(&folder, "white-again", command.args(["--baud", "115200"]));
    black.says("the line is back");
    black.ends_with(0);
    white.ends_with(0);
    // The journal knows the player of a program that could say nothing at its end.
    let told = white.stderr();
    assert!(
        told.contains("our player: --playouts 20 --seed 1"),
        "{told}"
    );
    let moves = same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"));
    assert!(moves > 20, "a whole game, not {moves} moves");
}

#[test]
fn a_peer_on_our_pty_comes_back() {
    a_peer_that_is_killed_and_comes_back("pty", "the other side opens ", "");
}

#[test]
fn a_peer_on_tcp_comes_back() {
    a_peer_that_is_killed_and_comes_back("tcp-listen:0", "the other side connects to ", "tcp:");
}
