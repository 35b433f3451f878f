//! Whatever is sent: no panic, one answer a command, and a refusal changes nothing.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use sgmp_engine::engine::Settings;
use sgmp_match::gtp::{AnalysisConfig, AnalysisQueue, Input, Server, Splitter};

use crate::host::{Stillness, send, server};

/// Names of all commands but those that read and write files.
fn verbs() -> Vec<String> {
    let (list, _) = send(&mut server(1), "list_commands");
    let names = list.trim_start_matches("= ").split_whitespace();
    names
        .filter(|name| !matches!(*name, "loadsgf" | "printsgf" | "quit"))
        .map(str::to_owned)
        .collect()
}

/// Words that commands take, good and bad.
fn word() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "b",
        "w",
        "BLACK",
        "white",
        "pass",
        "A1",
        "b2",
        "C3",
        "D4",
        "E5",
        "a5",
        "T19",
        "Z9",
        "I5",
        "0",
        "1",
        "2",
        "3",
        "5",
        "9",
        "19",
        "25",
        "-1",
        "6.5",
        "1e300",
        "nan",
        "-inf",
        "18446744073709551616",
        "dead",
        "seki",
        "alive",
        "none",
        "absolute",
        "byoyomi",
        "canadian",
        "chinese",
        "japanese",
        "true",
        "interval",
        "ownership",
        "avoid",
        "allow",
        "A1,B2",
        "rootInfo",
    ]);
    prop_oneof![8 => known.prop_map(str::to_owned), 1 => "[ -~]{0,6}", 1 => any::<String>()]
}

/// A command that may well make sense, on a small board that is soon full of stones.
fn line() -> impl Strategy<Value = String> {
    let verb = prop_oneof![
        3 => prop::sample::select(verbs()),
        3 => Just("play".to_owned()),
        1 => word(),
    ];
    let id = prop_oneof![2 => Just(String::new()), 1 => "[0-9]{1,12} "];
    (id, verb, vec(word(), 0..7))
        .prop_map(|(id, verb, words)| format!("{id}{verb} {}", words.join(" ")))
}

/// All that a controller can see of the position.
fn sight(server: &mut Server) -> String {
    [
        "showboard",
        "move_history",
        "get_handicap",
        "kata-get-rules",
    ]
    .map(|line| send(server, line).0)
    .concat()
}

/// Values that the fields of an analysis query may have, good and bad.
fn json_value() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!(null),
        json!(true),
        json!(-1),
        json!(5),
        json!(7.5),
        json!(1e300),
        json!("B"),
        json!("japanese"),
        json!("{"),
        json!([]),
        json!([0, 1, 70]),
        json!([["B", "C3"], ["W", "pass"], ["B", "A1"]]),
        json!([["W", "Z9"]]),
        json!([{ "player": "W", "moves": ["A1", "b2"], "untilDepth": 3 }]),
        json!({ "scoring": "AREA", "suicide": true }),
        json!({ "maxTime": -1 }),
        json!({ "reportAnalysisWinratesAs": "white", "numSearchThreads": 1e9 }),
        json!("terminate"),
        json!("terminate_all"),
    ])
}

/// Names of such fields.
fn json_name() -> impl Strategy<Value = String> {
    let names = [
        "id",
        "action",
        "terminateId",
        "turnNumbers",
        "moves",
        "initialStones",
        "initialPlayer",
        "rules",
        "komi",
        "boardXSize",
        "boardYSize",
        "analyzeTurns",
        "maxVisits",
        "priority",
        "priorities",
        "avoidMoves",
        "allowMoves",
        "overrideSettings",
        "includePolicy",
        "includeOwnership",
        "reportDuringSearchEvery",
        "whiteHandicapBonus",
        "rootPolicyTemperature",
    ];
    prop::sample::select(names.map(str::to_owned).to_vec())
}

/// A query of a board of 5 lines, with some fields changed.
fn json_query() -> impl Strategy<Value = Value> {
    vec((json_name(), json_value()), 0..4).prop_map(|changes| {
        let mut query: Map<String, Value> = Map::new();
        query.insert("id".to_owned(), json!("q"));
        query.insert("moves".to_owned(), json!([["B", "C3"]]));
        query.insert("rules".to_owned(), json!("chinese"));
        query.insert("boardXSize".to_owned(), json!(5));
        query.insert("boardYSize".to_owned(), json!(5));
        query.extend(changes);
        Value::Object(query)
    })
}

/// A queue whose positions are hardly looked at.
fn queue() -> AnalysisQueue {
    AnalysisQueue::new(AnalysisConfig {
        engine: Settings {
            memory: 1 << 20,
            ..Settings::default()
        },
        max_visits: 2,
        max_time: None,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_refusal_changes_nothing(lines in vec(line(), 1..30)) {
        let mut server = server(4);
        send(&mut server, "boardsize 5");
        for line in lines {
            let before = sight(&mut server);
            let (answer, _) = send(&mut server, &line);
            let is_answer = answer.is_empty()
                || answer.ends_with("\n\n") && answer.matches("\n\n").count() == 1;
            prop_assert!(is_answer, "{line:?}: {answer:?}");
            if answer.starts_with('?') {
                prop_assert_eq!(sight(&mut server), before, "{:?}", line);
            }
            // Large boards are slow to think about.
            if send(&mut server, "query_boardsize").0.len() > "= 9\n\n".len() {
                send(&mut server, "boardsize 5");
            }
        }
    }

    #[test]
    fn any_bytes_are_answered(chunks in vec(vec(any::<u8>(), 0..200), 0..20)) {
        let mut splitter = Splitter::new();
        let mut server = server(4);
        let mut host = Stillness::default();
        for chunk in chunks {
            for input in splitter.feed(&chunk) {
                let _ = server.handle(&input, &mut host);
            }
        }
        let _ = server.handle(&Input::TooLong, &mut host);
        prop_assert!(host.said.ends_with("? line too long\n\n"));
    }
    #[test]
    fn every_query_is_answered_or_queued(queries in vec(json_query(), 1..12)) {
        let mut queue = queue();
        for query in queries {
            let answers = queue.take_line(&Input::Line(query.to_string()));
            for answer in &answers {
                let answer: Value = serde_json::from_str(answer).expect("JSON");
                prop_assert!(answer.is_object());
            }
            prop_assert!(!answers.is_empty() || !queue.is_idle(), "{}", query);
        }
        let mut tasks = 0;
        while let Some(task) = queue.start_next() {
            let mut lines = Vec::new();
            let stopped = queue.take_line(&Input::Line(
                json!({ "id": "t", "action": "terminate_all" }).to_string(),
            ));
            prop_assert!(!stopped.is_empty());
            task.run(&|| std::time::Duration::ZERO, &mut |line| lines.push(line.to_owned()));
            queue.finish(&task);
            prop_assert_eq!(lines.len(), 1);
            tasks += 1;
        }
        prop_assert!(tasks <= 1 && queue.is_idle());
    }

    #[test]
    fn any_bytes_are_no_query(chunks in vec(vec(any::<u8>(), 0..200), 0..20)) {
        let mut splitter = Splitter::new();
        let mut queue = queue();
        for chunk in chunks {
            for input in splitter.feed(&chunk) {
                let _ = queue.take_line(&input);
            }
        }
        prop_assert_eq!(queue.take_line(&Input::TooLong).len(), 1);
    }
}
