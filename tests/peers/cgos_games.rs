//! Games on a server: whole ones, and those in which connections, servers, disks and the program itself fail.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use sgmp_board::record::read_sgf;
use sgmp_board::rules::Move;

use crate::common::{
    CgosServer, Faults, Folder, PASSWORD, Program, Seen, ServedGame, ServerTerms, Signal, Terminal,
    sgmp_go, until,
};
use crate::tools::{gnugo_program, needs};

const NAME: &str = "sgmp-test";

const ONE_GAME: ServerTerms = ServerTerms {
    lines: 7,
    seconds: 600,
    games: 1,
};

/// A client that plays at once, in the folder.
fn client(folder: &Folder, server: &CgosServer, player: &[&str]) -> Command {
    let password = folder.path("password");
    fs::write(&password, format!("{PASSWORD}\n")).expect("a file");
    fs::set_permissions(&password, fs::Permissions::from_mode(0o600)).expect("a mode");
    let mut command = sgmp_go(&["cgos", &server.address(), "--name", NAME]);
    command
        .args(["--password-file", &folder.text("password")])
        .args(["--folder", &folder.text("games")])
        .args(["--trace", &folder.text("lines.trace")])
        .args(player);
    command
}

fn quick(folder: &Folder, server: &CgosServer) -> Command {
    client(folder, server, &["--level", "2", "--seed", "1"])
}

/// The files of a kind, by their names.
fn files(folder: &Folder, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.path("games")).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|own| own == ending))
        .collect();
    paths.sort();
    paths
}

/// The one record in the folder holds the server's game.
#[track_caller]
fn is_recorded(folder: &Folder, game: &ServedGame) {
    let records = files(folder, "sgf");
    let found = records.iter().find(|path| {
        let name = path.file_name().expect("a name").to_string_lossy();
        name.contains(&format!("-{}-", game.number)) && !name.ends_with("-2.sgf")
    });
    let path = found.unwrap_or_else(|| panic!("no record of {game:?} among {records:?}"));
    let record = read_sgf(&fs::read(path).expect("a record")).expect("a record");
    let moves: Vec<Move> = record.moves().iter().map(|played| played.mv).collect();
    assert_eq!(moves, game.moves, "{}", path.display());
    let result: sgmp_board::record::GameResult = game.result.parse().expect("a result");
    assert_eq!(record.info.result, result, "{}", path.display());
}

#[test]
fn two_games_and_the_password_in_no_text() {
    let folder = Folder::new();
    let server = CgosServer::start(
        ServerTerms {
            games: 2,
            ..ONE_GAME
        },
        Faults::default(),
    );
    let mut command = client(
        &folder,
        &server,
        &["--playouts", "30", "--seed", "1", "--games", "2"],
    );
    command.args([&format!("--json={}", folder.text("events.json")), "-vvv"]);
    let mut ours = Program::start(&folder, "ours", &mut command);
    let games = [server.game(), server.game()];
    let seen = server.rest();
    ours.ends_with(0);
    for game in &games {
        is_recorded(&folder, game);
    }
    assert!(matches!(seen.last(), Some(Seen::Quit) | None), "{seen:?}");
    let events = folder.read("events.json");
    assert_eq!(
        events.matches("\"event\":\"result\"").count(),
        2,
        "{events}"
    );
    let told = [
        ours.stdout(),
        ours.stderr(),
        folder.read("lines.trace"),
        events,
        format!("{command:?}"),
    ];
    assert!(told.iter().all(|text| !text.contains(PASSWORD)));
    assert!(folder.read("lines.trace").contains("> (the password)"));
    assert!(!ours.stdout().contains("we count"), "{}", ours.stdout());
}

#[test]
fn spectators_are_told_what_it_thinks() {
    let folder = Folder::new();
    let server = CgosServer::start(ONE_GAME, Faults::default());
    let words = ["--playouts", "30", "--seed", "1", "--games", "1"];
    let mut ours = Program::start(&folder, "ours", &mut client(&folder, &server, &words));
    let analysis = loop {
        match server.next() {
            Seen::Analysis(analysis) => break analysis,
            Seen::Over(_) => panic!("none"),
            _ => {}
        }
    };
    let told: serde_json::Value = serde_json::from_str(&analysis).expect("JSON");
    assert!(
        told["winrate"].is_number() && told["moves"][0]["pv"].is_string(),
        "{analysis}"
    );
    server.game();
    ours.ends_with(0);
}

#[test]
fn lost_connections_and_lost_moves_change_no_game() {
    let folder = Folder::new();
    let faults = Faults {
        drop_after: vec![0, 4, 9],
        lose: vec![2, 6],
        nonsense: vec![3],
        silent: vec![5],
        ..Faults::default()
    };
    let server = CgosServer::start(ONE_GAME, faults);
    let mut command = quick(&folder, &server);
    command.args(["--games", "1", "--silence", "2s"]);
    let mut ours = Program::start(&folder, "ours", &mut command);
    let mut moves = Vec::new();
    let game = loop {
        match server.next() {
            Seen::Moved(number, decision) => moves.push((number, decision)),
            Seen::Over(game) => break game,
            _ => {}
        }
    };
    ours.ends_with(0);
    is_recorded(&folder, &game);
    // A move that was lost is the next one that is sent.
    assert_eq!(moves[2].1, moves[3].1);
    assert_eq!(moves[6].1, moves[7].1);
    assert!(
        ours.stdout().contains("it is sent again"),
        "{}",
        ours.stdout()
    );
    assert!(
        ours.stdout().contains("nothing was heard for 2 s"),
        "{}",
        ours.stdout()
    );
    assert!(
        ours.stdout().contains("not understood"),
        "{}",
        ours.stdout()
    );
}

#[test]
fn a_killed_client_goes_on() {
    let folder = Folder::new();
    let faults = Faults {
        silent: vec![1, 7],
        swallow: vec![3],
        ..Faults::default()
    };
    let server = CgosServer::start(ONE_GAME, faults);
    let mut command = quick(&folder, &server);
    command.args(["--games", "1"]);
    let mut moves = Vec::new();
    let mut kills = 0;
    let mut ours = Program::start(&folder, "ours-0", &mut command);
    let game = loop {
        match server.next() {
            Seen::Moved(_, decision) => moves.push(decision),
            Seen::Stuck => {
                ours.signal(Signal::KILL);
                assert_eq!(ours.end(), -9);
                kills += 1;
                ours = Program::start(&folder, &format!("ours-{kills}"), &mut command);
            }
            Seen::Over(game) => break game,
            Seen::Analysis(_) | Seen::Quit | Seen::Away => {}
        }
    };
    ours.ends_with(0);
    assert_eq!(kills, 3);
    assert_eq!(
        moves[3], moves[4],
        "what was lost is sent again by the next process"
    );
    is_recorded(&folder, &game);
    assert_eq!(files(&folder, "sgf").len(), 1);
}

/// A machine has lost its power, and the server comes up later than the client.
#[test]
fn a_client_with_an_open_game_waits_for_the_server() {
    let folder = Folder::new();
    let faults = Faults {
        away: vec![1],
        ..Faults::default()
    };
    let server = CgosServer::start(ONE_GAME, faults);
    let mut command = quick(&folder, &server);
    command.args(["--games", "1"]);
    let mut ours = Program::start(&folder, "ours", &mut command);
    while !matches!(server.next(), Seen::Away) {}
    ours.signal(Signal::KILL);
    assert_eq!(ours.end(), -9);
    let mut ours = Program::start(&folder, "ours-again", &mut command);
    ours.says("the server is tried for");
    server.come_back();
    let game = server.game();
    ours.ends_with(0);
    is_recorded(&folder, &game);
    assert_eq!(files(&folder, "sgf").len(), 1);
}

#[test]
fn a_restarted_server_gives_another_game() {
    let folder = Folder::new();
    let faults = Faults {
        restart: vec![3],
        ..Faults::default()
    };
    let server = CgosServer::start(ONE_GAME, faults);
    let mut command = quick(&folder, &server);
    let mut ours = Program::start(&folder, "ours", command.args(["--games", "2"]));
    let game = server.game();
    ours.ends_with(0);
    assert_eq!(game.number, 2);
    is_recorded(&folder, &game);
    let records = files(&folder, "sgf");
    assert_eq!(records.len(), 2, "{records:?}");
    let first = read_sgf(&fs::read(&records[0]).expect("a record")).expect("a record");
    let comment = first.info.comment.expect("a comment");
    assert!(
        comment.contains("the server told of this game no more"),
        "{comment}"
    );
}

#[test]
fn no_flag_falls_on_a_slow_line() {
    let folder = Folder::new();
    let terms = ServerTerms {
        lines: 5,
        seconds: 12,
        games: 3,
    };
    let faults = Faults {
        delay: Duration::from_millis(40),
        ..Faults::default()
    };
    let server = CgosServer::start(terms, faults);
    let words = [
        "--net",
        "none",
        "--threads",
        "1",
        "--seed",
        "1",
        "--games",
        "3",
    ];
    let mut ours = Program::start(&folder, "ours", &mut client(&folder, &server, &words));
    let games = [server.game(), server.game(), server.game()];
    ours.ends_with(0);
    for game in games {
        assert!(!game.result.ends_with("Time"), "{game:?}");
        is_recorded(&folder, &game);
    }
}

#[test]
fn refusals_are_told_and_end_it() {
    for (faults, code, words) in [
        (
            Faults {
                wrong_password: true,
                ..Faults::default()
            },
            2,
            "the server refuses us: Sorry, password doesn't match",
        ),
        (
            Faults {
                other_login: vec![1],
                ..Faults::default()
            },
            4,
            "another program has logged in as sgmp-test",
        ),
    ] {
        let folder = Folder::new();
        let server = CgosServer::start(ONE_GAME, faults);
        let mut ours = Program::start(&folder, "ours", &mut quick(&folder, &server));
        ours.ends_with(code);
        assert!(ours.stderr().contains(words), "{}", ours.stderr());
        assert!(!ours.stderr().contains(PASSWORD));
    }
}

#[test]
fn a_password_that_others_can_read_and_a_port_without_a_server_are_refused() {
    let folder = Folder::new();
    let server = CgosServer::start(ONE_GAME, Faults::default());
    let mut command = quick(&folder, &server);
    let open = fs::Permissions::from_mode(0o640);
    fs::set_permissions(folder.path("password"), open).expect("a mode");
    let (code, _, told) = Program::run(&folder, "open", &mut command);
    assert_eq!(code, 2);
    assert!(told.contains("chmod 600"), "{told}");

    let nobody = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = nobody.local_addr().expect("an address").to_string();
    drop(nobody);
    let closed = fs::Permissions::from_mode(0o600);
    fs::set_permissions(folder.path("password"), closed).expect("a mode");
    let mut command = sgmp_go(&["cgos", &address, "--name", NAME, "--password-file"]);
    command.arg(folder.path("password"));
    command.args(["--folder", &folder.text("games")]);
    let (code, _, told) = Program::run(&folder, "nobody", &mut command);
    assert_eq!(code, 3, "{told}");
}

#[test]
fn ctrl_c_leaves_after_the_game_and_a_signal_at_once() {
    let folder = Folder::new();
    let server = CgosServer::start(ONE_GAME, Faults::default());
    let mut command = quick(&folder, &server);
    let mut ours = Program::start(&folder, "ours", &mut command);
    server.next();
    ours.signal(Signal::TERM);
    ours.ends_with(130);
    assert!(
        ours.stderr().contains("give the same command again"),
        "{}",
        ours.stderr()
    );
    let mut ours = Program::start(&folder, "again", &mut command);
    ours.says("our move");
    ours.signal(Signal::INT);
    ours.says("leaving after this game");
    let game = server.game();
    ours.ends_with(0);
    is_recorded(&folder, &game);
}

#[test]
fn at_a_terminal_the_password_is_hidden_and_ctrl_c_asks() {
    let folder = Folder::new();
    let server = CgosServer::start(
        ONE_GAME,
        Faults {
            delay: Duration::from_millis(20),
            ..Faults::default()
        },
    );
    let mut command = sgmp_go(&["cgos", &server.address(), "--name", NAME]);
    command.args(["--folder", &folder.text("games"), "--level", "2"]);
    let mut terminal = Terminal::start(&folder, "ours", &command);
    terminal.shows("Password: ");
    terminal.press(&format!("{PASSWORD}\n"));
    terminal.shows("our move");
    terminal.interrupt();
    terminal.shows("3  go on");
    terminal.press("3\n");
    terminal.shows("going on");
    terminal.interrupt();
    terminal.press("1\n");
    terminal.shows("leaving after this game");
    let game = server.game();
    terminal.program.ends_with(0);
    is_recorded(&folder, &game);
    assert!(!terminal.screen().contains(PASSWORD));
}

#[test]
fn a_full_disk_loses_no_game() {
    let folder = Folder::new();
    let server = CgosServer::start(ONE_GAME, Faults::default());
    let mut command = quick(&folder, &server);
    command.args(["--games", "1"]);
    let mut limited = Command::new("sh");
    let script = "trap '' XFSZ; ulimit -S -f 4; exec \"$@\"";
    limited
        .args(["-c", script, "sh"])
        .arg(command.get_program());
    limited.args(command.get_args());
    let mut ours = Program::start(&folder, "ours", &mut limited);
    let game = server.game();
    assert!(
        game.moves.len() > 10 && !game.result.ends_with("Time"),
        "{game:?}"
    );
    ours.end();
    let told = ours.stdout() + &ours.stderr();
    assert!(told.contains("the server has its moves"), "{told}");
}

#[test]
fn another_program_plays() {
    needs!(GnuGo);
    let folder = Folder::new();
    let server = CgosServer::start(ONE_GAME, Faults::default());
    let engine = format!(
        "{} --mode gtp --level 1 --chinese-rules --capture-all-dead",
        gnugo_program()
    );
    let words = ["--engine", &engine, "--games", "1"];
    let mut ours = Program::start(&folder, "ours", &mut client(&folder, &server, &words));
    let game = server.game();
    ours.ends_with(0);
    is_recorded(&folder, &game);
}

#[test]
fn a_person_plays() {
    use std::io::Write;
    let folder = Folder::new();
    let server = CgosServer::start(ONE_GAME, Faults::default());
    let mut command = client(&folder, &server, &["--human", "--games", "1"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("our program");
    let mut keys = child.stdin.take().expect("a keyboard");
    keys.write_all(b"what?\nD4\n").expect("typed");
    let Seen::Moved(0, first) = server.next() else {
        panic!("no move");
    };
    keys.write_all(b"resign\n").expect("typed");
    let game = server.game();
    let status = until("its end", || child.try_wait().expect("a child"));
    assert!(status.success(), "{status}");
    assert_eq!(game.result, "W+Resign");
    assert_eq!(
        format!("{first:?}"),
        format!("{:?}", sgmp_match::play::Decision::Move(game.moves[0]))
    );
}
