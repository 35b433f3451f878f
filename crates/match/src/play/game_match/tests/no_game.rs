//! Games that do not come about, and one that is never answered.

use std::time::Duration;

use sgmp_proto::Color::{Black, White};
use sgmp_proto::{Phase, Query, Stop};

use super::harness::{Setup, Table, minutes, mv, secs};
use crate::play::ending::{Dispute, End, LinkLoss, NoGame};
use crate::play::game_match::Event;

const NEWGAME: [u8; 4] = [0x01, 0xA1, 0xA0, 0x80];

fn is_no_game(table: &Table, stop: Stop) {
    assert_eq!(table.end(), &End::NoGame(NoGame::Handshake(stop)));
    assert_eq!(table.outcome().result().to_string(), "?");
    assert!(table.game.is_finished());
    assert!(table.comment().starts_with("no game came about: "));
}

#[test]
fn our_own_bytes_come_back() {
    let mut table = Table::new(Setup::new(Black));
    table.is_mute = true;
    table.pass(Duration::ZERO);
    table.hear(&NEWGAME);
    is_no_game(&table, Stop::Echo);
}

#[test]
fn both_sides_are_black() {
    let mut table = Table::new(Setup::new(Black));
    table.is_mute = true;
    table.pass(secs(5));
    table.hear(&NEWGAME);
    let shown = Event::OpeningDoubted(Stop::BothBlack);
    assert_eq!(table.events.last(), Some(&shown));
    table.hear(&NEWGAME);
    is_no_game(&table, Stop::BothBlack);
}

#[test]
fn blacks_terms_differ() {
    let answers = [
        (vec![[0x02, 0xC3, 0xC0, 0x81]], Query::COLOR, 2, 1),
        (
            vec![[0x02, 0xC4, 0xC0, 0x82], [0x01, 0xC6, 0xC0, 0x85]],
            Query::HANDICAP,
            1,
            5,
        ),
    ];
    for (answers, query, expected, got) in answers {
        let mut table = Table::new(Setup::new(White));
        table.is_mute = true;
        table.hear(&NEWGAME);
        for answer in &answers {
            table.hear(answer);
        }
        // A second copy is no noise.
        table.hear(&answers[answers.len() - 1]);
        let stop = Stop::TermsDiffer {
            query,
            expected,
            got,
        };
        is_no_game(&table, stop);
        let told = format!(
            "answers {}",
            if query == Query::COLOR {
                "color 1"
            } else {
                "handicap 5"
            }
        );
        assert!(table.comment().contains(&told), "{}", table.comment());
        let oks = table
            .sent
            .iter()
            .filter(|sent| sent.frame.message() == sgmp_proto::Message::Ok);
        assert_eq!(oks.count(), 0);
    }
}

#[test]
fn no_answer_before_the_game_is_no_game() {
    let setup = Setup {
        max_resends: Some(3),
        ..Setup::new(Black)
    };
    let mut table = Table::new(setup);
    table.is_mute = true;
    table.pass(minutes(2));
    is_no_game(&table, Stop::NoAnswer { resends: 3 });
}

#[test]
fn no_answer_in_mid_game_is_the_judges() {
    let setup = Setup {
        max_resends: Some(3),
        ..Setup::new(Black)
    };
    let mut table = Table::ready(setup);
    table.is_mute = true;
    table.ours(mv("E5"));
    table.pass(minutes(2));
    let no_answer = Dispute::NoAnswer { resends: 3 };
    assert_eq!(table.end(), &End::Judge(no_answer));
    assert_eq!(table.result(), "?");
    let resent = |event: &Event| matches!(event, Event::Resent { .. });
    assert_eq!(table.count_events(resent), 3);
}

#[test]
fn without_a_limit_we_keep_trying() {
    let mut table = Table::ready(Setup::new(Black));
    table.is_mute = true;
    table.ours(mv("E5"));
    table.pass(minutes(60));
    assert!(table.game.is_open());
    let resent = |event: &Event| matches!(event, Event::Resent { count: 180, .. });
    assert_eq!(table.count_events(resent), 1);
}

#[test]
fn a_black_started_again_in_the_handshake_is_no_game_until_the_second_one_is_done() {
    let mut table = Table::ready(Setup::new(White));
    table.hear(&NEWGAME);
    assert_eq!(table.game.phase(), Phase::ColorAsked);
    table
        .game
        .link_lost(LinkLoss::Line("hung up".to_owned()), table.now);
    table.pass(Duration::ZERO);
    let lost = NoGame::LinkLost(LinkLoss::Line("hung up".to_owned()));
    assert_eq!(table.end(), &End::NoGame(lost));
}

#[test]
fn the_record_of_no_game_has_no_moves() {
    let mut table = Table::new(Setup::new(White));
    table
        .game
        .link_lost(LinkLoss::Line("hung up".to_owned()), table.now);
    table.pass(Duration::ZERO);
    assert!(table.paper.record().unwrap().moves().is_empty());
    assert!(table.comment().ends_with("before the first move: hung up"));
}
