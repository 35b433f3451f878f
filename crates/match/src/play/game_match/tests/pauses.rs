//! Pauses: what is charged for them, on the side that was away and on the one that was not, and ends that leave the
//! journal open.

use std::time::Duration;

use sgmp_proto::Color::{Black, White};
use sgmp_proto::Message;

use super::harness::{Setup, Table, minutes, mv, secs};
use crate::play::ending::{Assessment, Count, Dispute, End, LinkLoss};
use crate::play::game_match::{Event, OperatorDecision};
use crate::play::journal::Entry;
use crate::play::pause::{NothingCharged, PauseCharge, PauseWord};
use sgmp_board::rules::{Color, PointSet, Status};

/// A pause almost as long as a clock.
pub(super) const AWAY: Duration = secs(49 * 60 + 30);

pub(super) const WORDS: [PauseCharge; 4] = [
    PauseCharge::All,
    PauseCharge::Nothing,
    PauseCharge::Time(minutes(7)),
    PauseCharge::Time(secs(50 * 60 + 10)),
];

pub(super) fn resumed(table: &mut Table, away: Duration, word: impl Into<PauseWord>) {
    table.events.clear();
    table.sent.clear();
    table.setup.away = word.into();
    table.crash_and_resume(away, true).unwrap();
    table.pass(Duration::ZERO);
}

pub(super) fn say(table: &mut Table, word: impl Into<PauseWord>) {
    let word = OperatorDecision::PauseCharged(word.into());
    table.game.decide(word, table.now);
    table.pass(Duration::ZERO);
}

pub(super) fn is_ended(table: &Table) -> bool {
    let entries = table.disk.entries();
    entries
        .iter()
        .any(|entry| matches!(entry, Entry::Ended { .. }))
}

#[test]
fn a_resume_never_ends_a_game() {
    for color in Color::BOTH {
        // We, and then the opponent, are on move.
        for played in ["E5", "E5 D5"] {
            let mut table = Table::playing(Setup::new(color), played);
            let to = table.game.game().to_move();
            resumed(&mut table, minutes(51), PauseCharge::All);
            table.pass(minutes(3));
            assert!(table.game.is_open() && table.game.is_over_by_pause(to));
            assert!(!table.game.is_over_by_pause(!to));
            assert!(!is_ended(&table));
            let over = |event: &Event| matches!(event, Event::OpponentOverTime(_));
            assert_eq!(table.count_events(over), 0, "it is known already");
            // It is played to its end, and resumed once more meanwhile.
            resumed(&mut table, secs(5), PauseCharge::All);
            assert!(table.game.is_over_by_pause(to));
            table.play_all(&["C3", "pass", "pass"].map(mv));
            assert_eq!(table.end(), &End::TwoPasses);
            assert!(!table.result().contains('T'), "{}", table.result());
            let told = format!("{to} is over time by the pause: the judge decides");
            assert!(table.comment().contains(&told), "{}", table.comment());
        }
    }
}

#[test]
fn a_flag_that_was_down_before_the_pause_is_not_excused_by_it() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    table.setup.grace = None;
    table.crash_and_resume(secs(1), true).unwrap();
    table.pass(minutes(51));
    assert!(!table.game.is_over_by_pause(White));
    table.theirs(mv("C3"));
    table.ours(mv("D3"));
    resumed(&mut table, minutes(1), PauseCharge::All);
    table.pass(secs(1));
    assert!(!table.game.is_over_by_pause(White));
    assert_eq!(
        table.count_events(|event| matches!(event, Event::OpponentOverTime(_))),
        1
    );
}

/// It was seen before we left: the record speaks of no pause, and our claim is offered again, even if the judge says that
/// the clock stood while we were away. The journal's clocks are cut to milliseconds, which must not save the flag.
#[test]
fn a_flag_that_was_seen_to_fall_is_not_excused_by_a_pause_either() {
    for charge in [PauseCharge::All, PauseCharge::Nothing] {
        let mut table = Table::playing(Setup::new(Black), "");
        table.setup.grace = None;
        table.pass(Duration::from_micros(1_238_999));
        table.ours(mv("E5"));
        table.crash_and_resume(Duration::ZERO, true).unwrap();
        table.pass(Duration::from_micros(1_999));
        table.theirs(mv("D5"));
        table.ours(mv("F5"));
        table.pass(minutes(50) + secs(3));
        for round in 0..3 {
            resumed(&mut table, secs(9), charge);
            // The word may be changed afterwards.
            say(&mut table, charge);
            table.pass(secs(1));
            assert!(!table.game.is_over_by_pause(White));
            let over = |event: &Event| matches!(event, Event::OpponentOverTime(_));
            assert_eq!(table.count_events(over), 1, "{charge:?}, {round}");
            table.game.decide(OperatorDecision::JudgeStops, table.now);
            table.pass(Duration::ZERO);
            let end = table.end();
            let claim = matches!(end, End::Judge(Dispute::OpponentFlag { moves: 3, .. }));
            assert!(claim, "{end:?} by {charge:?}, {round}");
            assert!(table.comment().contains("we claim"), "{}", table.comment());
            assert!(!is_ended(&table));
        }
    }
}

#[test]
fn the_judges_word_is_charged_to_the_side_on_move() {
    for charge in WORDS {
        let mut table = Table::playing(Setup::new(White), "E5");
        table.pass(secs(10));
        resumed(&mut table, AWAY, charge);
        // What was not written before the crash is part of the pause.
        let charged = charge.charged(AWAY + secs(10)).unwrap();
        assert_eq!(u128::from(table.used(White)), charged.as_millis());
        assert_eq!(table.used(Black), 0);
        let told = table.events.iter().find_map(|event| match event {
            Event::PauseCharged(pause) => Some(*pause),
            _ => None,
        });
        let pause = told.expect("it is told");
        assert_eq!((pause.to, pause.charged), (White, charged));
    }
}

/// One side was away, the other was not: their operators enter the same word.
#[test]
fn both_sides_show_the_same_clocks_by_the_same_word() {
    for charge in WORDS {
        // White is on move and goes away.
        let mut there = Table::playing(Setup::new(White), "E5");
        resumed(&mut there, AWAY, charge);
        let mut here = Table::playing(Setup::new(Black), "E5");
        here.pass(AWAY);
        say(&mut here, charge);
        for table in [&mut there, &mut here] {
            table.theirs_or_ours("C3");
        }
        for color in Color::BOTH {
            assert_eq!(there.used(color), here.used(color), "{color} by {charge:?}");
        }
        // Black is on move when White goes away, and moves meanwhile.
        let mut there = Table::playing(Setup::new(White), "E5 D5");
        resumed(&mut there, AWAY, charge);
        let mut here = Table::playing(Setup::new(Black), "E5 D5");
        here.is_deaf = true;
        here.pass(secs(10));
        here.ours(mv("C3"));
        here.pass(AWAY - secs(10));
        say(&mut here, charge);
        here.is_deaf = false;
        // White goes on, and says so; what waits is sent again later.
        here.says_ok_again();
        here.pass(secs(20));
        there.theirs(mv("C3"));
        assert_eq!(there.used(Black), here.used(Black), "by {charge:?}");
        assert_eq!(
            there.game.is_over_by_pause(Black),
            here.game.is_over_by_pause(Black)
        );
    }
}

/// White is killed while Black thinks, Black moves at a line that is up and hears nothing, and is killed too.
#[test]
fn a_move_that_nobody_has_heard_is_charged_to_its_side_on_both() {
    for charge in WORDS {
        let mut white = Table::playing(Setup::new(White), "E5 D5");
        resumed(&mut white, AWAY, charge);
        let mut black = Table::playing(Setup::new(Black), "E5 D5");
        black.is_deaf = true;
        black.pass(secs(4));
        black.ours(mv("C3"));
        black.pass(secs(5));
        resumed(&mut black, AWAY - secs(9), charge);
        black.is_deaf = false;
        let charged = charge.charged(AWAY).unwrap().as_millis();
        for table in [&white, &black] {
            assert_eq!(u128::from(table.used(Black)), charged, "by {charge:?}");
            assert_eq!(table.used(White), 0, "by {charge:?}");
            assert_eq!(
                table.game.is_over_by_pause(Black),
                charged > 50 * 60_000,
                "by {charge:?}"
            );
        }
    }
}

#[test]
fn a_word_without_a_pause_changes_nothing() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    table.pass(secs(9));
    table.events.clear();
    say(&mut table, PauseCharge::Time(minutes(10)));
    assert_eq!(table.used(White), 9_000);
    assert_eq!(
        table.count_events(|event| { *event == Event::NothingCharged(NothingCharged::NoPause) }),
        1
    );
}

/// Shorter pauses than a minute: the side that was not away knows one by the line that was down, and else takes the longest
/// of late, for thinking looks alike.
#[test]
fn a_short_pause_is_charged_on_both_sides_too() {
    let words = [
        PauseCharge::All,
        PauseCharge::Nothing,
        PauseCharge::Time(secs(12)),
    ];
    for (charge, goes_down) in words
        .into_iter()
        .flat_map(|word| [(word, false), (word, true)])
    {
        let mut there = Table::playing(Setup::new(White), "E5");
        resumed(&mut there, secs(31), charge);
        let mut here = Table::playing(Setup::new(Black), "E5");
        if goes_down {
            here.game.link_down("unplugged".to_owned(), here.now);
        }
        here.pass(secs(31));
        if goes_down {
            here.game.link_up(here.now);
        }
        for table in [&mut there, &mut here] {
            table.theirs_or_ours("C3");
            table.pass(secs(14));
            table.theirs_or_ours("D3");
        }
        say(&mut here, charge);
        for color in Color::BOTH {
            let told = format!("{color} by {charge:?}, line down: {goes_down}");
            assert_eq!(there.used(color), here.used(color), "{told}");
        }
    }
}

#[test]
fn more_than_the_pause_is_a_slip_and_refused_on_both_sides() {
    let word = PauseCharge::Time(minutes(99 * 60));
    let mut here = Table::playing(Setup::new(Black), "E5");
    here.pass(secs(31));
    say(&mut here, word);
    let refused =
        |event: &Event| matches!(event, Event::NothingCharged(NothingCharged::TooMuch { .. }));
    assert_eq!(here.count_events(refused), 1);
    assert_eq!(here.used(White), 31_000);
    here.setup.away = word.into();
    let error = here.crash_and_resume(secs(31), true).unwrap_err();
    let told = error.to_string();
    assert!(told.contains("5940:00 are more than that"), "{told}");
}

#[test]
fn an_opponent_over_its_time_is_waited_for_and_the_claim_is_the_operators() {
    let setup = Setup {
        grace: None,
        ..Setup::new(Black)
    };
    let mut table = Table::playing(setup, "E5");
    table.pass(minutes(500));
    let over = |event: &Event| matches!(event, Event::OpponentOverTime(_));
    assert_eq!(table.count_events(over), 1);
    assert!(table.game.is_open());
    table.game.decide(OperatorDecision::JudgeStops, table.now);
    table.pass(Duration::ZERO);
    let End::Judge(Dispute::OpponentFlag { moves: 1, over }) = *table.end() else {
        panic!("{:?}", table.end());
    };
    assert_eq!(over, minutes(450));
    assert!(table.comment().contains("expected if it is played on"));
    assert!(!is_ended(&table), "the judge may have the game played on");
    resumed(&mut table, minutes(5), PauseCharge::Nothing);
    table.theirs(mv("C3"));
    assert!(table.game.is_our_turn());
}

#[test]
fn a_side_that_has_gone_leaves_the_journal_open() {
    let mut table = Table::playing(Setup::new(Black), "E5");
    table.unplug();
    table
        .game
        .link_lost(LinkLoss::Line("gone".to_owned()), table.now);
    table.pass(Duration::ZERO);
    assert_eq!(
        table.end(),
        &End::Judge(Dispute::LinkLost(LinkLoss::Line("gone".to_owned())))
    );
    assert_eq!(table.result(), "?");
    assert!(!is_ended(&table));
    table.is_unplugged = false;
    resumed(&mut table, minutes(5), PauseCharge::Nothing);
    table.theirs(mv("C3"));
    assert!(table.game.is_our_turn());
}

#[test]
fn a_last_pass_that_nobody_acknowledged_is_offered_again() {
    let mut table = Table::playing(Setup::new(White), "E5 D5 pass");
    table.is_deaf = true;
    table.ours(mv("pass"));
    table.pass(secs(100));
    assert_eq!(table.end(), &End::LastPassUnheard);
    assert_eq!(table.result(), "W+5.5");
    resumed(&mut table, minutes(5), PauseCharge::All);
    table.pass(secs(100));
    assert_eq!(table.end(), &End::LastPassUnheard, "again nobody");
    table.is_deaf = false;
    resumed(&mut table, minutes(5), PauseCharge::All);
    table.pass(secs(30));
    assert!(matches!(table.sent[0].frame.message(), Message::Move(_)));
    assert_eq!(table.end(), &End::TwoPasses);
    assert_eq!(table.peer.record.len(), 4);
    assert!(is_ended(&table));
}

#[test]
fn operators_may_agree_on_other_dead_stones() {
    let mut table = Table::playing(Setup::new(Black), "E5 D5 pass pass");
    assert_eq!(table.result(), "W+5.5");
    let board = table.game.game().board();
    let mut dead = PointSet::EMPTY;
    dead.insert(sgmp_board::rules::Point::parse("D5").unwrap());
    let count = Count::new(table.game.game(), Status::with_dead(board, &dead));
    table.game.recount(count, table.now);
    table.pass(Duration::ZERO);
    assert!(table.result().starts_with("B+"), "{}", table.result());
    let told = "two consecutive passes; the operators agreed on the dead stones D5; our program counted W+5.5";
    assert_eq!(table.outcome().comment(), told);
    let results = table
        .disk
        .entries()
        .into_iter()
        .filter_map(|entry| match entry {
            Entry::Ended { result, .. } => Some(result),
            _ => None,
        });
    assert_eq!(
        results.collect::<Vec<_>>(),
        ["W+5.5".to_owned(), table.result()]
    );
    // A game that was not counted has no dead stones.
    let mut table = Table::playing(Setup::new(Black), "E5 D5");
    table.game.decide(OperatorDecision::WeResign, table.now);
    let count = table.count();
    table.game.recount(count, table.now);
    assert!(!matches!(
        table.outcome().assessment,
        Some(Assessment::Count(_))
    ));
}
