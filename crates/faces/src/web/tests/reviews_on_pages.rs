//! The losses, sums, marks and left-out parts that a review shows, a move tried again, and a look back
//! in a game.

use serde_json::{Value, json};

use super::test_server::Server;

const BYTES: [(&str, &str); 1] = [("Content-Type", "application/octet-stream")];
/// Black gives stones away.
const LOST: &[u8] = b"(;SZ[7]KM[5.5];B[dd];W[aa];B[gg];W[ag])";

#[test]
fn each_move_has_its_loss_and_both_sides_their_sum() {
    let server = Server::start();
    let part = server.curve("POST /api/record/curve?from=0", LOST);
    let points = part["points"].as_array().unwrap();
    assert_eq!(points[0]["loss"], Value::Null);
    for point in &points[1..] {
        let loss = &point["loss"];
        let (sign, words) = (loss["sign"].as_str(), loss["words"].as_str());
        let (sign, words) = (sign.unwrap(), words.unwrap());
        assert!(["", "?!", "?", "??"].contains(&sign), "{loss}");
        assert_eq!(words.contains(" loses "), !sign.is_empty(), "{loss}");
    }
    let summary = part["summary"].as_array().unwrap();
    let sides: Vec<bool> = summary
        .iter()
        .zip(["Black: 2 moves, ", "White: 2 moves, "])
        .map(|(line, side)| line.as_str().unwrap().starts_with(side))
        .collect();
    assert_eq!(sides, [true, true], "{summary:?}");
}

#[test]
fn a_move_that_lost_much_is_tried_again_as_a_problem() {
    let server = Server::start();
    let part = server.curve("POST /api/record/curve?from=0", LOST);
    let points = part["points"].as_array().unwrap();
    let heavy = points.iter().position(|point| {
        point["loss"]["sign"]
            .as_str()
            .is_some_and(|sign| !sign.is_empty())
    });
    let heavy = heavy.expect("a move that lost much");
    let again = |number: usize| {
        let line = format!("POST /api/record/again?number={number}&name=my]game");
        server.request(&line, &BYTES, LOST)
    };
    let opened = again(heavy);
    assert_eq!(opened.status, 200, "{}", opened.body);
    let link = opened.json()["study"].as_str().unwrap().to_owned();
    let study = server.get(&format!("/api/study/{link}")).json();
    let task = study["task"].as_str().unwrap();
    assert!(task.contains("find a better move than"), "{task}");
    let title = format!("Your own problem: Black - White, move {heavy} (1 of 1)");
    assert_eq!(study["title"], title);
    assert_eq!(study["game"], Value::Null, "no record of this name is kept");
    let own = server.get("/api/practice").json();
    let own = own["sets"].as_array().unwrap().iter();
    let own = own.filter(|set| set["name"] == "own").count();
    assert_eq!(own, 1);
    for number in [0, 99] {
        assert_eq!(again(number).status, 409, "{number}");
    }
}

#[test]
fn what_is_known_is_shown_at_once_and_a_problem_leads_back_to_its_game() {
    let server = Server::start();
    let games = server.folder.path().join("games");
    std::fs::create_dir_all(&games).unwrap();
    std::fs::write(games.join("lost.sgf"), LOST).unwrap();
    let known = || {
        server
            .get("/api/archive/lost.sgf/curve?from=0&known=true")
            .json()
    };
    let count = |part: &Value| {
        let points = part["points"].as_array().unwrap();
        points.iter().filter(|point| !point.is_null()).count()
    };
    assert_eq!((count(&known()), &known()["waits"]), (0, &json!(false)));
    let part = server.curve("GET /api/archive/lost.sgf/curve?from=0", b"");
    assert_eq!(count(&known()), count(&part));
    let lost = part["points"].as_array().unwrap();
    let heavy = lost.iter().position(|point| {
        point["loss"]["sign"]
            .as_str()
            .is_some_and(|sign| !sign.is_empty())
    });
    let heavy = heavy.expect("a move that lost much");
    let line = format!("POST /api/record/again?number={heavy}&name=lost");
    let opened = server.request(&line, &BYTES, LOST).json();
    let study = server.get(&format!("/api/study/{}", opened["study"].as_str().unwrap()));
    assert_eq!(study.json()["game"], json!(["lost.sgf", heavy]));
}

#[test]
fn marks_ranks_and_what_is_left_out_are_told() {
    let server = Server::start();
    let sgf = b"(;SZ[9]PB[Ito]BR[3k]PW[Abe];B[ee]TR[ee]LB[cc:A]MA[gg](;W[ce])(;W[gc];B[gc]))(;SZ[9];B[aa])";
    let shown = server.request("POST /api/record", &BYTES, sgf).json();
    assert_eq!(
        (&shown["black"], &shown["white"]),
        (&json!("Ito (3k)"), &json!("Abe"))
    );
    assert_eq!(
        shown["nodes"][1]["marks"],
        json!([["E5", "triangle"], ["G3", "cross"], ["C7", {"label": "A"}]])
    );
    assert_eq!(
        shown["left_out"],
        json!([
            "The file has 1 more game: this is the first.",
            "1 variation against the rules: cut off before the illegal move."
        ])
    );
    let games = server.folder.path().join("games");
    std::fs::create_dir_all(&games).unwrap();
    std::fs::write(games.join("two.sgf"), sgf).unwrap();
    let kept = server.get("/api/archive/two.sgf").json();
    assert_eq!(
        kept["left_out"],
        json!(["The file has 1 more game: this is the first."])
    );
}

#[test]
fn an_earlier_position_of_a_game_is_looked_at() {
    let server = Server::start();
    let seat = server.new_game("here", 9);
    for (moves, point) in ["E5", "D4", "C3"].into_iter().enumerate() {
        assert_eq!(server.act(&seat, "move", moves, point).status, 200);
    }
    let after = |moves: usize| server.get(&format!("/api/seat/{seat}/after/{moves}"));
    let first = after(1).json();
    assert_eq!(
        (&first["number"], &first["point"]),
        (&json!(1), &json!("E5"))
    );
    let stones = |state: &Value| state["board"].as_str().unwrap().matches(['X', 'O']).count();
    assert_eq!((stones(&after(0).json()), stones(&first)), (0, 1));
    assert_eq!(after(4).status, 422);
}
