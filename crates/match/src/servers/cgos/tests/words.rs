//! The words of both sides, and whatever else a server may send.

use std::time::Duration;

use proptest::prelude::*;

use crate::play::Decision;
use crate::servers::cgos::*;
use crate::servers::*;
use sgmp_board::record::GameResult;
use sgmp_board::rules::{BoardSize, Color, Komi, Move, Point};

fn play(name: &str) -> Move {
    Move::Play(Point::parse(name).unwrap())
}

fn error(line: &str) -> String {
    line.parse::<ServerLine>().unwrap_err().to_string()
}

#[test]
fn every_line_of_the_server_is_understood() {
    let seconds = Duration::from_secs;
    let setup = "setup 17 9 7.0 300000 gnugo1(1800?) us(1650) E5 299000 PASS 298500\r\n";
    let Ok(ServerLine::Setup(setup)) = setup.parse() else {
        panic!("a setup");
    };
    assert_eq!(setup.number, 17);
    assert_eq!(setup.size, BoardSize::new(9).unwrap());
    assert_eq!(setup.komi, "7".parse::<Komi>().unwrap());
    assert_eq!(setup.time, seconds(300));
    assert_eq!(setup.white.name, "gnugo1");
    assert_eq!(setup.white.rating.as_deref(), Some("1800?"));
    assert_eq!(setup.color_of("us"), Some(Color::Black));
    assert_eq!(setup.color_of("nobody"), None);
    let moves = [
        (play("E5"), seconds(299)),
        (Move::Pass, Duration::from_millis(298_500)),
    ];
    assert_eq!(setup.moves, moves);

    let read = |line: &str| line.parse::<ServerLine>().unwrap();
    assert_eq!(
        read("protocol genmove_analyze"),
        ServerLine::Protocol { analyze: true }
    );
    assert_eq!(read("protocol"), ServerLine::Protocol { analyze: false });
    assert_eq!(read("username"), ServerLine::Username);
    assert_eq!(read(" password "), ServerLine::Password);
    assert_eq!(
        read("play w d4 1500"),
        ServerLine::Play {
            color: Color::White,
            mv: play("D4"),
            left: Duration::from_millis(1500)
        }
    );
    assert_eq!(
        read("genmove b -20"),
        ServerLine::Genmove {
            color: Color::Black,
            left: Duration::ZERO
        }
    );
    assert_eq!(
        read("gameover 2026-11-30 B+3.5 "),
        ServerLine::GameOver {
            date: "2026-11-30".to_owned(),
            result: ServerResult::read("B+3.5"),
            reason: String::new()
        }
    );
    assert_eq!(
        read("info Maximum time until next round: 01:02"),
        ServerLine::Info("Maximum time until next round: 01:02".to_owned())
    );
    assert_eq!(
        read("Error: Sorry, password doesn't match"),
        ServerLine::Error("Sorry, password doesn't match".to_owned())
    );
}

#[test]
fn what_a_real_server_said_is_understood() {
    for said in [
        include_str!("../../../../../../fixtures/cgos/game.txt"),
        include_str!("../../../../../../fixtures/cgos/resumed.txt"),
    ] {
        let lines: Vec<ServerLine> = said.lines().map(|line| line.parse().unwrap()).collect();
        assert!(matches!(lines[0], ServerLine::Protocol { analyze: true }));
        assert!(matches!(lines.last(), Some(ServerLine::GameOver { .. })));
    }
}

#[test]
fn results_are_those_of_records() {
    let winner = Color::White;
    for (word, result) in [
        ("W+Resign", GameResult::Resignation { winner }),
        ("W+Time", GameResult::Time { winner }),
        ("W+Illegal", GameResult::Forfeit { winner }),
        ("W+3.5", "W+3.5".parse().unwrap()),
        ("W+3.0", "W+3".parse().unwrap()),
        ("Draw", GameResult::Draw),
        ("Abort", GameResult::Void),
        ("?+?", GameResult::Void),
    ] {
        let read = ServerResult::read(word);
        assert_eq!((read.word.as_str(), read.result), (word, result));
    }
}

#[test]
fn a_fault_is_named() {
    assert_eq!(error("  \r"), "an empty line");
    assert_eq!(error("hello there"), "no word of the protocol: \"hello\"");
    assert_eq!(error("genmove"), "`genmove` without the color");
    assert_eq!(error("genmove b"), "`genmove` without the time left");
    assert_eq!(error("play b Z99 5"), "`play` with \"Z99\" as the move");
    assert_eq!(
        error("setup 1 1000 7 5 a b"),
        "`setup` with \"1000\" as the size"
    );
    assert_eq!(
        error("setup 1 9 7 60000 a b E5"),
        "`setup` without the time of a move"
    );
    let long = error(&"x".repeat(10_000));
    assert!(long.len() < 100, "{long}");
}

#[test]
fn a_password_is_in_no_text() {
    let password = Password::read("s3cret-word").unwrap();
    let line = ClientLine::Password(password.clone());
    assert_eq!(line.outgoing().bytes, b"s3cret-word\n");
    assert!(!format!("{line} {line:?} {password:?}").contains("s3cret"));
    assert_eq!(Password::read(""), Err(PasswordError::Empty));
    for odd in ["a b", "a\tb", "a\nquit", "p\u{e4}ss"] {
        assert_eq!(Password::read(odd), Err(PasswordError::Signs));
    }
}

#[test]
fn names_are_those_that_servers_take() {
    for name in ["abc", "sgmp-go_1.0", "a12345678901234567"] {
        assert_eq!(name.parse::<AccountName>().unwrap().as_str(), name);
    }
    for (name, fault) in [
        ("ab", AccountError::NameLength),
        ("a123456789012345678", AccountError::NameLength),
        ("1abc", AccountError::NameSigns),
        ("a bc", AccountError::NameSigns),
        ("a\nquit", AccountError::NameSigns),
        ("", AccountError::NameSigns),
    ] {
        assert_eq!(name.parse::<AccountName>(), Err(fault), "{name:?}");
    }
}

#[test]
fn moves_go_out_and_come_back() {
    for (text, decision, analysis) in [
        ("D4", Decision::Move(play("D4")), None),
        ("pass", Decision::Move(Move::Pass), None),
        ("resign", Decision::Resign, None),
        (
            "D4 {\"winrate\":0.5}",
            Decision::Move(play("D4")),
            Some("{\"winrate\":0.5}"),
        ),
    ] {
        let sent: SentMove = text.parse().unwrap();
        assert_eq!(sent.decision, decision);
        assert_eq!(sent.analysis.as_deref(), analysis);
        assert_eq!(sent.to_string(), text);
    }
    for nonsense in ["", "I5", "D", "d4x", "\u{e4}4"] {
        assert_eq!(nonsense.parse::<SentMove>(), Err(NoMove), "{nonsense:?}");
    }
}

proptest! {
    /// Whatever is understood says the same when it is written again; nothing panics.
    #[test]
    fn foreign_lines_are_read_or_refused(line in "\\PC{0,80}") {
        if let Ok(read) = line.parse::<ServerLine>() {
            prop_assert_eq!(read.to_string().parse::<ServerLine>().ok(), Some(read));
        }
        if let Ok(sent) = line.parse::<SentMove>() {
            prop_assert_eq!(sent.to_string().parse::<SentMove>().ok(), Some(sent));
        }
    }

    /// The same of lines that begin as the protocol's do.
    #[test]
    fn nearly_right_lines_are_read_or_refused(
        word in "(protocol|username|password|info|setup|play|genmove|gameover|Error:)",
        parts in prop::collection::vec("([bBwW]|[a-tA-T][0-9]{1,3}|-?[0-9]{1,20}|pass|[0-9]\\.[05]|[a-z]{1,5}\\([0-9?]{0,4}\\)|\\PC{0,4})", 0..14),
    ) {
        let line = format!("{word} {}", parts.join(" "));
        if let Ok(read) = line.parse::<ServerLine>() {
            prop_assert_eq!(read.to_string().parse::<ServerLine>().ok(), Some(read));
        }
    }
}
