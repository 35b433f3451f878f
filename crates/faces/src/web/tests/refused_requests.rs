//! Strangers, sizes without bound and nonsense: what is refused, and what breaks nothing.

use std::sync::OnceLock;

use proptest::prelude::*;
use serde_json::json;

use super::test_server::{Server, invited};

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
fn people_are_told_on_a_page_and_programs_in_json() {
    let html = ("Accept", "text/html,application/xhtml+xml;q=0.9");
    let server = Server::start();
    let page = server.request("GET /nowhere", &[html], b"");
    assert_eq!(page.status, 404);
    assert!(
        page.head.contains("content-type: text/html"),
        "{}",
        page.head
    );
    assert!(
        page.head.contains("content-security-policy"),
        "{}",
        page.head
    );
    assert!(
        page.body.contains("<h1>Not here</h1>") && page.body.contains("href=\"/\""),
        "{}",
        page.body
    );
    let host = server.request("GET /", &[html, ("Host", "evil.example")], b"");
    assert_eq!(host.status, 421);
    assert!(
        host.body.contains("Open this page by its address"),
        "{}",
        host.body
    );
    let json = server.get("/nowhere");
    assert_eq!(
        (json.status, &json.json()["error"]),
        (404, &json!("there is nothing at this address"))
    );
    let secret = Server::start_for(Some("0123456789abcdef"));
    let key = secret.request("GET /?key=1", &[html], b"");
    assert_eq!(key.status, 403);
    assert!(
        key.body.contains("whole link that the program printed"),
        "{}",
        key.body
    );
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
    for (body, told) in [
        (
            r#"{"against":"person","size":"x"}"#,
            "size: write a whole number from 7 to 19, not ",
        ),
        (
            r#"{"against":"person","size":9,"color":"red"}"#,
            "color: write one of black, white",
        ),
        ("{", "this is no JSON: it ends too early"),
        (r#"{"size":"#, "this is no JSON: it ends too early"),
        ("[]", "write a group of names with values"),
    ] {
        let answer = server.request("POST /api/games", &json_type, body.as_bytes());
        let why = answer.json()["error"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(why.starts_with(told), "{body}: {why}");
    }
    let curve = server.get("/api/archive/a.sgf/curve?from=x");
    assert_eq!(curve.json()["error"], "from: write a whole number");
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
        let hex = |text: &str| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
        let path = format!("POST /api/record/ask?what={}&node={node}&line={}", hex(&what), hex(&line));
        let headers = [("Content-Type", "application/octet-stream")];
        let answer = server.request(&path, &headers, b"(;SZ[7];B[dd];W[cc])");
        prop_assert!([200, 400, 409, 422].contains(&answer.status), "{}", answer.body);
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
            ("/api/archive/a.sgf/draft".to_owned(), format!("{{\"now\":{additions}}}\n{sgf}")),
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
