//! `human`: somebody at the keyboard.

use std::process::Command;

use crate::common::{
    Cable, Folder, Program, THINKING, Terminal, gnugo_port, same_moves, sgmp_go, until,
};
use crate::tools::needs;

fn human(folder: &Folder, name: &str, color: &str, port: &str) -> Command {
    let mut command = human_who_stays(folder, name, color, port);
    command.args(["--linger", "500ms"]);
    command
}

/// The same with the usual time on the line after the end.
fn human_who_stays(folder: &Folder, name: &str, color: &str, port: &str) -> Command {
    let mut command = sgmp_go(&["human", "--port", port, "--color", color, "--size", "5"]);
    command
        .args(["--baud", "115200"])
        .args(["--sgf", &folder.text(&format!("{name}.sgf"))]);
    command
}

/// Number of times that we were asked for a move.
fn prompts(terminal: &Terminal) -> usize {
    terminal.screen().matches(" left> ").count()
}

fn is_over(terminal: &Terminal) -> bool {
    terminal.screen().contains("the game is over: ")
}

/// Waits for the prompt of this number, or the end.
fn asked(terminal: &Terminal, number: usize) {
    until("a prompt", || {
        (prompts(terminal) >= number || is_over(terminal)).then_some(())
    });
}

#[test]
fn a_person_against_gnugo() {
    needs!(GnuGo);
    let folder = Folder::new();
    let port = gnugo_port(&folder, "gnugo", "white", 5);
    let mut terminal = Terminal::start(&folder, "ours", &human(&folder, "ours", "black", &port));
    terminal.shows("Black, ");
    terminal.shows(" left> ");
    terminal.press("Z9\n");
    terminal.shows("type a point");
    terminal.press("c3\n");
    terminal.shows("  1  Black C3");
    terminal.shows("   A B C D E\n".trim_end());
    asked(&terminal, 3);
    terminal.press("C3\n");
    terminal.shows("C3 is illegal: a Black stone is there already");
    // The menu reads the same keyboard.
    terminal.interrupt();
    terminal.shows("5  leave now");
    terminal.press("4\n");
    for number in 4..60 {
        asked(&terminal, number);
        if is_over(&terminal) {
            break;
        }
        terminal.press("pass\n");
        // One decision for each turn.
        until("the pass", || {
            let screen = terminal.screen();
            (screen.matches("Black pass").count() >= number - 3).then_some(())
        });
    }
    terminal.program.ends_with(0);
    terminal.shows("the game is over: two consecutive passes");
    same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
}

#[test]
fn ctrl_d_asks_and_leaves_only_when_it_is_told_to() {
    needs!(GnuGo);
    let folder = Folder::new();
    let port = gnugo_port(&folder, "gnugo", "white", 5);
    let mut terminal = Terminal::start(&folder, "ours", &human(&folder, "ours", "black", &port));
    asked(&terminal, 1);
    let menus = |terminal: &Terminal| terminal.screen().matches("5  leave now").count();
    for number in 1..3 {
        terminal.press("\x04");
        until("the menu", || (menus(&terminal) == number).then_some(()));
    }
    terminal.press("4\n");
    terminal.press("c3\n");
    asked(&terminal, 2);
    terminal.press("\x04");
    until("the menu", || (menus(&terminal) == 3).then_some(()));
    terminal.press("5\n");
    terminal.program.ends_with(130);
    terminal.shows("sgmp-go human --resume ");
    // By hand the match is gone on with by hand; who takes over is named.
    let words = [
        "--resume",
        &folder.text("ours.journal"),
        "--port",
        "exec:cat",
    ];
    let (code, _, errors) = Program::run(&folder, "machine", &mut sgmp_go(&words));
    assert_eq!(code, 2, "{errors}");
    for word in ["go on by `sgmp-go human --resume`", "--level 20"] {
        assert!(errors.contains(word), "{errors}");
    }
}

/// No word of the wire tells GNU Go that we have resigned: the line is hung up, and GNU Go ends with
/// its record. Nobody waits for the other.
#[test]
fn a_program_behind_exec_ends_when_we_resign() {
    needs!(GnuGo);
    let folder = Folder::new();
    let port = gnugo_port(&folder, "gnugo", "white", 5);
    let ours = human_who_stays(&folder, "ours", "black", &port);
    let mut terminal = Terminal::start(&folder, "ours", &ours);
    asked(&terminal, 1);
    terminal.press("C3\n");
    asked(&terminal, 2);
    terminal.press("resign\n");
    terminal.program.ends_with(0);
    terminal.shows("result: W+R");
    for text in ["operator", "staying on the line"] {
        assert!(!terminal.screen().contains(text), "{}", terminal.screen());
    }
    let record = folder.read("gnugo.sgf");
    assert!(record.contains("B[cc]"), "{record}");
}

#[test]
fn two_persons() {
    let folder = Folder::new();
    let cable = Cable::new();
    let start =
        |name: &str, port: &str| Terminal::start(&folder, name, &human(&folder, name, name, port));
    let mut white = start("white", cable.b());
    let mut black = start("black", cable.a());
    black.shows("Black, ");
    black.shows(" left> ");
    white.press("C3\n");
    white.shows("it is not your turn: C3 is not played");
    black.press("hint\n");
    black.shows("\n1. ");
    for (person, line, seen) in [
        (&black, "C3\n", "  1  Black C3"),
        (&white, "b3\n", "  2  White B3"),
        (&black, "PASS\n", "  3  Black pass"),
    ] {
        asked(person, 1);
        person.press(line);
        black.shows(seen);
        white.shows(seen);
    }
    white.press("\n");
    white.press("resign\n");
    white.program.ends_with(0);
    white.shows("result: B+R");
    // The other operator is told, and says so.
    black.interrupt();
    black.shows("2  the opponent has resigned");
    black.press("2\n2\n");
    black.program.ends_with(0);
    same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"));
    for name in ["black.sgf", "white.sgf"] {
        assert!(folder.read(name).contains("RE[B+R]"));
    }
}

/// Whoever passed last has as much time for the dead stones as the other one.
#[test]
fn both_operators_may_name_dead_stones() {
    let folder = Folder::new();
    let cable = Cable::new();
    let start = |name: &str, port: &str| {
        let mut command = human_who_stays(&folder, name, name, port);
        Terminal::start(&folder, name, command.args(["--linger", "1h"]))
    };
    let mut white = start("white", cable.b());
    let mut black = start("black", cable.a());
    for (person, line, seen) in [
        (&black, "C3\n", "  1  Black C3"),
        (&white, "B2\n", "  2  White B2"),
        (&black, "pass\n", "  3  Black pass"),
        (&white, "pass\n", "  4  White pass"),
    ] {
        until("a prompt", || (prompts(person) > 0).then_some(()));
        person.press(line);
        for side in [&black, &white] {
            side.shows(seen);
        }
    }
    for side in [&white, &black] {
        side.shows("staying on the line for 3600 s, for the operators' word on dead stones");
        side.press("B2\n");
        side.shows("B2 alive: ");
        side.press("accept\n");
        side.shows("entered");
    }
    // White's last pass is acknowledged, and its word ends the offer; Black answers repeats until it is told to leave.
    white.program.ends_with(0);
    black.press("\n");
    black.program.ends_with(0);
    let result = |name: &str| {
        let record = folder.read(name);
        let (_, result) = record.split_once("RE[").expect("a result");
        result.split(']').next().map(str::to_owned)
    };
    assert_eq!(result("black.sgf"), result("white.sgf"));
    same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"));
}

#[test]
fn a_person_is_not_told_how_to_think() {
    let folder = Folder::new();
    for option in THINKING {
        let mut command = human(&folder, "ours", "black", "pty");
        command.args(option.split(' '));
        let (code, _, errors) = Program::run(&folder, "ours", &mut command);
        assert_eq!(code, 2, "{option}: {errors}");
        assert!(errors.contains("cannot be used with"), "{option}: {errors}");
    }
    let help = Program::run(&folder, "help", &mut sgmp_go(&["human", "--help"])).1;
    assert!(help.contains("--used"), "{help}");
    for option in THINKING {
        let name = option.split(' ').next().expect("a name");
        assert!(!help.contains(name), "{name} is offered: {help}");
    }
}
