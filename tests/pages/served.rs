//! The programs behind pages, without a browser: killed in the middle of a game, and beside a match.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::{Pages, Watched};

/// Asks a server, and returns what it sends until it is enough.
pub(crate) fn ask(link: &str, line: &str, body: &str, is_enough: impl Fn(&str) -> bool) -> String {
    let address = link.strip_prefix("http://").expect("a link");
    let address = address.split('/').next().expect("an address");
    let mut stream = TcpStream::connect(address).expect("a connection");
    let timeout = Some(Duration::from_secs(60));
    stream.set_read_timeout(timeout).expect("a timeout");
    let length = body.len();
    write!(
        stream,
        "{line} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
    .expect("a request");
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    while !is_enough(&text) {
        let read = stream.read(&mut buffer).expect("an answer");
        if read == 0 {
            break;
        }
        text += &String::from_utf8_lossy(&buffer[..read]);
    }
    text
}

pub(crate) fn post(link: &str, path: &str, body: &Value) -> Value {
    let answer = ask(link, &format!("POST {path}"), &body.to_string(), |_| false);
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    assert!(head.contains(" 200 "), "{answer}");
    serde_json::from_str(body).expect("an object")
}

#[test]
fn kill_9_loses_no_move_and_the_game_goes_on() {
    let mut pages = Pages::serve();
    let wish = json!({"against": "computer", "size": 7, "level": 0, "color": "black"});
    let seat = post(&pages.link, "/api/games", &wish)["seat"].clone();
    let path = format!("/api/seat/{}", seat.as_str().expect("a seat"));
    post(
        &pages.link,
        &format!("{path}/move"),
        &json!({"moves": 0, "point": "D4"}),
    );
    let events = format!("GET {path}/events");
    // White's answer is on disk before anybody sees it.
    let shown = ask(&pages.link, &events, "", |text| {
        text.contains("[\"white\",")
    });
    assert!(shown.contains("[\"white\","), "{shown}");
    pages.kill_and_serve_again();
    let [record] = &pages.records()[..] else {
        panic!("one game was played");
    };
    assert!(
        record.contains(";B[dd]") && record.contains(";W["),
        "{record}"
    );
    let list = ask(&pages.link, "GET /api/games", "", |_| false);
    let (_, list) = list.split_once("\r\n\r\n").expect("a body");
    let list: Value = serde_json::from_str(list).expect("a list");
    let game = &list["archive"][0];
    assert_eq!(
        (&game["moves"], &game["resumable"]),
        (&json!(2), &json!(true))
    );
    let resume = format!(
        "/api/archive/{}/resume",
        game["name"].as_str().expect("a name")
    );
    let seat = post(&pages.link, &resume.replace(' ', "%20"), &json!({}))["seat"].clone();
    let path = format!("/api/seat/{}", seat.as_str().expect("a seat"));
    post(&pages.link, &format!("{path}/resign"), &json!({"moves": 2}));
    assert_eq!(pages.records().len(), 1);
    assert!(
        pages.records()[0].contains("RE[W+R"),
        "{:?}",
        pages.records()
    );
}

#[test]
fn spectators_see_a_match_and_change_nothing() {
    let watched = Watched::start();
    let moved = |text: &str| text.contains("[\"white\",") && text.contains("\"running\":\"black\"");
    let seen = ask(&watched.link, "GET /api/watch/events", "", moved);
    for part in [
        "\"size\":9",
        "\"moves\":[[\"black\",",
        "\"running\":\"black\"",
        "frames sent ",
    ] {
        assert!(seen.contains(part), "{part}: {seen}");
    }
    for line in ["POST /api/games", "POST /api/seat/1/move", "GET /api/games"] {
        let answer = ask(&watched.link, line, "{}", |_| false);
        assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
    }
}
