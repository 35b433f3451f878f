//! Records on pages: advice, moves that are tried, curves, variations and comments.

use serde_json::{Value, json};

use super::test_server::Server;

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
}

#[test]
fn what_is_tried_and_written_is_kept_beside_the_record_and_dropped() {
    let server = Server::start();
    let bytes = [("Content-Type", "application/octet-stream")];
    let sgf = b"(;SZ[9]PB[Ada];B[ee];W[ce](;B[gc])(;B[cg]))".as_slice();
    let kept = server.request("POST /api/record/kept", &bytes, sgf).json();
    let name = kept["name"].as_str().unwrap().to_owned();
    let again = server.request("POST /api/record/kept", &bytes, sgf).json();
    assert_eq!(again["name"], *name, "kept once");
    let file = server.folder.path().join("games/looked-at").join(&name);
    assert_eq!(std::fs::read(&file).unwrap(), sgf);
    let path = format!("/api/archive/{name}");
    let shown = |server: &Server| server.get(&path).json();
    assert_eq!(shown(&server)["is_draft"], false);
    let record = shown(&server)["sgf"].as_str().unwrap().to_owned();
    // A move and its answer, a remark, and one of the record's own variations taken away.
    let additions = json!({
        "moves": [{"parent": 1, "color": "white", "point": "E3"}, {"parent": 5, "color": "black", "point": "C3"}],
        "comments": [{"node": 6, "text": "too far"}],
        "removed": [{"node": 4, "after": 2}],
    });
    let draft = |additions: &Value, record: &str| {
        let additions = json!({"now": additions}).to_string();
        let body = [additions.as_bytes(), b"\n", record.as_bytes()].concat();
        server.request(&format!("POST {path}/draft"), &bytes, &body)
    };
    assert_eq!(draft(&additions, &record).status, 200);
    let restarted = server.start_again();
    assert_eq!(shown(&restarted)["is_draft"], true);
    let left = shown(&restarted)["sgf"].as_str().unwrap().to_owned();
    assert!(
        left.contains("(;W[eg];B[cg]C[too far])") && !left.contains("(;B[cg])"),
        "{left}"
    );
    assert_eq!(
        std::fs::read(&file).unwrap(),
        sgf,
        "the record itself stays"
    );
    let more = json!({"comments": [{"node": 1, "text": "again"}]});
    assert_eq!(draft(&more, &left).status, 200);
    let left = shown(&server)["sgf"].as_str().unwrap().to_owned();
    assert!(
        left.contains("C[too far]") && left.contains("C[again]"),
        "{left}"
    );
    let unknown = json!({"removed": [{"node": 99, "after": 0}]});
    assert_eq!(draft(&unknown, &record).status, 422);

    assert_eq!(
        server
            .request(&format!("DELETE {path}/draft"), &[], b"")
            .status,
        200
    );
    assert_eq!(shown(&server)["is_draft"], false);
    // Another game's notes under that name are not touched.
    let notes = file.with_file_name(format!("{name}.draft"));
    std::fs::write(&notes, "my notes").unwrap();
    assert!(shown(&server)["trouble"].is_string());
    assert_eq!(draft(&additions, &record).status, 409);
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "my notes");
    assert_eq!(
        server
            .request("POST /api/record/kept", &bytes, b"no record")
            .status,
        422
    );
}

#[test]
fn two_pages_of_one_review_keep_what_both_write() {
    let server = Server::start();
    let bytes = [("Content-Type", "application/octet-stream")];
    let sgf = b"(;SZ[9]PB[Ada];B[ee];W[ce]C[theirs from before])".as_slice();
    let kept = server.request("POST /api/record/kept", &bytes, sgf).json();
    let path = format!("/api/archive/{}", kept["name"].as_str().unwrap());
    let shown = || server.get(&path).json()["sgf"].as_str().unwrap().to_owned();
    // Both pages are opened before either keeps anything.
    let record = shown();
    let keep = |now: &Value, kept: &Value| {
        let additions = json!({"now": now, "kept": kept}).to_string();
        let body = [additions.as_bytes(), b"\n", record.as_bytes()].concat();
        let answer = server.request(&format!("POST {path}/draft"), &bytes, &body);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    };
    let comment = |node: usize, text: &str| json!({"node": node, "text": text});
    let one = json!({"comments": [comment(1, "one"), comment(2, "one here")]});
    assert_eq!(
        keep(&one, &json!({})),
        json!({"comments": [], "is_joined": false})
    );
    let two = json!({
        "moves": [{"parent": 1, "color": "white", "point": "E3"}],
        "comments": [comment(1, "two"), comment(3, "tried")],
    });
    let told = keep(&two, &json!({}));
    let both = [comment(1, "one\n\ntwo"), comment(2, "one here")];
    assert_eq!(told, json!({"comments": both, "is_joined": true}));
    // The first goes on, and knows nothing of the second yet.
    let more = json!({"comments": [comment(1, "one, and more"), comment(2, "")]});
    let told = keep(&more, &one);
    let both = "one, and more\n\ntwo";
    assert_eq!(told["comments"], json!([comment(1, both)]));
    let left = shown();
    assert!(
        left.contains(&format!("C[{both}]")) && left.contains(";W[eg]C[tried]"),
        "{left}"
    );
    assert!(
        !left.contains("one here") && !left.contains("from before"),
        "{left}"
    );
}

#[test]
fn a_variation_that_was_taken_away_can_be_tried_again() {
    let server = Server::start();
    let bytes = [("Content-Type", "application/octet-stream")];
    let tried = json!({"parent": 1, "color": "white", "point": "E3"});
    let additions = json!({
        "moves": [tried, {"parent": 2, "color": "black", "point": "C3"}, tried],
        "comments": [{"node": 2, "text": "first"}, {"node": 4, "text": "again"}],
        "removed": [{"node": 2, "after": 2}],
    });
    let body = format!("{additions}\n(;SZ[9];B[ee])");
    let written = server.request("POST /api/record/written", &bytes, body.as_bytes());
    let sgf = written.json()["sgf"].as_str().unwrap().to_owned();
    assert!(
        sgf.contains(";B[ee];W[eg]C[again])") && !sgf.contains("first"),
        "{sgf}"
    );
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
    let part = server.curve("GET /api/archive/a.sgf/curve?from=0", b"");
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
