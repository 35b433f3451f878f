//! Games on servers on a screen, on a page, and at a terminal that goes away.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;

use crate::common::{
    CgosServer, Faults, Folder, NngsServer, PASSWORD, Program, Seen, ServerTerms, TableFaults,
    TableSeen, TableTerms, Terminal, sgmp_go,
};
use crate::screen::Screen;
use crate::tools::needs;
use sgmp_board::rules::Color;

const SIZE: (u16, u16) = (90, 28);

/// Many small games, so that one is always on.
const GAMES: ServerTerms = ServerTerms {
    lines: 7,
    seconds: 600,
    games: 20,
};

const TABLE: TableTerms = TableTerms {
    lines: 7,
    handicap: 0,
    offers: true,
    client: Color::Black,
};

/// The words of a client, with its password and its files in the folder.
fn words(folder: &Folder, server: &str, more: &str) -> String {
    let password = folder.path("password");
    fs::write(&password, format!("{PASSWORD}\n")).expect("a file");
    fs::set_permissions(&password, fs::Permissions::from_mode(0o600)).expect("a mode");
    let (password, games) = (folder.text("password"), folder.text("games"));
    format!("{server} --name sgmptest --password-file {password} --folder {games} {more}")
}

/// The answer of a page at an address to a request for its state.
fn watched(address: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a page");
    let request =
        format!("GET /api/watch HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn games_of_a_program_are_watched_on_a_screen_and_in_a_browser() {
    needs!(Tmux);
    let folder = Folder::new();
    let server = CgosServer::start(GAMES, Faults::default());
    let command = format!("cgos {}", server.address());
    let more = "--level 2 --seed 1 --serve 0";
    let line = words(&folder, &command, more);
    let screen = Screen::start(SIZE, &folder.path("data"), &line, "");
    let seen = screen.wait_for("game 1: 7x7");
    assert!(seen.contains("Ctrl-C leave"), "{seen}");
    let seen = screen.wait_for("Moves: ");
    assert!(
        seen.contains("Server: ") && seen.contains(" lines"),
        "{seen}"
    );
    let (_, link) = seen.split_once("http://").expect("a page");
    let (address, _) = link.split_once("/watch").expect("its path");
    let page = watched(address);
    assert!(
        page.contains("\"size\":7") && page.contains("lines sent"),
        "{page}"
    );
    screen.press(&["C-c"]);
    let seen = screen.wait_for("1  leave after this game");
    assert!(seen.contains("3  go on"), "{seen}");
    screen.press(&["3"]);
    screen.wait_for("Ctrl-C leave");
    screen.press(&["C-c"]);
    screen.wait_for("1  leave after this game");
    screen.press(&["1"]);
    let seen = screen.wait_for("ended with 0");
    assert!(seen.contains(" is over: "), "{seen}");
}

#[test]
fn a_person_plays_on_a_screen() {
    needs!(Tmux);
    let folder = Folder::new();
    let server = NngsServer::start(TABLE, TableFaults::default());
    let command = format!("nngs {}", server.address());
    let more = "--human --games 1 --size 7 --time 10 --byoyomi 5";
    let line = words(&folder, &command, more);
    let screen = Screen::start(SIZE, &folder.path("data"), &line, "");
    screen.wait_for("Your turn.");
    screen.press(&["d", "4", "Enter"]);
    let first = loop {
        if let TableSeen::Moved(0, mv) = server.next() {
            break mv;
        }
    };
    assert_eq!(first, "D4");
    screen.wait_for("Moves: 2");
    screen.press(&["D", "4", "Enter"]);
    screen.wait_for("D4 is illegal");
    screen.press(&["i", "say good evening", "Enter"]);
    screen.wait_for("> say good evening");
    screen.press(&["r", "r"]);
    let seen = screen.wait_for("ended with 0");
    assert!(seen.contains("W+R"), "{seen}");
}

#[test]
fn where_the_terminal_of_a_person_goes_away_the_game_goes_on_later() {
    let folder = Folder::new();
    let server = CgosServer::start(ServerTerms { games: 1, ..GAMES }, Faults::default());
    let line = words(&folder, "", "");
    let client = |player: &[&str]| {
        let mut command = sgmp_go(&["cgos", &server.address()]);
        command.args(line.split_whitespace()).args(player);
        command
    };
    let mut terminal = Terminal::start(&folder, "ours", &client(&["--human"]));
    terminal.shows("our move");
    terminal.press("D4\n");
    assert!(matches!(server.next(), Seen::Moved(0, _)));
    terminal.hang_up();
    terminal.program.ends_with(130);
    let player = ["--level", "2", "--seed", "1", "--games", "1"];
    let mut again = Program::start(&folder, "again", &mut client(&player));
    let game = server.game();
    again.ends_with(0);
    assert!(game.moves.len() > 1, "{game:?}");
}
