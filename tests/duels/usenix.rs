//! `referee` and `usenix`: programs of 1984, good and bad.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

use crate::tools::{gnugo_program, needs};

fn referee(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
        .arg("referee")
        .args(words)
        .output()
        .expect("the program runs")
}

fn told(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Time after which something that should have happened is taken to have failed.
#[cfg(target_os = "linux")]
const PATIENCE: Duration = Duration::from_secs(30);

/// A program in the shell.
fn script(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("a script");
    format!("sh {}", path.display())
}

/// Plays down a column of its own, then passes: `$1` is the letter.
const COLUMN: &str = "\
n=1
move() { if [ $n -le 4 ]; then echo $1$n; n=$((n + 1)); else echo pass; fi; }
if [ $USENIX_COLOR = black ]; then move $1; fi
while read -r line; do
  case $line in
    time) ;;
    *) move $1;;
  esac
done";

const BURN: &str = "i=0; while [ $i -lt 3000000 ]; do i=$((i + 1)); done";

#[test]
fn two_programs_play_to_two_passes_and_all_is_shown_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let program = script(folder.path(), "column.sh", COLUMN);
    let (log, sgf) = (folder.path().join("log"), folder.path().join("sgf"));
    let chatty = format!("{program} d");
    let output = referee(&[
        "--black",
        &chatty,
        "--white",
        &format!("{program} F"),
        "--log",
        log.to_str().unwrap(),
        "--sgf",
        sgf.to_str().unwrap(),
    ]);
    let told = told(&output);
    for part in [
        "      A B C D E F G H j K L M N O P Q R S T\n\n  19  + + + ",
        "   1  + + + @ + O + + + + + + + + + + + + +  1\n",
        "1. Black D1   user time ",
        "   1. D1 F1 D2 F2 D3 F3 D4 F4 pass pass\n",
        "both have passed: the game is counted\nresult: ",
    ] {
        assert!(told.contains(part), "{part:?} in\n{told}");
    }
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("10. White pass"), "{log}");
    let sgf = fs::read_to_string(sgf).unwrap();
    assert!(
        sgf.contains(";B[ds];W[fs];B[dr]") && sgf.contains("KM[0]"),
        "{sgf}"
    );
}

#[test]
fn what_programs_do_wrong_is_ruled_as_announced() {
    let folder = tempfile::tempdir().unwrap();
    let column = script(folder.path(), "column.sh", COLUMN);
    for (name, text, ruling) in [
        (
            "occupied",
            "read x; echo a1; read x; echo $x; sleep 60",
            "White forfeits: ",
        ),
        (
            "garbage",
            "read x; echo I5; echo hello; sleep 60",
            "White forfeits by time: no move in 1 s on the wall",
        ),
        (
            "dies",
            "read x; exit 3",
            "White forfeits: it ended with exit code 3",
        ),
        (
            "floods",
            "while :; do echo nonsense nonsense; done",
            "White forfeits by time: ",
        ),
        (
            "resigns",
            "read x; echo resign; sleep 60",
            "White forfeits by time: no move in 1 s on the wall",
        ),
        ("missing", "", "White forfeits: "),
    ] {
        let program = match name {
            "missing" => "/no/such/program".to_owned(),
            _ => script(folder.path(), &format!("{name}.sh"), text),
        };
        let log = folder.path().join(format!("{name}.log"));
        let output = referee(&[
            "--black",
            &format!("{column} d"),
            "--white",
            &program,
            "--wall-guard",
            "1s",
            "--quiet",
            "--log",
            log.to_str().unwrap(),
        ]);
        let told = told(&output);
        assert!(told.contains(ruling), "{name}: {told}");
        assert!(told.contains("result: B+"), "{name}: {told}");
        let length = fs::metadata(log).unwrap().len();
        assert!(length < 2_000_000, "{name}: a log of {length} bytes");
    }
}

/// Writes two moves at once where it should write one, then one for each that it reads.
const EARLY: &str = "\
printf 'D1\\nQ1\\n'
n=2
while read -r line; do echo D$n; n=$((n + 1)); [ $n -le 5 ] || exit; done";

#[test]
fn a_move_written_early_is_ignored_whatever_the_opponents_speed() {
    let folder = tempfile::tempdir().unwrap();
    let early = script(folder.path(), "early.sh", EARLY);
    for thought in ["", "sleep 0.3; "] {
        let column = COLUMN.replace("    *) move", &format!("    *) {thought}move"));
        let column = script(folder.path(), "column.sh", &column);
        let log = folder.path().join("log");
        let _ = fs::remove_file(&log);
        let output = referee(&[
            "--black",
            &early,
            "--white",
            &format!("{column} F"),
            "--quiet",
            "--log",
            log.to_str().unwrap(),
        ]);
        let (told, log) = (told(&output), fs::read_to_string(log).unwrap());
        assert!(told.contains("   1. D1 F1 D2 F2 D3 F3"), "{told}");
        assert_eq!(log.matches("out of turn: Q1").count(), 1, "{log}");
    }
}

#[test]
fn our_program_hears_of_the_boards_size_from_the_referee() {
    let own = format!("{} usenix --random --seed 1", env!("CARGO_BIN_EXE_sgmp-go"));
    let output = referee(&[
        "--black", &own, "--white", &own, "--size", "5", "--komi", "2.5", "--quiet",
    ]);
    let told = told(&output);
    assert!(!told.contains("illegal"), "{told}");
    assert!(told.contains("the game is counted"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_processor_time_of_children_counts_and_time_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let column = script(folder.path(), "column.sh", COLUMN);
    // Its child thinks; it does nothing itself.
    let heavy =
        format!("( {BURN} ) & wait\necho D1\nwhile read -r x; do echo heard $x; echo pass; done");
    let heavy = script(folder.path(), "heavy.sh", &heavy);
    let log = folder.path().join("log");
    let output = referee(&[
        "--black",
        &heavy,
        "--white",
        &format!("{column} F"),
        "--user-limit",
        "10ms",
        "--move-limit",
        "10m",
        "--late-wall-guard",
        "10m",
        "--quiet",
        "--log",
        log.to_str().unwrap(),
    ]);
    let told = told(&output);
    assert!(
        told.contains("Black has used ") && told.contains("hears \"time\""),
        "{told}"
    );
    let log = fs::read_to_string(log).unwrap();
    assert_eq!(log.matches("Black ignored: heard time").count(), 1, "{log}");
}

#[cfg(target_os = "linux")]
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "it waits for what the system does"
)]
fn who_thinks_on_after_the_limit_forfeits_with_all_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let column = script(folder.path(), "column.sh", COLUMN);
    let pid = folder.path().join("pid");
    let text = format!(
        "setsid sh -c 'echo $$ > {}; while :; do :; done' &\nwhile :; do :; done",
        pid.display()
    );
    let endless = script(folder.path(), "endless.sh", &text);
    let output = referee(&[
        "--black",
        &endless,
        "--white",
        &format!("{column} F"),
        "--user-limit",
        "200ms",
        "--move-limit",
        "100ms",
        "--late-wall-guard",
        "10m",
        "--quiet",
    ]);
    let told = told(&output);
    assert!(
        told.contains("Black forfeits by time: no move in 0.1 s of user time after the limit"),
        "{told}"
    );
    assert!(told.contains("result: W+T"), "{told}");
    let pid = fs::read_to_string(pid).unwrap();
    // A killed process is gone once the system has come to it, which a busy one does late.
    let stat = || fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    let is_gone = |stat: &str| stat.is_empty() || stat.contains(") Z ");
    let start = Instant::now();
    while !is_gone(&stat()) {
        assert!(start.elapsed() < PATIENCE, "it lives on: {}", stat());
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn our_engine_plays_gnugo_under_the_referee() {
    needs!(GnuGo);
    let own = format!(
        "{} usenix --size {{size}} --level 2",
        env!("CARGO_BIN_EXE_sgmp-go")
    );
    let gnugo = format!("{} --mode gtp --level 0", gnugo_program());
    let output = referee(&[
        "--black",
        &own,
        "--gtp-white",
        &gnugo,
        "--size",
        "7",
        "--komi",
        "5.5",
        "--quiet",
    ]);
    let told = told(&output);
    let is_over = told.contains("the game is counted") || told.contains("White resigns");
    assert!(is_over && told.contains("result: "), "{told}");
    assert!(
        told.contains("Black: ") && told.contains(" s of user time, 0 lines ignored"),
        "{told}"
    );
}
