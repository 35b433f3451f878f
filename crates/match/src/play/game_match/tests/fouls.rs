//! Fouls of the opponent, and how often each has to come to be believed.

use std::time::Duration;

use sgmp_proto::Color::{Black, White};
use sgmp_proto::{Frame, Message};

use super::harness::{Setup, Table, mv, secs};
use crate::play::ending::{Dispute, End, Foul};
use crate::play::game_match::Event;
use crate::play::journal::Entry;
use sgmp_board::rules::{Color, IllegalMove};

/// A ko that we, Black, have just taken on F5.
const KO: &str = "E6 F6 D5 G5 E4 F4 A1 E5 F5";
/// Our stones around A1.
const EYE: &str = "B1 J9 A2 J8 B2";

/// A game, the frame that breaks a rule in it, and what is said of it.
struct Case {
    color: Color,
    played: &'static str,
    frame: fn(&Table) -> Frame,
    told: &'static str,
}

const CASES: [Case; 7] = [
    Case {
        color: Black,
        played: "E5",
        frame: |table| table.peer.forge_move("E5"),
        told: "move 2, White E5: a Black stone is there already",
    },
    Case {
        color: White,
        played: "E5 D5",
        frame: |table| table.peer.forge_move("D5"),
        told: "move 3, Black D5: a White stone is there already",
    },
    Case {
        color: Black,
        played: EYE,
        frame: |table| table.peer.forge_move("A1"),
        told: "move 6, White A1: the stone has no liberty and captures nothing (suicide)",
    },
    Case {
        color: Black,
        played: KO,
        frame: |table| table.peer.forge_move("E5"),
        told: "move 10, White E5: the ko may not be taken back at once",
    },
    Case {
        color: Black,
        played: "E5",
        frame: |table| table.peer.forge_number(Black, 1),
        told: "move 2, A1, carries our own color bit",
    },
    Case {
        color: Black,
        played: "E5",
        frame: |table| table.peer.forge_number(Black, 0),
        told: "move 2, pass, carries our own color bit",
    },
    Case {
        color: White,
        played: "",
        frame: |table| table.peer.forge_number(Black, 82),
        told: "move 1: there is no point number 82 on the board",
    },
];

fn doubts(table: &Table) -> usize {
    table.count_events(|event| matches!(event, Event::Doubted(_)))
}

/// After the first copy: doubted, shown, and not acknowledged.
fn doubted(case: &Case) -> (Table, Frame) {
    let mut table = Table::playing(Setup::new(case.color), case.played);
    let (frame, sent) = ((case.frame)(&table), table.sent.len());
    let entries = table.disk.entries().len();
    table.hear_frame(frame);
    assert_eq!(table.sent_since(sent), []);
    assert!(table.game.is_open());
    let Some(Event::Doubted(dispute)) = table.events.last() else {
        panic!("{:?}", table.events.last());
    };
    assert!(dispute.to_string().contains(case.told), "{dispute}");
    assert_eq!(table.disk.entries().len(), entries);
    (table, frame)
}

fn is_stopped(table: &Table, case: &Case) {
    let End::Judge(Dispute::IllegalMove(_)) = table.end() else {
        panic!("{:?}", table.end());
    };
    assert_eq!(table.result(), "?");
    let told = format!("illegal move by the opponent: {}", case.told);
    assert!(table.comment().contains(&told), "{}", table.comment());
    assert_eq!(doubts(table), 1, "the second copy is no doubt");
    assert!(table.game.is_finished());
}

#[test]
fn a_second_identical_copy_stops_the_match() {
    for case in &CASES {
        let (mut table, frame) = doubted(case);
        table.pass(secs(20));
        let sent = table.sent.len();
        table.hear_frame(frame);
        is_stopped(&table, case);
        table.hear_frame(frame);
        table.pass(secs(60));
        assert_eq!(table.sent_since(sent), [], "never acknowledged");
    }
}

#[test]
fn twenty_five_seconds_of_nothing_else_stop_the_match() {
    for case in &CASES {
        let (mut table, _) = doubted(case);
        table.pass(Duration::from_millis(24_999));
        assert!(table.game.is_open());
        table.pass(secs(1));
        is_stopped(&table, case);
    }
}

#[test]
fn a_legal_move_dispels_the_doubt() {
    for case in &CASES {
        let (mut table, frame) = doubted(case);
        table.pass(secs(20));
        table.theirs(mv("H2"));
        table.pass(secs(60));
        assert!(table.game.is_open());
        assert_eq!(table.game.game().last_move(), Some((!case.color, mv("H2"))));
        // Later the same frame is but a repeat by its bit, and stops nothing.
        table.hear_frame(frame);
        assert!(table.game.is_open());
    }
}

#[test]
fn a_point_past_361_is_on_no_board() {
    let setup = Setup {
        lines: 19,
        ..Setup::new(Black)
    };
    for number in [362, 511] {
        let mut table = Table::playing(setup.clone(), "Q16");
        let frame = table.peer.forge_number(White, number);
        table.hear_frame(frame);
        table.hear_frame(frame);
        let foul = Foul::PastTheBoard {
            number: 2,
            point: number,
        };
        assert_eq!(table.end(), &End::Judge(Dispute::IllegalMove(foul)));
    }
}

#[test]
fn the_ko_may_be_taken_back_after_another_move() {
    let mut table = Table::playing(Setup::new(Black), KO);
    table.play_all(&["J1", "J9", "E5"].map(mv));
    assert_eq!(table.game.game().move_count(), 12);
}

#[test]
fn two_different_fouls_are_each_a_first_copy() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    let occupied = table.peer.forge_move("E5");
    let past = table.peer.forge_number(White, 99);
    for _ in 0..3 {
        table.hear_frame(occupied);
        table.hear_frame(past);
    }
    assert!(table.game.is_open());
    assert_eq!(doubts(&table), 6);
    table.pass(secs(25));
    let foul = Foul::PastTheBoard {
        number: 2,
        point: 99,
    };
    assert_eq!(table.end(), &End::Judge(Dispute::IllegalMove(foul)));
}

#[test]
fn the_foul_names_what_was_played_and_why_not() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    let frame = table.peer.forge_move("E5");
    table.hear_frame(frame);
    table.hear_frame(frame);
    let foul = Foul::Rules {
        number: 2,
        color: White,
        mv: mv("E5"),
        why: IllegalMove::Occupied(Black),
    };
    assert_eq!(table.end(), &End::Judge(Dispute::IllegalMove(foul)));
}

/// NEWGAME as a program says it that begins.
const NEWGAME: [u8; 4] = [0x01, 0xA1, 0xA0, 0x80];

#[test]
fn newgame_that_comes_again_in_mid_game_is_never_answered_and_leaves_the_match_to_be_resumed() {
    for color in Color::BOTH {
        let mut table = Table::playing(Setup::new(color), "E5 D5");
        let sent = table.sent.len();
        for _ in 0..2 {
            table.hear(&NEWGAME);
            let shown = Event::Doubted(Dispute::PeerRestarted);
            assert_eq!(table.events.last(), Some(&shown));
            table.pass(secs(20));
            assert!(table.game.is_open());
        }
        table.hear(&NEWGAME);
        assert_eq!(table.end(), &End::Judge(Dispute::PeerRestarted));
        assert_eq!(table.result(), "?");
        assert!(table.comment().contains("started again"));
        assert_eq!(table.sent_since(sent), []);

        let is_end = |entry: &Entry| matches!(entry, Entry::Ended { .. });
        assert!(!table.disk.entries().iter().any(is_end));
        let resumed = table.crash_and_resume(secs(60), true);
        assert_eq!(resumed, Ok(()));
        assert_eq!(table.game.game().move_count(), 2);
        table.play_all(&["C3", "G7"].map(mv));
        assert_eq!(table.game.game().move_count(), 4);
    }
}

#[test]
fn newgame_of_those_who_try_the_line_ends_nothing() {
    for color in Color::BOTH {
        let mut table = Table::playing(Setup::new(color), "E5 D5");
        for tries in 1..=3 {
            table.hear(&NEWGAME);
            assert_eq!(doubts(&table), tries);
            table.pass(secs(26));
            assert!(table.game.is_open());
        }
        table.play_all(&["C3", "G7"].map(mv));
    }
}

#[test]
fn a_denied_move_stops_the_match() {
    for by_copy in [true, false] {
        let mut table = Table::playing(Setup::new(White), "E5");
        table.is_mute = true;
        table.ours(mv("D5"));
        let deny = table.peer.forge(Message::Deny);
        table.hear_frame(deny);
        assert_eq!(table.events.last(), Some(&Event::Doubted(Dispute::Denied)));
        if by_copy {
            table.hear_frame(deny);
        } else {
            table.pass(secs(25));
        }
        assert_eq!(table.end(), &End::Judge(Dispute::Denied));
        assert_eq!(table.result(), "?");
        assert!(table.comment().contains("DENY"));
    }
}

#[test]
fn undo_is_never_a_yes() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    let (undo, sent) = (table.peer.forge(Message::Undo(1)), table.sent.len());
    table.hear_frame(undo);
    table.hear_frame(undo);
    table.pass(secs(60));
    assert!(table.game.is_open());
    assert_eq!(table.sent_since(sent), []);
}
