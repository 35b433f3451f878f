//! Output of a match: for programs, for people, or none.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::{Folder, Program, as_shell_words, gnugo_port, ours};
use crate::tools::needs;

/// The frozen names, each with its fields: the snapshot that the library's own test compares.
const FROZEN: &str = include_str!(
    "../../crates/match/src/spectators/snapshots/sgmp_match__spectators__json_events__tests__names_and_fields_are_part_of_the_interface.snap"
);

/// The fields of an event, as frozen.
fn frozen(event: &str) -> BTreeSet<&'static str> {
    let rest = FROZEN
        .split_once(&format!("\n{event}\n"))
        .unwrap_or_else(|| panic!("{event} is no event's name"))
        .1;
    let fields = rest.lines().take_while(|line| line.starts_with("  "));
    fields
        .filter_map(|line| Some(line.trim().split_once(':')?.0))
        .collect()
}

/// Reads events line by line, and holds each against the frozen form.
fn read_events(text: &str) -> Vec<Value> {
    let mut last = 0;
    let events = text.lines().map(|line| {
        let event: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        let fields = event.as_object().expect("an object");
        assert_eq!(fields["v"], 1, "{line}");
        let time = fields["t"].as_u64().expect("milliseconds");
        assert!(time >= last, "time runs backwards: {line}");
        last = time;
        let known = frozen(fields["event"].as_str().expect("a name"));
        let unknown = fields
            .keys()
            .find(|name| *name != "event" && !known.contains(name.as_str()));
        assert_eq!(unknown, None, "{line}");
        event
    });
    events.collect()
}

fn named<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
    events
        .iter()
        .filter(|event| event["event"] == name)
        .collect()
}

/// A whole 5x5 match as Black against GNU Go, with these words more.
fn play(folder: &Folder, words: &[&str]) -> (String, String) {
    let port = gnugo_port(folder, "gnugo", "white", 5);
    let mut command = ours(folder, "ours", "black", &port);
    command.args(["--size", "5"]).args(words);
    let (code, stdout, stderr) = Program::run(folder, "ours", &mut command);
    assert_eq!(code, 0, "{stdout}{stderr}");
    (stdout, stderr)
}

#[test]
fn one_event_a_line_for_programs() {
    needs!(GnuGo);
    let folder = Folder::new();
    let (stdout, _) = play(&folder, &["--json"]);
    let events = read_events(&stdout);

    let ready = named(&events, "ready");
    assert_eq!(ready.len(), 1);
    assert_eq!(
        (&ready[0]["color"], &ready[0]["size"]),
        (&"black".into(), &5.into())
    );
    assert_eq!(
        (&ready[0]["komi"], &ready[0]["time_ms"]),
        (&"5.5".into(), &3_000_000.into())
    );

    let moves = named(&events, "move");
    for (event, number) in moves.iter().zip(1..) {
        assert_eq!(event["number"], number);
        let color = if number % 2 == 1 { "black" } else { "white" };
        assert_eq!(event["color"], color);
        let point = event["move"].as_str().expect("a point");
        let on_board =
            point.len() == 2 && ('A'..='E').contains(&point.chars().next().unwrap_or(' '));
        assert!(point == "pass" || on_board, "{point}");
    }
    assert_eq!(
        moves.last().map(|event| &event["move"]),
        Some(&"pass".into())
    );
    assert_eq!(named(&events, "our_turn").len(), moves.len().div_ceil(2));
    assert_eq!(
        named(&events, "acknowledged").len(),
        moves.len().div_ceil(2)
    );
    // The handshake's three frames and an OK for each of White's moves, besides our own; GNU Go
    // does not wait for the last of them.
    assert!(named(&events, "sent").len() >= 2 + moves.len());
    assert!(named(&events, "heard").len() >= 3 + moves.len());

    assert_eq!(named(&events, "ended")[0]["end"], "two_passes");
    let result = named(&events, "result");
    assert_eq!(result.len(), 1);
    let text = result[0]["result"].as_str().expect("a result");
    assert!(
        folder.read("ours.sgf").contains(&format!("RE[{text}]")),
        "{text}"
    );
}

#[test]
fn events_in_a_file_and_progress_on_the_screen() {
    needs!(GnuGo);
    let folder = Folder::new();
    let file = folder.text("events.jsonl");
    let (stdout, _) = play(&folder, &[&format!("--json={file}")]);
    let events = read_events(&folder.read("events.jsonl"));
    let moves = named(&events, "move").len();
    assert_eq!(stdout.matches("left: Black").count(), moves, "{stdout}");
    for words in [
        "the game begins",
        "two consecutive passes",
        "Marks:",
        "result: ",
        "record: ",
    ] {
        assert!(stdout.contains(words), "{words:?} is missing: {stdout}");
    }
}

#[test]
fn quiet_is_silent() {
    needs!(GnuGo);
    let folder = Folder::new();
    assert_eq!(play(&folder, &["--quiet"]), (String::new(), String::new()));
    assert!(folder.read("ours.sgf").contains("RE["));
}

/// With `--port -` every byte on standard output is a frame's; the progress is on standard error.
#[test]
fn nothing_but_frames_on_a_standard_output_that_is_the_line() {
    let folder = Folder::new();
    let (wire, events) = (folder.text("wire.bin"), folder.text("events.jsonl"));
    let mut white = ours(&folder, "white", "white", "-");
    white.args(["--size", "5", &format!("--json={events}")]);
    let child = as_shell_words(&white);
    // A pipe in the middle keeps a copy of what White says.
    let script = folder.path("white.sh");
    let text = format!("{child} 2>{wire}.said | tee {wire}\n");
    std::fs::write(&script, text).expect("a script");
    let port = format!("exec:sh {}", script.display());
    let mut black = ours(&folder, "black", "black", &port);
    black.args(["--size", "5", "--quiet"]);
    Program::start(&folder, "black", &mut black).ends_with(0);

    let bytes = std::fs::read(&wire).expect("what White said");
    assert!(
        bytes.len().is_multiple_of(4) && bytes.len() > 40,
        "{} bytes",
        bytes.len()
    );
    for frame in bytes.chunks(4) {
        let frame: [u8; 4] = frame.try_into().expect("four bytes");
        assert!(sgmp_proto::Frame::from_bytes(frame).is_ok(), "{frame:02x?}");
    }
    assert!(folder.read("wire.bin.said").contains("the game begins"));
    let events = read_events(&folder.read("events.jsonl"));
    assert_eq!(named(&events, "result").len(), 1);
}

#[test]
fn a_reader_that_goes_away_does_not_end_the_match() {
    needs!(GnuGo);
    let folder = Folder::new();
    let port = gnugo_port(&folder, "gnugo", "white", 5);
    let mut match_of_ours = ours(&folder, "ours", "black", &port);
    match_of_ours.args(["--size", "5"]);
    let words = as_shell_words(&match_of_ours);
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &format!("{{ {words}; echo $? >&2; }} | head -1")]);
    let (_, stdout, stderr) = Program::run(&folder, "shell", &mut shell);
    assert_eq!(
        (stdout.lines().count(), stderr.trim()),
        (1, "0"),
        "{stderr}"
    );
    assert!(folder.read("ours.sgf").contains("RE["));
}
