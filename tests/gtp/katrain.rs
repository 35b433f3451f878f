//! KaTrain's dialogue with `sgmp-go analysis`: its queries as its `core/engine.py` writes them, the answers
//! as it reads them.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// Longest time that any answer may take, on a machine however busy.
const HANG_TIMEOUT: Duration = Duration::from_secs(60);

/// The program as KaTrain starts it, with two threads whatever the machine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
            .env("XDG_CONFIG_HOME", "/dev/null")
            .args(["analysis", "--positions", "2", "--threads", "1"])
            .args(["--memory", "32M"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    fn send(&mut self, query: &Value) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{query}").expect("the program reads");
    }

    /// The next answer that is no warning: those KaTrain only logs.
    fn answer(&self) -> Value {
        loop {
            let line = self.lines.recv_timeout(HANG_TIMEOUT).expect("in time");
            let answer: Value = serde_json::from_str(&line).expect("JSON");
            assert!(
                answer["id"].is_string(),
                "KaTrain drops what has no id: {line}"
            );
            if answer.get("warning").is_none() {
                return answer;
            }
        }
    }

    /// Ends the input; gives the exit code, the lines that came still, and what was said to the operator.
    fn end(mut self) -> (Option<i32>, Vec<String>, String) {
        drop(self.input.take());
        let rest: Vec<String> = self.lines.iter().collect();
        let mut said = String::new();
        let mut errors = self.child.stderr.take().expect("a pipe");
        errors.read_to_string(&mut said).expect("text");
        (self.child.wait().expect("it ended").code(), rest, said)
    }
}

/// A query about the last position of a game on 9 lines, as KaTrain writes it.
fn query(id: &str, moves: &Value, visits: u32) -> Value {
    let turn = moves.as_array().unwrap().len();
    json!({
        "id": id, "rules": "japanese", "priority": 0, "analyzeTurns": [turn], "maxVisits": visits,
        "komi": 6.5, "boardXSize": 9, "boardYSize": 9, "includeOwnership": true,
        "includeMovesOwnership": true, "includePolicy": true, "initialStones": [],
        "initialPlayer": "B", "moves": moves,
        "overrideSettings": {
            "reportAnalysisWinratesAs": "BLACK", "wideRootNoise": 0.04, "maxTime": 8.0,
        },
    })
}

/// Asserts that all is there that KaTrain takes from an answer without asking.
fn assert_complete(answer: &Value) {
    let root = &answer["rootInfo"];
    for key in ["visits", "winrate", "scoreLead"] {
        assert!(root[key].is_number(), "{key}: {answer}");
    }
    assert_eq!(answer["ownership"].as_array().unwrap().len(), 81);
    assert_eq!(answer["policy"].as_array().unwrap().len(), 82);
    for info in answer["moveInfos"].as_array().unwrap() {
        for key in ["visits", "winrate", "scoreLead", "prior", "order"] {
            assert!(info[key].is_number(), "{key}: {answer}");
        }
        assert!(info["move"].is_string() && info["pv"].is_array());
        assert_eq!(info["ownership"].as_array().unwrap().len(), 81);
    }
}

#[test]
fn katrain_reviews_a_game_and_ponders() {
    let mut engine = Engine::start();
    let moves = json!([["B", "E5"], ["W", "C3"], ["B", "G7"]]);
    // A record is opened: every position, the game's end first by its priority.
    for turn in 0..=3 {
        let played = moves.as_array().unwrap()[..turn].to_vec();
        engine.send(&query(&format!("QUERY:{turn}"), &json!(played), 40));
    }
    let mut answered: Vec<String> = Vec::new();
    for _ in 0..4 {
        let answer = engine.answer();
        assert_complete(&answer);
        assert_eq!(answer["isDuringSearch"], false);
        let id = answer["id"].as_str().unwrap().to_owned();
        assert_eq!(id, format!("QUERY:{}", answer["turnNumber"]));
        answered.push(id);
    }
    answered.sort();
    assert_eq!(answered, ["QUERY:0", "QUERY:1", "QUERY:2", "QUERY:3"]);
    // It ponders: a search without end that reports, until another node is looked at.
    let mut ponder = query("QUERY:4", &moves, 10_000_000);
    ponder["reportDuringSearchEvery"] = json!(0.1);
    ponder["overrideSettings"]
        .as_object_mut()
        .unwrap()
        .remove("maxTime");
    engine.send(&ponder);
    for _ in 0..2 {
        let answer = engine.answer();
        assert_complete(&answer);
        assert_eq!(
            (&answer["id"], &answer["isDuringSearch"]),
            (&json!("QUERY:4"), &json!(true))
        );
    }
    // A small question is answered meanwhile: the other moves than those known, near the middle.
    let mut alternatives = query("QUERY:5", &moves, 30);
    alternatives["avoidMoves"] =
        json!([{ "moves": ["C5", "G3", "D4"], "player": "W", "untilDepth": 1 }]);
    engine.send(&alternatives);
    let terminate = json!({ "action": "terminate", "terminateId": "QUERY:4", "id": "QUERY:6" });
    let mut seen = Vec::new();
    while seen.len() < 3 {
        let answer = engine.answer();
        if answer["isDuringSearch"] == true {
            continue;
        }
        let id = answer["id"].as_str().unwrap().to_owned();
        match id.as_str() {
            "QUERY:5" => {
                let infos = answer["moveInfos"].as_array().unwrap();
                assert!(infos.iter().all(|info| info["move"] != "G3"), "{answer}");
                engine.send(&terminate);
            }
            "QUERY:4" => assert_complete(&answer),
            _ => assert_eq!(answer, terminate),
        }
        seen.push(id);
    }
    assert_eq!(seen[0], "QUERY:5");
    assert_eq!(engine.end(), (Some(0), Vec::new(), String::new()));
}

#[test]
fn katrain_sweeps_the_board_over_an_illegal_move() {
    let mut engine = Engine::start();
    let mut taken = query("QUERY:1", &json!([["B", "E5"], ["W", "E5"]]), 10);
    taken["includePolicy"] = json!(false);
    engine.send(&taken);
    let answer = engine.answer();
    assert_eq!(
        (&answer["id"], &answer["field"]),
        (&json!("QUERY:1"), &json!("moves"))
    );
    let error = answer["error"].as_str().unwrap();
    assert!(
        error.contains("Illegal move"),
        "KaTrain looks for these words: {error}"
    );
    assert_eq!(engine.end().0, Some(0));
}

#[test]
fn the_end_of_the_input_waits_for_what_was_asked() {
    let mut engine = Engine::start();
    for number in 0..5 {
        engine.send(&query(
            &format!("QUERY:{number}"),
            &json!([["B", "E5"]]),
            20,
        ));
    }
    let (code, rest, said) = engine.end();
    assert_eq!((code, said.as_str()), (Some(0), ""));
    let finals = rest.iter().filter(|line| line.contains("\"moveInfos\""));
    assert_eq!(finals.count(), 5, "{rest:?}");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_at_once() {
    let mut engine = Engine::start();
    let mut ponder = query("QUERY:1", &json!([]), 10_000_000);
    ponder["reportDuringSearchEvery"] = json!(0.1);
    ponder["overrideSettings"] = json!({ "reportAnalysisWinratesAs": "BLACK" });
    engine.send(&ponder);
    let _ = engine.answer();
    let id = i32::try_from(engine.child.id()).unwrap();
    let process = rustix::process::Pid::from_raw(id).unwrap();
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    assert_eq!(engine.child.wait().unwrap().code(), Some(130));
}
