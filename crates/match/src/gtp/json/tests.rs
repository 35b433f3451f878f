use std::cell::Cell;
use std::time::Duration;

use serde_json::{Value, json};

use super::{AnalysisConfig, AnalysisQueue};
use crate::gtp::Input;
use sgmp_engine::engine::{NetChoice, Settings};

fn queue(net: Option<NetChoice>) -> AnalysisQueue {
    AnalysisQueue::new(AnalysisConfig {
        engine: Settings {
            net,
            memory: 1 << 20,
            ..Settings::default()
        },
        max_visits: 12,
        max_time: None,
    })
}

fn values(lines: &[String]) -> Vec<Value> {
    let value = |line: &String| serde_json::from_str(line).unwrap();
    lines.iter().map(value).collect()
}

/// The answers that come at once.
fn send(queue: &mut AnalysisQueue, line: &Value) -> Vec<Value> {
    values(&queue.take_line(&Input::Line(line.to_string())))
}

/// The answers about the next position; each look at the clock takes a second.
fn run_next(queue: &mut AnalysisQueue) -> Vec<Value> {
    let task = queue.start_next().unwrap();
    let seconds = Cell::new(0);
    let now = || {
        seconds.set(seconds.get() + 1);
        Duration::from_secs(seconds.get())
    };
    let mut lines = Vec::new();
    task.run(&now, &mut |line| lines.push(line.to_owned()));
    queue.finish(&task);
    values(&lines)
}

/// A query of a board of 7 lines, with more fields.
fn query(more: &Value) -> Value {
    let mut query = json!({
        "id": "q", "moves": [["B", "D4"], ["W", "C3"]], "rules": "chinese", "komi": 7,
        "boardXSize": 7, "boardYSize": 7,
    });
    let more = more.as_object().unwrap().clone();
    query.as_object_mut().unwrap().extend(more);
    query
}

#[test]
fn a_position_is_told_for_the_side_that_is_asked_for() {
    let net = Some(NetChoice::embedded());
    let mut queue = queue(net);
    let fields = |side: &str| {
        query(&json!({
            "komi": 30, "includeOwnership": true, "includePolicy": true, "includePVVisits": true,
            "overrideSettings": { "reportAnalysisWinratesAs": side, "analysisPVLen": 2 },
        }))
    };
    let mut answers = Vec::new();
    for side in ["BLACK", "WHITE", "SIDETOMOVE"] {
        assert_eq!(send(&mut queue, &fields(side)), Vec::<Value>::new());
        answers.push(run_next(&mut queue).remove(0));
    }
    let [black, white, side] = &answers[..] else {
        panic!("three answers");
    };
    assert_eq!(black, side, "Black is to move");
    let sum = |key: &str| {
        let value = |answer: &Value| answer["rootInfo"][key].as_f64().unwrap();
        value(black) + value(white)
    };
    assert!((sum("winrate") - 1.0).abs() < 1e-5);
    assert!(sum("scoreLead").abs() < 1e-5 && sum("utility").abs() < 1e-5);
    assert!(black["rootInfo"]["scoreLead"].as_f64().unwrap() < -5.0);
    assert_eq!(black["rootInfo"]["visits"], 12);
    assert_eq!(black["rootInfo"]["currentPlayer"], "B");
    let first = &black["moveInfos"][0];
    assert_eq!(first["order"], 0);
    assert_eq!(first["pv"][0], first["move"]);
    assert!(first["pv"].as_array().unwrap().len() <= 2);
    assert_eq!(first["pvVisits"][0], first["visits"]);
    assert_eq!(first["scoreMean"], first["scoreLead"]);
    let owner = |answer: &Value| answer["ownership"][3 * 7 + 3].as_f64().unwrap();
    assert!((owner(black) + owner(white)).abs() < 1e-5);
    let policy = black["policy"].as_array().unwrap();
    assert_eq!(policy.len(), 50);
    let [letter, digit] = first["move"].as_str().unwrap().as_bytes() else {
        panic!("a point");
    };
    let place = usize::from(b'7' - digit) * 7 + usize::from(letter - b'A');
    let share = policy[place].as_f64().unwrap();
    let prior = first["prior"].as_f64().unwrap();
    assert!((share - prior).abs() < 0.02, "{share} {prior}");
    assert!(black["rootInfo"]["rawLead"].as_f64().unwrap() < -5.0);
    assert!(black["rootInfo"]["rawWinrate"].as_f64().unwrap() < 0.5);
    assert_eq!(policy[3 * 7 + 3], -1.0);
    assert_eq!(black["policy"], white["policy"]);
}

#[test]
fn each_move_has_the_owners_after_it() {
    let mut queue = queue(Some(NetChoice::embedded()));
    let fields = |side: &str| {
        query(&json!({
            "includeMovesOwnership": true,
            "overrideSettings": { "reportAnalysisWinratesAs": side },
        }))
    };
    let mut answers = Vec::new();
    for side in ["BLACK", "WHITE"] {
        assert_eq!(send(&mut queue, &fields(side)), Vec::<Value>::new());
        answers.push(run_next(&mut queue).remove(0));
    }
    let owner = |answer: &Value, info: &Value, mv: &str| {
        let [letter, digit] = mv.as_bytes() else {
            panic!("a point");
        };
        let place = usize::from(b'7' - digit) * 7 + usize::from(letter - b'A');
        assert!(answer.get("ownership").is_none(), "nobody asked for it");
        assert_eq!(info["ownership"].as_array().unwrap().len(), 49);
        info["ownership"][place].as_f64().unwrap()
    };
    let mut compared = 0;
    for info in answers[0]["moveInfos"].as_array().unwrap() {
        let mv = info["move"].as_str().unwrap();
        let others = answers[1]["moveInfos"].as_array().unwrap().iter();
        let other = others.clone().find(|other| other["move"] == info["move"]);
        let Some(other) = other.filter(|_| mv != "pass") else {
            continue;
        };
        let sum = owner(&answers[0], info, mv) + owner(&answers[1], other, mv);
        assert!(sum.abs() < 1e-5, "the two sides see the opposite");
        compared += 1;
    }
    assert!(compared > 1);
    // The stone that Black would put there stays Black's.
    let first = &answers[0]["moveInfos"][0];
    let mv = first["move"].as_str().unwrap();
    assert!(owner(&answers[0], first, mv) > 0.0, "{mv}");
}

#[test]
fn without_a_net_no_move_has_points() {
    let mut queue = queue(None);
    let warnings = send(&mut queue, &query(&json!({ "includePolicy": true })));
    assert_eq!(warnings[0]["field"], "includePolicy");
    let answer = run_next(&mut queue).remove(0);
    assert!(
        answer["moveInfos"][0].get("scoreLead").is_none(),
        "{answer}"
    );
    assert!(answer["moveInfos"][0]["winrate"].is_number());
    // The position's are counted at the ends of the playouts.
    let lead = answer["rootInfo"]["scoreLead"].as_f64().unwrap();
    assert!(lead.abs() < 60.0, "{answer}");
    assert!(answer["rootInfo"].get("utility").is_none());
    assert!(answer.get("policy").is_none() && answer.get("ownership").is_none());
}

#[test]
fn the_highest_priority_comes_first_and_the_earliest_of_equals() {
    let mut queue = queue(None);
    let turns = json!({ "id": "many", "analyzeTurns": [0, 1, 2], "priorities": [1, 3, 1] });
    send(&mut queue, &query(&turns));
    send(&mut queue, &query(&json!({ "id": "one", "priority": 2 })));
    let mut order = Vec::new();
    while let Some(task) = queue.start_next() {
        order.push((task.query.id.clone(), task.turn));
        queue.finish(&task);
    }
    let expected = [("many", 1), ("one", 2), ("many", 0), ("many", 2)];
    assert_eq!(order, expected.map(|(id, turn)| (id.to_owned(), turn)));
    assert!(queue.is_idle());
}

#[test]
fn what_is_terminated_has_one_last_line_each() {
    let mut queue = queue(None);
    send(&mut queue, &query(&json!({ "analyzeTurns": [0, 1, 2] })));
    let running = queue.start_next().unwrap();
    let some =
        json!({ "id": "t", "action": "terminate", "terminateId": "q", "turnNumbers": [0, 2] });
    let gone = json!({ "id": "q", "isDuringSearch": false, "noResults": true, "turnNumber": 2 });
    assert_eq!(send(&mut queue, &some), [some, gone.clone()]);
    assert!(running.halt.is_requested());
    let mut said = Vec::new();
    running.run(&|| Duration::ZERO, &mut |line| said.push(line.to_owned()));
    queue.finish(&running);
    assert_eq!(values(&said)[0]["noResults"], true);
    let all = json!({ "id": "t", "action": "terminate_all" });
    assert_eq!(send(&mut queue, &all).len(), 2);
    assert!(queue.is_idle());
    let nobody = json!({ "id": "t", "action": "terminate", "terminateId": "x" });
    assert_eq!(send(&mut queue, &nobody), [nobody]);
}

#[test]
fn reports_come_while_the_search_goes_on_until_its_time_is_over() {
    let mut queue = queue(Some(NetChoice::embedded()));
    let fields = json!({
        "maxVisits": 10_000_000, "reportDuringSearchEvery": 0.5,
        "overrideSettings": { "maxTime": 3 },
    });
    assert!(send(&mut queue, &query(&fields)).is_empty());
    let answers = run_next(&mut queue);
    let (last, partial) = answers.split_last().unwrap();
    assert_eq!(partial.len(), 2);
    assert!(
        partial
            .iter()
            .all(|answer| answer["isDuringSearch"] == true)
    );
    assert_eq!(last["isDuringSearch"], false);
    assert_eq!(last["rootInfo"]["visits"], 3 * 32);
    let visits = last["moveInfos"].as_array().unwrap().iter();
    let visits: u64 = visits.map(|info| info["visits"].as_u64().unwrap()).sum();
    assert_eq!(visits, 3 * 32);
}

#[test]
fn the_first_report_may_come_sooner_and_be_the_only_one() {
    let mut queue = queue(Some(NetChoice::embedded()));
    for (every, count) in [(json!(2.5), 2), (json!(null), 1)] {
        let fields = json!({
            "maxVisits": 10_000_000, "reportDuringSearchEvery": every,
            "firstReportDuringSearchAfter": 0.5, "overrideSettings": { "maxTime": 6 },
        });
        assert!(send(&mut queue, &query(&fields)).is_empty());
        assert_eq!(run_next(&mut queue).len(), count + 1);
    }
}

#[test]
fn two_threads_make_the_visits_that_are_wanted() {
    let mut queue = queue(Some(NetChoice::embedded()));
    let threads = json!({ "maxVisits": 40, "overrideSettings": { "numSearchThreads": 2 } });
    assert!(send(&mut queue, &query(&threads)).is_empty());
    let answer = run_next(&mut queue).remove(0);
    let visits = answer["rootInfo"]["visits"].as_u64().unwrap();
    assert!(visits >= 40, "{visits}");
}

#[test]
fn avoided_moves_are_not_looked_into() {
    let mut queue = queue(Some(NetChoice::embedded()));
    let moves = |queue: &mut AnalysisQueue, fields: &Value| -> Vec<String> {
        assert!(send(queue, &query(fields)).is_empty());
        let answer = run_next(queue).remove(0);
        let infos = answer["moveInfos"].as_array().unwrap().iter();
        infos
            .map(|info| info["move"].as_str().unwrap().to_owned())
            .collect()
    };
    let free = moves(&mut queue, &json!({}));
    let avoid = json!({ "avoidMoves": [{ "player": "B", "moves": free, "untilDepth": 1 }] });
    let others = moves(&mut queue, &avoid);
    assert!(!others.is_empty() && others.iter().all(|mv| !free.contains(mv)));
    let allow =
        json!({ "allowMoves": [{ "player": "B", "moves": ["C4", "D3"], "untilDepth": 1 }] });
    let mut only = moves(&mut queue, &allow);
    only.sort();
    assert_eq!(only, ["C4", "D3"]);
    let theirs = json!({ "avoidMoves": [{ "player": "W", "moves": free, "untilDepth": 1 }] });
    assert_eq!(moves(&mut queue, &theirs), free);
}

#[test]
fn what_is_wrong_is_named() {
    let mut queue = queue(None);
    for (fields, field) in [
        (json!({ "moves": null }), "moves"),
        (json!({ "moves": [["B", "D4"], ["W", "D4"]] }), "moves"),
        (json!({ "moves": [["X", "D4"]] }), "moves"),
        (json!({ "moves": [["B", "T19"]] }), "moves"),
        (json!({ "moves": "D4" }), "moves"),
        (json!({ "initialStones": [["B", "pass"]] }), "initialStones"),
        (
            json!({ "initialStones": [["B", "A1"], ["W", "A1"]] }),
            "initialStones",
        ),
        (json!({ "initialPlayer": "red" }), "initialPlayer"),
        (json!({ "rules": "tibetan" }), "rules"),
        (json!({ "rules": { "ko": "SIMPLE" } }), "rules"),
        (json!({ "komi": 5.25 }), "komi"),
        (json!({ "komi": 1e300 }), "komi"),
        (json!({ "boardXSize": 20 }), "boardXSize"),
        (json!({ "boardYSize": 9 }), "boardYSize"),
        (json!({ "analyzeTurns": [3] }), "analyzeTurns"),
        (json!({ "analyzeTurns": [] }), "analyzeTurns"),
        (json!({ "priorities": [1, 2] }), "priorities"),
        (json!({ "maxVisits": 0 }), "maxVisits"),
        (json!({ "includeOwnership": 7 }), "includeOwnership"),
        (
            json!({ "reportDuringSearchEvery": -1 }),
            "reportDuringSearchEvery",
        ),
        (json!({ "avoidMoves": [{ "player": "B" }] }), "avoidMoves"),
        (json!({ "overrideSettings": 1 }), "overrideSettings"),
        (
            json!({ "overrideSettings": { "reportAnalysisWinratesAs": "ME" } }),
            "overrideSettings",
        ),
        (json!({ "action": "dance" }), "action"),
        (json!({ "action": "terminate" }), "terminateId"),
    ] {
        let answers = send(&mut queue, &query(&fields));
        assert_eq!(answers.len(), 1, "{fields}");
        assert!(answers[0]["error"].is_string(), "{fields}: {answers:?}");
        assert_eq!(
            (&answers[0]["field"], &answers[0]["id"]),
            (&json!(field), &json!("q")),
            "{fields}"
        );
    }
    assert!(queue.is_idle());
    for line in ["{", "[]", "{\"id\": 7}", "nonsense"] {
        let answers = values(&queue.take_line(&Input::Line(line.to_owned())));
        assert!(answers[0]["error"].is_string(), "{line}");
    }
    let illegal = query(&json!({ "moves": [["B", "D4"], ["W", "D4"]] }));
    let error = send(&mut queue, &illegal).remove(0);
    let told = error["error"].as_str().unwrap();
    assert!(told.starts_with("Illegal move 1: D4"), "{told}");
}

#[test]
fn what_is_not_known_is_warned_of_and_goes_on() {
    let mut queue = queue(None);
    let fields = json!({
        "rules": "new zealand", "includeMovesOwnership": true, "colour": "blue",
        "overrideSettings": { "wideRootNoise": 0.04 },
    });
    let warnings = send(&mut queue, &query(&fields));
    let named: Vec<&str> = warnings
        .iter()
        .map(|warning| warning["field"].as_str().unwrap())
        .collect();
    assert_eq!(
        named,
        [
            "rules",
            "overrideSettings",
            "includeMovesOwnership",
            "colour"
        ]
    );
    assert!(
        warnings
            .iter()
            .all(|warning| warning["warning"].is_string())
    );
    assert_eq!(run_next(&mut queue).len(), 1);
}

#[test]
fn the_program_tells_what_it_is() {
    let mut queue = queue(Some(NetChoice::embedded()));
    let ask = |action: &str| json!({ "id": "a", "action": action });
    let version = send(&mut queue, &ask("query_version")).remove(0);
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(version["git_hash"], "<omitted>");
    let models = send(&mut queue, &ask("query_models")).remove(0);
    assert_eq!(models["models"].as_array().unwrap().len(), 1);
    assert_eq!(send(&mut queue, &ask("clear_cache")), [ask("clear_cache")]);
}

#[test]
fn stones_and_sides_stand_as_they_are_said() {
    let mut queue = queue(None);
    for (fields, player) in [
        (json!({ "moves": [] }), "B"),
        (json!({ "moves": [], "initialStones": [["B", "D4"]] }), "W"),
        (json!({ "moves": [], "initialPlayer": "W" }), "W"),
        (json!({ "moves": [["W", "D4"]], "analyzeTurns": [0] }), "W"),
        (json!({ "rules": { "scoring": "TERRITORY" } }), "B"),
        (json!({ "rules": "korean" }), "B"),
    ] {
        assert!(send(&mut queue, &query(&fields)).is_empty(), "{fields}");
        let answer = run_next(&mut queue).remove(0);
        assert_eq!(answer["rootInfo"]["currentPlayer"], player, "{fields}");
    }
}

/// KataGo queues whatever comes: so do we, in order, and what is given up is told.
#[test]
fn thousands_of_queries_wait_and_none_is_refused() {
    let mut queue = queue(None);
    let line = |id: usize| {
        format!(
            r#"{{"id":"{id}","moves":[["B","pass"]],"analyzeTurns":[0,1],"rules":"japanese","komi":6.5,"boardXSize":2,"boardYSize":2,"maxVisits":1}}"#
        )
    };
    for id in 0..2500 {
        assert_eq!(
            queue.take_line(&Input::Line(line(id))),
            Vec::<String>::new()
        );
    }
    let gone = queue.take_line(&Input::Line(
        r#"{"id":"x","action":"terminate","terminateId":"2499","turnNumbers":[1]}"#.to_owned(),
    ));
    assert_eq!(gone.len(), 2, "{gone:?}");
    let mut begun = Vec::new();
    while let Some(task) = queue.start_next() {
        begun.push((task.query.id.parse::<usize>().unwrap(), task.turn));
        queue.finish(&task);
    }
    let mut expected: Vec<_> = (0..2500).flat_map(|id| [(id, 0), (id, 1)]).collect();
    expected.pop();
    assert_eq!(begun, expected);
    assert!(queue.is_idle());
}

#[test]
fn fractions_of_a_board_or_of_a_visit_are_refused_by_name() {
    for (field, query) in [
        ("boardXSize", r#""boardXSize":9.5,"boardYSize":9"#),
        (
            "maxVisits",
            r#""boardXSize":9,"boardYSize":9,"maxVisits":2.5"#,
        ),
    ] {
        let line = format!(r#"{{"id":"1","moves":[],"rules":"japanese",{query}}}"#);
        let told = queue(None).take_line(&Input::Line(line));
        assert!(
            told[0].contains(field) && told[0].contains("whole"),
            "{told:?}"
        );
    }
}
