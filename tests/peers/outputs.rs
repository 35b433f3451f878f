//! Outputs of every command: their names, and what becomes of them where they cannot be written.

use std::fs;
use std::process::{Command, Stdio};

use crate::common::{Cable, Folder, Program, Signal, detached, ours, sgmp_go, until};

/// Runs a command that is refused with this code for this reason.
#[track_caller]
fn refused(folder: &Folder, command: &mut Command, code: i32, why: &str) {
    let (got, _, stderr) = Program::run(folder, "refused", command);
    assert_eq!(got, code, "{command:?}: {stderr}");
    assert!(stderr.contains(why), "{command:?}: {stderr}");
}

#[test]
fn the_outputs_of_a_match_are_files_of_their_own() {
    let folder = Folder::new();
    let cases = [
        ("--trace", "ours.sgf"),
        ("--trace", "./ours.journal"),
        ("--json", "ours.sgf"),
        ("--json", "ours.journal"),
        ("--trace", "events"),
    ];
    for (option, name) in cases {
        let mut command = ours(&folder, "ours", "black", "exec:cat");
        command.arg(format!("{option}={}", folder.text(name)));
        if name == "events" {
            command.arg(format!("--json={}", folder.text(name)));
        }
        refused(&folder, &mut command, 2, "are the same file");
    }
    let named = folder.text("foo.journal");
    let words = ["--port", "exec:cat", "--color", "black", "--sgf", &named];
    refused(&folder, &mut sgmp_go(&words), 2, "are the same file");
    let second = format!("--trace={}", folder.text("g-2.sgf"));
    let first = folder.text("g.sgf");
    let words = [
        "--port",
        "exec:cat",
        "--dialect",
        "gmp",
        "--games",
        "2",
        "--sgf",
        &first,
        &second,
    ];
    refused(&folder, &mut sgmp_go(&words), 2, "are the same file");
    let resumed = folder.text("ours.journal");
    for name in ["ours.sgf", "ours.journal"] {
        let trace = format!("--trace={}", folder.text(name));
        let words = ["--port", "exec:cat", "--resume", &resumed, &trace];
        refused(&folder, &mut sgmp_go(&words), 2, "are the same file");
    }
    let trace = format!("--trace={first}");
    let words = [
        "proxy", "--port", "exec:cat", "--port", "pty", "--sgf", &first, &trace,
    ];
    refused(&folder, &mut sgmp_go(&words), 2, "are the same file");
    let left: Vec<_> = fs::read_dir(folder.path(""))
        .expect("a folder")
        .map(|file| file.expect("a file").file_name())
        .filter(|name| !name.to_string_lossy().starts_with("refused"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_self_test_replaces_no_records() {
    let folder = Folder::new();
    let dir = folder.text("");
    fs::write(folder.path("white.sgf"), "dear").expect("a record");
    let base = "loopback --quiet --size 6 --playouts 5 --dir";
    for more in [&[][..], &["--noise", "none"]] {
        let words = || base.split(' ').chain([dir.as_str()]);
        let words = |last: &[&'static str]| -> Vec<_> {
            words()
                .chain(more.iter().copied())
                .chain(last.iter().copied())
                .map(str::to_owned)
                .collect()
        };
        let run = |last: &[&'static str]| {
            let words = words(last);
            sgmp_go(&words.iter().map(String::as_str).collect::<Vec<_>>())
        };
        refused(&folder, &mut run(&[]), 2, "white.sgf exists already");
        assert_eq!(folder.read("white.sgf"), "dear");
        let (code, stdout, stderr) = Program::run(&folder, "forced", &mut run(&["--force"]));
        assert_eq!(code, 0, "{stdout}{stderr}");
        for name in ["black.sgf", "black.journal", "white.journal"] {
            fs::remove_file(folder.path(name)).expect(name);
        }
        fs::write(folder.path("white.sgf"), "dear").expect("a record");
    }
}

#[test]
fn a_compiled_file_replaces_neither_its_text_nor_another_file() {
    let folder = Folder::new();
    for (kind, text) in [
        ("joseki", "crates/knowledge/data/fuseki.txt"),
        ("patterns", "crates/knowledge/data/patterns"),
    ] {
        let path = |name: &str| format!("{}/{name}", env!("CARGO_MANIFEST_DIR"));
        let (text, out) = (path(text), folder.text(kind));
        fs::write(&out, "dear").expect("a file");
        let words = [kind, "compile", &text, "--out", &out];
        refused(&folder, &mut sgmp_go(&words), 2, "exists already");
        let copy = folder.text("copy.txt");
        fs::write(&copy, "# dear").expect("a text");
        let own = [kind, "compile", &copy, "--out", &copy, "--force"];
        refused(&folder, &mut sgmp_go(&own), 2, "is read by this command");
        assert_eq!(
            (folder.read(kind), folder.read("copy.txt")),
            ("dear".into(), "# dear".into())
        );
        let forced = [&words[..], &["--force"]].concat();
        let (code, _, stderr) = Program::run(&folder, "forced", &mut sgmp_go(&forced));
        assert_eq!(code, 0, "{stderr}");
    }
}

/// Nobody comes to these ports: what cannot be written is said before anybody is waited for.
#[test]
fn what_cannot_be_written_is_found_before_the_other_side_is_waited_for() {
    let folder = Folder::new();
    fs::write(folder.path("a-file"), "dear").expect("a file");
    let trace = format!("--trace={}", folder.text("a-file"));
    let json = format!("--json={}", folder.text("no/folder/events"));
    let nowhere = folder.text("a-file/ours.sgf");
    let record = folder.text("ours.sgf");
    let dialects: [&[&str]; 2] = [&["--dialect", "fjk"], &["--dialect", "gmp"]];
    for port in ["pty", "tcp-listen:0"] {
        for dialect in dialects {
            let cases = [
                (&nowhere, None, "a-file/ours"),
                (&record, Some(&trace), "a-file"),
                (&record, Some(&json), "no/folder/events"),
            ];
            for (sgf, option, why) in cases {
                let mut command = sgmp_go(&["--port", port, "--color", "white", "--sgf", sgf]);
                command.args(dialect).args(option);
                let (code, stdout, stderr) = Program::run(&folder, "refused", &mut command);
                assert_eq!((code, stdout.as_str()), (5, ""), "{command:?}: {stderr}");
                assert!(stderr.contains(why), "{command:?}: {stderr}");
                assert!(!stderr.contains("the other side"), "{stderr}");
            }
        }
        let words = ["proxy", "--port", port, "--port", port, "--sgf", &nowhere];
        refused(&folder, &mut sgmp_go(&words), 5, "a-file/ours");
    }
    assert_eq!(folder.read("a-file"), "dear");
    assert!(!folder.path("ours.sgf").exists());
}

#[test]
fn a_wait_that_was_in_vain_leaves_no_files() {
    let folder = Folder::new();
    let mut command = ours(&folder, "ours", "white", "pty");
    command.arg(format!("--trace={}", folder.text("trace")));
    command.arg(format!("--json={}", folder.text("events")));
    let mut ours = Program::start(&folder, "ours", &mut detached(&command));
    ours.says("the other side opens");
    assert!(folder.path("trace").exists());
    ours.signal(Signal::INT);
    ours.ends_with(130);
    for name in ["trace", "events", "ours.sgf", "ours.journal"] {
        assert!(!folder.path(name).exists(), "{name}");
    }
}

/// Commands that print and end by themselves.
const PRINTING: [&str; 19] = [
    "--help",
    "--version",
    "learn tune --help",
    "ports",
    "man",
    "completions bash",
    "score fixtures/finished/001.sgf",
    "score --json fixtures/finished/001.sgf",
    "hint fixtures/finished/001.sgf",
    "explain fixtures/finished/001.sgf --move 3",
    "compare fixtures/finished/001.sgf fixtures/finished/001.sgf",
    "joseki stats",
    "joseki check crates/knowledge/data/joseki crates/knowledge/data/fuseki.txt",
    "joseki browse --at Q16",
    "patterns stats",
    "patterns show three-on-edge",
    "patterns check crates/knowledge/data/patterns",
    "learn tune --list",
    "loopback --noise none --size 6 --playouts 5 --quiet",
];

/// Runs a command before this output; the exit code, and what it says of it.
fn into(output: impl Into<Stdio>, words: &str) -> (i32, String) {
    let mut command = sgmp_go(&words.split(' ').collect::<Vec<_>>());
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.stdin(Stdio::null()).stdout(output);
    let run = command.stderr(Stdio::piped()).output().expect("it runs");
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    (run.status.code().expect("an exit code"), told)
}

#[test]
fn output_that_cannot_be_written_is_no_success_and_a_closed_pipe_no_failure() {
    for words in PRINTING {
        let full = fs::File::options().write(true).open("/dev/full");
        let (code, told) = into(full.expect("a full disk"), words);
        assert_eq!(code, 5, "{words}: {told}");
        assert!(
            told.contains("cannot write standard output: "),
            "{words}: {told}"
        );

        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let (code, told) = into(writer, words);
        assert_eq!(code, 0, "{words}: {told}");
        assert!(!told.contains("standard output"), "{words}: {told}");
    }
    for (output, wanted) in [("> /dev/full", 5), ("| true", 0)] {
        let program = env!("CARGO_BIN_EXE_sgmp-go");
        let line = format!("set -o pipefail; echo name | {program} gtp {output}");
        let run = Command::new("bash").args(["-c", &line]).output();
        assert_eq!(
            run.expect("a shell").status.code(),
            Some(wanted),
            "{output}"
        );
    }
}

/// The same command after a false start: its trace and its events are begun anew, those of a game are not.
#[test]
fn what_a_false_start_wrote_is_replaced_and_a_game_is_not() {
    let folder = Folder::new();
    let cable = Cable::new();
    let trace = folder.text("match.trace");
    let mut command = ours(&folder, "ours", "white", cable.a());
    command.args(["--size", "5", "--trace", &trace]);
    command.arg(format!("--json={}", folder.text("events")));
    for signal in [Signal::KILL, Signal::INT, Signal::INT] {
        let there = || written(&folder.path("ours.journal"));
        let before = there();
        let mut first = Program::start(&folder, "first", &mut detached(&command));
        until("a new journal", || {
            there().filter(|now| Some(*now) != before)
        });
        first.signal(signal);
        first.end();
    }
    assert!(!folder.path("match.trace").exists());
    let mut white = Program::start(&folder, "white", &mut detached(&command));
    until("a trace that is open", || {
        written(&folder.path("ours.journal"))
    });
    // Another match on another cable does not take the trace of one that waits.
    let elsewhere = Cable::new();
    let mut other = ours(&folder, "other", "white", elsewhere.a());
    other.args(["--size", "5", "--trace", &trace]);
    let (code, _, errors) = Program::run(&folder, "other", &mut other);
    assert_eq!(code, 5, "{errors}");
    assert!(errors.contains("another program writes it"), "{errors}");
    let mut black = ours(&folder, "black", "black", cable.b());
    let mut black = Program::start(&folder, "black", black.args(["--size", "5"]));
    black.ends_with(0);
    white.ends_with(0);
    let written = folder.read("match.trace");
    assert!(written.contains(":MOVE"), "{written}");
    fs::remove_file(folder.path("ours.journal")).expect("removed");
    fs::remove_file(folder.path("ours.sgf")).expect("removed");
    let (code, _, errors) = Program::run(&folder, "again", &mut command);
    assert_eq!(code, 5, "{errors}");
    assert_eq!(folder.read("match.trace"), written);
}

/// The time at which a file was written; another file has another one.
fn written(path: &std::path::Path) -> Option<std::time::SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}
