//! The words around a match: help, manual, completions, results.

use sgmp_go::cli::exit::Exit;

use crate::common::{Cable, Folder, Program, Signal, Terminal, detached, gnugo, ours, sgmp_go};
use crate::tools::needs;

fn told(words: &[&str]) -> String {
    let folder = Folder::new();
    let (code, stdout, stderr) = Program::run(&folder, "ours", &mut sgmp_go(words));
    assert_eq!((code, stderr.as_str()), (0, ""), "{words:?}");
    stdout
}

/// Words without the line breaks that the width of a page brings.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_help_lists_every_exit_code() {
    let help = told(&["match", "--help"]);
    let (_, codes) = help.split_once("Exit codes:").expect("a list");
    let codes = flat(codes);
    for (exit, meaning) in Exit::ALL {
        let line = format!("{} {meaning}", exit.code());
        assert!(codes.contains(&line), "{line:?} is missing: {codes}");
    }
}

#[test]
fn the_help_of_a_match_names_every_option() {
    let help = told(&["match", "--help"]);
    for word in [
        "--no-ponder",
        "--memory",
        "--threads",
        "--level",
        "--port",
        "--color",
        "--baud",
        "--resume",
        "--sgf",
        "--sgf-format",
        "--time",
        "--used",
        "--komi",
        "--size",
        "--resend",
        "--max-resends",
        "--reconnect",
        "--opponent-grace",
        "--linger",
        "--json",
        "--trace",
        "--quiet",
        "--why",
        "--sgf-comments",
        "--verbose",
    ] {
        assert!(help.contains(word), "{word} is missing");
    }
    assert!(told(&["--version"]).starts_with("sgmp-go "));
}

#[test]
fn the_manual_is_a_page_for_man() {
    let page = told(&["man"]);
    assert!(page.contains(".TH sgmp-go 1"), "{page}");
    for word in [
        "SYNOPSIS",
        "OPTIONS",
        "\\-\\-color",
        "loopback",
        "Exit codes",
    ] {
        assert!(page.contains(word), "{word} is missing: {page}");
    }
}

#[test]
fn every_command_has_its_page() {
    assert!(told(&["man", "play"]).contains(".TH sgmp-go-play 1"));
    let folder = Folder::new();
    told(&["man", "--out", &folder.text(".")]);
    // The program's page names the others.
    let root = std::fs::read_to_string(folder.path("sgmp-go.1")).expect("a page");
    let named = root.lines().filter(|line| line.starts_with("sgmp\\-go\\-"));
    let named: Vec<String> = named.map(|line| line.replace("\\-", "-")).collect();
    assert!(named.len() > 30, "{root}");
    for line in named {
        let page = line.split('(').next().unwrap_or_default();
        assert!(folder.path(&format!("{page}.1")).exists(), "{line}");
    }
}

#[test]
fn completions_for_every_shell() {
    for (shell, start) in [
        ("bash", "complete -F "),
        ("zsh", "#compdef sgmp-go"),
        ("fish", "complete -c sgmp-go"),
    ] {
        let script = told(&["completions", shell]);
        assert!(
            script.contains(start) && script.contains("loopback"),
            "{shell}: {script}"
        );
    }
}

#[test]
fn the_bash_completions_are_a_script() {
    let folder = Folder::new();
    std::fs::write(folder.path("completions"), told(&["completions", "bash"])).expect("a file");
    let mut bash = std::process::Command::new("bash");
    bash.args(["-n", &folder.text("completions")]);
    assert_eq!(
        Program::run(&folder, "bash", &mut bash),
        (0, String::new(), String::new())
    );
}

#[test]
fn the_ports_are_listed() {
    // Whatever is here; a machine without any says so.
    assert!(!told(&["ports"]).is_empty());
}

/// A match that the operators end by the judge's word.
#[test]
fn the_judges_result_goes_into_the_record_once() {
    needs!(GnuGo);
    let folder = Folder::new();
    let cable = Cable::new();
    let mut opponent = gnugo(&folder, "gnugo", "white", 9);
    let _opponent = Program::start_on(&folder, "gnugo", &mut opponent, cable.open_b());
    let mut command = ours(&folder, "ours", "black", cable.a());
    let mut terminal = Terminal::start(&folder, "ours", command.args(["--size", "9"]));
    terminal.shows("  4  White");
    terminal.interrupt();
    terminal.press("3\n3\n");
    terminal.program.ends_with(10);
    let before = folder.read("ours.sgf");
    assert_eq!(before.matches("RE[?]").count(), 1, "{before}");

    let file = folder.text("ours.sgf");
    let result = ["result", &file, "--result", "W+R"];
    let (code, stdout, stderr) = Program::run(&folder, "result", &mut sgmp_go(&result));
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.contains("W+R"), "{stdout}");
    let after = folder.read("ours.sgf");
    assert_eq!(
        after,
        before.replace("RE[?]", "RE[W+R]"),
        "all else byte for byte"
    );

    for again in ["W+R", "B+3.5"] {
        let result = ["result", &file, "--result", again];
        let (code, stdout, stderr) = Program::run(&folder, "again", &mut sgmp_go(&result));
        assert_eq!((code, stdout.as_str()), (5, ""));
        assert!(stderr.contains("RE[W+R] already"), "{stderr}");
        assert_eq!(folder.read("ours.sgf"), after);
    }
    let missing = ["result", &folder.text("none.sgf"), "--result", "0"];
    let (code, _, stderr) = Program::run(&folder, "missing", &mut sgmp_go(&missing));
    assert!(code == 5 && stderr.contains("none.sgf"), "{code}: {stderr}");
}

/// An interrupt before anybody is there: nothing was begun.
#[test]
fn an_interrupt_while_waiting_for_a_peer() {
    let folder = Folder::new();
    for port in ["pty", "tcp-listen:0"] {
        let command = detached(&ours(&folder, "ours", "white", port));
        let mut ours = Program::start(&folder, "ours", &mut { command });
        ours.says("the other side ");
        ours.signal(Signal::INT);
        ours.ends_with(130);
        assert!(!folder.path("ours.journal").exists());
    }
}

/// The README's first command, on a small board.
#[test]
fn the_self_test_passes() {
    let folder = Folder::new();
    let words = [
        "loopback",
        "--size",
        "9",
        "--quiet",
        "--dir",
        &folder.text("records"),
    ];
    let (code, stdout, stderr) = Program::run(&folder, "loopback", &mut sgmp_go(&words));
    assert_eq!(code, 0, "{stdout}{stderr}");
    assert!(
        stdout.contains("PASS") && !stdout.contains("FAIL"),
        "{stdout}"
    );
}

/// A game may be over after a few moves there; the line misbehaves all the same.
#[test]
fn the_self_test_passes_on_the_smallest_boards() {
    let folder = Folder::new();
    for size in ["2", "3", "4", "5", "6"] {
        for (name, words) in [
            ("a", ["--seed", "1"]),
            ("b", ["--seed", "2"]),
            ("noisy", ["--noise", "drop=2%"]),
        ] {
            let records = folder.text(&format!("{size}-{name}"));
            let mut command = sgmp_go(&["loopback", "--size", size, "--quiet"]);
            command.args(["--dir", &records]).args(words);
            let (code, stdout, stderr) = Program::run(&folder, "loopback", &mut command);
            assert_eq!(code, 0, "{size} {words:?}: {stdout}{stderr}");
            assert!(!stdout.contains("FAIL"), "{size} {words:?}: {stdout}");
        }
    }
}

/// A reader that goes away, as `head` does, is no reason to panic.
#[test]
fn nobody_has_to_read_it_all() {
    for words in [
        "ports",
        "man",
        "completions bash",
        "check --port exec:cat --color black --wait 1s",
    ] {
        let folder = Folder::new();
        let mut shell = std::process::Command::new("sh");
        let program = env!("CARGO_BIN_EXE_sgmp-go");
        shell.args(["-c", &format!("{{ sleep 0.1; {program} {words}; }} | true")]);
        let (_, _, stderr) = Program::run(&folder, "shell", &mut shell);
        assert!(!stderr.contains("panicked"), "{words}: {stderr}");
    }
}
