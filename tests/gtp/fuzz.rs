//! Whatever is sent: no panic, one answer a command, and a refusal changes nothing.

use proptest::collection::vec;
use proptest::prelude::*;
use sgmp_go::gtp::{Input, Server, Splitter};

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
}
