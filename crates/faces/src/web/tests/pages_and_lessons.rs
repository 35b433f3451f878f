//! The files of the page, and the tutorial.

use serde_json::json;

use super::test_server::Server;
use crate::tutorial::Course;

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
        ("/sizes.js", "text/javascript"),
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
    // A learner who is shown it has not solved it.
    let shown = json!({"answer": "D3", "shown": true});
    let shown = server.post("/api/tutorial/capture-one", &shown).json();
    assert_eq!(shown["outcome"], "right");
    assert_eq!(server.get("/api/tutorial").json()["done"], json!([]));
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
    // The learner's file, which the terminal's tutorial reads too.
    let file = server.folder.path().join("learner").join(Course::FILE);
    let place = screens.iter().position(|name| *name == "capture-one");
    let next = screens[place.unwrap() + 1];
    assert_eq!(
        std::fs::read_to_string(file).unwrap(),
        format!("sgmp-go tutorial 1\nat {next}\ndone capture-one\n")
    );
    let all = server.get("/api/tutorial").json();
    assert_eq!(
        (&all["done"], &all["at"]),
        (&json!(["capture-one"]), &json!(next))
    );
    assert_eq!(server.get("/api/tutorial/nothing").status, 404);
    let lost = server.post("/api/tutorial/nothing", &json!({"answer": "A1"}));
    assert_eq!(lost.status, 404);
    assert!(server.get("/api/tutorial/game/1").body.starts_with("(;"));
    assert_eq!(server.get("/api/tutorial/game/0").status, 404);
}
