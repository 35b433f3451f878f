//! Games on a server where people meet: whole ones, and those in which connections, servers and the program itself fail.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use sgmp_board::record::{GameRecord, GameResult, read_sgf};
use sgmp_board::rules::{Color, Move};

use crate::common::{
    Folder, NngsServer, OPPONENT, PASSWORD, Program, Signal, TableFaults, TableSeen, TableTerms,
    sgmp_go,
};
use crate::tools::{gnugo_program, needs};

const NAME: &str = "sgmptest";

const SMALL: TableTerms = TableTerms {
    lines: 7,
    handicap: 0,
    offers: true,
    client: Color::Black,
};

/// A client that plays in the folder.
fn client(folder: &Folder, server: &NngsServer, player: &[&str]) -> Command {
    let password = folder.path("password");
    fs::write(&password, format!("{PASSWORD}\n")).expect("a file");
    fs::set_permissions(&password, fs::Permissions::from_mode(0o600)).expect("a mode");
    let mut command = sgmp_go(&["nngs", &server.address(), "--name", NAME]);
    command
        .args(["--password-file", &folder.text("password")])
        .args(["--folder", &folder.text("games")])
        .args(["--trace", &folder.text("lines.trace")])
        .args(["--size", "7", "--time", "10", "--byoyomi", "5"])
        .args(player);
    command
}

fn quick(folder: &Folder, server: &NngsServer) -> Command {
    client(
        folder,
        server,
        &["--level", "2", "--seed", "1", "--games", "1"],
    )
}

fn records(folder: &Folder) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.path("games")).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|own| own == "sgf"))
        .collect();
    paths.sort();
    paths
}

/// A record in the folder holds the server's game.
#[track_caller]
fn is_recorded(folder: &Folder, (moves, result): &(Vec<Move>, String)) -> GameRecord {
    let read = |path: &PathBuf| read_sgf(&fs::read(path).expect("a record")).expect("a record");
    let records: Vec<GameRecord> = records(folder).iter().map(read).collect();
    let is_of_game = |record: &GameRecord| {
        let recorded: Vec<Move> = record.moves().iter().map(|played| played.mv).collect();
        recorded == *moves
    };
    let found = records.into_iter().find(is_of_game);
    let record = found.unwrap_or_else(|| panic!("no record of {moves:?}"));
    let result: GameResult = result.parse().expect("a result");
    assert_eq!(record.info.result, result);
    record
}

/// The client's moves until the game is over, and the game.
fn moves_and_game(server: &NngsServer) -> (Vec<String>, (Vec<Move>, String)) {
    let mut moves = Vec::new();
    loop {
        match server.next() {
            TableSeen::Moved(_, mv) => moves.push(mv),
            TableSeen::Over(played, result) => return (moves, (played, result)),
            _ => {}
        }
    }
}

#[test]
fn a_match_is_accepted_and_counted_by_both() {
    let folder = Folder::new();
    let server = NngsServer::start(SMALL, TableFaults::default());
    let mut command = quick(&folder, &server);
    command.args([&format!("--json={}", folder.text("events.json")), "-vvv"]);
    let mut ours = Program::start(&folder, "ours", &mut command);
    let game = server.game();
    let seen = server.rest();
    ours.ends_with(0);
    let record = is_recorded(&folder, &game);
    assert_eq!(record.info.rules.as_deref(), Some("Japanese"));
    let told = ours.stdout();
    assert!(!told.contains("we count"), "{told}");
    assert!(told.contains("our count"), "{told}");
    assert!(told.contains("declined from them"), "{told}");
    // What did not fit was declined, with the terms.
    drop(seen);
    let trace = folder.read("lines.trace");
    assert!(trace.contains("> tell them I play 7x7"), "{trace}");
    let all = [told, ours.stderr(), trace, folder.read("events.json")];
    assert!(all.iter().all(|text| !text.contains(PASSWORD)));
}

#[test]
fn a_match_is_offered_with_either_color_and_a_handicap() {
    for (client_color, handicap) in [(Color::White, 0), (Color::Black, 0), (Color::White, 3)] {
        let folder = Folder::new();
        let terms = TableTerms {
            offers: false,
            client: client_color,
            handicap,
            ..SMALL
        };
        let server = NngsServer::start(terms, TableFaults::default());
        let mut command = quick(&folder, &server);
        let color = client_color.to_string().to_lowercase();
        command.args(["--opponent", OPPONENT, "--color", &color]);
        let mut ours = Program::start(&folder, "ours", &mut command);
        let game = server.game();
        ours.ends_with(0);
        let record = is_recorded(&folder, &game);
        assert_eq!(record.info.handicap, handicap);
    }
}

#[test]
fn lost_connections_and_servers_change_no_game() {
    let folder = Folder::new();
    let faults = TableFaults {
        drop_after: vec![1, 5],
        lose: vec![3],
        restart: vec![7],
        adjourn: vec![8],
        nonsense: vec![2, 6],
        delay: Duration::from_millis(5),
        ..TableFaults::default()
    };
    let server = NngsServer::start(SMALL, faults);
    let mut ours = Program::start(&folder, "ours", &mut quick(&folder, &server));
    let (moves, game) = moves_and_game(&server);
    ours.ends_with(0);
    is_recorded(&folder, &game);
    assert_eq!(moves[3], moves[4], "what was lost is sent again");
    assert_eq!(records(&folder).len(), 1);
    let told = ours.stdout();
    for words in [
        "it is sent again",
        "not understood",
        "said: them hello",
        "kibitz: ",
        "waits on the server",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let trace = folder.read("lines.trace");
    let answers = trace
        .lines()
        .filter(|line| line.contains("> say") || line.contains("> tell joe"));
    assert_eq!(answers.count(), 0, "{trace}");
}

#[test]
fn a_killed_client_goes_on() {
    let folder = Folder::new();
    let faults = TableFaults {
        swallow: vec![1, 4],
        ..TableFaults::default()
    };
    let server = NngsServer::start(SMALL, faults);
    let mut command = quick(&folder, &server);
    let mut ours = Program::start(&folder, "ours-0", &mut command);
    let mut moves = Vec::new();
    let mut kills = 0;
    let game = loop {
        match server.next() {
            TableSeen::Moved(_, mv) => moves.push(mv),
            TableSeen::Stuck => {
                ours.signal(Signal::KILL);
                assert_eq!(ours.end(), -9);
                kills += 1;
                ours = Program::start(&folder, &format!("ours-{kills}"), &mut command);
            }
            TableSeen::Over(moves, result) => break (moves, result),
            TableSeen::Said(_) => {}
        }
    };
    ours.ends_with(0);
    assert_eq!(kills, 2);
    assert_eq!(
        moves[1], moves[2],
        "what was lost is sent again by the next process"
    );
    is_recorded(&folder, &game);
    assert_eq!(records(&folder).len(), 1);
}

#[test]
fn a_forgotten_game_is_closed_and_another_one_played() {
    let folder = Folder::new();
    let faults = TableFaults {
        drop_after: vec![4],
        forgets: true,
        ..TableFaults::default()
    };
    let server = NngsServer::start(SMALL, faults);
    let words = ["--level", "2", "--seed", "1", "--games", "2"];
    let mut ours = Program::start(&folder, "ours", &mut client(&folder, &server, &words));
    let game = server.game();
    ours.ends_with(0);
    is_recorded(&folder, &game);
    let records = records(&folder);
    assert_eq!(records.len(), 2, "{records:?}");
}

#[test]
fn refused_and_undone_moves_are_chosen_anew() {
    let folder = Folder::new();
    let faults = TableFaults {
        refuse: vec![2],
        undo: vec![5],
        ..TableFaults::default()
    };
    let server = NngsServer::start(SMALL, faults);
    let mut ours = Program::start(&folder, "ours", &mut quick(&folder, &server));
    let game = server.game();
    ours.ends_with(0);
    is_recorded(&folder, &game);
    let told = ours.stdout();
    assert!(told.contains("the server refuses its move"), "{told}");
    assert!(told.contains("is undone"), "{told}");
}

#[test]
fn living_stones_are_not_given_away() {
    let folder = Folder::new();
    let faults = TableFaults {
        wrong_removals: 1,
        ..TableFaults::default()
    };
    let server = NngsServer::start(SMALL, faults);
    let mut ours = Program::start(&folder, "ours", &mut quick(&folder, &server));
    ours.says("the game goes on");
    let trace = folder.read("lines.trace");
    assert!(trace.contains("> undo"), "{trace}");
    ours.signal(Signal::TERM);
    ours.ends_with(130);
}

#[test]
fn a_wrong_password_ends_it() {
    let folder = Folder::new();
    let faults = TableFaults {
        wrong_password: true,
        ..TableFaults::default()
    };
    let server = NngsServer::start(SMALL, faults);
    let mut ours = Program::start(&folder, "ours", &mut quick(&folder, &server));
    ours.ends_with(2);
    let told = ours.stderr();
    assert!(
        told.contains("the server refuses us: Invalid password!"),
        "{told}"
    );
}

#[test]
fn another_program_plays() {
    needs!(GnuGo);
    let folder = Folder::new();
    let server = NngsServer::start(SMALL, TableFaults::default());
    let engine = format!("{} --mode gtp --level 1", gnugo_program());
    let words = ["--engine", &engine, "--games", "1"];
    let mut ours = Program::start(&folder, "ours", &mut client(&folder, &server, &words));
    let game = server.game();
    ours.ends_with(0);
    is_recorded(&folder, &game);
}

#[test]
fn a_person_plays_and_speaks() {
    use std::io::Write;
    let folder = Folder::new();
    let server = NngsServer::start(SMALL, TableFaults::default());
    let mut command = client(&folder, &server, &["--human", "--games", "1"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("our program");
    let mut keys = child.stdin.take().expect("a keyboard");
    keys.write_all(b"D4\n").expect("typed");
    loop {
        if let TableSeen::Moved(0, mv) = server.next() {
            assert_eq!(mv, "D4");
            break;
        }
    }
    keys.write_all(b"say good evening\nresign\n")
        .expect("typed");
    let mut spoke = false;
    let result = loop {
        match server.next() {
            TableSeen::Said(words) => spoke |= words == "say good evening",
            TableSeen::Over(_, result) => break result,
            _ => {}
        }
    };
    assert!(spoke);
    assert_eq!(result, "W+R");
    let status = crate::common::until("its end", || child.try_wait().expect("a child"));
    assert!(status.success(), "{status}");
}
