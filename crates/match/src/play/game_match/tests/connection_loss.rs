//! The port's misfortunes, and silence on the line.

use std::time::Duration;

use sgmp_proto::Color::{Black, White};
use sgmp_proto::{Message, Reason};

use super::harness::{Setup, Table, minutes, mv, secs};
use crate::play::ending::{Assessment, Dispute, End, LinkLoss};
use crate::play::game_match::Event;
use crate::play::journal::Entry;
use sgmp_board::record::UnheardMove;
use sgmp_engine::search::Outlook;

fn silences(table: &Table) -> usize {
    table.count_events(|event| matches!(event, Event::Silence(_)))
}

#[test]
fn the_match_goes_on_where_it_was() {
    let mut table = Table::ready(Setup::new(Black));
    table.unplug();
    table.ours(mv("E5"));
    table.pass(minutes(3));
    let sent = table.sent.len();
    table.plug_in();
    let sent = table.sent_since(sent);
    assert!(matches!(sent[..], [Message::Move(_)]), "{sent:?}");
    assert_eq!(table.peer.record, [(Black, mv("E5"))]);
    let seen = table.events.iter();
    let of_the_link: Vec<_> = seen
        .filter(|event| matches!(event, Event::LinkDown(_) | Event::LinkUp))
        .collect();
    let down = Event::LinkDown("pulled".to_owned());
    assert_eq!(of_the_link, [&down, &Event::LinkUp]);
    let entries = table.disk.entries();
    let kept = |entry: &&Entry| matches!(entry, Entry::LinkDown { .. } | Entry::LinkUp { .. });
    assert_eq!(entries.iter().filter(kept).count(), 2);
}

#[test]
fn what_was_never_handed_out_is_sent_once_and_is_no_resend() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    table.unplug();
    let read_before = table.peer.forge_move("D5");
    table.hear_frame(read_before);
    table.pass(secs(30));
    let sent = table.sent.len();
    table.is_deaf = true;
    table.plug_in();
    assert_eq!(table.sent_since(sent), [Message::Ok]);
    table.unplug();
    table.ours(mv("C5"));
    table.pass(secs(30));
    table.plug_in();
    let sent = table.sent_since(sent);
    assert!(
        matches!(sent[..], [Message::Ok, Message::Move(_)]),
        "{sent:?}"
    );
    let resent = |event: &Event| matches!(event, Event::Resent { .. });
    assert_eq!(table.count_events(resent), 0);
}

#[test]
fn what_was_handed_out_may_be_lost_and_is_sent_at_once() {
    let mut table = Table::playing(Setup::new(White), "E5");
    table.is_deaf = true;
    table.ours(mv("D5"));
    table.unplug();
    table.pass(secs(5));
    table.is_deaf = false;
    let sent = table.sent.len();
    table.plug_in();
    let sent = table.sent_since(sent);
    assert!(matches!(sent[..], [Message::Move(_)]), "{sent:?}");
    assert_eq!(table.peer.record.len(), 2);
}

#[test]
fn what_goes_down_twice_is_told_once() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    table.game.link_up(table.now);
    table.unplug();
    table.unplug();
    table.plug_in();
    table.game.link_up(table.now);
    table.pass(Duration::ZERO);
    let told = |event: &Event| matches!(event, Event::LinkDown(_) | Event::LinkUp);
    assert_eq!(table.count_events(told), 2);
}

#[test]
fn a_line_that_is_down_is_no_reason_to_hurry() {
    for color in [Black, White] {
        let mut table = Table::playing(Setup::new(color), "E5 D5");
        table.unplug();
        if color == Black {
            table.ours(mv("C5"));
        }
        let now = table.now;
        assert!(table.game.poll_timeout().is_none_or(|at| at > now));
        // The table's own loop fails if it spins.
        table.pass(minutes(4));
        assert!(table.game.poll_timeout().is_none_or(|at| at > table.now));
    }
}

/// The two machines are to give the judge one number: that of the board that both have.
#[test]
fn a_move_that_was_never_acknowledged_is_told_and_not_counted_on() {
    let mut table = Table::playing(Setup::new(Black), "E5 D5");
    table.is_deaf = true;
    table.ours(mv("C3"));
    table.unplug();
    table
        .game
        .link_lost(LinkLoss::Line("gone".to_owned()), table.now);
    assert_eq!(table.game.heard_game().move_count(), 2);
    let outlook = Outlook::from_game(&table.game.heard_game()).unwrap();
    table
        .game
        .settle(Some(Assessment::Outlook(outlook)), table.now);
    table.pass(Duration::ZERO);
    let told = "; move 3 was never acknowledged: the two sides may not both have it; without it, expected if it is played on";
    assert!(table.comment().contains(told), "{}", table.comment());
    assert_eq!(table.game.record().moves().len(), 3);
}

/// A program that is left or killed ends no game: its record says so of the last move by itself.
#[test]
fn the_record_of_a_game_that_goes_on_names_the_move_that_waits_for_its_ok() {
    let mut table = Table::playing(Setup::new(Black), "E5 D5");
    let names_a_move = |table: &Table| UnheardMove::in_record(&table.game.record());
    assert_eq!(names_a_move(&table), None);
    table.is_deaf = true;
    table.ours(mv("C3"));
    table.pass(Duration::ZERO);
    assert_eq!(names_a_move(&table), Some(UnheardMove(3)));
    table.is_deaf = false;
    table.pass(secs(21));
    assert_eq!(names_a_move(&table), None);
    assert!(table.game.is_record_kept());
}

/// The other side says its move again: it has no OK, and tells of the board before that move.
#[test]
fn a_move_whose_ok_was_lost_is_not_counted_on_either() {
    let mut table = Table::playing(Setup::new(White), "E5 D5");
    table.is_deaf = true;
    table.theirs(mv("C3"));
    table.pass(secs(21));
    assert_eq!(table.game.heard_game().move_count(), 2);
    table.ours(mv("D3"));
    assert_eq!(table.game.heard_game().move_count(), 2);
    table.is_deaf = false;
    table.pass(secs(20));
    assert_eq!(table.game.heard_game().move_count(), 4);
}

#[test]
fn a_line_lost_for_good_is_the_judges_in_mid_game() {
    for played in ["", "E5"] {
        let mut table = Table::playing(Setup::new(White), played);
        table.unplug();
        table.pass(minutes(5));
        table
            .game
            .link_lost(LinkLoss::Line("no such device".to_owned()), table.now);
        table.pass(Duration::ZERO);
        let lost = Dispute::LinkLost(LinkLoss::Line("no such device".to_owned()));
        assert_eq!(table.end(), &End::Judge(lost));
        assert_eq!(table.result(), "?");
        assert!(table.comment().contains("no such device"));
        assert!(table.game.is_finished());
    }
}

#[test]
fn the_end_of_the_line_after_the_game_is_normal() {
    for color in [Black, White] {
        let mut table = Table::playing(Setup::new(color), "E5 D5 pass pass");
        assert!(!table.game.is_finished());
        table
            .game
            .link_lost(LinkLoss::Line("hung up".to_owned()), table.now);
        table.pass(Duration::ZERO);
        assert!(table.game.is_finished());
        assert_eq!(table.end(), &End::TwoPasses);
    }
}

#[test]
fn a_peer_that_hangs_up_on_our_final_pass_has_had_it() {
    let mut table = Table::playing(Setup::new(White), "E5 D5 pass");
    table.is_mute = true;
    table.ours(mv("pass"));
    table
        .game
        .link_lost(LinkLoss::Line("hung up".to_owned()), table.now);
    table.pass(Duration::ZERO);
    assert_eq!(table.end(), &End::TwoPasses);
    assert_eq!(table.result(), "W+5.5");
}

#[test]
fn a_final_pass_that_was_never_sent_ends_no_game() {
    let mut table = Table::playing(Setup::new(White), "E5 D5 pass");
    table.unplug();
    table.ours(mv("pass"));
    table
        .game
        .link_lost(LinkLoss::Line("gone".to_owned()), table.now);
    table.pass(Duration::ZERO);
    let lost = Dispute::LinkLost(LinkLoss::Line("gone".to_owned()));
    assert_eq!(table.end(), &End::Judge(lost));
}

#[test]
fn an_operator_can_end_a_match_whose_line_is_down() {
    for owes_an_ok in [false, true] {
        let mut table = Table::playing(Setup::new(White), "E5 D5");
        table.unplug();
        if owes_an_ok {
            let read_before = table.peer.forge_move("C5");
            table.hear_frame(read_before);
            assert!(table.game.is_our_turn());
        }
        let decision = crate::play::OperatorDecision::WeResign;
        table.game.decide(decision, table.now);
        table.pass(Duration::ZERO);
        assert!(table.game.is_finished());
    }
}

#[test]
fn silence_is_shown_after_eight_seconds_of_waiting() {
    let mut table = Table::playing(Setup::new(White), "E5");
    // We may think as long as we like.
    table.pass(minutes(5));
    table.is_mute = true;
    table.ours(mv("D5"));
    table.pass(Duration::from_millis(7_999));
    assert_eq!(silences(&table), 0);
    table.pass(secs(1));
    assert_eq!(table.events.last(), Some(&Event::Silence(secs(8))));
    table.pass(minutes(2));
    assert_eq!(silences(&table), 1, "once");
}

#[test]
fn a_peer_that_thinks_is_not_silent() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    table.pass(minutes(20));
    table.theirs(mv("D5"));
    table.pass(minutes(1));
    assert_eq!(silences(&table), 0);
}

#[test]
fn a_peer_that_thinks_for_too_long_is_nudged_and_it_is_told_once() {
    let mut setup = Setup::new(Black);
    setup.nudge = Some(minutes(5));
    let mut table = Table::playing(setup, "E5");
    let nudged = |table: &Table| table.count_events(|event| *event == Event::Nudged);
    table.pass(minutes(5) - secs(1));
    assert_eq!(nudged(&table), 0);
    table.pass(minutes(10));
    assert_eq!(nudged(&table), 1);
    let bytes = table.sent.iter();
    let bytes = bytes.filter(|sent| matches!(sent.reason, Reason::Nudge(_)));
    assert_eq!(bytes.count(), 27);
}

#[test]
fn silence_before_the_game_is_shown_to_both() {
    for color in [Black, White] {
        let mut table = Table::new(Setup::new(color));
        table.is_mute = true;
        table.pass(secs(9));
        assert_eq!(silences(&table), 1, "{color}");
    }
}

#[test]
fn silence_that_ended_can_come_again() {
    let mut table = Table::playing(Setup::new(White), "E5");
    table.is_mute = true;
    table.ours(mv("D5"));
    table.pass(secs(9));
    table.hear(b"\x7f");
    table.pass(secs(9));
    assert_eq!(silences(&table), 2);
}

#[test]
fn nobody_is_silent_while_the_journal_or_the_line_keeps_our_frame_back() {
    let mut table = Table::playing(Setup::new(White), "E5");
    table.disk.fill();
    table.ours(mv("D5"));
    table.pass(secs(30));
    assert_eq!(silences(&table), 0);
    table.unplug();
    table.disk.clear();
    table.pass(secs(30));
    assert_eq!(silences(&table), 0);
    table.is_mute = true;
    table.plug_in();
    table.pass(secs(9));
    assert_eq!(silences(&table), 1);
}

/// An opponent that is to move may think, or have lost its move: after five minutes that is told, once.
#[test]
fn a_long_silence_of_an_opponent_that_is_to_move_is_told() {
    let told = |table: &Table| table.count_events(|event| matches!(event, Event::LongSilence(_)));
    for nudge in [None, Some(secs(400))] {
        let setup = Setup {
            nudge,
            ..Setup::new(Black)
        };
        let mut table = Table::playing(setup, "E5");
        table.pass(secs(299));
        assert_eq!(told(&table), 0);
        table.pass(secs(60));
        assert_eq!(told(&table), usize::from(nudge.is_none()));
    }
}
