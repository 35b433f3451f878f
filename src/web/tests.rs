//! The pages over a real socket on loopback, as friends and as enemies ask for them.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use serde_json::{Value, json};
use sgmp_proto::Instant;

use super::*;
use crate::engine::NetChoice;
use crate::experts::Teacher;
use crate::play::local_game::{ChairSettings, EngineChair, GameArchive};
use crate::review::CurveSearch;

/// A machine whose clock stands still until it is moved on.
#[derive(Default)]
struct TestMachine {
    drawn: AtomicU64,
    seconds: AtomicU64,
}

impl Machine for TestMachine {
    fn now(&self) -> Instant {
        Instant::ZERO + Duration::from_secs(self.seconds.load(Ordering::Relaxed))
    }

    fn start_time(&self) -> String {
        "2026-11-26-224103".to_owned()
    }

    fn random(&self) -> u128 {
        (1 + self.drawn.fetch_add(1, Ordering::Relaxed)).into()
    }
}

/// A running server.
struct Server {
    address: SocketAddr,
    folder: tempfile::TempDir,
    machine: Arc<TestMachine>,
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Server {
    fn start() -> Self {
        Self::start_for(None)
    }

    /// A server that believes to be at an address of the network, with this secret.
    fn start_for(secret: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let access = match secret {
            None => Access::new(address, "unused".to_owned()),
            Some(secret) => Access::new("192.0.2.1:80".parse().unwrap(), secret.to_owned()),
        };
        let archive = Some(GameArchive::new(folder.path().join("games")));
        let machine = Arc::new(TestMachine::default());
        let search = CurveSearch {
            net: Some(NetChoice::embedded()),
            effort: 8,
        };
        let (site, work) = Site::new(access, archive, search, Arc::clone(&machine) as _);
        let mut chair = EngineChair::new(ChairSettings {
            net: None,
            threads: 1,
            memory: 1 << 20,
            move_time: Duration::from_secs(1),
            resigns: true,
        });
        thread::spawn(move || work.engines.run(&mut chair));
        thread::spawn(move || work.teachers.run(&mut Teacher::new(None)));
        thread::spawn(move || {
            let mut runtime = tokio::runtime::Builder::new_current_thread();
            let runtime = runtime.enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                axum::serve(listener, game_pages(site)).await.unwrap();
            });
        });
        Self {
            address,
            folder,
            machine,
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream
    }

    /// Sends bytes and reads all that comes back until the end.
    fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that has refused already reads no more.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&*text, ""));
        Answer {
            status: head
                .split(' ')
                .nth(1)
                .and_then(|code| code.parse().ok())
                .unwrap_or(0),
            head: head.to_ascii_lowercase(),
            body: body.to_owned(),
        }
    }

    fn request(&self, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut text = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            text += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        text += &format!("Content-Length: {}\r\n\r\n", body.len());
        self.raw(&[text.as_bytes(), body].concat())
    }

    fn get(&self, path: &str) -> Answer {
        self.request(&format!("GET {path}"), &[], b"")
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = [("Content-Type", "application/json")];
        self.request(
            &format!("POST {path}"),
            &headers,
            body.to_string().as_bytes(),
        )
    }

    /// The link of a new game.
    fn new_game(&self, against: &str, size: u8) -> String {
        let wish = json!({"against": against, "size": size, "color": "black", "level": 0});
        let answer = self.post("/api/games", &wish);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()["seat"].as_str().unwrap().to_owned()
    }

    fn act(&self, link: &str, what: &str, moves: usize, point: &str) -> Answer {
        let wish = json!({"moves": moves, "point": point});
        self.post(&format!("/api/seat/{link}/{what}"), &wish)
    }

    /// The first live state for which something is true.
    fn state(&self, link: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let mut stream = self.connect();
        let host = self.address;
        write!(
            stream,
            "GET /api/seat/{link}/events HTTP/1.1\r\nHost: {host}\r\n\r\n"
        )
        .unwrap();
        let mut bytes = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let read = stream.read(&mut buffer).unwrap();
            bytes.extend_from_slice(&buffer[..read]);
            let text = String::from_utf8_lossy(&bytes);
            assert!(read > 0, "the updates ended: {text}");
            let lines = text.split_inclusive("\n\n");
            let whole = lines.filter(|part| part.ends_with("\n\n"));
            let states = whole.filter_map(|part| {
                let data = part.split_once("data: ")?.1.lines().next()?;
                serde_json::from_str::<Value>(data).ok()
            });
            if let Some(state) = states.filter(|state| is_it(state)).last() {
                return state;
            }
        }
    }
}

fn moves(state: &Value) -> usize {
    state["moves"].as_array().map_or(0, Vec::len)
}

/// Everything that is a link of the other player.
fn invited(state: &Value) -> String {
    let invite = state["invite"].as_str().unwrap();
    invite.strip_prefix("/play/").unwrap().to_owned()
}

#[test]
fn every_file_of_the_page_is_served_with_its_type_and_loads_nothing_else() {
    let server = Server::start();
    for (path, kind) in [
        ("/", "text/html"),
        ("/play/00", "text/html"),
        ("/review/some.sgf", "text/html"),
        ("/learn", "text/html"),
        ("/learn/ko-rule", "text/html"),
        ("/learn/game/1", "text/html"),
        ("/style.css", "text/css"),
        ("/icon.svg", "image/svg+xml"),
        ("/app.js", "text/javascript"),
        ("/board.js", "text/javascript"),
        ("/watch.js", "text/javascript"),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(
            answer.head.contains(&format!("content-type: {kind}")),
            "{path}"
        );
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "x-content-type-options: nosniff",
            "cache-control: no-store",
            "x-frame-options: deny",
        ] {
            assert!(answer.head.contains(header), "{header} of {path}");
        }
        let addresses = answer.body.matches("http").count();
        let of_svg = answer.body.matches("http://www.w3.org/").count();
        assert_eq!(addresses, of_svg, "{path} names another server");
    }
}

#[test]
fn a_game_against_the_computer_is_played_kept_and_gone_on_with() {
    let server = Server::start();
    let link = server.new_game("computer", 7);
    let state = server.state(&link, |_| true);
    assert_eq!(state["phase"], "playing");
    assert_eq!(state["legal"], "+".repeat(49));
    assert_eq!(server.act(&link, "move", 0, "D4").status, 200);
    let state = server.state(&link, |state| moves(state) == 2);
    assert_eq!(state["moves"][0], json!(["black", "D4"]));
    let name = state["archive"].as_str().unwrap();
    let file = server.folder.path().join("games").join(name);
    let record = std::fs::read_to_string(file).unwrap();
    assert!(record.contains(";B[dd]"), "{record}");

    let stale = server.act(&link, "move", 0, "C3");
    assert_eq!(stale.status, 409, "the page is behind");
    let taken = server.act(&link, "move", 2, "D4");
    assert_eq!(taken.status, 409);
    assert!(
        taken.body.contains("a Black stone is there already"),
        "{}",
        taken.body
    );
    assert_eq!(server.act(&link, "move", 2, "Z9").status, 422);
    assert_eq!(server.act(&link, "undo", 2, "").status, 200);
    assert_eq!(moves(&server.state(&link, |_| true)), 0);

    server.act(&link, "move", 0, "C3");
    server.state(&link, |state| moves(state) == 2);
    let listed = server.get("/api/games").json();
    assert_eq!(listed["open"][0]["seat"], *link);
    let resumed = server.post(&format!("/api/archive/{name}/resume"), &json!({}));
    assert_eq!(
        resumed.json()["seat"],
        *link,
        "an open game is not opened twice"
    );
    assert_eq!(server.act(&link, "resign", 2, "").status, 200);
    let state = server.state(&link, |_| true);
    assert_eq!(state["phase"], "over");
    assert!(state["result"].as_str().unwrap().contains("W+R"));
    let again = server.post(&format!("/api/seat/{link}/again"), &json!({}));
    assert_ne!(again.json()["seat"], *link);
}

#[test]
fn two_pages_play_count_and_talk() {
    let server = Server::start();
    let black = server.new_game("person", 7);
    let state = server.state(&black, |_| true);
    let white = invited(&state);
    assert!(state["legal"].is_string());
    assert_eq!(server.state(&white, |_| true)["legal"], Value::Null);
    assert_eq!(
        server.act(&white, "move", 0, "D4").status,
        409,
        "not White's turn"
    );
    let wall = "D1 E1 D2 E2 D3 E3 D4 E4 D5 E5 D6 E6 D7 E7";
    for (number, point) in wall.split(' ').enumerate() {
        let mover = [&black, &white][number % 2];
        assert_eq!(
            server.act(mover, "move", number, point).status,
            200,
            "{point}"
        );
    }
    assert_eq!(
        server.act(&black, "undo", 14, "").status,
        409,
        "White has answered"
    );
    server.act(&black, "pass", 14, "");
    server.act(&white, "pass", 15, "");
    let margin = |state: &Value| state["count"]["margin"].is_string();
    let state = server.state(&white, margin);
    assert_eq!(
        (&state["phase"], &state["count"]["margin"]),
        (&json!("counting"), &json!("B+1.5"))
    );
    server.act(&black, "dead", 16, "E1");
    assert_eq!(
        server.state(&white, margin)["count"]["dead"]
            .as_array()
            .unwrap()
            .len(),
        7
    );
    server.act(&white, "dead", 16, "E1");
    server.act(&black, "agree", 16, "");
    assert_eq!(server.state(&black, |_| true)["phase"], "counting");
    server.act(&white, "agree", 16, "");
    let state = server.state(&black, |_| true);
    assert_eq!(state["phase"], "over");

    let talk = json!({"moves": 0, "text": "well\u{7} played"});
    server.post(&format!("/api/seat/{white}/talk"), &talk);
    let state = server.state(&black, |_| true);
    assert_eq!(
        state["talk"],
        json!([{"by": "white", "text": "well played"}])
    );
    let ask = server.post(&format!("/api/seat/{black}/ask"), &json!({"what": "hint"}));
    assert_eq!(ask.status, 409, "no help in a game of two persons");
    let curve = server.get(&format!("/api/seat/{black}/curve?from=0"));
    assert_eq!(curve.status, 409, "{}", curve.body);
    let next = |link: &str| {
        let again = server.post(&format!("/api/seat/{link}/again"), &json!({}));
        again.json()["seat"].as_str().unwrap().to_owned()
    };
    let (ours, theirs) = (next(&black), next(&white));
    assert_eq!(invited(&server.state(&ours, |_| true)), theirs);
}

/// The link of a new game on these terms.
fn opened(server: &Server, wish: &Value) -> String {
    let answer = server.post("/api/games", wish);
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()["seat"].as_str().unwrap().to_owned()
}

#[test]
fn two_persons_play_at_one_page_and_go_on_with_their_game() {
    let server = Server::start();
    let link = opened(
        &server,
        &json!({"against": "here", "size": 7, "color": "black", "handicap": 2, "plays": true}),
    );
    let state = server.state(&link, |_| true);
    assert_eq!(
        (&state["one_page"], &state["plays_left"]),
        (&json!(true), &json!(3))
    );
    // Three plays of Black's, and then both colors in turn.
    for (number, point) in ["D4", "C3", "E5", "B2", "F6"].into_iter().enumerate() {
        let played = server.act(&link, "move", number, point);
        assert_eq!(played.status, 200, "{point}: {}", played.body);
    }
    let state = server.state(&link, |_| true);
    let colors: Vec<&Value> = state["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| &mv[0])
        .collect();
    assert_eq!(colors, ["black", "black", "black", "white", "black"]);
    assert_eq!(state["spoken"], "Black plays F6.");
    let name = state["archive"].as_str().unwrap();
    let resumed = server.post(&format!("/api/archive/{name}/resume"), &json!({}));
    assert_eq!(resumed.json()["seat"], *link);
    assert_eq!(server.act(&link, "undo", 5, "").status, 200);
    let ask = server.post(&format!("/api/seat/{link}/ask"), &json!({"what": "whynot"}));
    assert_eq!(ask.json()["title"], "Why not B2?", "{}", ask.body);
    assert_eq!(ask.json()["labels"][0], json!(["B2", "1"]));
    assert_eq!(server.act(&link, "resign", 4, "").status, 200);
    let state = server.state(&link, |_| true);
    assert!(state["result"].as_str().unwrap().contains("W+R"), "{state}");
}

#[test]
fn the_computer_plays_itself_while_somebody_looks() {
    let server = Server::start();
    let link = opened(
        &server,
        &json!({"against": "itself", "size": 7, "color": "black", "level": 0}),
    );
    let state = server.state(&link, |state| moves(state) >= 3);
    assert_eq!(state["legal"], Value::Null);
    assert_eq!(server.act(&link, "move", moves(&state), "D4").status, 409);
    assert_eq!(server.act(&link, "resign", moves(&state), "").status, 409);
    // Nobody looks: nothing goes on but the move that is being thought of.
    let listed = server.get("/api/games").json();
    assert_eq!(listed["open"][0]["seat"], *link);
}

#[test]
fn a_game_of_two_pages_is_no_other_page_s_to_go_on_with() {
    let server = Server::start();
    let black = server.new_game("person", 7);
    server.act(&black, "move", 0, "D4");
    let state = server.state(&black, |state| moves(state) == 1);
    let name = state["archive"].as_str().unwrap();
    let resumed = server.post(&format!("/api/archive/{name}/resume"), &json!({}));
    assert_eq!(resumed.status, 409, "{}", resumed.body);
    let listed = server.get("/api/games").json();
    assert!(listed["open"].as_array().unwrap().is_empty(), "{listed}");
}

#[test]
fn advice_is_given_on_games_and_records() {
    let server = Server::start();
    let link = server.new_game("computer", 7);
    for (what, part) in [
        ("hint", "labels"),
        ("territory", "owners"),
        ("groups", "items"),
    ] {
        let path = format!("/api/seat/{link}/ask");
        let answer = server.post(&path, &json!({"what": what}));
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert!(answer.json()[part].is_array());
    }
    let curve = server.get(&format!("/api/seat/{link}/curve?from=0")).json();
    assert!(curve["points"][0]["win"].is_number(), "{curve}");
    let sgf = b"(;SZ[7]PB[Ada]C[A short game];B[dd]C[the middle];W[cc])";
    let bytes = [("Content-Type", "application/octet-stream")];
    let shown = server.request("POST /api/record", &bytes, sgf).json();
    assert_eq!(shown["black"], "Ada");
    assert_eq!(shown["nodes"][1]["comment"], "the middle");
    assert_eq!(shown["nodes"].as_array().unwrap().len(), 3);
    let path = "POST /api/record/ask?what=why&node=1";
    let why = server.request(path, &bytes, sgf).json();
    assert_eq!(why["title"], "Why D4?");
}

#[test]
fn a_move_that_a_record_does_not_have_is_tried_and_answered() {
    let server = Server::start();
    let bytes = [("Content-Type", "application/octet-stream")];
    let sgf = b"(;SZ[7];B[dd];W[cc])";
    let ask = |line: &str| {
        let path = format!("POST /api/record/ask?what=try&node=1&line={line}");
        server.request(&path, &bytes, sgf)
    };
    let tried = ask("E3").json();
    assert_eq!(tried["title"], "What if White plays E3?");
    let positions = tried["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 2, "the move and its answer");
    assert_eq!(
        (&positions[0]["point"], &positions[0]["next"]),
        (&json!("E3"), &json!("black"))
    );
    assert_eq!(positions[1]["color"], "black");
    assert_eq!(tried["items"][0]["title"], "Black answers");
    let on = ask("E3,C5,pass").json();
    assert_eq!(on["title"], "What if White plays pass?");
    for (line, status) in [("D4", 409), ("E3,E3", 409), ("Z1", 422)] {
        assert_eq!(ask(line).status, status, "{line}");
    }
    assert_eq!(ask(&"pass,".repeat(101)).status, 409);

    std::fs::create_dir_all(server.folder.path().join("games")).unwrap();
    std::fs::write(server.folder.path().join("games/a.sgf"), sgf).unwrap();
    let wish = json!({"what": "try", "node": 2, "line": "E3"});
    let tried = server.post("/api/archive/a.sgf/ask", &wish).json();
    assert_eq!(tried["positions"][0]["color"], "black");
}

#[test]
fn the_curve_comes_in_parts() {
    let server = Server::start();
    let bytes = [("Content-Type", "application/octet-stream")];
    let sgf = b"(;SZ[7]KM[5.5];B[dd];W[cc];B[pass];W[tt];B[ee];W[bb];B[ff])";
    let part = |from: usize, sgf: &[u8]| {
        let path = format!("POST /api/record/curve?from={from}");
        server.request(&path, &bytes, sgf)
    };
    let sgf = String::from_utf8_lossy(sgf).replace("B[pass]", "B[]");
    let points = |from| {
        let answer = part(from, sgf.as_bytes()).json();
        let is_whole = from + answer["points"].as_array().unwrap().len() >= 8;
        assert!(is_whole || answer["turns"] == json!([]), "{answer}");
        answer["points"].as_array().unwrap().clone()
    };
    assert_eq!(points(0).len(), 6);
    let all = points(0);
    assert_eq!(
        all.len(),
        8,
        "what is known costs nothing, and two more were looked at"
    );
    let (known, none): (Vec<Value>, Vec<Value>) = all.into_iter().partition(Value::is_object);
    assert_eq!(none.len(), 1, "the game had ended after two passes");
    for point in known {
        let (win, lead) = (
            point["win"].as_f64().unwrap(),
            point["lead"].as_f64().unwrap(),
        );
        assert!((0.0..=1.0).contains(&win) && lead.abs() <= 60.0, "{point}");
    }
    assert!(points(8).is_empty());
    let small = part(0, b"(;SZ[5];B[cc])").json();
    assert!(
        small["points"][0]["win"].is_number(),
        "games are played out where no net knows the board"
    );
    assert_eq!(small["points"][0]["lead"], Value::Null);
    assert_eq!(part(0, b"nothing").status, 422);
    assert!(points(usize::MAX).is_empty());
}

#[test]
fn the_curve_of_a_kept_game_lies_beside_it_with_its_turning_points() {
    let server = Server::start();
    let games = server.folder.path().join("games");
    std::fs::create_dir_all(&games).unwrap();
    // Black's move takes a point of its own away, and White's is no better.
    let sgf = "(;SZ[7]KM[5.5];B[dd];W[aa];B[gg];W[ag])";
    std::fs::write(games.join("a.sgf"), sgf).unwrap();
    let part = server.get("/api/archive/a.sgf/curve?from=0").json();
    assert_eq!(part["points"].as_array().unwrap().len(), 5);
    let turn = &part["turns"][0];
    let better = turn["better"].as_array().unwrap();
    let number = turn["number"].as_u64().unwrap();
    assert!(
        turn["sentence"]
            .as_str()
            .unwrap()
            .starts_with(&format!("Move {number}, "))
    );
    assert_eq!(better[0]["number"], number, "{turn}");
    let kept = std::fs::read_to_string(games.join("a.sgf.curve")).unwrap();
    assert!(kept.contains("\"effort\":8"), "{kept}");
    assert_eq!(
        server.get("/api/games").json()["archive"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(server.get("/api/archive/a.sgf.curve").status, 404);
}

#[test]
fn variations_and_comments_of_a_record_are_shown_and_what_is_added_is_written() {
    let server = Server::start();
    let bytes = [("Content-Type", "application/octet-stream")];
    let sgf = b"(;SZ[9]XX[kept];B[ee];C[words alone](;W[ce];B[gc])(;W[gc]C[other](;B[cg])(;B[gc]))(;AW[aa]AE[ee]PL[B]))";
    let shown = server.request("POST /api/record", &bytes, sgf).json();
    let nodes = shown["nodes"].as_array().unwrap();
    let points: Vec<&str> = nodes
        .iter()
        .map(|node| node["point"].as_str().unwrap_or("-"))
        .collect();
    // The second answer to G7 stands on a stone.
    assert_eq!(points, ["-", "E5", "C5", "G7", "G7", "C3", "-"]);
    assert_eq!(nodes[1]["children"], json!([2, 4, 6]));
    assert_eq!(nodes[1]["comment"], "words alone");
    assert_eq!(
        (&nodes[4]["comment"], &nodes[4]["number"]),
        (&json!("other"), &json!(2))
    );
    assert_eq!(&nodes[6]["board"].as_str().unwrap()[..1], "O");
    assert_eq!(&nodes[6]["board"].as_str().unwrap()[40..41], ".");

    let (id, next) = (&nodes[4]["id"], shown["next_id"].as_u64().unwrap());
    let why = server.request(
        &format!("POST /api/record/ask?what=why&node={id}"),
        &bytes,
        sgf,
    );
    assert_eq!(why.json()["title"], "Why G7?");
    let additions = json!({
        "moves": [{"parent": id, "color": "black", "point": "E3"}, {"parent": next, "color": "white", "point": "pass"}],
        "comments": [{"node": next + 1, "text": "a]b"}, {"node": id, "text": ""}],
    });
    let body = [additions.to_string().as_bytes(), b"\n", sgf].concat();
    let written = server
        .request("POST /api/record/written", &bytes, &body)
        .json();
    let written = written["sgf"].as_str().unwrap();
    for part in ["XX[kept]", "(;B[eg];W[]C[a\\]b])", "C[words alone]"] {
        assert!(written.contains(part), "{part} in {written}");
    }
    assert!(!written.contains("other"), "{written}");
    for wrong in [
        json!({"moves": [{"parent": 99, "color": "black", "point": "E3"}]}),
        json!({"moves": [{"parent": 0, "color": "black", "point": "T19"}]}),
        json!({"moves": [{"parent": 0, "color": "green", "point": "A1"}]}),
        json!({"comments": [{"node": next, "text": ""}]}),
    ] {
        let body = [wrong.to_string().as_bytes(), b"\n", sgf].concat();
        assert_eq!(
            server
                .request("POST /api/record/written", &bytes, &body)
                .status,
            422,
            "{wrong}"
        );
    }
    assert_eq!(
        server
            .request("POST /api/record/written", &bytes, b"{}")
            .status,
        422
    );
}

#[test]
fn the_tutorial_answers_every_move() {
    let server = Server::start();
    let all = server.get("/api/tutorial").json();
    let chapters = all["chapters"].as_array().unwrap();
    assert!(chapters.len() >= 20 && all["games"].as_array().unwrap().len() >= 2);
    let screens: Vec<&str> = chapters
        .iter()
        .flat_map(|chapter| chapter["screens"].as_array().unwrap())
        .map(|name| name.as_str().unwrap())
        .collect();
    assert!(screens.len() >= 90, "{}", screens.len());
    for (place, name) in screens.iter().enumerate() {
        let screen = server.get(&format!("/api/tutorial/{name}")).json();
        let beside = |step: Option<usize>| json!(step.and_then(|place| screens.get(place)));
        assert_eq!(screen["next"], beside(place.checked_add(1)), "{name}");
        assert_eq!(screen["before"], beside(place.checked_sub(1)), "{name}");
        let lines = screen["size"].as_u64().unwrap();
        assert_eq!(
            screen["board"].as_str().unwrap().len() as u64,
            lines * lines
        );
    }
    let answer = |name: &str, answer: &str| {
        let answer = server.post(&format!("/api/tutorial/{name}"), &json!({"answer": answer}));
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    };
    let right = answer("capture-one", "D3");
    assert_eq!(
        (&right["outcome"], &right["last"]),
        (&json!("right"), &json!("D3"))
    );
    assert_eq!(
        &right["board"].as_str().unwrap()[12..13],
        ".",
        "the stone is taken"
    );
    let wrong = answer("capture-one", "A1");
    assert_eq!(wrong["outcome"], "wrong");
    assert!(!wrong["text"].as_str().unwrap().is_empty());
    assert_eq!(answer("capture-one", &"x".repeat(500))["outcome"], "none");
    assert_eq!(server.get("/api/tutorial/nothing").status, 404);
    let lost = server.post("/api/tutorial/nothing", &json!({"answer": "A1"}));
    assert_eq!(lost.status, 404);
    assert!(server.get("/api/tutorial/game/1").body.starts_with("(;"));
    assert_eq!(server.get("/api/tutorial/game/0").status, 404);
}

#[test]
fn a_flag_that_falls_ends_the_game() {
    let server = Server::start();
    let wish = json!({"against": "person", "size": 7, "color": "black", "minutes": 5});
    let link = server.post("/api/games", &wish).json()["seat"].clone();
    let link = link.as_str().unwrap();
    let tick = |seconds| server.machine.seconds.fetch_add(seconds, Ordering::Relaxed);
    tick(100);
    let state = server.state(link, |_| true);
    let clocks = json!({"left": {"black": 300_000, "white": 300_000}, "running": "black"});
    assert_eq!(state["clocks"], clocks, "they wait for the players");
    tick(10);
    assert_eq!(server.act(link, "move", 0, "D4").status, 200);
    let state = server.state(link, |_| true);
    let clocks = json!({"left": {"black": 290_000, "white": 300_000}, "running": "white"});
    assert_eq!(state["clocks"], clocks);
    tick(301);
    let state = server.state(link, |state| state["phase"] == "over");
    assert!(state["result"].as_str().unwrap().contains("B+T"), "{state}");
    assert_eq!(state["clocks"]["running"], Value::Null);

    let wish = json!({"against": "person", "size": 7, "color": "black", "minutes": 601});
    assert_eq!(server.post("/api/games", &wish).status, 422);
}

#[test]
fn strangers_are_refused() {
    let server = Server::start();
    let own = server.address.to_string();
    let port = server.address.port();
    let json_type = ("Content-Type", "application/json");
    let wish = br#"{"against":"computer","size":9,"color":"black","level":0}"#;
    let post = |headers: &[(&str, &str)]| server.request("POST /api/games", headers, wish).status;
    let hosts = [
        "evil.example",
        "evil.example:8420",
        "user@127.0.0.1",
        "127.0.0.1.evil.example",
        "192.0.2.7",
        "[::2]:80",
        "",
    ];
    for host in hosts {
        let answer = server.request("GET /", &[("Host", host)], b"");
        assert!(
            [400, 421].contains(&answer.status),
            "{host:?}: {}",
            answer.status
        );
    }
    for host in [
        format!("localhost:{port}"),
        format!("[::1]:{port}"),
        "localhost:9000".into(),
    ] {
        assert_eq!(
            server.request("GET /", &[("Host", &host)], b"").status,
            200,
            "{host}"
        );
    }
    assert_eq!(post(&[json_type]), 200);
    assert_eq!(
        post(&[json_type, ("Origin", &format!("http://{own}"))]),
        200
    );
    for origin in [
        "http://evil.example",
        "null",
        "https://127.0.0.1",
        "http://127.0.0.1:1",
    ] {
        assert_eq!(post(&[json_type, ("Origin", origin)]), 403, "{origin}");
    }
    for site in ["cross-site", "same-site"] {
        let header = ("Sec-Fetch-Site", site);
        assert_eq!(post(&[json_type, header]), 403, "{site}");
        assert_eq!(server.request("GET /api/games", &[header], b"").status, 403);
        assert_eq!(
            server.request("GET /", &[header], b"").status,
            200,
            "a link"
        );
    }
    assert_eq!(
        post(&[("Content-Type", "text/plain")]),
        415,
        "a form of another site"
    );
}

#[test]
fn other_addresses_ask_for_the_secret() {
    let server = Server::start_for(Some("0123456789abcdef"));
    assert_eq!(server.get("/").status, 403);
    assert_eq!(server.get("/?key=0123456789abcdee").status, 403);
    assert_eq!(server.get("/api/games").status, 403);
    let entry = server.get("/play/00?key=0123456789abcdef");
    assert_eq!(entry.status, 303);
    assert!(
        entry.head.contains("location: /play/00\r\n"),
        "{}",
        entry.head
    );
    assert!(
        entry.head.contains("httponly; samesite=lax"),
        "{}",
        entry.head
    );
    let cookie = ("Cookie", "other=1; sgmp-go-80=0123456789abcdef");
    assert_eq!(server.request("GET /api/games", &[cookie], b"").status, 200);
    let wrong = ("Cookie", "sgmp-go-80=0123456789abcde");
    assert_eq!(server.request("GET /api/games", &[wrong], b"").status, 403);
    let open = server.get("//evil.example/?key=0123456789abcdef");
    assert!(!open.head.contains("location: //"), "{}", open.head);
}

#[test]
fn no_file_is_reached_but_by_its_name_in_the_archive() {
    let server = Server::start();
    let games = server.folder.path().join("games");
    std::fs::create_dir_all(&games).unwrap();
    let sgf = "(;SZ[9];B[ee])";
    std::fs::write(server.folder.path().join("secret.sgf"), sgf).unwrap();
    std::fs::write(games.join("a game.sgf"), sgf).unwrap();
    std::fs::write(games.join("bad.sgf"), "no record").unwrap();
    assert_eq!(server.get("/api/archive/a%20game.sgf").status, 200);
    assert_eq!(server.get("/api/archive/bad.sgf").status, 422);
    for path in [
        "..%2Fsecret.sgf",
        "../secret.sgf",
        "%2e%2e/secret.sgf",
        "%2e%2e%2fsecret.sgf",
        "..%5Csecret.sgf",
        "%2Fetc%2Fpasswd",
        "a%20game.sgf%00",
        ".",
        "",
        "%ff",
    ] {
        let status = server.get(&format!("/api/archive/{path}")).status;
        assert!([400, 404].contains(&status), "{path}: {status}");
    }
}

#[test]
fn sizes_are_bounded_and_nonsense_is_refused() {
    let server = Server::start();
    let json_type = [("Content-Type", "application/json")];
    let large = vec![b' '; 20_000];
    assert_eq!(
        server.request("POST /api/games", &json_type, &large).status,
        413
    );
    let bytes = [("Content-Type", "application/octet-stream")];
    let larger = vec![b' '; 2 << 20];
    assert_eq!(
        server.request("POST /api/record", &bytes, &larger).status,
        413
    );
    for (body, status) in [
        ("", 400),
        ("{", 400),
        ("[]", 422),
        (r#"{"against":"nobody","size":9,"color":"black"}"#, 422),
        (r#"{"against":"computer","size":9,"color":"black"}"#, 422),
        (
            r#"{"against":"computer","size":99,"color":"black","level":1}"#,
            422,
        ),
        (
            r#"{"against":"computer","size":9,"color":"black","level":21}"#,
            422,
        ),
        (
            r#"{"against":"person","size":9,"color":"black","handicap":10}"#,
            422,
        ),
        (
            r#"{"against":"person","size":9,"color":"black","komi":"x"}"#,
            422,
        ),
    ] {
        let answer = server.request("POST /api/games", &json_type, body.as_bytes());
        assert_eq!(answer.status, status, "{body}: {}", answer.body);
    }
    assert_eq!(server.get("/api/seat/ff/events").status, 404);
    assert_eq!(server.act("ff", "move", 0, "D4").status, 404);
    assert_eq!(server.get("/nothing").status, 404);
    assert_eq!(server.request("DELETE /api/games", &[], b"").status, 405);
}

#[test]
fn so_many_games_are_open_at_most() {
    let server = Server::start();
    let first = server.new_game("person", 7);
    for _ in 0..40 {
        server.new_game("person", 7);
    }
    assert_eq!(
        server.act(&first, "move", 0, "D4").status,
        404,
        "closed for others"
    );
}

/// A server, a record in its archive, and the two links of a game of two.
fn busy_server() -> &'static (Server, [String; 2]) {
    static BUSY: OnceLock<(Server, [String; 2])> = OnceLock::new();
    BUSY.get_or_init(|| {
        let server = Server::start();
        let games = server.folder.path().join("games");
        std::fs::create_dir_all(&games).unwrap();
        std::fs::write(games.join("a.sgf"), "(;SZ[7];B[dd];W[cc];B[])").unwrap();
        let black = server.new_game("person", 7);
        let white = invited(&server.state(&black, |_| true));
        (server, [black, white])
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_wish_breaks_a_game(
        side in 0..2usize,
        what in "move|pass|undo|dead|resume|agree|talk|[a-z]{0,6}",
        moves in 0..4usize,
        point in "[A-Ha-h][0-9]{1,2}|\\PC{0,12}",
        text in "\\PC{0,400}",
    ) {
        let (server, links) = busy_server();
        let wish = json!({"moves": moves, "point": point, "text": text});
        let done = server.post(&format!("/api/seat/{}/{what}", links[side]), &wish);
        prop_assert!([200, 404, 405, 409, 422].contains(&done.status), "{}", done.body);
        prop_assert_eq!(server.state(&links[side], |_| true)["size"].as_u64(), Some(7));
    }

    #[test]
    fn no_question_about_a_record_breaks_the_server(
        what in "territory|groups|why|[a-z]{0,5}",
        node in prop_oneof![0..6usize, any::<usize>()],
        line in "([A-H][1-7],|pass,|\\PC{0,4},){0,6}",
    ) {
        let (server, _) = busy_server();
        let asked = json!({"what": what, "node": node, "line": line});
        let answer = server.post("/api/archive/a.sgf/ask", &asked);
        prop_assert!([200, 409, 422].contains(&answer.status), "{}", answer.body);
    }

    #[test]
    fn no_answer_breaks_the_tutorial(
        name in "capture-one|first-stone|take-turns|board-size|\\PC{0,12}",
        answer in "[A-Ja-j][0-9]{1,2}|pass|-?[0-9]{1,12}|\\PC{0,40}",
    ) {
        let (server, _) = busy_server();
        let path: String = name.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let judged = server.post(&format!("/api/tutorial/{path}"), &json!({"answer": answer}));
        prop_assert!([200, 404, 405].contains(&judged.status), "{}: {}", judged.status, judged.body);
    }

    #[test]
    fn no_record_breaks_the_server(
        text in "([;()BWCN]|\\[[a-i]{0,2}\\]|AB|AW|AE|PL|\\PC){0,40}",
        node in 0..9_usize,
        from in 0..9_usize,
    ) {
        let (server, _) = busy_server();
        let headers = [("Content-Type", "application/octet-stream")];
        let sgf = format!("(;SZ[5]{text}");
        let additions = json!({"moves": [{"parent": node, "color": "white", "point": "C3"}]});
        for (path, body) in [
            ("/api/record".to_owned(), sgf.clone()),
            (format!("/api/record/ask?what=groups&node={node}&line=C3"), sgf.clone()),
            (format!("/api/record/curve?from={from}"), sgf.clone()),
            ("/api/record/written".to_owned(), format!("{additions}\n{sgf}")),
        ] {
            let answer = server.request(&format!("POST {path}"), &headers, body.as_bytes());
            prop_assert!([200, 400, 409, 422].contains(&answer.status), "{}: {}", answer.status, answer.body);
        }
    }

    #[test]
    fn no_request_breaks_the_server(
        path in "/(api/(seat|archive|record|games)/?)?[ -~]{0,40}",
        method in "GET|POST|PUT|[A-Z]{1,9}",
        body in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        static SERVER: OnceLock<Server> = OnceLock::new();
        let server = SERVER.get_or_init(Server::start);
        let headers = [("Content-Type", "application/json")];
        server.request(&format!("{method} {path}"), &headers, &body);
        prop_assert_eq!(server.get("/").status, 200);
    }
}
