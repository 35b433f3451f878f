//! A program at the end of a line plays on a server: GNU Go over SGMP, as a vintage program would.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use sgmp_board::rules::Color;

use crate::common::{
    CgosServer, Faults, Folder, NngsServer, PASSWORD, Program, ServerTerms, TableFaults,
    TableTerms, sgmp_go,
};
use crate::tools::{gnugo_program, needs};

fn bridge(folder: &Folder, server: &[&str], komi: &str) -> Command {
    let password = folder.path("password");
    fs::write(&password, format!("{PASSWORD}\n")).expect("a file");
    fs::set_permissions(&password, fs::Permissions::from_mode(0o600)).expect("a mode");
    let gnugo = gnugo_program();
    let port = format!("exec:{gnugo} --mode sgmp --color black --boardsize 9 --komi {komi}");
    let mut command = sgmp_go(&["bridge", "--port", &port, "--name", "oldbox"]);
    command.args(server);
    command.args(["--password-file", &folder.text("password")]);
    command.args(["--folder", &folder.text("games"), "--games", "1"]);
    command
}

/// The records of the server's game and of the match on the line have the same moves.
#[track_caller]
fn both_are_recorded(folder: &Folder) {
    let names = fs::read_dir(folder.path("games")).expect("a folder");
    let mut games: Vec<_> = names
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|own| own == "sgf"))
        .map(|path| sgmp_board::record::read_sgf(&fs::read(path).expect("a record")))
        .map(|record| record.expect("a record").moves().len())
        .collect();
    games.sort_unstable();
    assert_eq!(games.len(), 2, "{games:?}");
    assert!(games[1] - games[0] <= 1 && games[0] > 5, "{games:?}");
}

#[test]
fn it_plays_on_cgos() {
    needs!(GnuGo);
    let folder = Folder::new();
    let terms = ServerTerms {
        lines: 9,
        seconds: 600,
        games: 1,
    };
    let server = CgosServer::start(terms, Faults::default());
    let address = server.address();
    let mut command = bridge(&folder, &["--cgos", &address], "7");
    let mut ours = Program::start(&folder, "ours", &mut command);
    let game = server.game();
    ours.ends_with(0);
    assert!(!game.result.ends_with("Time"), "{game:?}");
    both_are_recorded(&folder);
}

#[test]
fn it_plays_on_nngs() {
    needs!(GnuGo);
    let folder = Folder::new();
    let terms = TableTerms {
        lines: 9,
        handicap: 0,
        offers: true,
        client: Color::Black,
    };
    let server = NngsServer::start(terms, TableFaults::default());
    let address = server.address();
    let words = [
        "--nngs",
        &address,
        "--size",
        "9",
        "--time",
        "10",
        "--byoyomi",
        "5",
    ];
    let mut command = bridge(&folder, &words, "5.5");
    let mut ours = Program::start(&folder, "ours", &mut command);
    server.game();
    ours.ends_with(0);
    both_are_recorded(&folder);
}
