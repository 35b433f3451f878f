//! The full Go Modem Protocol: GNU Go in its `gmp` mode, and two of ours over a cable.

use std::fs::File;
use std::io::{Read, Write};
use std::process::Command;

use sgmp_proto::{BoardSize, Color, Config, Dialect, Instant, Pace, Phase, ProposedTerms, Session};

use crate::common::{
    Cable, Folder, Program, Signal, Terminal, open_tty, same_moves, sgmp_go, until,
};
use crate::tools::{gnugo_program, needs};

/// GNU Go speaking the full protocol behind `exec:`; `gnugo.sgf` is its record. No size is given:
/// the wire says it.
fn gnugo(folder: &Folder, color: &str) -> String {
    format!(
        "exec:{} --mode gmp --color {color} --komi 5.5 --level 0 --seed 1 --quiet \
         --outfile {}",
        gnugo_program(),
        folder.text("gnugo.sgf")
    )
}

fn ours(folder: &Folder, name: &str, port: &str, words: &[&str]) -> Command {
    let mut command = sgmp_go(&["--port", port, "--dialect", "gmp", "--baud", "115200"]);
    command
        .args(["--playouts", "20", "--seed", "1", "--linger", "500ms"])
        .args([
            "--never-resign",
            "--sgf",
            &folder.text(&format!("{name}.sgf")),
        ])
        .args(words);
    command
}

fn match_against_gnugo(its_color: &str, words: &[&str]) -> String {
    let folder = Folder::new();
    let mut command = ours(&folder, "ours", &gnugo(&folder, its_color), words);
    let mut program = Program::start(&folder, "ours", &mut command);
    program.ends_with(0);
    let told = program.stdout();
    assert!(
        told.contains("the game is over: two consecutive passes"),
        "{told}"
    );
    let moves = same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
    assert!(moves > 20, "a whole game, not {moves} moves: {told}");
    folder.read("gnugo.sgf")
}

#[test]
fn a_whole_match_as_black() {
    needs!(GnuGo);
    let record = match_against_gnugo("white", &["--color", "black", "--size", "9"]);
    assert!(record.contains("SZ[9]"), "{record}");
}

/// GNU Go leaves board and handicap to us, and asks for them after our OK.
#[test]
fn a_whole_match_as_white() {
    needs!(GnuGo);
    let record = match_against_gnugo("black", &["--color", "white", "--size", "9"]);
    assert!(record.contains("SZ[9]"), "{record}");
}

#[test]
fn a_handicap_as_black() {
    needs!(GnuGo);
    let words = ["--color", "black", "--size", "9", "--handicap", "3"];
    let record = match_against_gnugo("white", &words);
    assert!(record.contains("HA[3]"), "{record}");
}

/// We do not even know our color before GNU Go says that it is Black.
#[test]
fn a_handicap_as_white() {
    needs!(GnuGo);
    let record = match_against_gnugo("black", &["--size", "9", "--handicap", "5"]);
    assert!(record.contains("HA[5]"), "{record}");
}

/// A person against GNU Go takes back two moves, its own and GNU Go's, and then another two; the
/// rest of the game is passes. GNU Go never wishes to take back itself.
fn take_back_from_gnugo(its_color: &str, color: &str) {
    let folder = Folder::new();
    let mut command = sgmp_go(&["human", "--dialect", "gmp", "--baud", "115200"]);
    command
        .args(["--port", &gnugo(&folder, its_color), "--linger", "500ms"])
        .args(["--color", color, "--size", "9"])
        .args(["--sgf", &folder.text("ours.sgf")])
        .args(["--trace", &folder.text("ours.trace")]);
    let mut person = Terminal::start(&folder, "ours", &command);
    let our = if color == "black" { "Black" } else { "White" };
    let mut turns = 0;
    let mut at_our_turn = |keys: &str| {
        turns += 1;
        until("our turn", || {
            let screen = person.screen();
            let asked = screen.matches(" left> ").count() >= turns;
            (asked || screen.contains("result: ")).then_some(())
        });
        person.press(keys);
    };
    at_our_turn("A1\n");
    at_our_turn("undo\n");
    at_our_turn("C3\n");
    at_our_turn("J9\n");
    at_our_turn("undo\n");
    let undone = format!("{our} takes back 2");
    until("passes", || {
        at_our_turn("pass\n");
        person.screen().contains("result: ").then_some(())
    });
    let screen = person.screen();
    assert_eq!(screen.matches(&undone).count(), 2, "{screen}");
    person.program.ends_with(0);
    let trace = folder.read("ours.trace");
    assert_eq!(trace.matches(":UNDO(2)").count(), 2, "{trace}");
    let record = folder.read("ours.sgf");
    assert!(record.contains("[cg]"), "C3 stands: {record}");
    assert!(
        !record.contains("[ai]") && !record.contains("[ia]"),
        "{record}"
    );
    let moves = same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
    assert!(moves > 4, "{moves}");
}

#[test]
fn gnugo_as_white_takes_back() {
    needs!(GnuGo);
    take_back_from_gnugo("white", "black");
}

#[test]
fn gnugo_as_black_takes_back() {
    needs!(GnuGo);
    take_back_from_gnugo("black", "white");
}

#[test]
fn what_gnugo_does_not_want_is_no_game() {
    needs!(GnuGo);
    let folder = Folder::new();
    let words = ["--color", "white", "--size", "9", "--rules", "chinese"];
    let mut command = ours(&folder, "ours", &gnugo(&folder, "black"), &words);
    let (code, told, errors) = Program::run(&folder, "ours", &mut command);
    assert_eq!(code, 4, "{told}{errors}");
    assert!(
        errors.contains("the other side answers rules 1, not 2"),
        "{errors}"
    );
    assert!(!folder.path("ours.journal").exists());
}

/// Two of ours: Black says the size and the handicap of two games, White has no opinion.
#[test]
fn two_games_on_one_cable_each_with_its_record() {
    let folder = Folder::new();
    let cable = Cable::new();
    let two = ["--games", "2", "--threads", "1"];
    let trace = folder.text("white.trace");
    let black = ["--color", "black", "--size", "7", "--handicap", "2"];
    let mut white = Program::start(
        &folder,
        "white",
        ours(&folder, "white", cable.b(), &two).args(["--trace", &trace]),
    );
    let mut command = ours(&folder, "black", cable.a(), &black);
    let mut black = Program::start(&folder, "black", command.args(two));
    black.ends_with(0);
    white.ends_with(0);
    for number in ["", "-2"] {
        let record = |name: &str| folder.path(&format!("{name}{number}.sgf"));
        assert!(same_moves(&record("black"), &record("white")) > 2);
        let text = folder.read(&format!("white{number}.sgf"));
        assert!(text.contains("HA[2]") && text.contains("SZ[7]"), "{text}");
    }
    // One trace has both games, and the handshake of each before its head.
    let words = ["replay", &trace, "--sgf", &folder.text("again.sgf")];
    let (_, told, errors) = Program::run(&folder, "replay", &mut sgmp_go(&words));
    assert!(told.contains("\ngame 2\n"), "{told}{errors}");
    for number in ["", "-2"] {
        let (again, white) = (format!("again{number}.sgf"), format!("white{number}.sgf"));
        let words = ["compare", &folder.text(&again), &folder.text(&white)];
        let (code, told, errors) = Program::run(&folder, "compare", &mut sgmp_go(&words));
        assert_eq!(code, 0, "{told}{errors}");
    }
}

/// Each of the 13 questions is asked and answered, and another time limit is shown to both.
#[test]
fn every_question_goes_over_the_wire_and_another_limit_is_shown() {
    let folder = Folder::new();
    let cable = Cable::new();
    let trace = folder.text("white.trace");
    let words = ["--time", "40m", "--trace", &trace];
    let mut white = Program::start(
        &folder,
        "white",
        &mut ours(&folder, "white", cable.b(), &words),
    );
    let words = ["--color", "black", "--size", "5", "--used", "7m"];
    let mut command = ours(&folder, "black", cable.a(), &words);
    let mut black = Program::start(&folder, "black", command.args(["--time", "50m"]));
    black.ends_with(0);
    white.ends_with(0);
    let trace = folder.read("white.trace");
    let lines: Vec<&str> = trace.lines().collect();
    let exchange = |question: (&str, &str), number: u16| {
        let asked = |two: &&[&str]| {
            two[0].contains(question.0) && two[0].ends_with(&format!(":QUERY({number})"))
        };
        let two = lines.windows(2).find(asked)?;
        let (_, answer) = two[1].split_once(question.1)?.1.split_once(":ANSWER(")?;
        answer.strip_suffix(')')?.parse::<u16>().ok()
    };
    let (we_ask, they_ask) = (("Send --> ", "Read <-- "), ("Read <-- ", "Send --> "));
    let of_black = [1, 15, 1, 0, 7, 0, 1, 0, 1, 5, 50, 2, 0];
    for (number, answer) in (0..).zip(of_black) {
        let heard = exchange(we_ask, number);
        assert_eq!(heard, Some(answer), "QUERY({number}): {trace}");
    }
    for (number, answer) in [
        (1, 15),
        (2, 1),
        (3, 0),
        (4, 0),
        (5, 0),
        (6, 1),
        (10, 40),
        (12, 0),
    ] {
        let heard = exchange(they_ask, number);
        assert_eq!(heard, Some(answer), "QUERY({number}): {trace}");
    }
    for (told, theirs, ours) in [(black.stdout(), 40, 50), (white.stdout(), 50, 40)] {
        let warning = format!("the time limit is {theirs} minutes, and ours is {ours} (--time)");
        assert!(told.contains(&warning), "{told}");
    }
}

#[test]
fn contradicting_sizes_are_told_by_who_asks() {
    let folder = Folder::new();
    let cable = Cable::new();
    let mut white = Program::start(
        &folder,
        "white",
        &mut ours(&folder, "white", cable.b(), &["--size", "13"]),
    );
    let words = ["--color", "black", "--size", "9"];
    let black = Program::start(
        &folder,
        "black",
        &mut ours(&folder, "black", cable.a(), &words),
    );
    white.ends_with(4);
    let errors = white.stderr();
    assert!(errors.contains("board size 9, not 13"), "{errors}");
    black.signal(Signal::TERM);
}

#[test]
fn what_only_the_full_protocol_knows_is_refused_elsewhere() {
    let folder = Folder::new();
    for words in [["--handicap", "2"], ["--games", "2"]] {
        let mut command = sgmp_go(&["--port", "tcp:127.0.0.1:1", "--color", "black"]);
        let (code, _, errors) = Program::run(&folder, "refused", command.args(words));
        assert_eq!(code, 2, "{errors}");
        assert!(errors.contains("needs --dialect gmp"), "{errors}");
    }
}

/// Killed in mid-game, a match of the full protocol goes on from its journal.
#[test]
fn a_killed_match_goes_on() {
    let folder = Folder::new();
    let cable = Cable::new();
    let trace = folder.text("white.trace");
    let white = ["--resend", "1s", "--trace", &trace];
    let mut white = Program::start(
        &folder,
        "white",
        &mut ours(&folder, "white", cable.b(), &white),
    );
    let words = [
        "--color",
        "black",
        "--size",
        "9",
        "--handicap",
        "2",
        "--resend",
        "1s",
    ];
    let mut black = Program::start(
        &folder,
        "ours",
        &mut ours(&folder, "ours", cable.a(), &words),
    );
    black.has_said("moves", |told| told.matches("left: Black").count() >= 5);
    black.signal(Signal::KILL);
    assert_eq!(black.end(), -9);
    let mut black = Program::start(
        &folder,
        "resumed",
        &mut crate::common::resumed(&folder, cable.a()),
    );
    black.ends_with(0);
    white.ends_with(0);
    let moves = same_moves(&folder.path("ours.sgf"), &folder.path("white.sgf"));
    assert!(moves > 10, "{moves}");
    assert_stones_were_asked(&folder.read("white.trace"));
}

/// Black is killed when both sides have agreed, before it has a journal, and is started again: White,
/// whose game has begun, begins it again.
#[test]
fn a_black_that_was_killed_before_its_journal_is_started_again() {
    let folder = Folder::new();
    let cable = Cable::new();
    let words = ["--resend", "1s"];
    let mut white = Program::start(
        &folder,
        "white",
        &mut ours(&folder, "white", cable.b(), &words),
    );
    shake_hands_as_black(open_tty(&cable.a().into()));
    until("White's record", || {
        folder.path("white.sgf").exists().then_some(())
    });
    let words = ["--color", "black", "--size", "5", "--resend", "1s"];
    let mut command = ours(&folder, "black", cable.a(), &words);
    let mut black = Program::start(&folder, "black", &mut command);
    black.ends_with(0);
    white.ends_with(0);
    assert!(same_moves(&folder.path("black.sgf"), &folder.path("white.sgf")) > 2);
}

/// White is killed in the middle of the handshake, when it has no journal yet, and is started again by
/// the same command: Black, which gets no answer, begins again.
#[test]
fn a_white_that_was_killed_in_the_handshake_is_started_again() {
    let folder = Folder::new();
    let cable = Cable::new();
    let mut command = ours(&folder, "white", cable.b(), &["--resend", "1s"]);
    let mut white = Program::start(&folder, "killed", &mut command);
    let trace = folder.text("black.trace");
    let words = ["--color", "black", "--size", "5", "--resend", "1s"];
    let mut black = ours(&folder, "black", cable.a(), &words);
    let mut black = Program::start(&folder, "black", black.args(["--trace", &trace]));
    until("a question", || {
        let trace = std::fs::read_to_string(&trace).ok()?;
        trace.contains(":QUERY(8)").then_some(())
    });
    white.signal(Signal::KILL);
    assert_eq!(white.end(), -9);
    assert!(!folder.path("white.journal").exists());
    let mut white = Program::start(&folder, "white", &mut command);
    black.ends_with(0);
    white.ends_with(0);
    assert!(same_moves(&folder.path("black.sgf"), &folder.path("white.sgf")) > 2);
    let trace = folder.read("black.trace");
    assert!(trace.matches(":NEWGAME").count() > 1, "{trace}");
}

/// Opens a game of 5x5, and is gone as soon as it is agreed on.
fn shake_hands_as_black(mut line: File) {
    let config = Config {
        pace: Pace::UNLIMITED,
        dialect: Dialect::Gmp(ProposedTerms {
            color: Some(Color::Black),
            size: BoardSize::new(5),
            ..ProposedTerms::default()
        }),
        ..Config::tournament(Color::Black)
    };
    let mut session = Session::new(config, Instant::ZERO);
    let mut bytes = [0; 64];
    loop {
        while let Some(transmit) = session.poll_transmit(Instant::ZERO) {
            line.write_all(&transmit.bytes()).expect("a line");
        }
        if matches!(session.phase(), Phase::Playing(_)) {
            return;
        }
        let heard = line.read(&mut bytes).expect("an answer");
        let mut rest = &bytes[..heard];
        while !rest.is_empty() {
            let taken = session.handle_bytes(Instant::ZERO, rest);
            rest = &rest[taken..];
            while session.poll_event().is_some() {}
        }
    }
}

/// Black asks for nothing beside the terms in a handicap game, and for the stones as it goes on.
#[track_caller]
fn assert_stones_were_asked(trace: &str) {
    let lines: Vec<&str> = trace.lines().collect();
    let asked = lines
        .iter()
        .position(|line| line.contains("Read <-- ") && line.ends_with(":QUERY(3)"));
    let asked = asked.unwrap_or_else(|| panic!("no question in {trace}"));
    let answer = lines[asked + 1..]
        .iter()
        .find(|line| line.contains("Send --> "));
    let answer = answer.expect("an answer");
    assert!(
        answer.contains(":ANSWER(") && !answer.ends_with(":ANSWER(0)"),
        "{answer}"
    );
}

/// Two persons take back, are refused, and talk.
#[test]
fn persons_take_back_and_talk() {
    let folder = Folder::new();
    let cable = Cable::new();
    let start = |name: &str, port: &str, words: &[&str]| {
        let mut command = sgmp_go(&["human", "--port", port, "--dialect", "gmp", "--talk"]);
        command
            .args(["--baud", "115200", "--linger", "500ms"])
            .args(["--sgf", &folder.text(&format!("{name}.sgf"))])
            .args(words);
        Terminal::start(&folder, name, &command)
    };
    let mut white = start("white", cable.b(), &["--undo", "deny"]);
    let mut black = start("black", cable.a(), &["--color", "black", "--size", "5"]);
    black.shows("Black, ");
    black.press("say hello, world\n");
    white.shows("they say: hello, world");
    black.press("C3\n");
    white.shows("  1  Black C3");
    white.press("B3\n");
    black.shows("  2  White B3");
    // Black wants its move back: White's operator has said no.
    black.press("undo\n");
    white.shows("told that the moves stand");
    black.shows("the other side does not take back");
    black.press("D3\n");
    white.shows("  3  Black D3");
    // White wants its own back, and Black's operator allows it.
    white.press("undo\n");
    black.shows("White takes back 2: 1 moves stand, White to move");
    white.shows("White takes back 2: 1 moves stand, White to move");
    until("White's turn", || {
        let screen = white.screen();
        let (_, after) = screen.rsplit_once("takes back 2")?;
        after.contains("White, ").then_some(())
    });
    white.press("C2\n");
    black.shows("  2  White C2");
    until("Black's turn", || {
        let screen = black.screen();
        let (_, after) = screen.rsplit_once("  2  White C2")?;
        after.contains("Black, ").then_some(())
    });
    black.press("resign\n");
    black.program.ends_with(0);
    white.interrupt();
    white.shows("2  the opponent has resigned");
    white.press("2\n2\n");
    white.program.ends_with(0);
    assert_eq!(
        same_moves(&folder.path("black.sgf"), &folder.path("white.sgf")),
        2
    );
}
