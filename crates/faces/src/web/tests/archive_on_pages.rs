//! The archive on pages: searched through, downloaded from, deleted from and brought back to.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::test_server::{Server, moves};

/// Names that lead to no file of the archive.
const NO_NAMES: [&str; 8] = [
    "none.sgf",
    "..%2Fsecret.sgf",
    "../secret.sgf",
    "%2e%2e%2fsecret.sgf",
    "..%5Csecret.sgf",
    "deleted%2Fa.sgf",
    "%2Fetc%2Fpasswd",
    ".",
];

/// The folder of the archive.
fn games(server: &Server) -> PathBuf {
    let games = server.folder.path().join("games");
    std::fs::create_dir_all(&games).unwrap();
    std::fs::write(server.folder.path().join("secret.sgf"), "(;SZ[9])").unwrap();
    games
}

/// The names of the games that are found by these words, which are written as in an address.
fn found(server: &Server, words: &str) -> Vec<String> {
    let list = server.get(&format!("/api/games?find={words}")).json();
    let archive = list["archive"].as_array().unwrap().iter();
    let mut names: Vec<String> = archive
        .map(|game| game["name"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn games_are_found_by_all_words_of_a_search() {
    let server = Server::start();
    let games = games(&server);
    for (name, sgf) in [
        (
            "a.sgf",
            "(;SZ[9]PB[Ada Byron]PW[Ömer]RE[B+3.5]DT[2026-11-26];B[ee])",
        ),
        (
            "b.sgf",
            "(;SZ[19]PB[Bert]PW[Ada]RE[W+R]DT[2025-01-02];B[dd])",
        ),
        ("c.sgf", "(;SZ[9]PB[Cleo]PW[Dan];B[ee])"),
    ] {
        std::fs::write(games.join(name), sgf).unwrap();
    }
    for (words, names) in [
        ("", &["a.sgf", "b.sgf", "c.sgf"] as &[_]),
        ("%20%20", &["a.sgf", "b.sgf", "c.sgf"]),
        ("ada", &["a.sgf", "b.sgf"]),
        ("ADA+19x19", &["b.sgf"]),
        ("9%C3%979", &["a.sgf", "c.sgf"]),
        ("%C3%B6mer", &["a.sgf"]),
        ("2026-11", &["a.sgf"]),
        ("B%2B3.5+byron", &["a.sgf"]),
        ("not+finished", &["c.sgf"]),
        ("ada+cleo", &[]),
    ] {
        assert_eq!(found(&server, words), names, "{words}");
    }
    assert_eq!(found(&server, &"a".repeat(5000)), [""; 0]);
}

#[test]
fn a_search_looks_behind_the_latest_games_and_says_what_it_leaves_out() {
    let server = Server::start();
    let games = games(&server);
    for number in 0..1010 {
        let black = if number % 10 == 0 { "Tenth" } else { "Other" };
        let sgf = format!("(;SZ[9]PB[{black}]RE[B+R];B[ee])");
        std::fs::write(games.join(format!("{number:04}.sgf")), sgf).unwrap();
    }
    let all = server.get("/api/games").json();
    let numbers = |list: &Value| {
        let shown = list["archive"].as_array().unwrap().len();
        (shown, list["unlisted"].clone(), list["unsearched"].clone())
    };
    assert_eq!(numbers(&all), (60, json!(950), json!(0)));
    let tenth = server.get("/api/games?find=tenth").json();
    let (shown, unlisted, unsearched) = numbers(&tenth);
    assert_eq!((shown, unsearched), (60, json!(10)));
    // Which ten are the oldest hangs on the clock of the file system.
    assert!(
        (30..=41).contains(&unlisted.as_u64().unwrap()),
        "{unlisted}"
    );
    assert_eq!(tenth["archive"][0]["black"], "Tenth");
}

#[test]
fn a_kept_game_is_downloaded_as_it_lies_there() {
    let server = Server::start();
    let games = games(&server);
    let sgf = "(;SZ[9]XX[kept]\n;B[ee])";
    std::fs::write(games.join("a \"näme\".sgf"), sgf).unwrap();
    let answer = server.get("/api/archive/a%20%22n%C3%A4me%22.sgf/file");
    assert_eq!((answer.status, answer.body.as_str()), (200, sgf));
    for header in [
        "content-type: application/x-go-sgf\r\n",
        "content-disposition: attachment; filename=\"a _n_me_.sgf\"; filename*=utf-8''a%20%22n%c3%a4me%22.sgf\r\n",
        "x-content-type-options: nosniff\r\n",
    ] {
        assert!(answer.head.contains(header), "{header}: {}", answer.head);
    }
    for name in NO_NAMES {
        let status = server.get(&format!("/api/archive/{name}/file")).status;
        assert!([400, 404].contains(&status), "{name}: {status}");
    }
}

/// The status of a wish for a game of the archive, and what is told.
fn wished(server: &Server, name: &str, what: &str) -> (u16, String) {
    let answer = server.post(&format!("/api/archive/{name}/{what}"), &json!({}));
    (answer.status, answer.body)
}

#[test]
fn a_deleted_game_is_nowhere_and_comes_back_with_its_draft_and_its_curve() {
    let server = Server::start();
    let games = games(&server);
    let beside = ["a.sgf", "a.sgf.draft", "a.sgf.curve"];
    for name in beside {
        std::fs::write(games.join(name), "(;SZ[9]PB[Ada];B[ee])").unwrap();
    }
    assert_eq!(wished(&server, "a.sgf", "delete").0, 200);
    assert_eq!(found(&server, "").len(), 0);
    for name in beside {
        assert!(!games.join(name).exists() && games.join("deleted").join(name).exists());
    }
    for (line, status) in [
        ("GET /api/archive/a.sgf", 404),
        ("GET /api/archive/a.sgf/file", 404),
        ("GET /api/archive/deleted", 404),
        ("POST /api/archive/a.sgf/resume", 404),
        ("POST /api/archive/a.sgf/delete", 404),
        ("GET /api/archive/a.sgf/delete", 405),
    ] {
        assert_eq!(server.request(line, &[], b"").status, status, "{line}");
    }
    std::fs::write(games.join("a.sgf"), "(;SZ[9]PB[Bert])").unwrap();
    let (status, told) = wished(&server, "a.sgf", "restore");
    assert!(status == 409 && told.contains("exists already"), "{told}");
    std::fs::remove_file(games.join("a.sgf")).unwrap();
    assert_eq!(wished(&server, "a.sgf", "restore").0, 200);
    for name in beside {
        assert!(games.join(name).exists(), "{name}");
    }
    assert_eq!(found(&server, "ada"), ["a.sgf"]);
    assert_eq!(wished(&server, "a.sgf", "restore").0, 404);
    for name in NO_NAMES {
        for what in ["delete", "restore"] {
            let (status, told) = wished(&server, name, what);
            assert!([400, 404].contains(&status), "{name} {what}: {told}");
        }
    }
    assert!(server.folder.path().join("secret.sgf").exists());
}

#[test]
fn a_record_that_was_sent_is_deleted_and_comes_back_and_no_game_of_its_name_is_touched() {
    let server = Server::start();
    let games = games(&server);
    let bytes = [("Content-Type", "application/octet-stream")];
    let sgf = b"(;SZ[9]PB[Ito];B[ee])".as_slice();
    let kept = server.request("POST /api/record/kept", &bytes, sgf).json();
    let name = kept["name"].as_str().unwrap();
    let sent = games.join("looked-at");
    let mut draft = sent.join(name).into_os_string();
    draft.push(".draft");
    std::fs::write(&draft, sgf).unwrap();
    std::fs::write(games.join(name), "(;SZ[9]PB[Ada])").unwrap();
    assert_eq!(wished(&server, name, "delete?sent=true").0, 200);
    assert!(games.join(name).exists() && !sent.join(name).exists());
    assert!(sent.join("deleted").join(name).exists() && !std::path::Path::new(&draft).exists());
    assert_eq!(wished(&server, name, "delete?sent=true").0, 404);
    assert_eq!(wished(&server, name, "restore").0, 404);
    assert_eq!(wished(&server, name, "restore?sent=true").0, 200);
    assert_eq!(std::fs::read(sent.join(name)).unwrap(), sgf);
    assert!(std::path::Path::new(&draft).exists());
    assert_eq!(wished(&server, name, "delete?sent=perhaps").0, 400);
}

#[test]
fn a_game_that_is_played_or_looked_at_is_not_deleted() {
    let server = Server::start();
    let link = server.new_game("here", 7);
    assert_eq!(server.act(&link, "move", 0, "D4").status, 200);
    let state = server.state(&link, |state| moves(state) == 1);
    let name = state["archive"].as_str().unwrap();
    let (status, told) = wished(&server, name, "delete");
    assert!(status == 409 && told.contains("resign it first"), "{told}");
    assert_eq!(server.act(&link, "resign", 1, "").status, 200);
    let mut stream = server.connect();
    let events = format!(
        "GET /api/seat/{link}/events HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.address
    );
    std::io::Write::write_all(&mut stream, events.as_bytes()).unwrap();
    std::io::Read::read(&mut stream, &mut [0; 512]).unwrap();
    let (status, told) = wished(&server, name, "delete");
    assert!(
        status == 409 && told.contains("close that page first"),
        "{told}"
    );
    drop(stream);
    // The server sees in its own time that the pages are closed.
    while wished(&server, name, "delete").0 != 200 {
        std::thread::yield_now();
    }
    assert_eq!(server.get(&format!("/api/seat/{link}")).status, 404);
    assert_eq!(wished(&server, name, "restore").0, 200);
    let again = server.get(&format!("/api/seat/{link}"));
    assert!(again.status == 404 && again.json()["archive"] == *name);
}
