//! Games on pages: against the computer, of two persons, of the computer against itself.

use serde_json::{Value, json};

use super::test_server::{Server, invited, moves};

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
    let is_counted = |state: &Value| state["count"]["result"].is_string();
    let state = server.state(&white, is_counted);
    assert_eq!(
        (&state["phase"], &state["count"]["result"]),
        (
            &json!("counting"),
            &json!("Black wins by 1.5 points (B+1.5).")
        )
    );
    server.act(&black, "dead", 16, "E1");
    assert_eq!(
        server.state(&white, is_counted)["count"]["dead"]
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
