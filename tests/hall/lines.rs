//! Players on lines: who ends, dies, hangs, breaks the rules or hangs up, and how it is judged.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use sgmp_match::port::MonotonicClock;
use sgmp_proto::{BoardSize, Color, Config, Event, Session};

use crate::desk::{Desk, plan};

/// A program on a line: the way in which it fails at its first move.
#[derive(Clone, Copy)]
enum Failing {
    /// It says nothing more.
    Hangs,
    /// It plays where a stone is.
    PlaysIllegally,
    HangsUp,
}

/// Plays White at a port of this computer, up to its first move; its address.
fn failing(how: Failing) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        while let Ok((stream, _)) = listener.accept() {
            play(stream, how);
            if matches!(how, Failing::HangsUp) {
                return;
            }
        }
    });
    format!("sgmp:tcp:{address}")
}

fn play(mut stream: TcpStream, how: Failing) {
    let clock = MonotonicClock::start();
    let config = Config {
        size: BoardSize::new(5).expect("a board"),
        // An illegal move is believed when it comes again.
        resend: Duration::from_secs(1),
        ..Config::tournament(Color::White)
    };
    let mut session = Session::new(config, clock.now());
    let timeout = Some(Duration::from_millis(20));
    stream.set_read_timeout(timeout).expect("a timeout");
    let mut bytes = [0; 64];
    loop {
        let heard = match stream.read(&mut bytes) {
            Ok(0) => return,
            Ok(count) => &bytes[..count],
            Err(_) => &[],
        };
        let mut rest = heard;
        while !rest.is_empty() {
            rest = &rest[session.handle_bytes(clock.now(), rest)..];
            while let Some(event) = session.poll_event() {
                let Event::MoveOffered(_, black) = event else {
                    continue;
                };
                session.accept_move(clock.now()).expect("a move");
                match how {
                    Failing::Hangs => {}
                    Failing::PlaysIllegally => session.send_move(black).expect("our turn"),
                    Failing::HangsUp => return,
                }
            }
        }
        session.handle_timeout(clock.now());
        while let Some(transmit) = session.poll_transmit(clock.now()) {
            if stream.write_all(&transmit.bytes()).is_err() {
                return;
            }
        }
    }
}

/// The end of a game against this player: the kind, the result and the words.
fn end(plays: &str, on_crash: &str) -> (String, String, String) {
    let head = format!("format = \"gauntlet\"\nrounds = 1\non_crash = \"{on_crash}\"");
    let players = [("Lots", "random"), ("Line", plays)];
    let desk = Desk::new(&plan(&head, &players).replace("1m", "2s"));
    let (_, told) = desk.heard("run cup.toml --quiet");
    let ended = desk.entries("game-ended");
    let [entry] = &ended[..] else {
        panic!("one game: {told}");
    };
    let word = |key: &str| entry["end"][key].as_str().unwrap_or_default().to_owned();
    (word("kind"), word("result"), word("why"))
}

/// The line plays White: it is at fault, and loses where a crash loses.
fn is_at_fault(plays: &str, kind: &str, words: &str) {
    let [loses, judge] = ["loses", "judge"].map(|on_crash| end(plays, on_crash));
    let won = if kind == "time" { "B+T" } else { "B+F" };
    assert_eq!(
        (loses.0.as_str(), loses.1.as_str()),
        (kind, won),
        "{loses:?}"
    );
    // Time and rules are no matter of crashes.
    let by_judge = match kind {
        "time" | "rule-broken" => won,
        _ => "?",
    };
    assert_eq!(
        (judge.0.as_str(), judge.1.as_str()),
        (kind, by_judge),
        "{judge:?}"
    );
    assert!(loses.2.contains(words), "{loses:?}");
}

#[test]
fn a_program_that_exits_has_crashed() {
    is_at_fault("sgmp:exec:sh -c \"exit 7\"", "crash", "exit code 7");
}

#[test]
fn a_program_that_exits_and_leaves_a_child_at_the_line_has_crashed() {
    let plays = "sgmp:exec:sh -c \"sleep 1000 & echo no board >&2; exit 7\"";
    is_at_fault(plays, "crash", "exit code 7; its last words: no board");
}

#[test]
fn a_program_that_dies_by_a_signal_has_crashed() {
    let plays = "sgmp:exec:sh -c \"kill -SEGV $$\"";
    is_at_fault(plays, "crash", "was killed by SIGSEGV");
}

#[test]
fn a_program_that_says_nothing_hangs() {
    is_at_fault(
        "sgmp:exec:sleep 1000",
        "hang",
        "did not answer the handshake",
    );
}

#[test]
fn a_program_that_stops_in_the_game_loses_on_time() {
    let plays = failing(Failing::Hangs);
    is_at_fault(&plays, "time", "ran out of time");
}

#[test]
fn an_illegal_move_on_a_line_breaks_a_rule() {
    let plays = failing(Failing::PlaysIllegally);
    is_at_fault(&plays, "rule-broken", "illegal move by the opponent");
}

#[test]
fn a_line_that_is_lost_goes_to_the_judge() {
    for on_crash in ["loses", "judge"] {
        let (kind, result, why) = end(&failing(Failing::HangsUp), on_crash);
        assert_eq!(
            (kind.as_str(), result.as_str()),
            ("line-lost", "?"),
            "{why}"
        );
    }
}
