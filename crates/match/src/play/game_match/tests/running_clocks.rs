//! The running clock at each moment of a match.

use std::time::Duration;

use sgmp_proto::Color::{Black, White};

use super::harness::{Setup, Table, minutes, mv, secs};
use crate::play::ending::End;
use crate::play::game_match::Event;
use crate::play::player::Decision;

#[test]
fn our_first_clock_runs_from_the_handshakes_ok_until_our_move_is_handed_out() {
    let mut table = Table::new(Setup::new(Black));
    table.is_mute = true;
    table.pass(secs(10));
    assert_eq!(table.used(Black), 0, "no game yet");
    assert!(!table.game.is_opponents_turn());
    table.is_mute = false;
    table.pass(secs(10));
    assert!(table.game.is_our_turn() && !table.game.is_opponents_turn());
    let begun = table.used(Black);
    table.pass(secs(7));
    table.ours(mv("E5"));
    assert!(table.game.is_opponents_turn() && !table.game.is_our_turn());
    assert_eq!(table.used(Black), begun + 7_000);
    table.pass(secs(5));
    assert_eq!(table.used(Black), begun + 7_000);
    assert_eq!(table.used(White), 5_000);
}

#[test]
fn our_clock_runs_from_the_last_byte_of_the_opponents_move() {
    let mut table = Table::ready(Setup::new(White));
    let frame = table.peer.forge_move("E5").to_bytes();
    for byte in frame {
        table.pass(secs(1));
        table.hear(&[byte]);
    }
    assert_eq!((table.used(Black), table.used(White)), (4_000, 0));
    table.pass(secs(3));
    assert_eq!((table.used(Black), table.used(White)), (4_000, 3_000));
}

#[test]
fn a_second_copy_of_the_opponents_move_does_not_turn_our_clock_back() {
    let mut table = Table::ready(Setup::new(White));
    table.is_deaf = true;
    table.theirs(mv("E5"));
    table.pass(secs(50));
    table.ours(mv("C3"));
    assert_eq!(table.used(White), 50_000);
    let repeats =
        |event: &Event| matches!(event, Event::Heard(_, sgmp_proto::FrameVerdict::Repeat));
    assert_eq!(table.count_events(repeats), 2);
}

#[test]
fn our_clock_runs_on_while_the_journal_keeps_our_move_back() {
    let mut table = Table::ready(Setup::new(Black));
    table.pass(secs(10));
    table.disk.fill();
    table.ours(mv("E5"));
    table.pass(Duration::from_millis(4_500));
    table.disk.clear();
    table.pass(secs(10));
    assert_eq!(table.used(Black), 15_000);
}

#[test]
fn resends_are_not_ours() {
    let mut table = Table::ready(Setup::new(Black));
    table.is_deaf = true;
    table.pass(secs(10));
    table.ours(mv("E5"));
    table.pass(secs(65));
    assert_eq!((table.used(Black), table.used(White)), (10_000, 0));
}

#[test]
fn the_opponents_clock_runs_from_its_ok() {
    let mut table = Table::ready(Setup::new(Black));
    table.is_mute = true;
    table.ours(mv("E5"));
    table.pass(secs(15));
    assert_eq!(table.used(White), 0, "no OK yet");
    table.is_mute = false;
    table.pass(secs(5 + 9));
    assert_eq!(table.used(White), 9_000);
    table.theirs(mv("C3"));
    table.pass(secs(2));
    assert_eq!((table.used(Black), table.used(White)), (2_000, 9_000));
}

#[test]
fn a_move_of_the_opponent_acknowledges_ours_and_starts_our_clock() {
    let mut table = Table::ready(Setup::new(Black));
    table.is_mute = true;
    table.ours(mv("E5"));
    table.pass(secs(15));
    table.is_mute = false;
    table.theirs(mv("C3"));
    let heard = table.events.iter();
    let of_the_moves: Vec<_> = heard
        .filter_map(|event| match event {
            Event::Acknowledged => Some(0),
            Event::Moved { number, .. } => Some(*number),
            Event::OurTurn => Some(99),
            _ => None,
        })
        .collect();
    assert_eq!(of_the_moves, [99, 1, 0, 2, 99], "in the order of the game");
    table.pass(secs(4));
    assert_eq!((table.used(Black), table.used(White)), (4_000, 0));
}

#[test]
fn blacks_clock_runs_for_white_from_the_handshakes_ok() {
    let mut table = Table::new(Setup::new(White));
    table.disk.fill();
    table.pass(secs(30));
    assert_eq!(table.used(Black), 0, "the OK is not sent");
    table.disk.clear();
    table.pass(secs(2));
    assert!(table.events.contains(&Event::Ready));
    let begun = table.used(Black);
    table.pass(secs(30));
    assert_eq!(table.used(Black), begun + 30_000);
    table.is_deaf = true;
    table.theirs(mv("E5"));
    assert_eq!(table.used(Black), begun + 30_000);
}

#[test]
fn time_with_the_link_down_is_not_the_opponents() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    table.pass(secs(3));
    table.unplug();
    table.pass(minutes(4));
    table.plug_in();
    table.pass(secs(2));
    assert_eq!(table.used(White), 5_000);
    assert_eq!(table.used(Black), 0);
}

#[test]
fn an_acknowledgement_that_was_on_its_way_starts_no_clock_while_the_link_is_down() {
    let mut table = Table::ready(Setup::new(Black));
    table.is_mute = true;
    table.ours(mv("E5"));
    table.unplug();
    let ok = sgmp_proto::Frame::from_bytes([0x00, 0x86, 0x87, 0xFF]).unwrap();
    table.hear_frame(ok);
    assert!(table.events.contains(&Event::Acknowledged));
    table.pass(secs(30));
    assert_eq!(table.used(White), 0);
    table.plug_in();
    table.pass(secs(2));
    assert_eq!(table.used(White), 2_000);
}

#[test]
fn outages_are_not_ours_once_we_have_decided() {
    let mut table = Table::ready(Setup::new(Black));
    table.unplug();
    table.pass(secs(6));
    table.ours(mv("E5"));
    table.pass(minutes(2));
    table.plug_in();
    table.pass(secs(5));
    assert_eq!((table.used(Black), table.used(White)), (6_000, 5_000));
}

#[test]
fn a_move_that_waits_for_the_disk_when_the_link_goes_down_costs_no_more_time() {
    let mut table = Table::ready(Setup::new(Black));
    table.pass(secs(6));
    table.disk.fill();
    table.ours(mv("E5"));
    table.pass(secs(3));
    table.unplug();
    table.disk.clear();
    table.pass(minutes(2));
    table.plug_in();
    table.pass(secs(5));
    assert_eq!((table.used(Black), table.used(White)), (9_000, 5_000));
}

#[test]
fn tardy_time_is_taken_off_ours_alone() {
    let setup = Setup {
        used: minutes(7),
        ..Setup::new(White)
    };
    let mut table = Table::ready(setup);
    assert_eq!((table.used(Black), table.used(White)), (0, 420_000));
    table.theirs(mv("E5"));
    table.pass(minutes(43));
    assert!(table.game.is_open());
    table.pass(secs(1));
    assert_eq!(table.end(), &End::FlagFell { loser: White });
}

#[test]
fn no_flag_falls_before_the_game() {
    let setup = Setup {
        used: minutes(51),
        ..Setup::new(Black)
    };
    let mut table = Table::new(setup);
    table.is_mute = true;
    table.pass(minutes(60));
    assert!(table.game.is_open());
    table.is_mute = false;
    table.pass(secs(30));
    assert_eq!(table.end(), &End::FlagFell { loser: Black });
}

#[test]
fn black_started_again_before_its_first_move_gets_its_time_back() {
    let mut table = Table::ready(Setup::new(White));
    table.pass(secs(100));
    table.hear(&[0x01, 0xA1, 0xA0, 0x80]);
    table.pass(secs(10));
    assert_eq!(table.used(Black), 0, "the game has yet to begin");
    table.hear(&[0x02, 0xC4, 0xC0, 0x82]);
    table.hear(&[0x01, 0xC2, 0xC0, 0x81]);
    table.pass(secs(5));
    assert_eq!(table.used(Black), 5_000);
    assert_eq!(table.count_events(|event| *event == Event::Ready), 2);
    assert_eq!(table.count_events(|event| *event == Event::OurTurn), 0);
    table.hear(&[0x00, 0xD5, 0xD0, 0x85]);
    assert_eq!(table.count_events(|event| *event == Event::OurTurn), 1);
}

#[test]
fn a_noisy_line_does_not_hold_up_the_flag() {
    let mut table = Table::playing(Setup::new(White), "E5");
    for _ in 0..=50 {
        table.now = table.now + minutes(1);
        // Bytes only: nobody calls the timer.
        let now = table.now;
        table.game.handle_bytes(now, b"~");
    }
    assert!(!table.game.is_open());
    table.pass(Duration::ZERO);
    assert_eq!(table.end(), &End::FlagFell { loser: White });
}

#[test]
fn a_move_that_would_be_handed_out_too_late_is_not() {
    let setup = Setup {
        used: minutes(50) - Duration::from_millis(20),
        pace: sgmp_proto::Pace::from_baud(2400),
        ..Setup::new(White)
    };
    let mut table = Table::new(setup);
    table.pass(secs(3));
    table.theirs(mv("E5"));
    table.pass(Duration::from_millis(10));
    let sent = table.sent.len();
    // In time, but our OK has just gone out, and the line wants its rest.
    table
        .game
        .play(Decision::Move(mv("D5")), table.now)
        .unwrap();
    let late = table.now + secs(1);
    assert_eq!(table.game.poll_transmit(late), None);
    table.pass(Duration::ZERO);
    assert_eq!(table.end(), &End::FlagFell { loser: White });
    assert_eq!(table.sent_since(sent), []);
}
