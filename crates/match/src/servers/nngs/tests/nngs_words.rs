//! Lines of the server.

use std::time::Duration;

use proptest::prelude::*;

use crate::servers::nngs::game_result::read_result;
use crate::servers::nngs::*;
use sgmp_board::rules::{ByColor, Color, Move, Point};
use sgmp_engine::time_control::Clock;

fn read(line: &str) -> ServerLine {
    line.parse().unwrap()
}

#[test]
fn clocks_and_moves_are_read() {
    let ServerLine::Header(header) = read("15 Game 3 I: dave (0 47 24) vs carol (2 -1 -1)\r")
    else {
        panic!();
    };
    assert_eq!(header.number, 3);
    assert_eq!(
        header.names,
        ByColor::new("carol".to_owned(), "dave".to_owned())
    );
    let left = Duration::from_secs(47);
    assert_eq!(header.clocks.white, Clock::Overtime { left, count: 24 });
    let left = Duration::ZERO;
    assert_eq!(header.clocks.black, Clock::Main { left });

    let mv = |number, color, mv| ServerLine::Move { number, color, mv };
    let point = |name| TableMove::Move(Move::Play(Point::parse(name).unwrap()));
    assert_eq!(read("15   0(B): E5"), mv(0, Color::Black, point("E5")));
    assert_eq!(
        read("15 301(W): J10 J9 H9\r"),
        mv(301, Color::White, point("J10"))
    );
    assert_eq!(
        read("15  20(B): Pass"),
        mv(20, Color::Black, TableMove::Move(Move::Pass))
    );
    assert_eq!(
        read("15   0(B): Handicap 3"),
        mv(0, Color::Black, TableMove::Handicap(3))
    );
}

#[test]
fn the_list_of_games_is_read() {
    let line = "7 [ 2]         bob [ 5k*] vs.       alice [ NR ] ( 24    9  3  0.5  1 FI) (  0)\r";
    let ServerLine::Listed(listed) = read(line) else {
        panic!();
    };
    assert_eq!((listed.number, listed.moves, listed.byoyomi), (2, 24, 1));
    assert_eq!((listed.size.lines(), listed.handicap), (9, 3));
    assert_eq!(listed.komi.to_string(), "0.5");
    assert_eq!(
        (listed.names.white.as_str(), listed.names.black.as_str()),
        ("bob", "alice")
    );
    assert_eq!(listed.ranks.white, "5k*");
    let title = "7 [##]  white name [ rk ]      black name [ rk ] (Move size H Komi BY FR) (###)";
    assert_eq!(read(title), ServerLine::Other);
}

#[test]
fn offers_say_what_accepts_them() {
    let line = "9 Use <match us2 B 9 10 5> or <decline us2> to respond.\r";
    let ServerLine::Offer(offer) = read(line) else {
        panic!();
    };
    assert_eq!(offer.to_string(), "match us2 B 9 10 5");
    assert!(matches!(
        read("9 Match [9x9] in 10 minutes requested with us2 as White."),
        ServerLine::Info(_)
    ));
    assert_eq!(
        read("9 alice offers a new komi of 0.5."),
        ServerLine::KomiOffer("alice".to_owned(), "0.5".parse().unwrap())
    );
    assert_eq!(read("9 Komi is now set to 0.5"), ServerLine::KomiSet);
}

#[test]
fn ends_are_read() {
    for (words, result) in [
        ("White forfeits on time.", "B+T"),
        ("Black resigns.", "W+R"),
        ("White resigns. W 23.5 B 35.0", "B+11.5"),
        ("W  1.5 B  1.0", "W+0.5"),
        ("W 7.0 B 7.0", "0"),
        ("nobody knows", "Void"),
    ] {
        let line = format!("9 {{Game 3: dave vs carol : {words}}}\r");
        let ServerLine::Ended(ended) = read(&line) else {
            panic!("{line}");
        };
        assert!(!ended.is_adjourned());
        assert_eq!(
            read_result(&ended.words).result.to_string(),
            result,
            "{words}"
        );
    }
    let ServerLine::Ended(ended) = read("9 Game 3: dave vs carol : has adjourned.") else {
        panic!();
    };
    assert!(ended.is_adjourned());
}

#[test]
fn words_of_people_are_told_from_the_servers() {
    assert_eq!(
        read("19 us2 hi ho"),
        ServerLine::Said("us2 hi ho".to_owned())
    );
    assert_eq!(
        read("24 *us2*: hello\r"),
        ServerLine::Said("*us2*: hello".to_owned())
    );
    assert_eq!(
        read("9 Removing @ A9"),
        ServerLine::Removing(Point::parse("A9").unwrap())
    );
    assert_eq!(
        read("49 Game 57 jloup is removing @ A1"),
        ServerLine::Removing(Point::parse("A1").unwrap())
    );
    assert_eq!(read("9 1 7"), ServerLine::Other);
    assert_eq!(
        read("\u{fffd}\u{fffd}\u{1}1 5\r"),
        ServerLine::Prompt(Prompt::Waiting)
    );
    assert_eq!(read("21 {us2 [ NR ] has connected.}"), ServerLine::Other);
}

#[test]
fn what_a_server_said_is_read() {
    let lines = include_str!("../../../../../../fixtures/nngs/game.txt").lines();
    let read: Vec<ServerLine> = lines.map(read).collect();
    let count = |is: fn(&ServerLine) -> bool| read.iter().filter(|line| is(line)).count();
    assert!(count(|line| matches!(line, ServerLine::Move { .. })) > 20);
    assert_eq!(count(|line| matches!(line, ServerLine::Listed(_))), 1);
    assert!(count(|line| matches!(line, ServerLine::Ended(_))) >= 1);
    assert!(count(|line| matches!(line, ServerLine::Prompt(Prompt::Scoring))) >= 1);
}

#[test]
fn names_have_letters_and_digits() {
    assert!("us1".parse::<NngsName>().is_ok());
    assert_eq!("a b".parse::<NngsName>(), Err(NngsNameError::Signs));
    assert_eq!("a".parse::<NngsName>(), Err(NngsNameError::Length));
    assert!("Bob".parse::<NngsName>().unwrap().is("bob"));
}

proptest! {
    #[test]
    fn no_line_is_too_odd(kind in 0_u8..60, rest in ".{0,60}") {
        let _ = format!("{kind} {rest}").parse::<ServerLine>();
        let _ = rest.parse::<ServerLine>();
    }

    #[test]
    fn changed_lines_are_read_or_refused(
        line in prop::sample::select(vec![
            "15 Game 3 I: dave (0 47 24) vs carol (2 59 -1)",
            "15 301(W): J10 J9 H9",
            "7 [ 2] bob [ 5k*] vs. alice [ NR ] ( 24 9 3 0.5 1 FI) ( 0)",
            "9 Use <match us2 B 9 10 5> or <decline us2> to respond.",
            "9 {Game 3: dave vs carol : White resigns. W 23.5 B 35.0}",
            "9 Removing @ A9",
        ]),
        place in any::<prop::sample::Index>(),
        other in any::<char>(),
    ) {
        let mut signs: Vec<char> = line.chars().collect();
        let place = place.index(signs.len());
        signs[place] = other;
        let _ = signs.into_iter().collect::<String>().parse::<ServerLine>();
    }
}
