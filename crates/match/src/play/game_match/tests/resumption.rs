//! A match taken up again.

use std::time::Duration;

use sgmp_proto::Color::{Black, White};
use sgmp_proto::{Message, Phase};

use super::harness::{Cut, Setup, Table, long_game, minutes, mv, secs, wall};
use super::memory_sinks::PowerCut;
use crate::play::ending::{Dispute, End};
use crate::play::game_match::{Event, OperatorDecision, ResumeError, WallClock};
use crate::play::journal::Entry;
use crate::play::player::Decision;
use crate::play::{PauseCharge, PauseWord};
use sgmp_board::rules::Color;

fn resumed(table: &mut Table, away: Duration) {
    table.events.clear();
    table.sent.clear();
    table.crash_and_resume(away, true).unwrap();
}

fn last_charge(table: &Table) -> Option<(u64, Color)> {
    let entries = table.disk.entries();
    entries.iter().rev().find_map(|entry| match entry {
        Entry::Resumed { charged_ms, to, .. } => Some((*charged_ms, *to)),
        _ => None,
    })
}

#[test]
fn the_time_away_is_charged_to_the_side_on_move() {
    // We are thinking.
    let mut table = Table::playing(Setup::new(White), "E5");
    table.pass(secs(10));
    resumed(&mut table, secs(50));
    assert_eq!(last_charge(&table), Some((60_000, White)));
    table.pass(secs(5));
    assert_eq!((table.used(Black), table.used(White)), (0, 65_000));
    // The opponent is thinking.
    let mut table = Table::playing(Setup::new(Black), "E5");
    table.pass(secs(10));
    resumed(&mut table, secs(50));
    assert_eq!(last_charge(&table), Some((60_000, White)));
    table.pass(secs(5));
    assert_eq!((table.used(Black), table.used(White)), (0, 65_000));
}

#[test]
fn time_before_the_last_entry_is_not_forgotten() {
    let mut table = Table::playing(Setup::new(White), "E5");
    table.pass(secs(100));
    table.unplug();
    table.pass(secs(20));
    table.plug_in();
    table.pass(secs(3));
    resumed(&mut table, secs(7));
    assert_eq!(last_charge(&table), Some((10_000, White)));
    assert_eq!(table.used(White), 130_000);
    // Again: what was charged is in the journal.
    table.pass(secs(5));
    resumed(&mut table, secs(5));
    assert_eq!(table.used(White), 140_000);
}

#[test]
fn an_outage_before_the_last_entry_is_not_charged_to_the_opponent() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    table.pass(secs(100));
    table.unplug();
    table.pass(secs(200));
    table.plug_in();
    table.pass(secs(3));
    resumed(&mut table, secs(7));
    assert_eq!(table.used(White), 110_000);
}

#[test]
fn time_in_which_our_move_waits_is_charged_to_us_if_a_pause_follows() {
    // Our move waits for its OK, and then for the line. The other side has heard of nothing since its own move.
    let mut table = Table::playing(Setup::new(White), "E5");
    table.is_deaf = true;
    table.ours(mv("D5"));
    table.pass(secs(100));
    table.unplug();
    resumed(&mut table, secs(7));
    assert_eq!((table.used(Black), table.used(White)), (0, 107_000));
}

#[test]
fn a_line_that_was_down_at_a_crash_is_up_afterwards() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    table.unplug();
    table.is_unplugged = false;
    resumed(&mut table, secs(7));
    table.pass(secs(30));
    table.unplug();
    resumed(&mut table, secs(1));
    assert_eq!(table.used(White), 38_000);
}

#[test]
fn a_game_that_began_twice_is_charged_for_the_second_time_only() {
    let mut table = Table::ready(Setup::new(White));
    table.pass(secs(100));
    for bytes in [
        [0x01, 0xA1, 0xA0, 0x80],
        [0x02, 0xC4, 0xC0, 0x82],
        [0x01, 0xC2, 0xC0, 0x81],
    ] {
        table.hear(&bytes);
    }
    table.pass(secs(10));
    resumed(&mut table, secs(1));
    assert_eq!((table.used(Black), table.used(White)), (11_000, 0));
}

#[test]
fn a_move_that_waits_for_its_ok_leaves_the_clocks_alone_after_the_charge() {
    let mut table = Table::playing(Setup::new(White), "E5");
    table.is_deaf = true;
    table.ours(mv("D5"));
    resumed(&mut table, secs(30));
    table.is_mute = true;
    table.pass(secs(60));
    assert_eq!((table.used(Black), table.used(White)), (0, 30_000));
}

#[test]
fn a_clock_that_was_set_back_charges_nothing() {
    let table = Table::playing(Setup::new(White), "E5");
    let earlier = WallClock(wall().0 - jiff::SignedDuration::from_hours(2));
    let game = table.resumed(&table.disk.entries(), earlier).unwrap();
    assert_eq!(game.used(table.now)[White], Duration::ZERO);
}

/// A machine whose clock was set back by a power cut does not know how long it was away: the judge does.
#[test]
fn after_a_clock_that_was_set_back_the_judges_word_is_taken_as_it_is() {
    let mut table = Table::playing(Setup::new(White), "E5");
    let earlier = WallClock(wall().0 - jiff::SignedDuration::from_hours(2));
    table.setup.away = PauseCharge::Time(minutes(10)).into();
    let game = table.resumed(&table.disk.entries(), earlier).unwrap();
    assert_eq!(game.used(table.now)[White], minutes(10));
    // By 6, too.
    let table = Table::playing(Setup::new(White), "E5");
    let mut game = table.resumed(&table.disk.entries(), earlier).unwrap();
    let word = PauseWord {
        charge: PauseCharge::Time(secs(70)),
        to: Some(Black),
    };
    game.decide(OperatorDecision::PauseCharged(word), table.now);
    assert_eq!(game.used(table.now)[Black], secs(70));
    assert_eq!(game.used(table.now)[White], Duration::ZERO);
}

#[test]
fn nothing_is_charged_before_the_game() {
    let mut table = Table::new(Setup::new(Black));
    table.is_mute = true;
    table.pass(secs(5));
    resumed(&mut table, minutes(10));
    assert_eq!(last_charge(&table), Some((0, Black)));
    assert_eq!(table.used(Black), 0);
}

#[test]
fn our_pending_move_is_sent_again_byte_for_byte() {
    let mut table = Table::playing(Setup::new(White), "E5");
    table.is_deaf = true;
    table.ours(mv("D5"));
    let frame = table.sent.last().unwrap().bytes();
    resumed(&mut table, secs(30));
    table.is_deaf = false;
    table.pass(Duration::ZERO);
    assert_eq!(table.sent.first().map(|sent| sent.bytes()), Some(frame));
    assert_eq!(table.sent.len(), 1);
    assert!(table.events.contains(&Event::Acknowledged));
}

#[test]
fn otherwise_the_ok_of_the_last_move_goes_out_once() {
    let mut table = Table::playing(Setup::new(White), "E5");
    resumed(&mut table, secs(30));
    table.pass(secs(60));
    assert_eq!(table.sent_since(0), [Message::Ok]);
    assert_eq!(table.count_events(|event| *event == Event::OurTurn), 1);
}

#[test]
fn the_handshake_is_taken_up_at_every_stage() {
    for color in Color::BOTH {
        let mut phases = Vec::new();
        // Black writes its first entry when the match is made.
        let first = usize::from(color == Black);
        for entries in first..first + 4 {
            let mut table = Table::new(Setup::new(color));
            if entries > first {
                table.cut_at(Cut::Power(PowerCut::After(entries)));
                table.pass(Duration::ZERO);
            }
            resumed(&mut table, secs(5));
            phases.push(table.game.phase());
            table.pass(secs(60));
            assert_eq!(table.events.contains(&Event::Ready), entries < first + 3);
            table.play_all(&["E5", "D5"].map(mv));
            assert_eq!(table.game.game().move_count(), 2);
            assert_eq!(table.peer.record.len(), 2);
        }
        let asked = [Phase::Waiting, Phase::ColorAsked, Phase::HandicapAsked];
        let answered = [
            Phase::NewGameSent,
            Phase::ColorAnswered,
            Phase::HandicapAnswered,
        ];
        let expected = if color == White { asked } else { answered };
        assert_eq!(phases[..3], expected);
    }
}

#[test]
fn a_match_that_is_over_is_not_resumed() {
    let mut table = Table::playing(Setup::new(Black), "E5 D5");
    table.game.play(Decision::Resign, table.now).unwrap();
    table.pass(Duration::ZERO);
    let refused = table.crash_and_resume(secs(1), true).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the match is over: Black resigns (result W+R); nothing to resume"
    );
}

#[test]
fn of_two_endings_the_last_one_is_told() {
    let mut table = Table::playing(Setup::new(Black), "E5 D5");
    table.game.decide(OperatorDecision::JudgeStops, table.now);
    table.pass(Duration::ZERO);
    let refused = table.crash_and_resume(secs(1), true);
    let Err(ResumeError::Over { result, reason }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(result, "?");
    assert!(reason.contains("expected if it is played on"), "{reason}");
}

#[test]
fn the_end_by_two_passes_is_reached_again() {
    for color in Color::BOTH {
        let setup = Setup {
            counts: false,
            ..Setup::new(color)
        };
        let mut table = Table::playing(setup, "E5 D5 pass pass");
        assert!(table.events.contains(&Event::Ended(End::TwoPasses)));
        table.setup.counts = true;
        resumed(&mut table, secs(5));
        table.pass(Duration::ZERO);
        assert!(table.events.contains(&Event::Ended(End::TwoPasses)));
        assert!(!table.events.contains(&Event::OurTurn));
        assert_eq!(table.result(), "W+5.5");
    }
}

#[test]
fn our_final_pass_goes_out_again_before_the_end() {
    let mut table = Table::playing(Setup::new(White), "E5 D5 pass");
    table.is_deaf = true;
    table.ours(mv("pass"));
    resumed(&mut table, secs(5));
    assert!(table.game.is_open());
    table.is_deaf = false;
    table.pass(secs(30));
    assert_eq!(table.end(), &End::TwoPasses);
    assert_eq!(table.peer.record.len(), 4);
}

#[test]
fn the_400th_move_ends_a_match_that_was_cut_off_right_behind_it() {
    let setup = Setup {
        lines: 19,
        script: long_game(400),
        ..Setup::new(Black)
    };
    let mut table = Table::new(setup);
    table.pass(minutes(10));
    assert_eq!(table.end(), &End::Judge(Dispute::MoveLimit));
    // As if the power had gone right behind the last move.
    let entries = table.disk.entries();
    let is_last = |entry: &Entry| matches!(entry, Entry::Move { number: 400, .. });
    let cut = entries.iter().position(is_last).unwrap() + 1;
    let mut game = table.resumed(&entries[..cut], wall()).unwrap();
    assert!(!game.is_our_turn());
    let ended = Event::Ended(End::Judge(Dispute::MoveLimit));
    assert!(matches!(game.poll_event(), Some(Event::PauseCharged(_))));
    assert_eq!(game.poll_event(), Some(ended));
    assert_eq!(game.poll_event(), None);
    let ok = game.poll_transmit(table.now).unwrap();
    assert_eq!(ok.frame.message(), Message::Ok);
}

#[test]
fn a_journal_that_cannot_be_is_an_error_that_names_the_move() {
    let table = Table::playing(Setup::new(Black), "E5 D5");
    let refuse = |entries: &[Entry]| {
        let refused = table.resumed(entries, wall());
        refused.err().map(|error| error.to_string())
    };
    let mut entries = table.disk.entries();
    for entry in &mut entries {
        if let Entry::Move {
            number: 2,
            mv: played,
            ..
        } = entry
        {
            *played = mv("E5");
        }
    }
    let told = refuse(&entries).unwrap();
    assert!(
        told.starts_with("move 2 (White E5) of the journal is illegal"),
        "{told}"
    );

    let mut entries = table.disk.entries();
    let Some(Entry::Move { link, .. }) = entries.last_mut() else {
        panic!("a move is last");
    };
    link.phase = "stopped".to_owned();
    let told = refuse(&entries).unwrap();
    assert!(told.contains("unknown phase \"stopped\""), "{told}");
    let Some(Entry::Move { link, .. }) = entries.last_mut() else {
        panic!("a move is last");
    };
    (link.phase, link.pending) = ("playing".to_owned(), Some([9; 4]));
    let told = refuse(&entries).unwrap();
    assert!(told.contains("is not a frame"), "{told}");
}

#[test]
fn a_match_resumes_with_the_clocks_as_they_were() {
    let mut table = Table::ready(Setup {
        used: minutes(1),
        ..Setup::new(Black)
    });
    table.pass(secs(10));
    table.ours(mv("E5"));
    table.pass(secs(20));
    table.theirs(mv("D5"));
    resumed(&mut table, Duration::ZERO);
    assert_eq!((table.used(Black), table.used(White)), (70_000, 20_000));
    let record = table.game.record();
    let left: Vec<_> = record.moves().iter().map(|m| m.time_left).collect();
    assert_eq!(left, [Some(secs(2_930)), Some(secs(2_980))]);
}
