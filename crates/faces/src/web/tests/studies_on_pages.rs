//! Studies on pages: the search for one's own mistakes, part after part.

use serde_json::{Value, json};

use super::test_server::Server;

/// Black leaves two stones in atari that could have joined another, and eight moves follow.
const LEFT_IN_ATARI: &str = "(;SZ[7]PB[Ada]PW[sgmp-go level 3]AB[dc][dd][fc]AW[db][cc][cd][ed][de]PL[B]\
    ;B[gg];W[ec];B[gf];W[aa];B[ge];W[ab];B[gd];W[ac])";

#[test]
fn mistakes_are_looked_for_in_parts_and_what_a_part_found_is_kept() {
    let server = Server::start();
    let games = server.folder.path().join("games");
    std::fs::create_dir_all(&games).unwrap();
    std::fs::write(games.join("a.sgf"), LEFT_IN_ATARI).unwrap();
    let part = || {
        let answer = server.post("/api/study/mistakes", &json!({"game": "a.sgf"}));
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    };
    let deck = || std::fs::read_to_string(server.folder.path().join("learner/mistakes.sgf")).ok();
    let told = json!(["Move 1, Black G1: E5 could save Black's 2 stones at D4."]);
    let first = part();
    let expected = json!({"looked_at": 6, "moves": 8, "told": told, "added": 1});
    assert_eq!(first, expected);
    // The page may go now: what was found is in the deck.
    assert!(deck().is_some_and(|deck| deck.contains("a-1")));
    // A look later goes on where the first one was left, and adds nothing again.
    let second = part();
    let expected = json!({"looked_at": 8, "moves": 8, "told": told, "added": 0});
    assert_eq!(second, expected);
    assert_eq!(part(), expected);
    // A deck that was taken away is filled again.
    std::fs::remove_file(server.folder.path().join("learner/mistakes.sgf")).unwrap();
    assert_eq!((&part()["added"], deck().is_some()), (&json!(1), true));
    // Another game of the same name is looked through from its first move.
    std::fs::write(games.join("a.sgf"), "(;SZ[7]PB[Ada];B[dd];W[cc])").unwrap();
    let other = part();
    assert_eq!(
        (&other["looked_at"], &other["told"]),
        (&json!(2), &Value::Array(Vec::new()))
    );
    let missing = server.post("/api/study/mistakes", &json!({"game": "b.sgf"}));
    assert_eq!(missing.status, 404, "{}", missing.body);
}
