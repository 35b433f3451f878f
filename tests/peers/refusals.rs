//! Refusals before anything is sent: one clear line, and nothing is touched.

use std::path::Path;
use std::process::Command;

use crate::common::{Cable, Folder, Program, Signal, Socat, Terminal, gnugo, ours, sgmp_go};
use crate::tools::needs;

/// Runs a command that must be refused: the exit code, and the one line that says why.
#[track_caller]
fn refused(folder: &Folder, command: &mut Command) -> (i32, String) {
    let (code, stdout, stderr) = Program::run(folder, "refused", command);
    assert_eq!(stdout, "", "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "one line: {stderr}");
    (code, stderr)
}

#[track_caller]
fn refused_with(folder: &Folder, command: &mut Command, code: i32, words: &[&str]) {
    let (got, why) = refused(folder, command);
    assert_eq!(got, code, "{why}");
    for word in words {
        assert!(why.contains(word), "{word:?} is missing: {why}");
    }
}

/// Nothing is left behind by a match that never was.
#[track_caller]
fn nothing_written(folder: &Folder) {
    for name in ["ours.sgf", "ours.journal"] {
        assert!(!folder.path(name).exists(), "{name} was left behind");
    }
}

#[test]
fn a_port_opened_twice() {
    needs!(Socat);
    let folder = Folder::new();
    let cable = Socat::lay(&folder, "A", "B");
    let port = folder.text("A");
    let mut first = Program::start(
        &folder,
        "first",
        &mut ours(&folder, "first", "white", &port),
    );
    crate::common::until("the first", || {
        folder.path("first.journal").exists().then_some(())
    });
    let named = format!("pid {} (sgmp-go)", first.pid().as_raw_nonzero());
    for port in [port.clone(), real_path(&folder.path("A"))] {
        let mut second = ours(&folder, "ours", "black", &port);
        let (code, why) = refused(&folder, &mut second);
        assert_eq!(code, 3, "{why}");
        for text in ["is in use by pid ", &named, "; close that program"] {
            assert!(why.contains(text), "{text:?} is missing: {why}");
        }
        // The second, which asks, has it open at that moment, too.
        assert_eq!(why.matches("(sgmp-go)").count(), 1, "{why}");
        nothing_written(&folder);
    }
    let mut check = sgmp_go(&["check", "--port", &port, "--color", "black"]);
    refused_with(&folder, &mut check, 3, &["is in use"]);
    first.signal(Signal::TERM);
    first.ends_with(130);
    // Free again at once.
    let mut third = sgmp_go(&[
        "check", "--port", &port, "--color", "black", "--wait", "1ms",
    ]);
    assert_eq!(Program::run(&folder, "third", &mut third).0, 6);
    cable.pull();
}

fn real_path(link: &Path) -> String {
    let real = std::fs::canonicalize(link).expect("a device");
    real.to_str().expect("a plain name").to_owned()
}

#[test]
fn ports_that_cannot_be() {
    let folder = Folder::new();
    let file = folder.text("a-file");
    std::fs::write(&file, "no device").expect("a file");
    let listening = std::net::TcpListener::bind("127.0.0.1:0").expect("a socket");
    let taken = listening.local_addr().expect("an address").port();
    let taken = format!("tcp-listen:{taken}");
    let cases: [(&str, &[&str]); 6] = [
        ("/dev/ttyS-none", &["no such device", "sgmp-go ports"]),
        (&file, &["is not a serial port", "sgmp-go ports"]),
        ("/dev/null", &["is not a serial port"]),
        (
            "exec:/no/such/program --mode sgmp",
            &["/no/such/program", "full path"],
        ),
        ("tcp:127.0.0.1:1", &["nobody listens there"]),
        (&taken, &["cannot listen", "choose another port"]),
    ];
    for (port, words) in cases {
        refused_with(&folder, &mut ours(&folder, "ours", "black", port), 3, words);
        nothing_written(&folder);
    }
    assert_eq!(folder.read("a-file"), "no device");
}

#[test]
fn our_own_terminal_is_no_line() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&folder, "ours", &ours(&folder, "ours", "black", "-"));
    terminal.program.ends_with(3);
    terminal.shows("a terminal is there");
    nothing_written(&folder);

    let mut terminal =
        Terminal::start(&folder, "ours", &ours(&folder, "ours", "black", "/dev/tty"));
    terminal.program.ends_with(3);
    terminal.shows("the terminal you are typing on");
    nothing_written(&folder);
}

#[test]
fn wrong_usage() {
    let folder = Folder::new();
    let cases: [&[&str]; 12] = [
        &[],
        &["--port", "pty"],
        &["--color", "black"],
        &["--port", "ttyS0", "--color", "black"],
        &["--port", "pty", "--color", "red"],
        &["--port", "pty", "--color", "black", "--size", "20"],
        &["--port", "pty", "--color", "black", "--time", "soon"],
        &["--port", "pty", "--color", "black", "--baud", "0"],
        &["--port", "pty", "--color", "black", "--resend", "0s"],
        &["--port", "pty", "--color", "black", "--resume", "x.journal"],
        &["check", "--color", "black"],
        &["result", "x.sgf", "--result", "white wins"],
    ];
    for words in cases {
        let mut command = sgmp_go(words);
        command.current_dir(folder.path(""));
        let (code, stdout, stderr) = Program::run(&folder, "usage", &mut command);
        assert_eq!((code, stdout.as_str()), (2, ""), "{words:?}: {stderr}");
        assert!(
            stderr.contains("--help") || stderr.contains("Usage"),
            "{words:?}: {stderr}"
        );
    }
}

#[test]
fn events_on_the_line_itself() {
    let folder = Folder::new();
    let mut command = ours(&folder, "ours", "black", "-");
    command.arg("--json");
    refused_with(&folder, &mut command, 2, &["--json=FILE"]);
    nothing_written(&folder);
}

#[test]
fn a_record_that_is_there_already() {
    let folder = Folder::new();
    std::fs::write(folder.path("ours.sgf"), "(;GM[1]C[dear])").expect("a record");
    let mut command = ours(&folder, "ours", "black", "pty");
    refused_with(
        &folder,
        &mut command,
        5,
        &["ours.sgf exists already", "--sgf"],
    );
    assert_eq!(folder.read("ours.sgf"), "(;GM[1]C[dear])");
    assert!(!folder.path("ours.journal").exists());
}

#[test]
fn a_trace_that_is_there_already() {
    let folder = Folder::new();
    std::fs::write(folder.path("trace.txt"), "dear").expect("a trace");
    let mut command = ours(&folder, "ours", "black", "exec:cat");
    command.args(["--trace", &folder.text("trace.txt")]);
    refused_with(&folder, &mut command, 5, &["trace.txt", "another name"]);
    assert_eq!(folder.read("trace.txt"), "dear");
    nothing_written(&folder);
}

#[test]
fn a_folder_that_is_not_there() {
    let folder = Folder::new();
    let mut command = ours(&folder, "no/such/folder/ours", "black", "exec:cat");
    refused_with(&folder, &mut command, 5, &["no/such/folder/ours"]);
}

/// One unfinished match: its journal is locked while it is played, refused to a new match, and
/// checked against the record when it is resumed.
#[test]
fn an_unfinished_journal() {
    needs!(GnuGo);
    let folder = Folder::new();
    let cable = Cable::new();
    let mut opponent = gnugo(&folder, "gnugo", "white", 9);
    let _opponent = Program::start_on(&folder, "gnugo", &mut opponent, cable.open_b());
    let journal = folder.text("ours.journal");
    let start = || {
        let mut command = ours(&folder, "ours", "black", cable.a());
        command.args(["--size", "9"]);
        command
    };
    let mut playing = Program::start(&folder, "playing", &mut start());
    playing.says("  4  White");

    let resume = ["--resume", &journal, "--port", "exec:cat"];
    refused_with(
        &folder,
        &mut sgmp_go(&resume),
        5,
        &["ours.journal", "another"],
    );
    playing.signal(Signal::KILL);
    playing.end();

    let before = (
        folder.read("ours.sgf"),
        std::fs::read(&journal).expect("a journal"),
    );
    let advice = format!(
        "sgmp-go --resume {journal} --port {} --baud 115200",
        cable.a()
    );
    refused_with(&folder, &mut start(), 5, &["not overwritten", &advice]);
    let after = (
        folder.read("ours.sgf"),
        std::fs::read(&journal).expect("a journal"),
    );
    assert_eq!(before, after);

    // A record of another game beside it: one of the two is wrong.
    let other = before.0.replace(";B[", ";W[");
    std::fs::write(folder.path("ours.sgf"), &other).expect("a record");
    refused_with(
        &folder,
        &mut sgmp_go(&resume),
        5,
        &["do not agree", "judge"],
    );
    assert_eq!(folder.read("ours.sgf"), other);

    // A byte within the journal has gone bad.
    std::fs::write(folder.path("ours.sgf"), &before.0).expect("a record");
    let mut damaged = before.1.clone();
    damaged[60] ^= 0x20;
    std::fs::write(&journal, &damaged).expect("a journal");
    refused_with(
        &folder,
        &mut sgmp_go(&resume),
        5,
        &["ours.journal", "byte "],
    );
    assert_eq!(std::fs::read(&journal).expect("a journal"), damaged);
}

#[test]
fn a_match_that_is_over_is_not_resumed() {
    needs!(GnuGo);
    let folder = Folder::new();
    let port = crate::common::gnugo_port(&folder, "gnugo", "white", 5);
    let mut command = ours(&folder, "ours", "black", &port);
    Program::start(&folder, "ours", command.args(["--size", "5"])).ends_with(0);
    let resume = [
        "--resume",
        &folder.text("ours.journal"),
        "--port",
        "exec:cat",
    ];
    refused_with(
        &folder,
        &mut sgmp_go(&resume),
        5,
        &["over", "nothing to resume"],
    );
    let resume = [
        "--resume",
        &folder.text("none.journal"),
        "--port",
        "exec:cat",
    ];
    refused_with(&folder, &mut sgmp_go(&resume), 5, &["none.journal"]);
}
