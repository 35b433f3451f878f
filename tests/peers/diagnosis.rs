//! Diagnoses where no game comes about, in a match and in the check of the day before.

use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::common::{
    Cable, Folder, Program, Signal, Socat, detached, gnugo_port, ours, sgmp_go, until,
};
use crate::tools::needs;

fn check(port: &str, color: &str, wait: &str) -> Command {
    let mut command = sgmp_go(&["check", "--port", port, "--color", color, "--wait", wait]);
    command.args(["--baud", "115200"]);
    command
}

#[track_caller]
fn ends(folder: &Folder, command: &mut Command, code: i32, words: &[&str]) {
    let (got, stdout, stderr) = Program::run(folder, "ours", command);
    let told = stdout + &stderr;
    assert_eq!(got, code, "{told}");
    for word in words {
        assert!(told.contains(word), "{word:?} is missing: {told}");
    }
}

/// No game, no record.
#[track_caller]
fn no_game(folder: &Folder, command: &mut Command, words: &[&str]) {
    ends(folder, command, 4, words);
    assert!(!folder.path("ours.sgf").exists() && !folder.path("ours.journal").exists());
}

/// A program that says what `printf` makes of `bytes`, over and over, and listens to nothing.
fn babbler(folder: &Folder, bytes: &str) -> String {
    let script = folder.path("babbler.sh");
    let text = format!("while printf '{bytes}'; do sleep 0.02; done\n");
    std::fs::write(&script, text).expect("a script");
    format!("exec:sh {}", script.display())
}

#[test]
fn the_check_finds_gnugo_ready_in_both_colors() {
    needs!(GnuGo);
    let folder = Folder::new();
    for (ours, theirs, passed) in [
        ("black", "white", "PASS line: a White waits there"),
        (
            "white",
            "black",
            "PASS handshake: the other side plays Black, an even game",
        ),
    ] {
        let port = gnugo_port(&folder, "gnugo", theirs, 19);
        let words = ["PASS port", passed];
        ends(&folder, &mut check(&port, ours, "20s"), 0, &words);
    }
}

#[test]
fn without_a_color_the_check_takes_the_one_that_is_left() {
    needs!(GnuGo);
    let folder = Folder::new();
    for (theirs, ours) in [
        ("white", "play --color black"),
        ("black", "play --color white"),
    ] {
        let port = gnugo_port(&folder, theirs, theirs, 19);
        let mut command = sgmp_go(&["check", "--port", &port, "--wait", "20s"]);
        // A Black speaks within this time, and White is asked for after it.
        command.args(["--resend", "2s"]);
        ends(&folder, &mut command, 0, &["PASS line", ours, "not tried"]);
    }
}

#[test]
fn an_echo() {
    let folder = Folder::new();
    no_game(
        &folder,
        &mut ours(&folder, "ours", "black", "exec:cat"),
        &["loopback plug", "echo"],
    );
    for color in ["black", "white"] {
        let words = ["FAIL handshake", "loopback plug"];
        ends(&folder, &mut check("exec:cat", color, "1s"), 6, &words);
    }
}

#[test]
fn both_black() {
    needs!(Socat);
    let folder = Folder::new();
    let cable = Socat::lay(&folder, "A", "B");
    let mut first = Program::start(
        &folder,
        "first",
        &mut ours(&folder, "A", "black", &folder.text("A")),
    );
    until("its NEWGAME", || {
        folder.path("A.journal").exists().then_some(())
    });
    // What comes back at once is taken for an echo.
    thread::sleep(Duration::from_secs(1));
    let mut command = ours(&folder, "B", "black", &folder.text("B"));
    command.args(["--resend", "300ms", "--max-resends", "2"]);
    let mut second = Program::start(&folder, "second", &mut command);
    // The first hears the second's NEWGAME, says so and stops; that leaves the second in silence.
    first.ends_with(4);
    assert!(
        first.stderr().contains("--color white"),
        "{}",
        first.stderr()
    );
    second.ends_with(4);
    cable.pull();
}

#[test]
fn both_white() {
    needs!(Socat);
    let folder = Folder::new();
    let cable = Socat::lay(&folder, "A", "B");
    let mut other = ours(&folder, "other", "white", &folder.text("B"));
    let _other = Program::start(&folder, "other", &mut other);
    let mut command = check(&folder.text("A"), "white", "3s");
    command.args(["--resend", "500ms"]);
    ends(
        &folder,
        &mut command,
        6,
        &["both sides are White", "--color black"],
    );
    cable.pull();
}

#[test]
fn nothing_but_garbage() {
    let folder = Folder::new();
    let port = babbler(&folder, r"\370\200\176\003\340\340\001");
    let mut command = ours(&folder, "ours", "black", &port);
    command.args(["--resend", "300ms", "--max-resends", "1"]);
    no_game(&folder, &mut command, &["no answer"]);
    let words = ["only garbage heard", "baud"];
    ends(&folder, &mut check(&port, "black", "1s"), 6, &words);
    ends(&folder, &mut check(&port, "white", "1s"), 6, &words);
}

#[test]
fn nothing_at_all() {
    let folder = Folder::new();
    let cable = Cable::new();
    let mut command = ours(&folder, "ours", "black", cable.a());
    command.args(["--resend", "300ms", "--max-resends", "1"]);
    no_game(&folder, &mut command, &["no answer", "sgmp-go check"]);
    let words = ["nothing heard", "null-modem", "baud", "sgmp-go ports"];
    ends(&folder, &mut check(cable.a(), "black", "1s"), 6, &words);
    ends(&folder, &mut check(cable.a(), "white", "1s"), 6, &words);

    // There a NEWGAME waits, and nobody who hears our question.
    let words = ["no handshake", "hear us"];
    ends(&folder, &mut check(cable.b(), "white", "1s"), 6, &words);
}

/// After the match the other program has ten seconds to end; nobody has to wait for that.
#[test]
fn a_program_that_does_not_end() {
    let folder = Folder::new();
    let ticks = folder.path("ticks");
    let deaf = format!(
        "exec:sh -c 'trap \"\" HUP TERM; while :; do sleep 0.1; echo >>{}; done'",
        ticks.display()
    );
    let mut command = ours(&folder, "ours", "black", &deaf);
    command.args(["--resend", "300ms", "--max-resends", "1"]);
    let mut ours = Program::start(&folder, "ours", &mut detached(&command));
    ours.says("Ctrl-C: end it now");
    // The program's own clock: nine seconds are left to it, and it is slow where we are.
    let count = || std::fs::read(&ticks).map_or(0, |ticks| ticks.len());
    let before = count();
    ours.signal(Signal::INT);
    ours.ends_with(4);
    let after = count();
    assert!(after < before + 45, "{before} ticks, then {after}");
}

#[test]
fn terms_that_differ() {
    needs!(GnuGo);
    let folder = Folder::new();
    // A black GNU Go with a handicap: its answer to our second question is not an even game.
    let port = gnugo_port(&folder, "gnugo", "black", 19) + " --handicap 3";
    no_game(
        &folder,
        &mut ours(&folder, "ours", "white", &port),
        &["even game"],
    );
    ends(
        &folder,
        &mut check(&port, "white", "20s"),
        6,
        &["FAIL handshake", "even game"],
    );
}

#[test]
fn a_program_that_ends_before_the_game() {
    let folder = Folder::new();
    let mut command = ours(&folder, "ours", "black", "exec:sh -c 'exit 7'");
    no_game(&folder, &mut command, &["ended with exit code 7"]);
}

/// In a match the causes are shown after some seconds, and the match waits on.
#[test]
fn the_causes_of_a_silence_are_shown() {
    let folder = Folder::new();
    let cable = Cable::new();
    let silent = &mut ours(&folder, "silent", "white", cable.a());
    let mut silent = Program::start(&folder, "silent", silent);
    let noisy = &mut ours(
        &folder,
        "noisy",
        "black",
        &babbler(&folder, r"\370\200\176\003\340"),
    );
    let mut noisy = Program::start(&folder, "noisy", noisy);
    silent.says("likely causes:\n  - Black has not begun");
    silent.says("are both sides White?");
    silent.says("null-modem");
    noisy.says("none of them a frame: do both sides have the same baud?");
}
