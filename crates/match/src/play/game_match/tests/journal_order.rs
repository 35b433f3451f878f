//! The journal comes before the wire, the record after it.

use std::time::Duration;

use sgmp_proto::Color::{Black, White};
use sgmp_proto::Message;

use super::harness::{Setup, Table, minutes, mv, secs};
use crate::play::ending::End;
use crate::play::game_match::Event;
use crate::play::journal::{Entry, FORMAT, Journal, Opened};
use crate::play::player::Decision;
use sgmp_board::rules::Rules;

fn failures(table: &Table) -> usize {
    table.count_events(|event| matches!(event, Event::JournalFailed(_)))
}

fn mends(table: &Table) -> usize {
    table.count_events(|event| *event == Event::JournalMended)
}

#[test]
fn nothing_is_sent_before_it_is_on_disk() {
    let setup = Setup::new(Black);
    let disk = super::memory_sinks::Disk::default();
    disk.fill();
    let mut table = Table::with_disk(setup, disk);
    table.pass(Duration::from_millis(10_500));
    assert_eq!(table.sent.len(), 0);
    assert_eq!((failures(&table), mends(&table)), (1, 0), "shown once");
    assert_eq!(table.disk.attempts(), 11, "retried every second");
    table.disk.clear();
    table.pass(secs(1));
    assert_eq!(mends(&table), 1);
    let first = table.sent.first().unwrap();
    assert_eq!(first.frame.message(), Message::NewGame);
    assert_eq!(first.reason, sgmp_proto::Reason::First);
    assert!(table.events.contains(&Event::Ready));
}

#[test]
fn a_move_that_comes_while_the_disk_is_full_waits_for_its_ok() {
    let mut table = Table::ready(Setup::new(White));
    table.disk.fill();
    let sent = table.sent.len();
    table.theirs(mv("E5"));
    table.pass(secs(50));
    assert_eq!(table.sent_since(sent), []);
    assert_eq!(table.disk.moves(), 0);
    assert!(table.game.is_our_turn(), "we may think already");
    table.disk.clear();
    table.pass(secs(1));
    assert_eq!(table.disk.moves(), 1);
    let sent = table.sent_since(sent);
    assert!(
        sent.iter().all(|message| *message == Message::Ok),
        "{sent:?}"
    );
    assert_eq!(table.peer.session.pending(), None);
    assert_eq!(
        table.game.game().move_count(),
        1,
        "its repeats were repeats"
    );
}

#[test]
fn our_answer_waits_behind_the_move_it_answers() {
    let mut table = Table::ready(Setup::new(White));
    table.disk.fill();
    let sent = table.sent.len();
    table.theirs(mv("E5"));
    table.pass(secs(3));
    table.ours(mv("D5"));
    table.pass(secs(3));
    assert_eq!(table.sent_since(sent), []);
    table.disk.clear();
    table.pass(secs(1));
    let sent = table.sent_since(sent);
    assert!(
        matches!(sent[..], [Message::Ok, Message::Move(_)]),
        "{sent:?}"
    );
    assert_eq!(table.disk.moves(), 2);
    assert_eq!(table.peer.record.len(), 2);
}

#[test]
fn bytes_do_not_make_the_disk_work_harder() {
    let mut table = Table::ready(Setup::new(White));
    table.disk.fill();
    table.theirs(mv("E5"));
    let attempts = table.disk.attempts();
    for _ in 0..100 {
        table.hear(b"~");
        table.pass(Duration::from_millis(5));
    }
    assert_eq!(table.disk.attempts(), attempts);
}

#[test]
fn a_peer_cannot_fill_our_memory_while_the_disk_is_full() {
    let mut table = Table::new(Setup::new(White));
    table.is_mute = true;
    table.disk.fill();
    for _ in 0..50 {
        // It knows our answers by heart.
        table.hear(&[0x01, 0xA1, 0xA0, 0x80]);
        table.hear(&[0x02, 0xC4, 0xC0, 0x82]);
        table.hear(&[0x01, 0xC2, 0xC0, 0x81]);
    }
    assert!(table.game.journal.unwritten_count() <= 1);
    table.disk.clear();
    table.pass(secs(1));
    let entries = table.disk.entries();
    let Some(Entry::Link { state, .. }) = entries.last() else {
        panic!("{entries:?}");
    };
    assert_eq!(state.phase, "playing");
}

#[test]
fn a_full_disk_at_the_end_keeps_the_match_open_until_it_is_kept() {
    let mut table = Table::playing(Setup::new(Black), "E5 D5");
    table.disk.fill();
    table.game.play(Decision::Resign, table.now).unwrap();
    table.pass(secs(10));
    assert!(!table.game.is_finished());
    table.disk.clear();
    table.pass(secs(1));
    assert!(table.game.is_finished());
    let last = table.disk.entries().pop();
    assert!(matches!(last, Some(Entry::Ended { result, .. }) if result == "W+R"));
}

#[test]
fn a_record_that_cannot_be_written_warns_and_the_match_plays_on() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    table.paper.set_full(true);
    table.play_all(&["D5", "C5"].map(mv));
    let warned = |event: &Event| matches!(event, Event::RecordFailed(_));
    table.pass(secs(5));
    assert_eq!(table.count_events(warned), 2, "at each change");
    assert!(!table.game.is_record_kept());
    table.paper.set_full(false);
    table.play_all(&[mv("B5")]);
    assert!(table.game.is_record_kept());
    assert_eq!(table.paper.record().unwrap().moves().len(), 4);
}

#[test]
fn a_record_is_written_once_more_when_asked() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    let kept = table.paper.record();
    table.paper.set_full(true);
    table.game.keep_record();
    assert!(table.game.is_record_kept(), "nothing has changed");
    table.game.renew_record();
    assert!(!table.game.is_record_kept());
    table.paper.set_full(false);
    table.game.renew_record();
    assert!(table.game.is_record_kept());
    assert_eq!(table.paper.record(), kept);
}

/// Else the record would be ahead of the journal after a crash, and neither could be believed.
#[test]
fn the_record_never_has_more_than_the_journal() {
    let mut table = Table::ready(Setup::new(White));
    table.disk.fill();
    table.theirs(mv("E5"));
    table.pass(secs(5));
    assert_eq!(table.paper.record().unwrap().moves().len(), 0);
    table.disk.clear();
    table.pass(secs(1));
    assert_eq!(table.paper.record().unwrap().moves().len(), 1);
}

#[test]
fn each_event_of_the_line_is_one_entry() {
    let table = Table::playing(Setup::new(Black), "E5 D5 pass pass");
    let kinds: Vec<_> = table
        .disk
        .entries()
        .iter()
        .map(|entry| match entry {
            Entry::Link { state, .. } => state.phase.clone(),
            Entry::Move { number, .. } => number.to_string(),
            Entry::Ended { result, .. } => result.clone(),
            other => format!("{other:?}"),
        })
        .collect();
    let handshake = ["newgame-sent", "color-answered", "handicap-answered"];
    let game = ["playing", "1", "playing", "2", "3", "playing", "4", "W+5.5"];
    assert_eq!(kinds, [&handshake[..], &game[..]].concat());
}

/// The journal proper refuses entries in an impossible order.
#[test]
fn a_real_journal_takes_what_a_match_writes() {
    for color in [Black, White] {
        let mut table = Table::playing(Setup::new(color), "E5 D5 C5");
        table.unplug();
        table.pass(secs(30));
        table.plug_in();
        table.crash_and_resume(minutes(1), true).unwrap();
        table.pass(Duration::ZERO);
        table.play_all(&["pass", "pass"].map(mv));
        assert_eq!(table.end(), &End::TwoPasses);

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.journal");
        let mut journal = Journal::create(&path, &opened(&table.setup)).unwrap();
        for entry in table.disk.entries() {
            journal.append(&entry).unwrap();
        }
        drop(journal);
        let (_journal, recorded) = Journal::open(&path).unwrap();
        assert_eq!(recorded.entries, table.disk.entries());
    }
}

fn opened(setup: &Setup) -> Opened {
    let terms = setup.terms();
    Opened {
        format: FORMAT,
        program: String::new(),
        our_color: terms.color,
        size: terms.size,
        komi_half_points: terms.komi.half_points(),
        rules: Rules::Japanese,
        dead_stones_stay: false,
        dialect: crate::play::journal::WireForm::Fjk,
        handicap: 0,
        main_time_ms: 3_000_000,
        used_ms: 0,
        black: terms.names.black,
        white: terms.names.white,
        event: terms.event,
        place: terms.place,
        round: terms.round,
        date: terms.date,
        sgf: String::new(),
        sgf_format: "fjk".to_owned(),
        player: Vec::new(),
        at: super::harness::wall().0,
    }
}
