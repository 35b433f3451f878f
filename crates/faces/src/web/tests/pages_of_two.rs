//! Games of two persons with a page each: who has come, the clocks until then, names, another game.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::test_server::{Server, invited, moves};

/// The link of Black's page of a new game of two persons with five minutes each.
fn clocked(server: &Server) -> String {
    let wish = json!({"against": "person", "size": 7, "color": "black", "minutes": 5});
    let seat = server.post("/api/games", &wish).json()["seat"].clone();
    seat.as_str().unwrap().to_owned()
}

fn asked(server: &Server, link: &str) -> Value {
    server.get(&format!("/api/seat/{link}")).json()
}

fn left(state: &Value) -> [u64; 2] {
    ["black", "white"].map(|color| state["clocks"]["left"][color].as_u64().unwrap())
}

#[test]
fn clocks_wait_until_both_have_come_and_a_reload_gives_no_time_back() {
    let server = Server::start();
    let black = clocked(&server);
    let tick = |seconds| server.machine.seconds.fetch_add(seconds, Ordering::Relaxed);
    let white = invited(&asked(&server, &black));
    tick(400);
    let state = asked(&server, &black);
    assert_eq!(
        (left(&state), &state["clocks"]["running"]),
        ([300_000; 2], &Value::Null)
    );
    assert_eq!(server.act(&black, "move", 0, "D4").status, 200);
    tick(400);
    assert_eq!(
        left(&asked(&server, &black)),
        [300_000; 2],
        "White has not come"
    );
    let state = asked(&server, &white);
    assert_eq!(state["clocks"]["running"], "white");
    tick(5);
    for link in [&white, &black, &white] {
        assert_eq!(
            left(&asked(&server, link)),
            [300_000, 295_000],
            "asked again"
        );
        assert_eq!(
            left(&server.state(link, |_| true)),
            [300_000, 295_000],
            "reloaded"
        );
    }
    tick(296);
    let state = server.state(&white, |state| state["phase"] == "over");
    assert!(state["result"].as_str().unwrap().contains("B+T"), "{state}");
    assert_eq!(state["clocks"]["running"], Value::Null);
}

#[test]
fn each_player_knows_whether_the_other_is_there() {
    let server = Server::start();
    let black = server.new_game("person", 7);
    let page = |link: &str| asked(&server, link)["other"]["page"].clone();
    assert_eq!(page(&black), "awaited");
    let white = invited(&asked(&server, &black));
    assert_eq!(page(&white), "here");
    assert_eq!(page(&black), "here");
    assert_eq!(asked(&server, &black)["other"]["invite"], Value::Null);
    assert_eq!(server.act(&white, "leave", 0, "").status, 200);
    assert_eq!(page(&black), "left");
    assert_eq!(page(&white), "here", "White is back");
    assert_eq!(page(&black), "here");
    server.machine.seconds.fetch_add(91, Ordering::Relaxed);
    assert_eq!(page(&black), "left", "silent for too long");

    let named = json!({"moves": 0, "text": " Ada\u{7} "});
    server.post(&format!("/api/seat/{white}/name"), &named);
    assert_eq!(asked(&server, &black)["names"]["white"], "Ada");
    assert_eq!(server.act(&black, "resign", 0, "").status, 200);
    let again = server.post(&format!("/api/seat/{white}/again"), &json!({}));
    let next = again.json()["seat"].as_str().unwrap().to_owned();
    assert_eq!(asked(&server, &black)["other"]["wants_again"], true);
    assert_eq!(asked(&server, &white)["other"]["wants_again"], false);
    let joined = server.post(&format!("/api/seat/{black}/again"), &json!({}));
    let theirs = joined.json()["seat"].as_str().unwrap().to_owned();
    assert_eq!(invited(&asked(&server, &next)), theirs);
    assert_eq!(asked(&server, &theirs)["names"]["white"], "Ada");
}

#[test]
fn a_page_that_nobody_sits_at_is_listed_and_entered_again() {
    let server = Server::start();
    let black = server.new_game("person", 7);
    let white = invited(&asked(&server, &black));
    let listed = |server: &Server| server.get("/api/games").json()["open"].clone();
    let free = listed(&server)[0].clone();
    assert_eq!(
        (&free["seat"], &free["seat_color"]),
        (&json!(white), &json!("white"))
    );
    asked(&server, &white);
    assert_eq!(listed(&server)[0]["seat"], Value::Null, "both are there");
    for (number, link) in [&black, &white].into_iter().enumerate() {
        let point = ["D4", "C3"][number];
        assert_eq!(server.act(link, "move", number, point).status, 200);
    }
    let name = asked(&server, &black)["archive"]
        .as_str()
        .unwrap()
        .to_owned();
    let resume = |server: &Server| server.post(&format!("/api/archive/{name}/resume"), &json!({}));
    assert_eq!(resume(&server).status, 409, "both are there");
    server.act(&black, "leave", 2, "");
    assert_eq!(listed(&server)[0]["seat"], *black);
    assert_eq!(resume(&server).json()["seat"], *black);
}

#[test]
fn the_address_of_a_game_goes_on_after_a_restart() {
    let server = Server::start();
    let black = clocked(&server);
    let white = invited(&asked(&server, &black));
    asked(&server, &white);
    server.machine.seconds.fetch_add(7, Ordering::Relaxed);
    for (number, link) in [&black, &white, &black].into_iter().enumerate() {
        assert_eq!(
            server
                .act(link, "move", number, ["D4", "C3", "E5"][number])
                .status,
            200
        );
    }
    let alone = server.new_game("computer", 7);
    server.act(&alone, "move", 0, "D4");
    server.state(&alone, |state| moves(state) == 2);

    let again = server.start_again();
    assert_eq!(moves(&asked(&again, &alone)), 2);
    let state = asked(&again, &white);
    assert_eq!(
        (moves(&state), &state["other"]["page"]),
        (3, &json!("awaited"))
    );
    assert_eq!(
        (left(&state), &state["clocks"]["running"]),
        ([293_000, 300_000], &Value::Null)
    );
    assert_eq!(again.act(&white, "move", 3, "C5").status, 200);
    assert_eq!(moves(&asked(&again, &black)), 4);
    again.act(&black, "resign", 4, "");

    // A game that is over is to be seen in the archive; an address that never was is not here.
    let third = again.start_again();
    let over = third.get(&format!("/api/seat/{black}"));
    assert_eq!(over.status, 404);
    let name = over.json()["archive"].as_str().unwrap().to_owned();
    assert_eq!(third.get(&format!("/api/archive/{name}")).status, 200);
    let gone = third.get("/api/seat/77777777/events");
    assert!(
        gone.status == 404 && gone.body.contains("start page"),
        "{}",
        gone.body
    );
}
