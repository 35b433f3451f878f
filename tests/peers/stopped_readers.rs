//! Screens that are stopped and programs that do not read: the line waits for none of them.

use std::io::{Read, Write};
use std::process::Stdio;

use crate::common::{Cable, Folder, Program, Terminal, gnugo, moves, ours, same_moves, until};
use crate::tools::needs;

#[test]
fn a_stopped_terminal_stops_no_match_and_shows_the_rest_when_it_goes_on() {
    needs!(GnuGo);
    let folder = Folder::new();
    let cable = Cable::new();
    let mut opponent = gnugo(&folder, "gnugo", "white", 9);
    let mut opponent = Program::start_on(&folder, "gnugo", &mut opponent, cable.open_b());
    let mut command = ours(&folder, "ours", "black", cable.a());
    command.args(["--size", "9", "-vv"]);
    let mut terminal = Terminal::start(&folder, "ours", &command);
    terminal.shows("  4  White");
    terminal.press("\x13");
    opponent.end();
    assert!(
        !terminal.screen().contains("the game is over"),
        "Ctrl-S stops the screen"
    );
    // The other side may end before our record has the last move.
    let theirs = moves(&folder.path("gnugo.sgf")).len();
    until("the last move in our record", || {
        (moves(&folder.path("ours.sgf")).len() == theirs).then_some(())
    });
    let moves = same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
    assert!(moves > 20, "a whole game, not {moves} moves");
    terminal.press("\x11");
    terminal.shows("result: ");
    terminal.program.ends_with(0);
}

#[test]
fn a_reader_of_events_that_does_not_read_is_left_behind() {
    needs!(GnuGo);
    let folder = Folder::new();
    let cable = Cable::new();
    let mut opponent = gnugo(&folder, "gnugo", "white", 9);
    let mut opponent = Program::start_on(&folder, "gnugo", &mut opponent, cable.open_b());
    let mut command = ours(&folder, "ours", "black", cable.a());
    command.args(["--size", "9", "--json"]);
    let (mut events, mut full) = std::io::pipe().expect("a pipe");
    full.write_all(&[b' '; 60_000]).expect("almost full");
    command
        .stdin(Stdio::null())
        .stdout(full)
        .stderr(Stdio::piped());
    let mut ours = command.spawn().expect("a match");
    drop(command);
    opponent.end();
    let status = until("the end of the match", || ours.try_wait().expect("a child"));
    assert_eq!(status.code(), Some(0));
    let moves = same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
    assert!(moves > 20, "a whole game, not {moves} moves");
    let mut told = String::new();
    let mut stderr = ours.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut told).expect("text");
    assert!(
        told.contains(" lines for standard output were lost"),
        "{told}"
    );
    let mut read = String::new();
    events.read_to_string(&mut read).expect("text");
    assert!(read.trim_start().starts_with("{"), "{read}");
}
