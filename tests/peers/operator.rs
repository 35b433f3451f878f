//! The operator's keys, with a terminal and without.

use std::process::Command;

use crate::common::{
    Cable, Folder, Program, Signal, Terminal, detached, gnugo, ours, same_moves, sgmp_go, until,
};
use crate::tools::needs;

const CTRL_BACKSLASH: &str = "\x1c";

/// A 9x9 match as Black against GNU Go on a cable of the test's, slow enough to be interrupted.
struct Match {
    folder: Folder,
    cable: Cable,
    gnugo: Program,
}

impl Match {
    fn new() -> Self {
        let folder = Folder::new();
        let cable = Cable::new();
        let mut command = gnugo(&folder, "gnugo", "white", 9);
        let gnugo = Program::start_on(&folder, "gnugo", &mut command, cable.open_b());
        Self {
            folder,
            cable,
            gnugo,
        }
    }

    fn ours(&self) -> Command {
        let mut command = ours(&self.folder, "ours", "black", self.cable.a());
        command.args(["--size", "9"]);
        command
    }

    fn on_a_terminal(&self) -> Terminal {
        let terminal = Terminal::start(&self.folder, "ours", &self.ours());
        terminal.shows("  4  White");
        terminal
    }

    fn result(&self) -> String {
        let record = self.folder.read("ours.sgf");
        let rest = record.split_once("RE[").expect("a result").1;
        rest.split_once(']').expect("a result").0.to_owned()
    }
}

#[test]
fn without_a_terminal_an_interrupt_leaves_with_the_resume_command() {
    needs!(GnuGo);
    let mut game = Match::new();
    let mut command = game.ours();
    command.args(["--talk", "--nudge", "5m", "--opponent-grace", "3m"]);
    let mut ours = Program::start(&game.folder, "ours", &mut detached(&command));
    ours.says("  4  White");
    ours.signal(Signal::INT);
    ours.ends_with(130);
    let told = ours.stderr();
    let command = told.split_once("To go on: ").expect("the command").1.trim();
    let words = shlex::split(command).expect("words of a shell");
    assert_eq!(words[0], "sgmp-go");
    // It says again what is not in the journal.
    let said = " --baud 115200 --talk --nudge 5m --opponent-grace 3m --linger 500ms";
    assert!(command.ends_with(said), "{command}");

    // The command as printed goes on with the match, and the journal with its player.
    let words: Vec<_> = words[1..].iter().map(String::as_str).collect();
    let mut ours = Program::start(&game.folder, "resumed", &mut sgmp_go(&words));
    ours.ends_with(0);
    let told = ours.stderr();
    assert!(
        told.contains("our player: --playouts 20 --seed 1"),
        "{told}"
    );
    game.gnugo.end();
    same_moves(
        &game.folder.path("ours.sgf"),
        &game.folder.path("gnugo.sgf"),
    );
}

#[test]
fn we_resign() {
    needs!(GnuGo);
    let game = Match::new();
    let mut terminal = game.on_a_terminal();
    terminal.interrupt();
    terminal.shows("1  we resign");
    terminal.shows("5  leave now");
    terminal.press("1\n");
    terminal.shows("1 again: we resign");
    terminal.press("1\n");
    terminal.program.ends_with(0);
    terminal.shows("result: W+R");
    terminal.shows("Its operator has to enter our resignation there");
    assert_eq!(game.result(), "W+R");
}

#[test]
fn the_opponent_resigns_after_a_slip_of_the_finger() {
    needs!(GnuGo);
    let game = Match::new();
    let mut terminal = game.on_a_terminal();
    // No other key does anything.
    terminal.press("1\nq\n");
    terminal.shows("  6  White");
    terminal.interrupt();
    terminal.shows("2  the opponent has resigned");
    terminal.press("y\n4\n");
    terminal.shows(" 10  White");
    terminal.interrupt();
    terminal.press("2\n");
    terminal.shows("2 again");
    // A slip again.
    terminal.press("1\n");
    terminal.press("4\n");
    terminal.shows(" 14  White");
    terminal.interrupt();
    terminal.press("2\n2\n");
    terminal.program.ends_with(0);
    assert_eq!(game.result(), "B+R");
}

#[test]
fn the_judge_stops_the_game() {
    needs!(GnuGo);
    let game = Match::new();
    let mut terminal = game.on_a_terminal();
    terminal.interrupt();
    terminal.shows("3  the judge");
    terminal.press("3\n3\n");
    terminal.program.ends_with(10);
    assert_eq!(game.result(), "?");
    let record = game.folder.read("ours.sgf");
    assert!(record.contains("expected if it is played on"), "{record}");
    assert!(!record.contains("as it stands"), "{record}");
}

#[test]
fn leaving_or_a_second_interrupt_leaves_the_match_to_be_resumed() {
    needs!(GnuGo);
    for (first, second) in [
        ("\x03", "5\n"),
        ("\x03", "\x03"),
        (CTRL_BACKSLASH, CTRL_BACKSLASH),
    ] {
        let game = Match::new();
        let mut terminal = game.on_a_terminal();
        terminal.press(first);
        terminal.shows("5  leave now");
        terminal.press(second);
        terminal.program.ends_with(130);
        terminal.shows("sgmp-go --resume ");
        assert_eq!(game.result(), "?");
    }
}

#[test]
fn ctrl_z_stops_no_match_and_is_answered_once() {
    needs!(GnuGo);
    let mut game = Match::new();
    let mut terminal = game.on_a_terminal();
    terminal.press("\x1a");
    terminal.shows("Ctrl-Z does nothing while the line is in use");
    terminal.press("\x1a");
    terminal.program.ends_with(0);
    game.gnugo.end();
    terminal.shows("result: ");
    let screen = terminal.screen();
    assert_eq!(screen.matches("Ctrl-Z does nothing").count(), 1, "{screen}");
    same_moves(
        &game.folder.path("ours.sgf"),
        &game.folder.path("gnugo.sgf"),
    );
}

/// The window is closed, the shell is gone: the match is left as if by Ctrl-C, and can go on.
#[test]
fn a_terminal_that_goes_away() {
    needs!(GnuGo);
    let mut game = Match::new();
    let mut terminal = game.on_a_terminal();
    terminal.hang_up();
    terminal.program.ends_with(130);
    let words = [
        "--resume",
        &game.folder.text("ours.journal"),
        "--port",
        game.cable.a(),
    ];
    let mut resumed = sgmp_go(&words);
    resumed.args(["--baud", "115200", "--playouts", "20", "--linger", "500ms"]);
    Program::start(&game.folder, "resumed", &mut resumed).ends_with(0);
    game.gnugo.end();
    same_moves(
        &game.folder.path("ours.sgf"),
        &game.folder.path("gnugo.sgf"),
    );
}

/// After the end there is nothing to ask: an interrupt ends the wait for repeats, and the result
/// stands.
#[test]
fn an_interrupt_after_the_end() {
    needs!(GnuGo);
    let folder = Folder::new();
    let cable = Cable::new();
    let side = |name: &str, color: &str, port: &str| {
        let mut command = sgmp_go(&["--port", port, "--color", color, "--size", "5"]);
        command.args(["--baud", "115200", "--playouts", "20", "--seed", "1"]);
        command.args(["--sgf", &folder.text(&format!("{name}.sgf"))]);
        command
    };
    let ends = [("white", cable.b()), ("black", cable.a())];
    let mut sides =
        ends.map(|(name, port)| Terminal::start(&folder, name, &side(name, name, port)));
    // Whoever took the last pass stays for the whole of 45 s; the other leaves by itself.
    let stays = until("a side that stays", || {
        let stays = |side: &Terminal| side.screen().contains("staying on the line for 4");
        sides.iter().position(stays)
    });
    sides[stays].interrupt();
    for side in &mut sides {
        side.program.ends_with(0);
        assert!(!side.screen().contains("Stop?"), "{}", side.screen());
    }
    same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"));
}
